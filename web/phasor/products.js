// products.js: the dot products of rows: of any table, and of sinusoidal rows from their distance.
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { analysisKernels } from "./kernels/analysis.js";
import { fillTable } from "./table.js";
import {
  copyIn,
  eachTile,
  inputAt,
  inputBlock,
  outputAt,
  scratchBlock,
  suffix,
  Workspace,
} from "./workspace.js";

/** @import { ArrayOf, FloatArray, OneOf } from "./check.js" */

const BLOCK_SIDE = 64;
/** Columns that are multiplied at a time; this determines the order of sums, and so the bits. */
const COLUMNS_PER_SUM = 2048;

/**
 * The dot products of all pairs of rows, pe·peᵀ. Only half of them are computed, so the matrix is
 * exactly symmetric. For a sinusoidal table an entry depends only on the distance: Σ cos ω_i(p − q).
 * Products are summed in pe's type. The error is at most (d/4 + 3)·2^-24·Σ|a||b| + d·2^-150 in float32
 * and (d/2 + 3)·2^-53·Σ|a||b| + d·2^-1075 in float64. For finite rows in float32, an entry is infinite only
 * if its exact value is too large for the type; in float64, sums may overflow before.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.out] (L, L); must not overlap pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function dotProducts(pe, shape, options) {
  const input = readOperands("phasor.dotProducts", pe, shape, options);
  fillProducts(input);
  if (check.isFloat32(pe)) mendProducts(input);
  return input.result;
}

/**
 * The cosine of the angle between each pair of rows: from −1 to 1, exactly 1 for a row with itself, 0 if
 * one row is all zeros, NaN if one is not finite. The error is at most (d/4 + 5)·2^-24 in float32 and
 * (2d + 8)·2^-53 in float64, for finite entries of any size in float32, and for rows with norms between 2^-400
 * and 2^500 in float64.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.out] (L, L); must not overlap pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function cosineSimilarity(pe, shape, options) {
  const input = readOperands("phasor.cosineSimilarity", pe, shape, options);
  const norms = rowNorms(input.pe, input.length, input.width);
  fillProducts(input, (workspace, { to, row, column, rows, columns }) => {
    const rowNormsAt = copyIn(workspace, norms, row, rows);
    // On the diagonal, both pointers are equal, which is how the kernel recognises the diagonal.
    const columnNormsAt = row === column ? rowNormsAt : copyIn(workspace, norms, column, columns);
    const normalise = workspace.use(analysisKernels)[`phasor_normalise${suffix(pe)}`];
    normalise(to, columns, rowNormsAt, columnNormsAt, rows, columns);
  });
  if (check.isFloat32(pe)) mendCosines(input, norms);
  return input.result;
}

/** A block of a matrix of products. @typedef {{ to: number, row: number, column: number, rows: number, columns: number }} Block */

/**
 * The table and the matrix of its products.
 * @template {FloatArray} T
 * @param {string} where @param {T} pe @param {readonly [number, number]} shape
 * @param {{ out?: T | undefined } | undefined} options
 * @returns {{ pe: T, length: number, width: number, result: T }}
 */
function readOperands(where, pe, shape, options) {
  const { out } = check.options(where, options, ["out"]);
  const { length, width } = check.matrix(where, pe, shape);
  const result = check.output(where, out, length * length, pe, { disjoint: { pe } });
  return { pe, length, width, result: /** @type {T} */ (result) };
}

/**
 * Computes the products of half of the pairs, and copies them to the other half.
 * @param {{ pe: FloatArray, length: number, width: number, result: FloatArray }} operands
 * @param {(workspace: Workspace, block: Block) => void} [change] called for each block before it is
 *   copied
 */
function fillProducts({ pe, length, width, result }, change) {
  const workspace = new Workspace(pe, result);
  const transpose = workspace.use(analysisKernels)[`phasor_transpose${suffix(pe)}`];
  eachProductBlock(workspace, pe, length, width, result, (block) => {
    const { to, row, column, rows, columns } = block;
    change?.(workspace, block);
    if (row !== column) {
      const mirror = scratchBlock(workspace, result, column * length + row, columns, rows, length);
      transpose(mirror, rows, to, columns, rows, columns);
    }
  });
}

/** Products of float32 rows whose norms lie between these, and their sums, neither overflow nor underflow. */
const [SMALLEST_NORM, LARGEST_NORM] = [2 ** -40, 2 ** 60];

/** The dot product of two rows, in double. @param {FloatArray} pe @param {number} width @param {number} i
 * @param {number} j */
function dot(pe, width, i, j) {
  let sum = 0;
  for (let c = 0, a = i * width, b = j * width; c < width; c++) sum += pe[a++] * pe[b++];
  return sum;
}

