import type { Sample } from "./fit.js";
export type Rotation = {
  pair: number;
  /**
   * radians a row, within ±π
   */
  omega: number;
  /**
   * at row 0
   */
  phase: number;
  /**
   * standard error of omega
   */
  error: number;
  phaseError: number;
  radius: number;
};
/** @param {number} angle */
export declare function wrap(angle: number): number;
/** The rotations of those pairs that do rotate. @param {Sample} sample @returns {Rotation[]} */
export declare function rotations(sample: Sample): Rotation[];
/**
 * The line ln|ω| = intercept − slope·n through rotations, n = 2·pair; those that are known badly
 * count little, and those that do not fit are left out.
 * @param {Rotation[]} all
 */
export declare function seriesOf(all: Rotation[]): {
  intercept: number;
  slope: number;
  kept: Rotation[];
};
/**
 * The first position, from the slowest rotation, whose phase has no doubt in it, to the fastest,
 * whose phase says it best.
 * @param {Rotation[]} all @param {number} sign of ω
 */
export declare function startOf(all: Rotation[], sign: number): number;
