// identify.js: extends a model of the first rows to as much of the table as it fits, and rounds its
// parameters where round values fit equally well.
import { LARGEST_POSITION } from "../check.js";
import { exponential, logarithm, power, powerOfTen, wrapped } from "../elementary.js";
import {
  evaluate,
  fitWithinRounding,
  isRounded,
  refine,
  refineRobust,
  sampleOf,
  samplePairs,
  sampleRows,
} from "./fit.js";
import { knownBases, MAX_BASE, pairsOf } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { Fit, Parameter, Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Candidate } from "./hypotheses.js" */
/** @import { Statistics } from "./observe.js" */

const ROWS_SAMPLED = 32;
const PAIRS_SAMPLED = 32;
/** Maximum difference between a round value and the fitted value, in standard errors. */
const MAX_STANDARD_ERRORS = 6;
/** Factor by which standard errors are larger for coarse values. */
const COARSE_ERRORS = 4;

/**
 * @typedef {object} Identified
 * @property {Model} model
 * @property {number | null} base null if the frequencies do not determine it
 * @property {"d" | "d-2"} spacing
 * @property {boolean} round whether the base is a round number
 * @property {number} oddity 0 for the paper's parameters; larger for less usual ones
 * @property {{ base: number, spacing: "d" | "d-2" } | undefined} alternative another reading of the
 *   same frequencies
 * @property {{ base: number, start: number }} uncertainty standard errors
 */

/** Additional tolerance for round values, since angles of low precision bias a fit. */
const TOLERANCES = {
  none: { rate: 0, start: 0, amplitude: 0, step: 0, rms: 0 },
  double: { rate: 1e-12, start: 1e-9, amplitude: 1e-12, step: 1e-13, rms: 1e-12 },
  fine: { rate: 2e-6, start: 2e-3, amplitude: 2e-6, step: 1e-5, rms: 1e-5 },
  coarse: { rate: 0.01, start: 0.05, amplitude: 0.01, step: 0.03, rms: 0.02 },
};
/** @typedef {"none" | "double" | "low"} Precision of angles */
/** Maximum change, in standard errors, when digits of a number are dropped. */
const MAX_CHANGE_OF_DIGITS = 0.1;
/** Minimum relative error of a base: the rounding of a double. */
const MIN_BASE_ERROR = 2 ** -54;

/**
 * A model fitted to as much of a table as possible, and its free parameters.
 * @typedef {object} ExtendedFit
 * @property {Sample} sample
 * @property {Fit} fit
 * @property {Parameter[]} free
 */

/**
 * Refines a model with exact values. If only the rounding of the entries is left, columns of small
 * entries get larger weights, since small entries are rounded less.
 * @param {Statistics} statistics @param {ExtendedFit} extended @returns {ExtendedFit}
 */
export function polish(statistics, { sample, fit, free }) {
  const pairs = pairsOf(statistics.width, statistics.padded);
  const denominator = 2 * pairs;
  let { model } = fit;
  const base = exponential(model.step * denominator);
  const reach = Math.abs(model.start) + statistics.length;
  if (!model.exact && model.step > 0 && base > 1 && base <= MAX_BASE && reach < LARGEST_POSITION) {
    model = { ...model, exact: { base, denominator } };
  }
  const exact = refine(sample, model, free);
  if (!(exact.rms <= 2 * halfUlp(statistics.format) * Math.abs(model.amplitude))) {
    return { sample, fit: exact, free };
  }
  if (isCoarse(statistics))
    return { sample, fit: fitWithinRounding(sample, exact, free, statistics.format), free };
  const weighted = { ...sample, weights: weightsOf(sample, statistics.format) };
  return { sample: weighted, fit: refine(weighted, exact.model, free), free };
}

/** @param {Statistics} statistics */
const isCoarse = ({ format }) => format === "bfloat16" || format === "float16";

/** 1 over the largest entry of each column, since rounding is relative; bounded because computed
 * values have errors of about 2^-50. @param {Sample} sample @param {Statistics["format"]} format */
function weightsOf({ columns, values }, format) {
  const min = format === "float16" ? 2 ** -14 : Math.min(1, 2 ** -50 / halfUlp(format));
  const sizes = new Float64Array(columns.length).fill(min);
  values.forEach((x, at) => {
    const c = at % columns.length;
    if (Math.abs(x) > sizes[c]) sizes[c] = Math.abs(x);
  });
  return sizes.map((size) => 1 / size);
}

/** Rows and pairs from all of the first `window` rows. @param {Statistics} statistics @param {Model["layout"]} layout
 * @param {number} window */
