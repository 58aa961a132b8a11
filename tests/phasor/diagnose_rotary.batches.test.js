// diagnoseRotary: small batches as decoders and vision models pass them, with one mistake each.
import { diagnoseRotary, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf, problemsOf } from "./findings.js";
import { noise } from "./helpers.js";
import { placesOf, rotation } from "./rotary_vectors.js";
import { brain } from "./rounded.js";

/** @typedef {import("../../web/phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */

const half = /** @type {const} */ ("half");
const interleaved = /** @type {const} */ ("interleaved");
const upTo = (/** @type {number} */ count, from = 0) =>
  Array.from({ length: count }, (_, k) => from + k);
const powers = (/** @type {number} */ pairs, base = 10000) =>
  upTo(pairs).map((i) => base ** (-i / pairs));

const simple = { dHead: 64, base: 10000, layout: half };
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
    const data = rotation({
      ...{ shape: [1, 3, 9, 128], frequencies, copies: ({ h }) => h === 0 },
      place: ({ t, i }) => image[i < 16 ? 0 : i < 40 ? 1 : 2][t],
    });
    const diagnosis = diagnoseRotary(data, [1, 3, 9, 128], { expect: expect_, positions: image });
    expect(problemsOf(diagnosis)).toEqual(["not-rotated"]);
    const unrotated = { dHead: 128, rotates: false };
    const other = diagnoseRotary(data, [1, 3, 9, 128], { expect: unrotated, positions: image });
    expect(problemsOf(other)).toHaveLength(1);
  });

  it("heads that are half as many as a list of positions is long", () => {
    const positions = [upTo(4), upTo(4, 7)];
    const place = (/** @type {{ b: number, t: number }} */ { b, t }) => -positions[b][t];
    const data = rotation({ shape: [2, 2, 4, 64], frequencies: powers(32), place });
    const diagnosis = diagnoseRotary(data, [2, 2, 4, 64], { expect: simple, positions });
    expect(problemsOf(diagnosis)).toEqual(["turned-backwards"]);
  });

  it("as many texts as positions, if one of them is not rotated", () => {
    const place = (/** @type {{ t: number }} */ { t }) => 2 * (t >> 1);
    const copies = (/** @type {{ b: number }} */ { b }) => b === 2;
    const data = rotation({ shape: [4, 1, 4, 64], frequencies: powers(32), place, copies });
    const options = { expect: simple, positions: [0, 0, 2, 2] };
    const { findings } = diagnoseRotary(data, [4, 1, 4, 64], options);
    expect(codesOf({ findings })).toEqual(["not-rotated"]);
    expect(findings[0].message).toMatch("In batch element 2");
  });
});

it.each(
  /** @type {[number[], string, number][]} */ ([
    [[1, 32, 2], "freqsCis", 5],
    [[1, 1, 32], "cos", 0],
  ]),
)("diagnoseRotary takes a cache of one row, %j", (shape, name, position) => {
  const angles = powers(32).map((w) => position * w);
  const [cos, sin] = [Math.cos, Math.sin].map((f) => Float32Array.from(angles, f));
  const freqsCis = Float32Array.from(angles.flatMap((a) => [Math.cos(a), Math.sin(a)]));
  const data = name === "cos" ? { cos, sin } : { freqsCis };
  const right = diagnoseRotary(data, shape, { expect: simple, positions: [position] });
  expect([right.pairs, problemsOf(right)]).toEqual([32, []]);
  const wrong = diagnoseRotary(data, shape, { expect: simple, positions: [8707] });
  expect(problemsOf(wrong)).toEqual(["other-start"]);
});

it("diagnoseRotary finds a jump by 1 far from 0", () => {
  const place = (/** @type {{ t: number }} */ { t }) => 131000 + t + (t < 5 ? 0 : 1);
  const data = rotation({ shape: [1, 2, 12, 64], frequencies: powers(32), place });
  const options = { expect: simple, positions: upTo(12, 131000) };
  expect(problemsOf(diagnoseRotary(data, [1, 2, 12, 64], options))).toEqual(["jumping-positions"]);
  const { findings } = diagnoseRotary(
    rotation({
      shape: [1, 2, 12, 64],
      frequencies: powers(32),
      place: ({ t }) => 131001 + t,
    }),
    ...[[1, 2, 12, 64], options],
  );
  expect(findings[0]).toMatchObject({ code: "starts-at-1", severity: "problem" });
});

