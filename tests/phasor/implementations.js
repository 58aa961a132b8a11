// implementations.js: positional encodings as people write them, right and wrong, in plain
// JavaScript, each with what there is to say about it. Nothing here comes from the package.
import { random } from "./helpers.js";

/** @import { Diagnosis } from "../../web/phasor/diagnose.js" */

/**
 * @typedef {object} Said
 * @property {"sinusoidal" | "constant" | "unknown"} [kind] sinusoidal by default
 * @property {string | null} [convention] vaswani by default
 * @property {number | null} [base] 10000 by default
 * @property {number} [start] 0 by default
 * @property {string[]} [problems] exactly these
 * @property {string[]} [notes] at least these
 * @property {string[]} [may] problems that it may have too
 * @property {number[]} [columns] of the first problem
 */

/**
 * @typedef {object} Implementation
 * @property {string} name
 * @property {(L: number, d: number) => Float64Array} make
 * @property {Said | ((L: number, d: number) => Said)} said
 * @property {(L: number, d: number) => boolean} [sizes] that it is defined or can be told for
 * @property {(L: number, d: number) => number} [rows] of the table, L by default
 * @property {boolean} [quiet] whether noise of 1e-3 would drown it
 */

/** @param {number} L @param {number} d @param {(p: number, c: number) => number} entry */
export function fill(L, d, entry) {
  const table = new Float64Array(L * d);
  for (let p = 0; p < L; p++) for (let c = 0; c < d; c++) table[p * d + c] = entry(p, c);
  return table;
}

const { sin, cos, exp, log, floor, fround, sqrt } = Math;

// ---- as they should be ----

/** @param {number} L @param {number} d */
function paper(L, d, base = 10000, first = 0) {
  const table = new Float64Array(L * d);
  for (let pos = 0; pos < L; pos++) {
    for (let i = 0; i < d; i += 2) {
      table[pos * d + i] = sin((pos + first) / base ** (i / d));
      if (i + 1 < d) table[pos * d + i + 1] = cos((pos + first) / base ** (i / d));
    }
  }
  return table;
}

/** As in the PyTorch tutorial, div_term in double. @param {number} L @param {number} d */
function divTerm(L, d, base = 10000, first = 0) {
  const term = Array.from({ length: d / 2 }, (_, i) => exp(2 * i * (-log(base) / d)));
  return fill(L, d, (p, c) => (c % 2 ? cos : sin)((p + first) * term[floor(c / 2)]));
}

/** The same in float32 throughout. @param {number} L @param {number} d */
function divTerm32(L, d) {
  const factor = fround(-log(10000) / d);
  const term = Array.from({ length: d / 2 }, (_, i) => fround(exp(fround(2 * i * factor))));
  return fill(L, d, (p, c) => fround((c % 2 ? cos : sin)(fround(p * term[floor(c / 2)]))));
}

/** tensor2tensor's get_timing_signal_1d. @param {number} L @param {number} d */
function timingSignal(L, d, first = 0) {
  const half = floor(d / 2);
  const increment = log(10000) / Math.max(half - 1, 1);
  return fill(L, d, (p, c) => {
    if (c >= 2 * half) return 0;
    const scaled = (p + first) * exp((c % half) * -increment);
    return c < half ? sin(scaled) : cos(scaled);
  });
}

/** fairseq's whole table, its padding row zeroed. @param {number} L @param {number} d */
function fairseqWeights(L, d) {
  const table = timingSignal(L, d);
  table.fill(0, d, 2 * d);
  return table;
}

/** [sin | cos] over base^(i/h), as in GPT-NeoX and MAE. @param {number} L @param {number} d */
function halves(L, d, base = 10000, first = 0) {
  const h = d / 2;
  const omega = Array.from({ length: h }, (_, i) => 1 / base ** (i / h));
  return fill(L, d, (p, c) =>
    c < h ? sin((p + first) * omega[c]) : cos((p + first) * omega[c - h]),
  );
}

/** Timestep embeddings. @param {number} L @param {number} d @param {boolean} flip
 * @param {number} shift */
