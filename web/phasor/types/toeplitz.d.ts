import type { ArrayOf, FloatArray } from "./check.js";
/**
 * The dot product of two encodings at each distance: out[k] = Σ_i cos kω_i, so that out[0] is
 * dModel/2. This is the result of `similarityByDistance` for a sinusoidal table, without the table.
 *
 * @param {number} length distances 0 … length − 1
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (length), each within dModel·2^-52·(1 + dModel/16) of the exact value
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function sinusoidalSimilarity(
  length: number,
  dModel: number,
  options?: {
    base?: number | undefined;
  },
): Float64Array<ArrayBuffer>;
export declare function sinusoidalDotProducts<D extends "float32" | "float64" = "float32">(
  length: number,
  dModel: number,
  options?: {
    base?: number | undefined;
    dtype?: D | undefined;
    out?: undefined;
  },
): ArrayOf<D>;
export declare function sinusoidalDotProducts<T extends FloatArray>(
  length: number,
  dModel: number,
  options: {
    base?: number | undefined;
    out: T;
  },
): T;
