// constant.js: finds a constant that was added to every entry.

import { sampleOf, somePairs, someRows } from "./fit.js";
import { BESIDE, ENOUGH, entriesOf, explained, isPlausible } from "./inverses.js";
import { few, problem } from "./messages.js";
import { pairsOf } from "./model.js";

/** @import { Explanation } from "./explain.js" */
/** @import { Hidden } from "./altered.js" */
/** @import { Statistics } from "./statistics.js" */

/** The smallest constant that is looked for. */
const MIN_SHIFT = 1e-4;

/** @param {Statistics} statistics @returns {Hidden | undefined} */
export function unshifted(statistics) {
  const { pe, length, width, padded, min, max, format } = statistics;
  const pairs = pairsOf(width, padded);
  /** Explains the table minus a constant. Its entries were rounded before the subtraction.
   * @param {number} shift */
  const without = (shift) =>
    explained(
      length,
      width,
      (rows) => Float64Array.from(pe.subarray(0, rows * width), (x) => x - shift),
      (other) => ({ ...other, format, min, max }),
    );
  const tried = new Set();
  /** @type {Hidden | undefined} */
  let best;
  for (const second of [1, pairs]) {
    /** @type {number | undefined} */
    let shift = second < width ? centreOf(statistics, 0, second) : undefined;
    if (shift === undefined || tried.has(shift.toPrecision(4))) continue;
    tried.add(shift.toPrecision(4));
    let behind = Math.abs(shift) < MIN_SHIFT ? undefined : without(shift);
    // The centre of one pair is a rough estimate; the residuals of all columns improve it.
    for (let round = 0; behind && round < 3; round++) {
      const { mean, error } = leftOver(behind.statistics, behind.explanation);
      /** @type {number} */
      const from = shift;
      const next = plainNear(from + mean, error);
      /** @type {ReturnType<typeof without>} */
      const again = next === from ? undefined : without(next);
      if (!again) break;
      [shift, behind] = [next, again];
      if (Math.abs(next - from) < error) break;
    }
    if (!behind || !isPlausible(behind.explanation)) continue;
    const { noise, left } = behind.explanation.verdict;
    if (Math.abs(shift) < Math.max(MIN_SHIFT, noise)) continue;
    if (best && best.explanation.verdict.left <= left) continue;
    best = {
      ...behind,
      columns: Array.from({ length: width }, (_, c) => c),
      implied: [],
      findings: [
        problem(
          "constant-added",
          `${few(shift)} was added to every entry: the means of whole turns are not 0. Look for a ` +
            "bias, or values that were mapped to another range.",
        ),
      ],
    };
  }
  return best;
}

/** `x` rounded to the fewest digits that its error allows. @param {number} x
 * @param {number} error */
function plainNear(x, error) {
  for (let digits = 1; digits < 17; digits++) {
    const plain = Number(x.toPrecision(digits));
    if (Math.abs(plain - x) <= 4 * error) return plain;
  }
  return x;
}

/** The mean residual of an explanation, and its standard error.
 * @param {Statistics} statistics @param {Explanation} explanation */
function leftOver(statistics, { identified: { model } }) {
  const all = pairsOf(statistics.width, statistics.padded);
  const rows = someRows(statistics.rows, statistics.rows.length, 64);
  const sample = sampleOf(statistics, model.layout, rows, somePairs(all, 32));
  let [sum, squares, count] = [0, 0, 0];
  for (const { value, wanted } of entriesOf(sample, model)) {
    const miss = value - wanted;
    if (miss - miss !== 0) continue;
    sum += miss;
    squares += miss * miss;
    count++;
  }
  const mean = sum / Math.max(1, count);
  return { mean, error: Math.sqrt(squares / Math.max(1, count)) / Math.sqrt(Math.max(1, count)) };
}

/** The centre of the circle that two columns form, if they form one whose centre has x = y.
 * @param {Statistics} statistics @param {number} a @param {number} b */
function centreOf({ pe, width, rows }, a, b) {
  return circle(rows.slice(0, ENOUGH).map((row) => [pe[row * width + a], pe[row * width + b]]))
    ?.centre;
}

/** The circle, with a centre where x = y, that the points form; undefined if they form none.
 * @param {number[][]} points */
function circle(points) {
  // x² + y² = 2c·(x + y) + k, by least squares.
  let [n, s, ss, q, qs, qq] = [0, 0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const [sum, square] = [x + y, x * x + y * y];
    if (square - square !== 0) continue;
    n++;
    s += sum;
    ss += sum * sum;
    q += square;
    qs += square * sum;
    qq += square * square;
  }
  const twice = (n * qs - s * q) / (n * ss - s * s);
  const k = (q - twice * s) / n;
  const radius = k + (twice * twice) / 2;
  const rest = (qq - twice * qs - k * q) / n;
  const fits = radius > 0 && rest <= BESIDE * radius * (BESIDE * radius);
  return fits ? { centre: twice / 2 } : undefined;
}
