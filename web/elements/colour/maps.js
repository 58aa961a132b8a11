// The colour maps: 256-entry tables, made when first used.
//
// Source: this project's own, under its licence (MIT). Each arm runs from the middle to one end
// through the knots below, in equal steps of OKLab difference, so that equal differences of value
// look about equally large. The dark map is the light one's twin: the same hues, cool below the
// middle and warm above, but dark in the middle and light at the ends. Blue against orange stays
// distinct for red-green colour blindness. A sequential map is the warm arm alone: zero has the
// colour of the figures' paper in both, and a range that loses its negative values keeps its colours.
import { oklabToRgb } from "./oklab.js";

/** @typedef {[lightness: number, chroma: number, hue: number]} Knot at equal distances */
/** @typedef {[lightness: number, a: number, b: number]} Point in OKLab */
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

/** OKLab counts hue and chroma for less than they are seen; this evens the steps out. */
const CHROMA_WEIGHT = 2;
/** Points at which an arm's length is measured. */
const SAMPLES = 512;

/** A smooth curve through the points (Catmull-Rom). @param {Point[]} points @param {number} t 0 … 1 @returns {Point} */
function along(points, t) {
  const last = points.length - 1;
  const place = Math.min(Math.floor(t * last), last - 1);
  const u = t * last - place;
  const [p, q, r, s] = [place - 1, place, place + 1, place + 2].map(
    (at) => points[Math.min(Math.max(at, 0), last)],
  );
  const channel = (/** @type {0 | 1 | 2} */ k) =>
    q[k] +
    (u / 2) *
      (r[k] -
        p[k] +
        u * (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k] + u * (3 * q[k] - p[k] - 3 * r[k] + s[k])));
  return [channel(0), channel(1), channel(2)];
}

/** @param {Knot[]} knots @returns {(part: number) => Point} the colour at a part of the arm's length */
function evenly(knots) {
  const corners = knots.map(
    ([lightness, chroma, hue]) =>
      /** @type {Point} */ ([
        lightness,
        chroma * Math.cos((hue * Math.PI) / 180),
        chroma * Math.sin((hue * Math.PI) / 180),
      ]),
  );
  const points = Array.from({ length: SAMPLES + 1 }, (_, n) => along(corners, n / SAMPLES));
  const lengths = [0];
  for (let n = 1; n <= SAMPLES; n++) {
    lengths[n] = lengths[n - 1] + difference(points[n - 1], points[n]);
  }
  return (part) => {
    const wanted = part * lengths[SAMPLES];
    let n = 1;
    while (n < SAMPLES && lengths[n] < wanted) n++;
    const u = (wanted - lengths[n - 1]) / (lengths[n] - lengths[n - 1]);
    return along(corners, (n - 1 + u) / SAMPLES);
  };
}

/** @param {Point} one @param {Point} other */
const difference = (one, other) =>
  Math.hypot(
    one[0] - other[0],
    CHROMA_WEIGHT * (one[1] - other[1]),
    CHROMA_WEIGHT * (one[2] - other[2]),
  );

/** @param {MapKind} kind @param {"light" | "dark"} scheme @returns {Point[]} ENTRIES of them */
function entries(kind, scheme) {
  const above = evenly(ARMS[scheme].above);
  if (kind === "sequential") {
    return Array.from({ length: ENTRIES }, (_, n) => above(n / (ENTRIES - 1)));
  }
  const below = evenly(ARMS[scheme].below);
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
    table = Uint32Array.from(entries(kind, scheme), (point) => {
      const [red, green, blue] = oklabToRgb(...point).map((part) =>
        Math.min(Math.max(Math.round(part), 0), 255),
      );
      return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    });
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
