// <phasor-scaling>: how much each rule for longer contexts stretches each pair's wavelength.
import {
  cells,
  choice,
  figure,
  label,
  line,
  log,
  path,
  rule,
  tags,
  wavelength,
  whole,
} from "../core/index.js";
import { Later } from "../core/later.js";
import { LIMITS } from "../state/parameters.js";
import { folded, nameOf } from "./scaling-fold.js";
import { contextsOf, RULE_NAMES, RULES, ruled, unscaled } from "./scaling-model.js";
import { MODELS } from "./scaling-presets.js";
import { scalingPrograms } from "./scaling-programs.js";

/** @import { Progress } from "../core/later.js" */
/** @import { Control, DataOf, Handle, Panel, Params, Plot, Room } from "../core/types.js" */
/** @import { Contexts, Model, Ruled, RuleName } from "./scaling-model.js" */

/** @typedef {Params<{ preset: string, config: string, rules: string, factor: number, at: number, later: Progress }>} P */

/**
 * @typedef {object} D
 * @property {{ model: Model, problem: string, waiting: string }} reading the model; the preset, with `problem`, if the
 *   pasted configuration is invalid, and with `waiting` until it can be read
 * @property {string} name of the model
 * @property {Float64Array} plain the model's unscaled wavelengths
 * @property {Contexts} contexts
 * @property {Ruled[]} all
 * @property {Ruled[]} shown the requested ones that this model can have, and its own
 * @property {number} partial the first pair that did not complete a turn in training; the number of pairs if all did
 */

const PRESET = "llama-3.1";
const NAMES = Object.fromEntries(Object.entries(MODELS).map(([key, { name }]) => [key, name]));
const MOST = 64;
/** Relative distance at which a drag snaps to a power of two. */
const NEAR = 0.06;
/** Pixels between the centres of two handles from which both can be pressed. */
const CLEAR = 44;

/** @type {Record<RuleName, { colour: string, dash?: number[] }>} */
const PENS = {
  linear: { colour: "key" },
  ntk: { colour: "offset" },
  dynamic: { colour: "offset", dash: [2, 4] },
  yarn: { colour: "position", dash: [9, 4] },
  longrope: { colour: "fifth", dash: [5, 3] },
  llama3: { colour: "dimension" },
  proportional: { colour: "muted", dash: [9, 4] },
};

/** @param {string} preset */
const presetOf = (preset) => MODELS[Object.hasOwn(MODELS, preset) ? preset : PRESET];

/** The module that reads a pasted configuration. */
const reader = new Later(() => import("./scaling-config.js"));

/** Whether a configuration has been pasted. @param {Pick<P, "config">} p */
const isPasted = ({ config }) => config.trim() !== "";

/** @param {P} p @returns {D["reading"]} */
function read(p) {
  const { model } = presetOf(p.preset);
  const fallback = { model, problem: "", waiting: "" };
  if (!isPasted(p)) return fallback;
  if (reader.module) return { ...fallback, ...reader.module.read(p.config) };
  return p.later === "missing"
    ? { ...fallback, problem: reader.problem, waiting: reader.missing }
    : { ...fallback, waiting: reader.loading };
}

/** @type {DataOf<P, D>} */
const data = {
  reading: read,
  plain: (_, { reading }) => unscaled(reading.model),
  contexts: ({ factor, length }, { reading }) => contextsOf(reading.model, factor, length),
  all: (_, { reading, contexts }) => RULE_NAMES.map((name) => ruled(reading.model, name, contexts)),
  shown({ rules }, { all }) {
    const wanted = rules.split(/[\s,]+/);
    return all.filter(
      ({ rule, own, missing }) => missing === undefined && (own || wanted.includes(rule)),
    );
  },
  partial(_, { plain, contexts }) {
    const found = plain.findIndex((turn) => turn > contexts.original);
    return found < 0 ? plain.length : found;
  },
  name: (p, { reading: { problem, waiting } }) =>
    isPasted(p) && !problem && !waiting ? "The pasted model" : presetOf(p.preset).name,
};

