// explain.js: finds a model that explains every entry of a table.

import { classify } from "./classify.js";
import { search, searchOneSided } from "./hypotheses.js";
import { phasesOf, startFrom } from "./hypotheses_start.js";
import { extendFit, fitAmplitude, identify, polish, roundCandidates } from "./identify.js";
import { knownBases, pairsOf } from "./model.js";

/** @import { Verdict } from "./classify.js" */
/** @import { Model } from "./model.js" */
/** @import { Candidate } from "./hypotheses.js" */
/** @import { ExtendedFit, Identified } from "./identify.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * @typedef {object} Explanation
 * @property {Identified} identified
 * @property {Verdict} verdict
 * @property {boolean} ambiguousStart whether other starts explain the table equally well
 */

/** Minimum angle in radians that the fastest pair covers in a table that is not just noise. */
const MIN_TURN = 0.1;
/** Factor by which residuals may be larger if the parameters are rounder. */
const MAX_ROUND_RATIO = 1.02;
/** The same factor for coarse angles. */
const MAX_COARSE_RATIO = 1.2;
/** Residuals (rms) up to this count as none. */
const MAX_ZERO_RESIDUAL = 1e-9;
/** Residuals (rms) below this mean that every bit is that of exact arithmetic. */
const MAX_EXACT_RESIDUAL = 1e-18;

/**
 * @param {Statistics} statistics
 * @param {boolean} [thorough] whether to try different frequencies for sine and cosine, and starts
 *   beyond the slowest wavelength
 * @returns {Explanation | undefined}
 */
export function explain(statistics, thorough = true) {
  if (statistics.width < 2) return undefined;
  const { best, rotatingModels } = search(statistics, thorough);
  const near = best && explainCandidate(statistics, best);
  if (near && isSettled(near)) return near;
  const far = thorough ? explainFarStart(statistics, rotatingModels) : undefined;
  if (far && (!near || far.verdict.isExact)) return far;
  if (!near) return undefined;
  // Whole turns of all pairs may have been missed.
  const { start, rate } = near.identified.model;
  const isAmbiguous =
    Math.abs(rate) === 1 && Math.abs(start) > MAX_NEAR_START && !Number.isInteger(start);
  return isAmbiguous ? { ...near, ambiguousStart: true } : near;
}

/** Explains a table whose columns are all sines, or all cosines.
 * @param {Statistics} statistics @returns {Explanation | undefined} */
export function explainOneSided(statistics) {
  const best = searchOneSided(statistics);
  return best && explainCandidate(statistics, best);
}

/** Whole starts up to this are accepted even if the fit is not exact. */
const MAX_NEAR_START = 64;
/** Whether other starts need not be tried. @param {Explanation} explanation */
function isSettled({ identified: { model }, verdict }) {
  const isSmall = Number.isInteger(model.start) && Math.abs(model.start) <= MAX_NEAR_START;
  return Math.abs(model.rate) !== 1 || verdict.isExact || isSmall;
}

/** @param {Statistics} statistics @param {Candidate} candidate @returns {Explanation | undefined} */
function explainCandidate(statistics, candidate) {
  const extended = extendFit(statistics, candidate);
  const lowPrecision = () => identify(statistics, extended, "low");
  // Rising frequencies exceed half a turn per row, where a fit says little.
  const rises = extended.fit.model.step < 0;
  const strict = rises
    ? explanationOf(statistics, lowPrecision())
    : explainStrictly(statistics, extended);
  if (isPlain(strict)) return acceptable(statistics, strict);
  const loose = explanationOf(statistics, lowPrecision());
  const better = prefersLoose(strict, loose) ? loose : strict;
  const { explained, noise } = better.verdict;
  // Coarse angles bias a fit by more than its standard errors.
  const isCoarse =
    better.verdict.arithmetic === "bfloat16" || better.verdict.arithmetic === "float16";
  const isComplete = explained && noise === 0 && hasNoOutliers(better.verdict);
  if (isComplete && !(isCoarse && isOdd(better))) return acceptable(statistics, better);
  for (const roundModel of roundCandidates(statistics, loose.identified)) {
    const attempt = explanationOf(statistics, roundModel);
    if (!attempt.verdict.explained) continue;
    const isClean =
      attempt.verdict.noise === 0 &&
      (hasNoOutliers(attempt.verdict) || !hasNoOutliers(better.verdict));
    const limit =
      (noise === 0 ? MAX_COARSE_RATIO : 1) * better.verdict.residual + MAX_ZERO_RESIDUAL;
    if (!explained || (isClean && attempt.verdict.residual <= limit))
      return acceptable(statistics, attempt);
  }
  return explained ? acceptable(statistics, better) : undefined;
}

/** With up to this many pairs, the denominator of the exponents may be ambiguous. */
const MAX_AMBIGUOUS_PAIRS = 16;

/** Explains a table with angles that are exact or computed in doubles.
 * @param {Statistics} statistics @param {ExtendedFit} extended */
