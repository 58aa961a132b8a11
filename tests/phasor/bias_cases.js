// bias_cases.js: right and wrong attention biases of other projects, from plain formulas.
import { random } from "./helpers.js";
import { nearest } from "./rounded.js";

/**
 * @typedef {object} BiasCase
 * @property {string} name
 * @property {number[]} values
 * @property {[number, number, number]} shape
 * @property {Record<string, any>} expected fields of the diagnosis
 * @property {string[]} problems the codes of the expected problems
 */

/** @param {number} heads @param {number} maxBias */
export function paperSlopes(heads, maxBias = 8) {
  const whole = 2 ** Math.floor(Math.log2(heads));
  const of = (/** @type {number} */ n) =>
    Array.from({ length: n }, (_, j) => 2 ** ((-maxBias * (j + 1)) / n));
  return [...of(whole), ...of(2 * whole).filter((_, j) => j % 2 === 0)].slice(0, heads);
}

const powerOfTwo = (/** @type {number} */ n) => (n & (n - 1)) === 0;
/** @typedef {{ code?: string, slopes: (heads: number) => number[], fits?: (heads: number) => boolean }} Rule */
/** Rules for slopes, with the code of each one's finding. @type {Record<string, Rule>} */
export const slopeRules = {
  right: { slopes: (n) => paperSlopes(n) },
  naive: {
    code: "alibi-naive-slopes",
    slopes: (n) => Array.from({ length: n }, (_, j) => 2 ** ((-8 * (j + 1)) / n)),
    fits: (n) => !powerOfTwo(n),
  },
  zero: {
    code: "alibi-slopes-from-zero",
    slopes: (n) => Array.from({ length: n }, (_, j) => 2 ** ((-8 * j) / n)),
  },
  consecutive: {
    code: "alibi-consecutive-slopes",
    slopes(n) {
      const whole = 2 ** Math.floor(Math.log2(n));
      return Array.from({ length: n }, (_, j) =>
        j < whole ? 2 ** ((-8 * (j + 1)) / whole) : 2 ** ((-8 * (j - whole + 1)) / (2 * whole)),
      );
    },
    fits: (n) => !powerOfTwo(n) && n - 2 ** Math.floor(Math.log2(n)) > 1,
  },
  reversed: { code: "alibi-slopes-reversed", slopes: (n) => paperSlopes(n).reverse() },
  equal: { code: "alibi-equal-slopes", slopes: (n) => new Array(n).fill(0.25) },
  doubled: {
    code: "alibi-scaled-slopes",
    slopes: (n) => paperSlopes(n).map((s) => Math.LOG2E * s),
  },
};

/** The factor of the slope in an entry. @type {Record<string, (i: number, j: number) => number>} */
const forms = {
  distance: (i, j) => -Math.abs(i - j),
  signed: (i, j) => j - i,
  "key-index": (_, j) => j,
  "query-index": (i) => i,
};

/** @param {number} r key − query @param {boolean} bidirectional @param {number} buckets
 * @param {number} max @param {(x: number) => number} [cut] */
export function bucketOf(r, bidirectional, buckets, max, cut = Math.floor) {
  const perSide = bidirectional ? buckets / 2 : buckets;
  const start = bidirectional && r > 0 ? perSide : 0;
  const d = bidirectional ? Math.abs(r) : Math.max(-r, 0);
  const exact = perSide >> 1;
  if (d < exact) return start + d;
  const log = (Math.log(d / exact) / Math.log(max / exact)) * (perSide - exact);
  // Rounding may move logarithms that should be whole.
  const bucket = Math.abs(log - Math.round(log)) < 1e-9 ? Math.round(log) : cut(log);
  return start + Math.min(perSide - 1, exact + bucket);
}

/** @template T @param {[number, number, number]} shape
 * @param {(head: number, i: number, j: number) => T} entry */
export function fill([heads, queries, keys], entry) {
  const values = [];
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++) for (let j = 0; j < keys; j++) values.push(entry(h, i, j));
  return values;
}

/** Normal numbers. @param {() => number} next */
const normal = (next) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
/** @param {() => number} next @param {number} length */
export const normals = (next, length) => Float64Array.from({ length }, () => normal(next));

/** @param {number} seed @returns {() => number} within 0 and 1 */
export function uniform(seed) {
  const next = random(seed);
  return () => (next() + 1) / 2;
}

/** @template T @param {() => number} next @param {readonly T[]} list @returns {T} */
export const pick = (next, list) => list[Math.floor(next() * list.length) % list.length];

