// bias_verdicts.js: generated biases with what is expected of them, from plain formulas, and what diagnoseBias
// misses or reports falsely.
import { diagnoseBias } from "phasor";
import { bucketOf, fill, normals, paperSlopes, pick, slopeRules, uniform } from "./bias_cases.js";
import { problemsOf } from "./findings.js";
import { rounded } from "./rounded.js";

/** @typedef {() => number} Next */
/** @typedef {[heads: number, queries: number, keys: number]} Shape */
/** A function of head, query and key; null: masked.
 * @typedef {(h: number, i: number, j: number) => number | null} Entry */
/**
 * A bias: its options, and how an entry follows from them.
 * @typedef {{ type: string, shape: Shape, options: Record<string, any>, entry: (options: any) => Entry,
 *   table?: Float64Array }} Sample
 */

/** @param {Next} next @param {number} low @param {number} high */
export const integer = (next, low, high) => low + Math.floor(next() * (high - low + 1));
const coin = (/** @type {Next} */ next) => next() < 0.5;

/** The keys that a query sees. @param {any} options @param {number} i @param {number} j */
function isSeen({ causal, offset = 0, window = Infinity }, i, j) {
  return !causal || (j <= offset + i && j > offset + i - window);
}

/** @param {Next} next @returns {Shape} */
function sizes(next) {
  const heads = pick(next, [1, 2, 3, 4, 6, 8, 12, 16, 20]);
  const keys = integer(next, 1, pick(next, [8, 40, 150]));
  return [heads, pick(next, [1, keys, integer(next, 1, keys)]), keys];
}

/** @param {Next} next @param {Shape} shape */
function offsetIn(next, [, queries, keys]) {
  return pick(next, [
    0,
    keys - queries,
    keys - queries,
    integer(next, 0, 60),
    integer(next, 0, 3000),
  ]);
}

/** @param {Next} next @param {Shape} shape */
function masking(next, shape) {
  const offset = offsetIn(next, shape);
  const causal = coin(next);
  const window = causal && next() < 0.3 ? integer(next, 1, 2 * shape[2]) : undefined;
  return { causal, offset, ...(window && { window }) };
}

/** @param {Next} next @returns {Sample} */
function alibi(next) {
  const shape = sizes(next);
  const options = {
    ...masking(next, shape),
    form: pick(next, ["distance", "key-index"]),
    maxBias: pick(next, [8, 8, 8, 4, 16, 1.5]),
  };
  /** @type {Sample["entry"]} */
  const entry = (o) => {
    const slopes = o.slopes ?? paperSlopes(shape[0], o.maxBias);
    return (h, i, j) => {
      if (!isSeen(o, i, j)) return null;
      if (o.form === "key-index") return slopes[h] * j;
      if (o.form === "signed") return slopes[h] * (j - i - o.offset);
      return -slopes[h] * Math.abs(o.offset + i - j);
    };
  };
  return { type: "alibi", shape, options, entry };
}

/** @param {Next} next @returns {Sample} */
function t5(next) {
  const shape = sizes(next);
  const bidirectional = coin(next);
  const buckets = pick(next, bidirectional ? [32, 32, 16, 64, 20] : [32, 32, 16, 64, 21, 8]);
  const exact = Math.floor((bidirectional ? buckets / 2 : buckets) / 2);
  const maxDistance = pick(
    next,
    [128, 128, 128, 64, 256, 20, exact + 1, integer(next, exact + 1, 900)].filter((d) => d > exact),
  );
  const options = { ...masking(next, shape), buckets, bidirectional, maxDistance };
  const table = normals(next, buckets * shape[0]);
  /** @type {Sample["entry"]} */
  const entry = (o) => (h, i, j) => {
    if (!isSeen(o, i, j)) return null;
    const bucket = bucketOf(
      (o.sign ?? 1) * (j - i - o.offset),
      o.bidirectional,
      o.buckets,
      o.maxDistance,
    );
    return table[(bucket % buckets) * shape[0] + h];
  };
  return { type: "t5", shape, options, entry, table };
}

