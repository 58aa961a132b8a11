// arithmetic.js: the kinds of arithmetic in which angles may have been computed.
import { exponentOf, power } from "../elementary.js";

/** @typedef {"exact" | "float32" | "float32-pow" | "bfloat16" | "float16"} Angles */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Rounds to bfloat16. @param {number} x */
export function brain(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}

/** Rounds to float16; Infinity beyond its range. @param {number} x */
export function half(x) {
  const size = Math.abs(x);
  if (size >= 65520) return x * Infinity;
  if (size < 2 ** -25) return 0;
  const unit = 2 ** (Math.max(exponentOf(size), -14) - 10);
  // Adding and subtracting 2^52 rounds to even.
  return Math.sign(x) * (size / unit + 2 ** 52 - 2 ** 52) * unit;
}

/** @type {Record<Angles, (x: number) => number>} */
const roundings = {
  exact: (x) => x,
  float32: Math.fround,
  "float32-pow": Math.fround,
  bfloat16: brain,
  float16: half,
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
