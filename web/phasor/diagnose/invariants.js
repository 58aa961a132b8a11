// invariants.js: measures the properties that every sinusoidal table has, whatever its frequencies.
import { power } from "../elementary.js";
import { someOf, someRows } from "./fit.js";
import { columnOf, pairsOf } from "./model.js";

/** @import { Layout } from "./model.js" */
/** @import { Statistics } from "./observe.js" */

/**
 * @typedef {{ holds: boolean, deviation: number }} Invariant
 * @typedef {object} Invariants
 * @property {Invariant} bounded by how much the largest magnitude exceeds 1
 * @property {Invariant} unitPairs the largest |sine² + cosine² − 1| of a pair
 * @property {Invariant} constantNorm the largest relative difference of a row's squared norm from
 *   the mean
 * @property {Invariant} toeplitz how far dot products of rows at one distance differ from their
 *   mean, in units of the mean squared norm
 * @property {Invariant} linearShift the largest difference between a pair some rows later and the
 *   pair after the best rotation
 * @property {Invariant} uniqueRows the number of rows that equal an earlier row
 */

/** Approximate maximum number of products to sum for each property. */
const WORK = 2 ** 19;

/**
 * @param {Statistics} statistics @param {Layout} layout which columns form a pair
 * @param {number} tolerance
 * @returns {Invariants}
 */
export function invariantsOf(statistics, layout, tolerance) {
  const { length, width, missing, size, missingRows } = statistics;
  const absent = new Set(missingRows);
  const rows = Array.from({ length }, (_, row) => row).filter((row) => !absent.has(row));
  const whole = missing.every((count) => count === 0);
  /** @param {number} deviation @param {number} [allowed] */
  const upTo = (deviation, allowed = tolerance) => ({ holds: deviation <= allowed, deviation });
  const equal = statistics.repeats.length + Math.max(0, statistics.zeroRows.length - 1);
  const bounded = upTo(Math.max(0, size - 1));
  if (rows.length === 0) {
    const unknown = { holds: false, deviation: NaN };
    return {
      bounded: { ...bounded, holds: false },
      unitPairs: unknown,
      constantNorm: unknown,
      toeplitz: unknown,
      linearShift: unknown,
      uniqueRows: upTo(equal, 0),
    };
  }
  const some = someRows(rows, rows.length, Math.max(16, Math.min(256, Math.floor(WORK / width))));
  const pairs = pairPoints(statistics, layout, some);
  return {
    bounded: { ...bounded, holds: bounded.holds && whole },
    unitPairs: upTo(pairs.unit),
    ...normsAndDots(statistics, rows, upTo),
    linearShift: upTo(pairs.shift, 4 * tolerance),
    uniqueRows: upTo(equal, 0),
  };
}

/** @param {Statistics} statistics @param {Layout} layout @param {number[]} rows */
function pairPoints({ pe, length, width, padded }, layout, rows) {
  const pairs = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  const whole = columnOf(layout, pairs - 1, 1, pairs, end) < 0 ? pairs - 1 : pairs;
  const [stride, apart] = layout === "interleaved" ? [2, 1] : [1, pairs];
  let unit = 0;
  for (const row of rows) {
    for (let pair = 0, a = row * width; pair < whole; pair++, a += stride) {
      unit = Math.max(unit, Math.abs(pe[a] * pe[a] + pe[a + apart] * pe[a + apart] - 1));
    }
  }
  let shift = 0;
  const cos = new Float64Array(whole);
  const sin = new Float64Array(whole);
  const square = new Float64Array(whole);
  for (const lag of new Set([1, Math.max(1, Math.floor(length / 3))])) {
    const from = rows.filter((row) => row + lag < length);
    cos.fill(0);
    sin.fill(0);
    square.fill(0);
    for (const row of from) {
      for (let pair = 0, a = row * width; pair < whole; pair++, a += stride) {
        const b = a + lag * width;
        const x = pe[a];
        const y = pe[a + apart];
        const u = pe[b];
        const v = pe[b + apart];
        const dot = x * u + y * v;
        if (dot - dot !== 0) continue;
        cos[pair] += dot;
        sin[pair] += y * u - x * v;
        square[pair] += x * x + y * y;
      }
    }
    for (let pair = 0; pair < whole; pair++) {
      const norm = square[pair] > 0 ? square[pair] : 1;
      cos[pair] /= norm;
      sin[pair] /= norm;
    }
    for (const row of from) {
      for (let pair = 0, a = row * width; pair < whole; pair++, a += stride) {
        const b = a + lag * width;
        const up = Math.abs(pe[b] - (cos[pair] * pe[a] + sin[pair] * pe[a + apart]));
        const across = Math.abs(pe[b + apart] - (cos[pair] * pe[a + apart] - sin[pair] * pe[a]));
        if (up > shift) shift = up;
        if (across > shift) shift = across;
      }
    }
  }
  return { unit, shift };
}

/** @param {Statistics} statistics @param {number[]} rows
 * @param {(deviation: number) => Invariant} upTo */
function normsAndDots({ pe, length, width }, rows, upTo) {
  const whole = new Uint8Array(length);
  for (const row of rows) whole[row] = 1;
  /** @param {number} p @param {number} q */
  const dot = (p, q) => {
    let sum = 0;
    for (let i = p * width, j = q * width, end = i + width; i < end; i++, j++) sum += pe[i] * pe[j];
    return sum;
  };
  /** @param {number} distance @param {number} count */
  const spread = (distance, count) => {
    const from =
      rows.length === length
        ? someOf(length - distance, count)
        : someRows(
            rows.filter((row) => row + distance < length && whole[row + distance] === 1),
            length,
            count,
          );
    const dots = from.map((row) => dot(row, row + distance));
    const mean = dots.reduce((sum, dot) => sum + dot, 0) / dots.length;
    return { mean, off: dots.reduce((off, dot) => Math.max(off, Math.abs(dot - mean)), 0) };
  };
  const perDistance = Math.max(6, Math.min(64, Math.floor(WORK / (16 * width))));
  const norms = spread(0, Math.max(16, Math.min(length, Math.floor(WORK / width))));
  const unit = norms.mean > 0 ? norms.mean : 1;
  let off = 0;
  for (let k = 0; k < 16; k++) {
    const distance = Math.round(power(Math.max(1, length - 2), k / 15));
    if (distance < length) off = Math.max(off, spread(distance, perDistance).off);
  }
  off = Math.max(off, norms.off);
  return { constantNorm: upTo(norms.off / unit), toeplitz: upTo(off / unit) };
}
