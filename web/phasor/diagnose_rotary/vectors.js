// vectors.js: finds the rotation that turned input vectors into output vectors.

/** @import { FloatArray } from "../check.js" */
/** @import { Layout, Read } from "./cache.js" */

import { floorOf, roundoffOf } from "./cache.js";
import { PART, scatterOf } from "./scatter.js";

/** Share of the vectors that a rotation may leave unexplained. */
const LEFT = 0.05;
/** Number of rows that are tried before all rows. */
const LOOKED = 64;
/** Maximum error in units of the roundoff: two products and their sum are rounded. */
const ROUNDINGS = 2.5;
/**
 * The layout of pairs in the input, and whether the output has them as halves instead.
 * @typedef {{ layout: Layout, reordered: boolean }} Order
 */
/** @type {Order[]} */
const PLAIN = [
  { layout: "half", reordered: false },
  { layout: "interleaved", reordered: false },
];
/** Interleaved pairs whose output is in halves, as in DeepSeek's models. @type {Order[]} */
const REORDERED = [{ layout: "interleaved", reordered: true }];

/**
 * The rotations that explain the vectors. Slow pairs may turn too little to change any bits, so
 * ranges with more features than those that visibly change are tried as well.
 * @param {FloatArray} input (blocks, rows, width) @param {FloatArray} output
 * @param {number} blocks @param {number} rows @param {number} width
 * @param {{ start: number, size: number }} [also] features that are expected to turn
 * @returns {Read[]}
 */
export function rotationsOf(input, output, blocks, rows, width, also) {
  const [first, last] = turnedFeatures(input, output, width);
  if (last < 0) return [];
  // Features that do not turn may have more bits than those that do, which tells them apart.
  const [turned, kept] = someOf(input, output, width);
  const roundoff = roundoffOf(turned);
  const apart = roundoffOf(kept) < roundoff;

  // For values in 16 bits, differences between blocks show the rounding errors. But if the input is
  // in 16 bits too, values may round back to their input in all blocks.
  const measured = blocks > 1 && roundoff > 1e-4 && roundoffOf(input) < roundoff;
  const common = {
    ...{ unit: ROUNDINGS * roundoff, floor: floorOf(roundoff), vectors: true },
    // Cosines and sines may be rounded as well, equally for all blocks.
    shared: measured ? roundoff : 0,
  };
  const even = (last + 1 - first) % 2 === 0;
  const assumed = { part: PART, noise: 0 };
  /** @type {[start: number, size: number][]} */
  const seen = [[first, last + 1 - first]];
  const sizes = apart && even ? seen : extents(first, last + 1, width, also);
  /** @param {Order[]} orders */
  const among = (orders) => {
    const found = [];
    for (const [start, size] of sizes) {
      for (const order of orders) {
        /** @param {number} count of blocks @param {number} every */
        const at = (count, every) =>
          solved(input, output, count, rows, width, start, size, order, every);
        // A few vectors already show that features are paired differently.
        const some = Math.min(blocks, LOOKED);
        const every = rows > 4 * LOOKED ? Math.floor(rows / LOOKED) : 1;
        if ((every > 1 || some < blocks) && at(some, every).score > 4 * LEFT) continue;
        const read = at(blocks, 1);
        if (read.score > LEFT) continue;
        const scatter = measured ? scatterOf(read, output, blocks, width, common.unit) : assumed;
        found.push({ ...read, ...common, ...scatter });
      }
    }
    return found;
  };
  const plain = among(PLAIN);
  const found = plain.length > 0 ? plain : among(REORDERED);
  const least = Math.min(...found.map(({ score }) => score));
  return found.filter(({ score }) => score <= 1.5 * least + 1e-9);
}

/** The first and the last feature that change; −1 if none do.
 * @param {FloatArray} input @param {FloatArray} output @param {number} width */
export function turnedFeatures(input, output, width) {
  const changes = (/** @type {number} */ c) => {
    for (let at = c; at < input.length; at += width) if (output[at] !== input[at]) return true;
    return false;
  };
  let [first, last] = [0, width - 1];
  while (first < width && !changes(first)) first++;
  while (last > first && !changes(last)) last--;
  return first < width ? [first, last] : [width, -1];
}

/** Number of values that suffice to determine the format. */
const ENOUGH = 2 ** 14;

/**
 * Some output values that differ from the input, and some that do not.
 * @param {FloatArray} input @param {FloatArray} output @param {number} width
 */