function timesteps(L, d, flip, shift) {
  const half = floor(d / 2);
  const freq = Array.from({ length: half }, (_, i) => exp((-log(10000) * i) / (half - shift)));
  return fill(L, d, (t, c) => {
    if (c >= 2 * half) return 0;
    return c < half === flip ? cos(t * freq[c % half]) : sin(t * freq[c % half]);
  });
}

/** MAE's with a row for the class token. @param {number} L @param {number} d */
function withClassToken(L, d) {
  const table = halves(L, d, 10000, -1);
  table.fill(0, 0, d);
  return table;
}

// ---- as they go wrong ----

/** Every column its own exponent. @param {number} L @param {number} d */
function ownExponent(L, d, base = 10000, first = 0) {
  return fill(L, d, (p, c) => (c % 2 === 0 ? sin : cos)((p + first) / base ** (c / d)));
}

/** The loop index is even already, and doubled; and so is i + 1. @param {number} L
 * @param {number} d */
function doubledIndex(L, d) {
  const table = new Float64Array(L * d);
  for (let pos = 0; pos < L; pos++) {
    for (let i = 0; i < d; i += 2) {
      table[pos * d + i] = sin(pos / 10000 ** ((2 * i) / d));
      table[pos * d + i + 1] = cos(pos / 10000 ** ((2 * (i + 1)) / d));
    }
  }
  return table;
}

/** @param {number} L @param {number} d @param {(c: number) => number} exponent
 * @param {{ base?: number, first?: number, swapped?: boolean, halves?: boolean,
 *   multiply?: boolean }} [how] */
function byExponent(L, d, exponent, how = {}) {
  const { base = 10000, first = 0, swapped = false, halves: split = false, multiply } = how;
  return fill(L, d, (p, c) => {
    const isSecond = split ? c >= d / 2 : c % 2 === 1;
    const power = base ** exponent(c);
    const angle = multiply ? (p + first) * power : (p + first) / power;
    return isSecond === swapped ? sin(angle) : cos(angle);
  });
}

/** 2⌊c/2⌋/d. @param {number} d */
const right = (d) => (/** @type {number} */ c) => (2 * floor(c / 2)) / d;
/** @param {number} d */
const rightHalves = (d) => (/** @type {number} */ c) => (2 * (c % (d / 2))) / d;

/** @param {number} x @param {number} bits of the significand */
function toBits(x, bits) {
  if (x === 0) return 0;
  const least = bits === 11 ? -14 : -126;
  const unit = 2 ** (Math.max(least, floor(Math.log2(Math.abs(x)))) + 1 - bits);
  const low = floor(x / unit);
  const rest = x / unit - low;
  return (rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low) * unit;
}

/** A model cast to a format of few bits before its table is made. @param {number} L
 * @param {number} d @param {number} bits */
function castBefore(L, d, bits) {
  const rd = (/** @type {number} */ x) => toBits(x, bits);
  const omega = Array.from({ length: d / 2 }, (_, i) => rd(1 / 10000 ** ((2 * i) / d)));
  return fill(L, d, (p, c) => rd((c % 2 ? cos : sin)(rd(rd(p) * omega[floor(c / 2)]))));
}

/** Only the positions were cast. @param {number} L @param {number} d @param {number} bits */
function castPositions(L, d, bits) {
  return fill(L, d, (p, c) =>
    (c % 2 ? cos : sin)(toBits(p, bits) / 10000 ** ((2 * floor(c / 2)) / d)),
  );
}

/** @param {Float64Array} table @param {(table: Float64Array) => void} change */
export function changed(table, change) {
  change(table);
  return table;
}

/** @param {number} from @param {number} step @param {number} end */
export const every = (from, step, end) => {
  const list = [];
  for (let i = from; i < end; i += step) list.push(i);
  return list;
};

/** With fewer columns, or 10, other readings are as good. */
export const wide = (/** @type {number} */ _, /** @type {number} */ d) => d >= 8 && d !== 10;

