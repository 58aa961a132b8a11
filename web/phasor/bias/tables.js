// tables.js: biases from a learned table with a row for each relative position, and the table's
// gradient.
import { biasKernels } from "../kernels/bias.js";
import { eachTile, inputBlock, outputAt, suffix, viewAt, Workspace } from "../workspace.js";
import { eachBlock, slide } from "./scores.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Output } from "../workspace.js" */
/** @import { Layout } from "./scores.js" */

/**
 * The table's rows for the `count` relative positions key − query that start at `first`.
 * @typedef {(first: number, count: number) => Int32Array} RowsOf
 */

/**
 * Integers that a kernel writes.
 * @param {number} count
 * @param {(kernels: ReturnType<Workspace["use"]>, pointer: number, first: number, count: number) => void} write
 *   writes `count` of them from `first` on
 */
export function integers(count, write) {
  const out = new Int32Array(count);
  const workspace = new Workspace(out);
  eachTile(workspace, count, out.BYTES_PER_ELEMENT, true, (first, tileSize) => {
    write(workspace.use(biasKernels), outputAt(workspace, out, first, tileSize), first, tileSize);
    workspace.flush();
  });
  return out;
}

/**
 * Fills out (heads, queries, keys) with the entries of a table (rows, heads).
 * @param {FloatArray} table @param {Layout} matrix @param {Output} out @param {RowsOf} rowsOf
 */
export function fillFromTable(table, matrix, out, rowsOf) {
  const { heads } = matrix;
  const workspace = new Workspace(out);
  const top = workspace.top;
  eachBlock(matrix, (block) => {
    const { first, count } = block;
    const rows = rowsOf(first, count);
    for (let head = 0; head < heads; head++) {
      workspace.top = top;
      const line = workspace.reserve(count * out.BYTES_PER_ELEMENT);
      const values = viewAt(workspace, out, line, count);
      for (let i = 0; i < count; i++) values[i] = table[rows[i] * heads + head];
      slide(workspace, out, matrix, head, block, line);
    }
  });
}

/**
 * The transpose of `fillFromTable`: adds each entry of gradBias (heads, queries, keys) to the entry of totals
 * (rows, heads) that `fillFromTable` reads for it.
 * @param {FloatArray} gradBias @param {Layout} matrix @param {Float64Array} totals
 * @param {RowsOf} rowsOf
 */
export function addToTable(gradBias, matrix, totals, rowsOf) {
  const { heads, queries, keys } = matrix;
  const workspace = new Workspace(gradBias);
  const sum = workspace.use(biasKernels)[`phasor_slide_sums${suffix(gradBias)}`];
  const top = workspace.top;
  eachBlock(matrix, ({ row, rows, column, columns, first, count }) => {
    const tableRows = rowsOf(first, count);
    for (let head = 0; head < heads; head++) {
      workspace.top = top;
      const sums = workspace.reserve(8 * count);
      const distanceSums = workspace.doubles(sums, count).fill(0);
      eachTile(workspace, rows, columns * gradBias.BYTES_PER_ELEMENT, false, (r, tileSize) => {
        const from = (head * queries + row + r) * keys + column;
        const x = inputBlock(workspace, gradBias, from, tileSize, columns, keys);
        const stride = workspace.inPlace ? keys : columns;
        sum(sums + 8 * (rows - r - tileSize), x, stride, 1, tileSize, columns);
      });
      for (let i = 0; i < count; i++) totals[tableRows[i] * heads + head] += distanceSums[i];
    }
  });
}
