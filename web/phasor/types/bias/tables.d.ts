import type { FloatArray } from "../check.js";
import type { Output } from "../workspace.js";
import type { Layout } from "./scores.js";
export type RowsOf = (first: number, count: number) => Int32Array;
/** @import { FloatArray } from "../check.js" */
/** @import { Output } from "../workspace.js" */
/** @import { Layout } from "./scores.js" */
/**
 * The table's rows for the `count` relative positions key − query that start at `first`.
 * @typedef {(first: number, count: number) => Int32Array} RowsOf
 */
/**
 * Fills out (heads, queries, keys) with the entries of a table (rows, heads).
 * @param {FloatArray} table @param {Layout} matrix @param {Output} out @param {RowsOf} rowsOf
 */
export declare function layTable(
  table: FloatArray,
  matrix: Layout,
  out: Output,
  rowsOf: RowsOf,
): void;
/**
 * The transpose of `layTable`: adds each entry of gradBias (heads, queries, keys) to the entry of totals
 * (rows, heads) that `layTable` reads for it.
 * @param {FloatArray} gradBias @param {Layout} matrix @param {Float64Array} totals
 * @param {RowsOf} rowsOf
 */
export declare function sumTable(
  gradBias: FloatArray,
  matrix: Layout,
  totals: Float64Array,
  rowsOf: RowsOf,
): void;
