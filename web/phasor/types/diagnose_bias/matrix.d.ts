import type { FloatArray } from "../check.js";
export type Bias = {
  /**
   * (heads, queries, keys)
   */
  values: FloatArray;
  heads: number;
  queries: number;
  keys: number;
  /**
   * entries that are not above it are masked
   */
  limit: number;
  /**
   * how many are NaN or +Infinity
   */
  broken: number;
  /**
   * relative error that the format of the entries has
   */
  precision: number;
};
/**
 * @param {FloatArray} values @param {number} heads @param {number} queries @param {number} keys
 * @returns {Bias}
 */
export declare function readBias(
  values: FloatArray,
  heads: number,
  queries: number,
  keys: number,
): Bias;
/**
 * Calls `visit` with every entry of a head that is neither masked nor broken.
 * @param {Bias} bias @param {number} head
 * @param {(value: number, query: number, key: number) => void} visit
 */
export declare function eachSeen(
  { values, queries, keys, limit }: Bias,
  head: number,
  visit: (value: number, query: number, key: number) => void,
): void;
