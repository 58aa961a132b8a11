// The panels of <phasor-rope>: numbers as cells, pairs on dials, and scores.
import {
  cells,
  colourKey,
  dot,
  dots,
  fixed,
  label,
  line,
  linear,
  needle,
  cell as outline,
  path,
  raster,
  ring,
  rule,
  wedge,
  whole,
} from "../core/index.js";
import { featuresOf, isCache, pairOf, REACH } from "./rope-model.js";

/** @import { Panel, Room } from "../core/types.js" */
/** @import { D, P, Pairing } from "./rope-model.js" */

/** End of the colour scale: no feature of a rotated vector exceeds it. */
const COLOUR_RANGE = 1.25;

/** @param {number} value */
export const signed = (value) => `${value < 0 ? "" : "+"}${fixed(value, 2)}`;
/** @param {number} turn words per turn */
export const degrees = (turn) => `${Number((360 / turn).toPrecision(3))}° a word`;

/** The numbers of each vector as a row of cells. @param {P} p @param {D} d @param {boolean} narrow @param {boolean} low whether there is no room for the scale @param {number} cell height of a row @returns {Panel<P, D>} */
export function strip(p, d, narrow, low, cell) {
  // The space beside the rows fits only three digits.
  const isFar = d.first > 990;
  const rows =
    p.show === "five"
      ? d.places.map(({ position, values }, n) => ({
          name: isFar ? (n === 0 ? "*p*" : `+${n}`) : `${Math.round(position)}`,
          colour: "position",
          values,
        }))
      : [
          { name: "*q*", colour: "position", values: d.turnedQ },
          { name: "*k*", colour: "key", values: d.turnedK },
        ];
  const top = (/** @type {number} */ n) => rows.length - n;
  return {
    name: "strip",
    height: cell * rows.length,
    fixed: true,
    margin: { left: 36, right: 18, top: low ? 4 : narrow ? 50 : 30, bottom: 2 },
    x: cells(0, p.dModel, { axis: "none" }),
    y: linear(0.14, rows.length, { axis: "none" }),
    marks: () => [
      rows.map(({ name, colour, values }, n) => [
        raster({
          values,
          columns: p.dModel,
          rows: 1,
          low: -COLOUR_RANGE,
          high: COLOUR_RANGE,
          y: [top(n), top(n) - 0.86],
          gaps: true,
        }),
        path(
          [-0.5, p.dModel - 0.5, p.dModel - 0.5, -0.5],
          [top(n), top(n), top(n) - 0.86, top(n) - 0.86],
          { closed: true, colour: "edge", width: 1 },
        ),
        label(name, -0.5, top(n) - 0.43, {
          dx: -10,
          colour,
          size: name.startsWith("*") ? 19 : 14,
        }),
      ]),
      !low && [
        label(
          `${p.dModel} made-up numbers${narrow ? "" : " of each"}, turned by place`,
          -0.5,
          top(0),
          {
            dy: narrow ? -38 : -16,
            keep: true,
          },
        ),
        colourKey({ low: fixed(-COLOUR_RANGE, 2), high: `${COLOUR_RANGE}` }),
      ],
      p.hover?.pair !== undefined &&
        groups(p, p.hover.pair).map((x) => outline({ x }, { colour: "ink", width: 1 })),
      d.pairs.map((pair) =>
        groups(p, pair).map((x) =>
          outline({ x }, { colour: "dimension", width: 2, more: 3, radius: 4 }),
        ),
      ),
    ],
    tap: (x) => ({ pair: pairOf(p, Math.round(x)) }),
    point: (x) => ({ pair: pairOf(p, Math.round(x)) }),
  };
}

/** A pair's cells, in groups of adjacent ones. @param {Pairing} p @param {number} pair @returns {[number, number][]} */
export function groups(p, pair) {
  const [a, z] = featuresOf(p, pair);
  return z - a === 1
    ? [[a, z]]
    : [
        [a, a],
        [z, z],
      ];
}

/**
 * @param {P} p @param {D} d @param {number} n @param {number} radius @param {boolean} low
 * @param {Room["measure"]} measure
 * @returns {Panel<P, D>}
 */
export function dialOf(p, d, n, radius, low, measure) {
  const pair = d.pairs[n];
  const dial = { x: radius + 2, y: radius + 2, radius };
  const [a, z] = featuresOf(p, pair);
  const longest = Math.max(Math.hypot(d.q[a], d.q[z]), Math.hypot(d.k[a], d.k[z]));
  const hand = (/** @type {Float64Array} */ x, /** @type {string} */ colour, options = {}) =>
    needle(dial, Math.atan2(x[z], x[a]), {
      colour,
      part: (0.92 * Math.hypot(x[a], x[z])) / longest,
      ...options,
    });
  const unturned = { dash: [4, 4], width: 1.25 };
  const [from, to] = [d.turnedK, d.turnedQ].map((x) => Math.atan2(x[z], x[a]));
  const short = to - from - 2 * Math.PI * Math.round((to - from) / (2 * Math.PI));
  const kind =
    d.pairs.length > 1 ? (n === 0 ? "fast" : n === d.pairs.length - 1 ? "slow" : "") : "";
  // Bold letters are wider than those that are measured.
  const fits = (/** @type {string} */ text) => 1.15 * measure(text) < 2 * radius + 4;
  const full = `${kind} pair ${pair}`.trim();
  const name = kind && !fits(full) ? `${kind} ${pair}` : full;
  const five = p.show === "five";
  const angle = degrees(d.wavelengths[pair]);
  const lines = [
    five ? undefined : `adds **${signed(d.adds[pair])}**`,
    low && !five ? undefined : fits(angle) ? angle : angle.replace(" a word", ""),
  ].filter((text) => text !== undefined);
  return {
    name: `dial ${n}`,
    width: 2 * radius + 4,
    height: 2 * radius + (low ? 60 : 46 + 23 * lines.length + (n === 0 ? 24 : 0)),
    fixed: true,
    margin: { top: 26 },
    marks: () => [
      ring(dial, { colour: "dimension" }),
      hand(d.q, "position", unturned),
      five
        ? d.places.map(({ values }, at) => hand(values, "position", { opacity: 1 - 0.15 * at }))
        : [
            hand(d.k, "key", unturned),
            wedge(dial, from, from + short),
            hand(d.turnedK, "key"),
            hand(d.turnedQ, "position"),
          ],
      label(`**${name}**`, dial.x, 2 * radius, {
        dy: 26,
        align: "center",
        colour: "dimension",
      }),
      lines.map((text, at) =>
        label(text, dial.x, 2 * radius, {
          dy: 49 + 23 * at,
          align: "center",
          strong: "ink",
          keep: true,
        }),
      ),
      n === 0 &&
        !low &&
        label("dashed: not turned yet", 0, 2 * radius, {
          dy: 49 + 23 * lines.length + 4,
          size: 14,
        }),
    ],
  };
}

