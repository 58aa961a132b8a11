// slopes.js: finds the scheme of the slopes of an ALiBi bias.
import { few } from "../diagnose/messages.js";
import { exponential, logarithm } from "../elementary.js";

/** @param {number} heads */
const powerBelow = (heads) => 2 ** (31 - Math.clz32(heads));

/**
 * @param {(head: number, whole: number, heads: number) => number} exponent e_j, from the head j and the power of two
 *   that is next below the number of heads
 */
const each = (exponent) => (/** @type {number} */ heads) =>
  Array.from({ length: heads }, (_, j) => exponent(j, powerBelow(heads), heads));

const paper = each((j, whole) =>
  j < whole ? (j + 1) / whole : (2 * (j - whole) + 1) / (2 * whole),
);

/**
 * How the exponents e_j in slope_j = 2^(−maxBias·e_j) are computed, in the order in which the rules are tried, and what
 * is wrong with all but the first.
 * @type {[exponents: (heads: number) => number[], code?: string, message?: string][]}
 */
const rules = [
  [paper],
  [
    each((j, _, heads) => (j + 1) / heads),
    "alibi-naive-slopes",
    "The slopes are 2^(−maxBias·(j + 1)/heads) for a number of heads that is not a power of two. The " +
      "paper's are those of the next smaller power of two, followed by every other slope of the next " +
      "larger one.",
  ],
  [
    each((j, _, heads) => j / heads),
    "alibi-slopes-from-zero",
    "The slopes are 2^(−maxBias·j/heads): head 0 has slope 1. Count heads from 1 in the exponent.",
  ],
  [
    each((j, whole) => (j % whole) / whole),
    "alibi-slopes-from-zero",
    "The exponents start at 0: head 0 has slope 1, and so has the first head past the power of two. Count " +
      "heads from 1 in the exponent.",
  ],
  [
    each((j, whole) => (j < whole ? (j + 1) / whole : (j - whole + 1) / (2 * whole))),
    "alibi-consecutive-slopes",
    "The heads past the power of two have consecutive slopes of the next larger power of two; take " +
      "every other one, the first, third, fifth …",
  ],
  [
    (heads) => paper(heads).reverse(),
    "alibi-slopes-reversed",
    "The slopes are in reverse order: head 0 must have the steepest.",
  ],
  [each(() => 1), "alibi-equal-slopes", "All heads have the same slope."],
];

const DOUBT = 5;
const USUAL = 8;

/**
 * @typedef {object} Slopes
 * @property {{ code: string, message: string } | undefined} mistake undefined if they are the paper's
 * @property {number | null} maxBias
 * @property {Float64Array} slopes
 */

/**
 * @param {Float64Array} slopes (heads) @param {Float64Array} errors their standard errors
 * @param {number} precision relative, of the entries
 * @returns {Slopes | undefined} undefined if no known rule fits
 */
export function schemeOf(slopes, errors, precision) {
  if (!slopes.every((slope) => slope > 0)) return undefined;
  const heads = slopes.length;
  const y = Array.from(slopes, (slope) => -logarithm(slope) / Math.LN2);
  const doubts = y.map((_, j) => (DOUBT * errors[j]) / slopes[j] / Math.LN2 + 2 * precision + 1e-9);
  for (const [exponents, code, message = ""] of rules) {
    const e = exponents(heads);
    const maxBias = fitted(y, e, doubts);
    if (maxBias === undefined || maxBias <= 0) continue;
    const mistake = code === undefined ? undefined : { code, message };
    const known = code === "alibi-equal-slopes" && heads > 1 ? null : maxBias;
    return { mistake, maxBias: known, slopes: slopesOf(e, maxBias, 1) };
  }
  // The paper's slopes with one factor for all heads.
  const e = paper(heads);
  const shifts = y.map((exponent, j) => exponent - USUAL * e[j]);
  const shift = heads > 1 ? fitted(shifts, new Array(heads).fill(1), doubts) : undefined;
  if (shift === undefined) return undefined;
  const factor = exponential(-shift * Math.LN2);
  const message = `All slopes have the factor ${few(factor)}.`;
  const mistake = { code: "alibi-scaled-slopes", message };
  return { mistake, maxBias: USUAL, slopes: slopesOf(e, USUAL, factor) };
}

/** @param {number[]} exponents @param {number} maxBias @param {number} factor */
const slopesOf = (exponents, maxBias, factor) =>
  Float64Array.from(exponents, (e) => factor * exponential(-maxBias * e * Math.LN2));

/**
 * m such that y = m·e within the doubts: 8 if it fits, otherwise a round number, otherwise the best
 * fit.
 * @param {number[]} y @param {number[]} e @param {number[]} doubts
 */
function fitted(y, e, doubts) {
  let [top, below] = [0, 0];
  for (let j = 0; j < y.length; j++) {
    const weight = 1 / (doubts[j] * doubts[j]);
    top += weight * y[j] * e[j];
    below += weight * e[j] * e[j];
  }
  if (below === 0) return undefined;
  const best = top / below;
  const choices = [USUAL, ...[1, 2, 3, 4].map((digits) => Number(best.toPrecision(digits))), best];
  return choices.find((m) => y.every((value, j) => Math.abs(value - m * e[j]) <= doubts[j]));
}
