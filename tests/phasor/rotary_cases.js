// rotary_cases.js: right and wrong caches and rotations, by plain formulas, with the expected
// findings.
import { random } from "./helpers.js";
import { nearest } from "./rounded.js";
import { attentionOf, scaled, unscaled } from "./scaling_reference.js";

/** @typedef {"default" | "linear" | "ntk" | "dynamic" | "yarn" | "llama3" | "longrope" | "proportional"} RuleName */

/** @template T @param {() => number} next @param {readonly T[]} list @returns {T} */
export const pick = (next, list) =>
  list[Math.floor(((next() + 1) / 2) * list.length) % list.length];
const normal = (/** @type {() => number} */ next) =>
  Math.sqrt(-2 * Math.log((1 - next()) / 2 + 1e-12)) * Math.cos(Math.PI * next());

/** The parameters of each rule, and the length for those that depend on it.
 * @type {Record<RuleName, (r: number, factor: number) => { scaling: any, length?: number }>} */
const parameters = {
  default: () => ({ scaling: null }),
  linear: (_, factor) => ({ scaling: { type: "linear", factor } }),
  ntk: (_, factor) => ({ scaling: { type: "ntk", factor } }),
  dynamic: (_, factor) => ({
    scaling: { type: "dynamic", factor, original_max_position_embeddings: 4096 },
    length: 6144,
  }),
  longrope(r, factor) {
    const long_factor = Array.from(
      { length: r / 2 },
      (_, i) => 1 + (factor * i) / r + (i % 3) / 20,
    );
    const short_factor = long_factor.map((_, i) => 1 + i / (20 * r));
    const scaling = {
      ...{ type: "longrope", factor, original_max_position_embeddings: 4096 },
      ...{ short_factor, long_factor },
    };
    return { scaling, length: 32768 };
  },
  yarn: (_, factor) => ({
    scaling: { type: "yarn", factor, original_max_position_embeddings: 4096 },
  }),
  llama3: (_, factor) => ({
    scaling: {
      ...{ type: "llama3", factor, original_max_position_embeddings: 8192 },
      ...{ low_freq_factor: 1, high_freq_factor: 4 },
    },
  }),
  proportional: () => ({ scaling: { type: "proportional", partial_rotary_factor: 0.5 } }),
};

/** Frequencies by rule; short: those of the other list.
 * @type {Record<RuleName, (base: number, r: number, factor: number) => { list: number[], scaling: any, attention: number, length?: number, short?: number[] }>} */
export const rules = /** @type {any} */ (
  Object.fromEntries(
    Object.entries(parameters).map(([name, parametersOf]) => [
      name,
      (/** @type {number} */ base, /** @type {number} */ r, /** @type {number} */ factor) => {
        const { scaling, length } = parametersOf(r, factor);
        const list = scaled(scaling, base, r, length);
        const lists = name === "longrope" ? { short: scaled(scaling, base, r, 1) } : {};
        return {
          list,
          scaling,
          attention: attentionOf(scaling),
          ...(length && { length }),
          ...lists,
        };
      },
    ]),
  )
);

export { brain } from "./rounded.js";
/** @type {Record<string, (x: number) => number>} */
export const roundings = Object.fromEntries(
  ["exact", "float64", "float32", "bfloat16", "float16"].map((format) => [
    format,
    (x) => nearest(x, format),
  ]),
);

/**
 * How a case is made.
 * @typedef {object} Recipe
 * @property {number} rows @property {number} dHead @property {number} base
 * @property {RuleName} rule @property {number} factor @property {"half" | "interleaved"} layout
 * @property {number} r @property {number} first feature that rotates
 * @property {number} start @property {number} step @property {number} jump first row after a jump
 * of the positions
 * @property {number} to the position of that row
 * @property {1 | -1} direction @property {boolean} swapped
 * @property {"right" | "none" | "squared"} attention
 * @property {"exact" | "float32" | "bfloat16" | "float16"} arithmetic
 * @property {number} times how often the scaling is applied
 * @property {boolean} short whether the lists for short sequences are used
 */

const FACTORS = [2, 4, 8, 32];
/** Mistakes, as changes of a recipe.
 * @type {Record<string, (recipe: Recipe, next: () => number) => void>} */
