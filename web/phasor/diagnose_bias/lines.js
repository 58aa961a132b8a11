// lines.js: recognises biases that are constant or linear in a distance or an index, and the scheme of their slopes.
import { formatNumber, note, problem } from "../diagnose/messages.js";
import { exponential, logarithm } from "../elementary.js";
import { otherOffset } from "./mask.js";
import { deviationOf, groupsBy, momentsBy, momentsOf, NOISE, totalOf } from "./survey.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Identification, BiasProperties } from "../diagnose_bias.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Grouping, Bias, Moments } from "./survey.js" */

/**
 * What the bias is linear in: the distance of key and query, their signed difference, or the index of
 * one of them.
 * @typedef {"distance" | "signed" | "key-index" | "query-index"} Form
 */

/**
 * @typedef {object} Lines
 * @property {Form} form
 * @property {number | null} offset of the distance
 * @property {Float64Array} slopes (heads), per key
 * @property {1 | -1} sign of the steepest slope
 * @property {SlopeRule | undefined} rule that gives the slopes times the sign; undefined if no known one does
 * @property {Float64Array} errors (heads), standard errors of the slopes
 * @property {Float64Array} constants (heads)
 * @property {{ max: number, rms: number }} deviation
 */

/** Maximum share of the variance that a line may leave unexplained. */
const MAX_UNEXPLAINED = 0.01;

/**
 * What entries with equal regressors share, and the regressor; of a signed difference or a distance, `at` is key − query.
 * @type {Record<Form, { grouping: Grouping, x: (at: number, offset: number) => number }>}
 */
const forms = {
  distance: { grouping: "difference", x: (at, offset) => -Math.abs(at - offset) },
  signed: { grouping: "difference", x: (at, offset) => at - offset },
  "key-index": { grouping: "key", x: (at, zero) => at - zero },
  "query-index": { grouping: "query", x: (at) => at },
};

/** The groups of a form, and the regressor of a group. @param {Form} form @param {number} offset
 * @param {{ queries: number, keys: number }} bias */
export function regressorOf(form, offset, bias) {
  const { grouping, x } = forms[form];
  const first = grouping === "difference" ? 1 - bias.queries : 0;
  return { grouping, x: (/** @type {number} */ group) => x(first + group, offset) };
}

/**
 * Fits a line to a head by least squares.
 * @param {Moments} moments of the groups of the form
 * @param {(group: number) => number} x
 */
function fitLine(moments, x) {
  const { counts, means } = moments;
  const { count, mean, squares } = totalOf(moments);
  let [sum, xx, xy] = [0, 0, 0];
  for (let g = 0; g < counts.length; g++) sum += counts[g] * x(g);
  const middle = sum / Math.max(1, count);
  for (let g = 0; g < counts.length; g++) {
    if (counts[g] === 0) continue;
    const d = x(g) - middle;
    xx += counts[g] * d * d;
    xy += counts[g] * d * (means[g] - mean);
  }
  const slope = xx > 0 ? xy / xx : 0;
  const residual = Math.max(0, squares - slope * xy);
  const error = xx > 0 ? Math.sqrt(residual / Math.max(1, count - 2) / xx) : Infinity;
  return { slope, constant: mean - slope * middle, residual, total: squares, error };
}

/**
 * The lines of all heads; undefined if the bias is not linear.
 * @param {Bias} bias @param {Mask} mask @returns {Lines | undefined}
 */
