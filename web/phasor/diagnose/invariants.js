// invariants.js: measures the properties that every sinusoidal table has, whatever its frequencies.
import { power } from "../elementary.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { copyIn, part, Workspace } from "../workspace.js";
import { sampleRows } from "./fit.js";
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
  const allFinite = missing.every((count) => count === 0);
  /** @param {number} deviation @param {number} [allowed] */
  const invariantOf = (deviation, allowed = tolerance) => ({
    holds: deviation <= allowed,
    deviation,
  });
  const duplicates = statistics.repeats.length + Math.max(0, statistics.zeroRows.length - 1);
  const bounded = invariantOf(Math.max(0, size - 1));
  const count = Math.max(16, Math.min(256, Math.floor(MAX_PRODUCTS / width)));
  const sampled = sampleRows(rows, rows.length, count);
  const pairs =
    rows.length > 0 ? pairDeviations(statistics, layout, sampled) : { unit: NaN, shift: NaN };
  return {
    bounded: { ...bounded, holds: bounded.holds && allFinite },
    unitPairs: invariantOf(pairs.unit),
    ...normsAndDots(statistics, rows, absent, invariantOf),
    linearShift: invariantOf(pairs.shift, 4 * tolerance),
    uniqueRows: invariantOf(duplicates, 0),
  };
}

const ELEMENTS_COPIED = 2 ** 16;

/**
 * Copies parts of the columns of some rows, as doubles.
 * @param {Workspace} workspace @param {Statistics} statistics @param {number[]} rows
 * @param {[from: number, count: number][]} parts
 */
function copyRows(workspace, { pe, width }, rows, parts) {
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
function pairDeviations(statistics, layout, rows) {
  const { length, width, padded } = statistics;
  const pairs = pairsOf(width, padded);
  const end = padded ? width - 1 : width;
  const completePairs = columnOf(layout, pairs - 1, 1, pairs, end) < 0 ? pairs - 1 : pairs;
  const largest = new Float64Array(2);
  const workspace = new Workspace();
  const { top } = workspace;
  const pairsPerBlock = Math.max(1, Math.floor(ELEMENTS_COPIED / rows.length));
  for (const lag of new Set([1, Math.max(1, Math.floor(length / 3))])) {
    const later = rows.map((row) => row + lag).filter((row) => row < length);
    for (let first = 0; first < completePairs; first += pairsPerBlock) {
      workspace.top = top;
      const count = Math.min(pairsPerBlock, completePairs - first);
      const isInterleaved = layout === "interleaved";
      /** @type {[number, number][]} */
      const parts = [[isInterleaved ? 2 * first : first, isInterleaved ? 2 * count : count]];
      if (!isInterleaved) parts.push([pairs + first, count]);
      const [x, y] = [rows, later].map((list) => copyRows(workspace, statistics, list, parts));
      const to = copyIn(workspace, largest, 0, 2);
      workspace
        .use(diagnoseKernels)
        .phasor_pair_motion(
          ...[to, x, y, rows.length, later.length, count],
          ...(isInterleaved ? [2, 1] : [1, count]),
        );
      largest.set(workspace.doubles(to, 2));
    }
  }
  const [unit, shift] = largest;
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
    const x = copyRows(workspace, statistics, [row, row + distance], [[0, width]]);
    const dot = workspace.reserve(8);
    phasor_row_dots(dot, x, x + 8 * width, 1, width);
    return workspace.doubles(dot, 1)[0];
  });
}

/** @param {Statistics} statistics @param {number[]} rows @param {Set<number>} absent all others
 * @param {(deviation: number) => Invariant} invariantOf */
function normsAndDots(statistics, rows, absent, invariantOf) {
  const { length, width } = statistics;
  /** @param {number} distance @param {number} count */
  const spread = (distance, count) => {
    const from = rows.filter((row) => row + distance < length && !absent.has(row + distance));
    const dots = dotsOf(statistics, sampleRows(from, length, count), distance);
    const mean = dots.reduce((sum, dot) => sum + dot, 0) / dots.length;
    return { mean, deviation: dots.reduce((off, dot) => Math.max(off, Math.abs(dot - mean)), 0) };
  };
  const perDistance = Math.max(6, Math.min(64, Math.floor(MAX_PRODUCTS / (16 * width))));
  const norms = spread(0, Math.max(16, Math.min(length, Math.floor(MAX_PRODUCTS / width))));
  const unit = norms.mean === 0 ? 1 : norms.mean;
  let deviation = 0;
  for (let k = 0; k < 16; k++) {
    const distance = Math.round(power(Math.max(1, length - 2), k / 15));
    if (distance < length) deviation = Math.max(deviation, spread(distance, perDistance).deviation);
  }
  deviation = Math.max(deviation, norms.deviation);
  return {
    constantNorm: invariantOf(norms.deviation / unit),
    toeplitz: invariantOf(deviation / unit),
  };
}
