// rotations.js: right and wrong rotations with what is expected and the positions, by formulas of
// their own, in the arithmetic of frameworks: float32 with every step rounded, or 16 bits.
import { random } from "../phasor/helpers.js";
import { pick, roundings, rules } from "../phasor/rotary_cases.js";
import { allRounded, brain } from "../phasor/rounded.js";

/** @typedef {import("../phasor/rotary_cases.js").RuleName} RuleName */

const f = Math.fround;
/**
 * How a rotation is made.
 * @typedef {object} Recipe
 * @property {number[]} shape @property {number} axis of T
 * @property {number} batch @property {number} rows @property {number} dHead
 * @property {number} r @property {number} start
 * @property {"half" | "interleaved"} layout
 * @property {RuleName} rule @property {number} base @property {number} factor
 * @property {number[]} list frequencies @property {number} attention
 * @property {number[]} axes of the pairs
 * @property {(axis: number, b: number, t: number) => number} at position
 * @property {(i: number, v: Vector) => number} phase
 * @property {(v: Vector) => boolean} skips whether a vector is copied
 * @property {1 | -1} direction
 * @property {number} gap distance of the features of a pair in halves
 * @property {(angle: number) => number} angles rounds angles
 * @property {boolean} [impossible] whether a mistake cannot be made
 * @property {string} element type @property {boolean} exp frequencies by exp instead of pow
 * @property {boolean} narrow whether 16-bit types round each step
 */
/** @typedef {{ b: number, h: number, t: number }} Vector */

/** @type {Record<string, { round: (x: number) => number, unit: number }>} */
const elements = {
  float64: { round: (x) => x, unit: 2 ** -24 },
  float32: { round: f, unit: 2 ** -24 },
  float16: { round: roundings.float16, unit: 2 ** -11 },
  bfloat16: { round: brain, unit: 2 ** -8 },
};

/** Frequencies in float32, as frameworks compute them. @param {number[]} list exact
 * @param {boolean} exp */
const single = (list, exp) =>
  list.map((w) => {
    if (!exp) return f(1 / f(1 / w));
    return w === 0 ? 0 : f(Math.exp(f(Math.log(w))));
  });

const RULES = /** @type {RuleName[]} */ ([
  ...["default", "default", "default", "linear", "ntk", "dynamic", "yarn", "llama3", "longrope"],
]);

function right(/** @type {() => number} */ next) {
  const dHead = pick(next, [64, 64, 80, 96, 128, 128, 256]);
  const part = pick(next, [1, 1, 1, 0.5, 0.25]);
  const r = 2 * Math.round((dHead * part) / 2);
  const start = r < dHead && next() > 0.3 ? dHead - r : 0;
  const rows = pick(next, [1, 1, 2, 3, 7, 16, 40, 64, 130]);
  const [batch, heads] = [pick(next, [1, 2, 3]), pick(next, [1, 2, 4])];
  const form = pick(next, /** @type {const} */ (["TD", "BTD", "BHTD", "BTHD", "THD"]));
  const shapes = {
    TD: { shape: [rows, dHead], axis: 0 },
    BTD: { shape: [batch, rows, dHead], axis: 1 },
    BHTD: { shape: [batch, heads, rows, dHead], axis: 2 },
    BTHD: { shape: [batch, rows, heads, dHead], axis: 1 },
    THD: { shape: [rows, heads, dHead], axis: 0 },
  };
  const { shape, axis } = shapes[form];
  const rule = pick(next, RULES);
  const base = pick(next, [10000, 10000, 500000, 1e6]);
  const factor = pick(next, [2, 4, 8, 32]);
  const made = rules[rule](base, r, factor);
  return {
    ...{ shape, axis, batch: form.startsWith("B") ? batch : 1, rows, dHead, r, start, rule },
    ...{ base, factor, list: made.list, attention: made.attention, made },
    layout: pick(next, /** @type {const} */ (["half", "interleaved"])),
    element: pick(next, ["float32", "float32", "float64", "float16", "bfloat16"]),
    ...{ exp: next() > 0.6, narrow: next() > 0, direction: /** @type {1 | -1} */ (1), gap: r / 2 },
    axes: /** @type {number[]} */ (new Array(r / 2).fill(0)),
    phase: /** @type {Recipe["phase"]} */ (() => 0),
    skips: /** @type {Recipe["skips"]} */ (() => false),
    angles: f,
  };
}

