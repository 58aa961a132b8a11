// RotaryEmbedding: forward, cos and sin, maxLength, xPos, and relativeScores.
import { Arena, RotaryEmbedding, relativeScores, ropeFrequencies, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { dtypes, near, noise, same } from "./helpers.js";
import { distance, dot, kinds, layouts, yarn } from "./rope_reference.js";

describe("decoding", () => {
  it.each(kinds)(
    "token by token equals the whole sequence, $layout $dtype",
    ({ layout, dtype }) => {
      const options = { layout, scaling: yarn };
      const rotary = new RotaryEmbedding(32, options);
      const x = noise(dtype, 200 * 3 * 32, 1);
      const all = new RotaryEmbedding(32, options).apply(x, [200, 3, 32], {
        tokenAxis: 0,
        offset: 7,
      });
      for (let t = 0; t < 200; t++) {
        const part = x.slice(t * 96, (t + 1) * 96);
        const expected = all.slice(t * 96, (t + 1) * 96);
        same(rotary.apply(part, [3, 1, 32], { offset: 7 + t }), expected);
        same(rotary.forward(part, part, [3, 1, 32], { offset: 7 + t }).k, expected);
      }
    },
  );

  it("may go back, jump, skip, change its type or step, and reach the last position", () => {
    const rotary = new RotaryEmbedding(16);
    const x = noise("float32", 5 * 16, 1);
    const offsets = [5, 6, 7, 6, 5, 4, 70, 71, 72, 70, 136, 1000, 1001, 1064, 1065, 1066, 0.5, 1.5];
    const last = 2 ** 53 - 10;
    for (const offset of [...offsets, -1, 0, 1, last, last + 1, last + 2, last + 6, last, 3, 4]) {
      for (const length of offset > last ? [1, 2] : [1, 5, 2]) {
        const part = x.subarray(0, 16 * length);
        for (const options of [{ offset }, { offset: offset + 1, inverse: true }]) {
          const expected = new RotaryEmbedding(16).apply(part, [length, 16], options);
          same(rotary.apply(part, [length, 16], options), expected);
        }
        const wide = Float64Array.from(part);
        const expected = new RotaryEmbedding(16).apply(wide, [length, 16], { offset });
        same(rotary.apply(wide, [length, 16], { offset }), expected);
      }
    }
  });

  it("of a list with runs of consecutive positions is that of each run, in wide heads, too", () => {
    const [rows, dHead] = [20, 4096];
    const runs = [5, 1000, 70, 2 ** 40];
    const x = noise("float32", runs.length * rows * dHead, 1);
    const positions = runs.flatMap((first) => Array.from({ length: rows }, (_, i) => first + i));
    const all = new RotaryEmbedding(dHead).apply(x, [positions.length, dHead], { positions });
    for (const [n, offset] of runs.entries()) {
      const place = [n * rows * dHead, (n + 1) * rows * dHead];
      const run = new RotaryEmbedding(dHead).apply(x.slice(...place), [rows, dHead], { offset });
      same(all.slice(...place), run);
    }
  });

  it("is not disturbed by another embedding or table that uses the same memory", () => {
    const one = new RotaryEmbedding(32);
    const other = new RotaryEmbedding(32, { base: 500 });
    const x = noise("float32", 40 * 32, 1);
    const expected = [one, other].map((rotary) => rotary.apply(x, [40, 32], { offset: 3 }));
    for (let round = 0; round < 3; round++) {
      same(one.apply(x, [40, 32], { offset: 3 }), expected[0]);
      sinusoidalAt([1, 2.5], 32);
      one.apply(x, [40, 32], { offset: 100 + round });
      same(other.apply(x, [40, 32], { offset: 3 }), expected[1]);
      const table = new RotaryEmbedding(32, { maxLength: 100 }).cos;
      expect(table[0]).toBe(1);
    }
  });
});

describe("forward", () => {
  it.each(dtypes)("equals apply on both, %s", (dtype) => {
    const rotary = new RotaryEmbedding(32, { layout: "half", scaling: yarn });
    const q = noise(dtype, 2 * 4 * 5 * 32, 1);
    const k = noise(dtype, 2 * 4 * 5 * 32, 2);
    const shape = [2, 4, 5, 32];
    const positions = Array.from({ length: 10 }, (_, i) => 3 * i);
    for (const options of [{}, { offset: 9 }, { positions }, { offset: 2, inverse: true }]) {
      const result = rotary.forward(q, k, shape, options);
      same(result.q, rotary.apply(q, shape, options));
      same(result.k, rotary.apply(k, shape, options));
    }
    const expected = rotary.forward(q, k, shape);
    expect(rotary.forward(q, k, shape, { out: { q, k } })).toEqual({ q, k });
    same(q, expected.q);
    same(k, expected.k);
  });

  it("accepts keys with fewer heads, and single outputs", () => {
    const rotary = new RotaryEmbedding(8);
    const q = noise("float32", 2 * 6 * 3 * 8, 1);
    const k = noise("float32", 2 * 2 * 3 * 8, 2);
    const positions = [0, 1, 2, 10, 11, 12];
    const keyShape = [2, 2, 3, 8];
    const result = rotary.forward(q, k, [2, 6, 3, 8], { keyShape, positions });
    same(result.q, rotary.apply(q, [2, 6, 3, 8], { positions }));
    same(result.k, rotary.apply(k, keyShape, { positions }));
    const room = new Float32Array(k.length);
    const reused = rotary.forward(q, k, [2, 6, 3, 8], { keyShape, positions, out: { k: room } });
    expect(reused.k).toBe(room);
    expect(reused.q).not.toBe(q);
    same(reused.q, result.q);
    same(room, result.k);
    const nothing = new Float32Array(0);
    expect(rotary.forward(nothing, nothing, [0, 6, 3, 8]).q).toHaveLength(0);
    expect(rotary.forward(nothing, nothing, [2, 6, 0, 8]).k).toHaveLength(0);
    const keysOnly = rotary.forward(nothing, k, [2, 0, 3, 8], { keyShape });
    same(keysOnly.k, rotary.apply(k, keyShape));
  });
});

describe("cos and sin", () => {
  it.each(dtypes)(
    "are the cosines and sines of the angles, times the attention factor: %s",
    (dtype) => {
      for (const [dHead, maxLength] of [
        [2, 1],
        [10, 100],
        [128, 700],
        [2050, 3],
      ]) {
        const rotary = new RotaryEmbedding(dHead, { maxLength, dtype });
        const pairs = dHead / 2;
        const values = sinusoidalAt([...Array(maxLength).keys()], dHead, { dtype });
        const expected = (/** @type {number} */ part) =>
          values.filter((_, i) => i % 2 === part).map((x) => x);
        expect(rotary.cos).toHaveLength(maxLength * pairs);
        same(rotary.cos, expected(1));
        same(rotary.sin, expected(0));
        expect(rotary.cos).toBe(rotary.cos);
        expect(rotary.maxLength).toBe(maxLength);
      }
      const scaled = new RotaryEmbedding(16, { maxLength: 50, dtype, scaling: yarn, rotaryDim: 8 });
      const { frequencies, attentionFactor } = ropeFrequencies(16, { scaling: yarn, rotaryDim: 8 });
      expect(scaled.attentionFactor).toBe(attentionFactor);
      same(scaled.frequencies, frequencies);
      expect(scaled.cos).toHaveLength(200);
      const bound = dtype === "float32" ? 1e-7 : 1e-13;
      near(
        scaled.sin,
        Float64Array.from({ length: 200 }, (_, i) => {
          return attentionFactor * Math.sin(Math.floor(i / 4) * frequencies[i % 4]);
        }),
        bound,
      );
    },
  );

  it("match the rotation of apply", () => {
    const rotary = new RotaryEmbedding(6, { maxLength: 90, scaling: yarn });
    const x = noise("float32", 90 * 6);
    const rotated = rotary.apply(x, [90, 6]);
    const { cos, sin } = rotary;
    for (let i = 0; i < 270; i++) {
      const real = Math.fround(x[2 * i] * cos[i]) - Math.fround(x[2 * i + 1] * sin[i]);
      expect(rotated[2 * i]).toBe(Math.fround(real));
    }
    cos.fill(0); // it belongs to the caller; rotations do not read it
    same(rotary.apply(x, [90, 6]), rotated);
  });

  it("require a maxLength, and throw if it is too large", () => {
    expect(() => new RotaryEmbedding(8).cos).toThrow(
      new RangeError(
        "phasor.RotaryEmbedding.cos: maxLength must be given to the constructor, got undefined",
      ),
    );
    expect(new RotaryEmbedding(8).maxLength).toBe(undefined);
    const vast = new RotaryEmbedding(128, { maxLength: 2 ** 48 });
    expect(() => vast.sin).toThrow(/^phasor.RotaryEmbedding.sin: the result needs \d+ bytes/);
    const x = noise("float32", 2 * 128);
    same(
      vast.apply(x, [2, 128], { offset: 2 ** 48 - 2 }),
      new RotaryEmbedding(128).apply(x, [2, 128], { offset: 2 ** 48 - 2 }),
    );
  });
});

describe("maxLength", () => {
  const rotary = new RotaryEmbedding(4, { maxLength: 10 });
  const x = noise("float32", 3 * 4);

  it("allows positions below it", () => {
    same(
      rotary.apply(x, [3, 4], { offset: 7 }),
      new RotaryEmbedding(4).apply(x, [3, 4], { offset: 7 }),
    );
    rotary.apply(x, [3, 4], { positions: [-5, 9.9, 0] });
  });
});

describe("xpos", () => {
  const dHead = 8;
  const zeta = [0, 1, 2, 3].map((i) => (2 * i + 0.4 * dHead) / (1.4 * dHead));

  it.each(dtypes)("multiplies queries and divides keys: %s", (dtype) => {
    const unscaled = new RotaryEmbedding(dHead);
    const x = noise(dtype, 5 * dHead);
    for (const [xpos, scaleBase, centre] of /** @type {const} */ ([
      [true, 512, 0],
      [{ scaleBase: 100 }, 100, 0],
      [{ centre: 1000.5 }, 512, 1000.5],
    ])) {
      const rotary = new RotaryEmbedding(dHead, { xpos });
      for (const offset of [0, 777]) {
        const rotated = unscaled.apply(x, [5, dHead], { offset });
        for (const role of /** @type {const} */ (["query", "key"])) {
          const expected = Float64Array.from(rotated, (value, i) => {
            const power = (offset + Math.floor(i / dHead) - centre) / scaleBase;
            return value * zeta[(i % dHead) >> 1] ** (role === "query" ? power : -power);
          });
          const actual = rotary.apply(x, [5, dHead], { offset, role });
          const bound = dtype === "float32" ? 4e-7 : 4e-15;
          near(actual, expected, (i) => bound * Math.max(Math.abs(expected[i]), 1));
          const back = rotary.apply(actual, [5, dHead], { offset, role, inverse: true });
          expect(distance(back, x)).toBeLessThan(bound);
        }
        const { q, k } = rotary.forward(x, x, [5, dHead], { offset });
        same(q, rotary.apply(x, [5, dHead], { offset, role: "query" }));
        same(k, rotary.apply(x, [5, dHead], { offset, role: "key" }));
      }
    }
  });

  it("follows the positions of each batch element", () => {
    const rotary = new RotaryEmbedding(dHead, { xpos: true });
    const x = noise("float32", 2 * 3 * dHead);
    const positions = [0, 100, 200, 1000, 900, 800];
    const role = /** @type {const} */ ("query");
    const actual = rotary.apply(x, [2, 3, dHead], { positions, role });
    for (let batch = 0; batch < 2; batch++) {
      const part = x.subarray(batch * 3 * dHead, (batch + 1) * 3 * dHead);
      const options = { positions: positions.slice(3 * batch, 3 * batch + 3), role };
      const expected = rotary.apply(part, [3, dHead], options);
      same(actual.subarray(batch * 3 * dHead, (batch + 1) * 3 * dHead), expected);
    }
  });

  it("has a gradient with the same factors", () => {
    const rotary = new RotaryEmbedding(dHead, { xpos: true });
    const x = noise("float64", 3 * dHead, 1);
    const g = noise("float64", 3 * dHead, 2);
    for (const role of /** @type {const} */ (["query", "key"])) {
      const options = { offset: 700, role };
      const rotated = rotary.apply(x, [3, dHead], options);
      const gradient = rotary.apply(g, [3, dHead], { ...options, gradient: true });
      near([dot(gradient, x)], [dot(g, rotated)], 1e-13);
    }
  });

  it("refuses positions too far from the centre", () => {
    const x = noise("float32", dHead);
    const rotary = new RotaryEmbedding(dHead, { xpos: true });
    rotary.apply(x, [1, dHead], { offset: 35000, role: "key" });
    const far = { offset: 36000, role: /** @type {const} */ ("key") };
    expect(() => rotary.apply(x, [1, dHead], far)).toThrow(RangeError);
    expect(() => rotary.apply(x, [1, dHead], far)).toThrow(/69·scaleBase of the centre/);
    expect(() => rotary.forward(x, x, [1, dHead], { offset: 36000 })).toThrow(RangeError);
    const wide = Float64Array.from(x);
    expect(rotary.apply(wide, [1, dHead], far).every(Number.isFinite)).toBe(true);
    const centred = new RotaryEmbedding(dHead, { xpos: { centre: 36000 } });
    expect(centred.apply(x, [1, dHead], far).every(Number.isFinite)).toBe(true);
    expect(() => rotary.apply(x, [1, dHead])).toThrow(
      new TypeError('phasor.RotaryEmbedding.apply: role must be "query" or "key", got undefined'),
    );
  });
});

describe("relativeScores", () => {
  it.each(layouts)("are the scores of rotated vectors, %s", (layout) => {
    const dHead = 16;
    for (const options of [
      {},
      { rotaryDim: 6 },
      { scaling: yarn },
      { xpos: true },
      { sections: [2, 3, 3] },
      { sections: { sizes: [4, 2, 2], interleaved: true }, base: 100 },
    ]) {
      const rotary = new RotaryEmbedding(dHead, { layout, ...options });
      const q = noise("float64", dHead, 1);
      const k = noise("float64", dHead, 2);
      const scores = relativeScores(q, k, rotary, 1500);
      expect(scores).toBeInstanceOf(Float64Array);
      expect(scores).toHaveLength(1500);
      for (const n of [0, 40]) {
        const key = rotary.apply(k, [1, dHead], { offset: n, role: "key" });
        for (const m of [0, 1, 2, 31, 32, 33, 100, 1499]) {
          const query = rotary.apply(q, [1, dHead], { offset: m + n, role: "query" });
          near([scores[m]], [dot(query, key)], 1e-14 * dHead, `${JSON.stringify(options)}, ${m}`);
        }
      }
      const narrow = relativeScores(Float32Array.from(q), k, rotary, 3);
      near(narrow, scores.subarray(0, 3), 1e-6);
    }
  });

  it("start at q·k, and accept arrays of an arena", () => {
    const rotary = new RotaryEmbedding(8);
    const q = noise("float64", 8, 1);
    const k = noise("float64", 8, 2);
    near(relativeScores(q, k, rotary, 1), [dot(q, k)], 1e-15);
    expect(relativeScores(q, k, rotary, 0)).toHaveLength(0);
    const there = new Arena(1024).float64(8);
    there.set(q);
    same(relativeScores(there, k, rotary, 99), relativeScores(q, k, rotary, 99));
  });
});
