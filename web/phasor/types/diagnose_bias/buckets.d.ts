import type { Diagonals } from "./toeplitz.js";
export type Buckets = {
  /**
   * relative: each distance up to a reach has an entry
   */
  kind: "t5" | "relative" | "toeplitz";
  offset: number;
  /**
   * with buckets: keys on either side of the
   * query, those before it, or after it alone; unknown where a mask hides the later keys
   */
  sides: "both" | "before" | "after" | "unknown";
  /**
   * buckets per direction
   */
  each: number | null;
  /**
   * the range that explains the bias
   */
  maxDistance: readonly [number, number] | null;
  reach: number | null;
  /**
   * what is wrong with the boundaries
   */
  slip: Slip | null;
  /**
   * boundaries where others were expected, if there is no other slip
   */
  wrong: number[];
};
export type Slip = "rounded" | "rounded-up" | "distance + 1" | "distance − 1" | "boundaries";
export type Side = {
  changes: number[];
  reach: number;
};
/**
 * @param {Diagonals} diagonals @param {number} queries @param {number[]} offsets to be tried
 * @param {number} heads
 * @returns {Buckets}
 */
export declare function bucketsOf(
  diagonals: Diagonals,
  queries: number,
  offsets: number[],
  heads: number,
): Buckets;
export type Sides = {
  offset: number;
  before: Side;
  after: Side;
};
