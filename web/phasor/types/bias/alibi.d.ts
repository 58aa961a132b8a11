import type { Dtype, TableArray, TableOf } from "../check.js";
/**
 * The slopes of ALiBi (Press et al. 2022). If the number of heads n is a power of two, head j has the
 * slope 2^(−maxBias·(j + 1)/n). Otherwise the slopes are those for the next smaller power of
 * two, followed by the first, third, fifth … slope for the next larger one.
 *
 * @param {number} heads 1 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.maxBias] the exponent of the last head, above 0, at most 1000;
 *   8 by default, as in the paper (`alibi_bias_max` of MPT's configurations)
 * @returns {Float64Array<ArrayBuffer>} (heads), the nearest doubles
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * alibiSlopes(4); // Float64Array [0.25, 0.0625, 0.015625, 0.00390625]
 */
export declare function alibiSlopes(
  heads: number,
  options?: {
    maxBias?: number | undefined;
  },
): Float64Array<ArrayBuffer>;
export declare function alibiBias<D extends Dtype = "float32">(
  heads: number,
  queryLength: number,
  keyLength: number,
  options?: AlibiOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function alibiBias<T extends TableArray>(
  heads: number,
  queryLength: number,
  keyLength: number,
  options: AlibiOptions & {
    out: T;
    dtype?: Dtype;
  },
): T;
export type AlibiOptions = {
  /**
   * whether later keys are masked; true by default
   */
  causal?: boolean | undefined;
  /**
   * "distance" by default
   */
  form?: "distance" | "key-index" | undefined;
  /**
   * the position of query 0 among the keys, such as the number of
   * keys that were in the cache before; an integer within ±(2^31 − 1), 0 by default
   */
  offset?: number | undefined;
  /**
   * see `alibiSlopes`; 8 by default
   */
  maxBias?: number | undefined;
};