export const slips = {
  "starts-at-1": (recipe) => {
    recipe.start = 1;
  },
  "other-start": (recipe, next) => {
    recipe.start = pick(next, [5, 17, 100, 1000]);
  },
  "restarting-positions": (recipe) => {
    recipe.jump = recipe.rows / 2;
  },
  "jumping-positions": (recipe, next) => {
    recipe.jump = recipe.rows / 2;
    recipe.to = recipe.rows / 2 + pick(next, [1, 3, 64]);
  },
  "other-step": (recipe, next) => {
    recipe.step = pick(next, [2, 3, 4]);
  },
  "turned-backwards": (recipe) => {
    recipe.direction = -1;
  },
  "swapped-sine-cosine": (recipe) => {
    recipe.swapped = true;
  },
  "missing-attention-factor": (recipe) => {
    recipe.attention = "none";
  },
  "squared-attention-factor": (recipe) => {
    recipe.attention = "squared";
  },
  "low-precision-angles": (recipe, next) => {
    recipe.arithmetic = pick(next, ["bfloat16", "float16"]);
  },
  "differs-layout": (recipe) => {
    recipe.layout = recipe.layout === "half" ? "interleaved" : "half";
  },
  "differs-base": (recipe) => {
    recipe.base = recipe.base === 10000 ? 500000 : 10000;
  },
  "differs-rotaryDim": (recipe) => {
    recipe.r = recipe.r === recipe.dHead ? recipe.dHead / 2 : recipe.dHead;
  },
  "missing-scaling": (recipe) => {
    recipe.times = 0;
  },
  "scaled-twice": (recipe) => {
    recipe.times = 2;
  },
  "differs-scaling": (recipe, next) => {
    if (next() > 0) recipe.factor = recipe.factor === 2 ? 8 : 2;
    else recipe.rule = recipe.rule === "yarn" ? "llama3" : "yarn";
  },
  "differs-length": (recipe) => {
    recipe.short = true;
  },
};
/** Groups of mistakes; a case has at most one of each group. */
export const kinds = [
  ["starts-at-1", "other-start", "restarting-positions", "jumping-positions"],
  ["other-step", "restarting-positions", "jumping-positions"],
  ["differs-rotaryDim", "differs-length"],
  ["missing-attention-factor", "squared-attention-factor"],
  ["missing-scaling", "scaled-twice", "differs-scaling", "differs-length"],
  // If the rule differs, its factor differs, too.
  ["missing-attention-factor", "differs-scaling", "missing-scaling", "differs-length"],
  ["squared-attention-factor", "differs-scaling", "missing-scaling", "differs-length"],
];
/** The rules that a mistake requires. @type {Record<string, RuleName[]>} */
const needs = {
  "missing-attention-factor": ["yarn", "longrope"],
  "squared-attention-factor": ["yarn", "longrope"],
  "missing-scaling": ["linear", "ntk", "dynamic", "yarn", "llama3"],
  "scaled-twice": ["yarn", "llama3"],
  "differs-scaling": ["linear", "ntk", "yarn", "llama3"],
  "differs-length": ["longrope"],
};

/** The frequencies after the rule, applied as often as the recipe says. @param {Recipe} recipe */
function applied({ rule, base, r, factor, times, short }) {
  const made = rules[rule](base, r, factor);
  const bare = unscaled(base, r);
  const list = short ? (made.short ?? made.list) : made.list;
  if (times === 0) return { ...made, list: bare };
  return times === 1 ? { ...made, list } : { ...made, list: list.map((w, i) => (w * w) / bare[i]) };
}

/** @param {number} seed @param {string[]} wrong
 * @param {{ noise?: number, format?: string, vectors?: boolean, rows?: number }} options */
