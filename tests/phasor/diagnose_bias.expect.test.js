// diagnoseBias with an expectation: biases as models make them, and mistakes that other entries hide.
import { diagnoseBias } from "phasor";
import { describe, expect, it } from "vitest";
import { bucketOf } from "./bias_cases.js";
import { problemsOf } from "./findings.js";
import { noise } from "./helpers.js";

/** @typedef {(i: number, j: number, head: number) => number} Entry */

const { abs, fround, max, min } = Math;

/** @param {[heads: number, queries: number, keys: number]} shape @param {Entry} entry */
const fill = ([heads, queries, keys], entry) =>
  Float64Array.from({ length: heads * queries * keys }, (_, at) =>
    entry(Math.floor(at / keys) % queries, at % keys, Math.floor(at / keys / queries)),
  );

const LOWEST = -3.4028234663852886e38;
const slope = (/** @type {number} */ head, heads = 8) => 2 ** (-8 * ((head + 1) / heads));
/** @param {Entry} entry @returns {Entry} */
const causal = (entry) => (i, j, head) => (j > i ? -Infinity : entry(i, j, head));
const values = noise("float32", 2000);
/** @param {number} row @param {number} head */
const learned = (row, head) => values[40 * head + row];
/** @param {number} difference key − query */
const bucket = (difference) => bucketOf(difference, true, 32, 128);
/** @param {number} stride of rows in a window of 4 × 6 @returns {Entry} */
const windowed = (stride) => (i, j, head) => {
  const dy = Math.floor(i / 6) - Math.floor(j / 6);
  return values[500 * head + 200 + stride * dy + (i % 6) - (j % 6)];
};
/** Slopes as a power of a rounded number, as in BLOOM. @param {number} head */
const powers = (head) => {
  const base = fround(2 ** -0.125);
  const extra = fround(2 ** -0.0625);
  return fround(head < 64 ? base ** (head + 1) : extra ** (2 * (head - 64) + 1));
};
const square = /** @type {[number, number, number]} */ ([8, 24, 24]);
const alibi = /** @type {const} */ ({ type: "alibi" });
const steps = /** @type {const} */ ({ type: "alibi", causal: true, offset: 0, form: "distance" });
const t5 = /** @type {const} */ ({ type: "t5" });
const swin = /** @type {const} */ ({ type: "swin", height: 4, width: 6 });
const mask = /** @type {const} */ ({ type: "mask", causal: true });
/** Distance, −slope·(i − j). @type {Entry} */
const near = (i, j, head) => -slope(head) * abs(i - j);

