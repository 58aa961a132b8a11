// <phasor-comparison>: how attention weight falls with distance, for each way to encode position.
import {
  alibiBias,
  LearnedPositionalEncoding,
  similarityByDistance,
  sinusoidalSimilarity,
  t5Bucket,
} from "../../phasor/index.js";
import {
  byColumn,
  choice,
  clamp,
  cross,
  decimal,
  figure,
  label,
  line,
  linear,
  log,
  rule,
  scientific,
  shade,
  slider,
  tags,
  times,
  whole,
} from "../core/index.js";
import { comparisonPrograms } from "./comparison-programs.js";

/** @import { LabelOptions } from "../core/marks/labels.js" */
/** @import { DataOf, Handle, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {"none" | "learned" | "alibi" | "sinusoidal" | "t5" | "rope"} Scheme */

/** @typedef {Params<{ distance: number, only: "all" | Scheme, heads: number, head: number }>} P */

/**
 * The weights of each scheme by distance, and the values that they are computed from.
 * @typedef {Record<Scheme, Float64Array> & Sources} D
 */

/**
 * @typedef {object} Sources
 * @property {number} count of distances
 * @property {Float64Array} products dot products of sinusoidal encodings, by distance
 * @property {number[]} buckets T5's bucket of each distance
 * @property {number} lastStep the distance at which T5's last bucket begins
 */

/** The head's width; scores are divided by its square root. */
export const WIDTH = 64;
const ROOT_OF_WIDTH = Math.sqrt(WIDTH);
/** Longest text in training: comparing a longer learned table with itself would take too long. */
const MAX_TRAINED_LENGTH = 1024;
/** T5 learns its biases. The ones here are made up: each bucket is lower by this. */
export const STEP = 1 / 8;
const LAST_BUCKET = 31;
const [MIN_WEIGHT, MAX_WEIGHT] = [2e-4, 1.45];
const LABELLED_WEIGHTS = [1, 0.1, 0.01, 0.001];

/** @type {Record<Scheme, { words: string, colour: string, pen?: { dash?: number[], width?: number, step?: boolean } }>} */
const SCHEMES = {
  none: { words: "none", colour: "muted" },
  learned: { words: "learned", colour: "position", pen: { dash: [2.5, 3], width: 3 } },
  alibi: { words: "ALiBi", colour: "key" },
  sinusoidal: { words: "sinusoidal", colour: "dimension", pen: { width: 4 } },
  t5: { words: "T5", colour: "fifth", pen: { dash: [8, 4], step: true } },
  // On the line of the sinusoids.
  rope: { words: "RoPE", colour: "offset", pen: { dash: [7, 7] } },
};
const NAMES = /** @type {Scheme[]} */ (Object.keys(SCHEMES));
const WORDS = Object.fromEntries(NAMES.map((name) => [name, SCHEMES[name].words]));

/** The longest text in training. @param {P} p */
const trainedLength = ({ length }) => Math.min(length, MAX_TRAINED_LENGTH);

/** Weights relative to that of the query's own position, from scores. @param {Float64Array} scores @param {number} [root] */
const weights = (scores, root = 1) => scores.map((score) => Math.exp((score - scores[0]) / root));

/** @type {DataOf<P, D>} */
const data = {
  count: (p) => 2 * trainedLength(p) + 1,
  products: ({ base }, { count }) => sinusoidalSimilarity(count, WIDTH, { base }),
  sinusoidal: (_, { products }) => weights(products, ROOT_OF_WIDTH),
  learned(p) {
    const { table } = new LearnedPositionalEncoding(trainedLength(p), WIDTH, { dtype: "float64" });
    return weights(similarityByDistance(table, [trainedLength(p), WIDTH]), ROOT_OF_WIDTH);
  },
  // A query and a key that are one vector, as long as a sinusoid's row: their scores are the same sum of cosines.
  rope: (_, { sinusoidal }) => sinusoidal,
  alibi({ heads, head }, { count }) {
    const bias = alibiBias(heads, 1, count, { offset: count - 1, dtype: "float64" });
    const at = Math.min(head, heads - 1) * count;
    return weights(bias.slice(at, at + count).reverse());
  },
  buckets: () => times(2 * MAX_TRAINED_LENGTH + 1, (n) => t5Bucket(-n, { bidirectional: false })),
  t5: (_, { count, buckets }) =>
    weights(Float64Array.from(times(count, (n) => -STEP * buckets[n]))),
  none: (_, { count }) => new Float64Array(count).fill(1),
  lastStep(_, { count, buckets }) {
    const last = buckets.indexOf(LAST_BUCKET);
    return last < 0 ? count : Math.min(last, count);
  },
};