function linesOf(bias, mask) {
  const { heads, queries, keys, format, moments } = bias;
  const isOneSided = mask.kind === "causal" || mask.kind === "window";
  const isSingleQuery = queries === 1 && mask.kind === "none";
  const variances = moments.map((head) => totalOf(head).squares);
  const steepest = variances.indexOf(Math.max(...variances));
  if (!(variances[steepest] > 0)) return undefined;
  /** @type {[Form, number][]} */
  const candidates = [];
  const offsets = isOneSided
    ? [mask.offset ?? 0, keys - queries, 0]
    : [0, keys - queries, peakOf(moments[steepest], queries)];
  for (const offset of new Set(offsets)) candidates.push(["distance", offset]);
  if (!isOneSided && !isSingleQuery) candidates.push(["signed", 0]);
  candidates.push(["key-index", 0], ["query-index", 0]);
  const attempts = candidates.map(([form, offset]) => {
    const { grouping, x } = regressorOf(form, offset, bias);
    const [head] = bias.cached[grouping]
      ? [bias.cached[grouping][steepest]]
      : momentsOf(bias, groupsBy(grouping, bias), [steepest]);
    return { form, offset, grouping, x, line: fitLine(head, x) };
  });
  // Of equally good forms, the first is taken. But a single row, as in a decoding step, does not
  // show the position of its query: then the form with the smallest constant is taken, preferably
  // one that rewards near keys.
  const best = attempts.reduce((a, b) => {
    const margin = 1e-9 * a.line.total;
    if (isSingleQuery && Math.abs(b.line.residual - a.line.residual) <= margin)
      return constantCost(b) < constantCost(a) ? b : a;
    return b.line.residual < a.line.residual - margin ? b : a;
  });
  if (!(best.line.residual <= MAX_UNEXPLAINED * best.line.total)) return undefined;
  const { form, offset, grouping, x } = best;
  const momentsByHead = momentsBy(bias, grouping);
  const lines = momentsByHead.map((head) => fitLine(head, x));
  let [max, sum, count] = [0, 0, 0];
  for (let head = 0; head < heads; head++) {
    const { constant, slope } = lines[head];
    const scatter = deviationOf(
      momentsByHead[head],
      (group) => constant + slope * x(group),
      format.roundoff,
    );
    if (scatter.excess > NOISE) return undefined;
    max = Math.max(max, scatter.max);
    sum += scatter.sum;
    count += scatter.count;
  }
  const sign = best.line.slope < 0 ? -1 : 1;
  const slopes = Float64Array.from(lines, ({ slope }) => slope);
  const errors = Float64Array.from(lines, ({ error }) => error);
  return {
    form,
    offset: form === "distance" ? offset : null,
    ...{ slopes, errors, sign },
    rule: slopeRuleOf(
      slopes.map((slope) => sign * slope),
      errors,
      format.roundoff,
    ),
    constants: Float64Array.from(lines, ({ constant }) => constant),
    deviation: { max, rms: Math.sqrt(sum / Math.max(1, count)) },
  };
}

/** The constant of a line in units of its slope, plus ½ if it rewards far keys.
 * @param {{ line: { constant: number, slope: number } }} way */
function constantCost({ line: { constant, slope } }) {
  return Math.round(Math.abs(constant / slope)) + (slope > 0 ? 0 : 0.5);
}

/** The value of key − query at which a head's line bends. @param {Moments} moments
 * @param {number} queries */
function peakOf({ counts, means }, queries) {
  let [at, bend] = [queries - 1, 0];
  for (let r = 1; r + 1 < means.length; r++) {
    if (!(counts[r - 1] && counts[r] && counts[r + 1])) continue;
    const change = Math.abs(means[r - 1] - 2 * means[r] + means[r + 1]);
    if (change > bend) [at, bend] = [r, change];
  }
  return at - queries + 1;
}

// ---- slopes ----

/**
 * e_j, from the head j, the power of two that is next below the number of heads, and that number.
 * @typedef {(j: number, powerOfTwo: number, heads: number) => number} Exponent
 */

/** @type {Exponent} */
const paper = (j, powerOfTwo) =>
  j < powerOfTwo ? (j + 1) / powerOfTwo : (2 * (j - powerOfTwo) + 1) / (2 * powerOfTwo);

/**
 * The rules for e_j in slope_j = 2^(−maxBias·e_j) in the order in which they are tried, and what is wrong with all but
 * the first.
 * @type {[exponent: Exponent, code?: string, message?: string][]}
 */
const rules = [
  [paper],
  [
    (j, _, heads) => (j + 1) / heads,
    "alibi-naive-slopes",
    "The slopes are 2^(−maxBias·(j + 1)/heads) for a number of heads that is not a power of two. The " +
      "paper's are those of the next smaller power of two, followed by every other slope of the next " +
      "larger one.",
  ],
  [
    (j, _, heads) => j / heads,
    "alibi-slopes-from-zero",
    "The slopes are 2^(−maxBias·j/heads): head 0 has slope 1. Count heads from 1 in the exponent.",
  ],
  [
    (j, powerOfTwo) => (j % powerOfTwo) / powerOfTwo,
    "alibi-slopes-from-zero",
    "The exponents start at 0: head 0 has slope 1, and so has the first head past the power of two. Count " +
      "heads from 1 in the exponent.",
  ],
  [
    (j, powerOfTwo) =>
      j < powerOfTwo ? (j + 1) / powerOfTwo : (j - powerOfTwo + 1) / (2 * powerOfTwo),
    "alibi-consecutive-slopes",
    "The heads past the power of two have consecutive slopes of the next larger power of two; take " +
      "every other one, the first, third, fifth …",
  ],
  [
    (j, powerOfTwo, heads) => paper(heads - 1 - j, powerOfTwo, heads),
    "alibi-slopes-reversed",
    "The slopes are in reverse order: head 0 must have the steepest.",
  ],
  [() => 1, "alibi-equal-slopes", "All heads have the same slope."],
];

