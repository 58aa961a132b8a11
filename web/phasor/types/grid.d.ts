import type { Dtype, TableArray, TableOf } from "./check.js";
export type Quarters = [axis: typeof X | typeof Y, from: number, quarters: number][];
/**
 * The order of the columns in a convention: pieces of the tables of the two coordinates, in units of a
 * quarter of dModel, each with its first quarter and the number of quarters.
 * @typedef {[axis: typeof X | typeof Y, from: number, quarters: number][]} Quarters
 */
declare const Y = 0;
declare const X = 1;
export type GridOptions = {
  /**
   * "mae" by default
   */
  convention?: "mae" | "detr" | "simplevit" | "timm" | undefined;
  /**
   * above 1; 10000 by default (`temperature` in DETR)
   */
  base?: number | undefined;
  /**
   * adds a first row of zeros, as in MAE; false by default
   */
  classToken?: boolean | undefined;
  /**
   * replaces the position p on an axis of n cells with
   * p/(n + 1e-6)·scale, as in DETR; false by default
   */
  normalize?: boolean | undefined;
  /**
   * for normalize, within ±2^53; 2π by default
   */
  scale?: number | undefined;
};
export declare function sinusoidal2d<D extends Dtype = "float32">(
  height: number,
  width: number,
  dModel: number,
  options?: GridOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function sinusoidal2d<T extends TableArray>(
  height: number,
  width: number,
  dModel: number,
  options: GridOptions & {
    out: T;
    dtype?: Dtype | undefined;
  },
): T;
