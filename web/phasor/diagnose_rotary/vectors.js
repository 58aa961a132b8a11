// vectors.js: the rotation that took some vectors to others.

/** @import { FloatArray } from "../check.js" */
/** @import { Layout, Read } from "./cache.js" */

import { floorOf, roundoffOf } from "./cache.js";

/** The part of the vectors that a rotation may leave unexplained. */
const LEFT = 0.05;
/** Rows that are looked at before all are. */
const LOOKED = 64;
/** What rounding leaves of its bound, rms: a small part, as several roundings seldom add up. */
const PART = 0.2;
/** Roundings at most: a product, another and their sum. */
const ROUNDINGS = 2.5;
/**
 * Where pairs are, and where they come out.
 * @typedef {{ layout: Layout, reordered: boolean }} Order
 */
/** @type {Order[]} */
const PLAIN = [
  { layout: "half", reordered: false },
  { layout: "interleaved", reordered: false },
];
/** Neighbours that come out as halves, as in DeepSeek's models. @type {Order[]} */
const REORDERED = [{ layout: "interleaved", reordered: true }];

/**
 * The rotations that explain the vectors, those of the features that are seen to change first. Slow pairs
 * may turn too little to be seen, so more features may turn.
 * @param {FloatArray} input (blocks, rows, width) @param {FloatArray} output
 * @param {number} blocks @param {number} rows @param {number} width
 * @param {{ start: number, size: number }} [also] features that are expected to turn
 * @returns {Read[]}
 */
export function rotationsOf(input, output, blocks, rows, width, also) {
  let [first, last] = [width, -1];
  for (let c = 0; c < width; c++) {
    let same = true;
    for (let at = c; at < input.length && same; at += width) same = output[at] === input[at];
    if (same) continue;
    first = Math.min(first, c);
    last = c;
  }
  if (last < 0) return [];
  // Features that do not turn may keep more bits than those that do, which tells them apart.
  const [turned, kept] = someOf(input, output);
  const roundoff = roundoffOf(turned);
  const apart = roundoffOf(kept) < roundoff;

  // Of values in 16 bits, the blocks show how often each was rounded; but vectors that were in 16 bits
  // before may round back to what they were, in all blocks alike.
  const measured = blocks > 1 && roundoff > 1e-4 && roundoffOf(input) < roundoff;
  const common = {
    ...{ unit: ROUNDINGS * roundoff, floor: floorOf(roundoff), vectors: true },
    // Cosines and sines may be rounded as well, for all blocks alike.
    shared: measured ? roundoff : 0,
  };
  const even = (last + 1 - first) % 2 === 0;
  /** @type {[start: number, size: number][]} */
  const seen = [[first, last + 1 - first]];
  const sizes = apart && even ? seen : extents(first, last + 1, width, also);
  /** @param {Order[]} orders */
  const among = (orders) => {
    const found = [];
    for (const [start, size] of sizes) {
      for (const order of orders) {
        /** @param {number} every */
        const at = (every) => solved(input, output, blocks, rows, width, start, size, order, every);
        // Some rows show already that features are paired otherwise.
        if (rows > 4 * LOOKED && at(Math.floor(rows / LOOKED)).score > 4 * LEFT) continue;
        const read = at(1);
        if (read.score > LEFT) continue;
        const part = measured ? Math.min(PART, read.scatter / common.unit) : PART;
        found.push({ ...read, ...common, part });
      }
    }
    return found;
  };
  const plain = among(PLAIN);
  const found = plain.length > 0 ? plain : among(REORDERED);
  const least = Math.min(...found.map(({ score }) => score));
  return found.filter(({ score }) => score <= 1.5 * least + 1e-9);
}

/** So many numbers are enough to show how all are rounded. */
const ENOUGH = 2 ** 14;

/**
 * Numbers that have changed, and numbers that have not.
 * @param {FloatArray} input @param {FloatArray} output
 */
function someOf(input, output) {
  /** @type {number[]} */
  const turned = [];
  /** @type {number[]} */
  const kept = [];
  for (let at = 0; at < output.length; at++) {
    const list = output[at] === input[at] ? kept : turned;
    if (list.length < ENOUGH) list.push(output[at]);
  }
  return [Float64Array.from(turned), Float64Array.from(kept)];
}

