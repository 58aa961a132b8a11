// bias.support.js: shapes for the tests of biases, and a function that fills biases entry by entry.
import { fill } from "./bias_cases.js";
import { array } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

export const none = Number.NEGATIVE_INFINITY;

/** An array of shape (matrices, rows, columns), filled entry by entry. @param {Dtype} dtype
 * @param {number[]} shape @param {(h: number, i: number, j: number) => number} entry */
export const filled = (dtype, shape, entry) =>
  array(dtype, fill(/** @type {[number, number, number]} */ (shape), entry));

/** [heads, queries, keys, position of query 0]. @type {number[][]} */
export const layouts = [
  [1, 1, 1, 2],
  [3, 5, 5, 0],
  [2, 1, 9, 8],
  [2, 4, 9, 5],
  [2, 9, 4, 0],
  [2, 9, 4, -3],
  [5, 17, 33, 16],
  [1, 3, 4, 100],
  [1, 3, 4, -100],
  [2, 301, 299, 7],
  [1, 70, 8195, 8100],
  [1, 8200, 40, -20],
  [1, 2, 70000, 69998],
];