function sampleWindow(statistics, layout, window) {
  const pairs = samplePairs(pairsOf(statistics.width, statistics.padded), PAIRS_SAMPLED);
  return sampleOf(statistics, layout, sampleRows(statistics.rows, window, ROWS_SAMPLED), pairs);
}

/** @param {Statistics} statistics @param {ExtendedFit} extended
 * @param {Precision} precision none: round values must be as good as the fitted values; otherwise
 *   they may differ by what angles of this precision explain
 * @returns {Identified} */
export function identify(statistics, { sample, fit, free }, precision) {
  const strict = precision !== "low";
  const coarse = isCoarse(statistics);
  const slack = TOLERANCES[strict ? precision : coarse ? "coarse" : "fine"];
  const pairs = pairsOf(statistics.width, statistics.padded);
  // Even a fit without residuals is no more precise than the entries.
  const min = Math.max(0.5 * halfUlp(statistics.format) * Math.min(1, statistics.size), 2 ** -55);
  // Rounding errors of coarse values are not independent: slow columns keep a value for many rows.
  const errorFactor = Math.max(coarse ? COARSE_ERRORS : 1, min / Math.max(fit.rms, 1e-300));
  /** @param {Fit} from @param {Parameter} name */
  const errorOf = (from, name) => {
    const error = from.errors[name];
    return error === undefined ? 0 : errorFactor * error;
  };
  let best = fit;
  let remaining = free;
  const [rateError, startError] = [errorOf(fit, "rate"), errorOf(fit, "start")];
  /** @param {"rate" | "start" | "amplitude"} name @param {number} value */
  const snap = (name, value) => {
    const difference = Math.abs(best.model[name] - value);
    // Rounding to few bits may bias the amplitude.
    const bias = name === "amplitude" && coarse ? halfUlp(statistics.format) : 0;
    const allowed = slack[name] + bias + MAX_STANDARD_ERRORS * errorOf(best, name);
    if (!remaining.includes(name) || difference > allowed || difference > 0.4) return;
    remaining = remaining.filter((parameter) => parameter !== name);
    best = refine(sample, { ...best.model, [name]: value }, remaining);
  };
  snap("rate", Math.sign(best.model.rate));
  snap("start", Math.round(best.model.start) + 0);
  if (remaining.includes("start")) {
    const start = integerStart(sample, best);
    if (start !== undefined) {
      remaining = remaining.filter((name) => name !== "start");
      best = refine(sample, { ...best.model, start }, remaining);
    }
  }
  snap("amplitude", 1);
  if (best.model.step === 0) {
    const uncertainty = { base: Infinity, start: startError };
    const spacing = /** @type {const} */ ("d");
    const unknownBase = { base: null, spacing, round: true, alternative: undefined };
    return { model: best.model, ...unknownBase, oddity: remaining.length, uncertainty };
  }
  const error = errorOf(best, "step");
  // Float32 may add a rounding error with each pair.
  const stepTolerance = strict ? slack.step : slack.step + pairs * 2 ** -23;
  const readings = readingsOf(statistics, best.model, error, stepTolerance, pairs);
  // A reading may be worse than the fit by its uncertainty plus what the arithmetic explains.
  const reach = sample.rows[sample.rows.length - 1];
  const biasTolerance = slack.rms + (strict || coarse ? 0 : reach * 2 ** -22);
  const tolerance = (strict ? 2 ** -53 : min) + biasTolerance * best.model.amplitude;
  const standardErrors = coarse ? 2 * MAX_STANDARD_ERRORS : MAX_STANDARD_ERRORS;
  const limit =
    best.rms * Math.sqrt(1 + (standardErrors * standardErrors) / best.count) + tolerance;
  const fitted = best;
  // For coarse values, whether every entry rounds correctly says more than the rms does.
  const exactReadings = coarse
    ? readings.filter(
        (reading) =>
          reading.round && isRounded(sample, withReading(fitted.model, reading), statistics.format),
      )
    : [];
  const passing =
    exactReadings.length > 0
      ? exactReadings
      : readings.filter(
          (reading) => evaluate(sample, withReading(fitted.model, reading)).rms <= limit,
        );
  const [chosen = readings[readings.length - 1], ...others] = passing;
  const { base, denominator, spacing, round } = chosen;
  const model = withReading(best.model, chosen);
  const otherParameters = remaining.filter((name) => name !== "step");
  best =
    otherParameters.length > 0 && (round || strict)
      ? refine(sample, model, otherParameters)
      : evaluate(sample, model);
  const alternative = others.find((other) => other.round && other.spacing !== spacing);
  return {
    model: best.model,
    base,
    spacing,
    round,
    oddity: chosen.cost + otherParameters.length,
    alternative: alternative && { base: alternative.base, spacing: alternative.spacing },
    uncertainty: {
      base: base * Math.max(denominator * error, MIN_BASE_ERROR),
      start: startError || rateError,
    },
  };
}

