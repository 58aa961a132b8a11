import type { Layout } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Invariant = {
  holds: boolean;
  deviation: number;
};
export type Invariants = {
  /**
   * by how much the largest magnitude exceeds 1
   */
  bounded: Invariant;
  /**
   * the largest |sine² + cosine² − 1| of a pair
   */
  unitPairs: Invariant;
  /**
   * the largest relative difference of a row's squared norm from
   * the mean
   */
  constantNorm: Invariant;
  /**
   * how far dot products of rows at one distance differ from their
   * mean, in units of the mean squared norm
   */
  toeplitz: Invariant;
  /**
   * by how much a pair misses where the best rotation takes it
   */
  linearShift: Invariant;
  /**
   * rows that equal an earlier one
   */
  uniqueRows: Invariant;
};
/**
 * @param {Statistics} statistics @param {Layout} layout whose pairs are looked at
 * @param {number} tolerance
 * @returns {Invariants}
 */
export declare function invariantsOf(
  statistics: Statistics,
  layout: Layout,
  tolerance: number,
): Invariants;
