import type { FloatArray } from "../check.js";
import { RotaryEmbedding } from "./rope.js";
/** @import { FloatArray } from "../check.js" */
/** @import { Rotary } from "./rotary.js" */
/**
 * The score q_m·k_0 of one query and one key, the query at the positions m = 0 … length − 1 and the
 * key at position 0; with q and k turned at any other positions it would be the same wherever their
 * distance is m. Attention factors are in it, 1/√d is not.
 *
 * For pairs (a, z) of q and (b, y) of k it is Σ (ab + zy)·cos mω_i + (ay − zb)·sin mω_i, plus the
 * products of the features that are not turned; computed in double. Factors of queries (queryScaling)
 * are in it too.
 *
 * @param {FloatArray} q (dHead)
 * @param {FloatArray} k (dHead)
 * @param {RotaryEmbedding<any>} rotary
 * @param {number} length at most the rotary's maxLength
 * @returns {Float64Array<ArrayBuffer>} (length)
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function relativeScores(
  q: FloatArray,
  k: FloatArray,
  rotary: RotaryEmbedding<any>,
  length: number,
): Float64Array<ArrayBuffer>;
