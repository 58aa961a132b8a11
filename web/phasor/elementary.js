// elementary.js: sine, cosine, arc tangent, logarithm and powers with the same bits in every engine.
//
// The language does not specify the last digits of Math.sin and similar functions, and engines
// differ. This file uses only sums, products, quotients and exact steps, which IEEE 754 rounds in
// one way. The series are Taylor series. Errors are relative to the result, or absolute.

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** ⌊log2 |x|⌋ of a number that is not 0 and not below 2^−1022. @param {number} x */
export function exponentOf(x) {
  double[0] = x;
  return ((words[1] >>> 20) & 0x7ff) - 1023;
}

/** x², which every engine rounds once; the language does not guarantee that for `x ** 2`. @param {number} x */
export const square = (x) => x * x;

const TURN = 2 * Math.PI;

/** An angle modulo 2π, within ±π. @param {number} angle */
export const wrapped = (angle) => angle - TURN * Math.round(angle / TURN);

/** 2^n, n from −1022 to 1023. @param {number} n */
function powerOfTwo(n) {
  words[0] = 0;
  words[1] = (n + 1023) << 20;
  return double[0];
}

/** π/2 in parts of 33 bits, and a remainder. Products with integers up to MAX_SPLIT_FACTOR are exact. */
const HALF_PI = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_4 = 8.4784276603689e-32;
const MAX_SPLIT_FACTOR = 2 ** 20;
const FAR_ANGLE = 2 ** 40;
/** The remainder after two parts. */
const HALF_PI_34 = HALF_PI_3 + HALF_PI_4;
const QUARTERS = 2 / Math.PI;

/** sin x, or cos x if `quarter` is 1; relative error below 5e-16.
 * @param {number} x @param {0 | 1} quarter added to the angle, of a turn */
export function wave(x, quarter) {
  let quarters = Math.floor(x * QUARTERS + 0.5);
  let y = x - quarters * HALF_PI - quarters * HALF_PI_2 - quarters * HALF_PI_34;
  if (!(Math.abs(x) < MAX_SPLIT_FACTOR)) [quarters, y] = reduceAngle(x);
  const quadrant = (quarters + quarter) & 3;
  const size = (quadrant & 1) === 0 ? sineOf(y) : cosineOf(y);
  return quadrant < 2 ? size : -size;
}

/** sin x and cos x, as from `wave`. @param {number} x @param {Float64Array} to */
export function sineAndCosine(x, to) {
  let quarters = Math.floor(x * QUARTERS + 0.5);
  let y = x - quarters * HALF_PI - quarters * HALF_PI_2 - quarters * HALF_PI_34;
  if (!(Math.abs(x) < MAX_SPLIT_FACTOR)) [quarters, y] = reduceAngle(x);
  const quadrant = quarters & 3;
  const [s, c] = [sineOf(y), cosineOf(y)];
  to[quadrant & 1] = quadrant === 0 || quadrant === 3 ? s : -s;
  to[~quadrant & 1] = quadrant < 2 ? c : -c;
}

/** sin y for y within ±π/4. @param {number} y */
function sineOf(y) {
  const z = y * y;
  const q = z * z;
  const last = 1 / 39916800 - z * (1 / 6227020800) + q * (1 / 1307674368000);
  const rest = 1 / 6 - z * (1 / 120) + q * (1 / 5040 - z * (1 / 362880) + q * last);
  return y - y * z * rest;
}

/** cos y for y within ±π/4. @param {number} y */
function cosineOf(y) {
  const z = y * y;
  const q = z * z;
  const last = 1 / 479001600 - z * (1 / 87178291200) + q * (1 / 20922789888000);
  const rest = 1 / 24 - z * (1 / 720) + q * (1 / 40320 - z * (1 / 3628800) + q * last);
  return 1 - (0.5 * z - q * rest);
}

const CONSTANT_BITS = 1280n;
const FRACTION_BITS = 192n;
/** @type {bigint | undefined} */
let twoOverPi;

/** 2/π with enough bits for the largest double (Machin's series for π). */
function longTwoOverPi() {
  const one = 1n << (CONSTANT_BITS + 32n);
  const arcTangent = (/** @type {bigint} */ n) => {
    let [power, sum] = [one / n, 0n];
    for (let k = 1n; power !== 0n; k += 2n, power /= -n * n) sum += power / k;
    return sum;
  };
  const pi = 16n * arcTangent(5n) - 4n * arcTangent(239n);
  return ((2n * one) << CONSTANT_BITS) / pi;
}

