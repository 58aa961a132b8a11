import type { Positions } from "./positions.js";
import type { Division } from "./sections.js";
export type QueryScaling = {
  type: "llama4" | "log" | "logn";
  /**
   * in tokens; above 1 for logn
   */
  length: number;
  /**
   * 0 by default
   */
  offset?: number | undefined;
  /**
   * required, except by logn, which has none
   */
  beta?: number | undefined;
};
export type Temperature = {
  type: QueryScaling["type"];
  length: number;
  offset: number;
  beta: number;
};
/**
 * @param {string} where @param {unknown} value @param {Division} division
 * @returns {Temperature | undefined}
 */
export declare function readQueryScaling(
  where: string,
  value: unknown,
  division: Division,
): Temperature | undefined;
/** The factor of a position. @param {Temperature} scaling @param {number} position */
export declare function queryFactor(
  { type, length, offset, beta }: Temperature,
  position: number,
): number;
/**
 * The factors of all rows.
 * @param {Temperature} scaling @param {Positions} positions
 * @param {number} rows @param {boolean} inverse
 * @returns {Float64Array | undefined} undefined if all are 1
 */
export declare function queryFactors(
  scaling: Temperature,
  positions: Positions,
  rows: number,
  inverse: boolean,
): Float64Array | undefined;
