// RotaryEmbedding: rotaryStart, tokenAxis, direction and queryScaling.
import { convertLayout, mropePositions, RotaryEmbedding, relativeScores } from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, everywhere, near, noise, same } from "./helpers.js";
import { dot, kinds, turnPlainly } from "./rope_reference.js";

/** (outer, a, b, d) as (outer, b, a, d). @template {Float32Array | Float64Array} T @param {T} x
 * @param {number} a @param {number} b @param {number} d @returns {T} */
function swapAxes(x, a, b, d) {
  const out = x.slice();
  for (let row = 0; row < x.length / d; row++) {
    const outer = Math.floor(row / (a * b));
    const i = Math.floor(row / b) % a;
    out.set(x.subarray(row * d, row * d + d), ((outer * b + (row % b)) * a + i) * d);
  }
  return /** @type {T} */ (out);
}

describe.each(kinds)("RotaryEmbedding, $dtype, $layout", ({ dtype, layout }) => {
  it.each([
    { dHead: 8, rotaryDim: 4, start: 4 },
    { dHead: 9, rotaryDim: 4, start: 3 },
    { dHead: 512, rotaryDim: 64, start: 448 },
  ])("rotates $rotaryDim features of $dHead from $start on", ({ dHead, rotaryDim, start }) => {
    const rotary = new RotaryEmbedding(dHead, { rotaryDim, rotaryStart: start, layout });
    expect(rotary.rotaryStart).toBe(start);
    const rows = 37;
    const x = noise(dtype, rows * dHead);
    const part = noise(dtype, rows * rotaryDim);
    for (let r = 0; r < rows; r++) {
      part.set(x.subarray(r * dHead + start, r * dHead + start + rotaryDim), r * rotaryDim);
    }
    const rotated = turnPlainly(part, rotaryDim, (row) => row + 5, { layout });
    const expected = x.slice();
    for (let r = 0; r < rows; r++) {
      expected.set(rotated.subarray(r * rotaryDim, (r + 1) * rotaryDim), r * dHead + start);
    }
    const actual = rotary.apply(x, [rows, dHead], { offset: 5 });
    same(actual, expected);
    everywhere(
      "rotaryStart",
      [x],
      (from) => rotary.apply(from, [rows, dHead], { offset: 5 }),
      arenas(2 ** 21),
    );
    expect(rotary.apply(x, [rows, dHead], { offset: 5, out: x })).toBe(x);
    same(x, expected);
  });

  it.each([
    { shape: [2, 5, 3, 8], tokenAxis: 1 },
    { shape: [5, 3, 8], tokenAxis: 0 },
    { shape: [2, 300, 4, 8], tokenAxis: 1 },
    { shape: [2, 3, 2, 2, 8], tokenAxis: 1 },
    { shape: [2, 3, 7, 2, 8], tokenAxis: 2 },
    { shape: [2, 9000, 8], tokenAxis: 0 }, // rows that are processed in several pieces
  ])("takes axis $tokenAxis of $shape as the sequence", ({ shape, tokenAxis }) => {
    const outer = shape.slice(0, tokenAxis).reduce((a, b) => a * b, 1);
    const heads = shape.slice(tokenAxis + 1, -1).reduce((a, b) => a * b, 1);
    const length = shape[tokenAxis];
    const x = noise(dtype, outer * length * heads * 8);
    const rotary = new RotaryEmbedding(8, { layout, rotaryDim: 6, rotaryStart: 1 });
    const swappedX = swapAxes(x, length, heads, 8);
    const usualShape = [outer, heads, length, 8];
    const B = tokenAxis > 0 ? shape[0] : 1;
    const positions = Array.from({ length: B * length }, (_, i) => (i * 7) % 19);
    const places = [{ offset: 9 }, { positions: positions.slice(0, length) }];
    if (B > 1 && outer === B) places.push({ positions });
    for (const place of places) {
      const expected = swapAxes(rotary.apply(swappedX, usualShape, place), heads, length, 8);
      same(rotary.apply(x, shape, { ...place, tokenAxis }), expected);
      const { q, k } = rotary.forward(x, x, shape, { ...place, tokenAxis });
      same(q, expected);
      same(k, expected);
      const back = rotary.apply(expected, shape, { ...place, tokenAxis, inverse: true });
      let largest = 0;
      for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(back[i] - x[i]));
      expect(largest).toBeLessThan(1e-6);
    }
    const moved = swapAxes(
      rotary.move(swappedX, usualShape, { from: 2, to: 40 }),
      heads,
      length,
      8,
    );
    same(rotary.move(x, shape, { from: 2, to: 40, tokenAxis }), moved);
    everywhere(
      "tokenAxis",
      [x],
      (from) => rotary.apply(from, shape, { tokenAxis, offset: 3 }),
      arenas(2 ** 23),
    );
  });

  it("rotates the other way with direction -1", () => {
    const options = { layout, rotaryDim: 6, attentionFactor: 1.25 };
    const forth = new RotaryEmbedding(8, options);
    const back = new RotaryEmbedding(8, { ...options, direction: -1 });
    expect(back.direction).toBe(-1);
    const x = noise(dtype, 5 * 8);
    same(
      back.apply(x, [5, 8], { offset: 3 }),
      forth.apply(x, [5, 8], { offset: 3, gradient: true }),
    );
    same(back.apply(x, [5, 8], { gradient: true }), forth.apply(x, [5, 8]));
    const rotated = back.apply(x, [5, 8], { offset: 3 });
    back.apply(rotated, [5, 8], { offset: 3, inverse: true }).forEach((value, i) => {
      expect(Math.abs(value - x[i])).toBeLessThan(1e-6);
    });
    const moved = back.move(rotated, [5, 8], { from: 3, to: 90 });
    const anew = back.apply(x, [5, 8], { offset: 90 });
    near(moved, anew, 1e-6);
    expect(() => back.move(x, [5, 8], { from: 3, to: forth })).toThrow(
      /the direction of the embedding moved to must be -1, as that of this one, got 1/,
    );
    const tables = { maxLength: 4, ...options };
    same(
      new RotaryEmbedding(8, { ...tables, direction: -1 }).sin,
      new RotaryEmbedding(8, tables).sin,
    );
  });
});

