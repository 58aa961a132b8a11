import type { Fit, Parameter, Sample } from "./fit.js";
import type { Model } from "./model.js";
import type { Candidate } from "./search.js";
import type { Statistics } from "./statistics.js";
export type Identified = {
  model: Model;
  /**
   * null where one pair alone leaves it open
   */
  base: number | null;
  spacing: "d" | "d-2";
  /**
   * whether the base is a round number
   */
  round: boolean;
  /**
   * 0 for the paper's numbers; more the odder they are
   */
  oddity: number;
  /**
   * another reading of the
   * same frequencies
   */
  instead:
    | {
        base: number;
        spacing: "d" | "d-2";
      }
    | undefined;
  /**
   * standard errors
   */
  uncertainty: {
    base: number;
    start: number;
  };
};
export type Precision = "none" | "double" | "low";
export type Grown = {
  sample: Sample;
  fit: Fit;
  free: Parameter[];
};
/**
 * A model that fits the whole of a table, and what is left to be fitted of it.
 * @typedef {object} Grown
 * @property {Sample} sample
 * @property {Fit} fit
 * @property {Parameter[]} free
 */
/**
 * The same with exact values, and with weights where nothing but the rounding of the entries is
 * left: small ones are rounded less.
 * @param {Statistics} statistics @param {Grown} grown @returns {Grown}
 */
export declare function polished(statistics: Statistics, { sample, fit, free }: Grown): Grown;
/** @param {Statistics} statistics @param {Grown} grown
 * @param {Precision} precision none: round numbers must be as good as what was fitted; else they may
 *   be off as angles of this precision would explain
 * @returns {Identified} */
export declare function identify(
  statistics: Statistics,
  { sample, fit, free }: Grown,
  precision: Precision,
): Identified;
/**
 * Plain numbers in place of those that were fitted, where they are near: angles of low precision
 * bend a fit.
 * @param {Statistics} statistics @param {Identified} identified
 * @returns {Identified[]}
 */
export declare function plainer(
  statistics: Statistics,
  { model, ...rest }: Identified,
): Identified[];
/**
 * Fits more and more rows, as far as the model holds.
 * @param {Statistics} statistics @param {Candidate} candidate
 * @returns {Grown}
 */
export declare function grow(statistics: Statistics, candidate: Candidate): Grown;
/**
 * A model that says where it starts and its base, on the whole of a table.
 * @param {Statistics} statistics @param {Model} model @returns {Grown}
 */
export declare function grownFrom(statistics: Statistics, model: Model): Grown;
export type Reading = {
  base: number;
  denominator: number;
  spacing: "d" | "d-2";
  round: boolean;
  cost: number;
};
