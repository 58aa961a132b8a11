// plan.js: frequencies and steps that stay in an instance's memory from one call to the next.
//
// What a table is made with (csrc/sinusoidal.c) costs more than a small table itself, and the same
// frequencies tend to be asked for again. So each instance keeps the last set it was asked for.

/** @import { Stage } from "./stage.js" */

/** Rows on each side of an anchor, as PHASOR_STEPS in csrc/phasor.h. */
export const STEPS = 32;
/** The most pairs a table may have. */
const MOST_PAIRS = 32768;
/** Pairs that one strip of columns holds, so that its steps take 1 MiB. */
export const STRIP_PAIRS = 2048;
const TURNS_BYTES = 16 * MOST_PAIRS;

/** Bytes that an instance sets aside for its plan. */
export const PLAN_BYTES = TURNS_BYTES + 16 * STEPS * STRIP_PAIRS;

/**
 * A geometric series of frequencies: that of pair i is base^(-i·numerator/denominator), or with a
 * shift that is not 0, whose numerator is 1, base^(-i/(denominator − shift)).
 * @typedef {{ base: number, numerator: number, denominator: number, shift?: number,
 *   pairs: number }} Series
 */

/**
 * The series whose frequencies an instance holds, and the first pair of the strip whose steps it
 * holds.
 * @typedef {Series & { strip: number }} Plan
 */

/**
 * A pointer to the frequencies of a series, as `phasor_turns` writes them.
 * @param {Stage} stage @param {Series} series
 */
export function turnsOf(stage, { base, numerator, denominator, shift = 0, pairs }) {
  const { kernels, planMemory, plan } = stage.instance;
  if (
    plan.pairs !== pairs ||
    plan.base !== base ||
    plan.numerator !== numerator ||
    plan.denominator !== denominator ||
    plan.shift !== shift
  ) {
    Object.assign(plan, { base, numerator, denominator, shift, pairs, strip: -1 });
    if (shift === 0) kernels.phasor_turns(planMemory, pairs, base, numerator, denominator);
    else kernels.phasor_turns_shifted(planMemory, pairs, base, denominator, shift);
  }
  return planMemory;
}

/**
 * A pointer to the steps of a strip of the series that `turnsOf` was asked for last.
 * @param {Stage} stage @param {number} first pair of the strip, a multiple of STRIP_PAIRS
 * @param {number} pairs of the strip
 */
export function stepsOf(stage, first, pairs) {
  const { kernels, planMemory, plan } = stage.instance;
  const pointer = planMemory + TURNS_BYTES;
  if (plan.strip !== first) {
    kernels.phasor_steps(pointer, planMemory + 16 * first, pairs);
    plan.strip = first;
  }
  return pointer;
}
