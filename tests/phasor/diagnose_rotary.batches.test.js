// diagnoseRotary: small batches as decoders and vision models pass them, with one mistake each.
import { diagnoseRotary, ropeFrequencies } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf, problemsOf } from "./findings.js";
import { noise } from "./helpers.js";
import { turned } from "./rotary_vectors.js";
import { brain } from "./rounded.js";

/** @typedef {import("../../web/phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */

const half = /** @type {const} */ ("half");
const interleaved = /** @type {const} */ ("interleaved");
const upTo = (/** @type {number} */ count, from = 0) =>
  Array.from({ length: count }, (_, k) => from + k);
const powers = (/** @type {number} */ pairs, base = 10000) =>
  upTo(pairs).map((i) => base ** (-i / pairs));

const plain = { dHead: 64, base: 10000, layout: half };
const yarn = /** @type {const} */ ({
  type: "yarn",
  factor: 32,
  original_max_position_embeddings: 32768,
});
const image = [
  [0, 1, 2, 2, 2, 2, 2, 2, 5],
  [0, 1, 2, 2, 2, 3, 3, 3, 5],
  [0, 1, 2, 3, 4, 2, 3, 4, 5],
];

describe("diagnoseRotary does not take for rows", () => {
  it("heads that are as many as the axes of positions", () => {
    const expect_ = { dHead: 128, layout: half, base: 1e6, sections: [16, 24, 24] };
    const frequencies = powers(64, 1e6);
    const data = turned({
      ...{ shape: [1, 3, 9, 128], frequencies, copies: ({ h }) => h === 0 },
      place: ({ t, i }) => image[i < 16 ? 0 : i < 40 ? 1 : 2][t],
    });
    const found = diagnoseRotary(data, [1, 3, 9, 128], { expect: expect_, positions: image });
    expect(problemsOf(found)).toEqual(["not-rotated"]);
    const still = { dHead: 128, rotates: false };
    const other = diagnoseRotary(data, [1, 3, 9, 128], { expect: still, positions: image });
    expect(problemsOf(other)).toHaveLength(1);
  });

  it("heads that are half as many as a list of positions is long", () => {
    const positions = [upTo(4), upTo(4, 7)];
    const place = (/** @type {{ b: number, t: number }} */ { b, t }) => -positions[b][t];
    const data = turned({ shape: [2, 2, 4, 64], frequencies: powers(32), place });
    const found = diagnoseRotary(data, [2, 2, 4, 64], { expect: plain, positions });
    expect(problemsOf(found)).toEqual(["turned-backwards"]);
  });

  it("as many texts as positions, if one of them is not rotated", () => {
    const place = (/** @type {{ t: number }} */ { t }) => 2 * (t >> 1);
    const copies = (/** @type {{ b: number }} */ { b }) => b === 2;
    const data = turned({ shape: [4, 1, 4, 64], frequencies: powers(32), place, copies });
    const asked = { expect: plain, positions: [0, 0, 2, 2] };
    const { findings } = diagnoseRotary(data, [4, 1, 4, 64], asked);
    expect(codesOf({ findings })).toEqual(["not-rotated"]);
    expect(findings[0].message).toMatch("In batch element 2");
  });
});

it.each([
  [[1, 32, 2], "freqsCis"],
  [[1, 1, 32], "cos"],
])("diagnoseRotary takes a cache of one row, %j", (shape, name) => {
  const angles = powers(32).map((w) => 5 * w);
  const [cos, sin] = [Math.cos, Math.sin].map((f) => Float32Array.from(angles, f));
  const freqsCis = Float32Array.from(angles.flatMap((a) => [Math.cos(a), Math.sin(a)]));
  const data = name === "cos" ? { cos, sin } : { freqsCis };
  const right = diagnoseRotary(data, shape, { expect: plain, positions: [5] });
  expect([right.pairs, problemsOf(right)]).toEqual([32, []]);
  const wrong = diagnoseRotary(data, shape, { expect: plain, positions: [6] });
  expect(problemsOf(wrong)).toEqual(["other-start"]);
});

