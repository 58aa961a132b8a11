import type { FloatArray } from "../check.js";
import type { Explanation } from "./explain.js";
import type { Sample } from "./fit.js";
import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
/** Points that tell a circle. */
export declare const ENOUGH = 256;
/** How far points may lie beside a circle, in squares of its radius. */
export declare const BESIDE = 0.15;
/**
 * The explanation of another table, whose head is tried first.
 * @param {number} length @param {number} width
 * @param {(rows: number) => FloatArray} make its first rows
 * @param {(statistics: Statistics) => Statistics} [like] what is known of it beforehand
 */
export declare function explained(
  length: number,
  width: number,
  make: (rows: number) => FloatArray,
  like?: (statistics: Statistics) => Statistics,
):
  | {
      statistics: Statistics;
      explanation: Explanation;
    }
  | undefined;
/** Not a model that has many odd numbers, beside which something is still wrong.
 * @param {Explanation} explanation */
export declare function isPlausible({
  identified: { model, round },
  verdict,
}: Explanation): boolean;
/** Whether two columns lie on a circle around 0. @param {Statistics} statistics @param {number} a
 * @param {number} b */
export declare function isCircle({ pe, width, rows }: Statistics, a: number, b: number): boolean;
/** @param {number[][]} points */
export declare function isRound(points: number[][]): boolean;
/**
 * The entries of a sample and a model's, pair by pair, member by member, row by row.
 * @param {Sample} sample @param {Model} model
 */
export declare function entriesOf(
  { rows, pairs, all, values }: Sample,
  model: Model,
): Generator<
  {
    value: number;
    wanted: number;
  },
  void,
  unknown
>;
