// <phasor-similarity>: how similar the encodings of any two positions are.
import { cosineSimilarity, dotProducts, frequencies, sinusoidal } from "../../phasor/index.js";
import { rangeFor } from "../colour/maps.js";
import {
  byRow,
  cells,
  clamp,
  colourKey,
  dot,
  figure,
  fixed,
  label,
  line,
  linear,
  path,
  raster,
  row,
  rule,
  slider,
  sliderOf,
  times,
  whole,
} from "../core/index.js";
import { LIMITS } from "../state/parameters.js";
import { similarityPrograms } from "./similarity-programs.js";

/** @import { DataOf, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ measure: "dot" | "cosine", pairs: number }>} P */

/**
 * @typedef {object} D
 * @property {number} pairs how many are added up, from the fastest
 * @property {{ offsets: number[], values: number[] } | undefined} last what the last of them adds, unless all are added
 * @property {number} start @property {number} length of the part shown
 * @property {number} second the position n, or the nearest one in the part shown: another figure may have set n
 *   far from m
 * @property {Float32Array} values
 * @property {ReturnType<typeof rangeFor>} range
 * @property {{ offsets: number[], values: number[] }} curve every offset that occurs, and its value
 */

/** Most positions to show. In a longer text, all parts of this length have the same square. */
const MAX_POSITIONS = 256;
/** All pairs of the widest encoding. */
const MOST_PAIRS = LIMITS.dModel / 2;
/** Negative values this small, relative to the largest value, are float32 rounding errors. */
const ROUNDING_ERROR = 1e-5;

/** @param {{ measure: string }} p */
const isCosine = ({ measure }) => measure === "cosine";

/** The positions shown: the part that contains m, moved to include n if possible. @param {P} p */
function windowOf({ length, position, second }) {
  if (length <= MAX_POSITIONS) return { start: 0, length };
  const [m, n] = [Math.round(position), Math.round(second)];
  const part = Math.floor(m / MAX_POSITIONS) * MAX_POSITIONS;
  const start =
    Math.abs(n - m) < MAX_POSITIONS ? Math.max(Math.min(part, n), n - MAX_POSITIONS + 1) : part;
  return { start: Math.min(start, length - MAX_POSITIONS), length: MAX_POSITIONS };
}

/** @type {DataOf<P, D>} */
const data = {
  pairs: ({ pairs, dModel }) => Math.min(pairs, dModel / 2),
  last({ dModel, base }, { pairs, curve }) {
    if (pairs === dModel / 2) return undefined;
    const speed = frequencies(dModel, { base })[pairs - 1];
    const { offsets } = curve;
    return { offsets, values: offsets.map((offset) => Math.cos(speed * offset)) };
  },
  start: (p) => windowOf(p).start,
  length: (p) => windowOf(p).length,
  second: ({ second }, { start, length }) => clamp(second, start, start + length - 1),
  values({ dModel, base, measure }, { start, length, pairs }) {
    const table = sinusoidal(length, dModel, { base, start });
    const width = 2 * pairs;
    const rows = width === dModel ? table : table.filter((_, entry) => entry % dModel < width);
    return (isCosine({ measure }) ? cosineSimilarity : dotProducts)(rows, [length, width]);
  },
  range(_, { values }) {
    const low = values.reduce((one, other) => Math.min(one, other), 0);
    const high = values.reduce((one, other) => Math.max(one, other), 0);
    return rangeFor(low < -ROUNDING_ERROR * high ? low : 0, high);
  },
  curve(_, { values, length }) {
    const offsets = times(2 * length - 1, (n) => n - length + 1);
    return { offsets, values: offsets.map((offset) => values[Math.abs(offset)]) };
  },
};

const short = (/** @type {number} */ value) => fixed(value, Math.abs(value) < 10 ? 2 : 1);

const brief = (/** @type {number} */ value) => short(value).replace(/\.0+$/, "");

