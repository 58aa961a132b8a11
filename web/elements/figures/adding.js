// <phasor-adding>: a word's vector times a factor, plus the encoding of its position, and the
// share of each in the sum.
import { sinusoidalAt } from "../../phasor/index.js";
import {
  byColumn,
  cells,
  clamp,
  colourKey,
  figure,
  label,
  linear,
  nearestIn,
  path,
  raster,
  rule,
  sliderOf,
  times,
  whole,
} from "../core/index.js";
import { addingPrograms } from "./adding-programs.js";
import { learned } from "./adding-word.js";

/** @import { DataOf, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ factor: number }>} P */

/**
 * @typedef {object} D
 * @property {Float64Array} unit the word's vector, scaled to length 1
 * @property {Float64Array} word @property {Float64Array} place @property {Float64Array} input
 * @property {number[]} lengths of these three
 */

const WIDTH = 64;
/** The squared length of every position's encoding. */
const SQUARED_LENGTH = WIDTH / 2;
/** Factors with a label below the bar. @type {{ factor: number, text: string, short: string, note: string, align: "left" | "right" }[]} */
const STOPS = [
  {
    factor: 1,
    text: "× 1",
    short: "× 1",
    note: "as first drawn: the place drowns the word",
    align: "left",
  },
  { factor: 5.66, text: "× 5.7", short: "5.7", note: "even", align: "right" },
  { factor: 8, text: "× √d = 8", short: "√d = 8", note: "the Transformer", align: "left" },
  { factor: 64, text: "× 64", short: "64", note: "√d once too often", align: "right" },
];
const [MIN_FACTOR, MAX_FACTOR] = [0.5, 64];
/** Distance at which the seam snaps to a named factor: in pixels, and as a fraction of the bar. */
const SNAP = { pixels: 8, part: 0.006 };

/** The word's share of the squared length. @param {number} factor */
const shareOf = (factor) => factor ** 2 / (factor ** 2 + SQUARED_LENGTH);

/** The factor that gives the word this share. @param {number} share @param {number} reach distance at which a named factor is taken instead */
function factorAt(share, reach) {
  const namedStop = STOPS.find(({ factor }) => Math.abs(shareOf(factor) - share) < reach);
  if (namedStop) return namedStop.factor;
  const part = clamp(share, shareOf(MIN_FACTOR), shareOf(MAX_FACTOR));
  return Number(Math.sqrt((SQUARED_LENGTH * part) / (1 - part)).toFixed(2));
}

/** @type {DataOf<P, D>} */
const data = {
  unit() {
    const entries = Float64Array.from(learned);
    const length = lengthOf(entries);
    return entries.map((value) => value / length);
  },
  word: ({ factor }, { unit }) => unit.map((value) => factor * value),
  place: ({ position }) => sinusoidalAt([position], WIDTH, { dtype: "float64" }),
  input: (_, { word, place }) => word.map((value, n) => value + place[n]),
  lengths: (_, { word, place, input }) => [word, place, input].map(lengthOf),
};

/** @param {Float64Array} vector */
const lengthOf = (vector) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

const number = (/** @type {number} */ value) => String(+value.toPrecision(3));

/** @param {"word" | "place" | "input"} name @param {string} text @param {string} colour @param {number} length @param {boolean} narrow @param {number} [top] @returns {Panel<P, D>} */
function strip(name, text, colour, length, narrow, top = 0) {
  const words = `**${text}**`;
  const size = `length ${number(length)}`;
  return {
    name,
    height: narrow ? 34 : 44,
    fixed: true,
    margin: narrow ? { top: top + 24 } : { left: 164, top },
    x: cells(0, WIDTH, { axis: "none" }),
    y: cells(0, 1, { axis: "none" }),
    still: (_, d) => [
      raster({ values: d[name], columns: WIDTH, rows: 1, low: -2, high: 2, gaps: true }),
      name === "word" && colourKey({ low: "−2", high: "2" }, { dy: -13, width: narrow ? 60 : 110 }),
    ],
    marks: () =>
      narrow
        ? [label(`${words}  ${size}`, -0.5, 0, { strong: colour, dy: -29 })]
        : [
            // Long text gets smaller letters.
            label(words, -0.5, 0, {
              strong: colour,
              size: Math.min(17, 225 / text.length),
              dx: -20,
              dy: -7,
            }),
            label(size, -0.5, 0, { dx: -20, dy: 15 }),
          ],
  };
}

