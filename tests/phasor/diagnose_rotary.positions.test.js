// diagnoseRotary with given positions on one axis and on several, and with entries that are not
// finite.
import { diagnoseRotary, RotaryEmbedding, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf } from "./findings.js";
import { noise } from "./helpers.js";
import { brain } from "./rounded.js";

/** @typedef {import("../../web/phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */

const PAIRS = 32;
const frequencies = Array.from({ length: PAIRS }, (_, i) => 10000 ** (-i / PAIRS));

/** A cache in which each pair turns by the positions of its axis.
 * @param {ArrayLike<number>[]} lists axis by axis @param {number[]} axes of the pairs
 * @param {number} [base] @param {(x: number) => number} [round] */
function cacheOf(lists, axes, base = 10000, round = (x) => x) {
  const [rows, pairs] = [lists[0].length, axes.length];
  const angles = Float64Array.from({ length: rows * pairs }, (_, at) => {
    const position = round(lists[axes[at % pairs]][Math.floor(at / pairs)]);
    return round(position * round(base ** (-(at % pairs) / pairs)));
  });
  const [cos, sin] = [Math.cos, Math.sin].map((f) =>
    Float32Array.from(angles, (angle) => round(f(angle))),
  );
  return { data: { cos, sin }, shape: [rows, pairs] };
}
const one = new Array(PAIRS).fill(0);
const expected = { dHead: 2 * PAIRS, base: 10000 };

