// linear.js: recognises biases that are linear in a distance or an index.
import { deviationOf, groupsAlong, momentsOf, totalOf } from "./survey.js";

/** @import { Mask } from "./mask.js" */
/** @import { Along, Bias, Moments } from "./survey.js" */
/** @import { Diagonals } from "./toeplitz.js" */

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
 * @property {Float64Array} errors (heads), standard errors of the slopes
 * @property {Float64Array} constants (heads)
 * @property {{ max: number, rms: number }} deviation
 */

/** Maximum share of the variance that a line may leave unexplained. */
const MAX_UNEXPLAINED = 0.01;
/** Maximum rms noise of the entries. */
const MAX_NOISE = 5e-3;

/** The groups of entries with equal regressors. @type {Record<Form, Along>} */
export const groupsOfForm = {
  distance: "difference",
  signed: "difference",
  "key-index": "key",
  "query-index": "query",
};

/**
 * The regressor of a group; of a signed difference or a distance, `group` is key − query.
 * @type {Record<Form, (group: number, offset: number) => number>}
 */
export const regressors = {
  distance: (difference, offset) => -Math.abs(difference - offset),
  signed: (difference, offset) => difference - offset,
  "key-index": (key) => key,
  "query-index": (query) => query,
};

/**
 * Fits a line to a head by least squares.
 * @param {Moments} moments of the groups of the form
 * @param {(group: number) => number} x
 */
function fitted(moments, x) {
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
  const left = Math.max(0, squares - slope * xy);
  const error = xx > 0 ? Math.sqrt(left / Math.max(1, count - 2) / xx) : Infinity;
  return { slope, constant: mean - slope * middle, left, all: squares, error, count };
}

/** Whether entries that vary little vary linearly with the distance, as in a head with a small slope.
 * @param {Moments} moments of the diagonals @param {number} queries */
export function isLinear(moments, queries) {
  const { left, all } = fitted(moments, (group) => Math.abs(group - queries + 1));
  return all > 0 && left < 0.05 * all;
}

/**
 * The lines of all heads; undefined if the bias is not linear.
 * @param {Bias} bias @param {Mask} mask @param {Diagonals} diagonals @returns {Lines | undefined}
 */
export function linesOf(bias, mask, { moments }) {
  const { heads, queries, keys, format } = bias;
  const oneSided = mask.kind === "causal" || mask.kind === "window";
  const single = queries === 1 && mask.kind === "none";
  const variances = moments.map((head) => totalOf(head).squares);
  const steepest = variances.indexOf(Math.max(...variances));
  if (!(variances[steepest] > 0)) return undefined;
  /** The moments of all heads, or of one. @param {Form} form @param {number} [head] */
  const surveyOf = (form, head) =>
    groupsOfForm[form] !== "difference"
      ? momentsOf(bias, groupsAlong(groupsOfForm[form], bias), head)
      : head === undefined
        ? moments
        : [moments[head]];
  /** @param {Form} form @param {number} offset */
  const regressorOf = (form, offset) => {
    const first = groupsOfForm[form] === "difference" ? 1 - queries : 0;
    return (/** @type {number} */ group) => regressors[form](first + group, offset);
  };
  /** @type {[Form, number][]} */
  const ways = [];
  if (oneSided) {
    const near = [mask.offset ?? 0, keys - queries, 0];
    for (const offset of new Set(near)) ways.push(["distance", offset]);
  } else {
    const near = [0, keys - queries, peakOf(moments[steepest], queries)];
    for (const offset of new Set(near)) ways.push(["distance", offset]);
    if (!single) ways.push(["signed", 0]);
  }
  ways.push(["key-index", 0], ["query-index", 0]);
  const tried = ways.map((way) => ({
    way,
    line: fitted(surveyOf(way[0], steepest)[0], regressorOf(...way)),
  }));
  // Of equally good forms, the first is taken. But a single row, as in a decoding step, does not
  // show the position of its query: then the form with the smallest constant is taken, preferably
  // one that rewards near keys.
  const best = tried.reduce((a, b) => {
    const less = 1e-9 * a.line.all;
    if (single && Math.abs(b.line.left - a.line.left) <= less) return added(b) < added(a) ? b : a;
    return b.line.left < a.line.left - less ? b : a;
  });
  if (!(best.line.left <= MAX_UNEXPLAINED * best.line.all)) return undefined;
  const [form, offset] = best.way;
  const x = regressorOf(form, offset);
  const survey = surveyOf(form);
  const lines = survey.map((head) => fitted(head, x));
  let [max, sum, count] = [0, 0, 0];
  for (let head = 0; head < heads; head++) {
    const { constant, slope } = lines[head];
    const left = deviationOf(survey[head], (group) => constant + slope * x(group), format.roundoff);
    if (left.excess > MAX_NOISE) return undefined;
    max = Math.max(max, left.max);
    sum += left.sum;
    count += left.count;
  }
  return {
    form,
    offset: form === "distance" ? offset : null,
    slopes: Float64Array.from(lines, ({ slope }) => slope),
    errors: Float64Array.from(lines, ({ error }) => error),
    constants: Float64Array.from(lines, ({ constant }) => constant),
    deviation: { max, rms: Math.sqrt(sum / Math.max(1, count)) },
  };
}

/** The constant of a line in units of its slope, plus ½ if it rewards far keys.
 * @param {{ line: { constant: number, slope: number } }} way */
function added({ line: { constant, slope } }) {
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