/** @type {Implementation[]} */
export const rightOnes = [
  { name: "the paper's loop", make: (L, d) => paper(L, d), said: {} },
  { name: "div_term", make: (L, d) => divTerm(L, d), said: {} },
  { name: "div_term in float32", make: divTerm32, said: {} },
  ...[500000, 1e6, 20000, 100000, 3000, 16384].map((base) => ({
    name: `base ${base}`,
    make: (/** @type {number} */ L, /** @type {number} */ d) => divTerm(L, d, base),
    said: { base, notes: ["other-base"] },
  })),
  ...[2, 100, 4000, -7].map((start) => ({
    name: `from position ${start}`,
    make: (/** @type {number} */ L, /** @type {number} */ d) => paper(L, d, 10000, start),
    said: { start, notes: ["other-start"] },
    // Some turns of all pairs later few pairs look alike.
    quiet: start === 4000,
  })),
  {
    name: "tensor2tensor",
    make: (L, d) => timingSignal(L, d),
    said: {
      convention: "tensor2tensor",
      notes: ["concatenated-layout", "spacing-d-minus-2"],
    },
  },
  {
    name: "tensor2tensor, odd width",
    make: (L, d) => timingSignal(L, d + 1),
    said: { convention: "tensor2tensor", notes: ["zero-column"] },
  },
  {
    name: "fairseq",
    make: (L, d) => timingSignal(L, d, 2),
    said: { convention: "fairseq", start: 2, notes: ["other-start"] },
  },
  {
    name: "fairseq's weights",
    make: fairseqWeights,
    said: { convention: "tensor2tensor", notes: ["zero-rows"] },
  },
  {
    name: "gpt-neox",
    make: (L, d) => halves(L, d),
    said: { convention: "gpt-neox", notes: ["concatenated-layout"] },
  },
  {
    name: "gpt-neox, base 50000",
    make: (L, d) => halves(L, d, 50000),
    said: {
      convention: "gpt-neox",
      base: 50000,
      notes: ["concatenated-layout", "other-base"],
    },
  },
  {
    name: "mae with a class token",
    make: withClassToken,
    said: { convention: "gpt-neox", start: -1, notes: ["zero-rows"] },
  },
  {
    name: "diffusers",
    make: (L, d) => timesteps(L, d, false, 1),
    said: { convention: "tensor2tensor" },
  },
  {
    name: "diffusers, flipped",
    make: (L, d) => timesteps(L, d, true, 1),
    said: { convention: null, notes: ["swapped-sine-cosine"] },
  },
  {
    name: "diffusers, flipped, shift 0",
    make: (L, d) => timesteps(L, d, true, 0),
    said: { convention: null, notes: ["swapped-sine-cosine"] },
  },
  {
    name: "diffusers, odd width",
    make: (L, d) => timesteps(L, d + 1, true, 1),
    said: { convention: null, notes: ["zero-column"] },
  },
  { name: "odd width, interleaved", make: (L, d) => paper(L, d + 1), said: {}, sizes: wide },
];

const mismatched = "mismatched-frequencies";