/** @param {P} p @param {D} d */
const valueAt = ({ position }, { second, curve, length }) =>
  curve.values[Math.round(second) - Math.round(position) + length - 1];

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function square({ position, hover }, { start, length, second }, { narrow, width }) {
  const last = start + length - 1;
  const offset = second - position;
  const [from, to] = [start, last].map((end) => clamp(end - offset, start, last));
  return {
    name: "square",
    ...(narrow ? { maxHeight: 430 } : { width: Math.min(470, 0.5 * width) }),
    aspect: 1,
    margin: { top: 18 },
    x: cells(start, length, { name: "position *n*", colour: "position" }),
    y: cells(start, length, { name: "position *m*", colour: "position" }),
    still: (_, d) => [
      raster({ ...d.range, values: d.values, columns: d.length, rows: d.length, gaps: true }),
      // Raised, to stay clear of the point if that is in the first row.
      colourKey({ ...d.range, low: brief(d.range.low), high: brief(d.range.high) }, { dy: -25 }),
    ],
    marks: () => [
      path([from + offset, to + offset], [from, to], {
        colour: "offset",
        width: 2.5,
        casing: true,
      }),
      hover?.second !== undefined &&
        hover.position !== undefined &&
        dot(hover.second, hover.position, { colour: "ink", radius: 3 }),
    ],
    point: (x, y) => ({ position: Math.round(y), second: Math.round(x) }),
    press: "positions *m* and *n*",
    handles: [
      {
        name: "positions *m* and *n*",
        along: "both",
        colour: "offset",
        words: `n = ${whole(second)}, m = ${whole(position)}`,
        value: second,
        min: start,
        max: last,
        set: (value) => ({ second: value }),
        other: { value: position, min: start, max: last, set: (value) => ({ position: value }) },
      },
    ],
  };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function curvePanel(p, d, { narrow, width }) {
  const { position } = p;
  const { start, length, second, curve, range } = d;
  const offset = second - position;
  const value = valueAt(p, d);
  const room = 0.08 * (range.high - range.low);
  const labelDx = offset < 0 ? -28 : 28;
  // The number has no name where square and curve stand closest.
  const measureName = !narrow && width < 640 ? "" : isCosine(p) ? "cosine " : "product ";
  return {
    name: "curve",
    height: narrow ? 190 : Math.min(360, 0.5 * width),
    margin: { top: 40, right: 8 },
    x: cells(1 - length, 2 * length - 1, { name: "offset Δ = *n* − *m*", colour: "offset" }),
    y: linear(range.low - (range.low < 0 ? room : 0), range.high + room, { grid: true }),
    still: (_, { curve, last }) => [
      last && line(last.offsets, last.values, { colour: "dimension", width: 1.25 }),
      line(curve.offsets, curve.values, {
        colour: "offset",
        width: 1.5,
        dots: length < 80 ? 2 : 0,
      }),
    ],
    marks: () => [
      d.last &&
        label(`pair ${d.pairs - 1}`, length - 1, 1, {
          ...{ dx: -4, dy: -14, colour: "dimension", halo: true, optional: true },
        }),
      rule({ x: offset, from: value }, { colour: "offset", dash: [4, 4] }),
      dot(offset, value, { colour: "offset", radius: 8 }),
      label(
        `${Math.abs(Math.round(offset))} apart${narrow || width > 480 ? ", wherever they are" : ""}`,
        offset,
        range.high + room,
        {
          dy: -14,
          align: "center",
          colour: "offset",
          keep: true,
        },
      ),
      label(`${measureName}**${short(value)}**`, offset, value, {
        strong: "offset",
        size: width < 800 ? 16 : 19,
        leader: true,
        halo: true,
        // On the side of the nearer end of the curve, or else on the other side of the dot.
        dx: labelDx,
        dy: -26,
        or: [{ dy: 8 }, { dx: -labelDx }, { dx: -labelDx, dy: 8 }, { keep: true, dy: 8 }],
      }),
    ],
    handles: [
      {
        name: "offset Δ",
        y: value,
        look: "none",
        value: offset,
        min: Math.max(start - position, 1 - length),
        max: Math.min(start + length - 1 - position, length - 1),
        words: `${whole(offset)}: ${short(curve.values[Math.round(offset) + length - 1])}`,
        set: (by) => ({ second: position + by }),
      },
    ],
  };
}

export const PhasorSimilarity = figure("phasor-similarity", {
  title: "Equal distance, equal product",
  hint: "**Drag the point.** Along its diagonal the product stays the same; across, it follows the curve.",
  shared: ["dModel", "length", "base", "position", "second"],
  attributes: {
    measure: ["dot", "cosine"],
    pairs: { value: MOST_PAIRS, min: 1, max: MOST_PAIRS },
  },
  glide: ["position", "second"],
  // Below this width, square and curve no longer fit side by side.
  narrow: 480,
  data,
  panels(p, d, room) {
    const stacked = room.narrow && !room.low;
    const panels = [square, curvePanel].map((of) => of(p, d, { ...room, narrow: stacked }));
    return stacked ? panels : row(...panels);
  },
  controls: (p, { pairs }) => [
    sliderOf(p, "pairs", "pairs added up, fast ones first", {
      ...{ min: 1, max: p.dModel / 2, value: pairs, text: `${pairs} of ${p.dModel / 2}` },
    }),
  ],
  more: (p) => [slider.length(p, 256), slider.dModel(p), slider.base(p)],
  say: (p, d) =>
    `Positions ${whole(p.position)} and ${whole(d.second)}: ${isCosine(p) ? "cosine" : "product"} ${short(valueAt(p, d))}, as for any two positions ${Math.abs(Math.round(d.second - p.position))} apart${d.last ? `, from ${d.pairs} of ${p.dModel / 2} pairs` : ""}.`,
  table: (_, { start, length, values }) =>
    byRow("position", values, length, (n) => String(start + n), start),
  programs: ({ dModel, base, measure }, { start, length, pairs }) =>
    similarityPrograms({ dModel, base, start, length, pairs, isCosine: isCosine({ measure }) }),
});