/** @param {Next} next @returns {Sample} */
function relative(next) {
  const shape = sizes(next);
  const reach = integer(next, 0, 24);
  const options = { ...masking(next, shape), reach };
  const table = normals(next, (2 * reach + 1) * shape[0]);
  /** @type {Sample["entry"]} */
  const entry = (o) => (h, i, j) => {
    if (!isSeen(o, i, j)) return null;
    const r = Math.max(-o.reach, Math.min(o.reach, (o.sign ?? 1) * (j - i - o.offset)));
    return table[(r + reach) * shape[0] + h];
  };
  return { type: "relative", shape, options, entry, table };
}

/** @param {Next} next @returns {Sample} */
function swin(next) {
  const heads = pick(next, [1, 2, 3, 6]);
  const windows = "1 7 7, 1 8 8, 1 2 3, 1 5 4, 1 1 6, 1 12 12, 2 4 4, 3 2 5, 2 7 7".split(", ");
  const [depth, height, width] = pick(next, windows).split(" ").map(Number);
  const size = depth * height * width;
  const count = (2 * depth - 1) * (2 * height - 1) * (2 * width - 1);
  const cosines = pick(next, [1, 16]);
  // Swin v2: 16·sigmoid.
  const table = normals(next, count * heads).map((x) =>
    cosines === 1 ? x : 16 / (1 + Math.exp(-x)),
  );
  const options = { height, width, ...(depth > 1 && { depth }) };
  const at = (/** @type {number} */ p) =>
    [p / (height * width), (p / width) % height, p % width].map(Math.floor);
  /** @type {Sample["entry"]} */
  const entry = (o) => (h, i, j) => {
    const [a, b] = o.sign < 0 ? [at(j), at(i)] : [at(i), at(j)];
    const [z, y, x] = [0, 1, 2].map((n) => a[n] - b[n] + [depth, height, width][n] - 1);
    return table[((z * (2 * height - 1) + y) * (2 * width - 1) + x) * heads + h];
  };
  return { type: "swin", shape: [heads, size, size], options, entry, table };
}

/** @param {Next} next @returns {Sample} */
function mask(next) {
  const shape = sizes(next);
  const options = { ...masking(next, shape), causal: true };
  return { type: "mask", shape, options, entry: (o) => (_, i, j) => (isSeen(o, i, j) ? 0 : null) };
}

export const types = { alibi, t5, relative, swin, mask };
const HIDDEN = [-Infinity, -Infinity, -1e4, -1e9, -3.4028234663852886e38];

/** Other options of a wrong bias, and the codes that may name it; false: it does not apply.
 * @typedef {Record<string, (options: any, next: Next, heads: number) => [object, ...string[]] | false>} Mistakes */
