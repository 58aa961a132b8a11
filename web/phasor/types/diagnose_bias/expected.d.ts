import type { FloatArray } from "../check.js";
import type { Finding } from "../diagnose/messages.js";
import type { BiasDiagnosis } from "../diagnose_bias.js";
import type { Bias } from "./matrix.js";
export type ExpectedBias = {
  type: "alibi" | "t5" | "relative" | "swin" | "mask";
  /**
   * whether later keys are masked
   */
  causal?: boolean | undefined;
  /**
   * the position of query 0 among the keys
   */
  offset?: number | undefined;
  /**
   * keys that a query sees, of a sliding window
   */
  window?: number | undefined;
  /**
   * alibi
   */
  form?: "distance" | "key-index" | undefined;
  /**
   * alibi
   */
  maxBias?: number | undefined;
  /**
   * t5; with a table, 32 by default
   */
  buckets?: number | undefined;
  /**
   * t5; with a table, true by default
   */
  bidirectional?: boolean | undefined;
  /**
   * t5; with a table, 128 by default
   */
  maxDistance?: number | undefined;
  /**
   * relative
   */
  reach?: number | undefined;
  /**
   * swin; required with a table
   */
  height?: number | undefined;
  /**
   * swin; required with a table
   */
  width?: number | undefined;
  /**
   * t5: (buckets, heads); swin:
   * ((2·height − 1)·(2·width − 1), heads)
   */
  table?: FloatArray | undefined;
};
export type Index = (query: number, key: number) => number;
export type Expected = {
  given: ExpectedBias;
  /**
   * of the table
   */
  rows: number;
  index?: Index;
  /**
   * that of the opposite difference
   */
  back?: Index;
};
/**
 * The row of a table for a query and a key.
 * @typedef {(query: number, key: number) => number} Index
 */
/**
 * @typedef {object} Expected
 * @property {ExpectedBias} given
 * @property {number} rows of the table
 * @property {Index} [index]
 * @property {Index} [back] that of the opposite difference
 */
/**
 * @param {string} where @param {ExpectedBias | undefined} value @param {number} heads
 * @param {number} queries @param {number} keys
 * @returns {Expected | undefined}
 */
export declare function readExpected(
  where: string,
  value: ExpectedBias | undefined,
  heads: number,
  queries: number,
  keys: number,
): Expected | undefined;
/**
 * The findings, with those that `expect` adds and without those that it decides.
 * @param {Bias} bias @param {BiasDiagnosis} diagnosis @param {Expected} expected
 * @returns {Finding[]}
 */
export declare function compare(
  bias: Bias,
  diagnosis: BiasDiagnosis,
  expected: Expected,
): Finding[];
