import type { RopeScaling } from "../rope/scaling.js";
export type Rule = {
  base: number;
  /**
   * null: none
   */
  scaling: RopeScaling | null;
  /**
   * as the rule makes them
   */
  frequencies: Float64Array;
  /**
   * that the rule has
   */
  attentionFactor: number;
};
export type Measured = {
  frequencies: number[];
  errors: number[];
  amplitude: number;
};
/** Whether models of today have this base. @param {number} base */
export declare const isUsual: (base: number) => boolean;
/**
 * The rule of frequencies; undefined if no rule is known that makes them.
 * @param {Measured} measured @param {number} loose how far each may be, relative
 * @returns {Rule | undefined}
 */
export declare function ruleOf(measured: Measured, loose: number): Rule | undefined;
export type Attempt = (base: number, scaling: RopeScaling | null) => Rule | undefined;
