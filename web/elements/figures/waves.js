// <phasor-waves>: hands turn, and their tips draw waves along the positions.
import { frequencies, sinusoidalAt, wavelengths } from "../../phasor/index.js";
import {
  area,
  cells,
  column,
  dialTip,
  dot,
  dots,
  figure,
  fixed,
  hand,
  handAngle,
  label,
  line,
  linear,
  numbersIn,
  pairKeys,
  path,
  positionPill,
  ring,
  row,
  rule,
  short,
  slider,
  tags,
  wavelength,
  whole,
  zoomButtons,
} from "../core/index.js";
import { columnPrograms, columnTable } from "../core/programs.js";
import { atPositions, isBand, upTo, wavesOf } from "./waves-model.js";

/** @import { Stroke } from "../core/marks/lines.js" */
/** @import { DataOf, Mark, Panel, Params, Room } from "../core/types.js" */
/** @import { Wave } from "./waves-model.js" */

/** @typedef {Params<{ pairs: string }>} P */

/**
 * @typedef {object} D
 * @property {Float64Array} wavelengths
 * @property {number[]} small the pairs with small dials and waves
 * @property {number[]} shown these and the big pair, from fast to slow
 * @property {Record<number, [sine: Wave, cosine: Wave]>} waves of the pairs shown, by pair
 * @property {Float64Array} here the encoding of the position
 */

/** The default small pairs, as fractions of the way from the fastest pair to the slowest. */
const FIRST_PAIRS = [0, 1 / 8, 3 / 8, 1 / 2];
/** The small pairs: those in the attribute `pairs`, or the default ones. @param {P} p @returns {number[]} */
function smallOnes({ pairs, dModel, pair }) {
  const count = dModel / 2;
  const requested = numbersIn(pairs);
  const chosen =
    requested.length > 0 ? requested : FIRST_PAIRS.map((part) => Math.floor(part * count));
  const inRange = chosen.filter(
    (other) => Number.isInteger(other) && other >= 0 && other < count && other !== pair,
  );
  return [...new Set(inRange)].slice(0, 4);
}

/** @type {DataOf<P, D>} */
const data = {
  wavelengths: ({ dModel, base }) => wavelengths(dModel, { base }),
  small: smallOnes,
  shown: ({ pair }, { small }) => [pair, ...small].sort((one, other) => one - other),
  waves({ start, end, dModel, base, pair }, { small }) {
    const rates = frequencies(dModel, { base });
    const both = [pair, ...small].map((shown) => [shown, wavesOf(rates[shown], start, end)]);
    return Object.fromEntries(both);
  },
  here: ({ position, dModel, base }) =>
    sinusoidalAt([position], dModel, { base, dtype: "float64" }),
};

/** @param {Wave} wave @param {Stroke} pen */
const curveMark = ({ xs, ys, low, high }, { opacity = 1, ...pen }) =>
  ys ? line(xs, ys, { ...pen, opacity }) : area(xs, low, high, { ...pen, opacity: 0.45 * opacity });

/** Dots at the whole positions. @param {Wave} wave @param {number} end */
function pointsOf(wave, end) {
  const values = atPositions(wave, end);
  return values && dots(wave.xs, values, { radius: 2.5 });
}

/** The largest y of a wave's panel, where the dial's radius is 1. */
const MAX_Y = 1.15;
const MARGIN = { top: 34, bottom: 34 };
/** Pixels between the wave and the ruler, for the upper half of the pill on the ruler. */
const PILL_ROOM = 14;

/** The dial at the left of the big wave. @param {P} p @param {D} d @param {number} pair @param {number} radius @returns {Panel<P, D>} */
function bigDial(p, d, pair, radius) {
  const dial = { x: radius + 8, y: MAX_Y * radius, radius };
  const angle = handAngle(d.here, pair);
  return {
    name: `dial ${pair}`,
    width: 2 * radius + 16,
    height: 2 * MAX_Y * radius,
    margin: MARGIN,
    fixed: true,
    marks: () => [
      ring(dial, { colour: "dimension" }),
      // The part of the rim that the hand has passed in this turn.
      p.playing &&
        ring(dial, {
          arc: [0, (angle + 2 * Math.PI) % (2 * Math.PI)],
          colour: "position",
          width: 4,
        }),
      hand(dial, angle, { tip: 7 }),
    ],
    handles: [
      {
        name: "hand",
        ...dialTip(dial, angle, d.wavelengths[pair]),
        keys: false,
        value: p.position,
        min: 0,
        max: p.length - 1,
        set: (position) => ({ position }),
      },
    ],
  };
}

