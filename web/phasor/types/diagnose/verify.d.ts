import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Deviation = {
  /**
   * the largest of each column
   */
  columnMax: Float64Array;
  columnRms: Float64Array;
  /**
   * the largest of each row
   */
  rowMax: Float64Array;
  rms: number;
  max: number;
};
/**
 * How far a table is from a model. Entries that are not finite and rows that are not looked at
 * (zero rows and repeats) do not count.
 * @typedef {object} Deviation
 * @property {Float64Array} columnMax the largest of each column
 * @property {Float64Array} columnRms
 * @property {Float64Array} rowMax the largest of each row
 * @property {number} rms
 * @property {number} max
 */
/** @param {Statistics} statistics @param {Model} model @returns {Deviation} */
export declare function verify(statistics: Statistics, model: Model): Deviation;
export type Strip = {
  turns: bigint[];
  blocks: {
    column: number;
    places: number[];
  }[];
};