/**
 * The features that may turn.
 * @param {number} first @param {number} end @param {number} width
 * @param {{ start: number, size: number }} [also]
 * @returns {[start: number, size: number][]}
 */
function extents(first, end, width, also) {
  /** @type {Map<string, [number, number]>} */
  const list = new Map();
  /** @param {number} start @param {number} size */
  const add = (start, size) => {
    if (size % 2 === 0 && Number.isInteger(start)) list.set(`${start} ${size}`, [start, size]);
  };
  if (also && also.start <= first && also.start + also.size >= end) add(also.start, also.size);
  add(first, end - first);
  for (const size of [width / 4, width / 2, (3 * width) / 4, width]) {
    if (end <= size) add(0, size);
    if (first >= width - size) add(width - size, size);
  }
  return [...list.values()];
}

/**
 * cos and sin of each row and pair by least squares over the blocks. What is left of the vectors, and how
 * much the lengths of the arrows differ from row to row, is the score: parts of the whole, as features that
 * stay as they are would make a part of their own look better.
 * @param {FloatArray} input @param {FloatArray} output @param {number} blocks @param {number} rows
 * @param {number} width @param {number} start @param {number} size @param {Order} order
 * @param {number} every of so many rows, one is read
 */
function solved(input, output, blocks, rows, width, start, size, { layout, reordered }, every) {
  const pairs = size / 2;
  let whole = 0;
  for (let row = 0; row < blocks * rows; row++) {
    if ((row % rows) % every > 0) continue;
    for (let at = row * width; at < (row + 1) * width; at++) whole += output[at] * output[at];
  }
  const cos = new Float64Array(pairs * rows);
  const sin = new Float64Array(pairs * rows);
  const weights = new Float64Array(pairs * rows);
  const scatters = new Float64Array(pairs);
  let [left, uneven, shares] = [0, 0, 0];
  for (let i = 0; i < pairs; i++) {
    const a = start + (layout === "half" ? i : 2 * i);
    const b = layout === "half" ? a + pairs : a + 1;
    const [c, d] = reordered ? [start + i, start + i + pairs] : [a, b];
    let [mean, squares, total, apart, outs] = [0, 0, 0, 0, 0];
    for (let p = 0; p < rows; p += every) {
      let [re, im, weight, fourth, out] = [0, 0, 0, 0, 0];
      for (let block = 0; block < blocks; block++) {
        const at = (block * rows + p) * width;
        const [x, y, u, v] = [input[at + a], input[at + b], output[at + c], output[at + d]];
        re += x * u + y * v;
        im += x * v - y * u;
        const own = x * x + y * y;
        weight += own;
        fourth += own * own;
        out += u * u + v * v;
      }
      const scale = weight > 0 ? 1 / weight : 0;
      const to = i * rows + p;
      cos[to] = re * scale;
      sin[to] = im * scale;
      weights[to] = weight;
      apart += Math.max(0, out - (re * re + im * im) * scale);
      outs += out;
      shares += fourth * scale * scale;
      const length = Math.sqrt(cos[to] * cos[to] + sin[to] * sin[to]);
      mean += weight * length;
      squares += weight * length * length;
      total += weight;
    }
    left += apart;
    scatters[i] = apart / Math.max(outs, 1e-300);
    const even = (mean * mean) / Math.max(total, 1e-300);
    uneven += Math.max(0, squares - even) / Math.max(squares, 1e-300) / (width / 2);
  }
  const score = Math.sqrt(left / Math.max(whole, 1e-300)) + Math.sqrt(uneven);
  // Of two blocks, the best arrow takes half of what they differ by. Features that stay are not rounded.
  const half = scatters.sort().subarray(pairs >> 1);
  const mean = half.reduce((sum, each) => sum + each, 0) / half.length;
  const variance = (mean * blocks) / Math.max(1, blocks - 1) / 2;
  const scatter = Math.sqrt((variance * shares * every) / (pairs * rows));
  const read = { rows, pairs, cos, sin, weights, present: undefined };
  return { ...read, layout, reordered, rotaryStart: start, score, scatter };
}