/** @type {Implementation[]} */
export const wrongOnes = [
  {
    name: "every column its own exponent",
    make: (L, d) => ownExponent(L, d),
    said: (_, d) => ({ problems: [mismatched], columns: every(1, 2, d) }),
  },
  {
    name: "its own exponent, base 1000000",
    make: (L, d) => ownExponent(L, d, 1e6),
    said: { base: 1e6, problems: [mismatched] },
  },
  {
    name: "its own exponent, from 1",
    make: (L, d) => ownExponent(L, d, 10000, 1),
    said: { start: 1, problems: [mismatched, "starts-at-1"] },
  },
  {
    name: "a doubled index",
    make: doubledIndex,
    said: { base: 1e8, problems: [mismatched, "other-base"] },
  },
  {
    name: "a doubled index for both",
    make: (L, d) => byExponent(L, d, (c) => (4 * floor(c / 2)) / d),
    said: { base: 1e8, problems: ["other-base"] },
  },
  {
    name: "the factor 2 missing",
    make: (L, d) => byExponent(L, d, (c) => floor(c / 2) / d),
    said: { base: 100, problems: ["other-base"] },
  },
  {
    name: "the next pair's cosine",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2) + 2 * (c % 2)) / d),
    said: (_, d) => ({ problems: [mismatched], columns: every(1, 2, d) }),
  },
  {
    name: "the cosine's exponent doubled",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2) * (1 + (c % 2))) / d),
    said: (_, d) => ({ problems: [mismatched], columns: every(3, 2, d) }),
  },
  {
    name: "the cosine's exponent halved",
    make: (L, d) => byExponent(L, d, (c) => (floor(c / 2) * (2 - (c % 2))) / d),
    said: (_, d) => ({ problems: [mismatched], columns: every(3, 2, d) }),
  },
  {
    name: "halves, exponents running on",
    make: (L, d) => byExponent(L, d, (c) => c / d, { halves: true }),
    said: (_, d) => ({
      convention: "gpt-neox",
      problems: [mismatched],
      columns: every(d / 2, 1, d),
    }),
    sizes: (_, d) => d > 4,
  },
  {
    name: "halves, every column its own exponent",
    make: (L, d) =>
      byExponent(L, d, (c) => (c < d / 2 ? 2 * c : 2 * (c - d / 2) + 1) / d, { halves: true }),
    said: { convention: "gpt-neox", problems: [mismatched], notes: ["concatenated-layout"] },
  },
  {
    name: "cosine first",
    make: (L, d) => byExponent(L, d, right(d), { swapped: true }),
    said: { convention: null, problems: ["swapped-sine-cosine"] },
  },
  {
    name: "cosine first, from 1",
    make: (L, d) => byExponent(L, d, right(d), { swapped: true, first: 1 }),
    said: { convention: null, start: 1, problems: ["swapped-sine-cosine", "starts-at-1"] },
  },
  {
    name: "cosine first, own exponents",
    make: (L, d) => byExponent(L, d, (c) => c / d, { swapped: true }),
    said: { convention: null, problems: ["swapped-sine-cosine", mismatched] },
  },
  {
    name: "multiplied",
    make: (L, d) => byExponent(L, d, right(d), { multiply: true }),
    said: { problems: ["multiplied-frequencies"] },
  },
  {
    name: "multiplied, halves",
    make: (L, d) => byExponent(L, d, rightHalves(d), { multiply: true, halves: true }),
    said: { convention: "gpt-neox", problems: ["multiplied-frequencies"] },
  },
  {
    name: "multiplied, from 1",
    make: (L, d) => byExponent(L, d, right(d), { multiply: true, first: 1 }),
    said: { start: 1, problems: ["multiplied-frequencies", "starts-at-1"] },
  },
  {
    name: "multiplied, base 500000",
    make: (L, d) => byExponent(L, d, right(d), { multiply: true, base: 500000 }),
    said: { base: 500000, problems: ["multiplied-frequencies"], notes: ["other-base"] },
  },
  {
    name: "multiplied, own exponents",
    make: (L, d) => byExponent(L, d, (c) => c / d, { multiply: true }),
    said: { problems: ["multiplied-frequencies", mismatched] },
  },
  {
    name: "from 1",
    make: (L, d) => paper(L, d, 10000, 1),
    said: { start: 1, problems: ["starts-at-1"] },
  },
  {
    name: "from -1",
    make: (L, d) => paper(L, d, 10000, -1),
    said: { start: -1, problems: ["other-start"] },
  },
  {
    name: "from 1/2",
    make: (L, d) => paper(L, d, 10000, 0.5),
    said: { start: 0.5, problems: ["other-start"] },
  },
  {
    name: "halves from 1",
    make: (L, d) => halves(L, d, 10000, 1),
    said: { convention: "gpt-neox", start: 1, problems: ["starts-at-1"] },
  },
  {
    name: "base 12345.678",
    make: (L, d) => paper(L, d, 12345.678),
    said: { base: 12345.678, problems: ["other-base"] },
    quiet: true,
  },
  {
    name: "base 500000 from 1",
    make: (L, d) => paper(L, d, 500000, 1),
    said: { base: 500000, start: 1, problems: ["starts-at-1"], notes: ["other-base"] },
  },
  {
    name: "spaced by d - 2, interleaved",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2)) / (d - 2)),
    said: { convention: null, problems: ["spacing-d-minus-2"] },
    sizes: wide,
  },
  {
    name: "spaced by d - 2, from 1",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2)) / (d - 2), { first: 1 }),
    said: { convention: null, start: 1, problems: ["spacing-d-minus-2", "starts-at-1"] },
    sizes: wide,
  },
  {
    name: "cast to bfloat16 before",
    make: (L, d) => castBefore(L, d, 8),
    said: (L) => ({
      problems: ["low-precision-angles", ...(L > 257 ? ["duplicate-rows"] : [])],
    }),
    quiet: true,
  },
  {
    name: "cast to float16 before",
    make: (L, d) => castBefore(L, d, 11),
    said: (L) => ({
      problems: ["low-precision-angles", ...(L > 2049 ? ["duplicate-rows"] : [])],
    }),
    quiet: true,
  },
  {
    name: "positions cast to bfloat16",
    make: (L, d) => castPositions(L, d, 8),
    said: { problems: ["low-precision-angles", "duplicate-rows"] },
    sizes: (L) => L > 300,
  },
  {
    name: "scaled by the root of d",
    make: (L, d) => paper(L, d).map((x) => x * sqrt(d)),
    said: { problems: ["scaled-values"] },
  },
  {
    name: "scaled by 0.1",
    make: (L, d) => halves(L, d).map((x) => 0.1 * x),
    said: { convention: "gpt-neox", problems: ["scaled-values"] },
    quiet: true,
  },
  {
    name: "own exponents, scaled by 3",
    make: (L, d) => ownExponent(L, d).map((x) => 3 * x),
    said: { problems: [mismatched, "scaled-values"] },
  },
  {
    name: "half positions",
    make: (L, d) => fill(L, d, (p, c) => (c % 2 ? cos : sin)(p / 2 / 10000 ** right(d)(c))),
    said: { problems: ["scaled-positions"] },
    sizes: wide,
  },
  {
    name: "positions over L",
    make: (L, d) => fill(L, d, (p, c) => (c % 2 ? cos : sin)(p / L / 10000 ** right(d)(c))),
    said: { problems: ["scaled-positions"] },
    sizes: wide,
    quiet: true,
  },
  {
    name: "exponents from 1",
    make: (L, d) => byExponent(L, d, (c) => (2 * (floor(c / 2) + 1)) / d),
    said: { problems: ["scaled-positions"] },
    sizes: wide,
  },
  {
    name: "backwards",
    make: (L, d) => fill(L, d, (p, c) => (c % 2 ? cos : sin)((L - 1 - p) / 10000 ** right(d)(c))),
    said: (L) => ({ start: 1 - L, problems: ["reversed-positions"] }),
  },
  {
    name: "a NaN",
    make: (L, d) =>
      changed(paper(L, d), (table) => {
        table[5 * d + 1] = NaN;
      }),
    said: { problems: ["not-finite"], columns: [1] },
  },
  {
    name: "infinities and own exponents",
    make: (L, d) =>
      changed(ownExponent(L, d), (table) => {
        table[3 * d] = Infinity;
        table[9 * d + 2] = -Infinity;
      }),
    said: { problems: ["not-finite", mismatched] },
  },
  {
    name: "a column of NaN",
    make: (L, d) =>
      changed(paper(L, d), (table) => {
        for (let p = 0; p < L; p++) table[p * d + d - 1] = NaN;
      }),
    said: (_, d) => ({ problems: ["not-finite"], columns: [d - 1] }),
    sizes: wide,
  },
  {
    name: "each row twice",
    make: (L, d) => fill(L, d, (p, c) => (c % 2 ? cos : sin)(floor(p / 2) / 10000 ** right(d)(c))),
    said: { problems: ["duplicate-rows", "scaled-positions"] },
    sizes: (L, d) => L >= 32 && d >= 8,
    quiet: true,
  },
  {
    name: "positions clipped",
    make: (L, d) =>
      fill(L, d, (p, c) => (c % 2 ? cos : sin)(Math.min(p, floor(0.8 * L)) / 10000 ** right(d)(c))),
    said: { problems: ["duplicate-rows"] },
    quiet: true,
  },
  {
    name: "one wrong row",
    make: (L, d) =>
      changed(paper(L, d), (table) => {
        for (let c = 0; c < d; c++) table[7 * d + c] *= -1;
      }),
    said: { problems: ["differing-entries"] },
    sizes: wide,
  },
];

