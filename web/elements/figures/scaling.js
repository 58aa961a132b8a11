// <phasor-scaling>: how far the rules for longer texts slow each pair, and which angles are then new.
import {
  cells,
  choice,
  clamp,
  figure,
  label,
  line,
  linear,
  log,
  path,
  ring,
  row,
  rule,
  tags,
  times,
  wavelength,
  whole,
} from "../core/index.js";
import { LIMITS } from "../state/parameters.js";
import { arcOf, factorOf, MODELS, RULE_NAMES, RULES, scale, unscaled } from "./scaling-model.js";
import { scalingPrograms } from "./scaling-programs.js";

/** @import { Control, DataOf, Handle, Mark, Panel, Params, Plot, Room } from "../core/types.js" */
/** @import { Arc, Model, Ruled, RuleName } from "./scaling-model.js" */

/** @typedef {Params<{ preset: string, rules: string, factor: number, at: number }>} P */

/**
 * @typedef {object} D
 * @property {Model} model
 * @property {number} factor of the text's length @property {number} extended that length, in tokens
 * @property {Float64Array} plain the model's unscaled wavelengths
 * @property {Ruled[]} shown the requested rules, and the model's own
 * @property {number} partial the first pair that did not complete a turn in training; the number of pairs if all did
 * @property {number} pair
 * @property {{ name: string, colour: string, arc: Arc }[]} arcs of the pair: without a rule, then with each
 */

const PRESET = "llama-3.1";
const NAMES = Object.fromEntries(Object.entries(MODELS).map(([key, { name }]) => [key, name]));
const MAX_FACTOR = 16;
/** Relative distance at which a drag snaps to a power of two. */
const SNAP_RATIO = 0.06;
/** Pixels between the centres of two handles from which both can be pressed. */
const MIN_HANDLE_GAP = 44;

/** @type {Record<RuleName, { colour: string, dash?: number[] }>} */
const PENS = {
  linear: { colour: "key" },
  ntk: { colour: "offset" },
  dynamic: { colour: "offset", dash: [2, 4] },
  yarn: { colour: "position", dash: [9, 4] },
  llama3: { colour: "dimension" },
};

/** @type {DataOf<P, D>} */
const data = {
  model: ({ preset }) => MODELS[Object.hasOwn(MODELS, preset) ? preset : PRESET],
  factor: (p, { model }) => factorOf(model, p.factor),
  extended: (_, { model, factor }) => Math.round(factor * model.original),
  plain: (_, { model }) => unscaled(model),
  shown({ rules }, { model, factor }) {
    const names = rules.split(/[\s,]+/);
    return RULE_NAMES.filter((rule) => names.includes(rule) || model.scaling?.type === rule).map(
      (rule) => scale(model, rule, factor),
    );
  },
  partial(_, { plain, model }) {
    const first = plain.findIndex((turn) => turn > model.original);
    return first < 0 ? plain.length : first;
  },
  pair: ({ at }, { plain }) => Math.min(at, plain.length - 1),
  arcs(_, { plain, shown, model, extended, pair }) {
    const of = (/** @type {number} */ stretched) =>
      arcOf(plain[pair], stretched, model.original, extended);
    return [
      { name: "no rule", colour: "ink", arc: of(plain[pair]) },
      ...shown.map((scaled) => ({
        ...{ name: nameOf(scaled), colour: PENS[scaled.rule].colour },
        arc: of(scaled.wavelengths[pair]),
      })),
    ];
  },
};

/** @param {Ruled} rule */
const nameOf = ({ rule, isModels }) => `${RULES[rule]}${isModels ? ", its own" : ""}`;

/** A number with three digits. @param {number} value */
const brief = (value) => String(Number(value.toPrecision(3)));
/** How many times slower, as text. @param {number} divisor @param {boolean} [tiny] */
const slower = (divisor, tiny = false) =>
  tiny ? String(Number(divisor.toPrecision(2))) : `× ${brief(divisor)}`;
/** @param {number} turns */
const degrees = (turns) => `${Math.round(360 * turns)}°`;

/** @param {number} factor */
function snap(factor) {
  const power = 2 ** Math.round(Math.log2(factor));
  if (Math.abs(factor / power - 1) < SNAP_RATIO) return power;
  return factor < 10 ? Math.round(10 * factor) / 10 : Math.round(factor);
}

/** What an arc needs, and how much of that is new. @param {Arc} arc */
const angleText = ({ needed, fresh }) =>
  fresh > 0 ? `${degrees(needed)}, **${degrees(fresh)} new**` : degrees(needed);

