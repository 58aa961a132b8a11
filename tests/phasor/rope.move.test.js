// RotaryEmbedding.move: cached keys that are moved, against keys that are rotated from the start.
import { RotaryEmbedding, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { array, dtypes, noise, same } from "./helpers.js";
import { distance, layouts, turnBy } from "./rope_reference.js";

const bounds = { float32: 2.5e-7, float64: 1e-15 };
const shape = [2, 3, 50, 32];
const size = 2 * 3 * 50 * 32;

/** Different numbers in a mixed order. @param {number} count @param {number} step */
const jumbled = (count, step) => Array.from({ length: count }, (_, i) => ((i * 37) % count) * step);

describe.each(dtypes)("RotaryEmbedding.move, %s", (dtype) => {
  const x = noise(dtype, size);
  const bound = bounds[dtype];

  it.each(layouts)("moves keys from positions to positions, %s", (layout) => {
    const rotary = new RotaryEmbedding(32, { layout, base: 1000 });
    const kept = Array.from({ length: 50 }, (_, i) => i + 3 * Math.floor(i / 7));
    const cases = [
      [4, 0],
      [0, 4],
      [7, 7],
      [1e6, -1e6],
      [0.5, 3],
      [kept, 0], // a cache that some tokens were dropped from
      [0, kept],
      [jumbled(50, 3), jumbled(50, 1)],
      [jumbled(50, 0.37), 2 ** 40],
      [jumbled(100, 0.1), 5], // for each batch element
      [jumbled(100, 1), jumbled(50, 2)],
      [-(2 ** 53), 2 ** 52],
    ];
    for (const [from, to] of cases) {
      const place = (/** @type {any} */ at) =>
        typeof at === "number" ? { offset: at } : { positions: at };
      const cached = rotary.apply(x, shape, place(from));
      const before = cached.slice();
      const expected = rotary.apply(x, shape, place(to));
      const moved = rotary.move(cached, shape, { from, to });
      const what = `from ${String(from).slice(0, 20)} to ${String(to).slice(0, 20)}`;
      expect(distance(moved, expected), what).toBeLessThan(bound);
      same(cached, before, what);
      expect(rotary.move(cached, shape, { from, to, out: cached })).toBe(cached);
      same(cached, moved, what);
    }
  });

  it("rotates by the exact angle of the distance", () => {
    const rotary = new RotaryEmbedding(32);
    for (const [from, to] of [
      [10, 3],
      [2 ** 40 + 5, 2 ** 40],
      [0.25, 1000.5],
    ]) {
      const expected = rotary.apply(x, shape, { positions: new Array(50).fill(to - from) });
      same(rotary.move(x, shape, { from, to }), expected, `from ${from} to ${to}`);
    }
    const from = jumbled(50, 5);
    const to = jumbled(50, 1).map((p) => p + 0.5);
    const expected = rotary.apply(x, shape, { positions: to.map((p, i) => p - from[i]) });
    same(rotary.move(x, shape, { from, to }), expected);
    same(rotary.move(x, shape, { from: 9, to: 9 }), x);
    same(rotary.move(x, shape, { to: 3 }), rotary.move(x, shape, { from: 0, to: 3 }));
  });

  it("rotates each row the same whatever the other rows are", () => {
    // The distance of 0.1 and 1e15 is not a double.
    const rotary = new RotaryEmbedding(32);
    const from = [0.1, 0.1, 5, 2 ** 53, 0.1];
    const to = [1e15, 7, 1e15, -(2 ** 53), 1e15];
    const all = rotary.move(x.subarray(0, 160), [5, 32], { from, to });
    for (let row = 0; row < 5; row++) {
      const part = x.subarray(32 * row, 32 * row + 32);
      const one = rotary.move(part, [1, 32], { from: [from[row]], to: [to[row]] });
      same(one, all.subarray(32 * row, 32 * row + 32), `row ${row}`);
      const cached = rotary.apply(part, [1, 32], { positions: [from[row]] });
      const moved = rotary.move(cached, [1, 32], { from: [from[row]], to: [to[row]] });
      const expected = rotary.apply(part, [1, 32], { positions: [to[row]] });
      expect(distance(moved, expected), `row ${row}`).toBeLessThan(bound);
    }
  });

  it("moves keys to other frequencies", () => {
    const original_max_position_embeddings = 64;
    const type = /** @type {const} */ ("longrope");
    const short_factor = Array.from({ length: 16 }, (_, i) => 1 + i / 50);
    const long_factor = short_factor.map((divisor) => 3 * divisor);
    const longrope = {
      type,
      factor: 16,
      original_max_position_embeddings,
      short_factor,
      long_factor,
    };
    const dynamic = {
      type: /** @type {const} */ ("dynamic"),
      factor: 2,
      original_max_position_embeddings,
    };
    const yarn = {
      type: /** @type {const} */ ("yarn"),
      factor: 4,
      original_max_position_embeddings,
    };
    for (const [one, other] of [
      [
        { scaling: dynamic, length: 64 },
        { scaling: dynamic, length: 300 },
      ],
      [
        { scaling: longrope, length: 64 },
        { scaling: longrope, length: 65 },
      ],
      [
        { scaling: { ...longrope, short_mscale: 1.1, long_mscale: 1.4 }, length: 64 },
        { scaling: longrope, length: 65 },
      ],
      [{}, { scaling: yarn }],
      [{ scaling: yarn }, {}],
      [{ base: 10000 }, { base: 1e6 }],
    ]) {
      for (const layout of layouts) {
        const here = new RotaryEmbedding(32, { layout, ...one });
        const there = new RotaryEmbedding(32, { layout, ...other });
        for (const positions of [undefined, jumbled(50, 1.7), jumbled(100, 2 ** 30)]) {
          const cached = here.apply(x, shape, { positions });
          const expected = there.apply(x, shape, { positions });
          const from = positions ?? 0;
          const moved = here.move(cached, shape, { from, to: there });
          expect(distance(moved, expected)).toBeLessThan(bound);
          same(here.move(cached, shape, { from, rotary: there }), moved);
          const later = there.apply(x, shape, { offset: 99 });
          const both = here.move(cached, shape, { from, to: 99, rotary: there });
          expect(distance(both, later)).toBeLessThan(bound);
        }
      }
    }
  });

  it("changes only the attention factor if nothing else differs", () => {
    const scaling = (/** @type {number} */ attention_factor) => ({
      type: /** @type {const} */ ("longrope"),
      short_factor: new Array(16).fill(1),
      long_factor: new Array(16).fill(1),
      original_max_position_embeddings: 8,
      attention_factor,
    });
    const here = new RotaryEmbedding(32, { scaling: scaling(2) });
    const there = new RotaryEmbedding(32, { scaling: scaling(3) });
    const units = array(dtype, size).fill(1);
    const angles = sinusoidalAt(new Array(size / 32).fill(0), 32, { dtype });
    same(here.move(units, shape, { to: there }), turnBy(units, 32, angles, { factor: 1.5 }));
  });

  it("works with xPos, and moves keys from and to an embedding with xPos", () => {
    const rotary = new RotaryEmbedding(32);
    const decaying = new RotaryEmbedding(32, { xpos: true });
    const other = new RotaryEmbedding(32, { xpos: { scaleBase: 100, centre: 3 }, base: 77 });
    const role = /** @type {const} */ ("key");
    for (const here of [rotary, decaying, other]) {
      for (const there of [rotary, decaying, other]) {
        const cached = here.apply(x, shape, { offset: 100, role });
        const expected = there.apply(x, shape, { offset: 31, role });
        const moved = here.move(cached, shape, { from: 100, to: 31, rotary: there });
        expect(distance(moved, expected)).toBeLessThan(4 * bound);
      }
    }
  });

  it("works on several axes", () => {
    for (const sections of [
      [6, 5, 5],
      { sizes: [6, 5, 5], interleaved: true },
      { sizes: [8, 8], axial: true },
    ]) {
      const rotary = new RotaryEmbedding(32, { sections });
      const axes = Array.isArray(sections) ? 3 : /** @type {any} */ (sections).sizes.length;
      const lists = (/** @type {number} */ step) =>
        Array.from({ length: axes }, (_, axis) => jumbled(50, step + axis));
      const cached = rotary.apply(x, shape, { positions: lists(1) });
      const expected = rotary.apply(x, shape, { positions: lists(0.3) });
      const moved = rotary.move(cached, shape, { from: lists(1), to: lists(0.3) });
      expect(distance(moved, expected)).toBeLessThan(bound);
    }
  });
});

it("RotaryEmbedding.move works on heads of any width", () => {
  const here = new RotaryEmbedding(65536, { maxLength: 2 ** 52 });
  const there = new RotaryEmbedding(65536, { base: 3 });
  const x = noise("float64", 65536);
  const cached = here.apply(x, [1, 65536], { positions: [0.1] });
  const moved = here.move(cached, [1, 65536], { from: [0.1], to: 1e15 });
  expect(distance(moved, here.apply(x, [1, 65536], { offset: 1e15 }))).toBeLessThan(1e-15);
  const other = here.move(cached, [1, 65536], { from: [0.1], to: there });
  expect(distance(other, there.apply(x, [1, 65536], { positions: [0.1] }))).toBeLessThan(1e-15);
});