// ---- other tables ----

/** @param {number} seed */
function normal(seed) {
  const next = random(seed);
  const uniform = () => (next() + 1) / 2;
  return () => sqrt(-2 * log(uniform() + 1e-12)) * cos(2 * Math.PI * uniform());
}

/** Smooth noise: sums of a few cosines of random frequencies, per column. @param {number} L
 * @param {number} d @param {number} seed */
function trained(L, d, seed) {
  const next = random(seed);
  const waves = Array.from({ length: d }, () =>
    Array.from({ length: 4 }, () => [next(), 0.3 * next(), 3 * next()]),
  );
  return fill(L, d, (p, c) =>
    waves[c].reduce((sum, [a, w, f]) => sum + 0.1 * a * cos(w * p + f), 0),
  );
}

/** @param {number} L @param {number} d @param {number} seed */
function walk(L, d, seed) {
  const next = normal(seed);
  const at = new Float64Array(d);
  return fill(L, d, (_, c) => {
    at[c] += 0.1 * next();
    return at[c];
  });
}

/** @param {number} L @param {number} d @param {number} seed */
function fourierFeatures(L, d, seed) {
  const next = random(seed);
  const w = Array.from({ length: d / 2 }, () => next());
  return fill(L, d, (p, c) => (c % 2 ? cos : sin)(p * w[floor(c / 2)]));
}

