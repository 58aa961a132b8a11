// Lists, and tables of numbers.

/** @import { Table } from "./types.js" */

/**
 * The results of a function for 0, 1, 2, …
 * @template T @param {number} count @param {(n: number) => T} make @returns {T[]}
 */
export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** The index of the number that is nearest to another. @param {number[]} numbers @param {number} target */
export function nearestIn(numbers, target) {
  const distances = numbers.map((number) => Math.abs(number - target));
  return distances.indexOf(Math.min(...distances));
}

/** A table of columns, each under its name; a column that is shorter than the first ends in NaN. @param {Record<string, ArrayLike<number>>} columns @returns {Table} */
export function byColumn(columns) {
  const lists = Object.values(columns);
  const rows = times(lists[0].length, (n) => lists.map((column) => column[n] ?? Number.NaN));
  return { columns: Object.keys(columns), rows };
}

/**
 * A matrix as a table: the number of each row, and the row.
 * @param {string} name of the column of row numbers @param {Float32Array | Float64Array} values @param {number} width of a row
 * @param {(n: number) => string} nameOf names the columns @param {number} [first] number
 * @returns {Table}
 */
export function byRow(name, values, width, nameOf, first = 0) {
  const rows = times(values.length / width, (n) => [
    first + n,
    ...values.subarray(n * width, (n + 1) * width),
  ]);
  return { columns: [name, ...times(width, nameOf)], rows };
}
