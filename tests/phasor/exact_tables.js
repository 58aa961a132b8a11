// exact_tables.js: sinusoidal tables of any base, start and convention, in integer arithmetic
// (exact.js): the sines and cosines of the first row and of one step, then a rotation for each row.
import { circle, exponential, fixed, logarithm, times, toNumber } from "./exact.js";
import { random } from "./helpers.js";
import { nearest } from "./rounded.js";

export { nearest as rounded } from "./rounded.js";

/** @typedef {"interleaved" | "concatenated"} Layout */
/** @typedef {"sin-cos" | "cos-sin"} Order */
/** @typedef {"d" | "d-2"} Spacing */
/** @typedef {"float64" | "float32" | "float16" | "bfloat16"} Format */

/**
 * @typedef {object} Description
 * @property {number} length
 * @property {number} width
 * @property {Layout} layout
 * @property {Order} order
 * @property {Spacing} spacing
 * @property {number} base
 * @property {number} start
 * @property {Format} format
 */

const BITS = 256n;

/** The table of a description. @param {Description} description */
export function exactTable({ length, width, layout, order, spacing, base, start, format }) {
  const table =
    format === "float64" ? new Float64Array(length * width) : new Float32Array(length * width);
  const pairs = width >> 1;
  const ln = logarithm(base);
  const denominator = BigInt(spacing === "d" ? 2 * pairs : 2 * pairs - 2);
  for (let pair = 0; pair < pairs; pair++) {
    const omega = exponential((-2n * BigInt(pair) * ln) / denominator);
    // Starts are multiples of 2^-20.
    const first = (omega * (fixed(start) >> (BITS - 20n))) >> 20n;
    let [s, c] = circle(first);
    const [stepS, stepC] = circle(omega);
    const a = layout === "interleaved" ? 2 * pair : pair;
    const b = layout === "interleaved" ? 2 * pair + 1 : pairs + pair;
    const [sine, cosine] = order === "sin-cos" ? [a, b] : [b, a];
    for (let row = 0; row < length; row++) {
      table[row * width + sine] = nearest(toNumber(s), format);
      table[row * width + cosine] = nearest(toNumber(c), format);
      [s, c] = [times(s, stepC) + times(c, stepS), times(c, stepC) - times(s, stepS)];
    }
  }
  return table;
}

/** A random description: bases log-uniform in 2 … 10^9, every second one after NTK scaling,
 * b·F^(d/(d − 2)); starts of any size up to 2^24, negative ones too. @param {number} seed
 * @param {Format} format @returns {Description} */
export function anyTable(seed, format) {
  const next = random(seed);
  const uniform = () => (next() + 1) / 2;
  /** @template T @param {readonly T[]} list @returns {T} */
  const one = (list) => list[Math.min(list.length - 1, Math.floor(uniform() * list.length))];
  const size = one([0, 0, 1, 10, 16, 20, 24]);
  // Few pairs in float32 do not determine a start of 24 bits.
  const narrow = size < 20 || format === "float64" ? [8, 12] : [12];
  const width = one([...narrow, 16, 24, 32, 64, 64, 96, 128, 256]);
  const length = one([16, 17, 24, 32, 48, 64, 100, 200].filter((rows) => rows * width <= 8192));
  const base =
    uniform() < 0.5
      ? Math.exp(Math.log(2) + uniform() * Math.log(5e8))
      : one([1e4, 5e5, 1e6]) * (1 + 7 * uniform()) ** (width / (width - 2));
  const far = Math.floor(uniform() * 2 ** size) + (size === 0 ? one([0, 0, 1, 2]) : 0);
  const start = Math.min(far, 2 ** 24 - length) * (uniform() < 0.3 ? -1 : 1) + 0;
  return {
    length,
    width,
    layout: one(/** @type {const} */ (["interleaved", "concatenated"])),
    order: one(/** @type {const} */ (["sin-cos", "cos-sin"])),
    spacing: one(/** @type {const} */ (["d", "d-2"])),
    base,
    start,
    format,
  };
}