const MAX_ERRORS = 5;
const USUAL_MAX_BIAS = 8;
/** Relative error of slopes, which models compute as powers of a float32. @param {number} heads */
export const slopeError = (heads) => (heads + 8) * 2 ** -24;

/**
 * @typedef {object} SlopeRule
 * @property {{ code: string, message: string } | undefined} mistake undefined if they are the paper's
 * @property {number | null} maxBias
 * @property {Float64Array} slopes
 */

/**
 * @param {Float64Array} slopes (heads) @param {Float64Array} errors their standard errors
 * @param {number} precision relative, of the entries
 * @returns {SlopeRule | undefined} undefined if no known rule fits
 */
function slopeRuleOf(slopes, errors, precision) {
  if (!slopes.every((slope) => slope > 0)) return undefined;
  const heads = slopes.length;
  const y = Array.from(slopes, (slope) => -logarithm(slope) / Math.LN2);
  const tolerances = y.map(
    (_, j) =>
      (MAX_ERRORS * errors[j]) / slopes[j] / Math.LN2 + 2 * precision + 2 * slopeError(heads),
  );
  const powerOfTwo = 2 ** (31 - Math.clz32(heads));
  const exponents = (/** @type {Exponent} */ exponent) =>
    y.map((_, j) => exponent(j, powerOfTwo, heads));
  for (const [exponent, code, message = ""] of rules) {
    const e = exponents(exponent);
    const maxBias = multipleOf(y, e, tolerances);
    if (maxBias === undefined || maxBias <= 0) continue;
    const mistake = code === undefined ? undefined : { code, message };
    const reported = code === "alibi-equal-slopes" ? null : maxBias;
    return { mistake, maxBias: reported, slopes: slopesOf(e, maxBias, 1) };
  }
  // The paper's slopes with one factor for all heads.
  const e = exponents(paper);
  const shifts = y.map((exponent, j) => exponent - USUAL_MAX_BIAS * e[j]);
  const shift = heads > 1 ? multipleOf(shifts, new Array(heads).fill(1), tolerances) : undefined;
  if (shift === undefined) return undefined;
  const factor = exponential(-shift * Math.LN2);
  const message = `All slopes have the factor ${formatNumber(factor)}.`;
  const mistake = { code: "alibi-scaled-slopes", message };
  return { mistake, maxBias: USUAL_MAX_BIAS, slopes: slopesOf(e, USUAL_MAX_BIAS, factor) };
}

/** @param {number[]} exponents @param {number} maxBias @param {number} factor */
const slopesOf = (exponents, maxBias, factor) =>
  Float64Array.from(exponents, (e) => factor * exponential(-maxBias * e * Math.LN2));

/**
 * m such that y = m·e within the doubts: 8 if it fits, otherwise a round number, otherwise the best
 * fit.
 * @param {number[]} y @param {number[]} e @param {number[]} tolerances
 */
function multipleOf(y, e, tolerances) {
  let [numerator, denominator] = [0, 0];
  for (let j = 0; j < y.length; j++) {
    const weight = 1 / (tolerances[j] * tolerances[j]);
    numerator += weight * y[j] * e[j];
    denominator += weight * e[j] * e[j];
  }
  if (denominator === 0) return undefined;
  const best = numerator / denominator;
  const choices = [
    USUAL_MAX_BIAS,
    ...[1, 2, 3, 4].map((digits) => Number(best.toPrecision(digits))),
    best,
  ];
  return choices.find((m) => y.every((value, j) => Math.abs(value - m * e[j]) <= tolerances[j]));
}

// ---- findings ----

/** Relative variation up to which entries count as constant. */
const MAX_CONSTANT_VARIATION = 5e-4;

/**
 * A bias that is not linear and says nothing about positions.
 * @param {Bias} bias @param {Mask} mask @returns {Identification | undefined}
 */
