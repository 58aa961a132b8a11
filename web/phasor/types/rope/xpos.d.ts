import type { Positions } from "./positions.js";
import type { Division } from "./sections.js";
export type Xpos = {
  /**
   * above 0; 512 by default
   */
  scaleBase?: number | undefined;
  /**
   * 0 by default
   */
  centre?: number | undefined;
};
export type Decay = {
  rates: Float64Array;
  scaleBase: number;
  centre: number;
};
/**
 * @param {string} where @param {boolean | Xpos | undefined} value @param {number} pairs
 * @param {Division} division
 * @returns {Decay | undefined}
 */
export declare function readXpos(
  where: string,
  value: boolean | Xpos | undefined,
  pairs: number,
  division: Division,
): Decay | undefined;
/**
 * What the rates are multiplied by at each row, to get the logarithm of its factors.
 * @param {Decay} decay @param {1 | -1} sign 1 for keys, -1 for queries
 * @param {Positions} positions @param {number} rows
 */
export declare function exponents(
  { scaleBase, centre }: Decay,
  sign: 1 | -1,
  positions: Positions,
  rows: number,
): Float64Array<ArrayBuffer>;
/**
 * @param {string} where @param {Float64Array} list @param {"_f32" | "_f64"} kind
 */
export declare function checkExponents(
  where: string,
  list: Float64Array,
  kind: "_f32" | "_f64",
): void;
