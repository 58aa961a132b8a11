import type { FloatArray } from "../check.js";
export type RelativeOptions = {
  /**
   * the position of query 0 among the keys, an integer, 0 by
   * default
   */
  offset?: number | undefined;
};
/**
 * A bias for each relative position of key and query, which you add to the scores. For query number
 * `query` at position i = offset + query, and key j:
 *
 *     out[head, query, j] = table[reach + min(max(j − i, −reach), reach), head]
 *
 * Row `reach` is for distance 0, and later rows are for later keys. Distances beyond the reach use the
 * first or the last row (the clipping of Shaw et al. 2018, section 3.2, with scalars for vectors).
 *
 * @template {FloatArray} T
 * @param {T} table (2·reach + 1, heads), learned
 * @param {readonly [rows: number, heads: number]} shape of the table, rows odd
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {RelativeOptions & { out?: T | undefined }} [options] out: (heads, queryLength, keyLength);
 *   must not overlap the table
 * @returns {T} (heads, queryLength, keyLength)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 *
 * @example
 * relativeBias(Float32Array.of(-1, 0, 1), [3, 1], 1, 4, { offset: 1 }); // [-1, 0, 1, 1]
 */
export declare function relativeBias<T extends FloatArray>(
  table: T,
  shape: readonly [rows: number, heads: number],
  queryLength: number,
  keyLength: number,
  options?: RelativeOptions & {
    out?: T | undefined;
  },
): T;
/**
 * The gradient of `relativeBias` with respect to its table. Each entry is the sum of the gradients of
 * the entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, queryLength, keyLength)
 * @param {readonly [rows: number, heads: number]} shape of the table, rows odd
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {RelativeOptions & { out?: T | undefined }} [options] offset: as for `relativeBias`; out:
 *   (2·reach + 1, heads), overwritten; must not overlap gradBias
 * @returns {T} (2·reach + 1, heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function relativeBiasBackward<T extends FloatArray>(
  gradBias: T,
  shape: readonly [rows: number, heads: number],
  queryLength: number,
  keyLength: number,
  options?: RelativeOptions & {
    out?: T | undefined;
  },
): T;
