export type Scheme = "paper" | "naive" | "from-zero" | "consecutive" | "reversed" | "equal";
export type Slopes = {
  scheme: Scheme;
  maxBias: number;
  /**
   * that all have besides
   */
  factor: number;
};
/**
 * @typedef {object} Slopes
 * @property {Scheme} scheme
 * @property {number} maxBias
 * @property {number} factor that all have besides
 */
/**
 * @param {Float64Array} slopes (heads), above 0 @param {Float64Array} errors their standard errors
 * @param {number} precision relative, of the entries
 * @returns {Slopes | undefined} undefined: no known scheme
 */
export declare function schemeOf(
  slopes: Float64Array,
  errors: Float64Array,
  precision: number,
): Slopes | undefined;
