// rotary_cases.js: caches and rotations as others write them, right and wrong, by plain formulas.
import { random } from "./helpers.js";

/** @typedef {"default" | "linear" | "ntk" | "yarn" | "llama3" | "proportional"} RuleName */

/** @template T @param {() => number} next @param {readonly T[]} list @returns {T} */
const pick = (next, list) => list[Math.floor(((next() + 1) / 2) * list.length) % list.length];
/** @param {() => number} next */
const normal = (next) =>
  Math.sqrt(-2 * Math.log((1 - next()) / 2 + 1e-12)) * Math.cos(Math.PI * next());

/** @param {number} base @param {number} r */
const plain = (base, r) => Array.from({ length: r / 2 }, (_, i) => base ** ((-2 * i) / r));

/** Frequencies by rule, as the papers and the models' code have them.
 * @type {Record<RuleName, (base: number, r: number, factor: number) => { list: number[], scaling: any, attention: number }>} */
export const rules = {
  default: (base, r) => ({ list: plain(base, r), scaling: null, attention: 1 }),
  linear: (base, r, factor) => ({
    list: plain(base, r).map((w) => w / factor),
    scaling: { type: "linear", factor },
    attention: 1,
  }),
  ntk: (base, r, factor) => ({
    list: plain(base * factor ** (r / (r - 2)), r),
    scaling: { type: "ntk", factor },
    attention: 1,
  }),
  yarn(base, r, factor) {
    const length = 4096;
    const at = (/** @type {number} */ turns) =>
      (r * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(base));
    const low = Math.max(0, Math.floor(at(32)));
    const high = Math.min(r - 1, Math.ceil(at(1)));
    const list = plain(base, r).map((w, i) => {
      const ramp = Math.min(1, Math.max(0, (i - low) / (high - low || 0.001)));
      return (w / factor) * ramp + w * (1 - ramp);
    });
    const scaling = { type: "yarn", factor, original_max_position_embeddings: length };
    return { list, scaling, attention: 0.1 * Math.log(factor) + 1 };
  },
  llama3(base, r, factor) {
    const length = 8192;
    const list = plain(base, r).map((w) => {
      const wave = (2 * Math.PI) / w;
      if (wave < length / 4) return w;
      if (wave > length) return w / factor;
      const smooth = (length / wave - 1) / 3;
      return ((1 - smooth) * w) / factor + smooth * w;
    });
    const more = { low_freq_factor: 1, high_freq_factor: 4 };
    const scaling = { type: "llama3", factor, original_max_position_embeddings: length, ...more };
    return { list, scaling, attention: 1 };
  },
  proportional: (base, r) => ({
    list: plain(base, r).map((w, i) => (i < r / 4 ? w : 0)),
    scaling: { type: "proportional", partial_rotary_factor: 0.5 },
    attention: 1,
  }),
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
/** @param {number} x */
export function brain(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}
/** @type {Record<string, (x: number) => number>} */
export const roundings = { exact: (x) => x, float32: Math.fround, bfloat16: brain };

/** What may be wrong, as changes of a recipe. @type {Record<string, (recipe: any, next: () => number) => void>} */
export const slips = {
  "starts-at-1": (recipe) => {
    recipe.start = 1;
  },
  "other-start": (recipe, next) => {
    recipe.start = pick(next, [5, 17, 100, 1000]);
  },
  "turned-backwards": (recipe) => {
    recipe.direction = -1;
  },
  "swapped-sine-cosine": (recipe) => {
    recipe.swapped = true;
  },
  "missing-attention-factor": (recipe) => {
    recipe.rule = "yarn";
    recipe.attention = "none";
  },
  "squared-attention-factor": (recipe) => {
    recipe.rule = "yarn";
    recipe.attention = "squared";
  },
  "low-precision-angles": (recipe) => {
    recipe.arithmetic = "bfloat16";
  },
};

/**
 * @param {number} seed @param {string[]} wrong @param {{ noise?: number, format?: string, vectors?: boolean }} options
 */
export function rotaryCase(seed, wrong, { noise = 0, format = "float64", vectors = false }) {
  const next = random(seed);
  const recipe = {
    rows: pick(next, [16, 64, 200, 512, 1024]),
    r: pick(next, [32, 64, 96, 128, 256]),
    base: pick(next, [10000, 500000, 1e6]),
    rule: pick(next, /** @type {RuleName[]} */ (Object.keys(rules))),
    factor: pick(next, [2, 4, 8, 32]),
    layout: pick(next, ["half", "interleaved"]),
    start: 0,
    direction: 1,
    swapped: false,
    attention: "right",
    arithmetic: "exact",
  };
  for (const each of wrong) slips[each](recipe, next);
  const { rows, r, start, direction, swapped, arithmetic } = recipe;
  const { list, scaling, attention } = rules[recipe.rule](recipe.base, r, recipe.factor);
  const size = { right: attention, none: 1, squared: attention * attention }[recipe.attention] ?? 1;
  const round = roundings[arithmetic];
  const store =
    { float64: (/** @type {number} */ x) => x, float32: Math.fround, bfloat16: brain }[format] ??
    brain;
  const cos = new Float64Array((rows * r) / 2);
  const sin = new Float64Array((rows * r) / 2);
  for (let p = 0; p < rows; p++) {
    for (let i = 0; i < r / 2; i++) {
      const angle = round(round(start + p) * round(list[i]));
      const [c, s] = [size * Math.cos(angle), direction * size * Math.sin(angle)];
      cos[(p * r) / 2 + i] = swapped ? s : c;
      sin[(p * r) / 2 + i] = swapped ? c : s;
    }
  }
  const name = `${recipe.rule} base ${recipe.base} r ${r} rows ${rows} ${recipe.layout} ${wrong.join(" + ")} ${arithmetic}`;
  const noisy = (/** @type {number} */ x) => store(x + (noise > 0 ? noise * normal(next) : 0));
  const common = { name, recipe, list, scaling, attention: size };
  if (!vectors) {
    const doubled = (/** @type {Float64Array} */ half) => {
      const full = new Float64Array(rows * r);
      for (let at = 0; at < full.length; at++) {
        const [p, c] = [Math.floor(at / r), at % r];
        const i = recipe.layout === "half" ? c % (r / 2) : c >> 1;
        full[at] = noisy(half[(p * r) / 2 + i]);
      }
      return full;
    };
    return { ...common, data: { cos: doubled(cos), sin: doubled(sin) }, shape: [rows, r] };
  }
  const blocks = 2;
  const width = r;
  const input = Float64Array.from({ length: blocks * rows * width }, () => normal(next));
  const output = input.slice();
  for (let b = 0; b < blocks; b++) {
    for (let p = 0; p < rows; p++) {
      for (let i = 0; i < r / 2; i++) {
        const at = (b * rows + p) * width;
        const x = at + (recipe.layout === "half" ? i : 2 * i);
        const y = recipe.layout === "half" ? x + r / 2 : x + 1;
        const [c, s] = [cos[(p * r) / 2 + i], sin[(p * r) / 2 + i]];
        output[x] = noisy(input[x] * c - input[y] * s);
        output[y] = noisy(input[y] * c + input[x] * s);
      }
    }
  }
  return { ...common, data: { input, output }, shape: [blocks, rows, width] };
}
