// A matrix as the bug lab shows it: rows in view, what they should be, norms and dot products.
import { diagnose, dotProducts, encodingStatistics, sinusoidal } from "../../phasor/index.js";
import { rangeFor } from "../colour/maps.js";

/** @import { Diagnosis } from "../../phasor/diagnose.js" */
/** @import { MapKind } from "../colour/maps.js" */

/** @typedef {{ kind: MapKind, low: number, high: number }} Range */

/**
 * @typedef {object} Matrix
 * @property {Float32Array | Float64Array} values (rows, columns)
 * @property {number} rows
 * @property {number} columns
 */

/**
 * @typedef {object} Sheet
 * @property {number} start the first row in view
 * @property {number} rows in view
 * @property {number} columns
 * @property {Matrix["values"]} values (rows, columns)
 * @property {Range} range of these and the right ones
 * @property {{ values: Matrix["values"], difference: Matrix["values"], range: Range,
 *   norms: Float64Array } | undefined} right what they should be; difference: how far from it they are
 * @property {Float64Array} norms of the rows
 * @property {Matrix["values"]} gram (rows, rows)
 * @property {Range} gramRange
 */

/** Rows in view, and entries of them, at most. */
const MOST_ROWS = 512;
const MOST_ENTRIES = 2 ** 17;
/** Entries that a diagnosis looks at, at most. */
const MOST_DIAGNOSED = 2 ** 19;
/** Of sums in float32: what is this small beside the largest is no sign. */
const NEGLIGIBLE = 1e-5;

/** How many rows of a width there is room for. @param {number} rows @param {number} columns */
export const rowsInView = (rows, columns) =>
  Math.min(rows, MOST_ROWS, Math.max(4, Math.floor(MOST_ENTRIES / columns)));

/** The rows in view: those of the part that a position lies in. @param {number} rows @param {number} columns @param {number} position */
export function windowOf(rows, columns, position) {
  const length = rowsInView(rows, columns);
  const part = Math.floor(position / length) * length;
  return { start: Math.min(part, rows - length), length };
}

/**
 * @param {Matrix} matrix @param {{ start: number, length: number }} window
 * @param {number} base of the right table
 * @returns {Sheet}
 */
export function sheetOf({ values: all, columns }, { start, length: rows }, base) {
  const shape = /** @type {[number, number]} */ ([rows, columns]);
  const values = all.subarray(start * columns, (start + rows) * columns);
  const { norms } = encodingStatistics(values, shape);
  const [low, high] = extremes(values);
  const gram = dotProducts(values, shape);
  const [least, most] = extremes(gram);
  return {
    start,
    rows,
    columns,
    values,
    range: rangeFor(Math.min(low, -1), Math.max(high, 1)),
    right: columns < 2 ? undefined : rightOf(values, start, rows, columns, base),
    norms,
    gram,
    gramRange: rangeFor(least < -NEGLIGIBLE * most ? least : 0, most),
  };
}

/** @param {Matrix["values"]} values @param {number} start @param {number} rows @param {number} columns @param {number} base */
function rightOf(values, start, rows, columns, base) {
  const convention = { odd: /** @type {const} */ ("zero-column") };
  const right = sinusoidal(rows, columns, { base, start, convention });
  const difference = values.map((value, at) => value - right[at]);
  const [least, most] = extremes(difference);
  const size = Math.max(-least, most) || 1;
  return {
    values: right,
    difference,
    range: rangeFor(-size, size),
    norms: encodingStatistics(right, [rows, columns]).norms,
  };
}

/** The least and the greatest finite value, zero among them. @param {Matrix["values"]} values */
function extremes(values) {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  return [low, high];
}

/**
 * What the package says of a matrix, or of as many of its first rows as are looked at.
 * @param {Matrix} matrix
 * @returns {Diagnosis & { rows: number }}
 */
export function diagnosisOf({ values, rows: all, columns }) {
  const rows = Math.min(all, Math.max(4, Math.floor(MOST_DIAGNOSED / columns)));
  return { rows, ...diagnose(values.subarray(0, rows * columns), [rows, columns]) };
}