/** A mask: which keys a query sees, and the expected findings.
 * @typedef {{ kind: string, seen: (i: number, j: number) => boolean, offset: number | null, code?: string[] }} Masking
 */
/** @type {Record<"none" | "causal", Masking>} */
const masks = {
  none: { kind: "none", seen: () => true, offset: null },
  causal: { kind: "causal", seen: (i, j) => j <= i, offset: 0 },
};
/** @type {Record<"strict" | "late" | "reversed", Masking>} */
const wrongMasks = {
  strict: {
    kind: "causal",
    seen: (i, j) => j < i,
    offset: -1,
    code: ["mask-off-by-one", "blind-queries"],
  },
  late: { kind: "causal", seen: (i, j) => j <= i + 1, offset: 1, code: ["mask-off-by-one"] },
  reversed: { kind: "reversed", seen: (i, j) => j >= i, offset: 0, code: ["mask-reversed"] },
};

const HEADS = [1, 2, 3, 6, 8, 12, 16];
const HIDDEN = [-Infinity, -1e9, -65504, -10000];

/** @param {() => number} next @param {number} wrong how many things are wrong @returns {BiasCase} */
function alibi(next, wrong) {
  const slips = ["slopes", "sign", "form", "mask"];
  const chosen = new Set(
    Array.from({ length: wrong }, () => slips.splice(Math.floor(next() * slips.length), 1)[0]),
  );
  let heads = pick(next, HEADS);
  /** @type {string[]} */
  const problems = [];
  const size = 16 + Math.floor(next() * 32);
  const usual = pick(next, [masks.none, masks.causal]);
  const mask = chosen.has("mask") ? pick(next, Object.values(wrongMasks)) : usual;
  problems.push(...(mask.code ?? []));
  let rule = slopeRules.right;
  if (chosen.has("slopes")) {
    rule = pick(next, Object.values(slopeRules).slice(1));
    heads = pick(
      next,
      HEADS.filter((n) => n > 2 && (rule.fits?.(n) ?? true)),
    );
    problems.push(rule.code ?? "");
  }
  const right = pick(next, ["distance", "key-index"]);
  let form = right;
  if (chosen.has("form"))
    form = mask.kind === "none" ? pick(next, ["signed", "query-index"]) : "query-index";
  const sign = chosen.has("sign") ? -1 : 1;
  if (sign < 0 && form !== "query-index") problems.push("alibi-sign");
  // Where only later keys are seen, j − i is their distance.
  if (form === "signed") problems.push("signed-distance");
  if (form === "query-index") problems.push("query-index");
  const slopes = rule.slopes(heads);
  const hidden = pick(next, HIDDEN);
  const shape = /** @type {[number, number, number]} */ ([heads, size, size]);
  const values = fill(shape, (h, i, j) =>
    mask.seen(i, j) ? sign * slopes[h] * forms[form](i, j) + 0 : hidden,
  );
  const name = `alibi ${[...chosen].join(" + ")} ${form} ${mask.kind}, ${heads} heads of ${size}`;
  return { name, values, shape, expected: { kind: "alibi", form, mask: mask.kind }, problems };
}

/** @param {() => number} next @param {number} wrong @returns {BiasCase} */
function t5(next, wrong) {
  const slips = ["direction", "boundary", "mask"];
  const chosen = new Set(
    Array.from({ length: wrong }, () => slips.splice(Math.floor(next() * slips.length), 1)[0]),
  );
  const heads = pick(next, [2, 3, 5]);
  const max = pick(next, [128, 128, 64, 256]);
  const size = 72 + Math.floor(next() * 40);
  let bidirectional = pick(next, [true, false]);
  /** @type {string[]} */
  const problems = [];
  if (chosen.has("direction")) {
    bidirectional = false;
    problems.push("reversed-direction");
  }
  let mask =
    bidirectional || chosen.has("direction") ? masks.none : pick(next, [masks.none, masks.causal]);
  if (chosen.has("mask")) {
    mask = chosen.has("direction") ? wrongMasks.reversed : wrongMasks.late;
    problems.push(...(mask.code ?? []));
  }
  const sign = chosen.has("direction") ? -1 : 1;
  let cut = Math.floor;
  let shift = 0;
  if (chosen.has("boundary")) {
    problems.push("bucket-boundaries");
    // With a mask that is late by one, adding 1 to the distance equals moving query 0.
    const isAmbiguous = mask.kind === "causal" && chosen.has("mask");
    const slip = pick(next, isAmbiguous ? ["rounded", "up"] : ["rounded", "up", "plus", "minus"]);
    if (slip === "rounded") cut = Math.round;
    if (slip === "up") cut = Math.ceil;
    if (slip === "plus") shift = 1;
    if (slip === "minus") shift = -1;
  }
  const buckets = 32;
  const table = normals(next, buckets * heads);
  const hidden = pick(next, HIDDEN);
  const shape = /** @type {[number, number, number]} */ ([heads, size, size]);
  const values = fill(shape, (h, i, j) => {
    if (!mask.seen(i, j)) return hidden;
    const r = sign * (j - i);
    const moved = r === 0 && shift < 0 ? 0 : r + shift * (r > 0 ? 1 : r < 0 || shift > 0 ? -1 : 0);
    return table[bucketOf(moved, bidirectional, buckets, max, cut) * heads + h];
  });
  const expected = { kind: "t5", mask: mask.kind };
  const name = `t5 ${[...chosen].join(" + ")} ${bidirectional ? "both" : "one"} max ${max} ${mask.kind}, ${heads} heads of ${size}`;
  if (mask.kind === "none" || mask.offset === 1) {
    Object.assign(expected, { buckets, bidirectional: bidirectional });
  }
  if (wrong === 0) Object.assign(expected, { maxDistance: max });
  return { name, values, shape, expected, problems };
}