describe("the positions that diagnoseRotary is given or finds", () => {
  const packed = [...Array(40).keys(), ...Array(24).keys()];

  it("may be those of packed sequences", () => {
    const { data, shape } = cacheOf([packed], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions: packed });
    expect([diagnosis.start, diagnosis.base, codesOf(diagnosis)]).toEqual([0, 10000, []]);
    const without = diagnoseRotary(data, shape, { expect: expected });
    expect(codesOf(without)).toEqual(["restarting-positions"]);
    expect(without.segments).toEqual([
      { row: 0, start: 0 },
      { row: 40, start: 0 },
    ]);
  });

  it("are not multiples of what a missing scaling explains", () => {
    const { data, shape } = cacheOf([packed], one);
    const scaled = { ...expected, scaling: { type: /** @type {const} */ ("linear"), factor: 8 } };
    const codes = codesOf(diagnoseRotary(data, shape, { expect: scaled }));
    expect(codes).toEqual(expect.arrayContaining(["restarting-positions", "missing-scaling"]));
    expect(codes).not.toContain("other-positions");
  });

  it("are turned backwards with sines and cosines exchanged, which is no constant phase", () => {
    const [rows, width] = [64, 2 * PAIRS];
    const input = Float64Array.from(
      { length: rows * width },
      (_, at) => ((at * 7919) % 1009) / 500 - 1,
    );
    const output = new Float64Array(rows * width);
    for (let at = 0; at < output.length; at += 2) {
      const angle = -Math.floor(at / width) * frequencies[(at % width) / 2];
      const [cos, sin] = [Math.sin(angle), Math.cos(angle)];
      output[at] = input[at] * cos - input[at + 1] * sin;
      output[at + 1] = input[at] * sin + input[at + 1] * cos;
    }
    const diagnosis = diagnoseRotary({ input, output }, [rows, width], {
      expect: { ...expected, layout: "interleaved" },
    });
    expect(codesOf(diagnosis)).toEqual(["swapped-sine-cosine", "turned-backwards"]);
  });

  it("may be in any order, and more than 1 apart", () => {
    const mixed = packed.map((_, p) => 3 * ((p * 29) % 64) + 7);
    const { data, shape } = cacheOf([mixed], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions: mixed });
    expect([diagnosis.start, diagnosis.step, codesOf(diagnosis)]).toEqual([mixed[0], 3, []]);
  });

  it("may differ from the positions used, which is reported", () => {
    const { data, shape } = cacheOf([packed.map((_, p) => p + 6)], one);
    const positions = packed.map((_, p) => p + 5);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions });
    expect(codesOf(diagnosis)).toEqual(["starts-at-1"]);
    expect(diagnosis.findings[0].message).toMatch(/^Row 0 turns by position 6, not by the given 5/);
  });

  it("are reported if they restart and the given ones do not", () => {
    const { data, shape } = cacheOf([packed], one);
    const positions = packed.map((_, p) => p + 100);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions });
    expect(codesOf(diagnosis)).toContain("restarting-positions");
  });

  it("are found if they jump far", () => {
    const far = packed.map((position, row) => position + (row < 40 ? 0 : 100_000));
    const { data, shape } = cacheOf([far], one);
    const { segments } = diagnoseRotary(data, shape, { expect: expected });
    expect(segments).toEqual([
      { row: 0, start: 0 },
      { row: 40, start: 100_000 },
    ]);
  });

  it.each([40_000, 99_999, 100_000, -100_000])("may begin far away, at %i", (start) => {
    // The slowest of 16 pairs turns once in 35,333 positions: 100,000 is nearest to its third turn.
    const far = Array.from({ length: 64 }, (_, p) => start + p);
    const { data, shape } = cacheOf([far], new Array(16).fill(0));
    const diagnosis = diagnoseRotary(data, shape, { expect: { dHead: 32, base: 10000 } });
    expect([diagnosis.start, codesOf(diagnosis)]).toEqual([start, ["other-start"]]);
    expect(diagnosis.findings[0].message).toContain(`position ${start}`);
  });

  it("may be far for angles in float32", () => {
    const far = Array.from({ length: 64 }, (_, p) => 1000 + p);
    const { data, shape } = cacheOf([far], one, 10000, Math.fround);
    expect(diagnoseRotary(data, shape)).toMatchObject({ base: 10000, start: 1000 });
  });

  it.each([
    [8, 100, 224],
    [32, 100, 195],
  ])(
    "are found if they jump a little with bfloat16 angles: %i pairs of base %i, at row %i",
    (pairs, base, row) => {
      const by = 5;
      const jumping = Array.from({ length: 300 }, (_, p) => (p < row ? p : p + by));
      const { data, shape } = cacheOf([jumping], new Array(pairs).fill(0), base, brain);
      const diagnosis = diagnoseRotary(data, shape, { expect: { dHead: 2 * pairs, base } });
      expect(codesOf(diagnosis)).toEqual(["jumping-positions", "low-precision-angles"]);
      expect(diagnosis.segments).toEqual([
        { row: 0, start: 0 },
        { row, start: row + by },
      ]);
    },
  );

  it("identify a geometric series among all rules if there are many rows", () => {
    const base = 500;
    const { data, shape } = cacheOf([[...Array(4096).keys()]], one, base);
    const diagnosis = diagnoseRotary(data, shape);
    expect([diagnosis.base, diagnosis.rule, diagnosis.alternatives]).toEqual([base, "default", []]);
    expect(codesOf(diagnosis)).toEqual([]);
  });

  it("are not changed if each pair begins at a different phase", () => {
    const { data, shape } = cacheOf([[...Array(64).keys()]], one);
    for (let at = 0; at < data.cos.length; at++) {
      const [cos, sin, phase] = [data.cos[at], data.sin[at], 1.7 * (at % PAIRS) ** 2];
      data.cos[at] = cos * Math.cos(phase) - sin * Math.sin(phase);
      data.sin[at] = sin * Math.cos(phase) + cos * Math.sin(phase);
    }
    const diagnosis = diagnoseRotary(data, shape, { expect: expected });
    expect([diagnosis.kind, codesOf(diagnosis)]).toEqual(["rotary", ["constant-phase"]]);
    const unaided = diagnoseRotary(data, shape);
    expect([unaided.start, codesOf(unaided)]).toEqual([null, ["unknown-start", "unknown-rule"]]);
    expect(unaided.segments).toEqual([{ row: 0, start: null }]);
  });

  it("are refused unless there is one for each row and all are multiples of one number", () => {
    const { data, shape } = cacheOf([packed], one);
    const start = "phasor.diagnoseRotary: positions";
    expect(() => diagnoseRotary(data, shape, { positions: [1, 2] })).toThrow(`${start}.length`);
    expect(() => diagnoseRotary(data, shape, { positions: packed.map((p) => p ** 0.5) })).toThrow(
      /positions\[\d+\] must be a multiple of the same number as the others/,
    );
  });

  it.each([2 / 3, 0.5, 2.25])("may be %f apart", (unit) => {
    // For example 24 patches on a grid of 16.
    const positions = Array.from({ length: 64 }, (_, p) => Math.fround(unit * (p % 24)));
    const { data, shape } = cacheOf([positions], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions });
    expect([diagnosis.base, diagnosis.start, codesOf(diagnosis)]).toEqual([10000, 0, []]);
    expect(diagnosis.step).toBeCloseTo(unit, 6);
    const from = positions.map((position) => Math.fround(position + 5 * unit));
    const cache = cacheOf([from], one);
    const there = diagnoseRotary(cache.data, cache.shape, { expect: expected, positions: from });
    expect(there.start).toBeCloseTo(from[0], 6);
    expect(codesOf(there)).toEqual([]);
    const later = positions.map((position) => Math.fround(position + unit));
    const moved = diagnoseRotary(data, shape, { expect: expected, positions: later });
    expect(codesOf(moved)).toEqual(["other-start"]);
  });

  it("may be many and rounded", () => {
    const positions = Array.from({ length: 3000 }, (_, p) => Math.fround((2 / 3) * (2999 - p)));
    const { data, shape } = cacheOf([positions], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected, positions });
    expect([diagnosis.base, codesOf(diagnosis)]).toEqual([10000, []]);
    expect(Math.abs(diagnosis.step / (2 / 3) - 1)).toBeLessThan(1e-7);
  });

  it.each(
    /** @type {[string, (p: number) => number, object, RegExp][]} */ ([
      ["padding on the left", (p) => Math.max(0, p - 6), { row: 0, start: 0 }, /Rows 0 to 5 .* 0/],
      ["padding at 1", (p) => (p < 6 ? 1 : p - 6), { row: 0, start: 1 }, /Rows 0 to 5 .* 1/],
      ["a few clipped", (p) => Math.min(p, 58), { row: 59, start: 58 }, /Rows 59 to 63 .* 58/],
      ["most clipped", (p) => Math.min(p, 20), { row: 21, start: 20 }, /Rows 21 to 63 .* 20/],
    ]),
  )("are reported if they stay the same: %s", (_, at, segment, message) => {
    const { data, shape } = cacheOf([Array.from({ length: 64 }, (_, p) => at(p))], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected });
    expect(codesOf(diagnosis)).toEqual(["held-positions"]);
    expect(diagnosis.findings[0].message).toMatch(message);
    expect(diagnosis.segments).toHaveLength(2);
    expect(diagnosis.segments).toContainEqual(segment);
  });

  it("are reported if they do not affect the angles at all", () => {
    const { data, shape } = cacheOf([new Array(64).fill(7)], one);
    const diagnosis = diagnoseRotary(data, shape, { expect: expected });
    expect(codesOf(diagnosis)).toEqual(["held-positions"]);
    expect(diagnosis.findings[0].message).toMatch(/^All rows are at one position/);
  });
});

