// matrix.js: the entries of a bias, and which of them are masked.

/** @import { FloatArray } from "../check.js" */

/**
 * @typedef {object} Bias
 * @property {FloatArray} values (heads, queries, keys)
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} limit entries up to this value are masked
 * @property {number} broken the number of entries that are NaN or +Infinity
 * @property {number} precision relative rounding error of the format of the entries
 */

/** Maximum finite value of a masked entry: models use −1e4, −1e9 or the lowest value of a
 * format. */
const MASKING = -9000;

/**
 * @param {FloatArray} values @param {number} heads @param {number} queries @param {number} keys
 * @returns {Bias}
 */
export function readBias(values, heads, queries, keys) {
  let min = Infinity;
  let broken = 0;
  for (const x of values) {
    if (x < min) min = x;
    if (!(x < Infinity)) broken++;
  }
  const limit = min <= MASKING ? limitOf(values, min) : -Infinity;
  const precision = precisionOf(values, limit);
  return { values, heads, queries, keys, limit, broken, precision };
}

/**
 * The limit for masked entries, which are far below all others; −Infinity if some entries lie
 * between, as in a linear bias.
 * @param {FloatArray} values @param {number} min
 */
function limitOf(values, min) {
  const deep = min === -Infinity ? lowest(values) : min;
  if (!(deep <= MASKING)) return -Infinity;
  for (const x of values) if (x > 0.9 * deep && x < 0.1 * deep) return -Infinity;
  return 0.5 * deep;
}

/** The lowest finite entry. @param {FloatArray} values */
function lowest(values) {
  let min = 0;
  for (const x of values) if (x < min && x > -Infinity) min = x;
  return min;
}

/** @param {FloatArray} values @param {number} limit */
function precisionOf(values, limit) {
  const formats = [
    { precision: 2 ** -9, step: 2 ** 16 + 1 },
    { precision: 2 ** -12, step: 2 ** 13 + 1 },
  ];
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  let [brain, half, float] = [true, true, true];
  for (const x of values) {
    if (!(x > limit && x < Infinity)) continue;
    single[0] = x;
    if (single[0] !== x) return 2 ** -53;
    if ((bits[0] & 0xffff) !== 0) brain = false;
    if ((bits[0] & 0x1fff) !== 0) half = false;
    if (!brain && !half) float = false;
    if (!float) break;
  }
  return brain ? formats[0].precision : half ? formats[1].precision : 2 ** -24;
}

/**
 * Calls `visit` with every entry of a head that is neither masked nor broken.
 * @param {Bias} bias @param {number} head
 * @param {(value: number, query: number, key: number) => void} visit
 */
export function eachSeen({ values, queries, keys, limit }, head, visit) {
  let at = head * queries * keys;
  for (let query = 0; query < queries; query++) {
    for (let key = 0; key < keys; key++, at++) {
      const value = values[at];
      if (value > limit && value < Infinity) visit(value, query, key);
    }
  }
}
