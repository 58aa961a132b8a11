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
 * The plan an instance holds: whose frequencies, and the pair at which the strip begins whose
 * steps it holds.
 * @typedef {{ key: unknown, strip: number }} Plan
 */

/**
 * A pointer to frequencies in the format of `phasor_turns`, and one to the steps of a strip.
 *
 * @param {Stage} stage
 * @param {unknown} key two sets of frequencies with the same key are the same
 * @param {(turns: number) => void} write writes the frequencies if the instance has not got them
 */
export function planFor(stage, key, write) {
  const { kernels, planMemory: turns, plan } = stage.instance;
  if (plan.key !== key) {
    plan.key = undefined;
    plan.strip = -1;
    write(turns);
    plan.key = key;
  }
  return {
    turns,
    /**
     * @param {number} first pair of a strip, a multiple of STRIP_PAIRS
     * @param {number} pairs of the strip
     */
    steps(first, pairs) {
      const pointer = turns + TURNS_BYTES;
      if (plan.strip !== first) {
        kernels.phasor_steps(pointer, turns + 16 * first, pairs);
        plan.strip = first;
      }
      return pointer;
    },
  };
}
