// scatter.js: estimates the errors of 16-bit values from differences between blocks of vectors that
// were rotated by the same angles.

import { square } from "../elementary.js";

/** @import { Pairing } from "./pairing.js" */
/** @import { Subject } from "./subject.js" */

/** Bounds of the rms rounding error in units of the roundoff: small, since roundings seldom add up. */
const [MIN_PART, MAX_PART] = [0.01, 0.2];
/** Approximate number of rows to use, and to look at vector by vector. */
const [MAX_ROWS, ROWS_SAMPLED] = [512, 64];

/**
 * The arrows that best explain rotated vectors.
 * @typedef {object} Arrows
 * @property {number} rows @property {number} pairs
 * @property {Float64Array} cos (pairs, rows) @property {Float64Array} sin @property {Float64Array} weights
 * @property {Float64Array} outs (pairs, rows) sums of the squares of the output
 */

/**
 * The rms rounding error of the angles in units of `unit`, and the variance of further noise that
 * does not depend on the lengths of the vectors, relative to their squared lengths.
 *
 * The variance of an entry v is σ² + κ²·v². The squared residuals of the best arrows for B blocks
 * are (B − 1)/B of it. Two sums over rows and pairs, the second with larger weights for short
 * vectors, determine σ and κ.
 * @param {Subject} subject @param {Arrows} arrows @param {Pairing} pairing
 * @param {number} batches that were read @param {number} unit
 */
export function scatterOf(subject, arrows, pairing, batches, unit) {
  const { rows, pairs, cos, sin, weights, outs: all } = arrows;
  const blocks = batches * subject.vectors.length;
  const step = Math.max(1, Math.floor(rows / MAX_ROWS));
  const count = Math.ceil(rows / step);
  const [outs, lefts] = [new Float64Array(pairs * count), new Float64Array(pairs * count)];
  /** @type {{ part: number, i: number }[]} */
  const order = [];
  let [total, sizes] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    let [leftOfPair, outOfPair] = [0, 0];
    for (let k = 0; k < count; k++) {
      const from = i * rows + k * step;
      const size = cos[from] * cos[from] + sin[from] * sin[from];
      const to = i * count + k;
      outs[to] = all[from];
      lefts[to] = Math.max(0, all[from] - size * weights[from]);
      leftOfPair += lefts[to];
      outOfPair += all[from];
      sizes += size;
    }
    total += outOfPair;
    order.push({ part: leftOfPair / Math.max(outOfPair, 1e-300), i });
  }
  const shares = sharesOf(subject, pairing, pairs, batches);
  // Features that do not turn are not rounded.
  const upper = order.sort((a, b) => b.part - a.part).slice(0, Math.ceil(pairs / 2));
  const usual = Math.max(total / (pairs * count), 1e-300);
  let [left, out, short, shortLeft, shortOut] = [0, 0, 0, 0, 0];
  for (const { i } of upper) {
    for (let at = i * count; at < (i + 1) * count; at++) {
      const weight = usual / (usual + outs[at]);
      left += lefts[at];
      out += outs[at];
      short += weight;
      shortLeft += weight * lefts[at];
      shortOut += weight * outs[at];
    }
  }
  const number = upper.length * count;
  const rest = (blocks - 1) / blocks;
  // left / rest = number·noise + out·κ², shortLeft / rest = short·noise + shortOut·κ²; noise is 2·B·σ².
  const determinant = out * short - shortOut * number;
  const steady = (out * shortLeft - shortOut * left) / (rest * Math.max(determinant, 1e-300));
  const most = 2 * blocks * square(MAX_PART * unit) * usual;
  const noise = determinant > 1e-9 * out * short ? Math.min(most, Math.max(0, steady)) : 0;
  const relative = Math.max(0, left / rest - number * noise) / Math.max(out, 1e-300);
  const rounding = Math.sqrt((relative / 2) * shares) / unit;
  const amplitude = Math.max(sizes / (pairs * count), 1e-300);
  return {
    part: Math.min(MAX_PART, Math.max(MIN_PART, rounding)),
    noise: noise / (2 * blocks) / amplitude,
  };
}

/**
 * The mean of Σ l⁴ / (Σ l²)² over rows and pairs, with l the lengths of a pair in the vectors of a row.
 * @param {Subject} subject @param {Pairing} pairing @param {number} pairs @param {number} batches
 */
function sharesOf(subject, { pair, target }, pairs, batches) {
  const { rows, output, vectors } = subject;
  const features = Array.from({ length: pairs }, (_, i) =>
    [...target].filter((_, f) => pair[f] === i),
  );
  const step = Math.max(1, Math.floor(rows / ROWS_SAMPLED));
  let [sum, count] = [0, 0];
  for (let p = 0; p < rows; p += step) {
    for (const [a, b] of features) {
      let [out, fourth] = [0, 0];
      for (let batch = 0; batch < batches; batch++) {
        for (const [outer, inner] of vectors) {
          const at = subject.startOf(batch * rows + p, outer, inner);
          const own = square(output[at + a]) + square(output[at + b]);
          out += own;
          fourth += own * own;
        }
      }
      sum += out > 0 ? fourth / (out * out) : 0;
      count++;
    }
  }
  return sum / count;
}