/** @type {[what: string, codes: string[], shape: [number, number, number], entry: Entry, wanted: any][]} */
const cases = [
  [
    "rows of MPT, 0 at the last key",
    [],
    square,
    causal((_, j, head) => slope(head) * (j - 23)),
    alibi,
  ],
  ["powers of a float32", [], [112, 5, 5], causal((i, j, head) => powers(head) * (j - i)), alibi],
  ["added masks", [], [1, 16, 16], (i, j) => (j > i ? -1e4 : 0) + (j > 12 ? -1e4 : 0), mask],
  ["masks of two values", [], [1, 16, 16], (i, j) => (j > i ? LOWEST : j > 12 ? -1e4 : 0), mask],
  [
    "an added mask and a bias",
    [],
    square,
    (i, j, head) => near(i, j, head) + (j > i ? -1e9 : 0) + (j > 20 ? -1e9 : 0),
    steps,
  ],
  [
    "a window that offset 0 does not show",
    ["differs-offset"],
    [1, 12, 30],
    (i, j) => (j > i ? -Infinity : 0),
    { ...mask, offset: 18, window: 20 },
  ],
  [
    "NaN and a wrong sign",
    ["not-finite", "alibi-sign"],
    square,
    causal((i, j, head) => (i === 9 && j === 2 ? NaN : -near(i, j, head))),
    steps,
  ],
  [
    "minus the query's index",
    ["query-index"],
    square,
    causal((i, _, head) => -slope(head) * i),
    steps,
  ],
  ["no slopes in a single row", ["constant-bias"], [8, 1, 24], () => 0, { ...steps, offset: 23 }],
  [
    "slopes of 16 heads in 12",
    ["alibi-other-heads"],
    [12, 24, 24],
    causal((i, j, head) => -slope(head, 16) * (i - j)),
    steps,
  ],
  [
    "the last key's form",
    ["differs-form"],
    square,
    causal((_, j, head) => slope(head) * (j - 23)),
    steps,
  ],
  ["T5's buckets", [], [2, 90, 90], (i, j, head) => learned(bucket(j - i), head), t5],
  ["an untrained table", [], [2, 90, 90], () => 0, t5],
  [
    "clipped distances",
    ["bucket-boundaries"],
    [2, 90, 90],
    (i, j, head) => learned(8 + max(-8, min(8, j - i)), head),
    t5,
  ],
  ["one bucket for all", ["bucket-boundaries"], [2, 90, 90], () => 1.5, t5],
  [
    "one entry",
    ["differs-entries"],
    [1, 90, 90],
    (i, j, head) => learned(bucket(j - i), head) + (i === 7 && j === 50 ? 1 : 0),
    t5,
  ],
  [
    "a reach that is one less",
    ["differs-reach"],
    [4, 24, 24],
    (i, j, head) => learned(7 + max(-7, min(7, j - i)), head),
    { type: "relative", reach: 8 },
  ],
  [
    "two neighbours of few coarse entries that are equal by chance",
    [],
    [1, 9, 9],
    (i, j) => [1, 2, 3, 5, 5, 7, 9, 9, 11][4 + max(-4, min(4, j - i))],
    { type: "relative", reach: 4 },
  ],
  [
    "any reach",
    [],
    [4, 24, 24],
    (i, j, head) => learned(7 + max(-7, min(7, j - i)), head),
    { type: "relative" },
  ],
  ["a window's index", [], [3, 24, 24], windowed(11), swin],
  ["rows of a window that are too close", ["window-stride"], [3, 24, 24], windowed(6), swin],
  ["the sum of differences", ["window-stride"], [3, 24, 24], windowed(1), swin],
];

describe("diagnoseBias with an expectation", () => {
  it.each(cases)("finds in %s: %j", (_, codes, shape, entry, expected) => {
    const diagnosis = diagnoseBias(fill(shape, entry), shape, { expect: expected });
    expect(problemsOf(diagnosis)).toEqual(codes);
    const { max: most, limit } = /** @type {NonNullable<typeof diagnosis.residual>} */ (
      diagnosis.residual
    );
    expect(most > limit).toBe(codes.length > 0);
  });

  it("says what rounding to bfloat16 leaves of a right bias", () => {
    // Of odd distances above 256, the even one nearest to them, ties to multiples of 4, fits 8 bits.
    const rounded = (/** @type {number} */ d) => (d > 256 && d % 2 > 0 ? 4 * Math.round(d / 4) : d);
    const bias = fill(
      [1, 300, 300],
      causal((i, j) => -rounded(i - j) / 256),
    );
    const { residual } = diagnoseBias(bias, [1, 300, 300], { expect: alibi });
    expect(residual).toMatchObject({ max: 2 ** -8, limit: 2 ** -8, above: 0 });
  });

  it("knows slopes as powers of a float32 without it", () => {
    const bias = fill(
      [112, 5, 5],
      causal((i, j, head) => powers(head) * (j - i)),
    );
    expect(diagnoseBias(bias, [112, 5, 5])).toMatchObject({ maxBias: 8, findings: [] });
  });

  it("finds no wrong stride where only corners of a large window are alike", () => {
    // With a stride of 22 instead of 23, 21 rows share an entry with the next one.
    const bias = fill([1, 144, 144], (i, j) => {
      const [dy, dx] = [Math.floor(i / 12) - Math.floor(j / 12), (i % 12) - (j % 12)];
      return 0.02 * values[1000 + 23 * dy + dx];
    });
    expect(problemsOf(diagnoseBias(bias, [1, 144, 144]))).toEqual([]);
  });
});
