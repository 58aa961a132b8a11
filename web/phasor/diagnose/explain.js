// explain.js: the model that a table was made by, if one explains every entry.

import { phasesOf, startFrom } from "./far.js";
import { refine, residuals } from "./fit.js";
import { judge } from "./judge.js";
import { knownBases } from "./known.js";
import { pairsOf } from "./model.js";
import { wrap } from "./rotation.js";
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
/** The same, of angles that are coarse either way. */
const LITTLE_WORSE = 1.2;
/** Of entries, where all is explained. */
const NEXT_TO_NOTHING = 1e-9;
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
  if (!far) return near && isLikely(near) ? opened(survey, near) : undefined;
  if (!near) return far;
  // So far away, something fits a few coarse numbers by chance.
  if (near.verdict.exactly && Math.abs(far.settled.model.start) > DISTANT) return near;
  const better = far.verdict.exactly || far.verdict.left < MUCH * near.verdict.left;
  return better ? far : opened(survey, near);
}

/** The fewest pairs that tell a start far away that is not whole. */
const FEWEST = 6;

/** The same with its start open, where turns of all pairs may have been missed.
 * @param {Survey} survey @param {Explanation} near @returns {Explanation} */
function opened({ width, padded, format }, near) {
  const { start, rate } = near.settled.model;
  if (Math.abs(rate) !== 1 || Math.abs(start) <= NEAR || Number.isInteger(start)) return near;
  const fine = format === "float64" || format === "float32";
  const told = near.verdict.exactly && fine && pairsOf(width, padded) >= FEWEST;
  return told ? near : { ...near, somewhere: true };
}

/** The same for columns that are all sines, or all cosines.
 * @param {Survey} survey @returns {Explanation | undefined} */
export function explainOneSided(survey) {
  const best = searchOneSided(survey);
  return best && fromCandidate(survey, best);
}

/** Starts up to this are believed though something is left over. */
const NEAR = 64;
/** Starts beyond this are not believed where one nearby will do. */
const DISTANT = 2 ** 16;
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
  const better = prefersLoose(strict, loose) ? loose : strict;
  const { explained, noise } = better.verdict;
  // Coarse angles bend a fit further than its standard errors say.
  const bent = better.verdict.arithmetic === "bfloat16" || better.verdict.arithmetic === "float16";
  const whole = explained && noise === 0 && isWhole(better.verdict);
  if (whole && !(bent && isOdd(better))) return accepted(survey, better);
  for (const plain of plainerThan(survey, loose.settled)) {
    const tried = judged(survey, plain);
    if (!tried.verdict.explained) continue;
    const clean = tried.verdict.noise === 0 && (isWhole(tried.verdict) || !isWhole(better.verdict));
    const limit = (noise === 0 ? LITTLE_WORSE : 1) * better.verdict.left + NEXT_TO_NOTHING;
    if (!explained || (clean && tried.verdict.left <= limit)) return accepted(survey, tried);
  }
  return explained ? accepted(survey, better) : undefined;
}

/** Up to so many pairs. */
const AMBIGUOUS = 16;

/** Angles that are exact, or computed in doubles. @param {Survey} survey @param {Grown} grown */
function strictly(survey, grown) {
  const exact = polished(survey, grown);
  const strict = judged(survey, settle(survey, exact, "none"));
  const { explained, noise, left } = strict.verdict;
  // Of few pairs exponents over d and d − 2 may both give a round base.
  const few = pairsOf(survey.width, survey.padded) <= AMBIGUOUS;
  const { round, oddity, model } = strict.settled;
  const plain = !few && round && Number.isInteger(model.start);
  if (!explained || noise > 0 || oddity === 0 || (plain && strict.verdict.exactly)) return strict;
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
  const pairs = pairsOf(survey.width, survey.padded);
  if (pairs < 2 || Math.abs(model.step) * 2 * pairs > FLAT) return undefined;
  // Turns of the angle, which is the rate's multiple of the position.
  const phase = wrap(model.start * model.rate) / model.rate;
  const whole = { start: Math.round(phase) + 0, rate: Math.sign(model.rate), amplitude: 1 };
  /** What is given, the plainest first. @type {(Partial<Model>)[]} */
  const ways = [
    whole,
    { rate: whole.rate, amplitude: 1 },
    { start: whole.start, rate: whole.rate },
    { rate: whole.rate },
    { start: whole.start, amplitude: 1 },
    { start: whole.start },
    { amplitude: 1 },
    {},
  ];
  /** @type {Explanation | undefined} */
  let best;
  for (const given of ways) {
    const rest = free.filter((name) => name !== "step" && !(name in given));
    const from = { ...model, exact: undefined, step: 0, start: phase, ...given };
    const again = rest.length > 0 ? refine(sample, from, rest) : residuals(sample, from);
    if (!(again.rms < 0.02 * Math.abs(again.model.amplitude))) continue;
    const settled = {
      model: again.model,
      base: null,
      spacing: /** @type {const} */ ("d"),
      round: true,
      oddity: 0,
      instead: undefined,
      uncertainty: { base: Infinity, start: again.errors.start ?? 0 },
    };
    // Whole turns later all rows are the same.
    const somewhere = !("start" in given);
    const explanation = { ...judged(survey, settled), somewhere };
    if (!explanation.verdict.explained) continue;
    if (explanation.verdict.noise === 0) return explanation;
    if (!best || explanation.verdict.left < 0.99 * best.verdict.left) best = explanation;
  }
  return best;
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
  if (isWhole(strict) !== isWhole(loose)) return isWhole(loose);
  if (strict.arithmetic === "bfloat16" || strict.arithmetic === "float16")
    return loose.left <= LITTLE_WORSE * strict.left + NEXT_TO_NOTHING;
  if (strict.arithmetic !== "exact") return true;
  if (strict.noise > 0) return loose.noise === 0 && loose.left <= NO_WORSE * strict.left;
  const rounder = plainer.round && !settled.round;
  return rounder && loose.arithmetic !== "exact" && loose.left <= NO_WORSE * strict.left;
}

/** Whether there are numbers that nobody would write. @param {Explanation} explanation */
const isOdd = ({ settled: { model, oddity } }) =>
  oddity > 0 || Math.abs(model.rate) !== 1 || !Number.isInteger(model.start);

/** Whether no rows or columns are otherwise. @param {Verdict} verdict */
const isWhole = ({ wrongRows, wrongColumns }) => wrongRows.length + wrongColumns.length === 0;

/** @param {Survey} survey @param {Explanation} explanation */
function accepted(survey, explanation) {
  const { settled, verdict } = explanation;
  // Two frequencies and noise fit much: only usual numbers are believed.
  const usual = Number.isInteger(settled.model.start) && knownBases.includes(settled.base ?? 0);
  if (settled.model.form === "floored" && verdict.noise > 0 && !usual) return undefined;
  return tooFree(survey, settled) ? undefined : explanation;
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

/** The least logarithm of a base that tells a start far away. */
const LEAST_STEPS = 0.05;

/** @param {Survey} survey @param {Model[]} turning @returns {Explanation | undefined} */
function fromAnywhere(survey, turning) {
  /** @type {Explanation | undefined} */
  let best;
  for (const guess of turning) {
    // Where all pairs turn alike, anything fits.
    if (guess.step * 2 * pairsOf(survey.width, survey.padded) < LEAST_STEPS) continue;
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
