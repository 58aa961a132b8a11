import type { Fit, Parameter, Sample } from "./fit.js";
import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
/** @import { Fit, Parameter, Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./statistics.js" */
/**
 * A fit from whose values all entries may have been rounded, where there is one near.
 * @param {Sample} sample @param {Fit} fit @param {Parameter[]} free @param {Statistics["format"]} format
 * @returns {Fit}
 */
export declare function withinCells(
  sample: Sample,
  fit: Fit,
  free: Parameter[],
  format: Statistics["format"],
): Fit;
/**
 * Whether every entry is what a model's value is when it is rounded.
 * @param {Sample} sample @param {Model} model @param {Statistics["format"]} format
 */
export declare function isRounded(
  { rows, pairs, all, values }: Sample,
  model: Model,
  format: Statistics["format"],
): boolean;
