// observe.js: what a table shows before any model: column minima and maxima, non-finite counts, row norms and hashes;
// and pairs of columns as points on a circle. If sine and cosine belong together, the angle of a pair grows by the
// same amount with every row: its frequency.
import { formatOf as elementFormat, formats } from "../doctor/elements.js";
import { Line } from "../doctor/line.js";
import { arcTangent, logarithm, sineAndCosine, wrapped } from "../elementary.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { copyIn, eachTile, suffix, Workspace } from "../workspace.js";

/** @import { Dtype, FloatArray } from "../check.js" */
/** @import { Sample } from "./fit.js" */

/**
 * @typedef {object} Statistics
 * @property {FloatArray} pe
 * @property {number} length
 * @property {number} width
 * @property {Float64Array} min the smallest finite entry of each column
 * @property {Float64Array} max the largest finite entry of each column
 * @property {Float64Array} missing the number of entries of each column that are not finite
 * @property {number[]} missingRows rows with such an entry
 * @property {number[]} zeroRows rows of zeros
 * @property {{ row: number, original: number }[]} repeats rows that equal an earlier row, except zero
 *   rows
 * @property {number[]} rows all other rows, which a model has to explain
 * @property {number} size the largest magnitude
 * @property {boolean} padded whether the last column of an odd width is zero
 * @property {Format} format of the values
 */

/** The coarsest number format that holds all values. @typedef {Dtype} Format */

/** Half the distance between neighbouring numbers just below 1. @param {Format} format */
export const halfUlp = (format) => formats[format].roundoff / 2;

/** @param {FloatArray} pe @param {number} length @param {number} width @returns {Statistics} */
export function statisticsOf(pe, length, width) {
  const workspace = new Workspace();
  const kernel = workspace.use(diagnoseKernels)[`phasor_survey${suffix(pe)}`];
  const columns = workspace.reserve(24 * width);
  const [min, max, missing] = [0, 1, 2].map((i) =>
    workspace.doubles(columns + 8 * width * i, width),
  );
  min.fill(Infinity);
  max.fill(-Infinity);
  missing.fill(0);
  const squares = new Float64Array(length);
  const rowHashes = new BigUint64Array(length);
  eachTile(workspace, length, width * pe.BYTES_PER_ELEMENT + 16, true, (first, rows) => {
    const x = copyIn(workspace, pe, first * width, rows * width);
    const sums = workspace.reserve(8 * rows);
    const hashes = workspace.reserve(8 * rows);
    kernel(columns, columns + 8 * width, columns + 16 * width, sums, hashes, x, rows, width);
    squares.set(workspace.doubles(sums, rows), first);
    rowHashes.set(new BigUint64Array(workspace.memory.buffer, hashes, rows), first);
  });
  const sorted = classifyRows(squares, rowHashes, missing);
  let size = 0;
  for (let c = 0; c < width; c++) size = Math.max(size, max[c], -min[c]);
  return {
    pe,
    length,
    width,
    min: min.slice(),
    max: max.slice(),
    missing: missing.slice(),
    ...sorted,
    size,
    padded: width > 1 && width % 2 === 1 && isZeroColumn(pe, length, width, 3 * MAX_ZERO * size),
    format: formatOf(pe),
  };
}

/** Magnitude up to which a value counts as zero despite noise, relative to usual values. */
const MAX_ZERO = 0.01;

/**
 * Whether the last column is zero except for noise: its entries are small, and neighbouring entries
 * are uncorrelated, unlike those of the slowest sine.
 * @param {FloatArray} pe @param {number} length @param {number} width @param {number} limit
 */
function isZeroColumn(pe, length, width, limit) {
  let [squares, products] = [0, 0];
  for (let row = 0, previous = 0; row < length; row++) {
    const value = pe[(row + 1) * width - 1];
    if (!(Math.abs(value) <= limit)) return false;
    squares += value * value;
    products += value * previous;
    previous = value;
  }
  return products <= 0.7 * squares;
}

/** @param {Float64Array} squares @param {BigUint64Array} hashes @param {Float64Array} missing */
function classifyRows(squares, hashes, missing) {
  const allFinite = missing.every((count) => count === 0);
  /** @type {Map<bigint, number>} */
  const firstRows = new Map();
  /** @type {number[]} */ const missingRows = [];
  /** @type {number[]} */ const zeroRows = [];
  /** @type {number[]} */ const rows = [];
  /** @type {{ row: number, original: number }[]} */ const repeats = [];
  const typical = squares.slice().sort()[squares.length >> 1];
  const zero = typical < Infinity ? typical * (MAX_ZERO * MAX_ZERO) : 0;
  for (let row = 0; row < squares.length; row++) {
    if (squares[row] <= zero) {
      zeroRows.push(row);
      continue;
    }
    const original = firstRows.get(hashes[row]);
    if (!allFinite && !Number.isFinite(squares[row])) missingRows.push(row);
    if (original !== undefined) {
      repeats.push({ row, original });
      continue;
    }
    firstRows.set(hashes[row], row);
    rows.push(row);
  }
  return { missingRows, zeroRows, repeats, rows };
}

