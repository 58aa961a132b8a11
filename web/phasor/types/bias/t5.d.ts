import type { Dtype, FloatArray, TableArray, TableOf } from "../check.js";
export type T5Options = {
  /**
   * whether later keys have their own buckets, the second
   * half; true by default. Otherwise they all share bucket 0.
   */
  bidirectional?: boolean | undefined;
  /**
   * the distance from which on all keys share the last bucket; more
   * than ⌊n/2⌋ for n buckets per direction; 128 by default
   */
  maxDistance?: number | undefined;
};
export type Scheme = {
  bidirectional: boolean;
  each: number;
  exact: number;
  thresholds: number[];
};
/**
 * The smallest distance n of each bucket exact + m, m = 1 … each − exact − 1. With K = each − exact it
 * is the smallest n such that
 *
 *     ln(n/exact)/ln(distance/exact)·K ≥ m,  that is  n^K ≥ distance^m·exact^(K − m)
 *
 * This is decided in integers wherever a rounded logarithm could be wrong.
 * @param {number} each @param {number} exact @param {number} distance
 */
export declare function thresholdsOf(each: number, exact: number, distance: number): number[];
/**
 * The bucket of a relative position in the bias of T5 (Raffel et al. 2020). Half of the buckets per
 * direction are for a single distance each; larger distances share the others logarithmically. The
 * computation is exact; for the usual 32 buckets and maxDistance 128, float32 code gives the same.
 *
 * @param {number} relativePosition key − query, an integer
 * @param {T5Options & { buckets?: number | undefined }} [options] buckets: the total number,
 *   2 … 4096; even and at least 4 if bidirectional; 32 by default
 * @returns {number} 0 … buckets − 1
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function t5Bucket(
  relativePosition: number,
  options?: T5Options & {
    buckets?: number | undefined;
  },
): number;
export declare function t5Bias<T extends FloatArray>(
  table: T,
  shape: readonly [buckets: number, heads: number],
  queryLength: number,
  keyLength: number,
  options?: T5Options & {
    offset?: number | undefined;
    dtype?: undefined;
    out?: T | undefined;
  },
): T;
export declare function t5Bias<D extends Dtype>(
  table: FloatArray,
  shape: readonly [buckets: number, heads: number],
  queryLength: number,
  keyLength: number,
  options: T5Options & {
    offset?: number;
    dtype: D;
    out?: undefined;
  },
): TableOf<D>;
export declare function t5Bias<T extends TableArray>(
  table: FloatArray,
  shape: readonly [buckets: number, heads: number],
  queryLength: number,
  keyLength: number,
  options: T5Options & {
    offset?: number;
    dtype?: Dtype;
    out: T;
  },
): T;
/**
 * The gradient of `t5Bias` with respect to its table. Each entry is the sum of the gradients of the
 * entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, queryLength, keyLength)
 * @param {readonly [buckets: number, heads: number]} shape of the table
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, out?: T | undefined }} [options] the same as
 *   for `t5Bias`; out: (buckets, heads), overwritten; must not overlap gradBias
 * @returns {T} (buckets, heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function t5BiasBackward<T extends FloatArray>(
  gradBias: T,
  shape: readonly [buckets: number, heads: number],
  queryLength: number,
  keyLength: number,
  options?: T5Options & {
    offset?: number | undefined;
    out?: T | undefined;
  },
): T;
