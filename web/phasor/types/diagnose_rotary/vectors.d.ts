import type { FloatArray } from "../check.js";
import type { Read } from "./cache.js";
/**
 * The rotations that explain the vectors, those of the features that are seen to change first. Slow pairs
 * may turn too little to be seen, so more features may turn.
 * @param {FloatArray} input (blocks, rows, width) @param {FloatArray} output
 * @param {number} blocks @param {number} rows @param {number} width
 * @returns {Read[]}
 */
export declare function rotationsOf(
  input: FloatArray,
  output: FloatArray,
  blocks: number,
  rows: number,
  width: number,
): Read[];