/**
 * Recomputes the cosines of float32 rows that are too large or too small to be multiplied in their type.
 * @param {{ pe: FloatArray, length: number, width: number, result: FloatArray }} operands
 * @param {Float64Array} norms
 */
function mendCosines({ pe, length, width, result: out }, norms) {
  for (let i = 0; i < length; i++) {
    const norm = norms[i];
    if (norm === 0 || (norm >= SMALLEST_NORM && norm <= LARGEST_NORM) || !(norm < Infinity))
      continue;
    for (let j = 0; j < length; j++) {
      if (!(norms[j] < Infinity)) continue;
      let cosine = i === j ? 1 : 0;
      if (i !== j && norms[j] !== 0) cosine = dot(pe, width, i, j) / (norm * norms[j]);
      out[i * length + j] = out[j * length + i] = Math.max(-1, Math.min(1, cosine));
    }
  }
}

/**
 * Recomputes float32 products whose intermediate sums may have overflowed although the final sum does not.
 * @param {{ pe: FloatArray, length: number, width: number, result: FloatArray }} operands
 */
function mendProducts({ pe, length, width, result: out }) {
  // Neither a product nor a partial sum exceeds the larger of the two rows' squared norms.
  let safe = true;
  for (let i = 0; i < length && safe; i++) safe = out[i * length + i] <= 2 ** 126;
  for (let i = 0; i < length && !safe; i++) {
    for (let j = i; j < length; j++) {
      if (Number.isFinite(out[i * length + j])) continue;
      out[i * length + j] = out[j * length + i] = dot(pe, width, i, j);
    }
  }
}

/**
 * The mean dot product of two rows at each distance: out[k] = mean over p of pe[p]·pe[p + k]. Rows of
 * float32 may have any size; in float64, squares and sums must stay within the range of a double.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {Float64Array<ArrayBuffer>} (L)
 * @throws {TypeError | RangeError} naming the argument
 */
export function similarityByDistance(pe, shape) {
  const where = "phasor.similarityByDistance";
  const { length, width } = check.matrix(where, pe, shape);
  if (check.isFloat32(pe)) {
    for (const norm of rowNorms(pe, length, width)) {
      if (norm > LARGEST_NORM || (norm > 0 && norm < SMALLEST_NORM))
        return meansInDouble(pe, length, width);
    }
  }
  const means = new Float64Array(length);
  const workspace = new Workspace(pe);
  const sum = workspace.use(analysisKernels)[`phasor_diagonal_sums${suffix(pe)}`];
  eachProductBlock(workspace, pe, length, width, undefined, (block) => {
    // A block of 64 by 64 touches no more than 127 distances.
    const min = Math.max(0, block.column - block.row - block.rows + 1);
    const max = block.column + block.columns - 1 - block.row;
    const sums = copyIn(workspace, means, min, max - min + 1);
    sum(
      sums - 8 * min,
      block.to,
      block.columns,
      block.row,
      block.column,
      block.rows,
      block.columns,
    );
    means.set(workspace.doubles(sums, max - min + 1), min);
  });
  for (let k = 0; k < length; k++) means[k] /= length - k;
  return means;
}

/** The same, with products in double. @param {FloatArray} pe @param {number} length @param {number} width */
function meansInDouble(pe, length, width) {
  return Float64Array.from({ length }, (_, k) => {
    let sum = 0;
    for (let p = 0; p + k < length; p++) sum += dot(pe, width, p, p + k);
    return sum / (length - k);
  });
}

/**
 * Calls `body` with blocks of pe·peᵀ (rows, columns) in scratch memory. They cover the diagonal and
 * everything above it.
 * @param {Workspace} workspace @param {FloatArray} pe @param {number} length @param {number} width
 * @param {FloatArray | undefined} out the array for the blocks, if they are kept
 * @param {(block: Block) => void} body
 */
function eachProductBlock(workspace, pe, length, width, out, body) {
  const dots = workspace.use(analysisKernels)[`phasor_dots${suffix(pe)}`];
  const size = pe.BYTES_PER_ELEMENT;
  const start = workspace.top;
  for (let row = 0; row < length; row += BLOCK_SIDE) {
    const rows = Math.min(BLOCK_SIDE, length - row);
    workspace.top = start;
    // Rows that fit completely are loaded once for all columns.
    const left =
      width <= COLUMNS_PER_SUM ? inputAt(workspace, pe, row * width, rows * width) : undefined;
    const top = workspace.top;
    for (let column = row; column < length; column += BLOCK_SIDE) {
      const columns = Math.min(BLOCK_SIDE, length - column);
      workspace.top = top;
      const to = out
        ? scratchBlock(workspace, out, row * length + column, rows, columns, length)
        : workspace.reserve(rows * columns * size);
      const above = workspace.top;
      for (let k = 0; k < width; k += COLUMNS_PER_SUM) {
        workspace.top = above;
        const depth = Math.min(COLUMNS_PER_SUM, width - k);
        const a = left ?? inputBlock(workspace, pe, row * width + k, rows, depth, width);
        const b =
          row === column ? a : inputBlock(workspace, pe, column * width + k, columns, depth, width);
        const step = workspace.inPlace ? width : depth;
        dots(to, columns, a, step, b, step, rows, columns, depth, k > 0 ? 1 : 0);
      }
      body({ to, row, column, rows, columns });
      workspace.flush();
    }
  }
}

