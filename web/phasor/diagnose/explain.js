// explain.js: the model that a table was made by, if one explains every entry.

import { phasesOf, startFrom } from "./far.js";
import { refine } from "./fit.js";
import { judge } from "./judge.js";
import { pairsOf } from "./model.js";
import { search, searchOneSided } from "./search.js";
import { grow, grownFrom, plainer as plainerThan, polished, settle } from "./settle.js";

/** @import { Verdict } from "./judge.js" */
/** @import { Model } from "./model.js" */
/** @import { Candidate } from "./search.js" */
/** @import { Grown, Settled } from "./settle.js" */
/** @import { Survey } from "./survey.js" */

/**
 * @typedef {object} Explanation
 * @property {Settled} settled
 * @property {Verdict} verdict
 * @property {boolean} somewhere whether other starts explain the table as well
 */

/** Radians that the fastest pair has to turn for a table to be more than a constant and noise. */
const LEAST_TURN = 0.1;
/** By how much what is left over may be larger where numbers are plainer. */
const NO_WORSE = 1.02;
/** What is left over of a table that has the very bits of exact arithmetic. */
const SAME_BITS = 1e-18;

/**
 * @param {Survey} survey @param {boolean} [thorough] whether sine and cosine may turn apart, and the
 *   table may start beyond the slowest wavelength
 * @returns {Explanation | undefined}
 */
export function explain(survey, thorough = true) {
  if (survey.width < 2) return undefined;
  const { best, turning } = search(survey, thorough);
  const near = best && fromCandidate(survey, best);
  if (near && isNear(near)) return near;
  const far = thorough ? fromAnywhere(survey, turning) : undefined;
  if (!far) return near && isLikely(near) ? near : undefined;
  if (!near) return far;
  return far.verdict.exactly || far.verdict.left < MUCH * near.verdict.left ? far : near;
}

/** The same for columns that are all sines, or all cosines.
 * @param {Survey} survey @returns {Explanation | undefined} */
export function explainOneSided(survey) {
  const best = searchOneSided(survey);
  return best && fromCandidate(survey, best);
}

/** Starts up to this are believed though something is left over. */
const NEAR = 64;
/** What is left over must be so much less for a start far away. */
const MUCH = 0.1;

/** Not a start that was fitted to few pairs, beside which much is wrong. @param {Explanation} near */
function isLikely({ settled: { model }, verdict: { wrongRows, wrongColumns } }) {
  const fraction = !Number.isInteger(2 * model.start) && Math.abs(model.start) > NEAR;
  return !(fraction && wrongRows.length + wrongColumns.length > 0);
}

/** Whether no other start can be meant. @param {Explanation} explanation */
function isNear({ settled: { model }, verdict }) {
  const { start, rate } = model;
  if (Math.abs(rate) !== 1) return true;
  return Number.isInteger(2 * start) && (verdict.exactly || Math.abs(start) <= NEAR);
}

/** @param {Survey} survey @param {Candidate} candidate @returns {Explanation | undefined} */
function fromCandidate(survey, candidate) {
  const grown = grow(survey, candidate);
  const still = flat(survey, grown);
  if (still) return still;
  const low = () => settle(survey, grown, "low");
  // Past half a turn a row a fit says little.
  const rises = grown.fit.model.step < 0;
  const strict = rises ? judged(survey, low()) : strictly(survey, grown);
  if (isPlain(strict)) return accepted(survey, strict);
  const settled = rises ? strict.settled : low();
  if (strict.verdict.exactly && !settled.round) return accepted(survey, strict);
  const loose = rises ? strict : judged(survey, settled);
  if (strict.verdict.explained || loose.verdict.explained) {
    return accepted(survey, prefersLoose(strict, loose) ? loose : strict);
  }
  for (const plain of plainerThan(survey, loose.settled)) {
    const tried = judged(survey, plain);
    if (tried.verdict.explained) return accepted(survey, tried);
  }
  return undefined;
}

