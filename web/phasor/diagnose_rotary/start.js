// start.js: finds the direction in which arrows turn, and the position of row 0.
import { square, wrapped } from "../elementary.js";

/** @import { Arrow } from "./sample.js" */

/**
 * @typedef {object} Turning
 * @property {1 | -1} direction
 * @property {boolean} swapped whether cosines and sines are exchanged
 * @property {boolean} negated whether both have the wrong sign
 * @property {number | null} start position of row 0; null if no position explains the phases
 * @property {number} step positions from one row to the next
 */

const QUARTER_TURN = Math.PI / 2;
/** Maximum rms residual of phases, in radians. */
const MAX_PHASE_RESIDUAL = 0.2;
/** Noise in radians from which on an arrow has no phase. */
const MAX_NOISE = 0.5;
/** Error in radians from which on a phase says nothing. */
const MAX_ERROR = 0.3;
/** Relative error of angles in bfloat16. */
const ERROR_OF_BFLOAT16 = 2 ** -7;

/** The angle of an arrow at position 0; swapped entries sin + i·cos are i·e^(−iθ).
 * @param {Turning} turning */
export const zeroAngle = ({ swapped, negated }) =>
  QUARTER_TURN * ((swapped ? 1 : 0) + (negated ? 2 : 0));
/** The direction in which arrows turn: 1 or −1. @param {Turning} turning */
export const senseOf = ({ swapped, direction }) => (swapped ? -direction : direction);

/**
 * @param {Arrow[]} arrows
 * @param {ArrayLike<number>} frequencies radians per position, not negative
 * @param {number} step @param {boolean} coarse whether angles may be in 16 bits
 * @param {number} [from] position to try first
 * @returns {Turning}
 */
export function turningOf(arrows, frequencies, step, coarse, from) {
  let sum = 0;
  arrows.forEach(({ frequency, error, noise }, i) => {
    // Faster pairs may seem to turn the other way.
    if (frequencies[i] * step > 3 || noise > MAX_NOISE) return;
    if (Math.abs(frequency) > 5 * error) sum += Math.sign(frequency);
  });
  const sense = sum < 0 ? -1 : 1;
  const errors = arrows.map(({ phaseError, noise }) => (noise > MAX_NOISE ? Infinity : phaseError));
  /** @type {Turning[]} */
  const candidates = [false, true].flatMap((negated) => [
    { direction: sense, swapped: false, negated, start: null, step },
    { direction: sense < 0 ? 1 : -1, swapped: true, negated, start: null, step },
  ]);
  let best = { residual: Infinity, start: 0, error: 0, count: 0, candidate: candidates[0] };
  for (const candidate of candidates) {
    const phases = arrows.map(({ phase }) => sense * (phase - zeroAngle(candidate)));
    const fit = positionOf(phases, errors, frequencies, coarse, from);
    // Swapped or negated entries must fit much better than the plain ones.
    if (isBetter(fit, best, coarse)) best = { ...fit, candidate };
  }
  if (!(best.residual <= MAX_PHASE_RESIDUAL)) return { ...best.candidate, start: null };
  const integer = Math.round(best.start) + 0;
  const tolerance = Math.max(0.02, Math.min(0.3, 6 * best.error));
  return {
    ...best.candidate,
    start: Math.abs(best.start - integer) < tolerance ? integer : best.start,
  };
}

/**
 * Whether a position is clearly better. It needs half as many pairs as the best: with coarse
 * angles, a far position leaves few pairs that could contradict it.
 * @param {{ residual: number, count: number }} fit @param {{ residual: number, count: number }} best
 * @param {boolean} coarse
 */
const isBetter = (fit, best, coarse) =>
  fit.residual < 0.5 * best.residual - (coarse ? ERROR_OF_BFLOAT16 / 2 : 1e-9) &&
  fit.count >= 0.5 * best.count;

/**
 * The position that explains the phases, from the slowest pair on; each faster pair makes it more
 * precise.
 * @param {ArrayLike<number>} phases at which position × frequency is looked for
 * @param {ArrayLike<number>} errors of the phases, Infinity if they are not known
 * @param {ArrayLike<number>} frequencies @param {boolean} coarse @param {number} [first] position to try first
 */
export function positionOf(phases, errors, frequencies, coarse, first = 0) {
  const resolved = Array.from(phases, (_, i) => i).filter((i) => Number.isFinite(errors[i]));
  const order = resolved.sort((a, b) => frequencies[a] - frequencies[b]);
  const slowest = order.find((i) => frequencies[i] > 0);
  let best = followPhases(phases, errors, frequencies, order, coarse, first);
  if (slowest === undefined || best.residual <= MAX_PHASE_RESIDUAL) return best;
  // At far positions, the slowest pair has made several turns; each try reaches half a turn either way.
  const turn = (2 * Math.PI) / frequencies[slowest];
  for (let k = 1; k <= MAX_TURNS && turn * (k - 0.5) <= MAX_POSITION; k++) {
    for (const from of [turn * k, -turn * k]) {
      const fit = followPhases(phases, errors, frequencies, order, coarse, from);
      if (fit.residual < 0.5 * best.residual && fit.count >= 0.5 * best.count) best = fit;
    }
    if (best.residual <= MAX_PHASE_RESIDUAL) break;
  }
  return best;
}

/** Maximum number of whole turns of the slowest pair to try. */
const MAX_TURNS = 12;
const MAX_POSITION = 1e5;

/**
 * @param {ArrayLike<number>} phases @param {ArrayLike<number>} errors @param {ArrayLike<number>} frequencies
 * @param {number[]} order of the pairs @param {boolean} coarse @param {number} from
 */
function followPhases(phases, errors, frequencies, order, coarse, from) {
  let [start, isKnown] = [from, false];
  /** @param {number} i */
  const errorOf = (i) => {
    const angle = coarse ? ERROR_OF_BFLOAT16 * (1 + frequencies[i] * Math.abs(start)) : 0;
    return Math.max(errors[i], 1e-9) + angle;
  };
  /** @param {number} i */
  const leftOf = (i) => wrapped(phases[i] - frequencies[i] * start);
  for (const i of order) {
    if (!(frequencies[i] > 0) || errorOf(i) > MAX_ERROR) continue;
    const left = leftOf(i);
    if (isKnown && Math.abs(left) > 1) continue;
    start += left / frequencies[i];
    isKnown = true;
  }
  let [weights, residual, count] = [0, 0, 0];
  for (const i of order) {
    if (errorOf(i) > MAX_ERROR) continue;
    const left = leftOf(i);
    if (Math.abs(left) < 1) weights += square(frequencies[i] / errorOf(i));
    residual += left * left;
    count++;
  }
  const error = weights > 0 ? 1 / Math.sqrt(weights) : Infinity;
  return { start, error, count, residual: count > 0 ? Math.sqrt(residual / count) : Infinity };
}
