// analysis.js: what a table's rows have to do with each other.
import * as check from "./check.js";
import { sinusoidalAt } from "./sinusoidal.js";
import { Stage, suffix } from "./stage.js";

/** @import { FloatArray } from "./check.js" */

/** Rows and columns of a block of products. */
const BLOCK = 64;
/** Columns of the table that are multiplied at a time; part of the result's definition. */
const DEPTH = 2048;

/**
 * M_k, the matrix that moves every encoding by `offset` positions: PE(p + k) = M_k·PE(p).
 *
 *     block i of the diagonal = [  cos kω_i   sin kω_i ]
 *                               [ −sin kω_i   cos kω_i ]
 *
 * Source: Vaswani et al. 2017, section 3.5.
 *
 * @param {number} offset k, any number within ±2^53
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (dModel, dModel), each entry within 2^-51
 * @throws {TypeError | RangeError} naming the argument
 */
export function relativePositionMatrix(offset, dModel, options) {
  const where = "phasor.relativePositionMatrix";
  const { base = 10000 } = check.options(where, options, ["base"]);
  check.position(where, "offset", offset);
  check.dModel(where, dModel);
  check.base(where, base);
  return shiftMatrix(where, sinusoidalAt([offset], dModel, { base, dtype: "float64" }));
}

/**
 * @param {string} where
 * @param {Float64Array} values the encoding of position k
 */
function shiftMatrix(where, values) {
  const width = values.length;
  const matrix = check.allocate(where, "float64", width * width);
  const stage = new Stage(matrix);
  const at = stage.copy(values, 0, width);
  stage.eachTile(width, 8 * width, false, (first, rows) => {
    const to = stage.output(matrix, first * width, rows * width);
    stage.kernels.phasor_shift_matrix(to, at, first, rows, width);
    stage.flush();
  });
  return matrix;
}

/**
 * How well a matrix keeps PE(p + k) = M_k·PE(p), over every p for which both are in it.
 *
 * @param {FloatArray} pe (L, d) in the paper's layout
 * @param {readonly [length: number, dModel: number]} shape d even
 * @param {number} offset k, an integer, |k| < L
 * @param {object} [options]
 * @param {number} [options.base] above 1; 10000 by default
 * @returns {{ matrix: Float64Array<ArrayBuffer>, maxError: number, errors: Float64Array<ArrayBuffer> }}
 *   matrix: M_k (d, d); errors: ‖M_k·PE(p) − PE(p + k)‖₂ for each valid p, ascending
 *   (L − |k|); maxError: the largest
 * @throws {TypeError | RangeError} naming the argument
 */
export function verifyRelativePosition(pe, shape, offset, options) {
  const where = "phasor.verifyRelativePosition";
  const { base = 10000 } = check.options(where, options, ["base"]);
  const { length, width } = check.matrix(where, pe, shape);
  check.dModel(where, width);
  check.integer(where, "offset", offset, 1 - length, length - 1);
  check.base(where, base);
  const values = sinusoidalAt([offset], width, { base, dtype: "float64" });
  const matrix = shiftMatrix(where, values);
  const errors = new Float64Array(length - Math.abs(offset));
  const stage = new Stage(pe);
  const kernel = stage.kernels[`phasor_shift_errors${suffix(pe)}`];
  const at = stage.copy(values, 0, width);
  stage.eachTile(errors.length, 2 * width * pe.BYTES_PER_ELEMENT + 8, true, (first, rows) => {
    const from = first + Math.max(0, -offset);
    const x = stage.input(pe, from * width, rows * width);
    const shifted = stage.input(pe, (from + offset) * width, rows * width);
    const result = stage.reserve(8 * rows);
    kernel(result, x, shifted, at, rows, width);
    errors.set(stage.doubles(result, rows), first);
  });
  return { matrix, maxError: greatest(errors), errors };
}