/** How many plain readings are tried. */
const MAX_READINGS = 4;

/**
 * Models with plain parameters near the fitted ones, since angles of low precision bias a fit.
 * @param {Statistics} statistics @param {Identified} identified
 * @returns {Identified[]}
 */
export function roundCandidates(statistics, { model, ...rest }) {
  const pairs = pairsOf(statistics.width, statistics.padded);
  const start = Math.round(model.start) + 0;
  const rate = Math.sign(model.rate);
  const isNear =
    pairs > 1 && Math.abs(model.start - start) < 0.3 && Math.abs(model.rate - rate) < 0.05;
  if (!isNear) return [];
  const amplitude = Math.abs(model.amplitude - 1) < 0.02 ? 1 : model.amplitude;
  const readings = knownBases.flatMap((base) =>
    /** @type {const} */ (["d", "d-2"]).flatMap((spacing) => {
      const denominator = spacing === "d" ? 2 * pairs : 2 * pairs - 2;
      const candidate = withReading({ ...model, start, rate, amplitude }, { base, denominator });
      if (Math.abs(candidate.step - model.step) * denominator >= 0.1) return [];
      return [{ ...rest, base, spacing, round: true, alternative: undefined, model: candidate }];
    }),
  );
  return readings.slice(0, MAX_READINGS);
}

/** @param {Model} model @param {{ base: number, denominator: number }} reading @returns {Model} */
function withReading(model, { base, denominator }) {
  const step = ((model.step < 0 ? -1 : 1) * logarithm(base)) / denominator;
  return { ...model, step, exact: { base, denominator } };
}

/**
 * Fits more and more rows, as far as the model holds.
 * @param {Statistics} statistics @param {Candidate} candidate
 * @returns {ExtendedFit}
 */
export function extendFit(statistics, candidate) {
  const { model } = candidate;
  const pairCount = pairsOf(statistics.width, statistics.padded);
  const pairs = samplePairs(pairCount, PAIRS_SAMPLED);
  const rises = model.step < 0;
  /** @type {Parameter[]} */
  const free = rises
    ? ["amplitude"]
    : pairCount === 1 && model.form === "paired"
      ? ["start", "amplitude"]
      : ["step", "start", "amplitude"];
  if (Math.abs(model.rate) !== 1) free.push("rate");
  const sample = sampleOf(statistics, model.layout, candidate.sample.rows, pairs);
  /** @type {Fit & { sample: Sample }} */
  let fit = refineRobust(sample, model, free);
  for (let window = 64; ; window *= 4) {
    const next = refineRobust(sampleWindow(statistics, model.layout, window), fit.model, free);
    if (next.rms > 1.5 * fit.rms + 1e-3 * model.amplitude) break;
    fit = next;
    if (window >= statistics.rows.length) break;
  }
  const isFlat = Math.abs(fit.model.step) * 2 * pairCount <= MAX_FLAT_LOGARITHM;
  return isFlat ? flatten(fit, free) : { sample: fit.sample, fit, free };
}

/** A base whose logarithm is at most this counts as 1: all pairs have one frequency. */
const MAX_FLAT_LOGARITHM = 1e-3;

/** The same with one frequency for all pairs, and a start without whole turns.
 * @param {Fit & { sample: Sample }} fit @param {Parameter[]} free @returns {ExtendedFit} */
function flatten({ sample, model }, free) {
  const otherParameters = free.filter((name) => name !== "step");
  const start = wrapped(model.start * model.rate) / model.rate;
  const fit = refine(sample, { ...model, exact: undefined, step: 0, start }, otherParameters);
  return { sample, fit, free: otherParameters };
}

/**
 * Fits a model with a known start and base to the whole table; only its amplitude changes.
 * @param {Statistics} statistics @param {Model} model @returns {ExtendedFit}
 */
export function fitAmplitude(statistics, model) {
  const fullSample = sampleWindow(statistics, model.layout, statistics.rows.length);
  const { sample, ...fit } = refineRobust(fullSample, model, ["amplitude"]);
  return { sample, fit, free: ["step", "amplitude"] };
}

/**
 * An integer start that fits as well as the fitted one. With few pairs, starts that differ by whole
 * turns of all pairs look the same, and an integer is the likeliest. Undefined if none fits, or if
 * one would fit by chance.
 * @param {Sample} sample @param {Fit} fit
 */