/**
 * The Euclidean norms of the rows.
 * @param {FloatArray} pe @param {number} length @param {number} width
 */
export function rowNorms(pe, length, width) {
  const norms = new Float64Array(length);
  const workspace = new Workspace(pe);
  const kernel = workspace.use(analysisKernels)[`phasor_norms${suffix(pe)}`];
  eachTile(workspace, length, width * pe.BYTES_PER_ELEMENT + 8, true, (first, rows) => {
    const x = inputAt(workspace, pe, first * width, rows * width);
    const to = workspace.reserve(8 * rows);
    kernel(to, x, rows, width);
    norms.set(workspace.doubles(to, rows), first);
  });
  return norms;
}

const ROWS_AT_A_TIME = 64;

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
export function sinusoidalSimilarity(length, dModel, options) {
  return sumsByDistance("phasor.sinusoidalSimilarity", length, dModel, options);
}

/**
 * @param {string} where @param {number} length @param {number} dModel
 * @param {{ base?: number | undefined } | undefined} options
 */
function sumsByDistance(where, length, dModel, options) {
  const { base } = check.options(where, options, ["base"]);
  check.count(where, "length", length);
  const arrangement = arrange(where, dModel, base);
  const sums = check.allocate(where, "float64", length);
  const rows = new Float64Array(Math.min(ROWS_AT_A_TIME, length) * dModel);
  const workspace = new Workspace(rows);
  const top = workspace.top;
  for (let first = 0; first < length; first += ROWS_AT_A_TIME) {
    const count = Math.min(ROWS_AT_A_TIME, length - first);
    const part = rows.subarray(0, count * dModel);
    fillTable(part, arrangement, first);
    workspace.top = top;
    // Row by row, because a whole tile of the widest rows would not fit.
    for (let r = 0; r < count; r++) {
      workspace.top = top;
      const row = inputAt(workspace, part, r * dModel, dModel);
      const to = outputAt(workspace, sums, first + r, 1);
      workspace.use(analysisKernels).phasor_cosine_sums(to, row, 1, dModel / 2);
      workspace.flush();
    }
  }
  return sums;
}

/**
 * The result of `dotProducts` for a sinusoidal table with any start: the values Σ_i cos kω_i for
 * k = 0 … length − 1 are computed once and copied along the diagonals. For any other table use
 * `dotProducts`, which multiplies rows.
 *
 * @template {"float32" | "float64" | undefined} [D="float32"]
 * @overload
 * @param {number} length rows and columns
 * @param {number} dModel even, 2 … 65536
 * @param {{ base?: number | undefined, dtype?: OneOf<D, "float32" | "float64">, out?: undefined }} [options] dtype: "float32" by default
 * @returns {ArrayOf<D>} (length, length)
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} length
 * @param {number} dModel
 * @param {{ base?: number | undefined, dtype?: "float32" | "float64" | undefined, out: T }} options
 *   out: (length, length), filled and returned
 * @returns {T}
 */
/**
 * @param {number} length
 * @param {number} dModel
 * @param {{ base?: number | undefined, dtype?: "float32" | "float64" | undefined,
 *   out?: FloatArray | undefined }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidalDotProducts(length, dModel, options) {
  const where = "phasor.sinusoidalDotProducts";
  const { base, dtype, out } = check.options(where, options, ["base", "dtype", "out"]);
  check.count(where, "length", length);
  const result = check.result(where, length * length, dtype, out);
  const sums = sumsByDistance(where, length, dModel, { base });
  // Row i of the matrix is a window of … s2 s1 s0 s1 s2 … that moves by one.
  const mirrored = new (check.isFloat32(result) ? Float32Array : Float64Array)(
    Math.max(0, 2 * length - 1),
  );
  for (let k = 0; k < length; k++) {
    mirrored[length - 1 - k] = sums[k];
    mirrored[length - 1 + k] = sums[k];
  }
  for (let i = 0; i < length; i++) {
    result.set(mirrored.subarray(length - 1 - i, 2 * length - 1 - i), i * length);
  }
  return result;
}
