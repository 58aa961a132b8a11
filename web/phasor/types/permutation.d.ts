import type { FloatArray } from "./check.js";
/** @import { FloatArray } from "./check.js" */
/**
 * How strongly attention depends on the order of its input: the largest entry of
 * |A(πX) − π·A(X)·πᵀ|, where A(X) = attentionWeights(X, X) and (πX)_i = X_π(i). Without positions it is
 * exactly 0 in float32 for lengths up to 4096: permuted words have permuted weights. If pe is given, it
 * is added to the rows both before and after they are permuted, and the result measures the effect of
 * the positions. Sums that are too large for the type do no harm.
 *
 * @template {FloatArray} T
 * @param {T} x (L, d)
 * @param {readonly [length: number, d: number]} shape
 * @param {ArrayLike<number | bigint>} permutation each of 0 … L − 1 once
 * @param {{ pe?: T | undefined }} [options] pe: (L, d), none by default
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function permutationError<T extends FloatArray>(
  x: T,
  shape: readonly [length: number, d: number],
  permutation: ArrayLike<number | bigint>,
  options?: {
    pe?: T | undefined;
  },
): number;
