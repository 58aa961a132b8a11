// window.js: recognises biases that depend on the differences of the coordinates of positions in a window of
// two or three dimensions.
import { square } from "../elementary.js";
import { deviationOf, momentsOf } from "./survey.js";
import { isNoise } from "./toeplitz.js";

/** @import { Bias, Groups, Moments } from "./survey.js" */

/**
 * @typedef {object} Window
 * @property {number[]} sizes [height, width] or [depth, height, width]
 * @property {number[] | null} strides table rows from one row of the window to the next, and from one layer to
 *   the next, if so few that different differences share entries; otherwise null
 * @property {{ max: number, rms: number }} deviation
 */

/** Number of pairs of entries of a head that are compared before all are. */
const ENTRIES_SAMPLED = 4096;

/**
 * Entries with equal differences of two positions, which are counted row by row.
 * @param {readonly number[]} sizes of the window @param {boolean} [reversed] query and key are exchanged
 * @returns {Groups}
 */
export function windowGroups(sizes, reversed = false) {
  const count = sizes.reduce((product, size) => product * size, 1);
  const spans = sizes.map((size) => 2 * size - 1);
  const places = Int32Array.from({ length: count }, (_, position) => {
    let [place, stride, rest] = [0, reversed ? -1 : 1, position];
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      place += (rest % sizes[axis]) * stride;
      stride *= spans[axis];
      rest = Math.floor(rest / sizes[axis]);
    }
    return place;
  });
  const size = spans.reduce((product, span) => product * span, 1);
  const middle = (size - 1) / 2;
  return {
    rows: places.map((place) => middle + place),
    columns: places.map((place) => -place),
    size,
  };
}

/** Whether the first head may be a function of the differences: entries are compared with those of the next query
 * and key in the same rows. @param {Bias} bias @param {number} width @param {number} spread */
function mayBe({ values, queries, keys, limit }, width, spread) {
  let [sum, count] = [0, 0];
  const step = Math.max(1, Math.floor((queries * keys) / ENTRIES_SAMPLED)) | 1;
  for (let at = 0; at < queries * keys; at += step) {
    const [i, j] = [Math.floor(at / keys), at % keys];
    if (i % width === width - 1 || j % width === width - 1) continue;
    const [x, y] = [values[at], values[at + keys + 1]];
    if (!(x > limit && x < Infinity && y > limit && y < Infinity)) continue;
    sum += (x - y) * (x - y);
    count++;
  }
  return count === 0 || isNoise({ rms: Math.sqrt(sum / count) / 2 }, spread);
}

/**
 * The sizes of windows with a number of positions: with two dimensions, then with three.
 * @param {number} positions @returns {number[][]}
 */
export function windowSizes(positions) {
  /** @param {number} count @returns {[number, number][]} */
  const factors = (count) => {
    /** @type {[number, number][]} */
    const list = [];
    for (let a = 2; a <= count / 2; a++) if (count % a === 0) list.push([a, count / a]);
    return list;
  };
  const flat = factors(positions);
  return [...flat, ...flat.flatMap(([a, rest]) => factors(rest).map((pair) => [a, ...pair]))];
}

/**
 * The window of a bias, if positions are counted row by row; undefined if there is none.
 * @param {Bias} bias @param {number} spread of its entries
 * @returns {Window | undefined}
 */
export function windowOf(bias, spread) {
  const { heads, queries, keys } = bias;
  if (queries !== keys) return undefined;
  /** @type {Map<number, boolean>} */
  const possible = new Map();
  for (const sizes of windowSizes(queries)) {
    const width = sizes[sizes.length - 1];
    if (!possible.has(width)) possible.set(width, mayBe(bias, width, spread));
    if (!possible.get(width)) continue;
    const groups = windowGroups(sizes);
    const tables = [];
    let [max, squares] = [0, 0];
    for (let head = 0; head < heads; head++) {
      const [table] = momentsOf(bias, groups, head);
      const left = deviationOf(table);
      const rms = Math.sqrt(left.sum / Math.max(1, left.count - left.groups));
      if (!isNoise({ rms }, spread)) break;
      tables.push(table);
      max = Math.max(max, left.max);
      squares += rms * rms;
    }
    if (tables.length < heads) continue;
    const deviation = { max, rms: Math.sqrt(squares / heads) };
    return { sizes, strides: sharedStrides(sizes, tables, spread), deviation };
  }
  return undefined;
}

/**
 * The smallest strides under which different differences share entries, and have equal means.
 * @param {number[]} sizes @param {Moments[]} tables @param {number} spread
 */
function sharedStrides(sizes, tables, spread) {
  const width = 2 * sizes[sizes.length - 1] - 1;
  const rows = 2 * sizes[sizes.length - 2] - 1;
  const layers = sizes.length === 3 ? 2 * sizes[0] - 1 : 1;
  const plane = width * rows;
  /** @param {number} row @param {number} layer strides */
  const shared = (row, layer) =>
    tables.every(({ means, counts }) => {
      const [sums, weights] = [new Float64Array(means.length), new Float64Array(means.length)];
      const placeOf = (/** @type {number} */ at) =>
        Math.floor(at / plane) * layer + (Math.floor(at / width) % rows) * row + (at % width);
      let [visible, distinct] = [0, 0];
      for (let at = 0; at < means.length; at++) {
        if (counts[at] === 0) continue;
        const place = placeOf(at);
        visible++;
        if (weights[place] === 0) distinct++;
        sums[place] += counts[at] * means[at];
        weights[place] += counts[at];
      }
      if (distinct === visible) return false;
      let [squares, count] = [0, 0];
      for (let at = 0; at < means.length; at++) {
        if (counts[at] === 0) continue;
        const place = placeOf(at);
        squares += counts[at] * square(means[at] - sums[place] / weights[place]);
        count += counts[at];
      }
      return isNoise({ rms: Math.sqrt(squares / count) }, spread);
    });
  for (let row = 1; row <= width; row++) {
    for (let layer = layers > 1 ? 1 : plane; layer <= plane; layer++) {
      if ((row < width || layer < plane) && shared(row, layer))
        return [row, layer].slice(0, sizes.length - 1);
    }
  }
  return null;
}