/** @param {P} p @param {D} d @param {boolean} narrow @returns {Panel<P, D>} */
export function chart(p, d, narrow) {
  const hasCache = isCache(p);
  const { curve, cache, score, reach, past, start } = d;
  const [at, lines] = hasCache
    ? [d.second, [...cache.right, ...cache.forgotten]]
    : [d.offset, curve.ys];
  const [low, high] = [Math.min(...lines), Math.max(...lines)];
  const room = 0.1 * (high - low || 1);
  // The label stands on the side away from the peak at distance 0, or from a cache's first key.
  const isLeft = hasCache ? at > (start + past) / 2 : at < 0;
  const isHigh = score > high - 1.5 * room;
  const dx = isLeft ? -14 : 14;
  const dy = isHigh ? 22 : -22;
  const colour = p.show === "forgotten" ? "key" : hasCache ? "position" : "offset";
  return {
    name: "chart",
    height: narrow ? 190 : 210,
    margin: { right: 8, bottom: hasCache ? 0 : 24 },
    heading: hasCache
      ? `score of every key${p.show === "cache" ? `, *q* at ${whole(past)}` : ""}`
      : `score: ${p.dModel > 2 ? `the sum of all ${p.dModel / 2} pairs` : "what the pair adds"}`,
    headingColour: colour,
    x: hasCache
      ? linear(start, Math.max(past - 1, start + 1), {
          name: "position *n* of the key",
          colour: "key",
        })
      : linear(-reach, reach, { ticks: [-1, -0.5, 0, 0.5, 1].map((part) => part * reach) }),
    y: linear(low - room, high + room, { grid: true }),
    still: (p, d) => (isCache(p) ? cacheLines(p, d) : distanceLines(d)),
    marks: () => [
      rule({ x: at, from: score, to: low - room }, { colour, dash: [4, 4] }),
      dot(at, score, { colour, radius: 8 }),
      label(`score **${fixed(score, 2)}**`, at, score, {
        ...{ strong: colour, size: 19, halo: true, keep: true },
        dx,
        // The label stays clear of the heading above the highest score.
        dy,
        or: [{ dy: -dy }, { dx: -dx, dy: 22 }, { dx: -dx, dy: -22 }],
      }),
      // When the query is rotated by its own position, the heading says so.
      p.show === "forgotten" &&
        label(`*q* at ${whole(past)}`, past - 1, cache.right[cache.right.length - 1], {
          ...{ dy: -12, dx: -4, colour: "position", halo: true, optional: true },
        }),
      hasCache &&
        label("*q* at 0", start, cache.forgotten[0], {
          ...{ dx: 8, dy: 16, colour: "key", halo: true, optional: true },
        }),
      !hasCache && [
        label("*k* before *q*", -reach, low - room, { dy: 40, colour: "offset" }),
        label("*k* after *q*", reach, low - room, { dy: 40, align: "right", colour: "offset" }),
      ],
    ],
    handles: [
      {
        name: "offset Δ",
        x: at,
        y: score,
        look: "none",
        keys: false,
        min: hasCache ? start : Math.max(-p.position, -reach),
        max: hasCache ? past - 1 : Math.min(p.length - 1 - p.position, reach),
        set: (value) => ({ second: hasCache ? value : p.position + value }),
      },
    ],
  };
}

/** @param {D} d */
function distanceLines({ curve: { xs, ys, step } }) {
  const dotted = ys.map((y, n) => (Number.isInteger(xs[n]) ? y : Number.NaN));
  // No line between samples that are more than one position apart: scores between them can differ.
  return [
    step <= 1 && line(xs, ys, { colour: "offset", width: 1.25, opacity: 0.7 }),
    (step > 1 || xs.length <= 8 * REACH + 1) &&
      dots(xs, dotted, { colour: "offset", opacity: step > 1 ? 0.5 : 1 }),
  ];
}

/** @param {P} p @param {D} d */
function cacheLines({ show }, { cache: { keys, right, forgotten } }) {
  const isRight = show === "cache";
  return [
    line(keys, right, {
      colour: "position",
      width: isRight ? 2 : 1.25,
      opacity: isRight ? 1 : 0.6,
    }),
    line(keys, forgotten, {
      colour: "key",
      width: isRight ? 1.25 : 2,
      opacity: isRight ? 0.6 : 1,
      dash: [5, 3],
    }),
  ];
}
