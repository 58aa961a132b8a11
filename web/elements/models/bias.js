// The numbers of <phasor-bias>: matrices of biases, and what they follow.
import {
  alibiBias,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5Bucket,
} from "../../phasor/index.js";

export const HEADS = 8;
export const BUCKETS = 32;
/** Where a bias has taken all but this part of a score's weight, its window ends. */
export const WEIGHT = 0.01;
/** ALiBi's least slope is 2^-8: its window ends within so many keys. */
export const KEYS = 1280;
/** Distances on T5's staircase, either way: past 128 they all share a bucket. */
export const REACH = 145;

/**
 * A table such as a model would learn, (rows, HEADS), with values that tell neighbours apart.
 * @param {number} rows
 */
export const tableOf = (rows) =>
  Float64Array.from({ length: rows * HEADS }, (_, n) => {
    const [row, head] = [Math.floor(n / HEADS), n % HEADS];
    return (((5 * row + 4 * head) % 11) - 5) / 5;
  });

/** One head of (HEADS, side, side). @param {Float64Array} all @param {number} head @param {number} side */
const ofHead = (all, head, side) => all.subarray(head * side * side, (head + 1) * side * side);

/** @param {number} head @param {number} side queries and keys */
export const alibiMatrix = (head, side) =>
  ofHead(alibiBias(HEADS, side, side, { dtype: "float64" }), head, side);

/** For each head of ALiBi, the first distance at which e^bias is below WEIGHT. */
export function alibiWindows() {
  const last = alibiBias(HEADS, 1, KEYS, { dtype: "float64", offset: KEYS - 1 });
  return Float64Array.from({ length: HEADS }, (_, head) =>
    last
      .slice(head * KEYS, (head + 1) * KEYS)
      .reverse()
      .findIndex((bias) => Math.exp(bias) < WEIGHT),
  );
}

/** @param {number} head @param {number} side @param {boolean} bidirectional */
export const t5Matrix = (head, side, bidirectional) =>
  ofHead(t5Bias(tableOf(BUCKETS), [BUCKETS, HEADS], side, side, { bidirectional }), head, side);

/** T5's buckets from the distance -REACH on. @param {boolean} bidirectional */
export function t5Stairs(bidirectional) {
  const length = bidirectional ? 2 * REACH + 1 : REACH + 1;
  const buckets = Int32Array.from({ length }, (_, n) => t5Bucket(n - REACH, { bidirectional }));
  return { first: -REACH, buckets };
}

/**
 * A Swin window: the index of each two patches, the biases of one over the window, and Swin V2's
 * coordinates along a side.
 * @param {number} head @param {number} window patches along a side @param {number} query
 */
export function swinWindow(head, window, query) {
  const side = window ** 2;
  const all = swinBias(tableOf((2 * window - 1) ** 2), HEADS, window, window);
  const coordinates = swinLogCoordinates(window, window, { dtype: "float64" });
  return {
    index: swinRelativePositionIndex(window, window),
    biases: ofHead(all, head, side).subarray(query * side, (query + 1) * side),
    logs: Float64Array.from({ length: 2 * window - 1 }, (_, n) => coordinates[2 * n + 1]),
  };
}