/** Options that a small pair's dial and wave share, so that the tip is level with the curve. @param {boolean} narrow */
const small = (narrow) => ({
  height: 50,
  y: linear(-1.3, 1.3, { axis: "none" }),
  margin: { top: narrow ? 22 : 0 },
});

/** The dial at the left of a small wave, below that of the big one. @param {D} d @param {number} pair @param {Room} room @returns {Panel<P, D>} */
const smallDial = ({ here }, pair, { narrow }) => ({
  ...small(narrow),
  name: `dial ${pair}`,
  width: narrow ? 92 : 180,
  x: linear(-1, 1, { axis: "none" }),
  fit({ y, unit }) {
    const dial = { x: 0, y: 0, radius: y.unit / unit };
    const angle = handAngle(here, pair);
    return { marks: () => [ring(dial, { colour: "dimension" }), hand(dial, angle, { tip: 4 })] };
  },
});

/** @param {P} p @param {D} d @param {number} pair @param {number} radius @param {Room & { aside: number }} room @param {boolean} dotted @returns {Panel<P, D>} */
function bigWave(p, d, pair, radius, { narrow, aside }, dotted) {
  const { position, start, end } = p;
  const turn = d.wavelengths[pair];
  const [sine, cosine] = ["sin", "cos"].map(
    (name, n) => `${name} **${fixed(d.here[2 * pair + n], 2)}**`,
  );
  const floor = -MAX_Y - PILL_ROOM / radius;
  /** The rim, unrolled above the wave. @type {(from: number, to: number, stroke: Stroke) => Mark} */
  const level = (from, to, stroke) => path([from, to], [1.32, 1.32], stroke);
  // The position at which the hand began its current turn.
  const turnStart = Math.max(turn * Math.floor(position / turn), start - 0.5);
  // The start of a line as long as a turn, which stays within the frame.
  const from = Math.max(Math.min(position - turn / 2, end - turn), start) - 0.5;
  return {
    name: "big",
    height: 2 * MAX_Y * radius + PILL_ROOM,
    fixed: true,
    x: cells(start, end - start, { axis: "ruler", label: short }),
    y: linear(floor, MAX_Y, { axis: "none" }),
    zoom: "x",
    press: "position *p*",
    point: (x) => ({ position: Math.round(x), pair }),
    still: (p, d) => [
      rule({ y: 0 }, { colour: "line", width: 1 }),
      curveMark(d.waves[pair][0], { colour: "dimension", width: 1.5, dash: [5, 4] }),
      // While playing, the part that the hand has not drawn yet is pale.
      curveMark(d.waves[pair][1], { width: 2.25, opacity: p.playing ? 0.25 : 1 }),
      dotted && !p.playing && pointsOf(d.waves[pair][1], p.end),
    ],
    marks: () => [
      p.playing && curveMark(upTo(d.waves[pair][1], position), { width: 2.25 }),
      rule({ x: position, from: MAX_Y, to: floor }, { colour: "position", width: 1.5 }),
      tags(
        position,
        [
          { y: d.here[2 * pair], text: sine, colour: "dimension" },
          { y: d.here[2 * pair + 1], text: cosine, colour: "position" },
        ],
        { dx: 20, clear: PILL_ROOM + 16 },
      ),
      dot(position, d.here[2 * pair + 1], { colour: "position", radius: 7 }),
      p.playing
        ? level(turnStart, position, { colour: "position", width: 4 })
        : turn < end - start && level(from, from + turn, { colour: "dimension", width: 1.25 }),
      isBand(turn, end - start) &&
        label("turns within a pixel: **zoom in**", (start + end - 1) / 2, 0, {
          ...{ align: "center", colour: "ink", box: true, optional: true },
          or: [
            { x: end - 0.5, dx: -12, align: "right" },
            { x: end - 0.5, dx: -12, align: "right", text: "**zoom in**" },
          ],
        }),
      label(
        `${narrow ? (turn < 1e4 ? "one turn =" : "turn:") : `pair ${pair}: one turn =`} **${wavelength(turn)} words**`,
        position,
        1.32,
        { align: "center", dy: -12, colour: "dimension", keep: true },
      ),
    ],
    margin: { top: 34, right: aside },
    handles: [
      positionPill(p, narrow, {
        y: floor,
        words: `${whole(position)}: cosine ${fixed(d.here[2 * pair + 1], 2)}, sine ${fixed(d.here[2 * pair], 2)}`,
        other: pairKeys(p),
      }),
    ],
  };
}

