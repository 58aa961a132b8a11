// extremes.js: products of rows that are too large or too small for their type. A kernel that
// multiplies them directly would give infinities, NaN or zeros. Rows are scaled into the middle of
// the range by powers of two, which rounds nothing that matters; everything else is computed in
// double.

/** @import { FloatArray } from "./check.js" */

const bits = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/** 2^exponent, −1022 … 1023. @param {number} exponent */
function powerOfTwo(exponent) {
  bits.setUint32(0, (exponent + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** x·2^exponent, for any exponent. @param {number} x @param {number} exponent */
export function scaled(x, exponent) {
  let value = x;
  let rest = Math.max(-4400, Math.min(4400, exponent)); // beyond, all is 0 or infinite
  for (; Math.abs(rest) > 1000; rest -= Math.sign(rest) * 1000) {
    value *= powerOfTwo(Math.sign(rest) * 1000);
  }
  return value * powerOfTwo(rest);
}

/** The e for which 2^(e − 1) ≤ |x| < 2^e. @param {number} x finite, not 0 @returns {number} */
export function exponentOf(x) {
  bits.setFloat64(0, x);
  const exponent = (bits.getUint32(0) >>> 20) & 0x7ff;
  return exponent === 0 ? exponentOf(x * 2 ** 100) - 100 : exponent - 1022;
}

/**
 * A row as values·2^exponent, with the largest magnitude of the values in [1/2, 1). A row that is
 * all zeros or not finite is kept as it is.
 * @typedef {{ values: Float64Array, exponent: number, finite: boolean }} Balanced
 */

/**
 * @param {FloatArray} x @param {number} from @param {number} count
 * @returns {Balanced}
 */
export function balance(x, from, count) {
  const values = Float64Array.from(x.subarray(from, from + count));
  let max = 0;
  for (const value of values) {
    if (!(Math.abs(value) <= max)) max = Math.abs(value);
    if (Number.isNaN(max)) break;
  }
  const finite = Number.isFinite(max);
  if (!finite || max === 0) return { values, exponent: 0, finite };
  const exponent = exponentOf(max);
  for (let i = 0; i < count; i++) values[i] = scaled(values[i], -exponent);
  return { values, exponent, finite };
}

/** Σ a·b of two balanced rows, without their exponents. @param {Balanced} a @param {Balanced} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.values.length; i++) sum += a.values[i] * b.values[i];
  return sum;
}

/**
 * The rows of a matrix, each balanced when it is first needed.
 * @param {FloatArray} x @param {number} width
 */
export function balancedRows(x, width) {
  /** @type {Map<number, Balanced>} */
  const rows = new Map();
  return (/** @type {number} */ row) => {
    const known = rows.get(row) ?? balance(x, row * width, width);
    rows.set(row, known);
    return known;
  };
}
