import type { FloatArray } from "./check.js";
export type Attention = {
  /**
   * (heads, queries, depth)
   */
  q: FloatArray;
  /**
   * (heads, keys, depth)
   */
  k: FloatArray;
  /**
   * (heads, keys, depth)
   */
  v?: FloatArray | undefined;
  /**
   * (heads or 1, queries, keys)
   */
  bias: FloatArray | undefined;
  /**
   * (heads, queries, keys), if requested
   */
  weights: FloatArray | undefined;
  /**
   * (heads, queries, depth), if v is given
   */
  out?: FloatArray | undefined;
  heads: number;
  queries: number;
  keys: number;
  depth: number;
  /**
   * query i sees keys 0 … offset + i; undefined: all keys
   */
  offset: number | undefined;
  scale: number;
};
/**
 * Fills weights, or out, or both.
 * @param {Attention} of with at least one query, one key and one feature
 */
export declare function attend(of: Attention): void;