it("diagnoseRotary does not report the factor of vectors that are copies at position 0", () => {
  const { frequencies, attentionFactor: factor } = ropeFrequencies(64, { scaling: yarn });
  const shape = [2, 2, 5, 64];
  const copies = (/** @type {{ h: number }} */ { h }) => h === 1;
  const how = { shape, frequencies: [...frequencies], factor, copies };
  const data = rotation({ ...how, place: ({ t }) => t });
  const diagnosis = diagnoseRotary(data, shape, { expect: { ...simple, scaling: yarn } });
  expect(problemsOf(diagnosis)).toEqual(["not-rotated"]);
});

describe("diagnoseRotary names pairs", () => {
  it("that turn backwards, and none that rounding explains", () => {
    const place = (/** @type {{ t: number, i: number }} */ { t, i }) =>
      (i === 9 ? -1 : 1) * (3 + 4 * t);
    const how = { shape: [1, 3, 2, 256], frequencies: powers(128), store: brain };
    const expected = { dHead: 256, base: 10000, layout: half };
    const options = { expect: expected, positions: [3, 7] };
    const { findings } = diagnoseRotary(rotation({ ...how, place }), how.shape, options);
    expect(findings).toMatchObject([{ code: "pairs-turned-backwards", columns: [9] }]);
  });

  it("that do not turn, however slow", () => {
    const frequencies = powers(32).map((w, i) => (i < 30 ? w : 0));
    const data = rotation({ shape: [2, 2, 9, 64], frequencies, place: ({ t }) => t });
    const { findings } = diagnoseRotary(data, [2, 2, 9, 64], { expect: simple });
    expect(findings).toMatchObject([{ code: "pairs-not-rotated", columns: [30, 31] }]);
  });
});

it("diagnoseRotary prefers another rule to a phase of each pair in few rows", () => {
  const scaling = { ...yarn, truncate: false };
  const { frequencies, attentionFactor: factor } = ropeFrequencies(128, { base: 1e6, scaling });
  const how = { shape: [1, 2, 3, 128], frequencies: [...frequencies], factor };
  const data = rotation({ ...how, place: ({ t }) => 131000 + t });
  const expected = { ...simple, dHead: 128, base: 1e6, scaling: yarn };
  const options = { expect: expected, positions: upTo(3, 131000) };
  expect(problemsOf(diagnoseRotary(data, how.shape, options))).toEqual(["differs-scaling"]);
});

it.each([half, interleaved])(
  "diagnoseRotary finds that half as many features turn: %s",
  (layout) => {
    for (const store of [Math.fround, brain]) {
      const how = { shape: [2, 2, 6, 96], frequencies: powers(8), layout, store };
      const data = rotation({ ...how, place: ({ t }) => t + 1 });
      const options = {
        expect: { ...simple, dHead: 96, rotaryDim: 32, layout },
        positions: upTo(6, 1),
      };
      expect(problemsOf(diagnoseRotary(data, how.shape, options))).toEqual(["differs-rotaryDim"]);
    }
  },
);

it("diagnoseRotary finds twice the scaling factor of a dynamic rule in one row", () => {
  const rule = { type: /** @type {const} */ ("dynamic"), original_max_position_embeddings: 16 };
  const [length, position] = [2000, 1999];
  const scalingBy = (/** @type {number} */ factor) => ({ scaling: { ...rule, factor }, length });
  const { frequencies } = ropeFrequencies(64, scalingBy(8));
  const how = { shape: [1, 3, 1, 64], frequencies: [...frequencies], place: () => position };
  const options = { expect: { ...simple, ...scalingBy(4) }, positions: [position] };
  expect(problemsOf(diagnoseRotary(rotation(how), how.shape, options))).toEqual([
    "differs-scaling",
  ]);
});

