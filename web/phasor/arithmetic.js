// arithmetic.js: tables with the rounding errors of other implementations.
import { sinusoidalKernels } from "./kernels/sinusoidal.js";
import { copyIn, suffix, Workspace } from "./workspace.js";

/** @import { Result } from "./check.js" */
/** @import { Series } from "./frequencies.js" */

/** In the order of the C API. */
const rounded = /** @type {const} */ ([
  "float32",
  "bfloat16",
  "float16",
  "ggml",
  "float32-pow",
  "float32-exp",
]);

export const arithmetics = /** @type {const} */ (["exact", ...rounded]);

/** @typedef {typeof rounded[number]} RoundedArithmetic */

/**
 * How the angles of a table are computed. "exact" is the default: p·ω_i without error, and its sine
 * and cosine rounded once. The others reproduce the errors of other implementations to the bit.
 * With rd(x) the number of the format nearest to x, ties to even:
 *
 * - "float32": θ_i = rd(rd(p)·rd(ω_i)) in float32, with ω_i correctly rounded: the ideal of code in
 *   float32. PyTorch code also computes ω_i in float32, in one of two ways:
 * - "float32-pow": the same, but ω_i = rd(1/rd(rd(base)^rd(2i/d))), as transformers' rotary
 *   embeddings compute it.
 * - "float32-exp": the same, but ω_i = rd(exp(rd(2i·rd(−ln base/d)))), as PyTorch's tutorial
 *   computes it.
 * - "bfloat16", "float16": the same in that format, as when a whole model is cast. bfloat16
 *   represents all integers up to 256, float16 up to 2048; past 65519 a float16 position is
 *   infinite, and its row is NaN.
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
export function roundedKernel(workspace, table, series, arithmetic) {
  const { pairs, base, numerator, denominator } = series;
  const kernels = workspace.use(sinusoidalKernels);
  const fill = kernels[`phasor_rounded_at${suffix(table)}`];
  const which = rounded.indexOf(arithmetic);
  const frequencies = workspace.reserve(4 * pairs);
  kernels.phasor_rounded_frequencies(frequencies, pairs, base, numerator, denominator, which);
  /** @param {number} to @param {number} stride @param {number} at @param {number} rows */
  return (to, stride, at, rows) => fill(to, stride, frequencies, at, rows, pairs, which);
}

/**
 * An arithmetic of the C API, and the frequencies as it rounds them.
 * @typedef {object} Rounding
 * @property {number} which
 * @property {Float32Array} frequencies (pairs)
 */

/**
 * Frequencies in an arithmetic: those of one or more geometric series, or a given list.
 * @param {RoundedArithmetic} arithmetic @param {number} base
 * @param {{ first: number, pairs: number }[] | undefined} series undefined for a given list
 * @param {Float64Array} unrounded (pairs), the list, if there is no series
 * @returns {Rounding}
 */
export function roundFrequencies(arithmetic, base, series, unrounded) {
  const which = rounded.indexOf(arithmetic);
  const pairs = unrounded.length;
  const workspace = new Workspace();
  const kernels = workspace.use(sinusoidalKernels);
  const out = workspace.reserve(4 * pairs);
  if (!series) kernels.phasor_rounded(out, copyIn(workspace, unrounded, 0, pairs), pairs, which);
  for (const { first, pairs: count } of series ?? []) {
    kernels.phasor_rounded_frequencies(out + 4 * first, count, base, 2, 2 * count, which);
  }
  const frequencies = new Float32Array(workspace.memory.buffer, out, pairs).slice();
  return { which, frequencies };
}
