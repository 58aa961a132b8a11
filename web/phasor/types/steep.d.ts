import type { Attention } from "./attend.js";
import type { FloatArray } from "./check.js";
/** @import { FloatArray } from "./check.js" */
/** @import { Attention } from "./attend.js" */
/**
 * The scores of one query as distances to the greatest of them, which is what a softmax needs. Where an
 * input is NaN, or infinities of it meet, so is a score.
 * @param {Attention} of @param {number} head @param {number} query
 * @param {number} biasRow where the query's biases start
 * @param {FloatArray} line filled, one for each key that the query sees
 */
export declare function steepScores(
  of: Attention,
  head: number,
  query: number,
  biasRow: number,
  line: FloatArray,
): void;
/**
 * A weighted sum of finite values that overflowed on the way; undefined if a value that counts is not
 * finite. Since weights add up to 1, it is no larger than the greatest value.
 * @param {ArrayLike<number>} weights @param {number} first weight
 * @param {FloatArray} v @param {number} from the first value @param {number} stride from key to key
 * @param {number} count of keys
 */
export declare function sumAgain(
  weights: ArrayLike<number>,
  first: number,
  v: FloatArray,
  from: number,
  stride: number,
  count: number,
): number | undefined;