/** @typedef {{ b: number, h: number, t: number, i: number }} P */
const grid = [upTo(12).map((t) => Math.floor(t / 3)), upTo(12).map((t) => t % 3)];
const mixed = [9, 2, 14, 3, 0, 7, 1, 30, 22, 5, 4, 11];
const padded = [upTo(12).map((t) => Math.max(1, t - 4)), upTo(12)];
const axisOf = (/** @type {number} */ i) => (i < 16 ? 0 : i < 40 ? 1 : 2);
const axial = { ...simple, sections: { sizes: [16, 16], axial: true } };
const mrope = { dHead: 128, layout: half, base: 10000, sections: [16, 24, 24] };
const deepseek = { ...simple, layout: interleaved };
const asHalves = { layout: interleaved, to: placesOf.half };
// Pixtral turns even pairs of the whole head by rows, odd ones by columns.
const pixtral = ropeFromConfig({
  ...{ model_type: "pixtral", hidden_size: 1024, num_attention_heads: 16 },
  ...{ image_size: 1024, patch_size: 16, rope_theta: 10000 },
});
const ofPixtral = upTo(32).map((j) => 10000 ** -(j < 16 ? j / 16 : (j - 16) / 16 + 1 / 32));
const byAxis = (/** @type {P} */ { t, i }) => grid[i < 16 ? 0 : 1][t];
const wan = ropeFromConfig({
  ...{ _class_name: "WanTransformer3DModel", num_attention_heads: 12, attention_head_dim: 128 },
});

it.each(
  /** @type {[string, any, any, any, string[]][]} */ ([
    [
      "exponents that were divided as integers",
      {
        shape: [2, 2, 5, 64],
        frequencies: new Array(32).fill(1),
        place: (/** @type {P} */ { t }) => 40 + t,
      },
      ...[simple, upTo(5, 40), ["integer-exponents"]],
    ],
    [
      "vectors in bfloat16 that were turned twice",
      { store: brain, times: 2, place: (/** @type {P} */ { t }) => mixed[t] },
      ...[simple, mixed, ["other-step"]],
    ],
    [
      "an axis on which positions restart, and no other order of the rows",
      {
        frequencies: [...powers(16), ...powers(16)],
        place: (/** @type {P} */ { t, i }) => grid[i < 16 ? 0 : 1][t] % 3,
      },
      ...[axial, grid, ["restarting-positions"]],
    ],
    [
      "that nothing should turn",
      { frequencies: powers(32, 5e5) },
      { dHead: 64, rotates: false },
      undefined,
      ["differs-rotaryDim"],
    ],
    ["nothing in Pixtral's code", { frequencies: ofPixtral, place: byAxis }, pixtral, grid, []],
    [
      "sizes of Wan's axes in another order",
      {
        shape: [1, 2, 12, 128],
        ...{ frequencies: [42, 44, 42].flatMap((size) => powers(size / 2)), layout: interleaved },
        place: (/** @type {P} */ { t, i }) =>
          [0, ...grid.map((list) => list[t])][i < 21 ? 0 : i < 43 ? 1 : 2],
      },
      ...[wan, [new Array(12).fill(0), ...grid]],
      ["differs-sections", "differs-frequencies", "differs-from-expected"],
    ],
    [
      "a view instead of a transposition",
      { shape: [1, 12, 3, 64], seen: [1, 3, 12, 64], place: (/** @type {P} */ { h }) => h },
      ...[simple, upTo(12), ["other-axis"]],
    ],
    [
      "nothing in neighbours that come out as halves, from another position on",
      { ...asHalves, place: (/** @type {P} */ { t }) => 999 + t },
      ...[deepseek, undefined, []],
    ],
    [
      "the base of neighbours that come out as halves in two rows",
      { ...asHalves, shape: [1, 2, 2, 64], frequencies: powers(32, 5e5) },
      ...[deepseek, undefined, ["differs-base"]],
    ],
    [
      "that all texts turn by the positions of the first",
      { place: (/** @type {P} */ { t }) => padded[0][t] },
      ...[simple, padded, ["ignored-positions"]],
    ],
    [
      "vectors that turn backwards from any position, not another start",
      { place: (/** @type {P} */ { t }) => -518 - t },
      ...[simple, undefined, ["turned-backwards"]],
    ],
    [
      "nothing in the text of several axes from any position on",
      {
        shape: [1, 1, 16, 128],
        frequencies: powers(64, 1e6),
        store: brain,
        place: (/** @type {P} */ { t }) => 62 + t,
      },
      ...[{ ...mrope, base: 1e6 }, undefined, []],
    ],
    [
      "vectors of several axes that are not turned",
      { shape: [1, 2, 12, 128], frequencies: powers(64), copies: () => true },
      ...[mrope, undefined, ["not-rotated"]],
    ],
  ]),
)("diagnoseRotary finds %s", (_, how, expected, positions, codes) => {
  const { shape = [2, 3, 12, 64], seen = shape } = how;
  const data = rotation({ shape, frequencies: powers(32), ...how });
  const diagnosis = diagnoseRotary(data, seen, { expect: expected, positions });
  expect(problemsOf(diagnosis)).toEqual(codes);
  const { max, limit } = diagnosis.residual ?? { max: 0, limit: 0 };
  expect(max > limit).toBe(codes.length > 0);
});

