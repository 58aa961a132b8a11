// held.js: finds rows at the beginning or end that are all at one position, as with padding or
// clipped positions.
import { smallest } from "./select.js";

/** @import { Run } from "./breaks.js" */
/** @import { Read } from "./cache.js" */

/** Number of pairs to examine: the fastest. */
const PAIRS = 4;
/** Share of the usual squared step from row to row up to which a row does not turn. */
const NONE = 0.01;
/** Minimum number of rows; fewer are jumps. */
const LEAST = 3;

/** @param {Read} read @returns {{ moving: Run, held: Run[] }} */
export function heldOf({ rows, pairs, cos, sin }) {
  const steps = new Float64Array(rows);
  for (let i = 0; i < Math.min(PAIRS, pairs); i++) {
    for (let at = i * rows + 1; at < (i + 1) * rows; at++) {
      const re = cos[at] * cos[at - 1] + sin[at] * sin[at - 1];
      const im = sin[at] * cos[at - 1] - cos[at] * sin[at - 1];
      const size = Math.sqrt(re * re + im * im);
      steps[at - i * rows] += size > 0 ? 1 - re / size : 0;
    }
  }
  // There may be more held rows than others, so the limit follows the largest steps.
  const limit = NONE * smallest(steps.slice(1), Math.floor(0.95 * (rows - 2)));
  let [first, last] = [1, rows - 1];
  while (first < rows && steps[first] < limit) first++;
  while (last > first && steps[last] < limit) last--;
  const moving = {
    row: first >= LEAST ? first : 0,
    end: rows - 1 - last >= LEAST ? last + 1 : rows,
  };
  const held = [
    { row: 0, end: moving.row },
    { row: moving.end, end: rows },
  ].filter(({ row, end }) => end > row);
  return { moving, held };
}

/**
 * Merges runs of one row each at the same position into one run.
 * @param {{ row: number, start: number | null }[]} segments @param {number} rows @returns {Run[]}
 */
export function heldAmong(segments, rows) {
  /** @type {Run[]} */
  const held = [];
  for (let k = 0; k < segments.length; k++) {
    const { row, start } = segments[k];
    const of = (/** @type {number} */ at) => (at < segments.length ? segments[at].row : rows);
    let last = k;
    while (
      last < segments.length &&
      segments[last].start === start &&
      of(last + 1) === row + last - k + 1
    ) {
      last++;
    }
    if (start === null || last - k < LEAST) continue;
    held.push({ row, end: row + last - k });
    k = last - 1;
  }
  return held;
}
