// fit_quantized.js: tables with few distinct values, each of which stands for an interval of numbers.
import { roundTo } from "../doctor/elements.js";
import { exponentOf } from "../elementary.js";
import { prediction, refine, residuals } from "./fit.js";
import { halfUlp } from "./observe.js";

/** @import { Fit, Parameter, Sample } from "./fit.js" */
/** @import { Model } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * A fit near the given one whose values round to the entries; if there is none, the given fit.
 * @param {Sample} sample @param {Fit} fit @param {Parameter[]} free @param {Statistics["format"]} format
 * @returns {Fit}
 */
export function withinCells(sample, fit, free, format) {
  const cell = (/** @type {number} */ value) => (1 - 1e-9) * cellOf(value, format);
  const { model, rms } = refine({ ...sample, cell }, fit.model, free, 30);
  return rms < 1e-3 * halfUlp[format]
    ? { ...fit, ...residuals(sample, model), errors: fit.errors }
    : fit;
}

/** Half the distance to the next number. @param {number} value @param {Statistics["format"]} format */
function cellOf(value, format) {
  const min = format === "float16" ? 2 ** -14 : 2 ** -100;
  return halfUlp[format] * 2 ** (exponentOf(Math.max(Math.abs(value), min)) + 1);
}

/**
 * Whether every entry is the rounded value of the model.
 * @param {Sample} sample @param {Model} model @param {Statistics["format"]} format
 */
export function isRounded(sample, model, format) {
  const { rows, pairs, values } = sample;
  const predicted = prediction(sample, model);
  // Halfway between two numbers, either is accepted.
  const near = [1, 1 - 1e-9, 1 + 1e-9];
  return pairs.every((_, k) =>
    [0, 1].every((m) => {
      const column = predicted(k, m);
      return rows.every((_, r) => {
        const value = values[m][k * rows.length + r];
        return value - value !== 0 || near.some((by) => roundTo(format, by * column[r]) === value);
      });
    }),
  );
}
