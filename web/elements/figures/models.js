// <phasor-models>: which pairs turn in which layers of published models, and how slowly.
import { cell, cells, clamp, figure, label, log } from "../core/index.js";
import { Later } from "../core/later.js";
import { layersOf, sentenceOf } from "./models-model.js";
import { pasting } from "./models-paste.js";
import { MODELS } from "./models-presets.js";
import { modelsPrograms } from "./models-programs.js";

/** @import { Progress } from "../core/later.js" */
/** @import { DataOf, Mark, Panel, Params, Room } from "../core/types.js" */
/** @import { Layers, Model } from "./models-model.js" */

/** @typedef {Params<{ model: string, config: string, later: Progress }>} P */

/** @typedef {Model & { key: string, groups: Layers[] }} ShownModel */

/**
 * @typedef {object} D
 * @property {{ model?: Model, notes?: string[], problem?: string, waiting?: string }} pasted
 * @property {ShownModel[]} models the pasted model first
 * @property {number} at which of them is picked
 * @property {{ lines: string[], invalid: boolean }} notice about the pasted configuration
 */

const FIRST_MODEL = "gemma-3";
/** The axis: wavelengths in words, then a zone for what stands still. */
const [FAST, SLOW] = [5, 1e8];
const [STILL, END] = [3e8, 1.5e10];
const NAMES_WIDTH = 128;
const WINDOWED_OPACITY = 0.45;
/** Width of a colour in the key, and height of a line of it. */
const [SWATCH, KEY] = [12, 20];
/** The presets never change, so neither do their wavelengths. */
const PRESETS = Object.entries(MODELS).map(([key, model]) => ({
  ...model,
  key,
  get groups() {
    const groups = layersOf(model);
    Object.defineProperty(this, "groups", { value: groups });
    return groups;
  },
}));

/** The module that reads a pasted configuration. */
const reader = new Later(() => import("./models-config.js"));

/** @param {Pick<P, "config">} p */
const isPasted = ({ config }) => config.trim() !== "";

/** @type {DataOf<P, D>} */
const data = {
  pasted(p) {
    if (!isPasted(p)) return {};
    if (reader.module) return reader.module.read(p.config);
    return p.later === "missing"
      ? { problem: reader.problem, waiting: reader.missing }
      : { waiting: reader.loading };
  },
  models: (_, { pasted: { model } }) =>
    model ? [{ ...model, key: "pasted", groups: layersOf(model) }, ...PRESETS] : PRESETS,
  at({ model }, { pasted, models }) {
    const at = models.findIndex(({ key }) => key === model);
    if (at >= 0) return at;
    return pasted.model ? 0 : models.findIndex(({ key }) => key === FIRST_MODEL);
  },
  notice(_, { pasted: { problem, waiting, notes = [] } }) {
    const line = problem ?? waiting;
    return { lines: line ? [line] : notes, invalid: problem !== undefined };
  },
};

/** The layers of one model as a strip: a bar for each pair at its wavelength, and a bar for the share that stands still. @param {ShownModel} model @param {number} n its row @param {[top: number, bottom: number]} part of the row @returns {Mark} */
const strip = ({ groups, context }, n, [top, bottom]) => ({
  draw(canvas, { x, y, unit, theme }) {
    const at = (/** @type {number} */ part) => y.at(n - 0.5 + top + part * (bottom - top));
    const total = groups.reduce((sum, { layers }) => sum + layers, 0);
    let drawn = 0;
    for (const { layers, turns, attends } of groups) {
      const from = at(drawn / total);
      drawn += layers;
      const height = at(drawn / total) - from - (drawn < total ? unit : 0);
      const bar = (/** @type {number} */ left, /** @type {number} */ right) =>
        canvas.fillRect(left, from, right - left, height);
      canvas.globalAlpha = attends === "window" ? WINDOWED_OPACITY : 1;
      if (attends === "none") {
        canvas.fillStyle = theme.line;
        bar(x.at(FAST), x.at(END));
        continue;
      }
      const live = turns.filter(Number.isFinite).map((turn) => x.at(clamp(turn, FAST, SLOW)));
      canvas.fillStyle = theme.dimension;
      live.forEach((left, pair) => {
        const step = (live[pair + 1] ?? 2 * left - (live[pair - 1] ?? left - unit)) - left;
        bar(left, left + Math.max(step > 3 * unit ? step - unit : step, unit));
      });
      canvas.fillStyle = theme.edge;
      const stillShare = 1 - live.length / turns.length;
      bar(x.at(STILL), x.at(STILL) + stillShare * (x.at(END) - x.at(STILL)));
    }
    canvas.globalAlpha = 1;
    if (context === undefined) return;
    canvas.fillStyle = theme.position;
    canvas.fillRect(x.at(context) - unit, at(0) - 3 * unit, 2 * unit, at(1) - at(0) + 6 * unit);
  },
});

