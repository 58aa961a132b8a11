// analysis.js: relations between the rows of a table, and statistics of them.

import * as check from "./check.js";
import { arrange, columnsOf } from "./conventions.js";
import { analysisKernels } from "./kernels/analysis.js";
import { encodingKernels } from "./kernels/encoding.js";
import { rowNorms } from "./products.js";
import { fillTable } from "./table.js";
import { copyIn, eachTile, inputAt, suffix, Workspace } from "./workspace.js";

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
export function relativePositionMatrix(offset, dModel, options) {
  const where = "phasor.relativePositionMatrix";
  const checked = check.options(where, options, shiftOptions);
  check.position(where, "offset", offset);
  return shiftMatrix(where, dModel, offset, checked).matrix;
}

const shiftOptions = /** @type {const} */ (["base", "convention"]);

/**
 * @param {string} where @param {number} dModel @param {number} offset @param {ShiftOptions} options
 */
function shiftMatrix(where, dModel, offset, { base, convention }) {
  const arrangement = arrange(where, dModel, base, convention);
  const columns = columnsOf(arrangement, dModel);
  // The sines and cosines of the shift in the paper's layout, and their columns.
  const encoding = new Float64Array(dModel);
  fillTable(encoding, arrangement, Float64Array.of(offset));
  const values = encoding.slice(0, columns.length).map((_, i) => encoding[columns[i]]);
  const matrix = check.allocate(where, "float64", dModel * dModel);
  for (let i = 0; i < columns.length; i += 2) {
    const [sine, cosine] = [columns[i], columns[i + 1]];
    matrix[sine * dModel + sine] = values[i + 1];
    matrix[sine * dModel + cosine] = values[i];
    matrix[cosine * dModel + sine] = -values[i];
    matrix[cosine * dModel + cosine] = values[i + 1];
  }
  if (dModel % 2) matrix[matrix.length - 1] = 1;
  return { matrix, values, columns };
}

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
export function verifyRelativePosition(pe, shape, offset, options) {
  const where = "phasor.verifyRelativePosition";
  const checked = check.options(where, options, shiftOptions);
  const { length, width } = check.matrix(where, pe, shape);
  check.integer(where, "offset", offset, 1 - length, length - 1);
  const { matrix, values, columns } = shiftMatrix(where, width, offset, checked);
  const errors = new Float64Array(length - Math.abs(offset));
  const workspace = new Workspace(pe);
  const kernel = workspace.use(analysisKernels)[`phasor_shift_errors${suffix(pe)}`];
  const arrangeColumns = workspace.use(encodingKernels)[`phasor_columns${suffix(pe)}`];
  const at = copyIn(workspace, values, 0, values.length);
  const order = Int32Array.from({ length: width }, (_, c) => columns[c] ?? c);
  const inPaperLayout = order.every((column, c) => column === c);
  const from = inPaperLayout ? 0 : copyIn(workspace, order, 0, width);
  const bytes = width * pe.BYTES_PER_ELEMENT;
  /** Rows in the paper's layout. @param {number} first @param {number} rows */
  const paperRows = (first, rows) => {
    const x = inputAt(workspace, pe, first * width, rows * width);
    if (inPaperLayout) return x;
    const arranged = workspace.reserve(rows * bytes);
    arrangeColumns(arranged, x, from, rows, width);
    return arranged;
  };
  eachTile(workspace, errors.length, (inPaperLayout ? 2 : 4) * bytes + 8, true, (first, rows) => {
    const start = first + Math.max(0, -offset);
    const x = paperRows(start, rows);
    const shifted = paperRows(start + offset, rows);
    const result = workspace.reserve(8 * rows);
    kernel(result, x, shifted, at, rows, width);
    errors.set(workspace.doubles(result, rows), first);
  });
  return { matrix, maxError: greatest(errors), errors };
}

/** The largest value; NaN if there is one. @param {Float64Array} values */
function greatest(values) {
  let max = 0;
  for (const value of values) max = value > max || Number.isNaN(value) ? value : max;
  return max;
}

/**
 * Statistics of a table, all computed in double, in whose range sums and squares must stay.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {{ norms: Float64Array<ArrayBuffer>, mean: Float64Array<ArrayBuffer>,
 *   variance: Float64Array<ArrayBuffer>, min: number, max: number }}
 *   norms: the Euclidean norm of each row (L), √(d/2) for a sinusoidal table; mean and variance (of the
 *   population): of each column (d); min and max: of all entries, NaN if any entry is
 * @throws {TypeError | RangeError} naming the argument
 */
export function encodingStatistics(pe, shape) {
  const where = "phasor.encodingStatistics";
  const { length, width } = check.matrix(where, pe, shape);
  const mean = new Float64Array(width);
  const variance = new Float64Array(width);
  const range = new Float64Array([Infinity, -Infinity]);
  const workspace = new Workspace(pe);
  const kind = suffix(pe);
  const kernels = workspace.use(analysisKernels);
  const sums = workspace.reserve(8 * width);
  const squares = workspace.reserve(8 * width);
  const rangeAt = workspace.reserve(16);
  workspace.doubles(sums, width).fill(0);
  workspace.doubles(squares, width).fill(0);
  workspace.doubles(rangeAt, 2).set(range);
  const rowBytes = width * pe.BYTES_PER_ELEMENT;
  eachTile(workspace, length, rowBytes, false, (first, rows) => {
    const x = inputAt(workspace, pe, first * width, rows * width);
    kernels[`phasor_column_sums${kind}`](sums, x, rows, width);
    kernels[`phasor_range${kind}`](rangeAt, x, rows * width);
  });
  const means = workspace.doubles(sums, width);
  for (let c = 0; c < width; c++) means[c] /= length;
  eachTile(workspace, length, rowBytes, false, (first, rows) => {
    const x = inputAt(workspace, pe, first * width, rows * width);
    kernels[`phasor_column_squares${kind}`](squares, sums, x, rows, width);
  });
  mean.set(means);
  variance.set(workspace.doubles(squares, width));
  for (let c = 0; c < width; c++) variance[c] /= length;
  const [min, max] = workspace.doubles(rangeAt, 2);
  return { norms: rowNorms(pe, length, width), mean, variance, min, max };
}
