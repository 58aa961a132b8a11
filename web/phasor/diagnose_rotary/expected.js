// expected.js: what the caller expects and gives: the rule, the axes, the axis of the sequence and the positions.
import * as check from "../check.js";
import { ropeFrequencies } from "../rope/scaling.js";
import { readSections } from "../rope/sections.js";

/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Places } from "./model.js" */
/** @import { Rule } from "./rules.js" */

/** What messages of errors begin with. */
export const where = "phasor.diagnoseRotary";

/** @param {ExpectedRotary} expect whose dHead is set */
export function sizesOf(expect) {
  const dHead = /** @type {number} */ (expect.dHead);
  return { dHead, rotaryDim: expect.rotates === false ? 0 : (expect.rotaryDim ?? dHead) };
}

/** Whether a list of frequencies is expected that follows from no rule.
 * @param {{ frequencies?: unknown, base?: unknown, explicit?: unknown } | undefined} expect */
export const isFrequencyList = (expect) =>
  expect?.frequencies !== undefined && (expect.base === undefined || expect.explicit === true);

/**
 * The expected rule for a number of pairs; undefined if there is none.
 * @param {ExpectedRotary} expect @param {number} pairs @returns {Rule | undefined}
 */
export function expectedRule(expect, pairs) {
  const { dHead, rotaryDim } = sizesOf(expect);
  const { base = 10000, scaling = null, length, frequencies, attentionFactor } = expect;
  const isComplete = 2 * pairs === rotaryDim;
  // A rule makes the same frequencies as its list, and also those of other sections or widths.
  const source = isFrequencyList(expect) ? { frequencies } : { base, scaling, length };
  try {
    const computed = ropeFrequencies(isComplete ? dHead : 2 * pairs, {
      ...{ ...source, attentionFactor },
      ...{ sections: isComplete ? expect.sections : undefined, rotaryDim: 2 * pairs },
    });
    return { base, scaling, ...computed, step: 1, as: "expected" };
  } catch (error) {
    // A list has another length.
    if (!(error instanceof RangeError || error instanceof TypeError) || isComplete) throw error;
    return undefined;
  }
}

/** The axis of each pair. @param {ExpectedRotary} expect @param {number} pairs */
export function expectedAxes(expect, pairs) {
  const { groups, order } = readSections(where, expect.sections, pairs);
  const axes = new Int32Array(pairs);
  for (const { axis, first, pairs: count } of groups) {
    for (let j = first; j < first + count; j++) axes[order ? order[j] : j] = axis;
  }
  return axes;
}

/** Maximum ratio of the largest position to the smallest distance. */
const MAX_RATIO = 65536;
/** Maximum distance of a position from a multiple of the unit, in units: of the final unit, and
 * during the search for it. */
const MAX_REMAINDER = 0.01;
const MAX_REMAINDER_SEARCHED = 0.2;
/** Maximum number of units in the smallest distance. */
const MAX_UNITS = 8;

/**
 * @typedef {object} Placement
 * @property {boolean} positionsGiven whether the caller gave positions
 * @property {Places} places of the groups; 0, 1, 2, … by default
 * @property {number} unit of which all positions are multiples; 0 if they are any numbers
 */
/**
 * @param {unknown} value what the caller gave
 * @param {number} rows T @param {number} batch B
 * @param {ExpectedRotary | undefined} expect @param {number} [axes] of the positions, by default as expected
 * @returns {Placement}
 */
export function readPositions(value, rows, batch, expect, axes = axisCount(expect)) {
  if (value === undefined) {
    const lists = new Array(axes ?? 1).fill(Float64Array.from({ length: rows }, (_, p) => p));
    return { positionsGiven: false, places: { lists, byBatch: false }, unit: 1 };
  }
  const all = listsOf(value, rows, batch, axes) ?? rejectPositions(value, rows, batch);
  const places = { lists: all, byBatch: rows > 0 && all[0].length !== rows };
  const first = all.map((list) => list.slice(0, rows));
  return { positionsGiven: true, places, unit: unitOf(concatenated(first), expect !== undefined) };
}

/** The number of axes that are expected; undefined if nothing is expected to turn.
 * @param {ExpectedRotary | undefined} expect */
export function axisCount(expect) {
  const rotaryDim = expect ? sizesOf(expect).rotaryDim : 0;
  if (!expect || rotaryDim === 0) return undefined;
  return readSections(where, expect.sections, rotaryDim / 2).axes;
}

/** Whether there is a list for each axis or batch element. @param {unknown} value @returns {value is unknown[]} */
const isNested = (value) =>
  Array.isArray(value) && value.length > 0 && typeof value[0] === "object";

/**
 * One list, (T) or (B, T), for all axes, or one for each; undefined if they are for another number of rows.
 * @param {unknown} value @param {number} rows @param {number} batch
 * @param {number | undefined} axes that are expected
 */
