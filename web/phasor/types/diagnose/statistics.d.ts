import type { FloatArray } from "../check.js";
export type Statistics = {
  pe: FloatArray;
  length: number;
  width: number;
  /**
   * per column, of its finite entries
   */
  min: Float64Array;
  /**
   * per column
   */
  max: Float64Array;
  /**
   * per column: entries that are not finite
   */
  missing: Float64Array;
  /**
   * rows with such an entry
   */
  missingRows: number[];
  /**
   * rows of nothing but zeros
   */
  zeroRows: number[];
  /**
   * rows that equal an earlier one, zero rows apart
   */
  repeats: {
    row: number;
    of: number;
  }[];
  /**
   * the others: those that a hypothesis has to explain
   */
  rows: number[];
  /**
   * the largest magnitude
   */
  size: number;
  /**
   * whether the last column of an odd width is zero
   */
  padded: boolean;
  /**
   * of the values
   */
  format: Format;
};
export type Format = "float64" | "float32" | "float16" | "bfloat16";
/** @import { FloatArray } from "../check.js" */
/**
 * @typedef {object} Statistics
 * @property {FloatArray} pe
 * @property {number} length
 * @property {number} width
 * @property {Float64Array} min per column, of its finite entries
 * @property {Float64Array} max per column
 * @property {Float64Array} missing per column: entries that are not finite
 * @property {number[]} missingRows rows with such an entry
 * @property {number[]} zeroRows rows of nothing but zeros
 * @property {{ row: number, of: number }[]} repeats rows that equal an earlier one, zero rows apart
 * @property {number[]} rows the others: those that a hypothesis has to explain
 * @property {number} size the largest magnitude
 * @property {boolean} padded whether the last column of an odd width is zero
 * @property {Format} format of the values
 */
/**
 * The coarsest number format that holds all values.
 * @typedef {"float64" | "float32" | "float16" | "bfloat16"} Format
 */
/** Half the distance of neighbouring numbers just below 1. */
export declare const halfUlp: {
  float64: number;
  float32: number;
  float16: number;
  bfloat16: number;
};
/** @param {FloatArray} pe @param {number} length @param {number} width @returns {Statistics} */
export declare function statisticsOf(pe: FloatArray, length: number, width: number): Statistics;
/**
 * The number of a format nearest to x, ties to even.
 * @param {Format} format @param {number} x
 */
export declare function roundTo(format: Format, x: number): number;
