// scatter.js: estimates the errors of 16-bit values from differences between blocks of vectors that
// were rotated by the same angles.

import { square } from "../elementary.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Layout } from "./cache.js" */

/** Maximum rms rounding error in units of the roundoff: small, since roundings seldom add up. */
export const PART = 0.2;
/** Minimum rms rounding error in units of the roundoff. */
const LEAST = 0.01;
/** Approximate number of rows to use. */
const ROWS = 512;

/**
 * @typedef {object} Turned the arrows that best explain rotated vectors
 * @property {number} rows @property {number} pairs @property {number} rotaryStart
 * @property {Layout} layout @property {boolean} reordered
 * @property {Float64Array} cos @property {Float64Array} sin @property {Float64Array} weights
 */

/**
 * The rms rounding error of the angles in units of `unit`, and the variance of further noise that
 * does not depend on the lengths of the vectors, relative to their squared lengths.
 *
 * The variance of an entry v is σ² + κ²·v². The squared residuals of the best arrows for B blocks
 * are (B − 1)/B of it. Two sums over rows and pairs, the second with larger weights for short
 * vectors, determine σ and κ.
 * @param {Turned} turned @param {FloatArray} output (blocks, rows, width) @param {number} blocks
 * @param {number} width @param {number} unit
 */
export function scatterOf(turned, output, blocks, width, unit) {
  const { rows, pairs, rotaryStart, layout, reordered, cos, sin, weights } = turned;
  const apart = layout === "half" || reordered ? pairs : 1;
  const stride = layout === "half" || reordered ? 1 : 2;
  const step = Math.max(1, Math.floor(rows / ROWS));
  const count = Math.ceil(rows / step);
  const [outs, lefts] = [new Float64Array(pairs * count), new Float64Array(pairs * count)];
  /** @type {{ part: number, i: number }[]} */
  const order = [];
  let [all, sizes, shares] = [0, 0, 0];
  for (let i = 0; i < pairs; i++) {
    let [leftOfPair, outOfPair] = [0, 0];
    for (let k = 0; k < count; k++) {
      const p = k * step;
      let out = 0;
      let fourth = 0;
      for (let block = 0; block < blocks; block++) {
        const at = (block * rows + p) * width + rotaryStart + i * stride;
        const own = output[at] * output[at] + output[at + apart] * output[at + apart];
        out += own;
        fourth += own * own;
      }
      const from = i * rows + p;
      const size = cos[from] * cos[from] + sin[from] * sin[from];
      const to = i * count + k;
      outs[to] = out;
      lefts[to] = Math.max(0, out - size * weights[from]);
      leftOfPair += lefts[to];
      outOfPair += out;
      sizes += size;
      shares += out > 0 ? fourth / (out * out) : 0;
    }
    all += outOfPair;
    order.push({ part: leftOfPair / Math.max(outOfPair, 1e-300), i });
  }
  // Features that do not turn are not rounded.
  const upper = order.sort((a, b) => b.part - a.part).slice(0, Math.ceil(pairs / 2));
  const usual = Math.max(all / (pairs * count), 1e-300);
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
  const most = 2 * blocks * square(PART * unit) * usual;
  const noise = determinant > 1e-9 * out * short ? Math.min(most, Math.max(0, steady)) : 0;
  const relative = Math.max(0, left / rest - number * noise) / Math.max(out, 1e-300);
  const rounding = Math.sqrt((relative / 2) * (shares / (pairs * count))) / unit;
  const amplitude = Math.max(sizes / (pairs * count), 1e-300);
  return {
    part: Math.min(PART, Math.max(LEAST, rounding)),
    noise: noise / (2 * blocks) / amplitude,
  };
}