/** Number of entries that show the format. */
const ENTRIES_SAMPLED = 4096;

/** @param {FloatArray} pe @returns {Format} */
function formatOf(pe) {
  const step = Math.max(1, Math.floor(pe.length / ENTRIES_SAMPLED)) | 1;
  const count = Math.ceil(pe.length / step);
  return elementFormat(Float64Array.from({ length: count }, (_, i) => pe[i * step])).name;
}

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
const MIN_ANGLE_ERROR = 1e-6;

/** The rotations of the pairs that rotate. @param {Sample} sample @returns {Rotation[]} */
export function rotationsOf(sample) {
  const rotations = [];
  for (let k = 0; k < sample.pairs.length; k++) {
    const rotation = rotationOf(sample, k);
    if (rotation) rotations.push(rotation);
  }
  return rotations;
}

/** @param {Sample} sample @param {number} k @returns {Rotation | undefined} */
function rotationOf({ rows, pairs, columns, values }, k) {
  const count = rows.length;
  const [a, z] = [0, 1].map((member) =>
    Float64Array.from(rows, (_, r) => values[r * columns.length + 2 * k + member]),
  );
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
  const sineCosine = new Float64Array(2);
  let [re, im] = [0, 0];
  for (let r = 0; r < count; r++) {
    const angle = arcTangent(a[r], z[r]) - rough * (rows[r] - middle);
    if (angle - angle !== 0) continue;
    sineAndCosine(angle, sineCosine);
    re += sineCosine[1];
    im += sineCosine[0];
  }
  const phase = arcTangent(im, re);
  // A line through the small angles that are left, a few of which may be far off.
  const line = new Line();
  let [near, far] = [0, 0];
  for (let r = 0; r < count; r++) {
    const residual = wrapped(arcTangent(a[r], z[r]) - rough * (rows[r] - middle) - phase);
    if (residual - residual !== 0) continue;
    if (Math.abs(residual) > 0.7) far++;
    else {
      near++;
      line.add(1, rows[r] - middle, residual);
    }
  }
  if (near < 3 || far > 0.25 * near) return undefined;
  const error = Math.max(MIN_ANGLE_ERROR, Math.sqrt(Math.max(0, line.variances.residual)));
  if (error > 0.3) return undefined;
  const omega = rough + line.slope;
  const { slopeError, meanError } = line;
  return {
    pair: pairs[k],
    omega,
    phase: wrapped(phase + line.intercept - omega * middle),
    error: error * slopeError,
    phaseError:
      error * Math.sqrt(meanError * meanError + middle * middle * slopeError * slopeError),
    radius: Math.sqrt(square / n),
  };
}

/**
 * Fits the line ln|ω| = intercept − slope·n, n = 2·pair, to rotations. They are weighted by their
 * precision, and rotations that do not fit are left out.
 * @param {Rotation[]} rotations
 */
export function seriesOf(rotations) {
  let inliers = rotations.filter(({ omega, error }) => Math.abs(omega) > 4 * error);
  let line = { intercept: 0, slope: 0 };
  for (let round = 0; round < 4 && inliers.length > 0; round++) {
    const points = new Line();
    for (const { pair, omega, error } of inliers) {
      const relative = error / omega;
      points.add(1 / (relative * relative + 1e-8), 2 * pair, logarithm(Math.abs(omega)));
    }
    line = points.isDetermined
      ? { intercept: points.intercept, slope: -points.slope }
      : { intercept: points.mean, slope: 0 };
    const fitting = inliers.filter(({ pair, omega, error }) => {
      const difference = Math.abs(
        logarithm(Math.abs(omega)) - line.intercept + line.slope * 2 * pair,
      );
      return difference < 0.05 + (6 * error) / Math.abs(omega);
    });
    if (fitting.length === inliers.length || fitting.length < 2) break;
    inliers = fitting;
  }
  return { ...line, inliers };
}

/**
 * The position of row 0. It is estimated from the slowest rotation, whose phase is unambiguous,
 * then refined with faster ones, whose phases are more precise.
 * @param {Rotation[]} rotations @param {number} sign of ω
 */
export function startOf(rotations, sign) {
  const resolved = rotations
    .filter(({ omega, error }) => Math.abs(omega) > 4 * error)
    .sort((a, b) => Math.abs(a.omega) - Math.abs(b.omega));
  let [start, weight] = [0, 0];
  for (const { omega, phase, phaseError } of resolved) {
    const w = sign * Math.abs(omega);
    const certainty = w / Math.max(phaseError, 1e-4);
    const trust = certainty * certainty;
    const expected = start * w;
    const measured = (weight === 0 ? phase : expected + wrapped(phase - expected)) / w;
    start = (start * weight + measured * trust) / (weight + trust);
    weight += trust;
  }
  return start;
}
