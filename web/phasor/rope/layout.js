// layout.js: weights of queries and keys, from one layout of pairs to the other.
import * as check from "../check.js";
import { part } from "../workspace.js";

/** @import { FloatArray } from "../check.js" */

const layoutOptions = /** @type {const} */ (["heads", "from", "to", "rotaryDim", "out"]);
const layouts = /** @type {const} */ (["interleaved", "half"]);

/**
 * Reorders the rows of the weights of a query or key projection, so that a rotary embedding in the
 * layout `to` does what one in the layout `from` did with the original rows. The scores stay the
 * same, because queries and keys are reordered in the same way.
 *
 *     rows of a head     interleaved   a0 z0 a1 z1 a2 z2 r r
 *     (r: not rotated)   half          a0 a1 a2 z0 z1 z2 r r
 *
 * A projection computes W·x: a row of W (out_features, in_features) makes one feature, as in PyTorch
 * and in safetensors files. A bias is a matrix of one column.
 *
 * @template {FloatArray} T
 * @param {T} weights (rows, cols), or (rows)
 * @param {readonly [rows: number, cols: number] | readonly [rows: number]} shape
 * @param {object} options
 * @param {number} options.heads the number of heads of the projection; with grouped-query
 *   attention, keys have fewer than queries
 * @param {"interleaved" | "half"} options.from
 * @param {"interleaved" | "half"} options.to
 * @param {number | undefined} [options.rotaryDim] features of a head that are rotated; all by
 *   default
 * @param {T | undefined} [options.out] (rows, cols); may be weights
 * @returns {T} (rows, cols)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function convertLayout(weights, shape, options) {
  const where = "phasor.convertLayout";
  const { heads, from, to, rotaryDim, out } = check.options(where, options, layoutOptions);
  const isBias = Array.isArray(shape) && shape.length === 1;
  const sizes = check.shape(where, "shape", shape, isBias ? ["rows"] : ["rows", "cols"]);
  const [rows, cols = 1] = sizes;
  check.floats(where, "weights", weights, rows * cols, sizes);
  check.count(where, "heads", heads, 1);
  check.oneOf(where, "from", from, layouts);
  check.oneOf(where, "to", to, layouts);
  const dHead = rows / heads;
  if (!Number.isInteger(dHead)) {
    check.fail(RangeError, where, "shape[0] (rows)", `a multiple of heads ${heads}`, rows);
  }
  if (rotaryDim !== undefined) check.even(where, "rotaryDim", rotaryDim, dHead);
  else if (dHead % 2 !== 0) {
    check.fail(RangeError, where, "rows / heads", "even, as rotaryDim is not given", dHead);
  }
  const result = check.output(where, out, weights.length, weights, { inPlace: { weights } });
  if (result !== weights) result.set(weights);
  const rotatedDim = rotaryDim ?? dHead;
  if (from !== to && rotatedDim > 0 && weights.length > 0) {
    const sources = to === "half" ? halfOrder(rotatedDim) : interleavedOrder(rotatedDim);
    for (let head = 0; head < heads; head++) {
      reorder(result, head * dHead * cols, cols, sources);
    }
  }
  return /** @type {T} */ (result);
}

/** For each feature in the layout "half", its index in the layout "interleaved". @param {number} rotatedDim */
function halfOrder(rotatedDim) {
  const pairs = rotatedDim / 2;
  return Array.from({ length: rotatedDim }, (_, i) => (i < pairs ? 2 * i : 2 * (i - pairs) + 1));
}

/** For each feature in the layout "interleaved", its index in the layout "half". @param {number} rotatedDim */
function interleavedOrder(rotatedDim) {
  const pairs = rotatedDim / 2;
  return Array.from({ length: rotatedDim }, (_, i) => (i % 2 === 0 ? i / 2 : pairs + (i - 1) / 2));
}

/**
 * Rows of a matrix, put in another order.
 * @param {FloatArray} matrix @param {number} start @param {number} cols
 * @param {number[]} sources for each row, the index of the row to put there
 */
function reorder(matrix, start, cols, sources) {
  const before = part(matrix, start, sources.length * cols).slice();
  if (cols === 1) {
    for (let i = 0; i < sources.length; i++) matrix[start + i] = before[sources[i]];
    return;
  }
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i] * cols;
    matrix.set(before.subarray(source, source + cols), start + i * cols);
  }
}
