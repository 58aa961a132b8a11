// elements.js: the element type that values have, and how far rounding to it moves them.
import * as check from "../check.js";
import { exponentOf } from "../elementary.js";

/** @import { Dtype, FloatArray } from "../check.js" */

/**
 * @typedef {object} Format
 * @property {Dtype} name
 * @property {number} roundoff largest relative error of a rounded number
 * @property {number} floor largest absolute error of a number near 0
 */

/** @type {Record<Dtype, Format>} */
export const formats = {
  bfloat16: { name: "bfloat16", roundoff: 2 ** -8, floor: 2 ** -134 },
  float16: { name: "float16", roundoff: 2 ** -11, floor: 2 ** -25 },
  float32: { name: "float32", roundoff: 2 ** -24, floor: 2 ** -150 },
  float64: { name: "float64", roundoff: 2 ** -53, floor: 0 },
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * The narrowest format that holds all values, or all that differ from `input`, because features that
 * are only copied may have more bits.
 * @param {FloatArray} values @param {FloatArray} [input]
 * @param {number} [above] values up to this one are ignored
 * @returns {Format}
 */
export function formatOf(values, input, above = -Infinity) {
  let [hasValues, isBfloat16, isFloat16, isFloat32] = [false, true, true, true];
  for (let at = 0; at < values.length; at++) {
    const x = values[at];
    if (x === 0 || x <= above || x === input?.[at] || !Number.isFinite(x)) continue;
    hasValues = true;
    float[0] = x;
    if (float[0] !== x) return formats.float64;
    if (!isFloat32) continue;
    if ((bits[0] & 0xffff) !== 0) isBfloat16 = false;
    if (isFloat16 && !fitsFloat16(x)) isFloat16 = false;
    if (isBfloat16 || isFloat16) continue;
    isFloat32 = false;
    // A Float32Array holds nothing wider.
    if (check.isFloat32(values)) return formats.float32;
  }
  if (!hasValues && input) return formatOf(values);
  if (isBfloat16) return formats.bfloat16;
  return isFloat16 ? formats.float16 : formats.float32;
}

/** @param {number} x a float32 */
function fitsFloat16(x) {
  const size = Math.abs(x);
  return (bits[0] & 0x1fff) === 0 && size < 65520 && Number.isInteger(size * 2 ** 24);
}

/** Rounds to bfloat16. @param {number} x */
export function toBfloat16(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}

/** Rounds to float16; Infinity beyond its range. @param {number} x */
export const toFloat16 = (x) => roundTo("float16", x);

/** The number of a format nearest to x, ties to even. @param {Dtype} format @param {number} x */
export function roundTo(format, x) {
  if (format === "float64") return x;
  if (format === "float32") return Math.fround(x);
  const size = Math.abs(x);
  if (size === 0 || !(size < Infinity)) return x;
  const [bits, smallest] = format === "float16" ? [11, -14] : [8, -126];
  const unit = 2 ** (Math.max(smallest, exponentOf(size)) + 1 - bits);
  // Adding and subtracting 2^52 rounds to even.
  const rounded = (size / unit + 2 ** 52 - 2 ** 52) * unit;
  return Math.sign(x) * (format === "float16" && rounded > 65504 ? Infinity : rounded);
}

/** The number whose float16 bits are given. @param {number} half */
function fromHalfBits(half) {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction
          ? Number.NaN
          : Infinity
        : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return half & 0x8000 ? -size : size;
}

/**
 * Values as floats: also those of 16 bits an element, in a Float16Array or as bits in a Uint16Array.
 * @param {string} where @param {string} name @param {unknown} value @param {number} length
 * @param {readonly number[]} shape
 * @param {Dtype | undefined} dtype which type the bits of a Uint16Array are; by default bfloat16 if
 *   that leaves fewer numbers that are not finite or far from 1
 * @returns {FloatArray}
 */
export function readElements(where, name, value, length, shape, dtype) {
  const kind = check.typeName(value);
  if (kind === "Float16Array") {
    const halves = check.sized(where, name, /** @type {Float32Array} */ (value), length, shape);
    return new Float32Array(halves);
  }
  if (kind !== "Uint16Array") return check.floats(where, name, value, length, shape);
  const words = check.sized(where, name, /** @type {Uint16Array} */ (value), length, shape);
  const isBfloat16 = dtype === undefined ? looksLikeBfloat16(words) : dtype === "bfloat16";
  // Loops: `from` with a function takes ten times as long.
  const floats = new Float32Array(words.length);
  const bits = new Uint32Array(floats.buffer);
  for (let at = 0; at < words.length; at++) {
    if (isBfloat16) bits[at] = words[at] << 16;
    else floats[at] = fromHalfBits(words[at]);
  }
  return floats;
}

/** Whether bits are more likely of bfloat16: numbers below 2^-10 or above 2^6 are rare.
 * @param {Uint16Array} words */
function looksLikeBfloat16(words) {
  let [bfloat16Outliers, float16Outliers] = [0, 0];
  for (const word of words) {
    const [bfloat16Exponent, float16Exponent] = [
      ((word >> 7) & 255) - 127,
      ((word >> 10) & 31) - 15,
    ];
    if (bfloat16Exponent < -10 || bfloat16Exponent > 6) bfloat16Outliers++;
    if (float16Exponent < -10 || float16Exponent > 6) float16Outliers++;
  }
  // As float16, numbers of bfloat16 near 1 all have the exponent of 1 or 2.
  return bfloat16Outliers <= float16Outliers + words.length / 64;
}
