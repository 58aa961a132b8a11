// positions.js: the shape of a tensor and the positions of its rows, as callers may give them.
import * as check from "../check.js";

/** @import { TurnOptions } from "./options.js" */
/** @import { Rotary } from "./rotary.js" */

/**
 * A shape, after reading: (batch, …, length, …, dHead), or (blocks, length, heads, dHead).
 * @typedef {object} Sizes
 * @property {readonly number[]} shape
 * @property {number} length T
 * @property {number} batch the size of the first axis, or 1 if that is T
 * @property {number} blocks the product of the axes before T
 * @property {number} heads the product of the axes between T and dHead
 * @property {number} size
 */

/**
 * The positions of the rows of a tensor (…, T, width).
 * @typedef {object} Positions
 * @property {number} offset the position of the first row, if there are no lists; the others follow
 *   it
 * @property {Float64Array[]} lists none, one for all axes, or one for each axis
 * @property {boolean} batched whether the lists are (B, T), with a row for each batch element, or (T)
 */

/** 0, 1, 2, … @type {Positions} */
export const FROM_ZERO = { offset: 0, lists: [], batched: false };

/**
 * @param {string} where @param {Rotary} rotary @param {string} name @param {unknown} shape
 * @param {number} [tokenAxis]
 * @returns {Sizes}
 */
export function readSizes(where, { dHead }, name, shape, tokenAxis) {
  const sizes = check.leading(where, name, shape, ["T", "dHead"]);
  const last = sizes.length - 1;
  if (sizes[last] !== dHead) {
    check.fail(RangeError, where, `${name}[${last}]`, `dHead ${dHead}`, sizes[last]);
  }
  const axis =
    tokenAxis === undefined ? last - 1 : check.integer(where, "tokenAxis", tokenAxis, 0, last - 1);
  let blocks = 1;
  let heads = 1;
  for (let i = 0; i < axis; i++) blocks *= sizes[i];
  for (let i = axis + 1; i < last; i++) heads *= sizes[i];
  const length = sizes[axis];
  const batch = axis > 0 ? sizes[0] : 1;
  const size = sizes.includes(0) ? 0 : blocks * length * heads * dHead;
  return { shape: sizes, length, batch, blocks, heads, size };
}

/**
 * The positions of a call's rows.
 * @param {string} where @param {Rotary} rotary @param {TurnOptions} options @param {Sizes} sizes
 * @returns {Positions}
 */
export function rowPositions(where, rotary, { offset = 0, positions }, sizes) {
  if (positions === undefined) return consecutive(where, "offset", offset, rotary, sizes);
  if (offset !== 0) {
    check.fail(RangeError, where, "offset", "left out, as positions are given", offset);
  }
  if (typeof positions === "number") {
    check.fail(TypeError, where, "positions", "a list (offset may be a number)", positions);
  }
  return listed(where, "positions", positions, rotary, sizes);
}

/**
 * @param {string} where @param {string} name @param {unknown} value a number or lists
 * @param {Rotary} rotary @param {Sizes} sizes
 */
export function readPositions(where, name, value, rotary, sizes) {
  const read = typeof value === "number" ? consecutive : listed;
  return read(where, name, value, rotary, sizes);
}

/**
 * Consecutive positions, of which the first is given.
 * @param {string} where @param {string} name @param {unknown} value
 * @param {Rotary} rotary @param {Sizes} sizes
 * @returns {Positions}
 */
function consecutive(where, name, value, { maxLength }, { length }) {
  const offset = check.position(where, name, value);
  if (length - 1 > check.LARGEST_POSITION - offset) {
    const allowed = `at most ${check.LARGEST_POSITION - length + 1}, for T = ${length} positions within 2^53`;
    check.fail(RangeError, where, name, allowed, value);
  }
  if (length > 0 && offset + length - 1 >= maxLength) {
    const allowed = `such that all of T = ${length} positions are below maxLength ${maxLength}`;
    check.fail(RangeError, where, name, allowed, value);
  }
  return { offset, lists: [], batched: false };
}

/**
 * Positions in one list, or in one for each axis.
 * @param {string} where @param {string} name @param {unknown} value
 * @param {Rotary} rotary @param {Sizes} sizes
 * @returns {Positions}
 */
function listed(where, name, value, { maxLength, division }, { length, batch }) {
  const { axes } = division;
  const perAxis = Array.isArray(value) && typeof (value[0] ?? 0) === "object";
  if (perAxis && value.length !== axes) {
    const allowed = axes === 1 ? "one list, row after row" : `${axes} lists, one per axis`;
    check.fail(RangeError, where, name, allowed, value);
  }
  const lists = (perAxis ? value : [value]).map((list, axis) =>
    readList(where, perAxis ? `${name}[${axis}]` : name, list, length, batch, maxLength),
  );
  const lengths = lists.map((list) => list.length);
  if (lengths.some((length) => length !== lengths[0])) {
    check.fail(RangeError, where, name, "lists of the same length", lengths);
  }
  return { offset: 0, lists, batched: lengths[0] !== length };
}

/**
 * @param {string} where @param {string} name @param {unknown} value @param {number} length
 * @param {number} batch @param {number} limit
 */
function readList(where, name, value, length, batch, limit) {
  const list = check.positions(where, name, value);
  checkCount(where, name, list.length, length, batch);
  const tooFar = list.findIndex((position) => position >= limit);
  if (tooFar >= 0)
    check.fail(RangeError, where, `${name}[${tooFar}]`, `below maxLength ${limit}`, list[tooFar]);
  return list;
}

/**
 * Checks that a list is (T) or (B, T).
 * @param {string} where @param {string} name @param {number} count @param {number} length T
 * @param {number} batch B
 */
export function checkCount(where, name, count, length, batch) {
  if (count === length || count === batch * length) return;
  const all = batch === 1 ? "" : ` or B·T = ${batch}·${length} = ${batch * length}`;
  check.fail(RangeError, where, `${name}.length`, `T = ${length}${all}`, count);
}

/**
 * The position of a row on an axis; rows are numbered through all batch elements.
 * @param {Positions} positions @param {number} axis @param {number} row
 */
export function positionAt({ offset, lists }, axis, row) {
  if (lists.length === 0) return offset + row;
  return lists[lists.length === 1 ? 0 : axis][row];
}

/**
 * The positions of all batch elements, if those of one are the same for each.
 * @param {Positions} positions @param {number} batches @param {number} length T
 * @returns {Positions}
 */
export function repeated(positions, batches, length) {
  if (positions.batched || batches === 1) return positions;
  const axes = Math.max(1, positions.lists.length);
  const lists = Array.from({ length: axes }, (_, axis) =>
    Float64Array.from({ length: batches * length }, (_, i) =>
      positionAt(positions, axis, i % length),
    ),
  );
  return { offset: 0, lists, batched: true };
}
