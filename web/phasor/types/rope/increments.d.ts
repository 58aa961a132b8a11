import type { RopeOptions } from "./scaling.js";
import type { Division } from "./sections.js";
export type Increments = {
  /**
   * the fractions of a cycle, two words for each pair,
   * as from phasor_increments, padded to an even number of pairs
   */
  increments: BigUint64Array<ArrayBuffer>;
  /**
   * (pairs), if any is not 0
   */
  cycles: BigInt64Array<ArrayBuffer> | undefined;
  /**
   * (pairs), in radians per position
   */
  frequencies: Float64Array<ArrayBuffer>;
  attentionFactor: number;
  /**
   * whether they are a geometric series, or one for each axial section
   */
  series: boolean;
};
export type Frequencies = Increments & {
  rotaryDim: number;
  base: number;
  division: Division;
};
/**
 * Frequencies, pair by pair. Those of a cycle or more per position, or below 0, have whole cycles too.
 * @typedef {object} Increments
 * @property {BigUint64Array<ArrayBuffer>} increments the fractions of a cycle, two words for each pair,
 *   as from phasor_increments, padded to an even number of pairs
 * @property {BigInt64Array<ArrayBuffer> | undefined} cycles (pairs), if any is not 0
 * @property {Float64Array<ArrayBuffer>} frequencies (pairs), in radians per position
 * @property {number} attentionFactor
 * @property {boolean} series whether they are a geometric series, or one for each axial section
 */
/** @typedef {Increments & { rotaryDim: number, base: number, division: Division }} Frequencies */
/**
 * @param {string} where the public function that was called
 * @param {number} dHead
 * @param {RopeOptions & { dHead?: number | undefined, positions?: unknown }} options read
 * @param {string} [path] what messages call the scaling dictionary
 * @returns {Frequencies}
 */
export declare function rotaryFrequencies(
  where: string,
  dHead: number,
  options: RopeOptions & {
    dHead?: number | undefined;
    positions?: unknown;
  },
  path?: string,
): Frequencies;