/** @type {Mistakes} */
const placing = {
  "offset by one": ({ offset }, next) => [
    { offset: offset + pick(next, [-1, 1]) },
    ...["differs-offset", "mask-off-by-one"],
  ],
  "offset 0": ({ offset }) => offset !== 0 && [{ offset: 0 }, "differs-offset"],
  causal: ({ causal }) => [{ causal: !causal }, "differs-causal"],
  window: ({ causal }, next) => causal && [{ window: integer(next, 1, 20) }, "differs-window"],
};
/** @type {Mistakes} */
const turning = { direction: () => [{ sign: -1 }, "reversed-direction", "differs-table"] };
/** @type {Mistakes} */
const slopesOf = {
  form: ({ form }) => [{ form: form === "distance" ? "key-index" : "distance" }, "differs-form"],
  signed: () => [{ form: "signed" }, "signed-distance", "differs-form"],
  maxBias: ({ maxBias }) => [{ maxBias: maxBias * 2 }, "differs-maxBias"],
  sign: ({ maxBias }, _, n) => [{ slopes: paperSlopes(n, maxBias).map((s) => -s) }, "alibi-sign"],
  "slopes of more heads": ({ maxBias }, _, n) =>
    n > 1 && [
      { slopes: paperSlopes(2 * n, maxBias).slice(0, n) },
      ...["alibi-other-heads", "differs-maxBias", "alibi-naive-slopes"],
    ],
  "slopes from zero, split"(_, __, n) {
    const power = 2 ** Math.floor(Math.log2(n));
    const slopes = Array.from({ length: n }, (_, j) => 2 ** ((-8 * (j % power)) / power));
    return [{ slopes }, "alibi-slopes-from-zero", "other-slopes"];
  },
};
for (const [name, { code = "", slopes, fits }] of Object.entries(slopeRules).slice(1)) {
  slopesOf[`slopes ${name}`] = (_, __, n) =>
    n > 2 && (fits?.(n) ?? true) && [{ slopes: slopes(n) }, code];
}
/** @type {Mistakes} */
const bucketsOf = {
  "16 buckets": ({ buckets }) =>
    buckets === 32 && [
      { buckets: 16, maxDistance: 128 },
      ...["differs-buckets", "differs-maxDistance"],
    ],
  bidirectional: ({ buckets, bidirectional }) =>
    buckets % 2 === 0 && [
      { bidirectional: !bidirectional, maxDistance: 128 },
      ...["differs-bidirectional", "differs-buckets", "differs-maxDistance"],
    ],
  maxDistance: (_, next) => [{ maxDistance: integer(next, 40, 600) }, "differs-maxDistance"],
};
/** @type {Mistakes} */
const reachOf = {
  reach: ({ reach }) => reach > 1 && [{ reach: reach >> 1 }, "differs-reach", "differs-entries"],
};
/** @type {Record<string, Mistakes>} */
const mistakes = {
  alibi: { ...placing, ...slopesOf },
  t5: { ...placing, ...turning, ...bucketsOf },
  relative: { ...placing, ...turning, ...reachOf },
  swin: turning,
  mask: placing,
};

/** What may be wrong with the entries of one head, query or key alone: the axis. */
const axes = { "one head": 0, "one query": 1, "one key": 2 };

export const wrongs = [
  ...Object.keys({ ...placing, ...turning, ...slopesOf, ...bucketsOf, ...reachOf, ...axes }),
  ...["transposed", "noise"],
];
/** @typedef {"float64" | "float32" | "bfloat16" | "float16"} FormatName */
export const formats = /** @type {FormatName[]} */ (["float64", "float32", "bfloat16", "float16"]);
const relativeErrors = {
  float64: 2 ** -53,
  float32: 2 ** -24,
  bfloat16: 2 ** -8,
  float16: 2 ** -11,
};

/** The entries in an element type: an array that holds it. @param {(number | null)[]} entries
 * @param {FormatName} format @param {number} hidden */
function stored(entries, format, hidden) {
  const values = entries.map((x) => (x === null ? hidden : x));
  if (format === "float64") return Float64Array.from(values);
  if (format === "float32") return Float32Array.from(values);
  const bits = Uint16Array.from(values, (x) =>
    rounded(format, x === hidden && hidden < -1e5 ? -Infinity : x),
  );
  return { bits, format };
}

/** The n-th of the cases of a seed: right, or wrong in one way. Undefined if what is wrong does not
 * show. @param {number} n @param {number} seed */
export function biasExpectation(n, seed) {
  const next = uniform(7919 * seed + n);
  const sample =
    types[pick(next, /** @type {(keyof typeof types)[]} */ (Object.keys(types)))](next);
  const format = pick(next, formats);
  const hidden = pick(next, HIDDEN);
  const wrong = n % 2 === 0 ? undefined : pick(next, wrongs);
  const tabled = sample.table !== undefined && coin(next);
  const right = sample.entry(sample.options);
  /** @type {Record<string, any>} */
  const expect = { type: sample.type, ...sample.options };
  if (tabled) expect.table = sample.table;
  const entries = fill(sample.shape, right);
  if (wrong === undefined) return { sample, format, wrong, expect, hidden, codes: [], entries };
  let other = entries;
  /** @type {string[] | undefined} */
  let codes;
  if (wrong === "transposed") {
    const [, queries, keys] = sample.shape;
    if (queries !== keys) return undefined;
    other = fill(sample.shape, (h, i, j) => right(h, j, i));
  } else if (wrong === "noise") {
    other = entries.map((x) => x && x * (1 + 0.02 * (next() - 0.5)));
  } else if (wrong in axes) {
    const axis = axes[/** @type {keyof typeof axes} */ (wrong)];
    const one = integer(next, 0, sample.shape[axis] - 1);
    other = fill(sample.shape, (...place) => {
      const x = right(...place);
      return x !== null && place[axis] === one ? 1.5 * x - 0.4 : x;
    });
  } else {
    const chosen = mistakes[sample.type][wrong]?.(sample.options, next, sample.shape[0]);
    if (!chosen) return undefined;
    const [options, ...codeList] = chosen;
    codes = codeList;
    other = fill(sample.shape, sample.entry({ ...sample.options, ...options }));
  }
  if (!shows(sample, tabled, entries, other, format)) return undefined;
  return { sample, format, wrong, expect, hidden, codes, entries: other };
}

