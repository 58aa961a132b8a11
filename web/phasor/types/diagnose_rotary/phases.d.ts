export type Cache = {
  rows: number;
  pairs: number;
  /**
   * (pairs, rows)
   */
  cos: Float64Array;
  /**
   * (pairs, rows)
   */
  sin: Float64Array;
  /**
   * relative, of the format that the entries were rounded to
   */
  precision: number;
};
export type Arrow = {
  /**
   * radians a row
   */
  frequency: number;
  /**
   * of row 0
   */
  phase: number;
  amplitude: number;
  /**
   * of the frequency
   */
  error: number;
  /**
   * rms of what is left, relative to the amplitude
   */
  noise: number;
};
/** @param {Cache} cache @param {number} pair @returns {Arrow} */
export declare function arrowOf({ rows, cos, sin, precision }: Cache, pair: number): Arrow;
