// The colour maps: 256-entry tables, made when first used.
//
// Source: this project's own, under its licence (MIT). Each arm runs from the middle to one end
// through the knots below, in equal steps of OKLab difference, so that equal differences of value
// look about equally large. The dark map is the light one's twin: the same hues, cool below the
// middle and warm above, but dark in the middle and light at the ends. Blue against orange stays
// distinct for red-green colour blindness. A sequential map is the warm arm alone: zero has the
// colour of the figures' paper in both, and a range that loses its negative values keeps its colours.
import { evenCurve } from "./curve.js";
import { pixelOf } from "./oklab.js";

/** @import { Knot, Point } from "./curve.js" */

/** @typedef {"diverging" | "sequential"} MapKind */

export const ENTRIES = 256;

/** @type {Record<"light" | "dark", { below: Knot[], above: Knot[] }>} */
const ARMS = {
  light: {
    below: [
      [0.9942, 0.0069, 88.6],
      [0.87, 0.055, 224],
      [0.705, 0.105, 238],
      [0.53, 0.125, 252],
      [0.35, 0.115, 264],
    ],
    above: [
      [0.9942, 0.0069, 88.6],
      [0.885, 0.063, 78],
      [0.74, 0.123, 60],
      [0.565, 0.145, 42],
      [0.37, 0.115, 30],
    ],
  },
  dark: {
    below: [
      [0.2048, 0.0061, 271.1],
      [0.36, 0.068, 262],
      [0.53, 0.113, 252],
      [0.71, 0.11, 232],
      [0.9, 0.07, 210],
    ],
    above: [
      [0.2048, 0.0061, 271.1],
      [0.36, 0.068, 34],
      [0.53, 0.122, 42],
      [0.71, 0.125, 62],
      [0.9, 0.09, 88],
    ],
  },
};

/** @param {MapKind} kind @param {"light" | "dark"} scheme @returns {Point[]} ENTRIES of them */
function entries(kind, scheme) {
  const above = evenCurve(ARMS[scheme].above);
  if (kind === "sequential") {
    return Array.from({ length: ENTRIES }, (_, n) => above(n / (ENTRIES - 1)));
  }
  const below = evenCurve(ARMS[scheme].below);
  const half = ENTRIES / 2;
  return Array.from({ length: ENTRIES }, (_, n) =>
    n < half ? below((half - 1 - n) / (half - 1)) : above((n - half) / (half - 1)),
  );
}

/** @type {Map<string, Uint32Array>} */
const tables = new Map();

/**
 * A map as the pixels of ImageData: 0xAABBGGRR, red in the first byte of memory.
 * @param {MapKind} kind
 * @param {"light" | "dark"} scheme
 * @returns {Uint32Array} (ENTRIES), not to be written to
 */
export function colourTable(kind, scheme) {
  const key = `${kind} ${scheme}`;
  let table = tables.get(key);
  if (!table) {
    table = Uint32Array.from(entries(kind, scheme), pixelOf);
    tables.set(key, table);
  }
  return table;
}

/**
 * A range of values and the map that shows it: diverging about zero when some are negative, and
 * otherwise sequential from zero.
 * @param {number} low the least value
 * @param {number} high the greatest
 * @returns {{ kind: MapKind, low: number, high: number }}
 */
export function rangeFor(low, high) {
  const size = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return low < 0
    ? { kind: "diverging", low: -size, high: size }
    : { kind: "sequential", low: 0, high: size };
}

/** The entry that shows a value. @param {number} value @param {number} low @param {number} high */
export function entryOf(value, low, high) {
  const last = ENTRIES - 1;
  return Math.min(Math.max(Math.round(((value - low) / (high - low)) * last), 0), last);
}