it("diagnoseRotary's expect accepts all options of a RotaryEmbedding", () => {
  const { data, shape } = cacheOf([Array.from({ length: 40 }, (_, p) => p)], one);
  /** @type {ExpectedRotary} */
  const all = { ...expected, maxLength: 40, xpos: true, arithmetic: "exact", dtype: "float32" };
  expect(new RotaryEmbedding(2 * PAIRS, all).maxLength).toBe(40);
  expect(codesOf(diagnoseRotary(data, shape, { expect: all }))).toEqual([]);
});

describe("diagnoseRotary of sections", () => {
  // 4 rows of text, an image of 8 × 8 patches, and text again.
  const lists = [0, 1, 2].map((axis) =>
    Array.from({ length: 80 }, (_, p) => {
      if (p < 4) return p;
      if (p >= 68) return p - 68 + 12;
      return 4 + [0, (p - 4) >> 3, (p - 4) & 7][axis];
    }),
  );
  const positions = lists.flat();
  const sizes = [8, 12, 12];
  const blocks = (/** @type {number[]} */ order) =>
    order.flatMap((axis) => new Array(sizes[axis]).fill(axis));
  const expect3 = { ...expected, sections: sizes };

  it("finds the axis of each pair", () => {
    const { data, shape } = cacheOf(lists, blocks([0, 1, 2]));
    const diagnosis = diagnoseRotary(data, shape, { positions, expect: expect3 });
    expect(codesOf(diagnosis)).toEqual([]);
    expect([...(diagnosis.axes ?? [])].slice(0, 12)).toEqual(blocks([0, 1, 2]).slice(0, 12));
  });

  it("finds positions that are not given, and asks for them", () => {
    const { data, shape } = cacheOf(lists, blocks([0, 1, 2]));
    const diagnosis = diagnoseRotary(data, shape, { expect: expect3 });
    expect([diagnosis.kind, codesOf(diagnosis)]).toEqual(["rotary", ["other-positions"]]);
    expect(diagnosis.findings[0].severity).toBe("note");
    expect(diagnosis.findings[0].message).toMatch(/row 5 is at 4, 4, 5; give `positions`/);
    const { max, limit } = diagnosis.residual ?? { max: Number.NaN, limit: 0 };
    expect(max).toBeLessThanOrEqual(limit);
    const other = diagnoseRotary(data, shape, { expect: { ...expect3, base: 500000 } });
    expect(other.findings[0].severity).toBe("problem");
    expect(other.findings[0].message).toMatch(/Give `positions`: each axis may have its own\.$/);
    const unaided = diagnoseRotary(data, shape);
    expect(unaided.findings.map(({ message }) => message).join()).toMatch(/by several axes, give/);
  });

  it("accepts axes that end at different positions", () => {
    // 12 rows of text, then an image of 4 × 16 patches.
    const unequal = [0, 1, 2].map((axis) =>
      Array.from({ length: 76 }, (_, p) =>
        p < 12 ? p : 12 + [0, (p - 12) >> 4, (p - 12) & 15][axis],
      ),
    );
    const { data, shape } = cacheOf(unequal, blocks([0, 1, 2]));
    const diagnosis = diagnoseRotary(data, shape, { positions: unequal.flat(), expect: expect3 });
    expect([diagnosis.base, diagnosis.start, codesOf(diagnosis)]).toEqual([10000, 0, []]);
    expect([...(diagnosis.axes ?? [])].slice(0, 24)).toEqual(blocks([0, 1, 2]).slice(0, 24));
  });

  /** Patches of a grid. @type {(frames: number, height: number, width: number) => number[][]} */
  const grid = (frames, height, width) => {
    const all = Array.from({ length: frames * height * width }, (_, p) => p);
    const rows = all.map((p) => Math.floor(p / width));
    return [
      rows.map((row) => Math.floor(row / height)),
      rows.map((row) => row % height),
      all.map((p) => p % width),
    ];
  };

  it.each([
    ["small grids", grid(3, 5, 6)],
    [
      "frames 50 positions apart",
      grid(4, 5, 6).map((axis, i) => axis.map((p) => (i ? p : 50 * p))),
    ],
    ["5 positions left out", grid(3, 5, 6).map((axis) => [0, ...axis.map((p) => p + 5)])],
    // Centres of patches between -1 and 1, as in DINOv3: height and width share no position.
    [
      "unlike steps",
      grid(2, 12, 14).map((axis, i) => axis.map((p) => (2 * p + 1) / [2, 12, 14][i] - 1)),
    ],
  ])("reads axes that have few positions in common: %s", (_, distances) => {
    const { data, shape } = cacheOf(distances, blocks([0, 1, 2]));
    const positions = distances.flat();
    const unaided = diagnoseRotary(data, shape, { positions });
    expect(codesOf(unaided)).toEqual([]);
    expect([unaided.kind, unaided.base, unaided.rule]).toEqual(["rotary", 10000, "default"]);
    // Pairs that turn little do not show their axis.
    const wanted = blocks([0, 1, 2]);
    const axes = [...(unaided.axes ?? [])].map((axis, i) => axis === wanted[i] || axis);
    expect(axes.filter((axis) => axis === true).length).toBeGreaterThan(16);
    expect(axes.filter((axis) => axis !== true && axis !== -1)).toEqual([]);
    const right = diagnoseRotary(data, shape, { positions, expect: expect3 });
    expect([right.base, codesOf(right)]).toEqual([10000, []]);
    const other = { ...expect3, sections: [12, 8, 12] };
    const wrong = diagnoseRotary(data, shape, { positions, expect: other });
    expect(codesOf(wrong)).toEqual(["differs-sections"]);
  });

  it.each([1, 2, 4])("reads axes that lack different positions, despite noise: seed %d", (seed) => {
    const rows = Array.from({ length: 40 }, (_, p) => p);
    const halved = [rows, rows.map((p) => p >> 1)];
    const { data, shape } = cacheOf(halved, [0, 1, 0, 1, 0, 1, 0, 1], 100);
    const added = noise("float64", 2 * data.cos.length, seed);
    const [cos, sin] = [data.cos, data.sin].map((list, second) =>
      list.map((x, at) => x + 0.003 * added[2 * at + second]),
    );
    const diagnosis = diagnoseRotary({ cos, sin }, shape, { positions: halved.flat() });
    expect([diagnosis.base, codesOf(diagnosis)]).toEqual([100, []]);
  });

  it.each([
    ["height and width exchanged", blocks([0, 2, 1])],
    ["the last axis first", blocks([2, 1, 0])],
    ["one after the other", Array.from({ length: PAIRS }, (_, i) => i % 3)],
    ["one axis alone", one],
  ])("finds another order of the axes: %s", (_, axes) => {
    const { data, shape } = cacheOf(lists, axes);
    const diagnosis = diagnoseRotary(data, shape, { positions, expect: expect3 });
    expect(codesOf(diagnosis)).toContain("differs-sections");
    const { columns, message } = diagnosis.findings[0];
    const wanted = blocks([0, 1, 2]);
    expect(columns.length).toBeGreaterThan(0);
    for (const pair of columns) expect(axes[pair]).not.toBe(wanted[pair]);
    expect(message).toMatch(
      /^The sections are in another order: |^Axes 1 and 2 of .* are ignored: /,
    );
  });

  it("finds patches in raster order where blocks of 2 × 2 are merged", () => {
    const rows = [...Array(64).keys()];
    const raster = [rows.map((t) => t >> 3), rows.map((t) => t & 7)];
    const merged = [
      rows.map((t) => 2 * (t >> 4) + ((t >> 1) & 1)),
      rows.map((t) => 2 * ((t >> 2) & 3) + (t & 1)),
    ];
    const halves = Array.from({ length: PAIRS }, (_, i) => (2 * i < PAIRS ? 0 : 1));
    const { data, shape } = cacheOf(raster, halves);
    const wanted = { ...expected, sections: [PAIRS / 2, PAIRS / 2] };
    const diagnosis = diagnoseRotary(data, shape, { positions: merged.flat(), expect: wanted });
    expect(new Set(codesOf(diagnosis))).toEqual(new Set(["raster-order"]));
    expect(diagnosis.findings[0].message).toContain("0 to 7 in each line");
  });
});

it("diagnoseRotary's expect accepts what ropeFromConfig returned", () => {
  const config = ropeFromConfig({
    ...{ model_type: "gemma3_text", head_dim: 64, num_hidden_layers: 6, sliding_window_pattern: 6 },
    ...{ rope_theta: 1e6, rope_local_base_freq: 10000, hidden_size: 640, num_attention_heads: 10 },
  });
  const { rotates, positions: _, ...options } = config;
  const { data, shape } = cacheOf([[...Array(64).keys()]], one);
  const diagnosis = diagnoseRotary(data, shape, {
    expect: /** @type {ExpectedRotary} */ ({ ...options, rotates }),
  });
  const local = config.base === 10000;
  expect(codesOf(diagnosis)).toEqual(local ? [] : ["differs-base"]);
});

it("diagnoseRotary reports entries that are not finite", () => {
  const { data, shape } = cacheOf([[...Array(64).keys()]], one);
  data.cos[5] = Number.NaN;
  const diagnosis = diagnoseRotary(data, shape);
  expect([diagnosis.kind, codesOf(diagnosis)]).toEqual(["unknown", ["not-finite"]]);
});
