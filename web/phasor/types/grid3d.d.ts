import type { Dtype, TableArray, TableOf } from "./check.js";
export type Shares = [axis: number, width: number, columns?: number][];
export type Grid3dOptions = {
  /**
   * "cogvideox" by
   * default
   */
  convention?: "cogvideox" | "vjepa" | "vjepa-uniform" | "prithvi" | undefined;
  /**
   * above 1; 10000 by default
   */
  base?: number | undefined;
  /**
   * adds a first row of zeros; false by default
   */
  classToken?: boolean | undefined;
  /**
   * above 0; frames are at t/scale; 1 by default
   */
  temporalInterpolationScale?: number | undefined;
  /**
   * above 0; rows and columns are at y/scale and
   * x/scale; 1 by default
   */
  spatialInterpolationScale?: number | undefined;
};
export declare function sinusoidal3d<D extends Dtype = "float32">(
  depth: number,
  height: number,
  width: number,
  dModel: number,
  options?: Grid3dOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function sinusoidal3d<T extends TableArray>(
  depth: number,
  height: number,
  width: number,
  dModel: number,
  options: Grid3dOptions & {
    out: T;
    dtype?: Dtype | undefined;
  },
): T;
