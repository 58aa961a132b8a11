// positions.js: reads given positions as integer multiples of a unit.
import * as check from "../check.js";
import { areUsual } from "./diagnosed.js";

/** Maximum ratio of the largest position to the smallest distance. */
const MOST = 65536;
/** Maximum distance of a position from a multiple of the unit, in units: of the final unit, and
 * during the search for it. */
const OFF = 0.01;
const NEAR = 0.2;
/** Maximum number of units in the smallest distance. */
const PARTS = 8;

/**
 * @typedef {object} Places
 * @property {Float64Array[]} lists positions per axis, in units; empty if they are 0, 1, 2, …
 * @property {number} unit
 */

/**
 * @param {string} where @param {ArrayLike<number | bigint> | undefined} given @param {number} rows
 * @returns {Places}
 */
export function readPositions(where, given, rows) {
  if (given === undefined) return { lists: [], unit: 1 };
  const all = Float64Array.from(check.positions(where, "positions", given));
  const axes = all.length / rows;
  if (!Number.isInteger(axes) || axes < 1) {
    check.fail(RangeError, where, "positions.length", `T = ${rows} or axes·T`, all.length);
  }
  const unit = all.every(Number.isInteger) ? 1 : unitOf(all);
  all.forEach((each, at) => {
    const units = Math.round(each / unit) + 0;
    if (!(Math.abs(each / unit - units) <= OFF)) {
      check.reject(where, `positions[${at}]`, "a multiple of the same number as the others", each);
    }
    all[at] = units;
  });
  const lists = Array.from({ length: axes }, (_, axis) =>
    all.subarray(axis * rows, (axis + 1) * rows),
  );
  return unit === 1 && areUsual(lists, rows) ? { lists: [], unit } : { lists, unit };
}

/**
 * The number of which all positions are multiples, such as 2/3 if 24 patches lie on a grid of 16:
 * the smallest distance, or a fraction of it. Larger positions make it more precise.
 * @param {Float64Array} all
 */
function unitOf(all) {
  const sizes = all.map(Math.abs).sort();
  const largest = sizes[sizes.length - 1];
  let least = largest;
  for (let at = 1; at < sizes.length; at++) {
    const gap = sizes[at] - sizes[at - 1];
    if (gap > largest / MOST && gap < least) least = gap;
  }
  for (let parts = 1; parts <= PARTS; parts++) {
    let unit = least / parts;
    const fits = sizes.every((size) => {
      const units = Math.round(size / unit);
      const near = Math.abs(size / unit - units) < NEAR;
      if (units > 0 && near) unit = size / units;
      return near;
    });
    if (fits) return unit;
  }
  return least;
}
