// series.js: the frequencies of the last table, kept in memory for the next one.
//
// Computing frequencies and the offset table takes longer than a small table itself, and most
// programs need the same frequencies again.
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { INCREMENTS_AT, OFFSETS_AT } from "./memory.js";

/** @import { Memory } from "./memory.js" */

/**
 * A geometric series of frequencies: that of pair i is base^(-i·numerator/denominator). With a
 * shift other than 0, numerator is 1, and the frequency is base^(-i/(denominator − shift)).
 * @typedef {{ base: number, numerator: number, denominator: number, shift?: number,
 *   pairs: number }} Series
 */

/**
 * A pointer to the frequencies of a series, as `phasor_increments` writes them.
 * @param {Memory} memory @param {Series} series
 */
export function incrementsOf(memory, { base, numerator, denominator, shift = 0, pairs }) {
  const { last } = memory;
  const at = memory.start + INCREMENTS_AT;
  if (
    last.pairs !== pairs ||
    last.base !== base ||
    last.numerator !== numerator ||
    last.denominator !== denominator ||
    last.shift !== shift
  ) {
    memory.last = { base, numerator, denominator, shift, pairs, strip: -1 };
    const kernels = memory.use(sinusoidalKernels);
    if (shift === 0) kernels.phasor_increments(at, pairs, base, numerator, denominator);
    else kernels.phasor_increments_shifted(at, pairs, base, denominator, shift);
  }
  return at;
}

/**
 * A pointer to the offset table of some pairs of the series that `incrementsOf` was called for last.
 * @param {Memory} memory
 * @param {number} first a multiple of STRIP_PAIRS @param {number} pairs at most STRIP_PAIRS
 */
export function offsetsOf(memory, first, pairs) {
  const at = memory.start + OFFSETS_AT;
  if (memory.last.strip !== first) {
    const increments = memory.start + INCREMENTS_AT + 16 * first;
    memory.use(sinusoidalKernels).phasor_offsets(at, increments, pairs);
    memory.last.strip = first;
  }
  return at;
}
