// RotaryEmbedding: every shape against a plain loop, and relations between rotations.
import { RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, noise, same } from "./helpers.js";
import { distance, dot, kinds, turnPlainly, yarn } from "./rope_reference.js";

const lengths = [...Array(17).keys(), 17, 31, 32, 33, 63, 64, 65];

describe.each(kinds)("RotaryEmbedding.apply, $dtype, $layout", ({ dtype, layout }) => {
  it("matches a plain loop to the bit, at every width and length", () => {
    for (let dHead = 2; dHead <= 34; dHead += 2) {
      const rotary = new RotaryEmbedding(dHead, { layout });
      for (const length of lengths) {
        const shape = [3, length, dHead];
        const x = noise(dtype, 3 * length * dHead, dHead + length);
        const expected = turnPlainly(x, dHead, (row) => 40 + (row % length), { layout });
        const before = x.slice();
        const what = `dHead ${dHead}, T ${length}`;
        same(rotary.apply(x, shape, { offset: 40 }), expected, what);
        same(x, before, `${what}: x`);
        expect(rotary.apply(x, shape, { offset: 40, out: x })).toBe(x);
        same(x, expected, `${what}, in place`);
      }
    }
  });

  it("copies the features past rotaryDim unchanged", () => {
    for (const [dHead, rotaryDim] of [
      [3, 2],
      [7, 4],
      [34, 2],
      [80, 32],
      [128, 126],
    ]) {
      const rotary = new RotaryEmbedding(dHead, { layout, rotaryDim });
      const x = noise(dtype, 2 * 5 * dHead);
      for (let row = 0; row < 10; row++) x[(row + 1) * dHead - 1] = row % 2 ? Number.NaN : -0;
      const form = { layout, rotaryDim };
      const expected = turnPlainly(x, dHead, (row) => row % 5, form);
      same(rotary.apply(x, [2, 5, dHead]), expected, `${rotaryDim} of ${dHead}`);
    }
  });

  it("gives the same bits wherever the arrays lie and however large they are", () => {
    const places = arenas(16 * 2 ** 20);
    for (const [blocks, length, dHead, rest] of [
      [2, 3, 6, 0],
      [2, 3, 7, 1],
      [3, 40, 67, 3],
      [40, 1, 128, 0],
      [3, 65, 130, 0],
      [2, 600, 128, 0],
      [1, 2, 40000, 0],
      [40, 33, 64, 0],
    ]) {
      const rotaryDim = dHead - rest;
      const rotary = new RotaryEmbedding(dHead, { layout, rotaryDim });
      const shape = [blocks, length, dHead];
      const x = noise(dtype, blocks * length * dHead);
      const form = { layout, rotaryDim };
      const expected = turnPlainly(x, dHead, (row) => (row % length) - 20, form);
      everywhere(
        `[${shape}]`,
        [x, x.slice().fill(0)],
        (from, to) => {
          same(rotary.apply(from, shape, { offset: -20, out: to }), expected);
          return rotary.apply(from, shape, { offset: -20, out: from });
        },
        places,
      );
    }
  });

  it("accepts any number of axes before the last two", () => {
    const rotary = new RotaryEmbedding(6, { layout });
    const x = noise(dtype, 2 * 3 * 4 * 5 * 6);
    const expected = rotary.apply(x, [24, 5, 6]);
    same(rotary.apply(x, [2, 3, 4, 5, 6]), expected);
    same(rotary.apply(x, [6, 4, 5, 6]), expected);
    const single = x.subarray(0, 30);
    same(rotary.apply(single, [5, 6]), expected.subarray(0, 30));
    for (const shape of [
      [0, 6],
      [0, 5, 6],
      [2, 0, 6],
      [2, 0, 0, 6],
    ]) {
      expect(rotary.apply(array(dtype, 0), shape)).toHaveLength(0);
    }
  });

  it("follows the positions", () => {
    const dHead = 32;
    const rotary = new RotaryEmbedding(dHead, { layout, base: 500000 });
    const form = { layout, base: 500000 };
    const lists = [
      Array.from({ length: 40 }, (_, r) => 7 + r), // as an offset
      Array.from({ length: 40 }, (_, r) => 0.5 + r),
      Array.from({ length: 40 }, (_, r) => (r < 20 ? r : r - 20)), // two sequences in one
      Array.from({ length: 40 }, () => 9),
      Array.from({ length: 40 }, (_, r) => 2 ** 53 - r),
      Array.from({ length: 40 }, (_, r) => (r * 7919) % 101),
      Array.from({ length: 40 }, (_, r) => -3 * r + r / 7),
      [...Array(17).keys(), 3, 3, 3, -0, 0, ...Array(17).keys(), 1e-300],
    ];
    const x = noise(dtype, 3 * 40 * dHead);
    for (const positions of lists) {
      const expected = turnPlainly(x, dHead, (row) => positions[row % 40], form);
      const what = `positions ${positions.slice(0, 3)}`;
      same(rotary.apply(x, [3, 40, dHead], { positions }), expected, what);
      const typed = Float64Array.from(positions);
      same(rotary.apply(x, [3, 40, dHead], { positions: typed }), expected, what);
    }
    same(
      rotary.apply(x, [3, 40, dHead], { positions: lists[0] }),
      rotary.apply(x, [3, 40, dHead], { offset: 7 }),
    );
    same(
      rotary.apply(x, [3, 40, dHead], { positions: lists[2], offset: 0 }),
      rotary.apply(x, [3, 40, dHead], { positions: lists[2] }),
    );
    const integers = Int32Array.from(lists[2]);
    same(
      rotary.apply(x, [3, 40, dHead], { positions: integers }),
      rotary.apply(x, [3, 40, dHead], { positions: lists[2] }),
    );
    const fraction = turnPlainly(x, dHead, (row) => 0.25 + (row % 40), form);
    same(rotary.apply(x, [3, 40, dHead], { offset: 0.25 }), fraction);
  });

  it("follows the positions of each batch element", () => {
    for (const [batch, heads, length, dHead] of [
      [3, 2, 4, 6],
      [2, 5, 1, 64],
      [2, 3, 600, 32],
    ]) {
      const rotary = new RotaryEmbedding(dHead, { layout });
      const shape = [batch, heads, length, dHead];
      const x = noise(dtype, batch * heads * length * dHead);
      const positions = Array.from({ length: batch * length }, (_, i) => 1000 * i + (i % 5) / 8);
      const expected = turnPlainly(
        x,
        dHead,
        (row) => positions[Math.floor(row / (heads * length)) * length + (row % length)],
        { layout },
      );
      same(rotary.apply(x, shape, { positions }), expected, `[${shape}]`);
      same(rotary.apply(x, shape, { positions, out: x }), expected, `[${shape}], in place`);
    }
  });

  it("is undone by inverse, also with an attention factor", () => {
    const dHead = 64;
    for (const options of [{}, { scaling: yarn }, { rotaryDim: 20 }]) {
      const rotary = new RotaryEmbedding(dHead, { layout, ...options });
      const x = noise(dtype, 7 * 9 * dHead);
      const rotated = rotary.apply(x, [7, 9, dHead], { offset: 12345 });
      const back = rotary.apply(rotated, [7, 9, dHead], { offset: 12345, inverse: true });
      expect(distance(back, x)).toBeLessThan(dtype === "float32" ? 2e-7 : 4e-16);
    }
  });

  it("has its transpose as gradient", () => {
    const dHead = 16;
    for (const options of [{}, { scaling: yarn }]) {
      const rotary = new RotaryEmbedding(dHead, { layout, ...options });
      const x = noise(dtype, 2 * 9 * dHead, 1);
      const g = noise(dtype, 2 * 9 * dHead, 2);
      const at = { offset: 77 };
      const rotated = rotary.apply(x, [2, 9, dHead], at);
      const gradient = rotary.apply(g, [2, 9, dHead], { ...at, gradient: true });
      const bound = dtype === "float32" ? 1e-5 : 1e-13;
      expect(Math.abs(dot(g, rotated) - dot(gradient, x))).toBeLessThan(bound);
      const form = { layout, back: true, factor: rotary.attentionFactor };
      if (options.scaling) continue;
      same(
        gradient,
        turnPlainly(g, dHead, (row) => 77 + (row % 9), form),
      );
      same(rotary.apply(g, [2, 9, dHead], { ...at, inverse: true }), gradient);
    }
  });

  it("multiplies by the attention factor, rounding once more", () => {
    const dHead = 16;
    const scaling = {
      type: /** @type {const} */ ("longrope"),
      ...factors(8),
      attention_factor: 1.3,
    };
    const rotary = new RotaryEmbedding(dHead, { layout, scaling });
    expect(rotary.attentionFactor).toBe(1.3);
    const x = noise(dtype, 5 * dHead);
    const expected = turnPlainly(x, dHead, (row) => row, { layout, factor: 1.3 });
    same(rotary.apply(x, [5, dHead]), expected);
  });
});

