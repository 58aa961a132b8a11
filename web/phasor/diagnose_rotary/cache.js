// cache.js: the forms in which projects keep cosines and sines, and cosines and sines by pair.
import * as check from "../check.js";
import { formatOf, readElements } from "../doctor/elements.js";
import { square } from "../elementary.js";
import { where } from "./expected.js";
import { differsLayout } from "./findings.js";
import { Subject } from "./subject.js";

/** @import { Dtype, FloatArray } from "../check.js" */
/** @import { Finding } from "../diagnose/messages.js" */

/** @typedef {"half" | "interleaved"} Layout */
/**
 * Cosines and sines by pair, read from a cache or computed from vectors before and after a
 * rotation.
 * @typedef {object} Waves
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
export const RMS_ROUNDING = 0.45;
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
  const half = maxDifference(cos, sin, rows, columns, (i) => [i, i + columns / 2]);
  const neighbours = maxDifference(cos, sin, rows, columns, (i) => [2 * i, 2 * i + 1]);
  if (!(half <= MAX_DIFFERENCE || neighbours <= MAX_DIFFERENCE)) return null;
  return half <= neighbours ? "half" : "interleaved";
}

/**
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @returns {Waves}
 */
export function readCache(cos, sin, rows, columns) {
  const layout = doublingOf(cos, sin, rows, columns);
  const pairs = layout ? columns / 2 : columns;
  const stride = layout === "interleaved" ? 2 : 1;
  const formats = [formatOf(cos), formatOf(sin)];
  const [{ roundoff: unit, floor }] = formats.sort((a, b) => b.roundoff - a.roundoff);
  return {
    ...transposed(cos, sin, rows, columns, pairs, stride),
    ...{ unit, floor, part: RMS_ROUNDING, noise: 0, shared: 0, vectors: false, layout },
    ...{ weights: undefined, present: undefined, rotaryStart: 0, reordered: false },
  };
}

/**
 * The largest rms difference between the two columns of a pair.
 * @param {FloatArray} cos @param {FloatArray} sin @param {number} rows @param {number} columns
 * @param {(pair: number) => [number, number]} members
 */
