export type List = ArrayLike<number> | BigInt64Array | BigUint64Array;
/** Numbers, and 64-bit integers. @typedef {ArrayLike<number> | BigInt64Array | BigUint64Array} List */
/**
 * An array or typed array of numbers; its entries are not looked at.
 * @param {string} where @param {string} name @param {unknown} value
 * @returns {ArrayLike<number | bigint>}
 */
export declare function numbers(
  where: string,
  name: string,
  value: unknown,
): ArrayLike<number | bigint>;
/**
 * Any list of numbers within ±2^53, as a Float64Array: on the caller's memory if it is one already.
 * @param {string} where @param {string} name @param {unknown} value
 * @returns {Float64Array}
 */
export declare function positions(where: string, name: string, value: unknown): Float64Array;
/**
 * A list of `length` indices below `limit`, as an Int32Array: the caller's own if it is one.
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} length @param {number} limit
 * @returns {Int32Array}
 */
export declare function indices(
  where: string,
  name: string,
  value: unknown,
  length: number,
  limit: number,
): Int32Array;
