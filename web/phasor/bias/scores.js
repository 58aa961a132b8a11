// scores.js: writes biases in the layout of the scores, (heads, queries, keys).

import * as check from "../check.js";
import { biasKernels } from "../kernels/bias.js";
import { eachTile, scratchBlock, suffix } from "../workspace.js";

/** @import { Dtype, FloatArray, Result } from "../check.js" */
/** @import { Output, Workspace } from "../workspace.js" */

export const LARGEST_HEADS = 65536;
export const LARGEST_DISTANCE = 2 ** 31 - 1;
const MAX_BLOCK_SIDE = 8192;
/** Strips are shifted by a multiple of this many elements, for alignment. */
const STRIP_ALIGNMENT = 16;

/**
 * The sizes of a matrix of biases that are functions of key − query, and the position of query 0 among
 * the keys.
 * @typedef {{ heads: number, queries: number, keys: number, offset: number }} Layout
 */

/**
 * @param {string} where @param {unknown} heads @param {unknown} queries @param {unknown} keys
 * @param {unknown} offset
 * @returns {Layout}
 */
export function layout(where, heads, queries, keys, offset) {
  return {
    heads: check.integer(where, "heads", heads, 1, LARGEST_HEADS),
    queries: check.count(where, "queryLength", queries),
    keys: check.count(where, "keyLength", keys),
    offset: check.integer(where, "offset", offset, -LARGEST_DISTANCE, LARGEST_DISTANCE),
  };
}

/**
 * Calls `body` with blocks that cover the matrix. The relative positions key − query in a block are
 * `first` … `first + count − 1`.
 * @param {Layout} layout
 * @param {(block: { row: number, rows: number, column: number, columns: number, first: number,
 *   count: number }) => void} body
 */
export function eachBlock({ queries, keys, offset }, body) {
  if (queries === 0 || keys === 0) return;
  for (let row = 0; row < queries; row += MAX_BLOCK_SIDE) {
    for (let column = 0; column < keys; column += MAX_BLOCK_SIDE) {
      const rows = Math.min(MAX_BLOCK_SIDE, queries - row);
      const columns = Math.min(MAX_BLOCK_SIDE, keys - column);
      const first = column - (offset + row + rows - 1);
      body({ row, rows, column, columns, first, count: rows + columns - 1 });
    }
  }
}

/**
 * Writes a line of values to a block of one head's matrix: see phasor_slide.
 * @param {Workspace} workspace @param {Output} out @param {Layout} layout @param {number} head
 * @param {{ row: number, rows: number, column: number, columns: number }} block
 * @param {number} line pointer
 */
export function slide(
  workspace,
  out,
  { queries, keys },
  head,
  { row, rows, column, columns },
  line,
) {
  const size = out.BYTES_PER_ELEMENT;
  const kernel = workspace.use(biasKernels)[`phasor_slide${suffix(out)}`];
  const start = (head * queries + row) * keys + column;
  const shift = Math.min(
    workspace.tileRows(rows, 2 * columns * size, STRIP_ALIGNMENT),
    multiple(columns / 8),
  );
  if (workspace.inPlace || shift < STRIP_ALIGNMENT) {
    eachTile(workspace, rows, columns * size, false, (first, count) => {
      const to = workspace.outputBlock(out, start + first * keys, count, columns, keys);
      const from = line + (rows - first - count) * size;
      kernel(to, workspace.inPlace ? keys : columns, from, 1, count, columns);
      workspace.flush();
    });
    return;
  }
  // `shift` rows below, the same values are `shift` columns to the right. So a strip of rows becomes
  // the next one if it starts `shift` elements earlier, and only its first columns are new.
  const strips = Math.ceil(rows / shift);
  const scratch = workspace.reserve((shift * columns + (strips - 1) * shift) * size);
  for (let first = 0; first < rows; first += shift) {
    const count = Math.min(shift, rows - first);
    const strip = scratch + (strips * shift - shift - first) * size;
    const from = line + (rows - first - count) * size;
    kernel(strip, columns, from, 1, count, first === 0 ? columns : shift);
    scratchBlock(workspace, out, start + first * keys, count, columns, keys, strip);
    workspace.flush();
  }
}

/** The largest multiple of STRIP_ALIGNMENT that is at most x. @param {number} x */
function multiple(x) {
  return STRIP_ALIGNMENT * Math.floor(x / STRIP_ALIGNMENT);
}

/**
 * @param {string} where @param {unknown} out @param {number} size
 * @param {Record<string, FloatArray>} input one array by its name: `out` must have its type and not overlap it
 */
export function output(where, out, size, input) {
  const [like] = Object.values(input);
  return check.output(where, out, size, like, { disjoint: input });
}

/**
 * The same for a bias whose type may differ from its table's, because of `dtype` or a 16-bit `out`.
 * @param {string} where @param {Dtype | undefined} dtype @param {unknown} out @param {number} size
 * @param {Record<string, FloatArray>} input
 * @returns {Result}
 */
export function biasOutput(where, dtype, out, size, input) {
  const narrow = check.typeName(out) === "Float16Array" || check.typeName(out) === "Uint16Array";
  if (dtype === undefined && !narrow) return output(where, out, size, input);
  const result = check.tableResult(where, size, dtype, out);
  check.clear(where, "out", check.arrayOf(result), input);
  return result;
}
