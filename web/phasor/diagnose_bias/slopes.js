// slopes.js: finds the scheme of the slopes of an ALiBi bias.
import { exponential, logarithm } from "../elementary.js";

/**
 * How the exponents e_j in slope_j = 2^(−maxBias·e_j) are computed from the head j.
 * @typedef {"paper" | "naive" | "from-zero" | "split-from-zero" | "consecutive" | "reversed" | "equal"} Scheme
 */

/** @param {number} heads */
const powerBelow = (heads) => 2 ** (31 - Math.clz32(heads));

/** In the order in which they are tried. @type {Record<Scheme, (heads: number) => number[]>} */
const exponents = {
  paper(heads) {
    const whole = powerBelow(heads);
    return Array.from({ length: heads }, (_, j) =>
      j < whole ? (j + 1) / whole : (2 * (j - whole) + 1) / (2 * whole),
    );
  },
  naive: (heads) => Array.from({ length: heads }, (_, j) => (j + 1) / heads),
  "from-zero": (heads) => Array.from({ length: heads }, (_, j) => j / heads),
  "split-from-zero"(heads) {
    const whole = powerBelow(heads);
    return Array.from({ length: heads }, (_, j) => (j % whole) / whole);
  },
  consecutive(heads) {
    const whole = powerBelow(heads);
    return Array.from({ length: heads }, (_, j) =>
      j < whole ? (j + 1) / whole : (j - whole + 1) / (2 * whole),
    );
  },
  reversed: (heads) => exponents.paper(heads).reverse(),
  equal: (heads) => new Array(heads).fill(1),
};

const DOUBT = 5;
const USUAL = 8;

/**
 * @typedef {object} Slopes
 * @property {Scheme} scheme
 * @property {number} maxBias
 * @property {number} factor additional factor of all slopes
 * @property {Float64Array} slopes
 */

/**
 * @param {Float64Array} slopes (heads), above 0 @param {Float64Array} errors their standard errors
 * @param {number} precision relative, of the entries
 * @returns {Slopes | undefined} undefined if no known scheme fits
 */
export function schemeOf(slopes, errors, precision) {
  const heads = slopes.length;
  const y = Array.from(slopes, (slope) => -logarithm(slope) / Math.LN2);
  const doubts = y.map((_, j) => (DOUBT * errors[j]) / slopes[j] / Math.LN2 + 2 * precision + 1e-9);
  for (const scheme of /** @type {Scheme[]} */ (Object.keys(exponents))) {
    const e = exponents[scheme](heads);
    const maxBias = fitted(y, e, doubts);
    if (maxBias !== undefined && maxBias > 0)
      return { scheme, maxBias, factor: 1, slopes: slopesOf(e, maxBias, 1) };
  }
  // The paper's slopes with one factor for all heads.
  const e = exponents.paper(heads);
  const shifts = y.map((exponent, j) => exponent - USUAL * e[j]);
  const shift = heads > 1 ? fitted(shifts, new Array(heads).fill(1), doubts) : undefined;
  if (shift === undefined) return undefined;
  const factor = exponential(-shift * Math.LN2);
  return { scheme: "paper", maxBias: USUAL, factor, slopes: slopesOf(e, USUAL, factor) };
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
