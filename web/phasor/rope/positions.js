// positions.js: where the rows of a tensor are, as callers may say it.
import * as check from "../check.js";

/**
 * The positions of the rows of a tensor (…, T, width).
 * @typedef {object} Positions
 * @property {number} offset of the first row, the others following, where there are no lists
 * @property {Float64Array[]} lists none, one for all axes, or one for each axis
 * @property {boolean} each whether the lists are (B, T), with a row for each batch element, or (T)
 */

const LARGEST = 2 ** 53;

/**
 * @param {string} where @param {string} name @param {unknown} value a number or lists
 * @param {number} length T @param {number} batch B
 * @param {number} axes @param {number} [limit] positions are below it
 * @returns {Positions}
 */
export function readPositions(where, name, value, length, batch, axes, limit = Infinity) {
  if (typeof value === "number") return readOffset(where, name, value, length, limit);
  if (!Array.isArray(value) || typeof value[0] !== "object") {
    const list = readList(where, name, value, length, batch, limit);
    return { offset: 0, lists: [list], each: list.length !== length };
  }
  if (value.length !== axes) {
    const allowed =
      axes === 1
        ? "one list, row after row, as there are no sections"
        : `${axes} lists, one an axis`;
    check.fail(RangeError, where, name, allowed, value);
  }
  const lists = value.map((list, axis) =>
    readList(where, `${name}[${axis}]`, list, length, batch, limit),
  );
  for (const list of lists) {
    if (list.length === lists[0].length) continue;
    check.fail(
      RangeError,
      where,
      name,
      "lists of the same length",
      lists.map((one) => one.length),
    );
  }
  return { offset: 0, lists, each: lists[0].length !== length };
}

/**
 * @param {string} where @param {string} name @param {number} offset @param {number} length
 * @param {number} limit
 * @returns {Positions}
 */
function readOffset(where, name, offset, length, limit) {
  check.position(where, name, offset);
  if (length - 1 > LARGEST - offset) {
    const allowed = `at max ${LARGEST - length + 1}, for T = ${length} positions within 2^53`;
    check.fail(RangeError, where, name, allowed, offset);
  }
  if (length > 0 && offset + length - 1 >= limit) {
    const allowed = `such that all of T = ${length} positions are below maxLength ${limit}`;
    check.fail(RangeError, where, name, allowed, offset);
  }
  return { offset, lists: [], each: false };
}

/**
 * @param {string} where @param {string} name @param {unknown} value @param {number} length
 * @param {number} batch @param {number} limit
 */
function readList(where, name, value, length, batch, limit) {
  const list = check.positions(where, name, value);
  if (list.length !== length && list.length !== batch * length) {
    const allowed =
      batch === 1
        ? `T = ${length}`
        : `T = ${length} or B·T = ${batch}·${length} = ${batch * length}`;
    check.fail(RangeError, where, `${name}.length`, allowed, list.length);
  }
  for (let i = 0; i < list.length; i++) {
    if (list[i] < limit) continue;
    check.fail(RangeError, where, `${name}[${i}]`, `below maxLength ${limit}`, list[i]);
  }
  return list;
}

/**
 * Writes the positions of the rows from `first` on.
 * @param {Float64Array} into as many as are wanted @param {Positions} positions
 * @param {number} axis @param {number} batch the batch element @param {number} length T
 * @param {number} first
 */
export function writePositions(into, { offset, lists, each }, axis, batch, length, first) {
  if (lists.length === 0) {
    for (let r = 0; r < into.length; r++) into[r] = offset + first + r;
    return;
  }
  const list = lists.length === 1 ? lists[0] : lists[axis];
  const from = (each ? batch * length : 0) + first;
  into.set(list.subarray(from, from + into.length));
}

/**
 * The same as a function of the axis.
 * @param {Positions} positions @param {number} batch @param {number} length @param {number} first
 * @returns {(into: Float64Array, axis: number) => void}
 */
export function readerOf(positions, batch, length, first) {
  return (into, axis) => writePositions(into, positions, axis, batch, length, first);
}
