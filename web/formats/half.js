// half.js: converts float16 and bfloat16 to float32.

/** @import { Elements, WrittenType } from "./write.js" */

/** The value of a float16, given as its bits. @param {number} bits */
export function float16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * Converts 16-bit floats to float32, which can represent them all; returns other arrays unchanged.
 * @param {Elements} data float16 as a Float16Array or as bits, bfloat16 as bits
 * @param {WrittenType} dtype
 * @returns {Float32Array | Float64Array | Int32Array}
 */
export function widenHalves(data, dtype) {
  if (dtype === "bfloat16") {
    return new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer);
  }
  if (dtype === "float16") {
    return data instanceof Uint16Array ? Float32Array.from(data, float16) : Float32Array.from(data);
  }
  return /** @type {Float32Array | Float64Array | Int32Array} */ (data);
}