/** @param {P} p @param {Room} room @returns {Panel<P, D>} */
function bar({ factor }, { narrow, width, measure }) {
  const share = shareOf(factor);
  const height = narrow ? 64 : 70;
  const inside = width - (narrow ? 0 : 164);
  /** @type {(from: number, to: number, colour: string) => Mark} */
  const fill = (from, to, colour) =>
    path([from, to, to, from], [0, 0, 1, 1], { closed: true, fill: colour, width: 0 });
  /** @type {(name: string, size: number, colour: string) => Mark} */
  const part = (name, size, colour) => {
    const text = `${Math.round(100 * size)} % ${name}`;
    const letters = narrow ? 17 : 20;
    // 18 pixels before the text; 24 after it for half of the seam's handle.
    const fits = size * inside > 1.1 * measure(text, letters) + 18 + 24;
    const isWord = name === "word";
    return label(`**${text}**`, isWord ? 0 : 1, 0.5, {
      align: isWord ? "left" : "right",
      dx: fits ? (isWord ? 18 : -18) : 0,
      dy: fits ? 0 : -height / 2 - 15,
      size: letters,
      colour: fits ? "paper" : colour,
    });
  };
  return {
    name: "bar",
    height,
    fixed: true,
    margin: { top: narrow ? 34 : 44, left: narrow ? 0 : 164, right: 0 },
    x: linear(0, 1, { axis: "none" }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => [
      fill(0, share, "dimension"),
      fill(share, 1, "position"),
      rule({ x: share }, { colour: "paper", width: 3 }),
      part("word", share, "dimension"),
      part("place", 1 - share, "position"),
    ],
    press: "factor of the word",
    handles: [
      {
        name: "factor of the word",
        look: "seam",
        y: 0.5,
        value: share,
        min: shareOf(MIN_FACTOR),
        max: shareOf(MAX_FACTOR),
        step: 0.01,
        words: `${number(factor)}: ${Math.round(100 * share)} % word, ${Math.round(100 * (1 - share))} % place`,
        set: (value) => ({ factor: factorAt(value, SNAP.part) }),
        drag: ({ x, plot }) => ({
          factor: factorAt(x, Math.max(SNAP.part, SNAP.pixels / plot.frame.width)),
        }),
      },
    ],
  };
}

/** The named factors below the bar; a tap on a name selects its factor. @param {P} p @param {boolean} narrow @returns {Panel<P, D>} */
function stops({ factor }, narrow) {
  const marksOf = (/** @type {typeof STOPS[number]} */ stop) => {
    const isChosen = stop.factor === factor;
    const [at, name] = [shareOf(stop.factor), narrow ? stop.short : stop.text];
    const align = /** @type {const} */ ({ align: stop.align, dx: stop.align === "left" ? -4 : 4 });
    return [
      rule(
        { x: at, from: 1, to: 0.74 },
        { colour: isChosen ? "ink" : "edge", width: isChosen ? 3 : 1.25 },
      ),
      label(isChosen ? `**${name}**` : name, at, 0.5, {
        ...align,
        colour: "ink",
        strong: "ink",
        keep: true,
      }),
      (!narrow || isChosen) && label(stop.note, at, 0.14, { ...align, keep: true }),
    ];
  };
  return {
    name: "stops",
    height: 64,
    fixed: true,
    margin: { left: narrow ? 0 : 164 },
    x: linear(0, 1, { axis: "none" }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => STOPS.map(marksOf),
    tap(x) {
      const factors = STOPS.map((stop) => stop.factor);
      return { factor: factors[nearestIn(factors.map(shareOf), x)] };
    },
  };
}

export const PhasorAdding = figure("phasor-adding", {
  title: "How loud the word, how loud the place?",
  hint: "**Drag the seam** of the bar: it is the factor in front of the word.",
  shared: ["position"],
  attributes: { factor: { value: 8, min: MIN_FACTOR, max: MAX_FACTOR, step: 0.01 } },
  glide: ["position"],
  narrow: 920,
  data,
  panels(p, { lengths }, room) {
    const { narrow } = room;
    const [word, place, input] = lengths;
    const at = whole(p.position);
    /** @type {Panel<P, D>} */
    const note = {
      name: "note",
      text: "shares of the squared length; the cross terms cancel on average, because a word and a place are nearly at right angles",
      margin: { left: narrow ? 0 : 164 },
    };
    const panels = [
      strip("word", `${number(p.factor)} × word`, "dimension", word, narrow, 22),
      strip("place", `+ place ${at}`, "position", place, narrow),
      strip("input", "= input", "ink", input, narrow, 16),
      bar(p, room),
      stops(p, narrow),
      note,
    ];
    return { column: panels, gap: 14 };
  },
  across({ place, input }) {
    const y = (place.frame.top + place.frame.height + input.box.top + 12 * place.unit) / 2;
    return path(
      [Math.max(input.frame.left - 120, input.box.left), input.frame.left + input.frame.width],
      [y, y],
      { colour: "ink", width: 1.5 },
    );
  },
  more: (p) => [sliderOf(p, "position", "place", { symbol: "p", min: 0, max: p.length - 1 })],
  say: (p, { lengths: [word, place, input] }) =>
    `${number(p.factor)} × word has length ${number(word)}, place ${whole(p.position)} has ${number(place)}, their sum ${number(input)}: ${Math.round(100 * shareOf(p.factor))} % word, ${Math.round(100 * (1 - shareOf(p.factor)))} % place.`,
  table: (_, { word, place, input }) =>
    byColumn({ dimension: times(WIDTH, (n) => n), word, place, input }),
  programs: (p) =>
    addingPrograms({ d: WIDTH, learned, factor: p.factor, position: Math.round(p.position) }),
});
