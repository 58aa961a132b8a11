// window.js: recognises biases that depend on the row and column differences of positions in a
// window.
import { eachSeen } from "./matrix.js";
import { isNoise } from "./toeplitz.js";

/** @import { Bias } from "./matrix.js" */

/**
 * @typedef {object} Window
 * @property {number} height
 * @property {number} width
 * @property {number | null} stride table rows from one row of the window to the next, if so few
 *   that different differences share entries; otherwise null
 * @property {{ max: number, rms: number }} deviation
 */

/**
 * The deviation of a head's entries from the mean of the entries with the same key; `free` is the
 * number of means.
 * @param {Bias} bias @param {number} head @param {number} size
 * @param {(query: number, key: number) => number} keyOf
 */
function means(bias, head, size, keyOf) {
  const mean = new Float64Array(size);
  const counts = new Float64Array(size);
  eachSeen(bias, head, (y, i, j) => {
    const at = keyOf(i, j);
    counts[at]++;
    mean[at] += (y - mean[at]) / counts[at];
  });
  let [max, squares, count] = [0, 0, 0];
  eachSeen(bias, head, (y, i, j) => {
    const off = Math.abs(y - mean[keyOf(i, j)]);
    if (off > max) max = off;
    squares += off * off;
    count++;
  });
  const free = counts.reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0);
  return { max, rms: Math.sqrt(squares / Math.max(1, count - free)), free };
}

/**
 * The window of a bias, if positions are counted row by row; undefined if there is none.
 * @param {Bias} bias @param {number} spread of its entries
 * @returns {Window | undefined}
 */
export function windowOf(bias, spread) {
  const { heads, queries, keys } = bias;
  if (queries !== keys) return undefined;
  for (let height = 2; height <= queries / 2; height++) {
    const width = queries / height;
    if (!Number.isInteger(width)) continue;
    const wide = 2 * width - 1;
    const size = (2 * height - 1) * wide;
    const rows = Int32Array.from({ length: queries }, (_, p) => Math.floor(p / width));
    const columns = Int32Array.from({ length: queries }, (_, p) => p % width);
    /** @param {number} stride */
    const ofStride = (stride) => (/** @type {number} */ i, /** @type {number} */ j) =>
      (rows[i] - rows[j] + height - 1) * stride + columns[i] - columns[j] + width - 1;
    const plain = means(bias, 0, size, ofStride(wide));
    if (!isNoise(plain, spread)) continue;
    // The smallest stride that explains the bias, if visible differences share entries.
    let best = wide;
    for (let stride = 1; stride < wide && best === wide; stride++) {
      const own = means(bias, 0, size, ofStride(stride));
      if (own.free < plain.free && isNoise(own, spread)) best = stride;
    }
    let [max, squares] = [0, 0];
    for (let head = 0; head < heads; head++) {
      const own = means(bias, head, size, ofStride(best));
      if (!isNoise(own, spread)) return undefined;
      max = Math.max(max, own.max);
      squares += own.rms * own.rms;
    }
    const deviation = { max, rms: Math.sqrt(squares / heads) };
    return { height, width, stride: best === wide ? null : best, deviation };
  }
  return undefined;
}
