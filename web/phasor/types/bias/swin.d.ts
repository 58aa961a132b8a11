import type { ArrayOf, Dtype, FloatArray, TableArray, TableOf } from "../check.js";
/**
 * The row of the bias table that Swin Transformer (Liu et al. 2021) uses for each pair of positions in a
 * window, counted row by row:
 *
 *     (Δh + height − 1)·(2·width − 1) + Δw + width − 1,  where Δ = query − key
 *
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @returns {Int32Array<ArrayBuffer>} (height·width, height·width)
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * swinRelativePositionIndex(2, 2).slice(0, 4); // Int32Array [4, 3, 1, 0]
 */
export declare function swinRelativePositionIndex(
  height: number,
  width: number,
): Int32Array<ArrayBuffer>;
export declare function swinBias<T extends FloatArray>(
  table: T,
  heads: number,
  height: number,
  width: number,
  options?: {
    dtype?: undefined;
    out?: T | undefined;
  },
): T;
export declare function swinBias<D extends Dtype>(
  table: FloatArray,
  heads: number,
  height: number,
  width: number,
  options: {
    dtype: D;
    out?: undefined;
  },
): TableOf<D>;
export declare function swinBias<T extends TableArray>(
  table: FloatArray,
  heads: number,
  height: number,
  width: number,
  options: {
    dtype?: Dtype;
    out: T;
  },
): T;
/**
 * The gradient of `swinBias` with respect to its table. Each entry is the sum of the gradients of the
 * entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, height·width, height·width)
 * @param {number} heads 1 … 65536
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ out?: T | undefined }} [options] out: ((2·height − 1)·(2·width − 1), heads),
 *   overwritten; must not overlap gradBias
 * @returns {T} ((2·height − 1)·(2·width − 1), heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function swinBiasBackward<T extends FloatArray>(
  gradBias: T,
  heads: number,
  height: number,
  width: number,
  options?: {
    out?: T | undefined;
  },
): T;
export declare function swinLogCoordinates<D extends "float32" | "float64" = "float32">(
  height: number,
  width: number,
  options?: {
    pretrained?: [height: number, width: number] | undefined;
    dtype?: D | undefined;
    out?: undefined;
  },
): ArrayOf<D>;
export declare function swinLogCoordinates<T extends FloatArray>(
  height: number,
  width: number,
  options: {
    pretrained?: [height: number, width: number] | undefined;
    out: T;
  },
): T;
