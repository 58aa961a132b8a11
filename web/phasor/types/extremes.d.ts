import type { FloatArray } from "./check.js";
/** x·2^exponent, whatever the exponent. @param {number} x @param {number} exponent */
export declare function scaled(x: number, exponent: number): number;
/** The e for which 2^(e − 1) ≤ |x| < 2^e. @param {number} x finite, not 0 @returns {number} */
export declare function exponentOf(x: number): number;
export type Balanced = {
  values: Float64Array;
  exponent: number;
  finite: boolean;
};
/**
 * values·2^exponent, the greatest magnitude among the values in [1/2, 1); of zeros, and of what is not
 * finite, the row itself.
 * @typedef {{ values: Float64Array, exponent: number, finite: boolean }} Balanced
 */
/**
 * @param {FloatArray} x @param {number} from @param {number} count
 * @returns {Balanced}
 */
export declare function balance(x: FloatArray, from: number, count: number): Balanced;
/** Σ a·b of two balanced rows, without their exponents. @param {Balanced} a @param {Balanced} b */
export declare function dot(a: Balanced, b: Balanced): number;
/**
 * The rows of a matrix, each balanced when it is first asked for.
 * @param {FloatArray} x @param {number} width
 */
export declare function balancedRows(
  x: FloatArray,
  width: number,
): (/** @type {number} */ row: number) => Balanced;
