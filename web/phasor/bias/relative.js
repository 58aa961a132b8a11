// relative.js: learned biases with an entry for each relative position, up to a reach.
import * as check from "../check.js";
import { LARGEST_DISTANCE, layout, output } from "./scores.js";
import { addToTable, fillFromTable } from "./tables.js";

/** @import { FloatArray } from "../check.js" */

/**
 * @typedef {object} RelativeOptions
 * @property {number | undefined} [offset] the position of query 0 among the keys, an integer, 0 by
 *   default
 */

/**
 * @param {string} where @param {unknown} shape of the table @param {unknown} queries
 * @param {unknown} keys @param {RelativeOptions} options
 */
function relativeArguments(where, shape, queries, keys, { offset = 0 }) {
  const [rows, heads] = check.shape(where, "shape", shape, ["2·reach + 1", "heads"]);
  if (rows % 2 === 0 || rows > LARGEST_DISTANCE) {
    const allowed = `an odd integer from 1 to ${LARGEST_DISTANCE}`;
    check.fail(RangeError, where, "shape[0] (2·reach + 1)", allowed, rows);
  }
  return { rows, matrix: layout(where, heads, queries, keys, offset) };
}

/** The table rows of relative positions, clipped at the reach. @param {number} rows */
function clippedRows(rows) {
  const reach = (rows - 1) / 2;
  return (/** @type {number} */ first, /** @type {number} */ count) => {
    const rows = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      rows[i] = Math.max(-reach, Math.min(reach, first + i)) + reach;
    }
    return rows;
  };
}

/**
 * A bias for each relative position of key and query, which you add to the scores. For query number
 * `query` at position i = offset + query, and key j:
 *
 *     out[head, query, j] = table[reach + min(max(j − i, −reach), reach), head]
 *
 * Row `reach` is for distance 0, and later rows are for later keys. Distances beyond the reach use the
 * first or the last row (the clipping of Shaw et al. 2018, section 3.2, with scalars instead of
 * vectors).
 *
 * @template {FloatArray} T
 * @param {T} table (2·reach + 1, heads), learned
 * @param {readonly [rows: number, heads: number]} shape of the table, rows odd
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {RelativeOptions & { out?: T | undefined }} [options] out: (heads, queryLength, keyLength);
 *   must not overlap the table
 * @returns {T} (heads, queryLength, keyLength)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 *
 * @example
 * relativeBias(Float32Array.of(-1, 0, 1), [3, 1], 1, 4, { offset: 1 }); // [-1, 0, 1, 1]
 */
export function relativeBias(table, shape, queryLength, keyLength, options) {
  const where = "phasor.relativeBias";
  const checked = check.options(where, options, ["offset", "out"]);
  const { rows, matrix } = relativeArguments(where, shape, queryLength, keyLength, checked);
  const { heads } = matrix;
  check.floats(where, "table", table, rows * heads, [rows, heads]);
  const result = output(where, checked.out, heads * queryLength * keyLength, { table });
  fillFromTable(table, matrix, result, clippedRows(rows));
  return /** @type {T} */ (result);
}

/**
 * The gradient of `relativeBias` with respect to its table. Each entry is the sum of the gradients of
 * the entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, queryLength, keyLength)
 * @param {readonly [rows: number, heads: number]} shape of the table, rows odd
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {RelativeOptions & { out?: T | undefined }} [options] offset: as for `relativeBias`; out:
 *   (2·reach + 1, heads), overwritten; must not overlap gradBias
 * @returns {T} (2·reach + 1, heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function relativeBiasBackward(gradBias, shape, queryLength, keyLength, options) {
  const where = "phasor.relativeBiasBackward";
  const checked = check.options(where, options, ["offset", "out"]);
  const { rows, matrix } = relativeArguments(where, shape, queryLength, keyLength, checked);
  const { heads } = matrix;
  const forHeads = ` for ${heads} heads of ${queryLength} × ${keyLength}`;
  check.floats(where, "gradBias", gradBias, heads * queryLength * keyLength, forHeads);
  const result = output(where, checked.out, rows * heads, { gradBias });
  const totals = check.allocate(where, "float64", rows * heads);
  addToTable(gradBias, matrix, totals, clippedRows(rows));
  result.set(totals);
  return /** @type {T} */ (result);
}
