// positions.js: the positions of rows that a caller gives, as whole multiples of a unit.
import * as check from "../check.js";
import { areUsual } from "./diagnosed.js";

/** Of the largest position, a distance is no smaller part. */
const MOST = 65536;
/** How far a position may be from a multiple of the unit, in units: at last, and while that is looked for. */
const OFF = 0.01;
const NEAR = 0.2;
/** Of the smallest distance, parts that are tried. */
const PARTS = 8;

/**
 * @typedef {object} Places
 * @property {Float64Array[]} lists axis by axis, in units; none if they are 0, 1, 2, …
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
 * The number that all are multiples of, such as 2/3 where 24 patches lie on a grid of 16: the smallest distance, or
 * a part of it. Larger positions say it more exactly.
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
