// softmax.js: the softmax of rows of any length.

import * as check from "./check.js";
import { attentionKernels } from "./kernels/attention.js";
import { eachTile, inputAt, outputAt, suffix, Workspace } from "./workspace.js";

/** @import { FloatArray } from "./check.js" */

/** Rows with more bytes than this are processed in pieces. */
const ROW_BYTES = 1 << 19;

/**
 * The softmax of each row, e^x/Σ e^x. It is stable: the row's maximum is subtracted before the
 * exponential. Accuracy, compared with exact arithmetic: a float32 weight is within 0.6 ulp, a float64
 * weight within 0.65 ulp or e^-700. The bits are the same in every engine and, for float32 rows of up to
 * 4096 entries, in every order of the entries.
 *
 * An entry of −Infinity has weight 0, and a row of −Infinity only becomes zeros. An entry of +Infinity
 * takes the whole row; several share it equally. NaN makes its row NaN.
 *
 * @template {FloatArray} T
 * @param {T} x (rows, columns)
 * @param {readonly [rows: number, columns: number]} shape
 * @param {{ out?: T | undefined }} [options] out: (rows, columns); may be x
 * @returns {T} (rows, columns)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function softmax(x, shape, options) {
  const where = "phasor.softmax";
  const { out } = check.options(where, options, ["out"]);
  const [rows, columns] = check.shape(where, "shape", shape, ["rows", "columns"]);
  check.floats(where, "x", x, rows * columns, [rows, columns]);
  const result = check.output(where, out, x.length, x, { inPlace: { x } });
  if (x.length > 0) softmaxRows(x, result, rows, columns);
  return /** @type {T} */ (result);
}

/**
 * The softmax of each row; the arguments have been checked. It uses scratch memory from its start.
 * @param {FloatArray} x @param {FloatArray} out @param {number} rows @param {number} columns
 */
export function softmaxRows(x, out, rows, columns) {
  const workspace = new Workspace(x, out);
  const rowBytes = columns * x.BYTES_PER_ELEMENT;
  if (rowBytes > ROW_BYTES) {
    for (let r = 0; r < rows; r++) softmaxLongRow(workspace, x, out, r * columns, columns);
    return;
  }
  const kernel = workspace.use(attentionKernels)[`phasor_softmax${suffix(x)}`];
  eachTile(workspace, rows, rowBytes, false, (first, count) => {
    const from = inputAt(workspace, x, first * columns, count * columns);
    kernel(outputAt(workspace, out, first * columns, count * columns, from), from, count, columns);
    workspace.flush();
  });
}

/**
 * One row, in three passes over pieces of it.
 * @param {Workspace} workspace @param {FloatArray} x @param {FloatArray} out
 * @param {number} start @param {number} columns
 */
function softmaxLongRow(workspace, x, out, start, columns) {
  const kernels = workspace.use(attentionKernels);
  const kind = suffix(x);
  const sums = workspace.reserve(32);
  workspace.doubles(sums, 4).fill(0);
  /** @param {(from: number, first: number, count: number) => void} pass */
  const eachPiece = (pass) => {
    eachTile(workspace, columns / 4, 4 * x.BYTES_PER_ELEMENT, true, (four, fours) => {
      const count = Math.min(Math.ceil(fours) * 4, columns - 4 * four);
      pass(inputAt(workspace, x, start + 4 * four, count), 4 * four, count);
    });
  };
  let max = Number.NEGATIVE_INFINITY;
  eachPiece((from, _, count) => {
    max = kernels[`phasor_greatest${kind}`](from, max, count);
  });
  eachPiece((from, _, count) => {
    kernels[`phasor_exp_sums${kind}`](sums, from, max, count);
  });
  eachPiece((from, first, count) => {
    const to = outputAt(workspace, out, start + first, count, from);
    kernels[`phasor_exp_weights${kind}`](to, from, max, sums, count);
    workspace.flush();
  });
}