/** NaN if any is. @param {Float64Array} values */
function greatest(values) {
  let most = 0;
  for (const value of values) most = value > most || Number.isNaN(value) ? value : most;
  return most;
}

/**
 * All dot products of the rows, pe·peᵀ. Half of them are computed; the matrix is symmetric to the
 * bit. For a sinusoidal table the entry depends on the distance alone: Σ cos ω_i(p − q).
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T} [options.out] (L, L), apart from pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function dotProducts(pe, shape, options) {
  return products("phasor.dotProducts", pe, shape, options, false);
}

/**
 * The cosine of the angle between any two rows; 0 where a row is zero.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T} [options.out] (L, L), apart from pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function cosineSimilarity(pe, shape, options) {
  return products("phasor.cosineSimilarity", pe, shape, options, true);
}

/**
 * @template {FloatArray} T
 * @param {string} where @param {T} pe @param {readonly [number, number]} shape
 * @param {{ out?: T } | undefined} options @param {boolean} normalised
 * @returns {T}
 */
function products(where, pe, shape, options, normalised) {
  const { out } = check.options(where, options, ["out"]);
  const { length, width } = check.matrix(where, pe, shape);
  const size = length * length;
  const result =
    check.output(where, out, size, { type: pe, apart: { pe } }) ??
    check.allocate(where, check.dtypeOf(pe), size);
  const lengths = normalised ? rowNorms(pe, length, width) : undefined;
  const stage = new Stage(pe, result);
  const transpose = stage.kernels[`phasor_transpose${suffix(pe)}`];
  const normalise = stage.kernels[`phasor_normalise${suffix(pe)}`];
  eachProductBlock(stage, pe, length, width, result, (block) => {
    const { to, row, column, rows, columns } = block;
    if (lengths) {
      const rowLengths = stage.copy(lengths, row, rows);
      const columnLengths = stage.copy(lengths, column, columns);
      normalise(to, columns, rowLengths, columnLengths, rows, columns);
    }
    if (row !== column) {
      const mirror = stage.scratchBlock(result, column * length + row, columns, rows, length);
      transpose(mirror, rows, to, columns, rows, columns);
    }
  });
  return /** @type {T} */ (result);
}

/**
 * The mean dot product of two rows at each distance: out[k] = mean over p of pe[p]·pe[p + k].
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {Float64Array<ArrayBuffer>} (L)
 * @throws {TypeError | RangeError} naming the argument
 */
export function similarityByDistance(pe, shape) {
  const where = "phasor.similarityByDistance";
  const { length, width } = check.matrix(where, pe, shape);
  const means = new Float64Array(length);
  const stage = new Stage(pe);
  const sum = stage.kernels[`phasor_diagonal_sums${suffix(pe)}`];
  eachProductBlock(stage, pe, length, width, undefined, (block) => {
    // A block of 64 by 64 touches no more than 127 distances.
    const least = Math.max(0, block.column - block.row - block.rows + 1);
    const most = block.column + block.columns - 1 - block.row;
    const sums = stage.copy(means, least, most - least + 1);
    sum(
      sums - 8 * least,
      block.to,
      block.columns,
      block.row,
      block.column,
      block.rows,
      block.columns,
    );
    means.set(stage.doubles(sums, most - least + 1), least);
  });
  for (let k = 0; k < length; k++) means[k] /= length - k;
  return means;
}

/**
 * Calls `body` with blocks of pe·peᵀ (rows, columns) in scratch memory that cover the diagonal and
 * all above it.
 * @param {Stage} stage @param {FloatArray} pe @param {number} length @param {number} width
 * @param {FloatArray | undefined} out where the block belongs, if it is kept
 * @param {(block: { to: number, row: number, column: number, rows: number,
 *   columns: number }) => void} body
 */
