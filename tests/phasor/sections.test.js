// Rotary embeddings of several axes, and the positions of multimodal models.
import {
  frequencies,
  mropePositions,
  RotaryEmbedding,
  ropeFrequencies,
  sinusoidalAt,
} from "phasor";
import { describe, expect, it } from "vitest";
import { dtypes, noise, same } from "./helpers.js";
import { layouts, turnBy } from "./rope_reference.js";

/** Sines and cosines if each pair has a separate axis and frequency.
 * @param {"float32" | "float64"} dtype @param {ArrayLike<number>[]} lists (T) each
 * @param {{ axis: number, of: number, index: number }[]} pairs index: among pairs of `of`/2
 * @param {number} base */
function anglesOf(dtype, lists, pairs, base) {
  const length = lists[0].length;
  const angles = noise(dtype, length * 2 * pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const { axis, of, index } = pairs[i];
    const values = sinusoidalAt(lists[axis], of, { base, dtype });
    for (let t = 0; t < length; t++) {
      for (let part = 0; part < 2; part++) {
        angles[2 * (t * pairs.length + i) + part] = values[t * of + 2 * index + part];
      }
    }
  }
  return angles;
}

/** The axis of each pair, written independently.
 * @type {Record<string, (sizes: number[]) => number[]>} */
const axesOf = {
  block: (sizes) => sizes.flatMap((size, axis) => new Array(size).fill(axis)),
  interleaved(sizes) {
    const n = sizes.length;
    return Array.from({ length: sizes.reduce((a, b) => a + b) }, (_, j) =>
      j % n > 0 && j < n * sizes[j % n] ? j % n : 0,
    );
  },
  // Ernie 4.5 VL: height, width, height, width, …, time
  "first-last"([time, height, width]) {
    const spatial = Array.from({ length: height + width }, (_, j) => 1 + (j % 2));
    return [...spatial, ...new Array(time).fill(0)];
  },
};

const cases = [
  { sizes: [16, 24, 24], kind: "block" },
  { sizes: [24, 20, 20], kind: "interleaved" },
  { sizes: [6, 4, 2], kind: "interleaved" },
  { sizes: [6, 2, 4], kind: "interleaved" },
  { sizes: [1, 1, 1], kind: "interleaved" },
  { sizes: [5, 3, 3], kind: "interleaved" },
  { sizes: [0, 4, 3], kind: "interleaved" },
  { sizes: [4, 4], kind: "interleaved" },
  { sizes: [5, 3, 3, 3], kind: "interleaved" },
  { sizes: [7], kind: "interleaved" },
  { sizes: [20, 22, 22], kind: "first-last" },
  { sizes: [3, 2, 2], kind: "first-last" },
  { sizes: [16, 16, 16, 16], kind: "block" }, // Hunyuan's xdrope
  { sizes: [1, 2], kind: "block" },
  { sizes: [3, 0, 4, 5], kind: "block" },
];