/** Positions of each batch element and row, axis by axis. @param {() => number} next
 * @param {number} batch @param {number} rows @param {number} pairs */
function placesOf(next, batch, rows, pairs) {
  const kind = pick(next, [
    ...["zero", "offset", "jump", "packed", "each", "each", "grid", "mrope", "none", "far"],
  ]);
  /** @type {((b: number, t: number) => number)[]} */
  let axes = [(_, t) => t];
  const first = pick(next, [5, 17, 100, 2047, 5000]);
  const width = Math.max(2, Math.ceil(Math.sqrt(rows)));
  if (kind === "offset") axes = [(_, t) => first + t];
  if (kind === "far") axes = [(_, t) => 60000 + t];
  if (kind === "jump") axes = [(_, t) => (t < rows / 2 ? t : t + first)];
  if (kind === "packed") axes = [(_, t) => (t < rows / 2 ? t : t - Math.ceil(rows / 2))];
  if (kind === "each") axes = [(b, t) => (b % 3) * first + t + (b > 0 ? 1 : 0)];
  if (kind === "grid") axes = [(_, t) => Math.floor(t / width), (_, t) => t % width];
  if (kind === "mrope") {
    const text = Math.min(3, rows);
    const image = (/** @type {number} */ t) => t - text;
    axes = [
      (_, t) => (t < text ? t : text),
      (_, t) => (t < text ? t : text + Math.floor(image(t) / width)),
      (_, t) => (t < text ? t : text + (image(t) % width)),
    ];
  }
  const sizes = axes.map(
    (_, a) => Math.floor(pairs / axes.length) + (a === 0 ? pairs % axes.length : 0),
  );
  const interleaved = axes.length === 3 && next() > 0 && sizes[0] === sizes[1];
  const of = interleaved
    ? Array.from({ length: pairs }, (_, i) => (i % 3 > 0 && i < 3 * sizes[i % 3] ? i % 3 : 0))
    : sizes.flatMap((size, a) => new Array(size).fill(a));
  const sections = axes.length > 1 ? { sizes, ...(interleaved ? { interleaved } : {}) } : undefined;
  return { kind, axes, of, sections, perBatch: kind === "each" && batch > 1 };
}

/** @param {Recipe} recipe @param {Float64Array} input */
function rotate(recipe, input) {
  const { shape, axis, dHead, r, layout, list, attention, axes, at, element, narrow } = recipe;
  const { round, unit } = elements[element];
  const output = input.slice();
  const size = (/** @type {number[]} */ some) => some.reduce((a, b) => a * b, 1);
  const inner = size(shape.slice(axis + 1, -1));
  const outer = size(shape.slice(0, axis)) / recipe.batch;
  const step = element === "float64" ? (/** @type {number} */ x) => x : f;
  const frequencies = element === "float64" ? list : single(list, recipe.exp);
  const cast = narrow && unit > 1e-5 ? round : step;
  for (let v = 0; v < input.length / dHead; v++) {
    const t = Math.floor(v / inner) % recipe.rows;
    const before = Math.floor(v / inner / recipe.rows);
    const b = Math.floor(before / outer);
    const vector = { b, t, h: (before % outer) * inner + (v % inner) };
    if (recipe.skips(vector)) continue;
    for (let i = 0; i < r / 2; i++) {
      const product = at(axes[i], b, t) * frequencies[i];
      const angle =
        (element === "float64" ? product : recipe.angles(product)) + recipe.phase(i, vector);
      const c = cast(step(step(Math.cos(angle)) * attention));
      const s = cast(step(step(recipe.direction * Math.sin(angle)) * attention));
      const x = v * dHead + recipe.start + (layout === "half" ? i : 2 * i);
      const y = layout === "half" ? x + recipe.gap : x + 1;
      output[x] = round(cast(cast(input[x] * c) - cast(input[y] * s)));
      output[y] = round(cast(cast(input[y] * c) + cast(input[x] * s)));
    }
  }
  return output;
}

/**
 * Mistakes, as changes of a recipe; false if one cannot be made there.
 * @type {Record<string, (recipe: Recipe & ReturnType<typeof right>, next: () => number, places: ReturnType<typeof placesOf>) => void>}
 */