function eachProductBlock(stage, pe, length, width, out, body) {
  const dots = stage.kernels[`phasor_dots${suffix(pe)}`];
  const size = pe.BYTES_PER_ELEMENT;
  const start = stage.top;
  for (let row = 0; row < length; row += BLOCK) {
    const rows = Math.min(BLOCK, length - row);
    stage.top = start;
    // Rows that fit as a whole are brought in once for all the columns.
    const left = width <= DEPTH ? stage.input(pe, row * width, rows * width) : undefined;
    const top = stage.top;
    for (let column = row; column < length; column += BLOCK) {
      const columns = Math.min(BLOCK, length - column);
      stage.top = top;
      const to = out
        ? stage.scratchBlock(out, row * length + column, rows, columns, length)
        : stage.reserve(rows * columns * size);
      const above = stage.top;
      for (let k = 0; k < width; k += DEPTH) {
        stage.top = above;
        const depth = Math.min(DEPTH, width - k);
        const a = left ?? stage.inputBlock(pe, row * width + k, rows, depth, width);
        const b =
          row === column ? a : stage.inputBlock(pe, column * width + k, columns, depth, width);
        const step = stage.inPlace ? width : depth;
        dots(to, columns, a, step, b, step, rows, columns, depth, k > 0 ? 1 : 0);
      }
      body({ to, row, column, rows, columns });
      stage.flush();
    }
  }
}

/** @param {FloatArray} pe @param {number} length @param {number} width */
function rowNorms(pe, length, width) {
  const norms = new Float64Array(length);
  const stage = new Stage(pe);
  const kernel = stage.kernels[`phasor_norms${suffix(pe)}`];
  stage.eachTile(length, width * pe.BYTES_PER_ELEMENT + 8, true, (first, rows) => {
    const x = stage.input(pe, first * width, rows * width);
    const to = stage.reserve(8 * rows);
    kernel(to, x, rows, width);
    norms.set(stage.doubles(to, rows), first);
  });
  return norms;
}

/**
 * Statistics of a table, all computed in double.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {{ norms: Float64Array<ArrayBuffer>, mean: Float64Array<ArrayBuffer>,
 *   variance: Float64Array<ArrayBuffer>, min: number, max: number }}
 *   norms: Euclidean, per position (L), √(d/2) for a sinusoidal table; mean and variance
 *   (of the population): per dimension (d); min and max: of all entries, NaN if any is
 * @throws {TypeError | RangeError} naming the argument
 */
export function encodingStatistics(pe, shape) {
  const where = "phasor.encodingStatistics";
  const { length, width } = check.matrix(where, pe, shape);
  const mean = new Float64Array(width);
  const variance = new Float64Array(width);
  const range = new Float64Array([Infinity, -Infinity]);
  const stage = new Stage(pe);
  const kind = suffix(pe);
  const { kernels } = stage;
  const sums = stage.reserve(8 * width);
  const squares = stage.reserve(8 * width);
  const ends = stage.reserve(16);
  stage.doubles(sums, width).fill(0);
  stage.doubles(squares, width).fill(0);
  stage.doubles(ends, 2).set(range);
  const rowBytes = width * pe.BYTES_PER_ELEMENT;
  stage.eachTile(length, rowBytes, false, (first, rows) => {
    const x = stage.input(pe, first * width, rows * width);
    kernels[`phasor_column_sums${kind}`](sums, x, rows, width);
    kernels[`phasor_range${kind}`](ends, x, rows * width);
  });
  const means = stage.doubles(sums, width);
  for (let c = 0; c < width; c++) means[c] /= length;
  stage.eachTile(length, rowBytes, false, (first, rows) => {
    const x = stage.input(pe, first * width, rows * width);
    kernels[`phasor_column_squares${kind}`](squares, sums, x, rows, width);
  });
  mean.set(means);
  variance.set(stage.doubles(squares, width));
  for (let c = 0; c < width; c++) variance[c] /= length;
  const [min, max] = stage.doubles(ends, 2);
  return { norms: rowNorms(pe, length, width), mean, variance, min, max };
}
