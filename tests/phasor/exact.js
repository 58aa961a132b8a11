// exact.js: sines and cosines of p·ω in integer arithmetic, with 256 fraction bits. Tests compare
// tables with it; it shares no code with the kernels.

const BITS = 256n;
export const ONE = 1n << BITS;

/** @param {bigint} a @param {bigint} b */
export const times = (a, b) => (a * b) >> BITS;

/** A finite double as mantissa·2^exponent. @param {number} x @returns {[bigint, number]} */
function split(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const all = view.getBigUint64(0);
  const biased = Number((all >> 52n) & 0x7ffn);
  const fraction = all & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return [x < 0 ? -mantissa : mantissa, Math.max(biased, 1) - 1075];
}

/** @param {bigint} a @param {bigint} b */
export const over = (a, b) => (a << BITS) / b;

/** A double as a fixed-point number; bits below 2^-256 are cut off. @param {number} x */
export function fixed(x) {
  const [mantissa, exponent] = split(x);
  const shift = BITS + BigInt(exponent);
  return shift >= 0n ? mantissa << shift : mantissa >> -shift;
}

/** atanh(1/n) or, alternating, atan(1/n). @param {bigint} n @param {boolean} alternating */
function inverseTangent(n, alternating) {
  let power = ONE / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += alternating && k % 4n === 3n ? -power / k : power / k;
    power /= n * n;
  }
  return sum;
}

export const PI = 16n * inverseTangent(5n, true) - 4n * inverseTangent(239n, true); // Machin 1706
export const LN2 = 2n * inverseTangent(3n, false);

/** ln of a positive fixed-point number. @param {bigint} x */
export function logarithmOf(x) {
  const exponent = BigInt(x.toString(2).length) - BITS - 1n;
  const m = exponent >= 0n ? x >> exponent : x << -exponent; // 1 to 2
  const ratio = over(m - ONE, m + ONE);
  const square = times(ratio, ratio);
  let term = ratio;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term / k;
    term = times(term, square);
  }
  return 2n * sum + exponent * LN2;
}

/** ln of a positive double. @param {number} x */
export function logarithm(x) {
  const [mantissa, exponent] = split(x);
  return logarithmOf(mantissa << BITS) + BigInt(exponent) * LN2;
}

/** exp of a number that is 0 or negative. @param {bigint} x */
export function exponential(x) {
  const halvings = -x / LN2;
  const remainder = x + halvings * LN2;
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = times(term, remainder) / k;
    sum += term;
  }
  return sum >> halvings;
}

/** @type {Map<number, bigint>} */
const logarithms = new Map();

/** ω_pair = base^(-2·pair/dModel). @param {number} base @param {number} dModel @param {number} pair
 */
export function frequency(base, dModel, pair) {
  const ln = logarithms.get(base) ?? logarithm(base);
  logarithms.set(base, ln);
  return exponential((-2n * BigInt(pair) * ln) / BigInt(dModel));
}

/** ω_pair = base^(-pair/(half − shift)), with half − shift not rounded. @param {number} base
 * @param {number} half @param {number} shift @param {number} pair */
export function shiftedFrequency(base, half, shift, pair) {
  return exponential((-BigInt(pair) * logarithm(base) * ONE) / (fixed(half) - fixed(shift)));
}

/** The wavelength 2π/ω. @param {bigint} omega */
export function wavelength(omega) {
  return (2n * PI * ONE) / omega;
}

/** Sine and cosine. @param {bigint} angle @returns {[sine: bigint, cosine: bigint]} */
export function circle(angle) {
  const x = angle % (2n * PI);
  const square = times(x, x);
  let sine = 0n;
  let cosine = 0n;
  let even = ONE; // x^k/k! with its sign, k even
  for (let k = 1n; even !== 0n && even !== -1n; k += 2n) {
    cosine += even;
    sine += times(even, x) / k;
    even = -times(even, square) / (k * (k + 1n));
  }
  return [sine, cosine];
}

/** The exact encoding of pair `pair` at position p. @param {number} position @param {number} base
 * @param {number} dModel @param {number} pair */
export function exactPair(position, base, dModel, pair) {
  return sinCos(position, frequency(base, dModel, pair));
}

/** Sine and cosine of an angle p·ω. @param {number} position @param {bigint} omega */
export function sinCos(position, omega) {
  const [mantissa, exponent] = split(position);
  const product = mantissa * omega;
  return circle(exponent >= 0 ? product << BigInt(exponent) : product >> BigInt(-exponent));
}

/** The error of a double against a fixed-point number. @param {number} x @param {bigint} exact */
export function error(x, exact) {
  const distance = fixed(x) - exact;
  return Number(distance < 0n ? -distance : distance) / 2 ** 256;
}

/** The double nearest to a fixed-point number. @param {bigint} x */
export function toNumber(x) {
  return Number(x) / 2 ** 256;
}

/** Half the distance between neighbouring floats at a number. @param {number} x */
export function halfUlp32(x) {
  const size = Math.abs(x);
  return size < 2 ** -126 ? 2 ** -150 : 2 ** (Math.floor(Math.log2(size)) - 24);
}
