// rounding.js: rotary frequencies as other implementations round them.
import { arithmetics, rounded } from "../arithmetic.js";
import * as check from "../check.js";
import { Stage } from "../stage.js";

/** @import { Turns } from "./turns.js" */

/**
 * An arithmetic of the C API, and (pairs) frequencies as it has them.
 * @typedef {{ which: number, frequencies: Float32Array }} Rounding
 */

/** Arithmetics that make a frequency from the base. */
const ofSeries = ["ggml", "float32-pow", "float32-exp"];

/**
 * @param {string} where @param {unknown} arithmetic @param {Turns} made
 * @returns {Rounding | undefined} undefined for exact arithmetic
 */
export function readRounding(where, arithmetic, made) {
  if (arithmetic === undefined || arithmetic === "exact") return undefined;
  const name = check.oneOf(where, "arithmetic", arithmetic, arithmetics);
  const { series, division, base, rotaryDim } = made;
  const { axial, groups } = division;
  const others = '"exact", "float32", "bfloat16" or "float16"';
  if (!series && ofSeries.includes(name)) {
    const allowed = `${others}, as frequencies are not those of a base alone`;
    check.fail(RangeError, where, "arithmetic", allowed, arithmetic);
  }
  if (name === "ggml" && groups.length > 1 && !axial) {
    const allowed = `${others}, as there are sections`;
    check.fail(RangeError, where, "arithmetic", allowed, arithmetic);
  }
  const which = /** @type {readonly string[]} */ (rounded).indexOf(name);
  const pairs = rotaryDim / 2;
  const stage = new Stage();
  const { kernels } = stage;
  const out = stage.reserve(4 * pairs);
  if (!series) {
    kernels.phasor_rounded(out, stage.copy(made.frequencies, 0, pairs), pairs, which);
  } else {
    for (const { first, pairs: count } of axial ? groups : [{ first: 0, pairs }]) {
      kernels.phasor_rounded_frequencies(out + 4 * first, count, base, 2, 2 * count, which);
    }
  }
  const frequencies = new Float32Array(stage.instance.buffer, out, pairs).slice();
  return { which, frequencies };
}