describe.each(dtypes)("sections of RotaryEmbedding, %s", (dtype) => {
  it.each(cases)("rotate each pair by its axis: $kind sections $sizes", ({ sizes, kind }) => {
    const pairs = sizes.reduce((a, b) => a + b);
    const dHead = 2 * pairs;
    const axes = axesOf[kind](sizes);
    const order = /** @type {"interleaved" | "first-last"} */ (kind);
    const sections = kind === "block" ? sizes : { sizes, order };
    const length = 33;
    const lists = sizes.map((_, axis) =>
      Array.from({ length }, (_, t) => (axis === 1 ? t : ((t * (axis + 3)) % 11) + axis / 4)),
    );
    const byPair = axes.map((axis, index) => ({ axis, of: dHead, index }));
    const angles = anglesOf(dtype, lists, byPair, 1000);
    const x = noise(dtype, length * dHead);
    for (const layout of layouts) {
      const rotary = new RotaryEmbedding(dHead, { base: 1000, layout, sections });
      const expected = turnBy(x, dHead, angles, { layout });
      same(rotary.apply(x, [length, dHead], { positions: lists }), expected);
      const alike = [{ axes }, ...(kind === "interleaved" ? [{ sizes, interleaved: true }] : [])];
      for (const sections of alike) {
        const other = new RotaryEmbedding(dHead, { base: 1000, layout, sections });
        const needed = lists.slice(0, Math.max(...axes) + 1);
        if (needed.length < lists.length && "sizes" in sections) continue;
        same(other.apply(x, [length, dHead], { positions: needed }), expected);
      }
      const doubledX = new (x instanceof Float32Array ? Float32Array : Float64Array)([...x, ...x]);
      const doubledLists = lists.map((list) => [...list, ...list]);
      const result = rotary.apply(doubledX, [2, length, dHead], { positions: doubledLists });
      same(result.subarray(0, x.length), expected);
      same(result.subarray(x.length), expected);
    }
  });

  it("have separate frequencies for each axis if they are axial", () => {
    for (const sizes of [
      [4, 4],
      [3, 5],
      [2, 3, 3],
      [1, 7],
    ]) {
      const dHead = 16;
      const byPair = sizes.flatMap((size, axis) =>
        Array.from({ length: size }, (_, index) => ({ axis, of: 2 * size, index })),
      );
      const lists = sizes.map((_, axis) => Array.from({ length: 20 }, (_, t) => t * (axis + 1)));
      const x = noise(dtype, 20 * dHead);
      for (const layout of layouts) {
        const rotary = new RotaryEmbedding(dHead, {
          base: 100,
          layout,
          sections: { sizes, axial: true },
        });
        const expected = turnBy(x, dHead, anglesOf(dtype, lists, byPair, 100), { layout });
        same(rotary.apply(x, [20, dHead], { positions: lists }), expected, `sizes ${sizes}`);
        const byAxis = sizes.flatMap((size) => [...frequencies(2 * size, { base: 100 })]);
        same(rotary.frequencies, Float64Array.from(byAxis));
      }
    }
  });

  it("do not matter if all axes have the same positions", () => {
    const x = noise(dtype, 3 * 40 * 32);
    const plain = new RotaryEmbedding(32);
    for (const sections of [[6, 5, 5], { sizes: [6, 5, 5], interleaved: true }]) {
      const rotary = new RotaryEmbedding(32, { sections });
      for (const options of [
        {},
        { offset: 9 },
        { positions: Array.from({ length: 120 }, (_, i) => i / 3) },
      ]) {
        const expected = plain.apply(x, [3, 40, 32], options);
        same(rotary.apply(x, [3, 40, 32], options), expected);
      }
      same(rotary.frequencies, plain.frequencies);
    }
  });

  it("are scaled like separate heads if they are axial", () => {
    const sizes = [4, 4, 8];
    const factors = Array.from({ length: 16 }, (_, i) => 1 + i / 4);
    /** @type {import("../../web/phasor/rope/scaling.js").RopeScaling[]} */
    const rules = [
      { type: "linear", factor: 3 },
      { type: "ntk", factor: 2 },
      { type: "proportional", partial_rotary_factor: 0.5 },
      { type: "yarn", factor: 4, original_max_position_embeddings: 32 },
      {
        ...{ type: "longrope", factor: 4, original_max_position_embeddings: 32 },
        ...{ long_factor: factors, short_factor: factors },
      },
    ];
    for (const scaling of rules) {
      const options = { base: 100, scaling };
      const rotary = new RotaryEmbedding(32, { ...options, sections: { sizes, axial: true } });
      let first = 0;
      const byAxis = sizes.flatMap((size) => {
        const divisors =
          scaling.type === "longrope"
            ? {
                long_factor: factors.slice(first, first + size),
                short_factor: factors.slice(first, first + size),
              }
            : {};
        first += size;
        const part = ropeFrequencies(2 * size, { base: 100, scaling: { ...scaling, ...divisors } });
        expect(rotary.attentionFactor).toBe(part.attentionFactor);
        return [...part.frequencies];
      });
      same(rotary.frequencies, Float64Array.from(byAxis), scaling.type);
      const doubledLists = { ...options, sections: { sizes, axial: true } };
      same(ropeFrequencies(32, doubledLists).frequencies, Float64Array.from(byAxis));
    }
  });
});

describe("mropePositions", () => {
  it("counts text on all axes", () => {
    const { positions, next } = mropePositions([2, { text: 3 }], { start: 4 });
    for (const list of positions) expect([...list]).toEqual([4, 5, 6, 7, 8]);
    expect(next).toBe(9);
  });

  it("counts frames, rows and columns of a grid", () => {
    const { positions, next } = mropePositions([2, { height: 2, width: 3 }, 2]);
    expect(positions.map((list) => [...list])).toEqual([
      [0, 1, 2, 2, 2, 2, 2, 2, 5, 6],
      [0, 1, 2, 2, 2, 3, 3, 3, 5, 6],
      [0, 1, 2, 3, 4, 2, 3, 4, 5, 6],
    ]);
    expect(next).toBe(7);
    const video = mropePositions([{ frames: 3, height: 1, width: 2 }, 1]);
    expect(video.positions.map((list) => [...list])).toEqual([
      [0, 0, 1, 1, 2, 2, 3],
      [0, 0, 0, 0, 0, 0, 3],
      [0, 1, 0, 1, 0, 1, 3],
    ]);
  });

  it("puts the given time between frames", () => {
    const { positions, next } = mropePositions([{ frames: 4, height: 1, width: 1, interval: 2.5 }]);
    expect([...positions[0]]).toEqual([0, 2, 5, 7]);
    expect(next).toBe(8);
  });

  it("starts after the text and grids before, empty ones too", () => {
    const sequence = [1, { height: 0, width: 3 }, { frames: 2, height: 4, width: 2 }, 0, 1];
    const { positions, next } = mropePositions(sequence);
    expect(positions[0]).toHaveLength(1 + 16 + 1);
    expect([...positions[0]].at(-1)).toBe(5);
    expect(next).toBe(6);
    expect(mropePositions([])).toEqual({
      positions: [new Float64Array(0), new Float64Array(0), new Float64Array(0)],
      next: 0,
    });
  });
});
