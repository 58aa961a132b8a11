// inverses.js: what the transformations that may be undone (transposing, scaling, shifting …) share.
import { wave } from "../elementary.js";
import { explain } from "./explain.js";
import { isCosine, omega } from "./model.js";
import { statisticsOf } from "./statistics.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./statistics.js" */

/** Rows that a way back is tried on first. */
const HEAD = 96;
/** Points that tell a circle. */
export const ENOUGH = 256;
/** How far points may lie beside a circle, in squares of its radius. */
export const BESIDE = 0.15;

/**
 * The explanation of another table, whose head is tried first.
 * @param {number} length @param {number} width
 * @param {(rows: number) => FloatArray} make its first rows
 * @param {(statistics: Statistics) => Statistics} [like] what is known of it beforehand
 */
export function explained(length, width, make, like = (statistics) => statistics) {
  for (const rows of length > HEAD ? [HEAD, length] : [length]) {
    const statistics = like(statisticsOf(make(rows), rows, width));
    const explanation = explain(statistics, false);
    if (!explanation) return undefined;
    if (rows === length) return { statistics, explanation };
  }
  return undefined;
}

/** Not a model that has many odd numbers, beside which something is still wrong.
 * @param {Explanation} explanation */
export function isPlausible({ identified: { model, round }, verdict }) {
  const { noise, wrongRows, wrongColumns } = verdict;
  let odd = wrongRows.length + wrongColumns.length > 0 ? 1 : 0;
  if (!Number.isInteger(2 * model.start)) odd++;
  if (Math.abs(model.rate) !== 1) odd++;
  if (!round) odd++;
  return odd + (noise > 0 ? 1 : 0) < 2;
}

/** Whether two columns lie on a circle around 0. @param {Statistics} statistics @param {number} a
 * @param {number} b */
export function isCircle({ pe, width, rows }, a, b) {
  return (
    b < width &&
    isRound(rows.slice(0, ENOUGH).map((row) => [pe[row * width + a], pe[row * width + b]]))
  );
}

/** @param {number[][]} points */
export function isRound(points) {
  const squares = points.map(([x, y]) => x * x + y * y).filter((each) => each - each === 0);
  const mean = squares.reduce((sum, each) => sum + each, 0) / squares.length;
  const off =
    squares.reduce((sum, each) => sum + (each - mean) * (each - mean), 0) / squares.length;
  const limit = 2 * BESIDE * mean;
  return off <= limit * limit;
}

/**
 * The entries of a sample and a model's, pair by pair, member by member, row by row.
 * @param {Sample} sample @param {Model} model
 */
export function* entriesOf({ rows, pairs, all, values }, model) {
  for (let k = 0; k < pairs.length; k++) {
    for (let m = 0; m < 2; m++) {
      const w = omega(model, pairs[k], m, all);
      const quarter = isCosine(model.order, m) ? 1 : 0;
      for (let r = 0; r < rows.length; r++) {
        const wanted = model.amplitude * wave((rows[r] + model.start) * w, quarter);
        yield { value: values[m][k * rows.length + r], wanted };
      }
    }
  }
}