/** @param {() => number} next @param {number} wrong @returns {BiasCase} */
function swin(next, wrong) {
  const heads = pick(next, HEADS);
  const [height, width] = pick(next, [
    [7, 7],
    [8, 8],
    [4, 6],
    [3, 8],
    [5, 4],
    [2, 9],
  ]);
  /** @type {string[]} */
  const problems = [];
  let stride = 2 * width - 1;
  if (wrong > 0) {
    problems.push("window-stride");
    stride = pick(next, [width + 1, 2 * width - 2, width - 1 > 1 ? width - 1 : width + 1]);
  }
  const table = normals(next, 4 * (2 * height) * (2 * width) * heads);
  const size = height * width;
  const shape = /** @type {[number, number, number]} */ ([heads, size, size]);
  const values = fill(shape, (h, i, j) => {
    const dy = Math.floor(i / width) - Math.floor(j / width) + height - 1;
    const dx = (i % width) - (j % width) + width - 1;
    return table[(dy * stride + dx) * heads + h];
  });
  const expected = { kind: "swin", height, width, mask: "none" };
  const name = `swin ${height} × ${width} stride ${stride}, ${heads} heads`;
  return { name, values, shape, expected, problems };
}

/** @param {() => number} next @param {number} wrong @returns {BiasCase} */
function other(next, wrong) {
  const heads = pick(next, HEADS);
  const size = 12 + Math.floor(next() * 40);
  const shape = /** @type {[number, number, number]} */ ([heads, size, size]);
  const kind = pick(next, ["mask", "relative", "toeplitz", "noise"]);
  const mask = wrong > 0 ? pick(next, Object.values(wrongMasks)) : masks.causal;
  const problems = mask.code ?? [];
  if (kind === "mask") {
    const hidden = pick(next, HIDDEN);
    const values = fill(shape, (_, i, j) => (mask.seen(i, j) ? 0 : hidden));
    const expected = { kind: "mask", mask: mask.kind };
    return { name: `mask ${mask.kind}`, values, shape, expected, problems };
  }
  if (kind === "noise") {
    const values = fill(shape, () => normal(next));
    const expected = { kind: "unknown", mask: "none" };
    return { name: "noise", values, shape, expected, problems: [] };
  }
  const reach = kind === "relative" ? 3 + Math.floor(next() * 6) : size;
  const table = normals(next, (2 * reach + 1) * heads);
  const values = fill(
    shape,
    (h, i, j) => table[(Math.max(-reach, Math.min(reach, j - i)) + reach) * heads + h],
  );
  const expected = { kind: kind, mask: "none", ...(kind === "relative" && { reach }) };
  const name = `${kind} ${reach}, ${heads} heads of ${size}`;
  return { name, values, shape, expected, problems: [] };
}

const biasKinds = { alibi, t5, swin, other };

/** @param {keyof typeof biasKinds} kind @param {number} seed @param {number} wrong how many things
 * @param {{ noise?: number, format?: "float64" | "float32" | "bfloat16" }} options */
export function biasCase(kind, seed, wrong, { noise = 0, format = "float64" }) {
  const next = uniform(seed);
  const sample = biasKinds[kind](next, wrong);
  const noisy = sample.values.map((x) => (x <= -9000 ? x : x + noise * normal(next)));
  const values =
    format === "float64"
      ? Float64Array.from(noisy)
      : Float32Array.from(noisy, (x) => nearest(x, format));
  return { ...sample, values };
}
