// cells.js: fills tables for the cells of a grid with the encodings of their coordinates.
import * as check from "./check.js";
import { fillTable } from "./table.js";

/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */

/** Elements of any type, those of 16 bits as their bits. @typedef {ReturnType<typeof check.elementsOf>} Elements */
/**
 * One coordinate: its encodings, a row of `width` elements for each of `size` positions.
 * @typedef {{ size: number, width: number, table: Elements }} Axis
 */
/**
 * Some columns of a cell: `columns` columns of an axis, from column `from` on.
 * @typedef {{ axis: number, from: number, columns: number }} Part
 */

/**
 * The encodings of one coordinate, in the type of a result.
 * @param {string} where @param {Result} like @param {Arrangement} arrangement @param {number} size
 * @param {(index: number) => number} position
 * @returns {Axis}
 */
export function axisOf(where, like, arrangement, size, position) {
  const { width } = arrangement;
  const table = check.newTable(where, check.dtypeOf(like), size * width);
  const positions = Float64Array.from({ length: size }, (_, index) => position(index));
  fillTable(table, arrangement, positions);
  return { size, width, table: check.elementsOf(table) };
}

/**
 * Writes the cells row by row, the last axis fastest.
 * @param {Elements} cells @param {number} at index of the first cell
 * @param {Axis[]} axes slowest first @param {Part[]} parts in the order of the columns
 */
export function fillCells(cells, at, axes, parts) {
  const count = axes.reduce((product, { size }) => product * size, 1);
  const place = axes.map(() => 0);
  let to = at;
  for (let cell = 0; cell < count; cell++) {
    for (const { axis, from, columns } of parts) {
      const { width, table } = axes[axis];
      const first = place[axis] * width + from;
      cells.set(table.subarray(first, first + columns), to);
      to += columns;
    }
    for (let axis = axes.length - 1; axis >= 0 && ++place[axis] === axes[axis].size; axis--) {
      place[axis] = 0;
    }
  }
}