export const mistakes = {
  "one row": (recipe, next) => {
    const row = Math.floor(((next() + 1) / 2) * recipe.rows) % recipe.rows;
    recipe.phase = (_, { t }) => (t === row ? 0.3 : 0);
  },
  "one vector": (recipe, next) => {
    const row = Math.floor(((next() + 1) / 2) * recipe.rows) % recipe.rows;
    recipe.phase = (i, { b, h, t }) => (t === row && b === 0 && h === 0 ? 1.7 * i * i : 0);
  },
  "one head not rotated": (recipe) => {
    recipe.skips = ({ h }) => h === 0;
  },
  "one batch element not rotated": (recipe) => {
    recipe.skips = ({ b }) => b === recipe.batch - 1;
  },
  "one pair": (recipe, next) => {
    const pair = Math.floor(((next() + 1) / 2) * (recipe.r / 2)) % (recipe.r / 2);
    recipe.phase = (i) => (i === pair ? 0.5 : 0);
  },
  "one pair faster": (recipe, next) => {
    const pair = Math.floor(((next() + 1) / 2) * (recipe.r / 2)) % (recipe.r / 2);
    recipe.list = recipe.list.map((w, i) => (i === pair ? 1.5 * w : w));
  },
  "ids ignored": (recipe) => {
    recipe.at = (_, _b, t) => t;
  },
  "rows not rotated": (recipe, next) => {
    const from = Math.floor(recipe.rows / 2);
    const oddRows = next() > 0;
    recipe.skips = ({ t }) => (oddRows ? t % 2 === 1 : t >= from);
  },
  "nothing rotated": (recipe) => {
    recipe.skips = () => true;
  },
  "neighbours swapped": (recipe) => {
    const { at, rows } = recipe;
    recipe.at = (a, b, t) => at(a, b, (t ^ 1) < rows ? t ^ 1 : t);
  },
  reversed: (recipe) => {
    const { at, rows } = recipe;
    recipe.at = (a, b, t) => at(a, b, rows - 1 - t);
  },
  "one position later": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, b, t) => at(a, b, t) + 1;
  },
  "positions doubled": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, b, t) => 2 * at(a, b, t);
  },
  "positions halved": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, b, t) => Math.floor(at(a, b, t) / 2);
  },
  "positions modulo 16": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, b, t) => at(a, b, t) % 16;
  },
  "positions of the first batch element": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, _, t) => at(a, 0, t);
  },
  "one batch element by others' positions": (recipe) => {
    const { at } = recipe;
    recipe.at = (a, b, t) => at(a, b, t) + (b === 1 ? 7 : 0);
  },
  "one axis from 1": (recipe, _, { axes }) => {
    const { at } = recipe;
    if (axes.length < 2) recipe.impossible = true;
    recipe.at = (a, b, t) => at(a, b, t) + (a === 1 ? 1 : 0);
  },
  "an axis ignored": (recipe, _, { axes }) => {
    const { at } = recipe;
    if (axes.length < 2) recipe.impossible = true;
    recipe.at = (a, b, t) => at(a === 1 ? 0 : a, b, t);
  },
  "axes exchanged": (recipe, _, { axes }) => {
    const { at } = recipe;
    if (axes.length < 2) recipe.impossible = true;
    const last = axes.length - 1;
    recipe.at = (a, b, t) => at(last - a, b, t);
  },
  "a pair by another axis": (recipe, next, { axes }) => {
    if (axes.length < 2) recipe.impossible = true;
    const pair = Math.floor(((next() + 1) / 2) * (recipe.r / 2)) % (recipe.r / 2);
    recipe.axes = recipe.axes.map((a, i) => (i === pair ? (a + 1) % axes.length : a));
  },
  "constant phase": (recipe) => {
    recipe.phase = (i) => 0.7 * i + 0.2;
  },
  backwards: (recipe) => {
    recipe.direction = -1;
  },
  base: (recipe) => {
    const other = recipe.base === 10000 ? 500000 : 10000;
    const rule = rules[recipe.rule](other, recipe.r, recipe.factor);
    recipe.list = rule.list;
  },
  rule: (recipe) => {
    const { list } = rules[recipe.rule === "default" ? "llama3" : "default"](
      recipe.base,
      recipe.r,
      8,
    );
    recipe.list = list;
  },
  factor: (recipe) => {
    if (recipe.rule === "default") recipe.impossible = true;
    recipe.list = rules[recipe.rule](recipe.base, recipe.r, recipe.factor === 2 ? 8 : 2).list;
  },
  layout: (recipe) => {
    recipe.layout = recipe.layout === "half" ? "interleaved" : "half";
    recipe.gap = recipe.r / 2;
  },
  "attention factor": (recipe) => {
    recipe.attention = recipe.attention === 1 ? 1.2 : 1;
  },
  "partner at half the head": (recipe) => {
    if (recipe.r > recipe.dHead / 2 || recipe.layout !== "half" || recipe.start > 0)
      recipe.impossible = true;
    recipe.gap = recipe.dHead / 2;
  },
  "whole head": (recipe) => {
    if (recipe.r === recipe.dHead || recipe.axes.some((a) => a > 0)) recipe.impossible = true;
    const { list } = rules[recipe.rule](recipe.base, recipe.dHead, recipe.factor);
    Object.assign(recipe, { r: recipe.dHead, start: 0, list, gap: recipe.dHead / 2 });
    recipe.axes = new Array(recipe.r / 2).fill(0);
  },
  "angles in bfloat16": (recipe) => {
    recipe.angles = brain;
  },
};
const names = Object.keys(mistakes);
/** Roundings of an output, in units of the roundoff, beyond which a mistake is visible. */
const VISIBLE = 8;

