import type { Arithmetic } from "./arithmetic.js";
import type { Result } from "./check.js";
import type { Arrangement } from "./conventions.js";
export type Positions = number | Float64Array;
/**
 * Positions of rows: the first of consecutive ones, or all of them.
 * @typedef {number | Float64Array} Positions
 */
/**
 * Fills a table (…, width).
 * @param {Result} table @param {Arrangement} arrangement @param {Positions} positions
 * @param {Arithmetic} [arithmetic]
 */
export declare function fillTable(
  table: Result,
  arrangement: Arrangement,
  positions: Positions,
  arithmetic?: Arithmetic,
): void;
export type Part = {
  table: Result;
  arrangement: Arrangement;
  first: number;
  count: number;
  pair: number;
  pairs: number;
};
