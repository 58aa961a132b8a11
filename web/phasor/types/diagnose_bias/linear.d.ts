import type { Mask } from "./mask.js";
import type { Bias } from "./matrix.js";
export type Form = "distance" | "signed" | "key-index" | "query-index";
export type Lines = {
  form: Form;
  /**
   * of the distance
   */
  offset: number | null;
  /**
   * (heads), per key
   */
  slopes: Float64Array;
  /**
   * (heads), standard errors of the slopes
   */
  errors: Float64Array;
  /**
   * (heads)
   */
  constants: Float64Array;
  deviation: {
    max: number;
    rms: number;
  };
};
/**
 * The lines of all heads; undefined if they are none.
 * @param {Bias} bias @param {Mask} mask @returns {Lines | undefined}
 */
export declare function linesOf(bias: Bias, mask: Mask): Lines | undefined;
