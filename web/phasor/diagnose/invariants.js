// invariants.js: measures the properties that every sinusoidal table has, whatever its frequencies.
import { power } from "../elementary.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { copyIn, part, Workspace } from "../workspace.js";
import { someRows } from "./fit.js";
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
const MAX_PRODUCTS = 2 ** 19;

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
  const count = Math.max(16, Math.min(256, Math.floor(MAX_PRODUCTS / width)));
  const some = someRows(rows, rows.length, count);
  const pairs = rows.length > 0 ? pairPoints(statistics, layout, some) : { unit: NaN, shift: NaN };
  return {
    bounded: { ...bounded, holds: bounded.holds && whole },
    unitPairs: upTo(pairs.unit),
    ...normsAndDots(statistics, rows, absent, upTo),
    linearShift: upTo(pairs.shift, 4 * tolerance),
    uniqueRows: upTo(equal, 0),
  };
}

const ELEMENTS_COPIED = 2 ** 16;

/**
 * Copies parts of the columns of some rows, as doubles.
 * @param {Workspace} workspace @param {Statistics} statistics @param {number[]} rows
 * @param {[from: number, count: number][]} parts
 */
function rowsIn(workspace, { pe, width }, rows, parts) {
  const size = parts.reduce((sum, [, count]) => sum + count, 0);
  const pointer = workspace.reserve(8 * rows.length * size);
  rows.forEach((row, r) => {
    let at = pointer + 8 * r * size;
    for (const [from, count] of parts) {
      workspace.doubles(at, count).set(part(pe, row * width + from, count));
      at += 8 * count;
    }
  });
  return pointer;
}

/** @param {Statistics} statistics @param {Layout} layout @param {number[]} rows */
function pairPoints(statistics, layout, rows) {
  const { length, width, padded } = statistics;
  const pairs = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  const whole = columnOf(layout, pairs - 1, 1, pairs, end) < 0 ? pairs - 1 : pairs;
  const most = new Float64Array(2);
  const workspace = new Workspace();
  const { top } = workspace;
  const together = Math.max(1, Math.floor(ELEMENTS_COPIED / rows.length));
  for (const lag of new Set([1, Math.max(1, Math.floor(length / 3))])) {
    const later = rows.map((row) => row + lag).filter((row) => row < length);
    for (let first = 0; first < whole; first += together) {
      workspace.top = top;
      const count = Math.min(together, whole - first);
      const neighbours = layout === "interleaved";
      /** @type {[number, number][]} */
      const parts = [[neighbours ? 2 * first : first, neighbours ? 2 * count : count]];
      if (!neighbours) parts.push([pairs + first, count]);
      const [x, y] = [rows, later].map((list) => rowsIn(workspace, statistics, list, parts));
      const to = copyIn(workspace, most, 0, 2);
      workspace
        .use(diagnoseKernels)
        .phasor_pair_motion(
          ...[to, x, y, rows.length, later.length, count],
          ...(neighbours ? [2, 1] : [1, count]),
        );
      most.set(workspace.doubles(to, 2));
    }
  }
  const [unit, shift] = most;
  return { unit, shift };
}

/** The scalar products of rows with those some rows later. @param {Statistics} statistics @param {number[]} rows
 * @param {number} distance */
function dotsOf(statistics, rows, distance) {
  const { width } = statistics;
  const workspace = new Workspace();
  const { phasor_row_dots } = workspace.use(diagnoseKernels);
  const { top } = workspace;
  return rows.map((row) => {
    workspace.top = top;
    const x = rowsIn(workspace, statistics, [row, row + distance], [[0, width]]);
    const dot = workspace.reserve(8);
    phasor_row_dots(dot, x, x + 8 * width, 1, width);
    return workspace.doubles(dot, 1)[0];
  });
}

/** @param {Statistics} statistics @param {number[]} rows @param {Set<number>} absent all others
 * @param {(deviation: number) => Invariant} upTo */
function normsAndDots(statistics, rows, absent, upTo) {
  const { length, width } = statistics;
  /** @param {number} distance @param {number} count */
  const spread = (distance, count) => {
    const from = rows.filter((row) => row + distance < length && !absent.has(row + distance));
    const dots = dotsOf(statistics, someRows(from, length, count), distance);
    const mean = dots.reduce((sum, dot) => sum + dot, 0) / dots.length;
    return { mean, off: dots.reduce((off, dot) => Math.max(off, Math.abs(dot - mean)), 0) };
  };
  const perDistance = Math.max(6, Math.min(64, Math.floor(MAX_PRODUCTS / (16 * width))));
  const norms = spread(0, Math.max(16, Math.min(length, Math.floor(MAX_PRODUCTS / width))));
  const unit = norms.mean === 0 ? 1 : norms.mean;
  let off = 0;
  for (let k = 0; k < 16; k++) {
    const distance = Math.round(power(Math.max(1, length - 2), k / 15));
    if (distance < length) off = Math.max(off, spread(distance, perDistance).off);
  }
  off = Math.max(off, norms.off);
  return { constantNorm: upTo(norms.off / unit), toeplitz: upTo(off / unit) };
}
