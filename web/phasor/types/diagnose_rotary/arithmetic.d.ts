import type { Cache } from "./phases.js";
import type { Rule } from "./rules.js";
import type { Turning } from "./start.js";
export type Angles = "exact" | "float32" | "float32-pow" | "bfloat16" | "float16";
/**
 * How far the entries are from those of a rule in an arithmetic, rms of some of them.
 * @param {Cache} cache @param {Rule} rule @param {Turning} turning @param {number} amplitude
 * @param {Angles} arithmetic
 */
export declare function residual(
  cache: Cache,
  rule: Rule,
  turning: Turning,
  amplitude: number,
  arithmetic: Angles,
): number;
/**
 * The arithmetic whose entries are nearest by far; null if several are as near.
 * @param {Cache} cache @param {Rule} rule @param {Turning} turning @param {number} amplitude
 * @returns {{ arithmetic: Angles | null, rms: number, exact: number }}
 */
export declare function arithmeticOf(
  cache: Cache,
  rule: Rule,
  turning: Turning,
  amplitude: number,
): {
  arithmetic: Angles | null;
  rms: number;
  exact: number;
};
