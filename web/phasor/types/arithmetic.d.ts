import type { Result } from "./check.js";
import type { Series } from "./series.js";
import { Workspace } from "./workspace.js";

/** @import { Result } from "./check.js" */
/** @import { Series } from "./series.js" */
/** In the order of the C API. */
declare const rounded: readonly [
  "float32",
  "bfloat16",
  "float16",
  "ggml",
  "float32-pow",
  "float32-exp",
];
export declare const arithmetics: readonly [
  "exact",
  "float32",
  "bfloat16",
  "float16",
  "ggml",
  "float32-pow",
  "float32-exp",
];
export type RoundedArithmetic = (typeof rounded)[number];
export type Arithmetic = "exact" | RoundedArithmetic;
/** @typedef {typeof rounded[number]} RoundedArithmetic */
/**
 * How the angles of a table come about. "exact" is the default: p·ω_i without error, and the sine
 * and cosine of that rounded once. The others make the errors that other implementations make, to
 * the bit. With rd(x) the number of the format nearest to x, ties to even:
 *
 * - "float32": θ_i = rd(rd(p)·rd(ω_i)) in float32, with ω_i correctly rounded: the ideal of code in
 *   float32. PyTorch code also computes ω_i in float32, in one of two ways:
 * - "float32-pow": the same, but ω_i = rd(1/rd(rd(base)^rd(2i/d))), as transformers' rotary
 *   embeddings have it.
 * - "float32-exp": the same, but ω_i = rd(exp(rd(2i·rd(−ln base/d)))), as PyTorch's tutorial has it.
 * - "bfloat16", "float16": the same in that format, as when a model is cast whole. bfloat16 tells
 *   integers apart up to 256, float16 up to 2048; past 65519 a float16 position is infinite, and
 *   its row NaN.
 * - "ggml": θ_0 = rd(p), θ_i = rd(θ_(i−1)·rd(ω_1)) in float32: each angle is the one before times
 *   a constant.
 *
 * The values are rd(sin θ_i) and rd(cos θ_i), correctly rounded, and the same in a Float32Array and
 * in a Float64Array.
 *
 * @typedef {"exact" | RoundedArithmetic} Arithmetic
 */
/**
 * A function that writes rows at positions in memory in one of these arithmetics.
 * @param {Workspace} workspace @param {Result} table @param {Series} series
 * @param {RoundedArithmetic} arithmetic
 */
export declare function roundedKernel(
  workspace: Workspace,
  table: Result,
  series: Series,
  arithmetic: RoundedArithmetic,
): (to: number, stride: number, at: number, rows: number) => number;
export type Rounding = {
  which: number;
  /**
   * (pairs)
   */
  frequencies: Float32Array;
};
/**
 * An arithmetic of the C API, and frequencies as it has them.
 * @typedef {object} Rounding
 * @property {number} which
 * @property {Float32Array} frequencies (pairs)
 */
/**
 * Frequencies in an arithmetic: those of series of a base, or given ones.
 * @param {RoundedArithmetic} arithmetic @param {number} base
 * @param {{ first: number, pairs: number }[] | undefined} series that they are
 * @param {Float64Array} given (pairs), if they are none
 * @returns {Rounding}
 */
export declare function roundFrequencies(
  arithmetic: RoundedArithmetic,
  base: number,
  series:
    | {
        first: number;
        pairs: number;
      }[]
    | undefined,
  given: Float64Array,
): Rounding;