/** The whole quarters of a turn in an angle from MAX_SPLIT_FACTOR on, modulo 4, and the remainder in radians.
 * @param {number} x @returns {[quarters: number, y: number]} */
function reduceAngle(x) {
  if (Math.abs(x) < FAR_ANGLE) {
    const quarters = Math.floor(x * QUARTERS + 0.5);
    const low = quarters % MAX_SPLIT_FACTOR;
    const high = quarters - low;
    // No operation rounds until the difference is small.
    const y = x - high * HALF_PI - low * HALF_PI - high * HALF_PI_2 - low * HALF_PI_2;
    return [quarters % 4, y - high * HALF_PI_3 - low * HALF_PI_3 - quarters * HALF_PI_4];
  }
  if (!(Math.abs(x) < Infinity)) return [0, NaN];
  twoOverPi ??= longTwoOverPi();
  const exponent = exponentOf(x) - 52;
  const mantissa = BigInt(x / powerOfTwo(exponent));
  const quarters = (mantissa * twoOverPi) >> (CONSTANT_BITS - FRACTION_BITS - BigInt(exponent));
  const wholeQuarters = (quarters + (1n << (FRACTION_BITS - 1n))) >> FRACTION_BITS;
  const rest = Number(quarters - (wholeQuarters << FRACTION_BITS)) / 2 ** Number(FRACTION_BITS);
  return [Number(wholeQuarters & 3n), rest * (Math.PI / 2)];
}

const ARC_TANGENTS = [
  0, 0.24497866312686414, 0.4636476090008061, 0.6435011087932844, 0.7853981633974483,
];

/** The angle of the point (x, y), within ±π; the signs of zeros do not matter. Absolute error below 1e-15.
 * @param {number} y @param {number} x */
export function arcTangent(y, x) {
  const [width, height] = [Math.abs(x), Math.abs(y)];
  const steep = height > width;
  const [long, short] = steep ? [height, width] : [width, height];
  if (long === 0) return x < 0 ? Math.PI : 0;
  // With c the multiple of 1/4 nearest to a: atan(a) = atan(c) + atan((a − c)/(1 + a·c)).
  const a = short / long;
  const nearest = Math.floor(4 * a + 0.5);
  const t = (a - nearest / 4) / (1 + (a * nearest) / 4);
  const z = t * t;
  const high = 1 / 11 - z * (1 / 13 - z * (1 / 15 - z * (1 / 17)));
  const series = z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * high))));
  let angle = ARC_TANGENTS[nearest] + (t - t * series);
  if (steep) angle = Math.PI / 2 - angle;
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}

/** ln 2 in two parts; products of the first part, which has 32 bits, with exponents are exact. */
const LN2 = 0.6931471803691238;
const LN2_2 = 1.9082149292705877e-10;

/** ln x; relative error below 1e-15. @param {number} x @returns {number} */
export function logarithm(x) {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : NaN;
  if (x < 2 ** -1022) return logarithm(x * 2 ** 54) - 54 * (LN2 + LN2_2);
  let exponent = exponentOf(x);
  let m = x / powerOfTwo(exponent);
  if (m > Math.SQRT2) {
    m /= 2;
    exponent++;
  }
  // m is between √½ and √2: ln m = 2·artanh f.
  const f = (m - 1) / (m + 1);
  const z = f * f;
  const high = 1 / 13 + z * (1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21 + z * (1 / 23)))));
  const series = 1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z * high))));
  return exponent * LN2 + (exponent * LN2_2 + (2 * f + 2 * f * z * series));
}

/** e^x; relative error below 1e-15 where the result is not below 2^−1022. @param {number} x */
export function exponential(x) {
  if (!(Math.abs(x) < 750)) return x < 0 ? 0 : x > 0 ? Infinity : NaN;
  const exponent = Math.floor(x * Math.LOG2E + 0.5);
  const r = x - exponent * LN2 - exponent * LN2_2;
  const last = 1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800)));
  const high = 1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880 + r * last)));
  const low = 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * high)));
  // In two steps, because 2^1024 is not a double.
  const half = exponent >> 1;
  return (1 + (r + r * r * low)) * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/** x^y of a positive x; relative error below 1e-15·(1 + |ln x^y|). @param {number} x
 * @param {number} y */
export const power = (x, y) => exponential(y * logarithm(x));

/** 10^n to the nearest double, n whole. @param {number} n */
export const powerOfTen = (n) => Number(`1e${n}`);