function maxDifference(cos, sin, rows, columns, members) {
  let largest = 0;
  const step = Math.max(1, Math.floor(rows / 512));
  for (let i = 0; i < columns / 2 && largest <= MAX_DIFFERENCE; i++) {
    const [a, b] = members(i);
    let [squares, count] = [0, 0];
    for (let p = 0; p < rows; p += step) {
      const at = p * columns;
      squares += square(cos[at + a] - cos[at + b]) + square(sin[at + a] - sin[at + b]);
      count += 2;
    }
    largest = Math.max(largest, Math.sqrt(squares / count));
  }
  return largest;
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

/**
 * Rows and columns of a cache. Axes of size 1, for sequences and heads, are ignored.
 * @param {unknown} shape
 * @param {unknown} complex an array of complex numbers, whose axis of size 2 may be listed
 * @returns {number[]}
 */
export function cacheShape(shape, complex) {
  const axes = ["T", "columns"];
  if (!Array.isArray(shape) || !shape.every(Number.isSafeInteger)) {
    return check.shape(where, "shape", shape, axes, 1);
  }
  /** @type {number[]} */
  const listed = [...shape];
  const count = shape.reduce((all, size) => all * size, 1);
  if (shape.length > 2 && shape.at(-1) === 2 && lengthOf(complex) === count) listed.pop();
  const columns = /** @type {number} */ (listed.pop());
  const rows = listed.length > 1 ? listed.filter((size) => size !== 1) : listed;
  const sizes = rows.length > 0 || shape.length < 2 ? [...rows, columns] : [1, columns];
  if (sizes.length < 3) return check.shape(where, "shape", sizes, axes, 1);
  const [stack, ...rest] = sizes;
  const start = `${where}: shape must be an array [T, columns], got [${shape.join(", ")}]: `;
  if (rest.length === 2 && rest[1] === 2) {
    throw new RangeError(
      `${start}the last axis holds cosines and sines, or complex numbers. Give them as { freqsCis }, or cos, [..., 0], and sin, [..., 1], ` +
        `as arrays of their own with shape [${stack}, ${rest[0]}]`,
    );
  }
  const size = rest.reduce((all, length) => all * length, 1);
  throw new RangeError(
    `${start}this is a stack of ${stack} caches; diagnose each one: cos.subarray(n * ${size}, (n + 1) * ${size}), and sin likewise, ` +
      `with shape [${rest.join(", ")}]`,
  );
}

/** @param {unknown} array */
const lengthOf = (array) => /** @type {{ length?: number } | undefined} */ (array)?.length;

/**
 * Cosines and sines (rows, width) of any form.
 * @param {{ [name: string]: unknown }} data @param {number} rows
 * @param {number} columns @param {Dtype | undefined} dtype
 */
export function arraysOf(data, rows, columns, dtype) {
  const { cosSin, freqsCis } = data;
  const shape = [rows, columns];
  if (cosSin === undefined && freqsCis === undefined) {
    const [cos, sin] = ["cos", "sin"].map((name) =>
      readElements(where, `data.${name}`, data[name], rows * columns, shape, dtype),
    );
    return { cos, sin, width: columns };
  }
  const complex = freqsCis !== undefined;
  const width = complex ? columns : columns / 2;
  const all = complex
    ? readElements(where, "data.freqsCis", freqsCis, 2 * rows * columns, [...shape, 2], dtype)
    : readElements(where, "data.cosSin", cosSin, rows * columns, shape, dtype);
  const [cos, sin] = [all.slice(0, rows * width), all.slice(0, rows * width)];
  for (let p = 0; p < rows; p++) {
    for (let i = 0; i < width; i++) {
      const from = complex ? 2 * (p * width + i) : 2 * p * width + i;
      cos[p * width + i] = all[from];
      sin[p * width + i] = all[from + (complex ? 1 : width)];
    }
  }
  return { cos, sin, width };
}

/**
 * A cache as vectors (1, 0) that were rotated, once for each copy of its columns.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @param {number} pairs that are expected
 * @param {Layout | undefined} layout that is expected
 * @returns {{ subject: Subject, layout: Layout | null, finding: Finding | undefined }[]} the ways to
 *   read it; none if it does not have the expected columns
 */
export function copiesOf(cos, sin, rows, columns, pairs, layout) {
  /** @param {number} copies @param {(copy: number, i: number) => number} columnOf */
  const subjectOf = (copies, columnOf) => {
    const size = copies * rows * 2 * pairs;
    const [input, output] = [new Float64Array(size), new Float64Array(size)];
    for (let copy = 0, at = 0; copy < copies; copy++) {
      for (let p = 0; p < rows; p++) {
        for (let i = 0; i < pairs; i++, at += 2) {
          const from = p * columns + columnOf(copy, i);
          input[at] = 1;
          output[at] = cos[from];
          output[at + 1] = sin[from];
        }
      }
    }
    return new Subject(input, output, [copies, rows, 2 * pairs], 1, true);
  };
  if (pairs === 0) return [];
  if (columns === pairs) {
    return [{ subject: subjectOf(1, (_, i) => i), layout: null, finding: undefined }];
  }
  if (columns !== 2 * pairs) return [];
  /** @type {Layout[]} */
  const layouts = layout === "interleaved" ? ["interleaved", "half"] : ["half", "interleaved"];
  // Under noise, the other layout could leave a little less than the one in which the columns are doubled.
  const isDoubled = layout !== undefined && doublingOf(cos, sin, rows, columns) === layout;
  return layouts.slice(0, isDoubled ? 1 : 2).map((candidate) => {
    const subject = subjectOf(2, (copy, i) =>
      candidate === "half" ? copy * pairs + i : 2 * i + copy,
    );
    const wrong = layout !== undefined && layout !== candidate;
    const finding = wrong ? differsLayout(candidate, pairs, layout, pairs, true) : undefined;
    return { subject, layout: candidate, finding };
  });
}
