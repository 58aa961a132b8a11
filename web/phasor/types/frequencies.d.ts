/**
 * The angular frequencies of the pairs, ω_i = base^(-2i/dModel) in radians per position.
 *
 * Source: Vaswani et al. 2017, section 3.5. Each is the double nearest to the exact value, or one of the
 * two nearest if the exact value is almost halfway between them.
 *
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (dModel/2)
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * frequencies(4); // Float64Array [1, 0.01]
 */
export declare function frequencies(
  dModel: number,
  options?: {
    base?: number | undefined;
  },
): Float64Array<ArrayBuffer>;
/**
 * The wavelengths of the pairs, 2π/ω_i, in positions: from 2π up to nearly 2π·base.
 *
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (dModel/2)
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function wavelengths(
  dModel: number,
  options?: {
    base?: number | undefined;
  },
): Float64Array<ArrayBuffer>;