export function describeConstant({ moments, spread }, mask) {
  let [mean, n] = [0, 0];
  for (const { counts, means } of moments) {
    for (let r = 0; r < counts.length; r++) {
      n += counts[r];
      mean += counts[r] * Math.abs(means[r]);
    }
  }
  mean /= Math.max(1, n);
  // Noise of 1e-3 around one value stays below this limit; even a small learned bias exceeds it.
  if (n > 0 && spread > Math.max(2e-3, MAX_CONSTANT_VARIATION * mean)) return undefined;
  const deviation = { max: spread, rms: spread };
  if (mask.kind !== "none" && mean <= 2e-3)
    return { properties: { kind: "mask", deviation }, findings: [] };
  const message =
    n === 0
      ? "No entry is finite."
      : mean <= 2e-3
        ? "Every entry is 0, or noise: the bias contains no positional information."
        : "Each head adds one value to all scores, which a softmax cancels: the bias contains " +
          "no positional information.";
  return {
    properties: { kind: "constant", deviation },
    findings: [problem("constant-bias", message)],
  };
}

export const wrongSign = {
  code: "alibi-sign",
  message:
    "The bias grows with the distance: far keys are rewarded. Change the sign of the slopes.",
};
export const signedDistance = {
  code: "signed-distance",
  message:
    "The bias is linear in key − query, not in the distance, so it rewards far keys on one side of the query: take the " +
    "absolute value, or mask the later keys.",
};
export const keyIndex = {
  code: "key-index",
  message:
    "The bias is slope·key, not −slope·(query − key): the two differ by a constant in each row, which a softmax cancels. " +
    "Without a causal mask, it rewards later keys.",
};
export const queryIndex = {
  code: "query-index",
  message:
    "The bias depends only on the query's index, which a softmax cancels: swap query and key.",
};

/** A bias that is linear; undefined if it is not. @param {Bias} bias @param {Mask} mask @returns {Identification | undefined} */
export function describeLines(bias, mask) {
  const lines = linesOf(bias, mask);
  if (!lines) return undefined;
  const { form, offset, slopes, errors, constants, deviation, sign, rule } = lines;
  const { queries, keys, format } = bias;
  const precision = format.roundoff;
  /** @type {Finding[]} */
  const findings = [];
  /** @type {BiasProperties} */
  const properties = { kind: "alibi", form, deviation, slopes: Float64Array.from(slopes) };
  properties.offset = offset ?? mask.offset;
  if (sign < 0 && form !== "query-index") findings.push(problem(wrongSign.code, wrongSign.message));
  if (form === "signed") findings.push(problem(signedDistance.code, signedDistance.message));
  if (form === "key-index") findings.push(note(keyIndex.code, keyIndex.message));
  if (form === "query-index") findings.push(problem(queryIndex.code, queryIndex.message));
  if (mask.kind === "none" && offset !== null && offset !== keys - queries)
    findings.push(otherOffset(offset, queries, keys, offset === 0 ? note : problem));
  if (!rule)
    findings.push(problem("other-slopes", "The slopes follow no known rule.", [...slopes.keys()]));
  else {
    const { mistake, maxBias } = rule;
    properties.maxBias = maxBias;
    if (mistake) findings.push(problem(mistake.code, mistake.message));
    if (maxBias !== null && maxBias !== 8) {
      const message = `The slopes are those of maxBias ${formatNumber(maxBias)}; the paper has 8.`;
      findings.push(note("other-max-bias", message));
    }
  }
  const shiftedHeads = [...constants.keys()].filter(
    (h) =>
      Math.abs(constants[h]) >
      5 * errors[h] * (queries + keys) + 5e-3 + 4 * precision * Math.abs(slopes[h]) * keys,
  );
  if (form === "distance" && shiftedHeads.length > 0) {
    const ratio = constants[shiftedHeads[0]] / slopes[shiftedHeads[0]];
    const distance = Math.round(ratio);
    const isShifted =
      distance !== 0 &&
      shiftedHeads.every((h) => Math.abs(constants[h] / slopes[h] - distance) < 0.1);
    const message = isShifted
      ? `The distance of a query to its own key is ${-distance}, not 0; a softmax cancels this.`
      : "The heads also have constants, which a softmax cancels.";
    findings.push(note("constant-added", message, shiftedHeads));
  }
  return { properties, findings, lines };
}