function someOf(input, output, width) {
  /** @type {[number[], number[]]} */
  const [turned, kept] = [[], []];
  const step = width * Math.max(1, Math.floor(input.length / width / ENOUGH));
  for (let row = 0; row < output.length; row += step) {
    for (let at = row; at < row + width; at++) {
      const list = output[at] === input[at] ? kept : turned;
      if (list.length < ENOUGH) list.push(output[at]);
    }
    if (turned.length === ENOUGH && (kept.length === ENOUGH || row > 8 * step * (ENOUGH / width)))
      break;
  }
  return [Float64Array.from(turned), Float64Array.from(kept)];
}

/**
 * The ranges of features that may turn, given that those from `first` to `end` − 1 change.
 * @param {number} first @param {number} end @param {number} width
 * @param {{ start: number, size: number }} [also]
 * @returns {[start: number, size: number][]}
 */
export function extents(first, end, width, also) {
  /** @type {Map<string, [number, number]>} */
  const list = new Map();
  /** @param {number} start @param {number} size */
  const add = (start, size) => {
    if (size % 2 === 0 && Number.isInteger(start)) list.set(`${start} ${size}`, [start, size]);
  };
  const until = also ? also.start + also.size : Number.NaN;
  if (also && also.start <= first && until >= end && until <= width) add(also.start, also.size);
  add(first, end - first);
  for (const size of [width / 4, width / 2, (3 * width) / 4, width]) {
    if (end <= size) add(0, size);
    if (first >= width - size) add(width - size, size);
  }
  return [...list.values()];
}

/** Number of rows that stay in the processor's cache while all pairs are read. */
const TILE = 64;

/**
 * cos and sin of each row and pair by least squares over the blocks. The score is the unexplained
 * share of the vectors plus the spread of the arrows' lengths. Both are relative to all features,
 * since otherwise features that do not turn would improve the score.
 * @param {FloatArray} input @param {FloatArray} output @param {number} blocks @param {number} all rows
 * @param {number} width @param {number} start @param {number} size @param {Order} order
 * @param {number} every reads one of so many rows
 */
function solved(input, output, blocks, all, width, start, size, { layout, reordered }, every) {
  const pairs = size / 2;
  const rows = Math.ceil(all / every);
  const apartBy = layout === "half" ? pairs : 1;
  const outApartBy = reordered ? pairs : apartBy;
  const [cos, sin, weights] = Array.from({ length: 3 }, () => new Float64Array(pairs * rows));
  const [means, squares, totals] = Array.from({ length: 3 }, () => new Float64Array(pairs));
  const whole = squaresOf(output.subarray(0, blocks * all * width), all, width, every);
  let left = 0;
  for (let first = 0; first < rows; first += TILE) {
    const end = Math.min(rows, first + TILE);
    for (let i = 0; i < pairs; i++) {
      const a = start + (layout === "half" ? i : 2 * i);
      const c = reordered ? start + i : a;
      let mean = 0;
      let square = 0;
      let total = 0;
      for (let p = first; p < end; p++) {
        let re = 0;
        let im = 0;
        let weight = 0;
        let out = 0;
        for (let block = 0; block < blocks; block++) {
          const at = (block * all + p * every) * width;
          const x = input[at + a];
          const y = input[at + a + apartBy];
          const u = output[at + c];
          const v = output[at + c + outApartBy];
          re += x * u + y * v;
          im += x * v - y * u;
          weight += x * x + y * y;
          out += u * u + v * v;
        }
        const scale = weight > 0 ? 1 / weight : 0;
        const length = re * re + im * im;
        const to = i * rows + p;
        cos[to] = re * scale;
        sin[to] = im * scale;
        weights[to] = weight;
        const rest = out - length * scale;
        if (rest > 0) left += rest;
        mean += Math.sqrt(length);
        square += length * scale;
        total += weight;
      }
      means[i] += mean;
      squares[i] += square;
      totals[i] += total;
    }
  }
  let uneven = 0;
  for (let i = 0; i < pairs; i++) {
    const even = (means[i] * means[i]) / Math.max(totals[i], 1e-300);
    uneven += Math.max(0, squares[i] - even) / Math.max(squares[i], 1e-300) / (width / 2);
  }
  const score = Math.sqrt(left / Math.max(whole, 1e-300)) + Math.sqrt(uneven);
  const read = { rows, pairs, cos, sin, weights, present: undefined };
  return { ...read, layout, reordered, rotaryStart: start, score };
}

/**
 * The sum of squares of the rows that are read.
 * @param {FloatArray} values @param {number} rows of each block @param {number} width @param {number} every
 */
function squaresOf(values, rows, width, every) {
  let sum = 0;
  for (let row = 0; row * width < values.length; row++) {
    if ((row % rows) % every > 0) continue;
    for (let at = row * width; at < (row + 1) * width; at++) sum += values[at] * values[at];
  }
  return sum;
}