/** A number with three digits. @param {number} value */
const brief = (value) => String(Number(value.toPrecision(3)));
/** How much longer a turn becomes, as text. @param {number} divisor @param {boolean} [tiny] */
const times = (divisor, tiny = false) =>
  !Number.isFinite(divisor)
    ? "stands still"
    : tiny
      ? String(Number(divisor.toPrecision(2)))
      : `× ${brief(divisor)}`;

/** @param {P} p @param {D} d */
const pairOf = ({ at }, { plain }) => Math.min(at, plain.length - 1);

/** @param {number} factor */
function settle(factor) {
  const power = 2 ** Math.round(Math.log2(factor));
  if (Math.abs(factor / power - 1) < NEAR) return power;
  return factor < 10 ? Math.round(10 * factor) / 10 : Math.round(factor);
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(p, d, { narrow, width, measure }) {
  const { plain, contexts, shown, partial } = d;
  const { factor, original, extended } = contexts;
  const count = plain.length;
  const at = pairOf(p, d);
  const isLeft = at > (narrow ? 0.46 : 0.55) * count;
  // Names and numbers are as short as possible below this width.
  const tiny = width < 350;
  const stretched = extended > original;
  const drawn = Math.min(factor, 1.2 * MOST);
  const long = `**${brief(factor)}** times as long`;
  // Short if the other handle is near.
  const isBrief = tiny || (isLeft && factor < 1.3);
  const isLeast = width < 320;
  const turn = `${narrow ? "" : "a turn in "}${wavelength(plain[at])} words`;
  const own = isLeast ? `${at}` : isBrief ? `pair ${at}` : `pair ${at}: ${turn}`;
  const marks = () => [
    rule({ y: drawn }, { colour: "ink", dash: [3, 4], width: 1 }),
    rule({ x: at }, { colour: "dimension", width: 1.5 }),
    tags(
      at,
      shown.map((each) => ({
        y: Math.min(each.divisors[at], 1.25 * MOST),
        text: `${isLeast && shown.length === 1 ? "" : `${narrow ? RULES[each.rule] : nameOf(each)} `}**${times(each.divisors[at], tiny)}**`,
        colour: PENS[each.rule].colour,
      })),
      {
        dx: tiny ? 8 : narrow ? 20 : 30,
        clear: 26,
      },
    ),
    // These notes are optional: the names at the pair take precedence.
    factor > 1 &&
      label(narrow ? long : `texts ${long}`, count - 0.5, drawn, {
        ...{ dx: -24, dy: -16, align: "right", colour: "ink", halo: true, optional: true },
        or: [{ text: long }],
      }),
    factor > 1.25 &&
      partial < count &&
      label("angles never met in training", count - 0.5, 1, {
        ...{ dx: -6, dy: -14, align: "right", colour: "ink", size: 14, halo: true },
        optional: true,
        or: [
          { text: "never met in training" },
          { text: "untrained angles" },
          { x: at },
          { x: at, text: "untrained angles" },
        ],
      }),
  ];
  /** @type {(plot: Plot) => Handle<P>[]} */
  const handlesIn = ({ x, y, unit }) => {
    // If the factor's handle is near 1, the pill of a slow pair moves to the left.
    const isNear = y.at(0.8) - y.at(drawn) < CLEAR * unit;
    const free = (x.at(count - 0.5) - x.at(at)) / unit - CLEAR / 2 - measure(own, 16) / 2 - 30;
    return [
      {
        name: "factor of the text's length",
        look: "disc",
        text: `×${brief(factor)}`,
        colour: "ink",
        along: "y",
        x: count - 0.5,
        y: drawn,
        value: factor,
        min: 1,
        max: MOST,
        stride: 8,
        words: `${brief(factor)} times: ${whole(extended)} words`,
        set: (value) => ({ factor: settle(value) }),
      },
      {
        name: "pair",
        look: "pill",
        text: own,
        colour: "dimension",
        x: at,
        dx: isNear ? Math.min(free, 0) : 0,
        y: 0.8,
        value: at,
        min: 0,
        max: count - 1,
        words: `${at}: ${shown.map((each) => `${nameOf(each)} ${times(each.divisors[at])}`).join(", ")}`,
        set: (value) => ({ at: Math.round(value) }),
      },
    ];
  };
  return {
    name: "chart",
    height: narrow ? 330 : 420,
    margin: { right: narrow ? 24 : 60, bottom: 8, top: 4 },
    heading: d.reading.waiting
      ? d.reading.waiting
      : narrow
        ? `${d.name}: ${stretched ? `${whole(original)} to ` : ""}${whole(extended)} words`
        : `${d.name}, trained on texts of ${whole(original)} words${stretched ? `, is stretched to ${whole(extended)}` : ""}`,
    x: cells(0, count, {
      name: "pair, fast ones left, slow ones right",
      colour: "dimension",
      below: 26,
    }),
    y: log(0.8, 1.25 * MOST, {
      name: "words of a turn, compared with training",
      grid: true,
      ticks: [1, 2, 4, 8, 16, 32, 64],
      label: (value) => (value === 1 ? "trained" : `× ${value}`),
    }),
    still: (_, d) => {
      const { plain, contexts, shown, partial } = d;
      const [from, to] = [partial - 0.5, plain.length - 0.5];
      const top = Math.min(contexts.factor, 1.25 * MOST);
      const pairs = Array.from(plain, (_, pair) => pair);
      return [
        contexts.factor > 1 &&
          partial < plain.length &&
          path([from, to, to, from], [1, 1, top, top], {
            closed: true,
            fill: "edge",
            fillOpacity: 0.16,
            width: 0,
          }),
        rule({ y: 1 }, { colour: "ink", width: 1.5 }),
        shown.map(({ rule: name, own, divisors }) =>
          line(pairs, divisors, { ...PENS[name], width: own ? 3.25 : 2 }),
        ),
      ];
    },
    fit: (plot) => ({ marks, handles: handlesIn(plot) }),
    press: "pair",
  };
}

/** @param {string} rules @param {string} name @param {boolean} on */
function withRule(rules, name, on) {
  const shown = rules.split(/[\s,]+/).filter((each) => each && each !== name);
  return (on ? [...shown, name] : shown).join(" ");
}

/** @param {P} p @param {Ruled} ruled @returns {Control<P>} */
const switchOf = (p, { rule, own }) => ({
  kind: "switch",
  name: RULES[rule],
  value: own || p.rules.split(/[\s,]+/).includes(rule),
  set: (on) => ({ rules: withRule(p.rules, rule, on) }),
});

export const PhasorScaling = figure("phasor-scaling", {
  title: "Slow pairs must stretch, fast ones need not",
  hint: "**Drag the factor** at the right: the rules fan out from the trained pairs. **Drag the pair** to read them.",
  shared: ["length"],
  attributes: {
    preset: PRESET,
    config: "",
    rules: "linear ntk yarn llama3",
    factor: { value: 0, min: 0, max: MOST, step: 0.1 },
    at: { value: 30, min: 0, max: LIMITS.dModel / 2 - 1 },
  },
  state: { later: "" },
  later: reader,
  data,
  panels: (p, d, room) => chart(p, d, room),
  controls: (p) => (isPasted(p) && p.later === "missing" ? [reader.button] : []),
  more: (p, d) => [
    {
      ...choice(p, "preset", "model", NAMES, { config: "", factor: 0 }),
      value: isPasted(p) ? "" : p.preset,
    },
    ...d.all.map((each) => switchOf(p, each)),
  ],
  say(p, d) {
    const at = pairOf(p, d);
    const { original, extended } = d.contexts;
    return `${d.name}, from ${whole(original)} to ${whole(extended)} words. Pair ${at}, a turn in ${wavelength(d.plain[at])} words: ${d.shown.map((each) => `${nameOf(each)} ${times(each.divisors[at])}`).join(", ")}.`;
  },
  extra(figure, d) {
    reader.need(figure, isPasted(figure.p) && figure.p.config);
    return folded(figure, d);
  },
  table: (_, { plain, shown }) => ({
    columns: ["pair", "unscaled", ...shown.map((each) => each.rule)],
    rows: Array.from(plain, (turn, pair) => [
      pair,
      turn,
      ...shown.map((each) => each.wavelengths[pair]),
    ]),
  }),
  programs(_, { reading, contexts, shown }) {
    const { dHead, base, rotaryDim } = reading.model;
    const rules = shown.flatMap(({ scaling }) => scaling ?? []);
    return scalingPrograms({ dHead, base, rotaryDim, length: contexts.extended, rules });
  },
});