/** The n-th case: one of three is right. @param {number} n @param {number} seed */
export function rotationAt(n, seed) {
  const next = random(7919 * seed + n);
  for (let i = 0; i < 6; i++) next();
  const name = n % 3 === 0 ? "right" : names[(n - Math.floor(n / 3) + seed) % names.length];
  const base = right(next);
  const places = placesOf(next, base.batch, base.rows, base.r / 2);
  const { of, sections, perBatch, axes: lists } = places;
  const at = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) =>
    lists[a](perBatch ? b : 0, t);
  const recipe = { ...base, axes: of, at };
  /** @type {typeof recipe & { impossible?: boolean }} */
  const mistaken = { ...recipe };
  const { round, unit } = elements[recipe.element];
  const size = recipe.shape.reduce((a, b) => a * b, 1);
  const input = Float64Array.from({ length: size }, () => {
    const x = Math.sqrt(-2 * Math.log((1 - next()) / 2 + 1e-9)) * Math.cos(Math.PI * next());
    return round(recipe.element === "float64" ? x : f(x));
  });
  if (name !== "right") mistakes[name](mistaken, next, places);
  // A single row without positions may be anywhere.
  const isUndetermined = places.kind === "none" && recipe.rows === 1 && name.includes("position");
  const possible = !mistaken.impossible && !isUndetermined;
  const expected = rotate(recipe, input);
  const output = name === "right" ? expected : rotate(mistaken, input);
  let largest = 0;
  for (let c = 0; c < size; c++) largest = Math.max(largest, Math.abs(output[c] - expected[c]));
  // Angles at far positions are uncertain in float32.
  let farthest = 0;
  for (let a = 0; a < lists.length; a++)
    farthest = Math.max(farthest, at(a, recipe.batch - 1, recipe.rows - 1));
  const visible = largest > VISIBLE * unit * 4 + 2e-6 * farthest;
  const bits = recipe.element.endsWith("16") && next() > 0.4;
  const positions =
    places.kind === "none"
      ? undefined
      : lists.map((_, a) =>
          Array.from({ length: (perBatch ? recipe.batch : 1) * recipe.rows }, (_, k) =>
            at(a, Math.floor(k / recipe.rows), k % recipe.rows),
          ),
        );
  const store = (/** @type {Float64Array} */ values) => {
    if (recipe.element === "float64") return values;
    return bits
      ? allRounded(/** @type {"float16"} */ (recipe.element), values)
      : Float32Array.from(values);
  };
  const { made } = recipe;
  const expect = {
    ...{ dHead: recipe.dHead, rotaryDim: recipe.r, rotaryStart: recipe.start },
    ...{ layout: recipe.layout, base: recipe.base, scaling: made.scaling, length: made.length },
    ...(sections ? { sections } : {}),
  };
  const options = {
    ...{ expect, tokenAxis: recipe.axis, ...(bits ? { dtype: recipe.element } : {}) },
    positions: positions && (positions.length === 1 ? positions[0] : positions),
  };
  return {
    ...{ name, wrong: name !== "right" && possible && visible, shape: recipe.shape, options },
    skipped: name !== "right" && !(possible && visible),
    data: { input: store(input), output: store(output) },
    words: `${n}/${seed} ${name}: ${recipe.element}${bits ? " bits" : ""} ${recipe.shape} axis ${recipe.axis} r ${recipe.r} from ${recipe.start} ${recipe.layout} ${recipe.rule} ${recipe.base} positions ${places.kind}`,
  };
}
