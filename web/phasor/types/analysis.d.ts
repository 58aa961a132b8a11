import type { FloatArray } from "./check.js";
import type { Convention } from "./conventions.js";
export type ShiftOptions = {
  /**
   * above 1; 10000 by default
   */
  base?: number | undefined;
  /**
   * layout and spacing of the encodings: the name of a preset
   * or an object, see `conventions`; "vaswani", the paper's, by default
   */
  convention?: Convention | undefined;
};
/** @import { FloatArray } from "./check.js" */
/** @import { Convention } from "./conventions.js" */
/**
 * @typedef {object} ShiftOptions
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {Convention | undefined} [convention] layout and spacing of the encodings: the name of a preset
 *   or an object, see `conventions`; "vaswani", the paper's, by default
 */
/**
 * M_k, the matrix that shifts every encoding by k = `offset` positions: PE(p + k) = M_k·PE(p).
 *
 *     block i of the diagonal = [  cos kω_i   sin kω_i ]
 *                               [ −sin kω_i   cos kω_i ]
 *
 * For another convention the matrix has its frequencies, and its rows and columns are in the order of
 * its sines and cosines; a last column of zeros is unchanged.
 *
 * Source: Vaswani et al. 2017, section 3.5.
 *
 * @param {number} offset k, any number within ±2^53
 * @param {number} dModel 2 … 65536; even, unless the convention allows odd widths
 * @param {ShiftOptions} [options]
 * @returns {Float64Array<ArrayBuffer>} (dModel, dModel), each entry within 2^-51
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function relativePositionMatrix(
  offset: number,
  dModel: number,
  options?: ShiftOptions,
): Float64Array<ArrayBuffer>;
/**
 * How well a table satisfies PE(p + k) = M_k·PE(p), for every p such that both rows are in the table.
 *
 * @param {FloatArray} pe (L, d), in the paper's layout or in that of `convention`
 * @param {readonly [length: number, dModel: number]} shape d even, unless the convention allows odd widths
 * @param {number} offset k, an integer, |k| < L
 * @param {ShiftOptions} [options]
 * @returns {{ matrix: Float64Array<ArrayBuffer>, maxError: number, errors: Float64Array<ArrayBuffer> }}
 *   matrix: M_k (d, d), as `relativePositionMatrix` gives it; errors: ‖M_k·PE(p) − PE(p + k)‖₂ for
 *   each valid p in ascending order, (L − |k|); maxError: the largest of them
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function verifyRelativePosition(
  pe: FloatArray,
  shape: readonly [length: number, dModel: number],
  offset: number,
  options?: ShiftOptions,
): {
  matrix: Float64Array<ArrayBuffer>;
  maxError: number;
  errors: Float64Array<ArrayBuffer>;
};
/**
 * Statistics of a table, all computed in double.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {{ norms: Float64Array<ArrayBuffer>, mean: Float64Array<ArrayBuffer>,
 *   variance: Float64Array<ArrayBuffer>, min: number, max: number }}
 *   norms: the Euclidean norm of each row (L), √(d/2) for a sinusoidal table; mean and variance (of the
 *   population): of each column (d); min and max: of all entries, NaN if any entry is
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function encodingStatistics(
  pe: FloatArray,
  shape: readonly [length: number, dModel: number],
): {
  norms: Float64Array<ArrayBuffer>;
  mean: Float64Array<ArrayBuffer>;
  variance: Float64Array<ArrayBuffer>;
  min: number;
  max: number;
};
