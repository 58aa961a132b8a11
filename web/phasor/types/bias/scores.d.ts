import type { Dtype, FloatArray, Result } from "../check.js";
import type { Output, Workspace } from "../workspace.js";
/** @import { Dtype, FloatArray, Result } from "../check.js" */
/** @import { Output, Workspace } from "../workspace.js" */
export declare const LARGEST_HEADS = 65536;
export declare const LARGEST_DISTANCE: number;
export type Layout = {
  heads: number;
  queries: number;
  keys: number;
  offset: number;
};
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
export declare function layout(
  where: string,
  heads: unknown,
  queries: unknown,
  keys: unknown,
  offset: unknown,
): Layout;
/**
 * Calls `body` with blocks that cover the matrix. The relative positions key − query in a block are
 * `first` … `first + count − 1`.
 * @param {Layout} layout
 * @param {(block: { row: number, rows: number, column: number, columns: number, first: number,
 *   count: number }) => void} body
 */
export declare function eachBlock(
  { queries, keys, offset }: Layout,
  body: (block: {
    row: number;
    rows: number;
    column: number;
    columns: number;
    first: number;
    count: number;
  }) => void,
): void;
/**
 * Writes a line of values to a block of one head's matrix: see phasor_slide.
 * @param {Workspace} workspace @param {Output} out @param {Layout} layout @param {number} head
 * @param {{ row: number, rows: number, column: number, columns: number }} block
 * @param {number} line pointer
 */
export declare function slide(
  workspace: Workspace,
  out: Output,
  { queries, keys }: Layout,
  head: number,
  {
    row,
    rows,
    column,
    columns,
  }: {
    row: number;
    rows: number;
    column: number;
    columns: number;
  },
  line: number,
): void;
/**
 * @param {string} where @param {unknown} out @param {number} size
 * @param {Record<string, FloatArray>} input one array by its name: `out` must have its type and not overlap it
 */
export declare function output(
  where: string,
  out: unknown,
  size: number,
  input: Record<string, FloatArray>,
): import("../check/arrays.js").FloatArray;
/**
 * The same for a bias, which a dtype, or an `out` of 16 bits, has in another type than its table.
 * @param {string} where @param {Dtype | undefined} dtype @param {unknown} out @param {number} size
 * @param {Record<string, FloatArray>} input
 * @returns {Result}
 */
export declare function biasOutput(
  where: string,
  dtype: Dtype | undefined,
  out: unknown,
  size: number,
  input: Record<string, FloatArray>,
): Result;