/** Whether wrong entries contradict what is expected: without a table, entries that must be equal
 * are not. @param {Sample} sample @param {boolean} tabled @param {(number | null)[]} entries
 * @param {(number | null)[]} other @param {FormatName} format */
function shows(sample, tabled, entries, other, format) {
  const limit = 8 * relativeErrors[format];
  /** @param {number} a @param {number} b */
  const differ = (a, b) => Math.abs(a - b) > limit * Math.max(Math.abs(a), Math.abs(b)) + 2 ** -20;
  const masked = other.map((x) => x === null);
  if (masked.every(Boolean)) return false;
  const [, queries, keys] = sample.shape;
  const padded = (/** @type {number} */ j) => {
    for (let i = 0; i < queries; i++) if (!masked[i * keys + j]) return false;
    return queries > 1;
  };
  if (entries.some((x, at) => (x === null) !== masked[at] && !padded(at % keys))) return true;
  if (tabled || sample.table === undefined) {
    return entries.some(
      (x, at) => x !== null && other[at] !== null && differ(x, Number(other[at])),
    );
  }
  /** @type {Map<string, number>} */
  const groups = new Map();
  return entries.some((x, at) => {
    const y = other[at];
    if (x === null || y === null) return false;
    // Entries of one head with the same value are of the same row of the table.
    const key = `${Math.floor(at / queries / keys)} ${x}`;
    const first = groups.get(key);
    groups.set(key, first ?? y);
    return first !== undefined && differ(first, y);
  });
}

/** What is reported falsely or missed; and whether the mistake is named.
 * @param {NonNullable<ReturnType<typeof biasExpectation>>} sample */
export function verdictOf({ sample, format, wrong, expect, hidden, codes, entries }) {
  const values = stored(entries, format, hidden);
  const bias = "bits" in values ? values.bits : values;
  const options = /** @type {any} */ ({
    expect,
    ...("bits" in values && { dtype: values.format }),
  });
  const { findings, residual } = diagnoseBias(/** @type {any} */ (bias), sample.shape, options);
  const { problems, failures } = failuresOf({ findings, residual }, wrong);
  const { table, ...shown } = expect;
  const name = `${wrong ?? "right"}, ${format}, ${hidden}, [${sample.shape}], ${JSON.stringify(shown)}${table ? " with table" : ""}`;
  const named =
    wrong === undefined || codes === undefined || problems.some((code) => codes.includes(code));
  return { name, failures, named, problems, findings };
}

/** The problems of a diagnosis, and what it reports falsely or misses.
 * @param {{ findings: { severity: string, code: string }[], residual: { max: number, limit: number } | null }} diagnosis
 * @param {string} [wrong] the mistake that was made */
export function failuresOf({ findings, residual }, wrong) {
  const problems = problemsOf({ findings });
  const failures = [];
  if (!residual) failures.push("no residual");
  else if (residual.max > residual.limit !== problems.length > 0)
    failures.push(`residual ${residual.max} of ${residual.limit} and problems ${problems}`);
  if (wrong === undefined && problems.length > 0) failures.push(`false alarm: ${problems}`);
  if (wrong !== undefined && problems.length === 0) failures.push(`missed: ${wrong}`);
  return { problems, failures };
}
