import type { Memory } from "./memory.js";
export type Series = {
  base: number;
  numerator: number;
  denominator: number;
  shift?: number;
  pairs: number;
};
/** @import { Memory } from "./memory.js" */
/**
 * A geometric series of frequencies: that of pair i is base^(-i·numerator/denominator), or with a
 * shift that is not 0, whose numerator is 1, base^(-i/(denominator − shift)).
 * @typedef {{ base: number, numerator: number, denominator: number, shift?: number,
 *   pairs: number }} Series
 */
/**
 * A pointer to the frequencies of a series, as `phasor_increments` writes them.
 * @param {Memory} memory @param {Series} series
 */
export declare function incrementsOf(
  memory: Memory,
  { base, numerator, denominator, shift, pairs }: Series,
): number;
/**
 * A pointer to the offset table of some pairs of the series that `incrementsOf` was called for last.
 * @param {Memory} memory
 * @param {number} first a multiple of STRIP_PAIRS @param {number} pairs at most STRIP_PAIRS
 */
export declare function offsetsOf(memory: Memory, first: number, pairs: number): number;