it("diagnoseRotary finds cosines and sines in bfloat16, not positions that this rounding does not change", () => {
  const shape = [1, 2, 12, 64];
  const { input } = rotation({ shape, frequencies: powers(32) });
  const output = input.map((x, at) => {
    const [c, angle] = [at % 64, (Math.floor(at / 64) % 12) * 10000 ** (-(at % 32) / 32)];
    const partner = c < 32 ? -input[at + 32] : input[at - 32];
    return x * brain(Math.cos(angle)) + partner * brain(Math.sin(angle));
  });
  const diagnosis = diagnoseRotary({ input, output }, shape, { expect: simple });
  expect(problemsOf(diagnosis)).toEqual(["low-precision-cache"]);
});

it.each(
  /** @type {[string, any, any, number | null][]} */ ([
    [
      "that each text has its own positions",
      { place: (/** @type {P} */ { b, t }) => padded[b][t] },
      padded,
      10000,
    ],
    ["the rule in spite of a pair of zeros", { zero: 3 }, undefined, 10000],
    [
      "no fault in positions if no rule is known",
      {
        frequencies: powers(32).map((w, i) => w / (1 + i * i)),
        place: (/** @type {P} */ { t }) => mixed[t],
      },
      ...[mixed, null],
    ],
  ]),
)("diagnoseRotary without expect finds %s", (_, how, positions, base) => {
  const shape = [2, 3, 12, 64];
  const data = rotation({ shape, frequencies: powers(32), ...how });
  for (const list of [data.input, data.output]) {
    for (let at = 0; at < list.length; at++) if (at % 32 === how.zero) list[at] = 0;
  }
  const diagnosis = diagnoseRotary(data, shape, { positions });
  expect([problemsOf(diagnosis), diagnosis.base]).toEqual([[], base]);
  expect(diagnosis.findings.length > 0).toBe(base === null);
});

it("diagnoseRotary finds all axes off by 1, though slow pairs do not show it", () => {
  const how = { shape: [2, 3, 9, 128], frequencies: powers(64), store: brain };
  const place = (/** @type {P} */ { t, i }) => image[axisOf(i)][t] + 1;
  const options = { expect: mrope, positions: image };
  const codes = problemsOf(diagnoseRotary(rotation({ ...how, place }), how.shape, options));
  expect(new Set(codes)).toEqual(new Set(["starts-at-1"]));
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
    const { input, output } = rotation({ ...how, place: ({ t }) => t });
    const errors = noise("float64", output.length, 9);
    const noisy = output.map((x, at) => x + size * errors[at]);
    const expected = { dHead, base: 10000, layout, rotaryDim: 2 * pairs };
    const diagnosis = diagnoseRotary({ input, output: noisy }, how.shape, { expect: expected });
    expect(problemsOf(diagnosis)).toEqual(["noise"]);
  },
);

it.each([
  [64, 8, 32, 64],
  [300, 2, 8, 64],
])("diagnoseRotary reads %d batch elements of %d heads", (...shape) => {
  const how = { shape, frequencies: powers(shape[3] / 2), place: (/** @type {any} */ { t }) => t };
  const data = rotation(how);
  expect(diagnoseRotary(data, shape)).toMatchObject({ kind: "rotary", base: 10000, layout: half });
  const expected = { dHead: shape[3], base: 5e5, layout: half };
  expect(problemsOf(diagnoseRotary(data, shape, { expect: expected }))).toEqual(["differs-base"]);
});
