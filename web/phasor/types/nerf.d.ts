import type { Dtype, List, TableArray, TableOf } from "./check.js";
export type NerfOptions = {
  /**
   * numbers in a coordinate, 1 by default
   */
  components?: number | undefined;
  /**
   * whether x itself comes first; true by default
   */
  includeInput?: boolean | undefined;
  /**
   * sin 2^k πx, as in the paper; false by default
   */
  pi?: boolean | undefined;
  /**
   * whether frequencies double from level to level; otherwise they
   * are evenly spaced from 1 to 2^(levels − 1), as with `log_sampling=False` in NeRF's code. True by default
   */
  logSampling?: boolean | undefined;
};
export declare function nerf<D extends Dtype = "float32">(
  x: List,
  levels: number,
  options?: NerfOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function nerf<T extends TableArray>(
  x: List,
  levels: number,
  options: NerfOptions & {
    out: T;
    dtype?: Dtype | undefined;
  },
): T;
