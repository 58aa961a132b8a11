// toeplitz.js: recognises biases that depend only on key − query in each head.
import { eachSeen } from "./matrix.js";

/** @import { Bias } from "./matrix.js" */

/**
 * @typedef {object} Diagonals
 * @property {Float64Array[]} means for each head (queries + keys − 1) means of the diagonals, with
 *   the index key − query + queries − 1
 * @property {Float64Array} counts (queries + keys − 1) numbers of entries in the first head
 * @property {{ max: number, rms: number }} deviation of the entries from the means
 * @property {number} precision relative rounding error of the entries
 * @property {number} spread standard deviation of all entries within their heads
 */

/** Maximum deviation from the means, relative to the spread, and absolute. */
const RELATIVE = 0.1;
const NOISE = 5e-3;

/** @param {Bias} bias @returns {Diagonals} */
export function diagonalsOf(bias) {
  const { heads, queries, keys, precision } = bias;
  const size = queries + keys - 1;
  const counts = new Float64Array(size);
  const means = [];
  let [max, squares, variance, count] = [0, 0, 0, 0];
  for (let head = 0; head < heads; head++) {
    const mean = new Float64Array(size);
    const own = head === 0 ? counts : new Float64Array(size);
    let [n, middle, all] = [0, 0, 0];
    eachSeen(bias, head, (y, i, j) => {
      const r = j - i + queries - 1;
      own[r]++;
      mean[r] += (y - mean[r]) / own[r];
      n++;
      const d = y - middle;
      middle += d / n;
      all += d * (y - middle);
    });
    eachSeen(bias, head, (y, i, j) => {
      const off = Math.abs(y - mean[j - i + queries - 1]);
      squares += off * off;
      if (off > max) max = off;
    });
    variance += all;
    count += n;
    means.push(mean);
  }
  const free = Math.max(1, count - heads * size);
  const rms = Math.sqrt(squares / Math.max(1, Math.min(count, free)));
  return {
    means,
    counts,
    precision,
    deviation: { max, rms: count > 0 ? rms : 0 },
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
export function changesOf({ means, counts, deviation, precision }, queries, offset, side) {
  const zero = offset + queries - 1;
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
    const other = means.some((mean) => {
      const size = Math.max(Math.abs(mean[r]), Math.abs(mean[before]));
      const one = noise > 0 ? Math.max(noise, 2 * precision * size) : 0;
      const doubt = 5 * one * Math.sqrt(1 / counts[r] + 1 / counts[before]);
      return Math.abs(mean[r] - mean[before]) > doubt + 1e-12 * size;
    });
    if (other) changes.push(distance);
  }
  return { changes, reach: distance - 1 };
}
