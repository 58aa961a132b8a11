// observe_rotations.js: pairs of columns as points on a circle. If sine and cosine belong together, the
// angle of a pair grows by the same amount with every row: its frequency.

import { Line } from "../doctor/line.js";
import { arcTangent, logarithm, sineAndCosine } from "../elementary.js";

/** @import { Sample } from "./fit.js" */

/**
 * The rotation of a pair, taken as a point (cosine, sine) with the first member as the sine.
 * @typedef {object} Rotation
 * @property {number} pair
 * @property {number} omega radians per row, within ±π
 * @property {number} phase at row 0
 * @property {number} error standard error of omega
 * @property {number} phaseError
 * @property {number} radius
 */

/** Minimum error of an angle, however well the angles agree. */
const MIN_ERROR = 1e-6;

/** @param {number} angle */
export function wrap(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** The rotations of the pairs that rotate. @param {Sample} sample @returns {Rotation[]} */
export function rotations(sample) {
  const rotations = [];
  for (let k = 0; k < sample.pairs.length; k++) {
    const rotation = rotationOf(sample, k);
    if (rotation) rotations.push(rotation);
  }
  return rotations;
}

/** @param {Sample} sample @param {number} k @returns {Rotation | undefined} */
function rotationOf({ rows, pairs, values }, k) {
  const count = rows.length;
  const a = values[0].subarray(k * count, (k + 1) * count);
  const z = values[1].subarray(k * count, (k + 1) * count);
  const gap = rows[1] - rows[0];
  let [x, y, square, fourth, n] = [0, 0, 0, 0, 0];
  for (let r = 0; r < count; r++) {
    const radius = a[r] * a[r] + z[r] * z[r];
    if (!(radius - radius === 0)) continue;
    n++;
    square += radius;
    fourth += radius * radius;
    if (r === 0 || rows[r] !== rows[r - 1] + gap) continue;
    const [c, s] = [z[r] * z[r - 1] + a[r] * a[r - 1], a[r] * z[r - 1] - z[r] * a[r - 1]];
    if (!(c - c === 0)) continue;
    x += c;
    y += s;
  }
  if (n < 4 || square === 0) return undefined;
  const spread = Math.sqrt(Math.max(0, (n * fourth) / (square * square) - 1));
  if (spread > 0.3) return undefined;
  const rough = arcTangent(y, x) / gap;
  const middle = (rows[0] + rows[count - 1]) / 2;
  // What is left after turning back by the rough frequency: a phase, and a slope near zero.
  const both = new Float64Array(2);
  let [re, im] = [0, 0];
  for (let r = 0; r < count; r++) {
    const angle = arcTangent(a[r], z[r]) - rough * (rows[r] - middle);
    if (angle - angle !== 0) continue;
    sineAndCosine(angle, both);
    re += both[1];
    im += both[0];
  }
  const phase = arcTangent(im, re);
  const line = lineThrough(rows, middle, (r) =>
    wrap(arcTangent(a[r], z[r]) - rough * (rows[r] - middle) - phase),
  );
  if (!line) return undefined;
  const omega = rough + line.slope;
  return {
    pair: pairs[k],
    omega,
    phase: wrap(phase + line.offset - omega * middle),
    error: line.error / Math.sqrt(line.along),
    phaseError: line.error * Math.sqrt(1 / line.count + (middle * middle) / line.along),
    radius: Math.sqrt(square / n),
  };
}

/**
 * A line through small angles, a few of which may be far off.
 * @param {number[]} rows @param {number} middle @param {(r: number) => number} angleOf
 */
function lineThrough(rows, middle, angleOf) {
  let [sum, moment, along, squares, count, far] = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < rows.length; r++) {
    const rest = angleOf(r);
    if (rest - rest !== 0) continue;
    if (Math.abs(rest) > 0.7) {
      far++;
      continue;
    }
    const t = rows[r] - middle;
    count++;
    sum += rest;
    moment += t * rest;
    along += t * t;
    squares += rest * rest;
  }
  if (count < 3 || far > 0.25 * count) return undefined;
  const slope = moment / along;
  const offset = sum / count;
  const variance = Math.max(0, squares / count - offset * offset - (slope * moment) / count);
  const error = Math.max(MIN_ERROR, Math.sqrt(variance));
  return error > 0.3 ? undefined : { slope, offset, along, count, error };
}

/**
 * Fits the line ln|ω| = intercept − slope·n, n = 2·pair, to rotations. They are weighted by their
 * precision, and rotations that do not fit are left out.
 * @param {Rotation[]} all
 */
export function seriesOf(all) {
  let kept = all.filter(({ omega, error }) => Math.abs(omega) > 4 * error);
  let line = { intercept: 0, slope: 0 };
  for (let round = 0; round < 4 && kept.length > 0; round++) {
    const points = new Line();
    for (const { pair, omega, error } of kept) {
      const relative = error / omega;
      points.add(1 / (relative * relative + 1e-8), 2 * pair, logarithm(Math.abs(omega)));
    }
    line = points.isDetermined
      ? { intercept: points.level, slope: -points.slope }
      : { intercept: points.mean, slope: 0 };
    const near = kept.filter(({ pair, omega, error }) => {
      const off = Math.abs(logarithm(Math.abs(omega)) - line.intercept + line.slope * 2 * pair);
      return off < 0.05 + (6 * error) / Math.abs(omega);
    });
    if (near.length === kept.length || near.length < 2) break;
    kept = near;
  }
  return { ...line, kept };
}

/**
 * The position of row 0. It is estimated from the slowest rotation, whose phase is unambiguous,
 * then refined with faster ones, whose phases are more precise.
 * @param {Rotation[]} all @param {number} sign of ω
 */
export function startOf(all, sign) {
  const known = all
    .filter(({ omega, error }) => Math.abs(omega) > 4 * error)
    .sort((a, b) => Math.abs(a.omega) - Math.abs(b.omega));
  let [start, weight] = [0, 0];
  for (const { omega, phase, phaseError } of known) {
    const w = sign * Math.abs(omega);
    const certainty = w / Math.max(phaseError, 1e-4);
    const trust = certainty * certainty;
    const expected = start * w;
    const measured = (weight === 0 ? phase : expected + wrap(phase - expected)) / w;
    start = (start * weight + measured * trust) / (weight + trust);
    weight += trust;
  }
  return start;
}