/** Angles that are exact, or computed in doubles. @param {Survey} survey @param {Grown} grown */
function strictly(survey, grown) {
  const exact = polished(survey, grown);
  const strict = judged(survey, settle(survey, exact, "none"));
  const { explained, noise, left } = strict.verdict;
  if (strict.settled.oddity === 0 || !explained || noise > 0) return strict;
  const double = judged(survey, settle(survey, exact, "double"));
  const { verdict, settled } = double;
  const { explained: fits, arithmetic } = verdict;
  const same = fits && verdict.noise === 0 && (arithmetic === "exact" || arithmetic === "float64");
  const equal = left < SAME_BITS && verdict.left >= SAME_BITS;
  return same && !equal && settled.oddity < strict.settled.oddity ? double : strict;
}

/** @param {Survey} survey @param {Settled} settled @returns {Explanation} */
function judged(survey, settled) {
  return { settled, verdict: judge(survey, settled.model), somewhere: false };
}

/** All pairs at the first one's frequency. @param {Survey} survey @param {Grown} grown
 * @returns {Explanation | undefined} */
function flat(survey, { sample, fit, free }) {
  const { model } = fit;
  const reach = Math.abs(model.step) * 2 * pairsOf(survey.width, survey.padded);
  if (reach > FLAT || pairsOf(survey.width, survey.padded) < 2) return undefined;
  const rest = free.filter((name) => name !== "step");
  const again = refine(sample, { ...model, step: 0 }, rest);
  const start = Math.round(again.model.start) + 0;
  const near = Math.abs(start - again.model.start) < 1e-3;
  const settled = {
    model: near ? { ...again.model, start } : again.model,
    base: null,
    spacing: /** @type {const} */ ("d"),
    round: true,
    oddity: 0,
    instead: undefined,
    uncertainty: { base: Infinity, start: again.errors.start ?? 0 },
  };
  if (Math.abs(again.model.amplitude - 1) < 1e-5)
    settled.model = { ...settled.model, amplitude: 1 };
  const explanation = judged(survey, settled);
  return explanation.verdict.explained ? explanation : undefined;
}

/** Logarithms of bases up to this are none. */
const FLAT = 1e-4;

/** Exact and in round numbers: nothing can be plainer. @param {Explanation} explanation */
function isPlain({ settled: { round, oddity, model }, verdict: { explained, arithmetic, noise } }) {
  const plain = round && Number.isInteger(model.start) && Number.isInteger(model.rate);
  const best = noise === 0 || oddity === 0;
  return explained && plain && arithmetic === "exact" && best;
}

/**
 * Whether round numbers and angles of low precision say it better than odd numbers.
 * @param {Explanation} strict @param {Explanation} loose
 */
function prefersLoose({ settled, verdict: strict }, { settled: plainer, verdict: loose }) {
  if (!strict.explained || !loose.explained) return loose.explained;
  if (strict.arithmetic !== "exact") return true;
  if (strict.noise > 0) return loose.noise === 0;
  const rounder = plainer.round && !settled.round;
  return rounder && loose.arithmetic !== "exact" && loose.left <= NO_WORSE * strict.left;
}

/** @param {Survey} survey @param {Explanation} explanation */
function accepted(survey, explanation) {
  return tooFree(survey, explanation.settled) ? undefined : explanation;
}

/**
 * Whether a model has as many free numbers as there are frequencies, so that it would fit any, or
 * hardly moves.
 * @param {Survey} survey @param {Settled} settled
 */
function tooFree({ length, width, padded }, { model, base }) {
  if (Math.abs(model.rate) === 1) return false;
  if (Math.abs(model.rate) * length < LEAST_TURN) return true;
  const pairs = pairsOf(width, padded);
  return pairs === 1 || (pairs === 2 && base !== 10000);
}

/** @param {Survey} survey @param {Model[]} turning @returns {Explanation | undefined} */
function fromAnywhere(survey, turning) {
  /** @type {Explanation | undefined} */
  let best;
  for (const guess of turning) {
    const phases = phasesOf(survey, guess);
    const found = phases && startFrom(survey, phases, guess);
    if (!found) continue;
    for (const model of found.models) {
      const { settled, verdict } = strictly(survey, grownFrom(survey, model));
      const explanation = { settled, verdict, somewhere: !found.alone };
      if (verdict.exactly) return explanation;
      const better = !best || verdict.left < best.verdict.left;
      if (verdict.explained && better) best = explanation;
    }
  }
  return best;
}