/** A weight as short text. @param {number} value */
function part(value) {
  if (value === 1) return "1";
  if (value < 1e-3) return scientific(value, 1);
  return decimal(value, value < 0.01 ? 4 : value < 0.1 || value > 0.95 ? 3 : 2);
}

/** The height of a line at a distance, interpolated between whole ones. @param {Scheme} name @param {Float64Array} values @param {number} at */
function valueAt(name, values, at) {
  const before = Math.floor(at);
  if (name === "t5" || before === at) return values[before];
  return values[before] * (values[before + 1] / values[before]) ** (at - before);
}

/** The schemes that have a value at a distance. @param {D} d @param {number} at */
const thereAt = (d, at) => NAMES.filter((name) => at <= d[name].length - 1);

/** The side on which the names stand: right, or left if there is no room. @param {P} p @param {number} width */
const sideOf = (p, width) =>
  (1 - p.distance / (2 * trainedLength(p))) * (width - 86) > 145 ? "right" : "left";

/** Below this width, the longest name is abbreviated. */
const MIN_WIDTH_OF_NAMES = 340;
/** Pixels above the axis that are kept free for the pill. */
const PILL_ROOM = 36;

const NOTE_WEIGHT = 0.00085;

/** Notes on the lines, where the names at the cursor leave room. @param {P} p @param {D} d @param {Room} room */
function notes(p, d, { width, narrow, measure }) {
  const length = trainedLength(p);
  const perWord = (width - 86) / (2 * length);
  /** @type {(text: string, part: number, y: number, colour: string, dy?: number, or?: LabelOptions["or"]) => Mark} */
  const note = (text, part, y, colour, dy = 0, or = []) =>
    label(text, part * length, y, {
      ...{ colour, dx: 14, dy, halo: true },
      or: [{ keep: true }, ...or],
      optional: true,
    });
  /** @type {(name: Scheme, text: string, part: number, y: number, dy?: number, or?: LabelOptions["or"]) => Mark | false} */
  const noteOf = (name, text, part, y, dy, or) =>
    isShown(p, name) && note(text, part, y, SCHEMES[name].colour, dy, or);
  if (narrow)
    return label("beyond training →", length, MIN_WEIGHT, {
      dx: 10,
      dy: -44,
      or: [{ text: "untrained →" }],
      optional: true,
    });
  const from = Math.round(1.4 * length);
  const ripples = Math.max(...d.sinusoidal.subarray(from));
  const under = Math.min(d.t5[from], ...d.sinusoidal.subarray(from));
  // ALiBi's note stands left of where its line falls to NOTE_WEIGHT, right of it if that is early, above
  // the end of the line, or along it.
  const falls = `falls forever: head ${headOf(p) + 1} of ${p.heads}`;
  const fallsAt = d.alibi.findIndex((weight) => weight < 2 * NOTE_WEIGHT);
  const before = (fallsAt < 0 ? 2 * length : fallsAt) - (measure(falls) + 24) / perWord;
  const labelX = 1.13 * length;
  const isBelow = d.alibi[Math.round(labelX)] < NOTE_WEIGHT / 3;
  const middle = d.alibi[Math.round(1.5 * length)];
  return [
    note("longer than any text in training →", 1, MIN_WEIGHT, "muted", -26),
    noteOf("learned", "the learned table ends", 1, d.learned[length - 1], 20),
    noteOf("sinusoidal", "ripples forever; RoPE alike if *q* = *k*", 1.4, ripples * 1.25),
    d.lastStep < from && noteOf("t5", `one step from ${d.lastStep} on`, 1.5, under * 0.76),
    fallsAt < 0
      ? noteOf("alibi", falls, 1.5, middle, -20, [{ dy: 24, keep: true }])
      : noteOf(
          "alibi",
          falls,
          (isBelow ? 1.11 * fallsAt : Math.min(labelX, before)) / length,
          NOTE_WEIGHT,
        ),
  ];
}

/** @param {P} p @param {Scheme} name */
const isShown = ({ only }, name) => only === "all" || only === name;