/** @param {D} d @param {number} pair */
const nameOf = ({ wavelengths }, pair) => `pair ${pair}: ${wavelength(wavelengths[pair])} words`;

/** @param {P} p @param {D} d @param {number} pair @param {Room & { aside: number }} room @returns {Panel<P, D>} */
function smallWave(p, d, pair, { narrow, aside }) {
  const { position, start, end, pair: big } = p;
  return {
    name: `pair ${pair}`,
    ...small(narrow),
    x: cells(start, end - start, { axis: "none" }),
    margin: { ...small(narrow).margin, right: aside },
    still: (_, d) => [curveMark(d.waves[pair][1], { width: 1 })],
    marks: () => [
      rule({ x: position }, { colour: "position", width: 1, dash: [3, 3] }),
      dot(position, d.here[2 * pair + 1], { colour: "position", radius: 4 }),
      narrow
        ? label(nameOf(d, pair), start - 0.5, 1.3, { dy: -11 })
        : label(nameOf(d, pair), end - 0.5, 0, { dx: 12 }),
    ],
    tap: () => ({
      pair,
      pairs: d.small.map((shown) => (shown === pair ? big : shown)).join(" "),
    }),
  };
}

export const PhasorWaves = figure("phasor-waves", {
  title: "The tip of each hand writes a wave",
  hint: "**Drag the cursor or the hand.** Tap a small wave to make it the big one; zoom with Ctrl + wheel or two fingers.",
  shared: ["dModel", "length", "base", "position", "pair"],
  attributes: { pairs: "" },
  glide: ["position"],
  data,
  panels(p, d, room) {
    const { narrow, width, measure } = room;
    // Room for the small waves' names at their ends.
    const names = d.small.map((pair) => measure(nameOf(d, pair)));
    const withAside = {
      ...room,
      aside: narrow ? 8 : Math.max(150, ...names.map((name) => name + 16)),
    };
    const radius = narrow ? 38 : 82;
    const dotted = p.end - p.start <= width / 7;
    const big = bigWave(p, d, p.pair, radius, withAside, dotted);
    return column(row(bigDial(p, d, p.pair, radius), big), {
      ...column(
        ...d.small.map((pair) => row(smallDial(d, pair, room), smallWave(p, d, pair, withAside))),
      ),
      gap: 10,
    });
  },
  // A turn takes four seconds.
  play: ({ position, end, dModel, base, pair }, time) =>
    position >= end - 1
      ? undefined
      : {
          position: Math.min(position + (time / 4) * wavelengths(dModel, { base })[pair], end - 1),
        },
  across: (plots, p, d) =>
    [p.pair, ...d.small].map((pair) => {
      const isBig = pair === p.pair;
      const [{ frame }, wave] = [plots[`dial ${pair}`], plots[isBig ? "big" : `pair ${pair}`]];
      const y = wave.y.at(d.here[2 * pair + 1]);
      const radius = Math.abs(wave.y.unit);
      const left = frame.left + frame.width / 2 + radius * d.here[2 * pair];
      const pen = { colour: "position", dash: [4, 4], width: isBig ? 1.25 : 1 };
      return path([left, wave.x.at(p.position)], [y, y], pen);
    }),
  more: (p) => [slider.length(p), slider.dModel(p), slider.base(p), ...zoomButtons],
  say: (p, d) =>
    `Position ${whole(p.position)}, pair ${p.pair}, one turn in ${wavelength(d.wavelengths[p.pair])} words: cosine ${fixed(d.here[2 * p.pair + 1], 2)}, sine ${fixed(d.here[2 * p.pair], 2)}.`,
  table: (p, { shown }) =>
    columnTable(p, 2 * shown.length, (c) => ({ pair: shown[c >> 1], wave: c % 2 })),
  programs(p, { shown: pairs }) {
    const count = 2 * pairs.length;
    return columnPrograms(p, { count, pair: "pairs[c >> 1]", wave: "c % 2", pairs });
  },
});
