// held.js: rows at the beginning or at the end that are all at one position, as padding is, or clipped positions.
import { smallest } from "./select.js";

/** @import { Run } from "./breaks.js" */
/** @import { Read } from "./cache.js" */

/** Pairs that are looked at, the fast ones. */
const PAIRS = 4;
/** Of the usual step from row to row, squared, the part that is none. */
const NONE = 0.01;
/** Fewer rows are jumps. */
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
  // Of rows that are held, there may be more than others.
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
 * Runs of a row each at one position, as one run.
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
