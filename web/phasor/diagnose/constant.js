// constant.js: tables with a constant added to every entry.
import { BESIDE, ENOUGH, entriesOf, explained, isPlausible } from "./behind.js";
import { sampleOf, somePairs, someRows } from "./fit.js";
import { pairsOf } from "./model.js";
import { few, problem } from "./words.js";

/** @import { Explanation } from "./explain.js" */
/** @import { Hidden } from "./hidden.js" */
/** @import { Survey } from "./survey.js" */

/** Smaller constants are not looked for. */
const LEAST_SHIFT = 1e-4;

/** @param {Survey} survey @returns {Hidden | undefined} */
export function unshifted(survey) {
  const { pe, length, width, padded, least, most, format } = survey;
  const pairs = pairsOf(width, padded);
  /** Its entries were rounded before something was taken off them. @param {number} shift */
  const without = (shift) =>
    explained(
      length,
      width,
      (rows) => Float64Array.from(pe.subarray(0, rows * width), (x) => x - shift),
      (other) => ({ ...other, format, least, most }),
    );
  const tried = new Set();
  /** @type {Hidden | undefined} */
  let best;
  for (const second of [1, pairs]) {
    /** @type {number | undefined} */
    let shift = second < width ? centreOf(survey, 0, second) : undefined;
    if (shift === undefined || tried.has(shift.toPrecision(4))) continue;
    tried.add(shift.toPrecision(4));
    let behind = Math.abs(shift) < LEAST_SHIFT ? undefined : without(shift);
    // The centre of one pair is a guess; what all columns leave over says more.
    for (let round = 0; behind && round < 3; round++) {
      const { mean, error } = leftOver(behind.survey, behind.explanation);
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
    if (Math.abs(shift) < Math.max(LEAST_SHIFT, noise)) continue;
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

/** The number of fewest digits that is as near as the data can tell. @param {number} x
 * @param {number} error */
function plainNear(x, error) {
  for (let digits = 1; digits < 17; digits++) {
    const plain = Number(x.toPrecision(digits));
    if (Math.abs(plain - x) <= 4 * error) return plain;
  }
  return x;
}

/** The mean of what an explanation leaves over, and its standard error.
 * @param {Survey} survey @param {Explanation} explanation */
function leftOver(survey, { settled: { model } }) {
  const all = pairsOf(survey.width, survey.padded);
  const rows = someRows(survey.rows, survey.rows.length, 64);
  const sample = sampleOf(survey, model.layout, rows, somePairs(all, 32));
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

/** The centre of the circle that two columns run on, if they do and it lies on the diagonal.
 * @param {Survey} survey @param {number} a @param {number} b */
function centreOf({ pe, width, rows }, a, b) {
  return circle(rows.slice(0, ENOUGH).map((row) => [pe[row * width + a], pe[row * width + b]]))
    ?.centre;
}

/** The circle around a point of the diagonal that points lie on; undefined if they do not.
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
