import type { Result } from "./check.js";
import * as check from "./check.js";
import type { Arrangement } from "./conventions.js";
export type Elements = ReturnType<typeof check.elementsOf>;
export type Axis = {
  size: number;
  width: number;
  table: Elements;
};
export type Part = {
  axis: number;
  from: number;
  columns: number;
};
/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */
/** Elements of any type, those of 16 bits as their bits. @typedef {ReturnType<typeof check.elementsOf>} Elements */
/**
 * One coordinate: its encodings, a row of `width` elements for each of `size` positions.
 * @typedef {{ size: number, width: number, table: Elements }} Axis
 */
/**
 * Columns of a cell: those of an axis from one on.
 * @typedef {{ axis: number, from: number, columns: number }} Part
 */
/**
 * The encodings of one coordinate, in the type of a result.
 * @param {string} where @param {Result} like @param {Arrangement} arrangement @param {number} size
 * @param {(index: number) => number} position
 * @returns {Axis}
 */
export declare function axisOf(
  where: string,
  like: Result,
  arrangement: Arrangement,
  size: number,
  position: (index: number) => number,
): Axis;
/**
 * Writes the cells row by row, the last axis fastest.
 * @param {Elements} cells @param {number} at index of the first cell
 * @param {Axis[]} axes slowest first @param {Part[]} parts in the order of the columns
 */
export declare function fillCells(cells: Elements, at: number, axes: Axis[], parts: Part[]): void;