/** The pair's circle: the angles met in training as a sector, and rings with those that the longer text needs. @param {D} d @param {Room} room @returns {Panel<P, D>} */
function dialPanel({ arcs, pair }, { narrow, width }) {
  const { trained } = arcs[0].arc;
  const size = narrow ? 92 : clamp(0.3 * width, 150, 210);
  const step = narrow ? 0.16 : 0.13;
  const lines = [
    ["dimension", `trained **${degrees(trained)}**`],
    ...(narrow ? [] : arcs.map(({ name, colour, arc }) => [colour, `${name} ${angleText(arc)}`])),
  ];
  return {
    name: "dial",
    width: size,
    height: size,
    fixed: true,
    heading: narrow ? `pair ${pair}` : `angles of pair ${pair}`,
    margin: { bottom: 20 * (narrow ? 1 : RULE_NAMES.length + 2) },
    x: linear(-1.08, 1.08, { axis: "none" }),
    y: linear(-1.08, 1.08, { axis: "none" }),
    marks: () => [
      arcPath(0, trained, 1, { fill: "dimension", fillOpacity: 0.2, width: 0 }),
      ring({ x: 0, y: 0, radius: size / 2.16 }, { colour: "edge", width: 1 }),
      arcPath(0, trained, 1, { colour: "dimension", width: 4 }, true),
      arcs.map(({ colour, arc: { needed, fresh } }, n) => {
        const radius = 1 - step * (n + 1);
        return [
          arcPath(0, needed - fresh, radius, { colour, width: 1.5 }, true),
          fresh > 0 && arcPath(needed - fresh, needed, radius, { colour, width: 5 }, true),
        ];
      }),
      lines.map(([colour, text], n) =>
        label(text, -1.08, -1.08, {
          ...{ dy: 14 + 20 * n, colour, strong: colour, size: narrow ? 13 : 14, keep: true },
        }),
      ),
    ],
  };
}

/** An arc clockwise from the top, or with the centre, a sector. @param {number} from in turns @param {number} to @param {number} radius @param {Parameters<typeof path>[2]} options @param {boolean} [open] @returns {Mark} */
function arcPath(from, to, radius, options, open = false) {
  const angles = times(49, (n) => 2 * Math.PI * (from + (n / 48) * (to - from)));
  const [xs, ys] = [angles.map(Math.sin), angles.map(Math.cos)].map((axis) =>
    axis.map((part) => radius * part),
  );
  return open ? path(xs, ys, options) : path([0, ...xs], [0, ...ys], { ...options, closed: true });
}

/** @param {D} d @param {Room} room @returns {Panel<P, D>} */
function chart(d, { narrow, width, measure }) {
  const { plain, model, shown, partial, factor, extended, pair: at } = d;
  const count = plain.length;
  const isLeft = at > 0.46 * count;
  // Names and numbers are as short as possible below this width.
  const tiny = width < 400;
  const clampedFactor = Math.min(factor, MAX_FACTOR);
  const turn = narrow ? "" : `: a turn in ${wavelength(plain[at])} tokens`;
  const caption = `${tiny ? "" : "pair "}${at}${width < 600 ? "" : turn}`;
  const marks = () => [
    rule({ y: clampedFactor }, { colour: "ink", dash: [3, 4], width: 1 }),
    rule({ x: at }, { colour: "dimension", width: 1.5 }),
    tags(
      at,
      shown.map((scaled) => ({
        y: scaled.divisors[at],
        text: `${narrow ? RULES[scaled.rule] : nameOf(scaled)} **${slower(scaled.divisors[at], tiny)}**`,
        colour: PENS[scaled.rule].colour,
      })),
      { side: isLeft ? "left" : "right", dx: tiny ? 8 : 20, clear: 26 },
    ),
    // Optional: the names at the pair take precedence.
    factor > 1.25 &&
      partial < count &&
      label("meets new angles", count - 0.5, 1, {
        ...{ dx: -6, dy: -14, align: "right", colour: "ink", size: 14, halo: true },
        optional: true,
        or: [{ text: "new angles" }, { x: at }, { x: at, text: "new angles" }],
      }),
  ];
  /** @type {(plot: Plot) => Handle<P>[]} */
  const handlesIn = ({ x, y, unit }) => {
    // If the factor's handle is near 1, the pill of a slow pair moves to the left.
    const isNear = y.at(0.8) - y.at(clampedFactor) < MIN_HANDLE_GAP * unit;
    const free =
      (x.at(count - 0.5) - x.at(at)) / unit - MIN_HANDLE_GAP / 2 - measure(caption, 16) / 2 - 30;
    return [
      {
        name: "factor of the text's length",
        look: "disc",
        text: `×${brief(factor)}`,
        colour: "ink",
        along: "y",
        x: count - 0.5,
        y: clampedFactor,
        value: factor,
        min: 1,
        max: MAX_FACTOR,
        stride: 8,
        words: `${brief(factor)} times: ${whole(extended)} tokens`,
        set: (value) => ({ factor: snap(value) }),
      },
      {
        name: "pair",
        look: "pill",
        text: caption,
        colour: "dimension",
        x: at,
        dx: isNear ? Math.min(free, 0) : 0,
        y: 0.8,
        value: at,
        min: 0,
        max: count - 1,
        words: `${at}: ${shown.map((scaled) => `${nameOf(scaled)} ${slower(scaled.divisors[at])}`).join(", ")}`,
        set: (value) => ({ at: Math.round(value) }),
      },
    ];
  };
  const { original } = model;
  return {
    name: "chart",
    height: narrow ? 300 : 360,
    margin: { right: 24, bottom: 8, top: 4 },
    heading: narrow
      ? model.name
      : `${model.name}: ${whole(original)}${factor === 1 ? "" : ` to ${whole(extended)}`} tokens`,
    x: cells(0, count, {
      name: narrow ? "pair" : "pair, slow ones right",
      colour: "dimension",
      below: 26,
    }),
    y: log(0.8, 1.15 * MAX_FACTOR, {
      name: narrow ? "slower" : "how many times slower it turns",
      grid: true,
      ticks: [1, 2, 4, 8, 16],
      label: (value) => `× ${value}`,
    }),
    still: (_, { plain, shown, partial, factor }) => {
      const [from, to] = [partial - 0.5, plain.length - 0.5];
      const pairs = Array.from(plain, (_, pair) => pair);
      return [
        factor > 1 &&
          partial < plain.length &&
          path([from, to, to, from], [1, 1, factor, factor], {
            ...{ closed: true, fill: "edge", fillOpacity: 0.16, width: 0 },
          }),
        rule({ y: 1 }, { colour: "ink", width: 1.5 }),
        shown.map(({ rule: name, isModels, divisors }) =>
          line(pairs, divisors, { ...PENS[name], width: isModels ? 3.25 : 2 }),
        ),
      ];
    },
    fit: (plot) => ({ marks, handles: handlesIn(plot) }),
    press: "pair",
  };
}