export function rotaryCase(seed, wrong, { noise = 0, format = "float64", vectors = false, rows }) {
  const next = random(seed);
  for (let i = 0; i < 4; i++) next();
  const names = /** @type {RuleName[]} */ (Object.keys(rules));
  // A list of divisors belongs to one rotaryDim; a step equals linear scaling.
  const allowed = names.filter(
    (name) =>
      wrong.every((mistake) => needs[mistake]?.includes(name) ?? true) &&
      !(["longrope", "proportional"].includes(name) && wrong.includes("differs-rotaryDim")) &&
      !(name === "linear" && wrong.includes("other-step")),
  );
  const dHead = pick(next, [32, 64, 96, 128, 256]);
  const rule = pick(next, allowed.length > 0 ? allowed : names);
  // GPT-NeoX and GPT-J rotate a quarter of the head; "proportional" has a separate fraction.
  const quarters = dHead < 96 || wrong.includes("differs-rotaryDim") ? [1, 0.5] : [1, 1, 0.5, 0.25];
  const part = pick(next, rule === "proportional" ? [1] : quarters);
  /** @type {Recipe} */
  const meant = {
    rows: rows ?? pick(next, [16, 64, 200, 512, 1024]),
    ...{ dHead, r: dHead * part, first: 0, start: 0, step: 1, jump: 0, to: 0 },
    base: pick(next, [10000, 500000, 1e6]),
    rule,
    factor: pick(next, FACTORS),
    layout: pick(next, ["half", "interleaved"]),
    ...{ direction: 1, swapped: false, attention: "right", times: 1, short: false },
    arithmetic: pick(next, ["exact", "float32"]),
  };
  const actual = { ...meant };
  for (const mistake of wrong) slips[mistake](actual, next);
  const right = applied(meant);
  const { list, attention, scaling } = applied(actual);
  const size = { right: attention, none: 1, squared: attention * attention }[actual.attention];
  const { cos, sin, bent } = columns(actual, list, actual.times === 0 ? 1 : size);
  const store = roundings[format];
  const noisy = (/** @type {number} */ x) => store(x + (noise > 0 ? noise * normal(next) : 0));
  const expect = {
    ...{
      dHead,
      rotaryDim: meant.r,
      base: meant.base,
      scaling: right.scaling,
      layout: meant.layout,
    },
    length: right.length,
  };
  const words = wrong.length > 0 ? wrong.join(" + ") : "right";
  const name = `${seed}: ${meant.rule} by ${meant.factor} base ${meant.base} r ${meant.r} of ${dHead}, ${meant.rows} rows ${meant.layout} ${words}`;
  const common = { name, recipe: actual, meant, list, scaling, attention: size, expect, bent };
  const made = vectors ? rotated(actual, cos, sin, noisy, next) : doubled(actual, cos, sin, noisy);
  return { ...common, ...made };
}

/** @param {Recipe} recipe @param {number[]} list @param {number} size */
function columns({ rows, r, start, step, jump, to, direction, swapped, arithmetic }, list, size) {
  const round = roundings[arithmetic];
  const cos = new Float64Array((rows * r) / 2);
  const sin = new Float64Array((rows * r) / 2);
  const bent = new Float64Array(r / 2);
  for (let p = 0; p < rows; p++) {
    const position = jump > 0 && p >= jump ? to + p - jump : start + step * p;
    for (let i = 0; i < r / 2; i++) {
      const angle = round(round(position) * round(list[i]));
      bent[i] += Math.min(1, angle - position * list[i]) ** 2;
      const [c, s] = [size * Math.cos(angle), direction * size * Math.sin(angle)];
      cos[(p * r) / 2 + i] = swapped ? s : c;
      sin[(p * r) / 2 + i] = swapped ? c : s;
    }
  }
  // The squared change by the arithmetic of the angles, for the pair that changes most.
  return { cos, sin, bent: Math.max(...bent) };
}

/** @param {Recipe} recipe @param {Float64Array} cos @param {Float64Array} sin
 * @param {(x: number) => number} noisy */
function doubled({ rows, r, layout }, cos, sin, noisy) {
  const mirrored = (/** @type {Float64Array} */ half) => {
    const full = new Float64Array(rows * r);
    for (let at = 0; at < full.length; at++) {
      const [p, c] = [Math.floor(at / r), at % r];
      const i = layout === "half" ? c % (r / 2) : c >> 1;
      full[at] = noisy(half[(p * r) / 2 + i]);
    }
    return full;
  };
  return { data: { cos: mirrored(cos), sin: mirrored(sin) }, shape: [rows, r] };
}

/** @param {Recipe} recipe @param {Float64Array} cos @param {Float64Array} sin
 * @param {(x: number) => number} noisy @param {() => number} next */
function rotated({ rows, r, dHead, first, layout }, cos, sin, noisy, next) {
  const blocks = 2;
  const input = Float64Array.from({ length: blocks * rows * dHead }, () => normal(next));
  const output = input.slice();
  for (let row = 0; row < blocks * rows; row++) {
    const p = row % rows;
    for (let i = 0; i < r / 2; i++) {
      const at = row * dHead + first;
      const x = at + (layout === "half" ? i : 2 * i);
      const y = layout === "half" ? x + r / 2 : x + 1;
      const [c, s] = [cos[(p * r) / 2 + i], sin[(p * r) / 2 + i]];
      output[x] = noisy(input[x] * c - input[y] * s);
      output[y] = noisy(input[y] * c + input[x] * s);
    }
  }
  return { data: { input, output }, shape: [blocks, rows, dHead] };
}