/** @param {number} L @param {number} d @param {number} seed */
function fourierPhases(L, d, seed) {
  const next = random(seed);
  const w = Array.from({ length: d }, () => [2 * next(), 3 * next()]);
  return fill(L, d, (p, c) => cos(p * w[c][0] + w[c][1]));
}

const unknown = /** @type {Said} */ ({ kind: "unknown", convention: null, base: null, start: 0 });
const reasonable = { said: { ...unknown, notes: ["learned-or-unknown"] } };
const repeating = { said: { ...reasonable.said, may: ["duplicate-rows", "restarting-rows"] } };

/** @type {Implementation[]} */
export const otherOnes = [
  {
    ...reasonable,
    name: "normal",
    make: (L, d) => new Float64Array(L * d).map(normal(L * d)),
  },
  {
    ...reasonable,
    name: "normal, 0.02",
    make: (L, d) => {
      const next = normal(L + d);
      return new Float64Array(L * d).map(() => 0.02 * next());
    },
  },
  {
    ...reasonable,
    name: "uniform",
    make: (L, d) => {
      const next = random(L * d + 5);
      return new Float64Array(L * d).map(() => next());
    },
  },
  { ...reasonable, name: "as if trained", make: (L, d) => trained(L, d, L + 3 * d) },
  { ...reasonable, name: "a random walk", make: (L, d) => walk(L, d, L + 7 * d) },
  { ...repeating, name: "one-hot", make: (L, d) => fill(L, d, (p, c) => (p % d === c ? 1 : 0)) },
  {
    ...reasonable,
    name: "ramps",
    make: (L, d) => fill(L, d, (p, c) => -p * 2 ** ((-8 * (c + 1)) / d)),
  },
  { ...reasonable, name: "fractions of L", make: (L, d) => fill(L, d, (p, c) => (p + c / d) / L) },
  {
    ...reasonable,
    name: "a Fourier matrix",
    make: (L, d) =>
      fill(L, d, (p, c) => (c % 2 ? cos : sin)((2 * Math.PI * p * (1 + floor(c / 2))) / L)),
    sizes: wide,
  },
  {
    ...reasonable,
    name: "a cosine transform",
    make: (L, d) => fill(L, d, (p, c) => cos((Math.PI * (p + 0.5) * c) / L)),
    sizes: wide,
  },
  { ...reasonable, name: "Fourier features", make: (L, d) => fourierFeatures(L, d, 2 * L + d) },
  {
    ...reasonable,
    name: "Fourier features with phases",
    make: (L, d) => fourierPhases(L, d, L + 2 * d),
  },
  {
    ...reasonable,
    name: "sinusoids shuffled",
    make: (L, d) => {
      const table = paper(L, d);
      const next = random(L + d);
      const order = Array.from({ length: d }, (_, c) => c)
        .map((c) => [next(), c])
        .sort((a, b) => a[0] - b[0]);
      return fill(L, d, (p, c) => table[p * d + order[c][1]]);
    },
    sizes: wide,
  },
  {
    ...repeating,
    name: "bits of the position",
    make: (L, d) => fill(L, d, (p, c) => floor(p / 2 ** (c % 10)) % 2),
  },
  {
    name: "zeros",
    make: (L, d) => new Float64Array(L * d),
    said: { kind: "constant", convention: null, base: null, problems: ["constant-table"] },
    quiet: true,
  },
  {
    name: "one row for all",
    make: (L, d) => {
      const row = paper(2, d);
      return fill(L, d, (_, c) => row[d + c]);
    },
    said: { kind: "constant", convention: null, base: null, problems: ["constant-table"] },
  },
];

