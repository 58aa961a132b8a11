// Softmax, and the tables that stand for learned ones in <phasor-bias>: they are made up.
import { t5Bucket } from "../../phasor/index.js";

/** @param {ArrayLike<number>} scores @returns {Float64Array} */
export function softmax(scores) {
  const parts = Float64Array.from(scores, Math.exp);
  const sum = parts.reduce((total, each) => total + each, 0);
  return parts.map((each) => each / sum);
}

export const BUCKETS = 32;
/** Distances that are shown of T5. */
export const DISTANCES = 128;

/** The buckets of the distances back. */
export const bucketsBack = () =>
  Int32Array.from({ length: DISTANCES }, (_, distance) =>
    t5Bucket(-distance, { bidirectional: false }),
  );

/** Bucket b has −b/8, those that were dragged what they were dragged to, as in "20:-1.5 3:0". @param {string} steps */
export function biasesOf(steps) {
  const biases = Float64Array.from({ length: BUCKETS }, (_, bucket) => -bucket / 8);
  for (const [, bucket, bias] of steps.matchAll(/(\d+):(-?\d+(?:\.\d*)?|-?\.\d+)/g)) {
    if (Number(bucket) < BUCKETS) biases[Number(bucket)] = Math.min(Math.max(Number(bias), -5), 1);
  }
  return biases;
}

/** Patches along a side of Swin's window, and offsets along one of its table. */
export const WINDOW = 7;
export const WIDE = 2 * WINDOW - 1;

/** A table of biases by row, (WIDE², 1): a query looks at what is near, a little more to the upper right. */
export const swinTable = () =>
  Float64Array.from({ length: WIDE * WIDE }, (_, index) => {
    // The rows count offsets of the query from the key.
    const down = WINDOW - 1 - Math.floor(index / WIDE);
    const across = WINDOW - 1 - (index % WIDE);
    return 2 * Math.exp(-(down ** 2 + across ** 2) / 9) - 1 + (across - down) / 20;
  });
