// cache.js: reads caches of cosines and sines; rotated vectors are turned into the same form.
import { formatOf } from "../doctor/elements.js";
import { square } from "../elementary.js";

/** @import { FloatArray } from "../check.js" */
/** @typedef {"half" | "interleaved"} Layout */
/**
 * Cosines and sines by pair, read from a cache or computed from vectors before and after a
 * rotation.
 * @typedef {object} Read
 * @property {number} rows
 * @property {number} pairs
 * @property {Float64Array} cos (pairs, rows)
 * @property {Float64Array} sin (pairs, rows)
 * @property {number} unit relative roundoff of the format that holds all entries
 * @property {number} floor absolute error of the smallest numbers of that format
 * @property {number} part rms rounding error of the angles, in units of `unit`
 * @property {number} noise variance of further errors relative to the squared lengths, if blocks of
 *   vectors show it; otherwise 0
 * @property {boolean} vectors whether they come from vectors: errors are then relative to the
 *   vector
 * @property {number} shared roundoff of cosines and sines, if `part` was measured from differences
 *   between blocks of vectors; otherwise 0
 * @property {Float64Array | undefined} weights (pairs, rows) squared lengths of the vectors
 * @property {Uint8Array | undefined} present (rows), 0 for missing rows; undefined if none is
 *   missing
 * @property {Layout | null} layout
 * @property {number} rotaryStart
 * @property {boolean} reordered whether interleaved input pairs came out as halves
 */

/** Rms rounding error in units of the roundoff. */
export const PART = 0.45;
/** Maximum rms difference of equal columns. */
const MAX_DIFFERENCE = 6e-3;
/** Number of pairs that are transposed together. */
const PAIRS_TRANSPOSED = 8;

/**
 * How a cache has each pair twice; null if it has each once.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @returns {Layout | null}
 */
export function doublingOf(cos, sin, rows, columns) {
  if (columns % 2 !== 0 || columns === 2) return null;
  const half = worst(cos, sin, rows, columns, (i) => [i, i + columns / 2]);
  const neighbours = worst(cos, sin, rows, columns, (i) => [2 * i, 2 * i + 1]);
  if (!(half <= MAX_DIFFERENCE || neighbours <= MAX_DIFFERENCE)) return null;
  return half <= neighbours ? "half" : "interleaved";
}

/**
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @returns {Read}
 */
export function readCache(cos, sin, rows, columns) {
  const layout = doublingOf(cos, sin, rows, columns);
  const pairs = layout ? columns / 2 : columns;
  const stride = layout === "interleaved" ? 2 : 1;
  const formats = [formatOf(cos), formatOf(sin)];
  const [{ roundoff: unit, floor }] = formats.sort((a, b) => b.roundoff - a.roundoff);
  const cache = transposed(cos, sin, rows, columns, pairs, stride);
  const none = { weights: undefined, present: undefined };
  const alone = {
    part: PART,
    vectors: false,
    shared: 0,
    noise: 0,
    rotaryStart: 0,
    reordered: false,
  };
  return { ...cache, unit, floor, ...alone, ...none, layout };
}

/**
 * The largest rms difference between the two columns of a pair.
 * @param {FloatArray} cos @param {FloatArray} sin @param {number} rows @param {number} columns
 * @param {(pair: number) => [number, number]} members
 */
function worst(cos, sin, rows, columns, members) {
  let most = 0;
  const step = Math.max(1, Math.floor(rows / 512));
  for (let i = 0; i < columns / 2 && most <= MAX_DIFFERENCE; i++) {
    const [a, b] = members(i);
    let [squares, count] = [0, 0];
    for (let p = 0; p < rows; p += step) {
      const at = p * columns;
      squares += square(cos[at + a] - cos[at + b]) + square(sin[at + a] - sin[at + b]);
      count += 2;
    }
    most = Math.max(most, Math.sqrt(squares / count));
  }
  return most;
}

/**
 * The cache in the order (pairs, rows).
 * @param {FloatArray} cos @param {FloatArray} sin @param {number} rows @param {number} columns
 * @param {number} pairs @param {number} stride
 */
function transposed(cos, sin, rows, columns, pairs, stride) {
  const c = new Float64Array(pairs * rows);
  const s = new Float64Array(pairs * rows);
  // In blocks: whole rows would be written to too many places at once.
  for (let first = 0; first < pairs; first += PAIRS_TRANSPOSED) {
    const end = Math.min(pairs, first + PAIRS_TRANSPOSED);
    for (let p = 0; p < rows; p++) {
      for (let i = first; i < end; i++) {
        c[i * rows + p] = cos[p * columns + i * stride];
        s[i * rows + p] = sin[p * columns + i * stride];
      }
    }
  }
  return { rows, pairs, cos: c, sin: s };
}
