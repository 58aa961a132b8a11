// swin.js: learned biases for the relative positions in a window.

import * as check from "../check.js";
import { biasKernels } from "../kernels/bias.js";
import { eachTile, inputBlock, outputAt, suffix, viewAt, Workspace } from "../workspace.js";
import { biasOutput, LARGEST_HEADS, output } from "./scores.js";
import { integers } from "./tables.js";

/** @import { ArrayOf, Dtype, FloatArray, OneOf, TableArray, TableOf } from "../check.js" */
/** @import { Output } from "../workspace.js" */

const LARGEST_WINDOW = 65536;

/** @param {string} where @param {unknown} height @param {unknown} width */
function checkWindow(where, height, width) {
  check.integer(where, "height", height, 1, LARGEST_WINDOW);
  check.integer(where, "width", width, 1, LARGEST_WINDOW);
}

/**
 * The table indices of a line of values for the queries in column x of the window. The matrix rows
 * of these queries are pieces of this line that start `width` elements apart.
 * @param {number} height @param {number} width @param {number} x
 */
const lineOf = (height, width, x) =>
  integers((2 * height - 1) * width, (kernels, out) =>
    kernels.phasor_swin_line(out, height, width, x),
  );

/**
 * Fills (heads, h·w, h·w): entry (head, q, k) depends on the table index of Δ = q − k.
 * @param {Output} out @param {number} heads @param {number} height @param {number} width
 * @param {(index: number, head: number) => number} value
 */
function fillWindow(out, heads, height, width, value) {
  const workspace = new Workspace(out);
  const size = out.BYTES_PER_ELEMENT;
  const kernel = workspace.use(biasKernels)[size === 4 ? "phasor_slide_f32" : "phasor_slide_f64"]; // copies, so integers are fine too
  const positions = height * width;
  const line = workspace.reserve((2 * height - 1) * width * size);
  const values = viewAt(workspace, out, line, (2 * height - 1) * width);
  for (let x = 0; x < width; x++) {
    const indices = lineOf(height, width, x);
    for (let head = 0; head < heads; head++) {
      for (let i = 0; i < indices.length; i++) values[i] = value(indices[i], head);
      eachTile(workspace, height, positions * size, false, (y, rows) => {
        const from = (head * positions + y * width + x) * positions;
        const to = workspace.outputBlock(out, from, rows, positions, width * positions);
        const stride = workspace.inPlace ? width * positions : positions;
        kernel(to, stride, line + (height - y - rows) * width * size, width, rows, positions);
        workspace.flush();
      });
    }
  }
}

/**
 * The row of the bias table that Swin Transformer (Liu et al. 2021) uses for each pair of positions in a
 * window, counted row by row:
 *
 *     (Δh + height − 1)·(2·width − 1) + Δw + width − 1,  where Δ = query − key
 *
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @returns {Int32Array<ArrayBuffer>} (height·width, height·width)
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * swinRelativePositionIndex(2, 2).slice(0, 4); // Int32Array [4, 3, 1, 0]
 */
export function swinRelativePositionIndex(height, width) {
  const where = "phasor.swinRelativePositionIndex";
  checkWindow(where, height, width);
  const bytes = check.allocate(where, "float32", height * width * height * width);
  const result = new Int32Array(bytes.buffer);
  fillWindow(result, 1, height, width, (index) => index);
  return result;
}

/**
 * The bias of Swin Transformer for windows of any shape, which you add to the scores. For Swin
 * Transformer V2 the table is 16·sigmoid of the output of its small network for `swinLogCoordinates`.
 *
 * @template {FloatArray} T
 * @overload
 * @param {T} table ((2·height − 1)·(2·width − 1), heads), learned
 * @param {number} heads 1 … 65536
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ dtype?: undefined, out?: T | undefined }} [options] out: (heads, height·width,
 *   height·width); must not overlap the table
 * @returns {T} (heads, height·width, height·width)
 */
/**
 * @template {Dtype} D
 * @overload
 * @param {FloatArray} table
 * @param {number} heads
 * @param {number} height
 * @param {number} width
 * @param {{ dtype: D, out?: undefined }} options dtype: of the result, the table's by default; each
 *   value is rounded once
 * @returns {TableOf<D>}
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {FloatArray} table
 * @param {number} heads
 * @param {number} height
 * @param {number} width
 * @param {{ dtype?: Dtype | undefined, out: T }} options
 * @returns {T}
 */