it("diagnoseRotary finds a jump by 1 far from 0", () => {
  const place = (/** @type {{ t: number }} */ { t }) => 131000 + t + (t < 5 ? 0 : 1);
  const data = turned({ shape: [1, 2, 12, 64], frequencies: powers(32), place });
  const asked = { expect: plain, positions: upTo(12, 131000) };
  const found = diagnoseRotary(data, [1, 2, 12, 64], asked);
  expect(problemsOf(found)).toEqual(["jumping-positions"]);
  const { findings } = diagnoseRotary(
    turned({ shape: [1, 2, 12, 64], frequencies: powers(32), place: ({ t }) => 131001 + t }),
    ...[[1, 2, 12, 64], asked],
  );
  expect(findings[0]).toMatchObject({ code: "starts-at-1", severity: "problem" });
});

it("diagnoseRotary does not report the factor of vectors that are copies at position 0", () => {
  const { frequencies, attentionFactor: factor } = ropeFrequencies(64, { scaling: yarn });
  const shape = [2, 2, 5, 64];
  const copies = (/** @type {{ h: number }} */ { h }) => h === 1;
  const how = { shape, frequencies: [...frequencies], factor, copies };
  const data = turned({ ...how, place: ({ t }) => t });
  const found = diagnoseRotary(data, shape, { expect: { ...plain, scaling: yarn } });
  expect(problemsOf(found)).toEqual(["not-rotated"]);
});

describe("diagnoseRotary names pairs", () => {
  it("that turn backwards, and none that rounding explains", () => {
    const place = (/** @type {{ t: number, i: number }} */ { t, i }) =>
      (i === 9 ? -1 : 1) * (3 + 4 * t);
    const how = { shape: [1, 3, 2, 256], frequencies: powers(128), store: brain };
    const expected = { dHead: 256, base: 10000, layout: half };
    const asked = { expect: expected, positions: [3, 7] };
    const { findings } = diagnoseRotary(turned({ ...how, place }), how.shape, asked);
    expect(findings).toMatchObject([{ code: "pairs-turned-backwards", columns: [9] }]);
  });

  it("that do not turn, however slow", () => {
    const frequencies = powers(32).map((w, i) => (i < 30 ? w : 0));
    const data = turned({ shape: [2, 2, 9, 64], frequencies, place: ({ t }) => t });
    const { findings } = diagnoseRotary(data, [2, 2, 9, 64], { expect: plain });
    expect(findings).toMatchObject([{ code: "pairs-not-rotated", columns: [30, 31] }]);
  });
});

it("diagnoseRotary prefers another rule to a phase of each pair in few rows", () => {
  const scaling = { ...yarn, truncate: false };
  const { frequencies, attentionFactor: factor } = ropeFrequencies(128, { base: 1e6, scaling });
  const how = { shape: [1, 2, 3, 128], frequencies: [...frequencies], factor };
  const data = turned({ ...how, place: ({ t }) => 131000 + t });
  const expected = { ...plain, dHead: 128, base: 1e6, scaling: yarn };
  const asked = { expect: expected, positions: upTo(3, 131000) };
  expect(problemsOf(diagnoseRotary(data, how.shape, asked))).toEqual(["differs-scaling"]);
});

it("diagnoseRotary finds exponents that were divided as integers in few rows", () => {
  const how = { shape: [2, 2, 5, 64], frequencies: new Array(32).fill(1) };
  const data = turned({ ...how, place: ({ t }) => 40 + t });
  const asked = { expect: plain, positions: upTo(5, 40) };
  expect(problemsOf(diagnoseRotary(data, how.shape, asked))).toEqual(["integer-exponents"]);
});

it.each([half, interleaved])(
  "diagnoseRotary finds that half as many features turn: %s",
  (layout) => {
    for (const store of [Math.fround, brain]) {
      const how = { shape: [2, 2, 6, 96], frequencies: powers(8), layout, store };
      const data = turned({ ...how, place: ({ t }) => t + 1 });
      const asked = {
        expect: { ...plain, dHead: 96, rotaryDim: 32, layout },
        positions: upTo(6, 1),
      };
      expect(problemsOf(diagnoseRotary(data, how.shape, asked))).toEqual(["differs-rotaryDim"]);
    }
  },
);