/** @param {P} p */
const headOf = ({ head, heads }) => Math.min(head, heads - 1);

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(p, d, room) {
  const { distance, only } = p;
  const { narrow, width } = room;
  const length = trainedLength(p);
  const at = Math.round(distance);
  const nameOf = (/** @type {Scheme} */ name) =>
    width < MIN_WIDTH_OF_NAMES ? WORDS[name].replace("sinusoidal", "sines") : WORDS[name];
  const [height, last] = [narrow ? 360 : 430, 2 * length];
  /** @type {Omit<Handle<P>, "name" | "y">} */
  const handle = {
    colour: "ink",
    value: distance,
    min: 0,
    max: last,
    words: `${whole(at)} words back`,
    set: (value) => ({ distance: value }),
  };
  return {
    name: "weights",
    height,
    margin: { top: 10, right: 16 },
    x: linear(0, last, {
      name: "words back",
      strong: [length],
      ticks: [0, 0.5, 1, 1.5, 2].map((part) => Math.round(part * length)),
    }),
    y: log(MIN_WEIGHT, MAX_WEIGHT, {
      grid: true,
      ticks: LABELLED_WEIGHTS,
      label: (value) => (value === 1 ? "1" : `1/${Math.round(1 / value)}`),
    }),
    still: (p, d) => [
      shade(trainedLength(p) - 0.5, 2 * trainedLength(p)),
      LABELLED_WEIGHTS.map((y) => rule({ y }, { colour: "line", width: 1 })),
      NAMES.map((name) => {
        const { colour, pen } = SCHEMES[name];
        const opacity = isShown(p, name) ? 1 : 0.22;
        const distances = Object.keys(d[name]).map(Number);
        return line(distances, d[name], { width: 2.25, colour, opacity, ...pen });
      }),
      cross(trainedLength(p) - 1, d.learned[trainedLength(p) - 1], { colour: "position" }),
    ],
    marks: () => [
      rule({ x: distance }, { colour: "ink", width: 1.5 }),
      tags(
        distance,
        thereAt(d, distance).map((name) => ({
          y: valueAt(name, d[name], distance),
          text: isShown(p, name) ? `${nameOf(name)} **${part(d[name][at])}**` : nameOf(name),
          colour: isShown(p, name) ? SCHEMES[name].colour : "muted",
          tap: { only: name === only ? "all" : name },
        })),
        { side: sideOf(p, width), clear: PILL_ROOM },
      ),
      notes(p, d, room),
    ],
    tap: (x) => ({ distance: clamp(Math.round(x), 0, last) }),
    handles: [
      // The line itself can be dragged, not only the pill at its foot.
      {
        ...handle,
        name: "the line",
        y: Math.sqrt(MIN_WEIGHT * MAX_WEIGHT),
        look: "none",
        width: 24,
        height: height * 0.9,
        keys: false,
      },
      {
        ...handle,
        name: "distance",
        y: 1.25 * MIN_WEIGHT,
        look: "pill",
        text: `${whole(at)} back`,
      },
    ],
  };
}

export const PhasorComparison = figure("phasor-comparison", {
  title: "How much less a far word counts",
  hint: "**Drag the distance.** How much does an equally good key weigh there, compared with one at the query’s own place?",
  shared: ["length", "base"],
  attributes: {
    distance: { value: 44, min: 0, max: 2 * MAX_TRAINED_LENGTH },
    only: ["all", ...NAMES],
    heads: { value: 8, min: 1, max: 64 },
    head: { value: 4, min: 0, max: 63 },
  },
  glide: ["distance"],
  data,
  panels: (p, d, room) => [
    chart(within(p), d, room),
    {
      text: "One head of width 64. The learned table is untrained, T5’s stairs are made up, and RoPE’s query and key are one vector, as long as a sinusoid’s.",
    },
  ],
  more: (p) => [
    choice(p, "only", "show", { all: "all", ...WORDS }),
    {
      kind: "slider",
      name: "ALiBi’s head",
      value: headOf(p) + 1,
      min: 1,
      max: p.heads,
      text: `${headOf(p) + 1} of ${p.heads}`,
      set: (value) => ({ head: value - 1 }),
    },
    { ...slider.length(p, MAX_TRAINED_LENGTH), name: "longest text in training" },
    slider.base(p),
  ],
  say(p, d) {
    const at = Math.round(within(p).distance);
    const parts = thereAt(d, at).map((name) => `${WORDS[name]} ${part(d[name][at])}`);
    const note = at < trainedLength(p) ? "" : ", and the learned table has no row";
    return `Weight of a key ${whole(at)} words back, compared with one at the query’s own place: ${parts.join(", ")}${note}.`;
  },
  table(_, d) {
    const weights = NAMES.map((name) => [WORDS[name], d[name]]);
    return byColumn({ distance: times(d.count, (n) => n), ...Object.fromEntries(weights) });
  },
  programs: (p) => comparisonPrograms({ ...p, length: trainedLength(p), head: headOf(p) }),
});

/** Limits the distance to the chart. @param {P} p */
const within = (p) => ({ ...p, distance: Math.min(p.distance, 2 * trainedLength(p)) });
