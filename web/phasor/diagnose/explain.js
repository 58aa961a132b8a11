// explain.js: the model that a table was made by, if one explains every entry.
import { phasesOf, startFrom } from "./far.js";
import { judge } from "./judge.js";
import { pairsOf } from "./model.js";
import { search } from "./search.js";
import { grow, grownFrom, plainer, polished, settle } from "./settle.js";

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

/** @param {Survey} survey @returns {Explanation | undefined} */
export function explain(survey) {
  const { best, turning } = search(survey);
  const near = best && fromCandidate(survey, best);
  if (near && Number.isInteger(2 * near.settled.model.start)) return near;
  return fromAnywhere(survey, turning) ?? near;
}

/** @param {Survey} survey @param {Candidate} candidate @returns {Explanation | undefined} */
function fromCandidate(survey, candidate) {
  const grown = grow(survey, candidate);
  const strict = judged(survey, settle(survey, polished(survey, grown), true));
  if (strict.verdict.explained && isPlain(strict)) return accepted(survey, strict);
  const loose = judged(survey, settle(survey, grown, false));
  if (strict.verdict.explained || loose.verdict.explained) {
    return accepted(survey, prefersLoose(strict, loose) ? loose : strict);
  }
  for (const plain of plainer(survey, loose.settled)) {
    const tried = judged(survey, plain);
    if (tried.verdict.explained) return accepted(survey, tried);
  }
  return undefined;
}

/** @param {Survey} survey @param {Settled} settled @returns {Explanation} */
function judged(survey, settled) {
  return { settled, verdict: judge(survey, settled.model), somewhere: false };
}

/** Exact and in round numbers: nothing can be plainer. @param {Explanation} explanation */
function isPlain({ settled: { round, model }, verdict }) {
  const { arithmetic, noise } = verdict;
  return round && Number.isInteger(model.start) && arithmetic === "exact" && noise === 0;
}

/**
 * Whether round numbers and angles of low precision say it better than odd numbers.
 * @param {Explanation} strict @param {Explanation} loose
 */
function prefersLoose({ verdict: strict }, { verdict: loose }) {
  if (!strict.explained || !loose.explained) return loose.explained;
  if (strict.arithmetic !== "exact") return true;
  if (strict.noise > 0) return loose.noise === 0;
  return loose.arithmetic !== "exact" && loose.left <= NO_WORSE * strict.left;
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
  for (const guess of turning) {
    const phases = phasesOf(survey, guess);
    const found = phases && startFrom(survey, phases, guess);
    if (!found) continue;
    const grown = polished(survey, grownFrom(survey, found.model));
    const explanation = judged(survey, settle(survey, grown, true));
    if (explanation.verdict.explained) return { ...explanation, somewhere: !found.alone };
  }
  return undefined;
}
