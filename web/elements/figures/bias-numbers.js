// Softmax, and made-up tables that stand for learned ones in <phasor-bias>.
import { t5Bucket } from "../../phasor/index.js";

/** @param {ArrayLike<number>} scores @returns {Float64Array} */
export function softmax(scores) {
  const parts = Float64Array.from(scores, Math.exp);
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

export const BUCKETS = 32;
/** Number of distances in the T5 part. */
export const DISTANCES = 128;

/** T5's bucket for each distance back. */
export const bucketsBack = () =>
  Int32Array.from({ length: DISTANCES }, (_, distance) =>
    t5Bucket(-distance, { bidirectional: false }),
  );

/** The biases: −b/8 for bucket b, except for buckets that the reader dragged. @param {string} steps the dragged ones, such as "20:-1.5 3:0" */
export function biasesOf(steps) {
  const biases = Float64Array.from({ length: BUCKETS }, (_, bucket) => -bucket / 8);
  for (const [, bucket, bias] of steps.matchAll(/(\d+):(-?\d+(?:\.\d*)?|-?\.\d+)/g)) {
    if (Number(bucket) < BUCKETS) biases[Number(bucket)] = Math.min(Math.max(Number(bias), -5), 1);
  }
  return biases;
}

/** Patches along a side of Swin's window (WINDOW), and offsets along a side of its table (WIDE). */
export const WINDOW = 7;
export const WIDE = 2 * WINDOW - 1;

/** A table of biases, (WIDE², 1): high for near keys, and slightly higher to the upper right. */
export const swinTable = () =>
  Float64Array.from({ length: WIDE * WIDE }, (_, index) => {
    // Table rows are indexed by the offset of the query from the key.
    const dy = WINDOW - 1 - Math.floor(index / WIDE);
    const dx = WINDOW - 1 - (index % WIDE);
    return 2 * Math.exp(-(dy ** 2 + dx ** 2) / 9) - 1 + (dx - dy) / 20;
  });