it("diagnoseRotary finds twice the scaling factor of a dynamic rule in one row", () => {
  const rule = { type: /** @type {const} */ ("dynamic"), original_max_position_embeddings: 16 };
  const [length, position] = [2000, 1999];
  const made = (/** @type {number} */ factor) => ({ scaling: { ...rule, factor }, length });
  const { frequencies } = ropeFrequencies(64, made(8));
  const how = { shape: [1, 3, 1, 64], frequencies: [...frequencies], place: () => position };
  const asked = { expect: { ...plain, ...made(4) }, positions: [position] };
  expect(problemsOf(diagnoseRotary(turned(how), how.shape, asked))).toEqual(["differs-scaling"]);
});

it("diagnoseRotary finds vectors in bfloat16 that were turned twice", () => {
  const how = { shape: [3, 3, 12, 64], frequencies: powers(32), store: brain, times: 2 };
  const positions = [9, 2, 14, 3, 0, 7, 1, 30, 22, 5, 4, 11];
  const data = turned({ ...how, place: ({ t }) => positions[t] });
  const found = diagnoseRotary(data, how.shape, { expect: plain, positions });
  expect(problemsOf(found)).toEqual(["other-step"]);
});

it("diagnoseRotary finds all axes off by 1, though slow pairs do not show it", () => {
  const expected = { dHead: 128, layout: half, base: 10000, sections: [16, 24, 24] };
  const how = { shape: [2, 3, 9, 128], frequencies: powers(64), store: brain };
  const place = (/** @type {{ t: number, i: number }} */ { t, i }) =>
    image[i < 16 ? 0 : i < 40 ? 1 : 2][t] + 1;
  const asked = { expect: expected, positions: image };
  const codes = problemsOf(diagnoseRotary(turned({ ...how, place }), how.shape, asked));
  expect(new Set(codes)).toEqual(new Set(["starts-at-1"]));
});

it("diagnoseRotary tells positions that restart on one axis from another order of the rows", () => {
  const grid = [upTo(12).map((t) => Math.floor(t / 3)), upTo(12).map((t) => t % 3)];
  const sections = { sizes: [16, 16], axial: true };
  const frequencies = [...powers(16), ...powers(16)];
  const place = (/** @type {{ t: number, i: number }} */ { t, i }) =>
    i < 16 ? grid[0][t] % 3 : grid[1][t];
  const data = turned({ shape: [1, 2, 12, 64], frequencies, place });
  const asked = { expect: { ...plain, sections }, positions: grid };
  const found = diagnoseRotary(data, [1, 2, 12, 64], asked);
  expect(problemsOf(found)).toEqual(["restarting-positions"]);
});

it("diagnoseRotary compares no base if nothing should turn", () => {
  const data = turned({ shape: [1, 2, 24, 64], frequencies: powers(32, 5e5), place: ({ t }) => t });
  const found = diagnoseRotary(data, [1, 2, 24, 64], { expect: { dHead: 64, rotates: false } });
  expect(problemsOf(found)).toEqual(["differs-rotaryDim"]);
});

it.each([
  ["half of the head", interleaved, 64, 16, 1e-3],
  ["half of a wider head", interleaved, 128, 32, 1e-3],
  ["a quarter of the head", interleaved, 64, 8, 1e-2],
  ["all of the head", half, 64, 32, 1e-2],
])(
  "diagnoseRotary says that there is noise, not another rule: %s",
  (_, layout, dHead, pairs, size) => {
    const how = { shape: [1, 4, 64, dHead], frequencies: powers(pairs), layout };
    const { input, output } = turned({ ...how, place: ({ t }) => t });
    const errors = noise("float64", output.length, 9);
    const noisy = output.map((x, at) => x + size * errors[at]);
    const expected = { dHead, base: 10000, layout, rotaryDim: 2 * pairs };
    const found = diagnoseRotary({ input, output: noisy }, how.shape, { expect: expected });
    expect(problemsOf(found)).toEqual(["noise"]);
  },
);

it.each([
  [64, 8, 32, 64],
  [300, 2, 8, 64],
])("diagnoseRotary reads %d batch elements of %d heads", (...shape) => {
  const how = { shape, frequencies: powers(shape[3] / 2), place: (/** @type {any} */ { t }) => t };
  const data = turned(how);
  expect(diagnoseRotary(data, shape)).toMatchObject({ kind: "rotary", base: 10000, layout: half });
  const expected = { dHead: shape[3], base: 5e5, layout: half };
  expect(problemsOf(diagnoseRotary(data, shape, { expect: expected }))).toEqual(["differs-base"]);
});