/** @param {string} rules @param {string} name @param {boolean} on */
function withRule(rules, name, on) {
  const others = rules.split(/[\s,]+/).filter((word) => word && word !== name);
  return (on ? [...others, name] : others).join(" ");
}

/** @param {P} p @param {D} d @returns {Control<P>[]} */
const switches = ({ rules }, { shown }) =>
  RULE_NAMES.map((name) => ({
    kind: "switch",
    name: RULES[name],
    value: shown.some(({ rule }) => rule === name),
    set: (on) => ({ rules: withRule(rules, name, on) }),
  }));

export const PhasorScaling = figure("phasor-scaling", {
  title: "Slow pairs must stretch, fast ones need not",
  hint: "**Drag the pair** to see which of its angles a longer text needs, and which of them no training text reached.",
  attributes: {
    preset: PRESET,
    rules: "linear ntk yarn llama3",
    factor: { value: 0, min: 0, max: MAX_FACTOR, step: 0.1 },
    at: { value: 55, min: 0, max: LIMITS.dModel / 2 - 1 },
  },
  narrow: 480,
  data,
  panels: (_, d, room) => ({
    ...row(dialPanel(d, room), chart(d, room)),
    gap: room.narrow ? 8 : 28,
  }),
  more: (p, d) => [choice(p, "preset", "model", NAMES, { factor: 0 }), ...switches(p, d)],
  say(_, { model, extended, factor, plain, pair, shown, arcs }) {
    const [{ arc }] = arcs;
    const to = factor === 1 ? "" : ` to ${whole(extended)}`;
    const rules = shown.map(
      (scaled, n) =>
        `${nameOf(scaled)} ${slower(scaled.divisors[pair])}, ${angleText(arcs[n + 1].arc)}`,
    );
    return `${model.name}, ${whole(model.original)}${to} tokens. Pair ${pair}, a turn in ${wavelength(plain[pair])} tokens, trained on ${degrees(arc.trained)}, needs ${angleText(arc)}: ${rules.join("; ")}.`.replaceAll(
      "**",
      "",
    );
  },
  table: (_, { plain, shown }) => ({
    columns: ["pair", "unscaled", ...shown.map((scaled) => scaled.rule)],
    rows: Array.from(plain, (turn, pair) => [
      pair,
      turn,
      ...shown.map((scaled) => scaled.wavelengths[pair]),
    ]),
  }),
  programs(_, { model, extended, shown }) {
    const { dHead, base } = model;
    const rules = shown.map(({ scaling }) => scaling);
    return scalingPrograms({ dHead, base, rotaryDim: dHead, length: extended, rules });
  },
});
