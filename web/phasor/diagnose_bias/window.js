// window.js: recognises biases that depend on the differences of the coordinates of positions in a window of
// two or three dimensions.
import { formatNumber, note, problem } from "../diagnose/messages.js";
import { square } from "../elementary.js";
import { isNoise, momentsOf, scatterOf } from "./survey.js";

/** @import { Identification, BiasProperties } from "../diagnose_bias.js" */
/** @import { Bias, Groups, Moments } from "./survey.js" */

/** Number of queries of the first head that are looked at before all are. */
const QUERIES_SAMPLED = 64;

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

/**
 * The sizes of windows with a number of positions: with two dimensions, then with three.
 * @param {number} positions
 */
export function windowSizes(positions) {
  /** @param {number} count */
  const factors = (count) => {
    const list = [];
    for (let a = 2; a <= count / 2; a++) if (count % a === 0) list.push([a, count / a]);
    return list;
  };
  const flat = factors(positions);
  return [...flat, ...flat.flatMap(([a, rest]) => factors(rest).map((pair) => [a, ...pair]))];
}

/** A bias that is no function of key − query: its window, if positions are counted row by row. @param {Bias} bias
 * @returns {Identification} */
export function describeWindow(bias) {
  const { queries, keys, spread } = bias;
  const sampled = { ...bias, queries: Math.min(queries, QUERIES_SAMPLED) };
  for (const sizes of queries === keys ? windowSizes(queries) : []) {
    const groups = windowGroups(sizes);
    const { rms } = scatterOf(momentsOf(sampled, groups, [0]));
    if (!isNoise({ rms: rms / 2 }, spread)) continue;
    const tables = momentsOf(bias, groups);
    if (!tables.every((table) => isNoise(scatterOf([table]), spread))) continue;
    const [width, height, depth = null] = [...sizes].reverse();
    /** @type {BiasProperties} */
    const properties = { kind: "swin", depth, height, width, deviation: scatterOf(tables) };
    const strides = sharedStrides(sizes, tables, spread);
    return {
      properties,
      findings: strides ? [problem("window-stride", strideMessage(sizes, strides))] : [],
    };
  }
  const message =
    "The bias is not a function of key − query, nor of the differences in a window whose positions are " +
    `counted row by row. Its entries differ by up to ${formatNumber(bias.deviation.max)} from the means of their diagonals.`;
  return { properties: {}, findings: [note("learned-or-unknown", message)] };
}

/**
 * The smallest strides from row to row and from layer to layer under which different differences share entries, and
 * have equal means; exactly equal with a spread of 0.
 * @param {number[]} sizes @param {Moments[]} tables @param {number} spread
 */
export function sharedStrides(sizes, tables, spread) {
  const [width, rows, layers = 1] = sizes.map((size) => 2 * size - 1).reverse();
  const plane = width * rows;
  /** @param {number} row @param {number} layer strides */
  const isShared = (row, layer) =>
    tables.every(({ means, counts }) => {
      const [sums, weights, users] = Array.from(
        { length: 3 },
        () => new Float64Array(means.length),
      );
      const visible = [...means.keys()].filter((at) => counts[at] > 0);
      const places = visible.map(
        (at) =>
          Math.floor(at / plane) * layer + (Math.floor(at / width) % rows) * row + (at % width),
      );
      if (new Set(places).size === visible.length) return false;
      visible.forEach((at, n) => {
        sums[places[n]] += counts[at] * means[at];
        weights[places[n]] += counts[at];
        users[places[n]]++;
      });
      let [squares, count] = [0, 0];
      visible.forEach((at, n) => {
        if (users[places[n]] === 1) return;
        squares += counts[at] * square(means[at] - sums[places[n]] / weights[places[n]]);
        count += counts[at];
      });
      return isNoise({ rms: Math.sqrt(squares / count) }, spread);
    });
  for (let row = 1; row <= width; row++) {
    for (let layer = layers > 1 ? 1 : plane; layer <= plane; layer++) {
      if ((row < width || layer < plane) && isShared(row, layer)) return [row, layer];
    }
  }
  return undefined;
}

/** @param {number[]} sizes @param {number[]} strides */
export function strideMessage(sizes, [row, layer]) {
  const [width, height] = sizes.map((size) => 2 * size - 1).reverse();
  if (sizes.length === 2)
    return (
      `The index is ${row}·Δh + Δw, so different differences share an entry: multiply the ` +
      `difference of rows by 2·width − 1 = ${width}.`
    );
  return (
    `The index is ${layer}·Δd + ${row}·Δh + Δw, so different differences share an entry; it must be ` +
    `(2·height − 1)·(2·width − 1)·Δd + (2·width − 1)·Δh + Δw, ${height * width}·Δd + ${width}·Δh + Δw.`
  );
}
