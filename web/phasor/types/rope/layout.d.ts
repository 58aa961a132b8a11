import type { FloatArray } from "../check.js";
/**
 * Weights of a query or key projection, their rows reordered so that a rotary embedding in the
 * layout `to` does what one in the layout `from` did with the rows as they were. The scores stay the
 * same, as queries and keys are reordered alike.
 *
 *     rows of a head     interleaved   a0 z0 a1 z1 a2 z2 r r
 *     (r: not turned)    half          a0 a1 a2 z0 z1 z2 r r
 *
 * A projection computes W·x: a row of W (out_features, in_features) makes one feature, as in PyTorch
 * and in safetensors files. A bias is a matrix of one column.
 *
 * @template {FloatArray} T
 * @param {T} weights (rows, cols), or (rows)
 * @param {readonly [rows: number, cols: number] | readonly [rows: number]} shape
 * @param {object} options
 * @param {number} options.heads how many heads the rows are of; fewer for keys than for queries in
 *   grouped attention
 * @param {"interleaved" | "half"} options.from
 * @param {"interleaved" | "half"} options.to
 * @param {number | undefined} [options.rotaryDim] features of a head that are turned; all by default
 * @param {T | undefined} [options.out] (rows, cols), may be weights
 * @returns {T} (rows, cols)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function convertLayout<T extends FloatArray>(
  weights: T,
  shape: readonly [rows: number, cols: number] | readonly [rows: number],
  options: {
    heads: number;
    from: "interleaved" | "half";
    to: "interleaved" | "half";
    rotaryDim?: number | undefined;
    out?: T | undefined;
  },
): T;
