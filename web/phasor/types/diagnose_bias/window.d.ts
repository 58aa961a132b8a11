import type { Bias } from "./matrix.js";
export type Window = {
  height: number;
  width: number;
  /**
   * rows of the table from one row of the window to the next, where it
   * is so small that differences share entries
   */
  stride: number | null;
  deviation: {
    max: number;
    rms: number;
  };
};
/**
 * The window of a bias, as positions are counted row by row; undefined if it has none.
 * @param {Bias} bias @param {number} spread of its entries
 * @returns {Window | undefined}
 */
export declare function windowOf(bias: Bias, spread: number): Window | undefined;