/** Sizes that the cases are made in. */
export const sizes = /** @type {[number, number][]} */ ([
  [16, 4],
  [16, 64],
  [17, 256],
  [32, 8],
  [50, 16],
  [64, 128],
  [100, 30],
  [330, 64],
  [150, 300],
  [16, 4096],
  [2200, 12],
]);

/**
 * Every implementation in every size it is defined for.
 * @param {Implementation[]} implementations
 */
export function* cases(implementations) {
  for (const implementation of implementations) {
    for (const [L, d] of sizes) {
      if (implementation.sizes && !implementation.sizes(L, d)) continue;
      const { said } = implementation;
      yield {
        implementation,
        L: implementation.rows?.(L, d) ?? L,
        d,
        make: () => implementation.make(L, d),
        said: typeof said === "function" ? said(L, d) : said,
        name: `${implementation.name}, (${L}, ${d})`,
      };
    }
  }
}

/**
 * What a diagnosis misses, and what it says without reason.
 * @param {Diagnosis} diagnosis @param {Said} said
 * @param {{ noisy?: boolean }} [how]
 */
export function compare(diagnosis, said, { noisy = false } = {}) {
  const { kind = "sinusoidal", convention = "vaswani", base = 10000, start = 0 } = said;
  const problems = diagnosis.findings.filter(({ severity }) => severity === "problem");
  const codes = diagnosis.findings.map(({ code }) => code);
  /** @type {string[]} */
  const misses = [];
  /** @type {string[]} */
  const alarms = [];
  if (diagnosis.kind !== kind) misses.push(`kind ${diagnosis.kind}`);
  if (diagnosis.convention !== convention) misses.push(`convention ${diagnosis.convention}`);
  const wanted = said.problems ?? [];
  for (const code of wanted) {
    // Rows that repeat do so no longer when noise lies on them.
    if (noisy && code === "duplicate-rows") continue;
    if (!problems.some((each) => each.code === code)) misses.push(code);
  }
  for (const code of said.notes ?? []) if (!codes.includes(code)) misses.push(code);
  for (const { code } of problems)
    if (![...wanted, ...(said.may ?? [])].includes(code)) alarms.push(code);
  if (said.columns && problems.length > 0) {
    const about = problems.find(({ code }) => code === wanted[0]);
    if (String(about?.columns) !== String(said.columns)) misses.push(`columns ${about?.columns}`);
  }
  if (kind === "sinusoidal" && diagnosis.kind === kind) {
    const off = Math.abs(Number(diagnosis.base) / Number(base) - 1);
    if (!(off <= (noisy ? 0.02 : 1e-4))) misses.push(`base ${diagnosis.base}`);
    const far = Math.abs(Number(diagnosis.start) - start);
    const scaled = wanted.includes("scaled-positions");
    if (!(far <= (noisy || scaled ? 0.05 : 1e-3))) misses.push(`start ${diagnosis.start}`);
  }
  return { misses, alarms };
}
