// rows_by_position.js: arranges rows by given positions along one or several axes.
import { sineAndCosine } from "../elementary.js";
import { frequencyOf, wrapped } from "./sample.js";

/** @import { Read } from "./cache.js" */

/**
 * A cache with one row per position, in order; positions without a row are missing.
 * @typedef {object} Placed
 * @property {Read} read
 * @property {number} first position of row 0
 * @property {number} step positions from one row to the next
 */

/** Positions this far from the first are left out. */
const MAX_DISTANCE = 65536;
/** Unevenness below which a pair follows an axis. */
const MAX_UNEVEN = 0.35;
/** Factor by which the unevenness must be smaller than with any other axis. */
const MAX_SHARE_OF_OTHERS = 0.5;

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b < 0.5 ? a : divisor(b, a % b));

/**
 * @param {Read} read @param {ArrayLike<number>} positions (rows), whole numbers
 * @returns {Placed}
 */
export function placedAt(read, positions) {
  const { rows, pairs } = read;
  let first = Infinity;
  for (let p = 0; p < rows; p++) first = Math.min(first, positions[p]);
  let [step, most] = [0, 0];
  for (let p = 0; p < rows; p++) {
    if (positions[p] - first >= MAX_DISTANCE) continue;
    step = divisor(step, positions[p] - first);
    most = Math.max(most, positions[p] - first);
  }
  step = Math.max(1, step);
  const count = most / step + 1;
  const present = new Uint8Array(count);
  const [cos, sin, weights] = Array.from({ length: 3 }, () => new Float64Array(pairs * count));
  for (let p = 0; p < rows; p++) {
    const at = (positions[p] - first) / step;
    if (at >= count) continue;
    present[at] = 1;
    for (let i = 0; i < pairs; i++) {
      const from = i * rows + p;
      const to = i * count + at;
      const weight = read.weights ? read.weights[from] : 1;
      cos[to] += weight * read.cos[from];
      sin[to] += weight * read.sin[from];
      weights[to] += weight;
    }
  }
  for (let at = 0; at < cos.length; at++) {
    if (weights[at] === 0) continue;
    cos[at] /= weights[at];
    sin[at] /= weights[at];
  }
  const placed = { ...read, rows: count, cos, sin, present };
  return { read: { ...placed, weights: read.weights && weights }, first, step };
}

/** Whether positions are consecutive. @param {ArrayLike<number>} positions @param {number} rows */
export function inOrder(positions, rows) {
  for (let p = 1; p < rows; p++) if (positions[p] !== positions[0] + p) return false;
  return true;
}

const turned = new Float64Array(2);

/**
 * How unevenly a pair turns with the given positions, from 0 to 1.
 * @param {Read} read @param {number} i @param {ArrayLike<number>} positions @param {Placed} placed
 */
function uneven(read, i, positions, placed) {
  const frequency = frequencyOf(placed.read, i) / placed.step;
  let [re, im, size] = [0, 0, 0];
  for (let p = 0; p < read.rows; p++) {
    const at = i * read.rows + p;
    const weight = read.weights ? read.weights[at] : 1;
    sineAndCosine(wrapped(frequency * (positions[p] - placed.first)), turned);
    const [fs, fc] = turned;
    const [c, s] = [read.cos[at], read.sin[at]];
    re += weight * (c * fc + s * fs);
    im += weight * (s * fc - c * fs);
    size += weight * Math.sqrt(c * c + s * s);
  }
  return size > 0 ? Math.sqrt(Math.max(0, 1 - (re * re + im * im) / (size * size))) : 1;
}

/** Minimum number of rows. */
const MIN_ROWS = 8;

/**
 * The axis of each pair (−1 if no axis or several explain it), and a cache of the positions that
 * the axes have in common (undefined if there are fewer than 8).
 * @param {Read} read @param {ArrayLike<number>[]} lists positions, axis by axis
 * @returns {{ axes: Int32Array<ArrayBuffer>, common: Placed | undefined }}
 */
export function axesOf(read, lists) {
  const placed = lists.map((positions) => placedAt(read, positions));
  const axes = new Int32Array(read.pairs);
  const best = new Int32Array(read.pairs);
  for (let i = 0; i < read.pairs; i++) {
    const unevenness = lists.map((positions, axis) => uneven(read, i, positions, placed[axis]));
    best[i] = unevenness.indexOf(Math.min(...unevenness));
    const others = unevenness.filter((_, axis) => axis !== best[i]);
    const clear =
      unevenness[best[i]] < MAX_UNEVEN &&
      others.every((other) => unevenness[best[i]] < MAX_SHARE_OF_OTHERS * other - 2e-3);
    axes[i] = clear ? best[i] : -1;
  }
  return { axes, common: joined(read, placed, best) };
}

/** @param {Read} read @param {Placed[]} placed @param {Int32Array} axes of the pairs */
function joined(read, placed, axes) {
  const step = placed[0].step;
  if (placed.some((along) => along.step !== step || (along.first - placed[0].first) % step !== 0)) {
    return undefined;
  }
  const first = Math.max(...placed.map((along) => along.first));
  const last = Math.min(...placed.map((along) => along.first + step * (along.read.rows - 1)));
  const rows = (last - first) / step + 1;
  if (!(rows >= MIN_ROWS)) return undefined;
  const present = new Uint8Array(rows).fill(1);
  const [cos, sin, weights] = Array.from({ length: 3 }, () => new Float64Array(read.pairs * rows));
  placed.forEach((along, axis) => {
    const from = (first - along.first) / step;
    for (let p = 0; p < rows; p++) present[p] &= along.read.present?.[from + p] ?? 1;
    for (let i = 0; i < read.pairs; i++) {
      if (axes[i] !== axis) continue;
      const at = i * along.read.rows + from;
      cos.set(along.read.cos.subarray(at, at + rows), i * rows);
      sin.set(along.read.sin.subarray(at, at + rows), i * rows);
      if (along.read.weights) weights.set(along.read.weights.subarray(at, at + rows), i * rows);
    }
  });
  const joint = { ...read, rows, cos, sin, present, weights: read.weights && weights };
  return { read: joint, first, step };
}
