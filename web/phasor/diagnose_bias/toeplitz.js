// toeplitz.js: recognises biases that depend only on key − query in each head.
import { deviationOf, groupsAlong, momentsOf, totalOf } from "./survey.js";

/** @import { Bias, Moments } from "./survey.js" */

/**
 * @typedef {object} Diagonals
 * @property {Moments[]} moments for each head, with the index key − query + queries − 1
 * @property {{ max: number, rms: number }} deviation of the entries from the means of their diagonals
 * @property {number} precision relative rounding error of the entries
 * @property {number} spread standard deviation of all entries within their heads
 */

/** Maximum deviation from the means, relative to the spread, and absolute. */
const RELATIVE = 0.1;
const NOISE = 5e-3;

/** @param {Bias} bias @returns {Diagonals} */
export function diagonalsOf(bias) {
  const { heads, queries, keys, format } = bias;
  const moments = momentsOf(bias, groupsAlong("difference", bias));
  const size = queries + keys - 1;
  let [max, squares, variance, count] = [0, 0, 0, 0];
  for (const head of moments) {
    const left = deviationOf(head);
    squares += left.sum;
    max = Math.max(max, left.max);
    variance += totalOf(head).squares;
    count += left.count;
  }
  const free = Math.max(1, count - heads * size);
  return {
    moments,
    precision: format.roundoff,
    deviation: { max, rms: Math.sqrt(squares / Math.max(1, Math.min(count, free))) },
    spread: Math.sqrt(variance / Math.max(1, count)),
  };
}

/** Whether a deviation is just noise. @param {{ rms: number }} deviation @param {number} spread */
export function isNoise({ rms }, spread) {
  return rms <= NOISE && rms <= RELATIVE * spread;
}

/**
 * The distances, on one side of an offset, at which a diagonal differs from the one before it.
 * @param {Diagonals} diagonals @param {number} queries @param {number} offset
 * @param {1 | -1} side 1: later keys
 * @returns {{ changes: number[], reach: number }} reach: the largest visible distance
 */
export function changesOf({ moments, deviation, precision }, queries, offset, side) {
  const zero = offset + queries - 1;
  const [{ counts }] = moments;
  const noise = deviation.rms;
  const changes = [];
  let distance = 1;
  /** @param {number} r */
  const seen = (r) => counts[r] > 0 && counts[r - side] > 0;
  // Distances 1 to 3 that a mask hides are assumed to differ, as they do in every scheme.
  const last = counts.length;
  while (distance < 4 && !seen(zero + side * distance)) changes.push(distance++);
  if (distance === 4) return { changes: [], reach: 0 };
  for (; distance < last && seen(zero + side * distance); distance++) {
    const r = zero + side * distance;
    const before = r - side;
    const other = moments.some(({ means: mean }) => {
      const size = Math.max(Math.abs(mean[r]), Math.abs(mean[before]));
      const one = noise > 0 ? Math.max(noise, precision * size) : 0;
      const doubt = 5 * one * Math.sqrt(1 / counts[r] + 1 / counts[before]);
      return Math.abs(mean[r] - mean[before]) > doubt + 1e-12 * size;
    });
    if (other) changes.push(distance);
  }
  return { changes, reach: distance - 1 };
}
