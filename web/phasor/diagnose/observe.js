// observe.js: one pass over the table for column minima and maxima, non-finite counts, row norms
// and row hashes.

import { formatOf as elementFormat } from "../doctor/elements.js";
import { diagnoseKernels } from "../kernels/diagnose.js";
import { copyIn, eachTile, suffix, Workspace } from "../workspace.js";

/** @import { Dtype, FloatArray } from "../check.js" */

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
 * @property {{ row: number, of: number }[]} repeats rows that equal an earlier row, except zero
 *   rows
 * @property {number[]} rows all other rows, which a model has to explain
 * @property {number} size the largest magnitude
 * @property {boolean} padded whether the last column of an odd width is zero
 * @property {Format} format of the values
 */

/** The coarsest number format that holds all values. @typedef {Dtype} Format */

/** Half the distance between neighbouring numbers just below 1. */
export const halfUlp = {
  float64: 2 ** -54,
  float32: 2 ** -25,
  float16: 2 ** -12,
  bfloat16: 2 ** -9,
};

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
  const marks = new BigUint64Array(length);
  eachTile(workspace, length, width * pe.BYTES_PER_ELEMENT + 16, true, (first, rows) => {
    const x = copyIn(workspace, pe, first * width, rows * width);
    const sums = workspace.reserve(8 * rows);
    const hashes = workspace.reserve(8 * rows);
    kernel(columns, columns + 8 * width, columns + 16 * width, sums, hashes, x, rows, width);
    squares.set(workspace.doubles(sums, rows), first);
    marks.set(new BigUint64Array(workspace.memory.buffer, hashes, rows), first);
  });
  const sorted = sortRows(squares, marks, missing);
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
    padded: width > 1 && width % 2 === 1 && isZero(pe, length, width, 3 * NEXT_TO_NOTHING * size),
    format: formatOf(pe),
  };
}

/** Magnitude up to which a value counts as zero despite noise, relative to usual values. */
const NEXT_TO_NOTHING = 0.01;

/**
 * Whether the last column is zero except for noise: its entries are small, and neighbouring entries
 * are uncorrelated, unlike those of the slowest sine.
 * @param {FloatArray} pe @param {number} length @param {number} width @param {number} limit
 */
function isZero(pe, length, width, limit) {
  let [square, along] = [0, 0];
  for (let row = 0, before = 0; row < length; row++) {
    const value = pe[(row + 1) * width - 1];
    if (!(Math.abs(value) <= limit)) return false;
    square += value * value;
    along += value * before;
    before = value;
  }
  return along <= 0.7 * square;
}

/** @param {Float64Array} squares @param {BigUint64Array} marks @param {Float64Array} missing */
function sortRows(squares, marks, missing) {
  const whole = missing.every((count) => count === 0);
  /** @type {Map<bigint, number>} */
  const seen = new Map();
  /** @type {number[]} */ const missingRows = [];
  /** @type {number[]} */ const zeroRows = [];
  /** @type {number[]} */ const rows = [];
  /** @type {{ row: number, of: number }[]} */ const repeats = [];
  const usual = squares.slice().sort()[squares.length >> 1];
  const zero = usual < Infinity ? usual * (NEXT_TO_NOTHING * NEXT_TO_NOTHING) : 0;
  for (let row = 0; row < squares.length; row++) {
    if (squares[row] <= zero) {
      zeroRows.push(row);
      continue;
    }
    const of = seen.get(marks[row]);
    if (!whole && !Number.isFinite(squares[row])) missingRows.push(row);
    if (of !== undefined) {
      repeats.push({ row, of });
      continue;
    }
    seen.set(marks[row], row);
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