/** What the colours mean. @param {Room} room @returns {Panel<P, D>} */
function key({ width, measure }) {
  const entries = /** @type {const} */ ([
    ["dimension", 1, "turns, sees the whole text"],
    ["dimension", WINDOWED_OPACITY, "turns, sees a window"],
    ["edge", 1, "stands still"],
    ["line", 1, "no attention"],
    ["position", 1, "longest text"],
  ]);
  let [left, line] = [0, 0];
  const marks = entries.map(([colour, opacity, words]) => {
    const entryWidth = SWATCH + 6 + measure(words, 14);
    if (left > 0 && left + entryWidth > width) [left, line] = [0, line + 1];
    const place = { left, top: line * KEY, wide: colour === "position" ? 2 : SWATCH };
    left += entryWidth + 22;
    return [
      swatch(place, colour, opacity),
      label(words, place.left + SWATCH + 6, place.top + KEY / 2, { size: 14 }),
    ];
  });
  return { name: "key", height: (line + 1) * KEY, fixed: true, marks: () => marks };
}

/** @param {{ left: number, top: number, wide: number }} place in the middle of a swatch's width @param {"dimension" | "edge" | "line" | "position"} colour @param {number} opacity @returns {Mark} */
const swatch = ({ left, top, wide }, colour, opacity) => ({
  draw(canvas, { frame, unit, theme }) {
    canvas.fillStyle = theme[colour];
    canvas.globalAlpha = opacity;
    const x = frame.left + (left + (SWATCH - wide) / 2) * unit;
    canvas.fillRect(x, frame.top + (top + 3) * unit, wide * unit, (KEY - 6) * unit);
    canvas.globalAlpha = 1;
  },
});

/** @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart({ models, at }, { narrow }) {
  const rowHeight = narrow ? 50 : 34;
  const part = /** @type {[number, number]} */ (narrow ? [0.48, 0.94] : [0.1, 0.9]);
  const pick = (/** @type {number} */ n) => ({
    model: models[clamp(Math.round(n), 0, models.length - 1)].key,
  });
  return {
    name: "strips",
    height: rowHeight * models.length,
    margin: { top: 8, left: narrow ? 0 : NAMES_WIDTH },
    x: log(FAST, END, {
      name: "tokens in a turn, fast pairs left",
      colour: "dimension",
      ticks: (narrow ? [2, 4, 6] : [1, 2, 3, 4, 5, 6, 7]).map((power) => 10 ** power),
      strong: [{ at: Math.sqrt(STILL * END), text: narrow ? "still" : "stands still" }],
    }),
    y: cells(0, models.length, { axis: "none" }),
    still: (_, { models }) => models.map((kind, n) => strip(kind, n, part)),
    marks: () => [
      cell({ y: [at, at] }, { colour: "ink", width: 1.5, more: 0 }),
      models.map(({ name }, n) =>
        label(n === at ? `**${name}**` : name, FAST, n, {
          ...(narrow ? { dx: 2, dy: -0.26 * rowHeight } : { dx: -10 }),
          colour: n === at ? "ink" : "muted",
          size: 15,
        }),
      ),
    ],
    tap: (_, y) => pick(y),
    handles: [
      {
        name: "model",
        look: "none",
        along: "y",
        x: FAST,
        dx: 18,
        value: at,
        min: 0,
        max: models.length - 1,
        words: models[at].name,
        set: pick,
      },
    ],
  };
}

export const PhasorModels = figure("phasor-models", {
  title: "Not every layer turns, nor every pair",
  hint: "**Pick a model.** A strip holds all its layers. Pairs stand at their wavelength, those that do not turn at the right.",
  attributes: { model: "", config: "" },
  state: { later: "" },
  later: reader,
  data,
  panels: (_, d, room) => [
    key(room),
    chart(d, room),
    {
      name: "words",
      text: sentenceOf(d.models[d.at], d.models[d.at].groups),
      textColour: "ink",
      height: room.narrow ? 116 : 46,
    },
  ],
  controls: (p) => (isPasted(p) && p.later === "missing" ? [reader.button] : []),
  say: (_, { models, at }) => sentenceOf(models[at], models[at].groups).replaceAll("**", ""),
  extra(figure, d) {
    reader.need(figure, isPasted(figure.p) && figure.p.config);
    return pasting(figure, d);
  },
  table: (_, { models, at }) => ({
    columns: ["kind", "layers", "pair", "wavelength"],
    rows: models[at].groups.flatMap(({ layers, turns }, kind) =>
      Array.from(turns, (turn, pair) => [kind, layers, pair, turn]),
    ),
  }),
  programs: (_, { models, at }) => modelsPrograms(models[at]),
});
