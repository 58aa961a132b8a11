import type { FloatArray } from "../check.js";
import type { Cache } from "./phases.js";
export type Layout = "half" | "interleaved";
export type Read = Cache & {
  layout: Layout | null;
  rotaryStart: number;
};
/**
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @returns {Read}
 */
export declare function readCache(
  cos: FloatArray,
  sin: FloatArray,
  rows: number,
  columns: number,
): Read;
/** How exact a format is that holds all entries, relative. @param {FloatArray} values */
export declare function precisionOf(values: FloatArray): number;