function integerStart(sample, { model, rms, errors }) {
  if (sample.pairCount > 4) return undefined;
  const slowest = model.rate * exponential(-2 * model.step * (sample.pairCount - 1));
  const period = (2 * Math.PI) / Math.abs(slowest);
  const tolerance = 1e-6 + MAX_STANDARD_ERRORS * (errors.start ?? 0);
  const max = Math.min(500, 0.01 / tolerance);
  for (let k = 1; k <= max; k++) {
    for (const turns of [k, -k]) {
      const start = Math.round(model.start + turns * period);
      // The error of the period grows with its length: the residuals decide.
      if (Math.abs(model.start + turns * period - start) > tolerance + 1e-4) continue;
      if (evaluate(sample, { ...model, start }).rms < 1.1 * rms + 1e-7) return start;
    }
  }
  return undefined;
}

/**
 * A base and the denominator of its exponents.
 * @typedef {{ base: number, denominator: number, spacing: "d" | "d-2", round: boolean,
 *   cost: number }} Reading
 */

/**
 * The possible readings of a step, likeliest first.
 * @param {Statistics} statistics @param {Model} model @param {number} error @param {number} slack
 * @param {number} pairs @returns {Reading[]}
 */
function readingsOf({ width, padded }, model, error, slack, pairs) {
  /** @type {Omit<Reading, "base" | "round">[]} */
  const choices = [{ denominator: 2 * pairs, spacing: "d", cost: 0 }];
  if (width % 2 === 1) {
    // The width itself may have been used, or the next even number. Noise can make the last sine
    // of a table without its cosine look like a column of zeros.
    choices[0].denominator = padded ? width - 1 : width;
    for (const denominator of [width - 1, width, width + 1]) {
      if (denominator === 0) continue;
      choices.push({ denominator, spacing: "d", cost: 1 });
    }
  }
  if (pairs > 1) {
    // In the concatenated layout this is a known convention, otherwise a mistake.
    const cost = model.layout === "concatenated" ? 0.5 : 2.5;
    choices.push({ denominator: 2 * pairs - 2, spacing: "d-2", cost });
  }
  return choices
    .flatMap(({ denominator, spacing, cost }) => {
      const value = baseFor(model, denominator);
      const relative = Math.max(denominator * error, MIN_BASE_ERROR);
      return roundValues(value, slack, relative).map(({ base, oddity }) => {
        const round = oddity < UNROUND_ODDITY;
        // A base that is not round keeps the denominator it was fitted with.
        const penalty = round || model.exact?.denominator === denominator ? 0 : 3;
        return { base, denominator, spacing, round, cost: cost + oddity + penalty };
      });
    })
    .sort((a, b) => a.cost - b.cost);
}

const UNROUND_ODDITY = 6;

/** The base of a model for a given denominator of the exponents. @param {Model} model
 * @param {number} denominator */
function baseFor({ step, exact }, denominator) {
  if (exact?.denominator === denominator) return exact.base;
  if (!exact || step < 0) return exponential(Math.abs(step) * denominator);
  return power(exact.base, denominator / exact.denominator);
}

/**
 * Round numbers that a value may stand for within its error and `slack`, then the value with only
 * its certain digits, then the value itself.
 * @param {number} value @param {number} slack @param {number} error relative
 */
function roundValues(value, slack, error) {
  const tolerance = slack + MAX_STANDARD_ERRORS * error;
  const decade = powerOfTen(Math.round(logarithm(value) / Math.LN10));
  const powerOfTwo = 2 ** Math.round(logarithm(value) / Math.LN2);
  const rounded = [1, 2, 3].map((digits) => Number(value.toPrecision(digits)));
  /** @type {[number, number][]} */
  const choices = [
    [10000, 0],
    [decade, 1.5],
    [2 * decade, 2],
    [5 * decade, 2],
    [decade / 2, 2],
    [decade / 5, 2],
    [rounded[0], 2.5],
    [powerOfTwo, 3],
    [rounded[1], 3],
    [rounded[2], 4],
  ];
  const matches = choices
    .filter(([base]) => base > 1 && Math.abs(base / value - 1) <= tolerance)
    .map(([base, oddity]) => ({ base, oddity }));
  let digits = 4;
  const change = () => Math.abs(Number(value.toPrecision(digits)) / value - 1);
  while (digits < 17 && change() > MAX_CHANGE_OF_DIGITS * error) digits++;
  const shortest = Math.max(Number(value.toPrecision(digits)), 1 + 1e-9);
  const oddity = UNROUND_ODDITY;
  return [...matches, { base: shortest, oddity }, { base: value, oddity: oddity + 0.1 }];
}
