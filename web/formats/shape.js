// shape.js: array shapes, and conversion to tables.

/** @typedef {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>} Numbers */
/**
 * An array with any number of axes, in C order.
 * @template {Numbers} [T=Numbers]
 * @typedef {object} ShapedArray
 * @property {T} data
 * @property {number[]} shape
 * @property {boolean} [complex] whether the last axis has the real and the imaginary part of complex
 *   numbers
 */
/**
 * A matrix of numbers, in C order.
 * @template {Numbers} [T=Numbers]
 * @typedef {object} Table
 * @property {T} data (rows, columns)
 * @property {number} rows
 * @property {number} columns
 * @property {number} [stack] the number of tables in a stack, if there is more than one
 */

/**
 * The number of elements of a shape; Infinity if it is beyond 2^53.
 * @param {readonly number[]} shape
 */
export function sizeOf(shape) {
  if (shape.includes(0)) return 0;
  const size = shape.reduce((product, size) => product * size, 1);
  return Number.isSafeInteger(size) ? size : Infinity;
}

/**
 * Converts an array to a table: the last axis becomes the columns, all others are joined into rows,
 * and a list becomes a column.
 * @param {ShapedArray} array
 * @returns {Table}
 */
export function asTable({ data, shape }) {
  const columns = shape.length > 1 ? (shape.at(-1) ?? 1) : 1;
  const rows = sizeOf(shape.length > 1 ? shape.slice(0, -1) : shape);
  const stack = sizeOf(shape.slice(0, -2));
  return stack > 1 ? { data, rows, columns, stack } : { data, rows, columns };
}
