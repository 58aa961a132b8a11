// steep.js: attention whose scores or sums are too large for their type, in double and in units of a
// power of two.
import { isFloat32 } from "./check/arrays.js";
import { balance, dot, exponentOf, scaled } from "./extremes.js";

/** @import { FloatArray } from "./check.js" */
/** @import { Attention } from "./attend.js" */

/**
 * The scores of one query minus the largest of them, which is what a softmax needs. A score is NaN
 * if an input is NaN, or if infinities cancel.
 * @param {Attention} of @param {number} head @param {number} query
 * @param {number} biasRow where the query's biases start
 * @param {FloatArray} line filled, one for each key that the query sees
 */
export function steepScores(of, head, query, biasRow, line) {
  const { q, k, bias, queries, keys, depth, scale } = of;
  const row = balance(q, (head * queries + query) * depth, depth);
  const scaling = scale === 0 ? 0 : exponentOf(scale);
  const factor = scaled(scale, -scaling);
  const scores = new Float64Array(line.length);
  const exponents = new Float64Array(line.length);
  let unit = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < line.length; j++) {
    const key = balance(k, (head * keys + j) * depth, depth);
    const score = dot(row, key) * factor;
    const added = bias ? bias[biasRow + j] : 0;
    scores[j] = score;
    exponents[j] = row.exponent + key.exponent + scaling;
    if (isPlain(score)) unit = Math.max(unit, exponentOf(score) + exponents[j]);
    if (isPlain(added)) unit = Math.max(unit, exponentOf(added));
  }
  if (unit === Number.NEGATIVE_INFINITY) unit = 0;
  let max = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < line.length; j++) {
    scores[j] = scaled(scores[j], exponents[j] - unit);
    if (bias) scores[j] += scaled(bias[biasRow + j], -unit);
    if (scores[j] > max) max = scores[j];
  }
  for (let j = 0; j < line.length; j++) {
    // −Infinity stays −Infinity: a difference of infinities would be NaN.
    const infinite = scores[j] === Number.NEGATIVE_INFINITY;
    if (scores[j] === max && !infinite) line[j] = 0;
    else line[j] = infinite ? scores[j] : scaled(scores[j] - max, unit);
  }
}

/** Whether a number is finite and not 0, and so has an exponent. @param {number} x */
function isPlain(x) {
  return x !== 0 && Number.isFinite(x);
}

/**
 * Recomputes a weighted sum of finite values whose partial sums overflowed; undefined if a value
 * with a weight above 0 is not finite. Since weights add up to 1, the sum is no larger than the
 * largest value.
 * @param {ArrayLike<number>} weights @param {number} first weight
 * @param {FloatArray} v @param {number} from the first value @param {number} stride from key to key
 * @param {number} count of keys
 */
export function sumAgain(weights, first, v, from, stride, count) {
  const largest = isFloat32(v) ? 2 ** 128 - 2 ** 104 : Number.MAX_VALUE;
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const weight = weights[first + j];
    if (weight !== 0) sum += weight * (v[from + j * stride] / 4);
  }
  return Number.isFinite(sum) ? Math.max(-largest, Math.min(largest, sum * 4)) : undefined;
}