/**
 * @param {FloatArray} table
 * @param {number} heads
 * @param {number} height
 * @param {number} width
 * @param {{ dtype?: Dtype | undefined, out?: TableArray }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function swinBias(table, heads, height, width, options) {
  const where = "phasor.swinBias";
  const { dtype, out } = check.options(where, options, ["dtype", "out"]);
  check.integer(where, "heads", heads, 1, LARGEST_HEADS);
  checkWindow(where, height, width);
  const rows = (2 * height - 1) * (2 * width - 1);
  check.floats(where, "table", table, rows * heads, ` for ${heads} heads of ${height} × ${width}`);
  const size = heads * height * width * height * width;
  const result = biasOutput(where, dtype, out, size, { table });
  fillWindow(result, heads, height, width, (index, head) => table[index * heads + head]);
  return check.arrayOf(result);
}

/**
 * The gradient of `swinBias` with respect to its table. Each entry is the sum of the gradients of the
 * entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, height·width, height·width)
 * @param {number} heads 1 … 65536
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ out?: T | undefined }} [options] out: ((2·height − 1)·(2·width − 1), heads),
 *   overwritten; must not overlap gradBias
 * @returns {T} ((2·height − 1)·(2·width − 1), heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function swinBiasBackward(gradBias, heads, height, width, options) {
  const where = "phasor.swinBiasBackward";
  const { out } = check.options(where, options, ["out"]);
  check.integer(where, "heads", heads, 1, LARGEST_HEADS);
  checkWindow(where, height, width);
  const positions = height * width;
  const because = ` for ${heads} heads of ${height} × ${width}`;
  check.floats(where, "gradBias", gradBias, heads * positions * positions, because);
  const rows = (2 * height - 1) * (2 * width - 1);
  const result = output(where, out, rows * heads, { gradBias });
  const totals = check.allocate(where, "float64", rows * heads);
  const workspace = new Workspace(gradBias);
  const sum = workspace.use(biasKernels)[`phasor_slide_sums${suffix(gradBias)}`];
  const top = workspace.top;
  for (let x = 0; x < width; x++) {
    const indices = lineOf(height, width, x);
    for (let head = 0; head < heads; head++) {
      workspace.top = top;
      const line = workspace.reserve(8 * indices.length);
      const sums = workspace.doubles(line, indices.length).fill(0);
      eachTile(workspace, height, positions * gradBias.BYTES_PER_ELEMENT, false, (y, some) => {
        const from = (head * positions + y * width + x) * positions;
        const block = inputBlock(workspace, gradBias, from, some, positions, width * positions);
        const stride = workspace.inPlace ? width * positions : positions;
        sum(line + 8 * (height - y - some) * width, block, stride, width, some, positions);
      });
      for (let i = 0; i < sums.length; i++) totals[indices[i] * heads + head] += sums[i];
    }
  }
  result.set(totals);
  return /** @type {T} */ (result);
}

/**
 * The log-spaced coordinates of Swin Transformer V2 (Liu et al. 2022), from which its small network
 * computes the bias table: for each relative position (Δh, Δw) in a window, in the order of the table's
 * rows,
 *
 *     sign(Δ)·log2(1 + 8|Δ|/(size − 1))/log2 8        and 0 for Δ = 0
 *
 * where `size` is the height or width of the window, or of the window that it was trained with.
 *
 * @template {"float32" | "float64" | undefined} [D="float32"]
 * @overload
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ pretrained?: [height: number, width: number] | undefined, dtype?: OneOf<D, "float32" | "float64">,
 *   out?: undefined }} [options]
 *   pretrained: the window that it was trained with, at least 2 × 2; dtype: "float32" by default
 * @returns {ArrayOf<D>} ((2·height − 1)·(2·width − 1), 2), each the nearest number
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} height
 * @param {number} width
 * @param {{ pretrained?: [height: number, width: number] | undefined,
 *   dtype?: "float32" | "float64" | undefined, out: T }} options
 * @returns {T}
 */
/**
 * @param {number} height @param {number} width
 * @param {{ pretrained?: [number, number] | undefined, dtype?: "float32" | "float64" | undefined,
 *   out?: FloatArray | undefined }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function swinLogCoordinates(height, width, options) {
  const where = "phasor.swinLogCoordinates";
  const { pretrained, dtype, out } = check.options(where, options, ["pretrained", "dtype", "out"]);
  checkWindow(where, height, width);
  const sizes = [height, width];
  if (pretrained !== undefined) {
    const lengths = check.shape(where, "pretrained", pretrained, ["height", "width"], 2);
    sizes.forEach((_, i) => {
      sizes[i] = check.integer(where, `pretrained[${i}]`, lengths[i], 2, LARGEST_WINDOW);
    });
  }
  const rows = 2 * height - 1;
  const columns = 2 * width - 1;
  const result = check.result(where, 2 * rows * columns, dtype, out);
  const rowCoordinates = logCoordinates(height, sizes[0]);
  const columnCoordinates = logCoordinates(width, sizes[1]);
  for (let y = 0, at = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, at += 2) {
      result[at] = rowCoordinates[y];
      result[at + 1] = columnCoordinates[x];
    }
  }
  return result;
}

/** The coordinates of one axis, from 1 − count to count − 1. @param {number} count
 * @param {number} size */
function logCoordinates(count, size) {
  const half = new Float64Array(count);
  const workspace = new Workspace(half);
  workspace
    .use(biasKernels)
    .phasor_log_coordinates(outputAt(workspace, half, 0, count), count, size - 1);
  workspace.flush();
  const coordinates = new Float64Array(2 * count - 1);
  for (let i = 0; i < count; i++) {
    coordinates[count - 1 - i] = i > 0 ? -half[i] : 0;
    coordinates[count - 1 + i] = half[i];
  }
  return coordinates;
}