describe("queryScaling", () => {
  const formulas = [
    {
      name: "Llama 4",
      scaling: { type: /** @type {const} */ ("llama4"), length: 8192, offset: 1, beta: 0.1 },
      factor: (/** @type {number} */ p) =>
        Math.log(Math.floor(Math.max(0, p + 1) / 8192) + 1) * 0.1 + 1,
    },
    {
      name: "Ministral 3",
      scaling: { type: /** @type {const} */ ("llama4"), length: 16384, beta: 0.1 },
      factor: (/** @type {number} */ p) =>
        1 + 0.1 * Math.log(1 + Math.floor(Math.max(0, p) / 16384)),
    },
    {
      name: "a logarithm",
      scaling: { type: /** @type {const} */ ("log"), length: 1000, offset: 1, beta: 0.5 },
      factor: (/** @type {number} */ p) => 1 + 0.5 * Math.log(Math.max(1, (p + 1) / 1000)),
    },
    {
      name: "the first Qwen",
      scaling: { type: /** @type {const} */ ("logn"), length: 2048, offset: 1 },
      factor: (/** @type {number} */ p) => (p + 1 > 2048 ? Math.log(p + 1) / Math.log(2048) : 1),
    },
  ];
  const positions = [0, 5, 999, 2047, 2048, 8190, 8191, 16383, 16384, 100000, 10485760, -9];

  it.each(formulas)("multiplies queries by the factor of $name", ({ scaling, factor }) => {
    for (const rotaryDim of [0, 4, 8]) {
      const rotary = new RotaryEmbedding(8, { rotaryDim, queryScaling: scaling });
      const plain = new RotaryEmbedding(8, { rotaryDim });
      const x = noise("float64", 2 * positions.length * 8);
      const shape = [2, positions.length, 8];
      const rotated = plain.apply(x, shape, { positions });
      const query = rotary.apply(x, shape, { positions, role: "query" });
      let scaled = 0;
      rotated.forEach((value, i) => {
        const by = factor(positions[Math.floor(i / 8) % positions.length]);
        if (by !== 1) scaled++;
        expect(Math.abs(query[i] - value * by)).toBeLessThanOrEqual(1e-14 * Math.abs(value));
      });
      expect(scaled).toBeGreaterThan(8);
      same(rotary.apply(x, shape, { positions, role: "key" }), rotated);
      const pair = rotary.forward(x, x, shape, { positions });
      same(pair.q, query);
      same(pair.k, rotated);
      const back = rotary.apply(query, shape, { positions, role: "query", inverse: true });
      near(back, x, 1e-14);
      const swappedX = swapAxes(x, 2, positions.length, 8);
      same(
        rotary.apply(swappedX, [positions.length, 2, 8], {
          positions,
          role: "query",
          tokenAxis: 0,
        }),
        swapAxes(query, 2, positions.length, 8),
      );
      everywhere(
        "queryScaling",
        [x],
        (from) => rotary.apply(from, shape, { positions, role: "query" }),
        arenas(2 ** 20),
      );
    }
  });

  it("requires a role", () => {
    const rotary = new RotaryEmbedding(8, { queryScaling: formulas[0].scaling });
    expect(() => rotary.apply(new Float32Array(8), [1, 8])).toThrow(
      'phasor.RotaryEmbedding.apply: role must be "query" or "key", got undefined',
    );
  });

  it("is part of relativeScores", () => {
    const { scaling, factor } = formulas[3];
    const options = { rotaryStart: 2, rotaryDim: 4, layout: /** @type {const} */ ("half") };
    const rotary = new RotaryEmbedding(8, { ...options, queryScaling: scaling });
    const q = noise("float64", 8, 1);
    const k = noise("float64", 8, 2);
    const scores = relativeScores(q, k, rotary, 4000);
    for (const m of [0, 1, 2047, 2048, 3999]) {
      const query = rotary.apply(q, [1, 8], { offset: m, role: "query" });
      const expected = dot(query, k);
      expect(Math.abs(scores[m] - expected)).toBeLessThan(1e-13);
    }
    expect(factor(3999)).toBeGreaterThan(1);
  });
});

