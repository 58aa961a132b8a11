import type { Rounding } from "../arithmetic.js";
import type { Frequencies } from "./increments.js";
/**
 * @param {string} where @param {unknown} arithmetic @param {Frequencies} made
 * @returns {Rounding | undefined} undefined for exact arithmetic
 */
export declare function readRounding(
  where: string,
  arithmetic: unknown,
  made: Frequencies,
): Rounding | undefined;
