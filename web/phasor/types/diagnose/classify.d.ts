import type { Model } from "./model.js";
import type { Coarse } from "./rounding.js";
import type { Statistics } from "./statistics.js";
import type { Deviation } from "./verify.js";
export type Verdict = {
  explained: boolean;
  /**
   * whether nothing but the rounding of the entries is left
   */
  exactly: boolean;
  deviation: Deviation;
  arithmetic: "exact" | "float64" | Coarse;
  /**
   * rms of what that arithmetic leaves over
   */
  left: number;
  /**
   * rms of what rounding does not explain
   */
  noise: number;
  /**
   * rows, or else columns, that are otherwise than the rest
   */
  wrongRows: number[];
  wrongColumns: number[];
};
/**
 * @param {Statistics} statistics @param {Model} model
 * @param {boolean} [forgiving] whether a few rows or columns may be otherwise
 * @returns {Verdict}
 */
export declare function classify(
  statistics: Statistics,
  model: Model,
  forgiving?: boolean,
): Verdict;
/** @param {Float64Array} values */
export declare function median(values: Float64Array): number;
