// arithmetic.js: the kinds of arithmetic in which angles may have been computed.
import { toBfloat16, toFloat16 } from "../doctor/elements.js";
import { power } from "../elementary.js";

/** @typedef {"exact" | "float32" | "float32-pow" | "bfloat16" | "float16"} Angles */

/** @type {Record<Angles, (x: number) => number>} */
const roundings = {
  exact: (x) => x,
  float32: Math.fround,
  "float32-pow": Math.fround,
  bfloat16: toBfloat16,
  float16: toFloat16,
};

/**
 * How frequencies and angles are rounded.
 * @typedef {object} Arithmetic
 * @property {Angles} name
 * @property {(x: number) => number} frequency
 * @property {(x: number) => number} angle rounds angles and positions
 */
/** @type {Arithmetic} */
export const exact = { name: "exact", frequency: roundings.exact, angle: roundings.exact };
/** Everything in 16 bits, or only the frequencies. @type {Arithmetic[]} */
export const coarse = /** @type {const} */ (["bfloat16", "float16"]).flatMap((name) => [
  { name, frequency: roundings[name], angle: roundings[name] },
  { name, frequency: roundings[name], angle: Math.fround },
]);
/** @type {Arithmetic[]} */
export const fine = /** @type {const} */ (["exact", "float32", "float32-pow"]).map((name) => ({
  name,
  frequency: roundings[name],
  angle: roundings[name],
}));

/** Frequencies computed with a power in float32. @param {number} base @param {number} pairs */
export const powersOf = (base, pairs) =>
  Float64Array.from({ length: pairs }, (_, i) =>
    Math.fround(1 / Math.fround(power(base, Math.fround(i / pairs)))),
  );
