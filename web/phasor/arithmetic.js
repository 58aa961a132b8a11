// arithmetic.js: tables with the rounding errors of other implementations.
import { Stage, suffix } from "./stage.js";
import { clearOddColumn, writeRows } from "./table.js";

/** @import { Result } from "./check.js" */
/** @import { Arrangement } from "./conventions.js" */
/** @import { Positions } from "./table.js" */

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
 * Fills a table (…, width). Arguments have been checked.
 * @param {Result} table @param {Arrangement} arrangement
 * @param {RoundedArithmetic} arithmetic @param {Positions} positions
 */
export function fillRounded(table, arrangement, arithmetic, positions) {
  if (table.length === 0) return;
  const { width, pairs, base, numerator, denominator } = arrangement;
  const stage = new Stage(table);
  const kernel = stage.kernels[`phasor_rounded_at${suffix(table)}`];
  const which = rounded.indexOf(arithmetic);
  const frequencies = stage.reserve(4 * pairs);
  stage.kernels.phasor_rounded_frequencies(frequencies, pairs, base, numerator, denominator, which);
  const rowBytes = 2 * width * table.BYTES_PER_ELEMENT + 8;
  stage.eachTile(table.length / width, rowBytes, true, (first, count) => {
    const at = stage.reserve(8 * count);
    positions(stage.doubles(at, count), first);
    writeRows(stage, table, arrangement, { pair: 0, pairs, first, count }, (to, stride) => {
      kernel(to, stride, frequencies, at, count, pairs, which);
    });
  });
  clearOddColumn(table, arrangement);
}

/**
 * An arithmetic of the C API, frequencies as it has them, and the kernels that make rows of them.
 * @typedef {object} Rounding
 * @property {number} which
 * @property {Float32Array} frequencies (pairs)
 * @property {{ _f32: "phasor_rounded_at_f32", _f64: "phasor_rounded_at_f64" }} kernels
 */

/**
 * Frequencies in an arithmetic: those of series of a base, or given ones.
 * @param {RoundedArithmetic} arithmetic @param {number} base
 * @param {{ first: number, pairs: number }[] | undefined} series that they are
 * @param {Float64Array} given (pairs), if they are none
 * @returns {Rounding}
 */
export function roundFrequencies(arithmetic, base, series, given) {
  const which = rounded.indexOf(arithmetic);
  const pairs = given.length;
  const stage = new Stage();
  const { kernels } = stage;
  const out = stage.reserve(4 * pairs);
  if (!series) kernels.phasor_rounded(out, stage.copy(given, 0, pairs), pairs, which);
  for (const { first, pairs: count } of series ?? []) {
    kernels.phasor_rounded_frequencies(out + 4 * first, count, base, 2, 2 * count, which);
  }
  const frequencies = new Float32Array(stage.instance.buffer, out, pairs).slice();
  const names = /** @type {const} */ ({
    _f32: "phasor_rounded_at_f32",
    _f64: "phasor_rounded_at_f64",
  });
  return { which, frequencies, kernels: names };
}