function listsOf(value, rows, batch, axes) {
  const total = batch * rows;
  const nested = isNested(value);
  const parts = nested ? value : [value];
  const lists = parts.map((part, k) =>
    check.positions(where, nested ? `positions[${k}]` : "positions", flatten(part)).slice(),
  );
  const [{ length }] = lists;
  const isUniform = lists.every((list) => list.length === length);
  const byRow = isUniform && (length === rows || length === total);
  if (nested && byRow && (axes === undefined || axes === lists.length)) return lists;
  if (nested && isUniform && lists.length === batch && length === rows)
    return [concatenated(lists)];
  const split = (axes ?? 1) > 1 && length === Number(axes) * rows;
  if (!nested && byRow && !split) return lists;
  const count = axes === undefined || axes === 1 ? length / rows : axes;
  const size = length / count;
  if (!nested && Number.isInteger(count) && count > 0 && (size === rows || size === total)) {
    return Array.from({ length: count }, (_, a) => lists[0].slice(a * size, (a + 1) * size));
  }
  return undefined;
}

/** @param {unknown} value @param {number} rows @param {number} batch @returns {never} */
function rejectPositions(value, rows, batch) {
  const nested = isNested(value);
  const allowed = `T = ${rows}${batch > 1 ? `, B·T = ${batch * rows}` : ""} or axes·T`;
  const got = nested ? value.map((list) => flatten(list).length) : flatten(value).length;
  return check.fail(RangeError, where, nested ? "positions" : "positions.length", allowed, got);
}

/** @param {Float64Array[]} lists */
const concatenated = (lists) => Float64Array.from(lists.flatMap((list) => [...list]));

/** A list of lists as one list. @param {unknown} list @returns {any} */
const flatten = (list) =>
  Array.isArray(list) && typeof list[0] === "object" ? list.flatMap((part) => [...part]) : list;

/**
 * The number of which all positions are multiples; 0 if there is none, and `free` allows that.
 * @param {Float64Array} all @param {boolean} allowsAny
 */
function unitOf(all, allowsAny) {
  const unit = all.every(Number.isInteger) ? 1 : fractionOf(all);
  const wrong = all.findIndex((p) => Math.abs(p / unit - Math.round(p / unit)) > MAX_REMAINDER);
  if (wrong < 0) return unit;
  if (allowsAny) return 0;
  const name = `positions[${wrong}]`;
  return check.reject(where, name, "a multiple of the same number as the others", all[wrong]);
}

/**
 * The number of which all positions are multiples, such as 2/3 if 24 patches lie on a grid of 16:
 * the smallest distance, or a fraction of it. Larger positions make it more precise.
 * @param {Float64Array} all
 */
function fractionOf(all) {
  const sizes = all.map(Math.abs).sort();
  const largest = sizes[sizes.length - 1];
  let least = largest;
  for (let at = 1; at < sizes.length; at++) {
    const gap = sizes[at] - sizes[at - 1];
    if (gap > largest / MAX_RATIO && gap < least) least = gap;
  }
  for (let parts = 1; parts <= MAX_UNITS; parts++) {
    let unit = least / parts;
    const fits = sizes.every((size) => {
      const units = Math.round(size / unit);
      const isNear = Math.abs(size / unit - units) < MAX_REMAINDER_SEARCHED;
      if (units > 0 && isNear) unit = size / units;
      return isNear;
    });
    if (fits) return unit;
  }
  return least;
}

/**
 * The axes that may be the sequence axis, likeliest first: the one given by the caller, otherwise those
 * that fit the number of positions, exactly if any does, from the second to last on.
 * @param {number[]} sizes @param {number | undefined} tokenAxis
 * @param {unknown} positions @param {number} minRows number of rows
 * @param {number} [axes] of the positions that are expected
 */
export function tokenAxes(sizes, tokenAxis, positions, minRows, axes) {
  const last = sizes.length - 1;
  if (tokenAxis !== undefined) return [check.integer(where, "tokenAxis", tokenAxis, 0, last - 1)];
  const all = [...sizes.keys()].slice(0, -1).reverse();
  const enough = all.filter((axis) => sizes[axis] >= minRows);
  const batch = (/** @type {number} */ axis) => (axis > 0 ? sizes[0] : 1);
  const { length } = /** @type {ArrayLike<unknown>} */ (positions ?? []);
  const exact = enough.filter((axis) => {
    const rows = sizes[axis];
    if (isNested(positions)) return listsOf(positions, rows, batch(axis), axes) !== undefined;
    return [rows, (axes ?? 1) * rows].some((size) => [size, batch(axis) * size].includes(length));
  });
  if (exact.length > 0) return exact;
  const fits = enough.filter((axis) => length % sizes[axis] === 0);
  return fits.length > 0 && !isNested(positions) ? fits : [last - 1];
}
