import type { Arithmetic } from "./arithmetic.js";
import type { Dtype, List, TableArray, TableOf } from "./check.js";
import type { Convention } from "./conventions.js";
export type TableOptions = {
  /**
   * above 1; 10000 by default
   */
  base?: number | undefined;
  /**
   * layout and spacing: the name of a preset or an object,
   * see `conventions`; "vaswani", the paper's, by default
   */
  convention?: Convention | undefined;
};
export type SinusoidalOptions = TableOptions & {
  arithmetic?: Arithmetic | undefined;
};
export type RowOptions = SinusoidalOptions & {
  start?: number | undefined;
};
export declare function sinusoidal<D extends Dtype = "float32">(
  length: number,
  dModel: number,
  options?: RowOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function sinusoidal<T extends TableArray>(
  length: number,
  dModel: number,
  options: RowOptions & {
    out: T;
    dtype?: Dtype | undefined;
  },
): T;
export declare function sinusoidalAt<D extends Dtype = "float32">(
  positions: List,
  dModel: number,
  options?: SinusoidalOptions & {
    dtype?: D | undefined;
    out?: undefined;
  },
): TableOf<D>;
export declare function sinusoidalAt<T extends TableArray>(
  positions: List,
  dModel: number,
  options: SinusoidalOptions & {
    out: T;
    dtype?: Dtype | undefined;
  },
): T;
