export declare const LARGEST_POSITION: number;
export declare const LARGEST_WIDTH = 65536;
/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} min @param {number} max
 * @returns {number}
 */
export declare function integer(
  where: string,
  name: string,
  value: unknown,
  min: number,
  max: number,
): number;
/**
 * A count of rows or elements.
 * @param {string} where @param {string} name @param {unknown} value
 */
export declare function count(where: string, name: string, value: unknown, min?: number): number;
/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export declare function finite(where: string, name: string, value: unknown): number;
/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} min @param {number} max
 * @returns {number}
 */
export declare function number(
  where: string,
  name: string,
  value: unknown,
  min: number,
  max: number,
): number;
/**
 * An even integer from 2 to `max`.
 * @param {string} where @param {string} name @param {unknown} value @param {number} max
 * @returns {number}
 */
export declare function even(where: string, name: string, value: unknown, max: number): number;
/** @param {string} where @param {string} name @param {unknown} value @returns {boolean} */
export declare function boolean(where: string, name: string, value: unknown): boolean;
/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export declare function position(where: string, name: string, value: unknown): number;
/**
 * The positions from `start`, `length` of them, stay within bounds.
 * @param {string} where @param {number} start @param {number} length
 */
export declare function lastPosition(where: string, start: number, length: number): void;
/** @param {string} where @param {unknown} value @returns {number} */
export declare function dModel(where: string, value: unknown): number;
/** A width that may be odd. @param {string} where @param {unknown} value @returns {number} */
export declare function oddDModel(where: string, value: unknown): number;
/** @param {string} where @param {unknown} value @returns {number} */
export declare function base(where: string, value: unknown): number;
/** @param {string} where @param {unknown} value @returns {number} */
export declare function scale(
  where: string,
  value: unknown,
  /** @type {number} */ width: number,
): number;
/**
 * One of a list of names.
 * @template {string} T
 * @param {string} where @param {string} name @param {unknown} value @param {readonly T[]} names
 * @returns {T}
 */
export declare function oneOf<T extends string>(
  where: string,
  name: string,
  value: unknown,
  names: readonly T[],
): T;
/** A size above 0. @param {string} where @param {string} name @param {unknown} value */
export declare function step(where: string, name: string, value: unknown): number;