/** LongRoPE factors that change nothing. @param {number} pairs */
function factors(pairs) {
  const short_factor = new Array(pairs).fill(1);
  return {
    short_factor,
    long_factor: short_factor,
    original_max_position_embeddings: 64,
    factor: 2,
  };
}

describe("RotaryEmbedding's cache does not change results", () => {
  it("if calls differ in one option", () => {
    const dHead = 8;
    const rotary = new RotaryEmbedding(dHead, { scaling: { ...yarn, attention_factor: 2 } });
    const calls = [
      { offset: 3 },
      { offset: 4 },
      { offset: 3, inverse: true },
      { offset: 3, gradient: true },
      { positions: [3, 4] },
      { positions: [3, 5] },
      { positions: [3, 4, 5, 6] },
      { positions: [3, 4, 5, 7] },
    ];
    for (let round = 0; round < 3; round++) {
      for (const dtype of dtypes) {
        for (const options of calls) {
          for (const shape of [
            [2, 2, dHead],
            [4, 1, dHead],
          ]) {
            const { positions } = options;
            if (positions && positions.length % shape[1] !== 0) continue;
            if (positions && ![shape[1], shape[0] * shape[1]].includes(positions.length)) continue;
            const x = noise(dtype, 4 * dHead, round);
            const other = new RotaryEmbedding(dHead, { scaling: { ...yarn, attention_factor: 2 } });
            same(rotary.apply(x, shape, options), other.apply(x, shape, options));
          }
        }
      }
    }
  });

  it("if the caller's positions change", () => {
    const rotary = new RotaryEmbedding(8);
    const x = noise("float32", 16);
    const positions = Float64Array.of(1, 2);
    const first = rotary.apply(x, [2, 8], { positions });
    positions[1] = 3;
    const fresh = new RotaryEmbedding(8);
    same(rotary.apply(x, [2, 8], { positions }), fresh.apply(x, [2, 8], { positions: [1, 3] }));
    same(rotary.apply(x, [2, 8], { positions: [1, 2] }), first);
  });
});
