// implementations_wrong.js: wrong implementations of sinusoidal encodings, with mistakes that
// people make, each with the expected diagnosis.
import { every, wide } from "./implementations.js";
import {
  byExponent,
  castBefore,
  castPositions,
  changed,
  entry,
  fill,
  halves,
  ownExponent,
  paper,
  right,
  rightHalves,
} from "./implementations_formulas.js";

/** @import { Implementation } from "./implementations.js" */

const { floor, sqrt } = Math;

const mismatched = "mismatched-frequencies";

/** @type {Implementation[]} */
export const wrongOnes = [
  {
    name: "every column its own exponent",
    make: (L, d) => ownExponent(L, d),
    report: (_, d) => ({ problems: [mismatched], columns: every(1, 2, d) }),
  },
  {
    name: "the factor 2 missing",
    make: (L, d) => byExponent(L, d, (c) => floor(c / 2) / d),
    report: { base: 100, problems: ["other-base"] },
  },
  {
    name: "the next pair's cosine",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2) + 2 * (c % 2)) / d),
    report: (_, d) => ({ problems: [mismatched], columns: every(1, 2, d) }),
  },
  {
    name: "the cosine's exponent doubled",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2) * (1 + (c % 2))) / d),
    report: (_, d) => ({ problems: [mismatched], columns: every(3, 2, d) }),
  },
  {
    name: "the cosine's exponent halved",
    make: (L, d) => byExponent(L, d, (c) => (floor(c / 2) * (2 - (c % 2))) / d),
    report: (_, d) => ({ problems: [mismatched], columns: every(3, 2, d) }),
  },
  {
    name: "halves, exponents running on",
    make: (L, d) => byExponent(L, d, (c) => c / d, { halves: true }),
    report: (_, d) => ({
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
    report: { convention: "gpt-neox", problems: [mismatched], notes: ["concatenated-layout"] },
  },
  {
    name: "cosine first",
    make: (L, d) => byExponent(L, d, right(d), { swapped: true }),
    report: { convention: null, problems: ["swapped-sine-cosine"] },
  },
  {
    name: "cosine first, own exponents",
    make: (L, d) => byExponent(L, d, (c) => c / d, { swapped: true }),
    report: { convention: null, problems: ["swapped-sine-cosine", mismatched] },
  },
  {
    name: "multiplied, halves",
    make: (L, d) => byExponent(L, d, rightHalves(d), { multiply: true, halves: true }),
    report: { convention: "gpt-neox", problems: ["multiplied-frequencies"] },
  },
  {
    name: "multiplied, own exponents",
    make: (L, d) => byExponent(L, d, (c) => c / d, { multiply: true }),
    report: { problems: ["multiplied-frequencies", mismatched] },
  },
  {
    name: "from 1",
    make: (L, d) => paper(L, d, 10000, 1),
    report: { start: 1, problems: ["starts-at-1"] },
  },
  {
    name: "from -1",
    make: (L, d) => paper(L, d, 10000, -1),
    report: { start: -1, problems: ["other-start"] },
  },
  {
    name: "from 1/2",
    make: (L, d) => paper(L, d, 10000, 0.5),
    report: { start: 0.5, problems: ["other-start"] },
  },
  {
    name: "base 12345.678",
    make: (L, d) => paper(L, d, 12345.678),
    report: { base: 12345.678, problems: ["other-base"] },
    quiet: true,
  },
  {
    name: "spaced by d - 2, interleaved",
    make: (L, d) => byExponent(L, d, (c) => (2 * floor(c / 2)) / (d - 2)),
    report: { convention: null, problems: ["spacing-d-minus-2"] },
    sizes: wide,
  },
  {
    name: "cast to bfloat16 before",
    make: (L, d) => castBefore(L, d, "bfloat16"),
    report: (L) => ({
      problems: ["low-precision-angles", ...(L > 257 ? ["duplicate-rows"] : [])],
    }),
    quiet: true,
  },
  {
    name: "cast to float16 before",
    make: (L, d) => castBefore(L, d, "float16"),
    report: (L) => ({
      problems: ["low-precision-angles", ...(L > 2049 ? ["duplicate-rows"] : [])],
    }),
    quiet: true,
  },
  {
    name: "positions cast to bfloat16",
    make: (L, d) => castPositions(L, d, "bfloat16"),
    report: { problems: ["low-precision-angles", "duplicate-rows"] },
    sizes: (L) => L > 300,
  },
  {
    name: "scaled by the root of d",
    make: (L, d) => paper(L, d).map((x) => x * sqrt(d)),
    report: { problems: ["scaled-values"] },
  },
  {
    name: "scaled by 0.1",
    make: (L, d) => halves(L, d).map((x) => 0.1 * x),
    report: { convention: "gpt-neox", problems: ["scaled-values"] },
    quiet: true,
  },
  {
    name: "half positions",
    make: (L, d) => fill(L, d, (p, c) => entry(p / 2, c, d)),
    report: { problems: ["scaled-positions"] },
    sizes: wide,
  },
  {
    name: "positions over L",
    make: (L, d) => fill(L, d, (p, c) => entry(p / L, c, d)),
    report: { problems: ["scaled-positions"] },
    sizes: wide,
    quiet: true,
  },
  {
    name: "exponents from 1",
    make: (L, d) => byExponent(L, d, (c) => (2 * (floor(c / 2) + 1)) / d),
    report: { problems: ["scaled-positions"] },
    sizes: wide,
  },
  {
    name: "backwards",
    make: (L, d) => fill(L, d, (p, c) => entry(L - 1 - p, c, d)),
    report: (L) => ({ start: 1 - L, problems: ["reversed-positions"] }),
  },
  {
    name: "a NaN",
    make: (L, d) =>
      changed(paper(L, d), (table) => {
        table[5 * d + 1] = NaN;
      }),
    report: { problems: ["not-finite"], columns: [1] },
  },
  {
    name: "infinities and own exponents",
    make: (L, d) =>
      changed(ownExponent(L, d), (table) => {
        table[3 * d] = Infinity;
        table[9 * d + 2] = -Infinity;
      }),
    report: { problems: ["not-finite", mismatched] },
  },
  {
    name: "a column of NaN",
    make: (L, d) =>
      changed(paper(L, d), (table) => {
        for (let p = 0; p < L; p++) table[p * d + d - 1] = NaN;
      }),
    report: (_, d) => ({ problems: ["not-finite"], columns: [d - 1] }),
    sizes: wide,
  },
  {
    name: "each row twice",
    make: (L, d) => fill(L, d, (p, c) => entry(floor(p / 2), c, d)),
    report: { problems: ["duplicate-rows", "scaled-positions"] },
    sizes: (L, d) => L >= 32 && d >= 8,
    quiet: true,
  },
];