function explainStrictly(statistics, extended) {
  const exact = polish(statistics, extended);
  const strict = explanationOf(statistics, identify(statistics, exact, "none"));
  const { explained, noise, residual } = strict.verdict;
  // With few pairs, exponents over d and over d − 2 may both give a round base.
  const isSmall = pairsOf(statistics.width, statistics.padded) <= MAX_AMBIGUOUS_PAIRS;
  const { round, oddity, model } = strict.identified;
  const isRound = !isSmall && round && Number.isInteger(model.start);
  if (!explained || noise > 0 || oddity === 0 || (isRound && strict.verdict.isExact)) return strict;
  const double = explanationOf(statistics, identify(statistics, exact, "double"));
  const { verdict, identified } = double;
  const { explained: fits, arithmetic } = verdict;
  const isPrecise =
    fits && verdict.noise === 0 && (arithmetic === "exact" || arithmetic === "float64");
  const isBitExact = residual < MAX_EXACT_RESIDUAL && verdict.residual >= MAX_EXACT_RESIDUAL;
  return isPrecise && !isBitExact && identified.oddity < strict.identified.oddity ? double : strict;
}

/** @param {Statistics} statistics @param {Identified} identified @returns {Explanation} */
function explanationOf(statistics, identified) {
  const { step, start } = identified.model;
  // If all pairs have one frequency, a start that is whole turns later gives the same rows.
  const ambiguousStart = step === 0 && statistics.width > 2 && !Number.isInteger(start);
  return { identified, verdict: classify(statistics, identified.model), ambiguousStart };
}

/** Whether exact angles and round parameters explain the table. @param {Explanation} explanation */
function isPlain({
  identified: { round, oddity, model },
  verdict: { explained, arithmetic, noise },
}) {
  const isRound = round && Number.isInteger(model.start) && Number.isInteger(model.rate);
  const isBest = noise === 0 || oddity === 0;
  return explained && isRound && arithmetic === "exact" && isBest;
}

/**
 * Whether round parameters with angles of low precision are a better explanation than odd
 * parameters with exact angles.
 * @param {Explanation} strict @param {Explanation} loose
 */
function prefersLoose({ identified, verdict: strict }, { identified: plainer, verdict: loose }) {
  if (!strict.explained || !loose.explained) return loose.explained;
  if (hasNoOutliers(strict) !== hasNoOutliers(loose)) return hasNoOutliers(loose);
  if (strict.arithmetic === "bfloat16" || strict.arithmetic === "float16")
    return loose.residual <= MAX_COARSE_RATIO * strict.residual + MAX_ZERO_RESIDUAL;
  if (strict.arithmetic !== "exact") return true;
  if (strict.noise > 0)
    return loose.noise === 0 && loose.residual <= MAX_ROUND_RATIO * strict.residual;
  const isRounder = plainer.round && !identified.round;
  // If exact angles explain every bit, nothing indicates that the angles are coarse.
  const isCoarse = !strict.isExact || strict.residual > MAX_ZERO_RESIDUAL;
  return (
    isRounder &&
    loose.arithmetic !== "exact" &&
    isCoarse &&
    loose.residual <= MAX_ROUND_RATIO * strict.residual
  );
}

/** Whether a parameter has a value that nobody would write. @param {Explanation} explanation */
const isOdd = ({ identified: { model, oddity } }) =>
  oddity > 0 || Math.abs(model.rate) !== 1 || !Number.isInteger(model.start);

/** Whether no rows or columns contradict the model. @param {Verdict} verdict */
const hasNoOutliers = ({ wrongRows, wrongColumns }) => wrongRows.length + wrongColumns.length === 0;

/** Number of rows from which two frequencies, one without its second column, are certain despite noise. */
const MIN_CERTAIN_ROWS = 8;

/** @param {Statistics} statistics @param {Explanation} explanation */
function acceptable(statistics, explanation) {
  const { identified, verdict } = explanation;
  // Two frequencies and noise fit many tables, or a few rows: only usual parameters are accepted.
  const isUsual =
    Number.isInteger(identified.model.start) && knownBases.includes(identified.base ?? 0);
  const isShort = statistics.width === 3 && statistics.rows.length < MIN_CERTAIN_ROWS;
  const isSparse = isShort || identified.model.form === "floored";
  if (isSparse && verdict.noise > 0 && !isUsual) return undefined;
  return isTooFree(statistics, identified) ? undefined : explanation;
}

/**
 * Whether a model has as many free parameters as frequencies, so that it would fit any table, or
 * hardly turns.
 * @param {Statistics} statistics @param {Identified} identified
 */
function isTooFree({ length, width, padded }, { model, base }) {
  // At starts between positions, frequencies that rise fit few pairs by whole turns.
  const rises = model.step < 0 && !Number.isInteger(model.start);
  if (Math.abs(model.rate) === 1 && !rises) return false;
  if (Math.abs(model.rate) * length < MIN_TURN) return true;
  const pairs = pairsOf(width, padded);
  return pairs === 1 || (pairs === 2 && base !== 10000);
}

/** Minimum logarithm of a base that determines a distant start. */
const MIN_LOGARITHM = 0.05;

/** @param {Statistics} statistics @param {Model[]} rotatingModels @returns {Explanation | undefined} */
function explainFarStart(statistics, rotatingModels) {
  /** @type {Explanation | undefined} */
  let best;
  for (const guess of rotatingModels) {
    // If all pairs have nearly one frequency, any start fits.
    if (guess.step * 2 * pairsOf(statistics.width, statistics.padded) < MIN_LOGARITHM) continue;
    const phases = phasesOf(statistics, guess);
    const start = phases && startFrom(statistics, phases, guess);
    if (!start) continue;
    for (const model of start.models) {
      const { identified, verdict } = explainStrictly(statistics, fitAmplitude(statistics, model));
      const explanation = { identified, verdict, ambiguousStart: !start.isUnique };
      if (verdict.isExact) return explanation;
      const better = !best || verdict.residual < best.verdict.residual;
      if (verdict.explained && better) best = explanation;
    }
  }
  return best;
}
