// rounding.js: rotary frequencies as other implementations round them.
import { arithmetics, roundFrequencies } from "../arithmetic.js";
import * as check from "../check.js";

/** @import { RoundedArithmetic, Rounding } from "../arithmetic.js" */
/** @import { Frequencies } from "./increments.js" */

/** Arithmetics that compute frequencies from the base. */
const seriesOnly = ["ggml", "float32-pow", "float32-exp"];

/**
 * @param {string} where @param {unknown} arithmetic @param {Frequencies} computed
 * @returns {Rounding | undefined} undefined for exact arithmetic
 */
export function readRounding(where, arithmetic, computed) {
  if (arithmetic === undefined || arithmetic === "exact") return undefined;
  const name = check.oneOf(where, "arithmetic", arithmetic, arithmetics);
  const { series, division, base, rotaryDim } = computed;
  const { axial, groups } = division;
  const isDivided = name === "ggml" && groups.length > 1 && !axial;
  if (isDivided || (!series && seriesOnly.includes(name))) {
    const reason = isDivided ? "there are sections" : "frequencies are not those of a base alone";
    const allowed = `"exact", "float32", "bfloat16" or "float16", as ${reason}`;
    check.fail(RangeError, where, "arithmetic", allowed, arithmetic);
  }
  const parts = axial ? groups : [{ first: 0, pairs: rotaryDim / 2 }];
  const exact = computed.frequencies;
  const rounded = /** @type {RoundedArithmetic} */ (name);
  return roundFrequencies(rounded, base, series ? parts : undefined, exact);
}
