import type { Bias } from "./matrix.js";
export type Diagonals = {
  /**
   * (heads) of (queries + keys − 1): over key − query + queries − 1
   */
  means: Float64Array[];
  /**
   * (queries + keys − 1), of the first head
   */
  counts: Float64Array;
  /**
   * of the entries from them
   */
  deviation: {
    max: number;
    rms: number;
  };
  /**
   * relative, of the entries
   */
  precision: number;
  /**
   * standard deviation of all entries within their heads
   */
  spread: number;
};
/** @param {Bias} bias @returns {Diagonals} */
export declare function diagonalsOf(bias: Bias): Diagonals;
/** Whether what is left is noise. @param {{ rms: number }} deviation @param {number} spread */
export declare function isNoise(
  {
    rms,
  }: {
    rms: number;
  },
  spread: number,
): boolean;
/**
 * Where neighbouring diagonals differ: for each distance from 1 on, whether its value is another than
 * that of the distance before it, on one side of an offset.
 * @param {Diagonals} diagonals @param {number} queries @param {number} offset
 * @param {1 | -1} side 1: later keys
 * @returns {{ changes: number[], reach: number }} reach: the largest distance that is seen
 */
export declare function changesOf(
  { means, counts, deviation, precision }: Diagonals,
  queries: number,
  offset: number,
  side: 1 | -1,
): {
  changes: number[];
  reach: number;
};
