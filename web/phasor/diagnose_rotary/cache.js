// cache.js: caches of cosines and sines as models keep them, and such as somebody's rotation shows.

/** @import { FloatArray } from "../check.js" */
/** @import { Cache } from "./phases.js" */

/** @typedef {"half" | "interleaved"} Layout */
/** @typedef {Cache & { layout: Layout | null, rotaryStart: number  }} Read */

/** Two columns are equal up to this, rms. */
const EQUAL = 6e-3;

/**
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @returns {Read}
 */
export function readCache(cos, sin, rows, columns) {
  const halves = columns / 2;
  /** @type {Layout | null} */
  let layout = null;
  if (columns % 2 === 0 && columns > 2) {
    const half = worst(cos, sin, rows, columns, (i) => [i, i + halves]);
    const neighbours = worst(cos, sin, rows, columns, (i) => [2 * i, 2 * i + 1]);
    if (half <= EQUAL || neighbours <= EQUAL) layout = half <= neighbours ? "half" : "interleaved";
  }
  const pairs = layout ? halves : columns;
  const stride = layout === "interleaved" ? 2 : 1;
  const precision = Math.max(precisionOf(cos), precisionOf(sin));
  const cache = { ...transposed(cos, sin, rows, columns, pairs, stride), precision };
  return { ...cache, layout, rotaryStart: 0 };
}

/**
 * The largest rms difference of two columns of a pair.
 * @param {FloatArray} cos @param {FloatArray} sin @param {number} rows @param {number} columns
 * @param {(pair: number) => [number, number]} members
 */
function worst(cos, sin, rows, columns, members) {
  let most = 0;
  const step = Math.max(1, Math.floor(rows / 512));
  for (let i = 0; i < columns / 2 && most <= EQUAL; i++) {
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
 * Pair by pair, as the estimates read them.
 * @param {FloatArray} cos @param {FloatArray} sin @param {number} rows @param {number} columns
 * @param {number} pairs @param {number} stride @returns {Omit<Cache, "precision">}
 */
function transposed(cos, sin, rows, columns, pairs, stride) {
  const c = new Float64Array(pairs * rows);
  const s = new Float64Array(pairs * rows);
  for (let p = 0; p < rows; p++) {
    for (let i = 0; i < pairs; i++) {
      c[i * rows + p] = cos[p * columns + i * stride];
      s[i * rows + p] = sin[p * columns + i * stride];
    }
  }
  return { rows, pairs, cos: c, sin: s };
}

/** How exact a format is that holds all entries, relative. @param {FloatArray} values */
export function precisionOf(values) {
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  let precision = 2 ** -9;
  for (const x of values) {
    single[0] = x;
    if (single[0] !== x) return 2 ** -53;
    if ((bits[0] & 0x1fff) !== 0) return 2 ** -25;
    if ((bits[0] & 0xffff) !== 0) precision = 2 ** -12;
  }
  return precision;
}

/** @param {number} x */
const square = (x) => x * x;