describe("empty shapes", () => {
  const none = new Float32Array(0);

  it.each([
    { shape: [2 ** 40, 0, 8], tokenAxis: 1 },
    { shape: [0, 2 ** 40, 8], tokenAxis: 1 },
    { shape: [2 ** 52, 2 ** 52, 0, 8], tokenAxis: 2 },
    { shape: [2 ** 40, 3, 0, 8], tokenAxis: 1 },
    { shape: [...new Array(30).fill(2 ** 52), 0, 8], tokenAxis: 4 },
  ])("$shape return at once", ({ shape, tokenAxis }) => {
    for (const options of [
      {},
      { xpos: true },
      { queryScaling: { type: /** @type {const} */ ("logn"), length: 2 } },
    ]) {
      const rotary = new RotaryEmbedding(8, options);
      const place = { tokenAxis };
      expect(rotary.apply(none, shape, { ...place, role: "query" })).toHaveLength(0);
      expect(rotary.forward(none, none, shape, place).k).toHaveLength(0);
      expect(rotary.move(none, shape, { ...place, from: 0, to: 5 })).toHaveLength(0);
    }
  });

  it("return at once in mropePositions and convertLayout", () => {
    const { next } = mropePositions([3, { height: 1e9, width: 0 }, { height: 0, width: 1e9 }]);
    expect(next).toBe(3);
    mropePositions([{ frames: 1e9, height: 1e9, width: 0 }]);
    const heads = 2 ** 20;
    const from = /** @type {const} */ ("half");
    const to = /** @type {const} */ ("interleaved");
    expect(convertLayout(none, [64 * heads, 0], { heads, from, to })).toHaveLength(0);
  });
});
