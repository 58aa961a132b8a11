// inverses.js: shared by the modules that undo alterations of a table (transposing, shifting …).
import { wave } from "../elementary.js";
import { explain } from "./explain.js";
import { isCosine, omega } from "./model.js";
import { statisticsOf } from "./statistics.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Explanation } from "./explain.js" */
/** @import { Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./statistics.js" */

/** Number of rows on which an inverse is tried before the whole table. */
const HEAD = 96;
/** Number of points that suffice to recognise a circle. */
export const ENOUGH = 256;
/** Tolerance for points on a circle: error of x² + y², rms, in units of the squared radius. */
export const BESIDE = 0.15;

/**
 * Explains a table made from another; its first rows are tried before the whole table.
 * @param {number} length @param {number} width
 * @param {(rows: number) => FloatArray} make returns its first rows
 * @param {(statistics: Statistics) => Statistics} [like] replaces statistics that are known
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

/** Whether at most one thing is odd: start, rate, base, noise, or wrong rows or columns.
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
 * The entries of a sample and the values of a model, by pair, member and row.
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
