import type { Layout, Model } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Sample = {
  layout: Layout;
  rows: number[];
  pairs: number[];
  /**
   * how many pairs the table has
   */
  all: number;
  /**
   * per member: (pairs, rows); NaN where there is none
   */
  values: [Float64Array, Float64Array];
  /**
   * per member and pair, 1 if there are none: what
   * residuals are multiplied by
   */
  weights?: [number[], number[]];
  /**
   * by how much rounding may have moved a value: only what
   * lies beyond counts
   */
  cell?: (value: number) => number;
};
/** @import { Layout, Model } from "./model.js" */
/** @import { Statistics } from "./statistics.js" */
/**
 * Some rows and some pairs of a table, in one layout.
 * @typedef {object} Sample
 * @property {Layout} layout
 * @property {number[]} rows
 * @property {number[]} pairs
 * @property {number} all how many pairs the table has
 * @property {[Float64Array, Float64Array]} values per member: (pairs, rows); NaN where there is none
 * @property {[number[], number[]]} [weights] per member and pair, 1 if there are none: what
 *   residuals are multiplied by
 * @property {(value: number) => number} [cell] by how much rounding may have moved a value: only what
 *   lies beyond counts
 */
/** @param {Statistics} statistics @param {Layout} layout @param {number[]} rows @param {number[]} pairs
 * @returns {Sample} */
export declare function sampleOf(
  { pe, width, padded }: Statistics,
  layout: Layout,
  rows: number[],
  pairs: number[],
): Sample;
/** The first pairs, which turn fastest, and others up to the last. @param {number} all
 * @param {number} count */
export declare function somePairs(all: number, count: number): number[];
/** Up to `count` of the first `window` of some rows, the first and the last among them, the others
 * without a period. @param {number[]} rows @param {number} window @param {number} count */
export declare function someRows(rows: number[], window: number, count: number): number[];
export type Parameter = "step" | "start" | "rate" | "amplitude";
export type Fit = {
  model: Model;
  /**
   * of the residuals
   */
  rms: number;
  /**
   * of entries
   */
  count: number;
  /**
   * standard errors of what was fitted
   */
  errors: Partial<Record<Parameter, number>>;
};
/**
 * @typedef {object} Fit
 * @property {Model} model
 * @property {number} rms of the residuals
 * @property {number} count of entries
 * @property {Partial<Record<Parameter, number>>} errors standard errors of what was fitted
 */
/** The residuals of a model as it is. @param {Sample} sample @param {Model} model @returns {Fit} */
export declare function residuals(sample: Sample, model: Model): Fit;
/**
 * Gauss–Newton steps from a model on, as long as they help.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free @param {number} [steps]
 * @returns {Fit}
 */
export declare function refine(sample: Sample, from: Model, free: Parameter[], steps?: number): Fit;
/**
 * The same as `refine`, passing over a few rows or columns that do not belong.
 * @param {Sample} sample @param {Model} from @param {Parameter[]} free
 * @returns {Fit & { sample: Sample }}
 */
export declare function refineMax(
  sample: Sample,
  from: Model,
  free: Parameter[],
): Fit & {
  sample: Sample;
};
