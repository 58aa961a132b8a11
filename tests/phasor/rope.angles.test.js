// applyAngles: rotations by the caller's cosines and sines.
import { RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { array, near, noise, same } from "./helpers.js";
import { kinds, turnBy } from "./rope_reference.js";

/** Sines and cosines side by side, as turnBy takes them. @template {Float32Array | Float64Array} T
 * @param {T} cos @param {T} sin @param {number[]} rows of the caches @param {number} pairs */
function zip(cos, sin, rows, pairs) {
  const out = new (cos instanceof Float32Array ? Float32Array : Float64Array)(
    2 * pairs * rows.length,
  );
  rows.forEach((row, r) => {
    for (let i = 0; i < pairs; i++) {
      out[2 * (r * pairs + i)] = sin[row * pairs + i];
      out[2 * (r * pairs + i) + 1] = cos[row * pairs + i];
    }
  });
  return /** @type {T} */ (out);
}

/** Each number twice. @template {Float32Array | Float64Array} T @param {T} cache
 * @param {number} pairs @param {"half" | "interleaved"} layout */
function doubled(cache, pairs, layout) {
  const out = new (cache instanceof Float32Array ? Float32Array : Float64Array)(2 * cache.length);
  for (let row = 0; row < cache.length / pairs; row++) {
    for (let i = 0; i < 2 * pairs; i++) {
      const pair = layout === "half" ? i % pairs : Math.floor(i / 2);
      out[2 * row * pairs + i] = cache[row * pairs + pair];
    }
  }
  return /** @type {T} */ (out);
}

const iota = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);

describe.each(kinds)("applyAngles, $dtype, $layout", ({ dtype, layout }) => {
  const T = 50;
  const pairs = 3;
  const dHead = 9;
  const shape = [2, 3, T, dHead];
  const rotary = new RotaryEmbedding(dHead, { layout, rotaryDim: 6 });
  const x = noise(dtype, 2 * 3 * T * dHead);
  const cos = noise(dtype, T * pairs, 2);
  const sin = noise(dtype, T * pairs, 3);
  const rowsOf = (/** @type {number[]} */ list) => [...list, ...list, ...list];
  const expected = turnBy(x, dHead, zip(cos, sin, rowsOf(rowsOf(iota(T))).slice(0, 6 * T), pairs), {
    layout,
    rotaryDim: 6,
  });

  it("rotates by caches with one column for each pair, and by doubled ones", () => {
    same(rotary.applyAngles(x, shape, cos, sin), expected);
    const repeated = [doubled(cos, pairs, layout), doubled(sin, pairs, layout)];
    same(rotary.applyAngles(x, shape, repeated[0], repeated[1]), expected);
    same(rotary.applyAngles(x, shape, cos, sin, { cacheShape: [T, pairs] }), expected);
    const copy = x.slice();
    expect(rotary.applyAngles(copy, shape, cos, sin, { out: /** @type {any} */ (copy) })).toBe(
      copy,
    );
    same(copy, expected);
  });

  it("accepts rows for each batch element, and rows by positions", () => {
    const cosines = array(dtype, [...cos, ...sin]);
    const sines = array(dtype, [...sin, ...cos]);
    const rows = [...rowsOf(iota(T)), ...rowsOf(iota(T).map((row) => row + T))];
    const stacked = turnBy(x, dHead, zip(cosines, sines, rows, pairs), {
      layout,
      rotaryDim: 6,
    });
    same(rotary.applyAngles(x, shape, cosines, sines, { cacheShape: [2, T, pairs] }), stacked);
    const ids = iota(T).map((row) => (row * 37) % (2 * T));
    const chosen = turnBy(
      x,
      dHead,
      zip(cosines, sines, rowsOf(rowsOf(ids)).slice(0, 6 * T), pairs),
      { layout, rotaryDim: 6 },
    );
    const cacheShape = [2 * T, pairs];
    same(rotary.applyAngles(x, shape, cosines, sines, { cacheShape, positions: ids }), chosen);
    const allIds = [...ids, ...iota(T)];
    const separate = turnBy(
      x,
      dHead,
      zip(cosines, sines, [...rowsOf(ids), ...rowsOf(iota(T))], pairs),
      { layout, rotaryDim: 6 },
    );
    same(rotary.applyAngles(x, shape, cosines, sines, { cacheShape, positions: allIds }), separate);
  });

  it.each([{}, { attentionFactor: 1.3 }, { direction: /** @type {const} */ (-1) }])(
    "equals apply if given the embedding's own tables: %j",
    (options) => {
      const form = { layout, rotaryDim: 6, rotaryStart: 2, maxLength: 90, dtype, ...options };
      const cached = new RotaryEmbedding(dHead, form);
      const cacheShape = [90, pairs];
      const positions = iota(T).map((row) => row + 40);
      const at = { cacheShape, positions };
      const tables = /** @type {const} */ ([cached.cos, cached.sin]);
      const rotated = cached.apply(x, shape, { offset: 40 });
      same(cached.applyAngles(x, shape, ...tables, at), rotated);
      const gradient = cached.apply(x, shape, { offset: 40, gradient: true });
      same(cached.applyAngles(x, shape, ...tables, { ...at, gradient: true }), gradient);
      const axis = { ...at, tokenAxis: 1, positions: [3, 5, 80] };
      const fromCache = cached.apply(x, shape, { positions: [3, 5, 80], tokenAxis: 1 });
      same(cached.applyAngles(x, shape, ...tables, axis), fromCache);
      cached
        .applyAngles(rotated, shape, ...tables, { ...at, inverse: true })
        .forEach((value, i) => {
          expect(Math.abs(value - x[i])).toBeLessThan(dtype === "float32" ? 1e-6 : 1e-14);
        });
    },
  );

  it("undoes factors in the caches", () => {
    const rotated = rotary.applyAngles(x, shape, cos, sin);
    const back = rotary.applyAngles(rotated, shape, cos, sin, { inverse: true });
    const bound = dtype === "float32" ? 1e-4 : 1e-12;
    near(back, x, bound);
  });

  it("rounds caches of another type", () => {
    const other = dtype === "float32" ? "float64" : "float32";
    const cosines = array(other, cos);
    const sines = array(other, sin);
    const form = { layout, rotaryDim: 6 };
    const rounded = [array(dtype, cosines), array(dtype, sines)];
    const angles = zip(rounded[0], rounded[1], rowsOf(rowsOf(iota(T))).slice(0, 6 * T), pairs);
    same(rotary.applyAngles(x, shape, cosines, sines), turnBy(x, dHead, angles, form));
  });

  it("refuses caches whose two numbers of a pair differ", () => {
    const repeated = doubled(cos, pairs, layout);
    const other = layout === "half" ? "interleaved" : "half";
    const wrong = doubled(cos, pairs, other);
    const sines = doubled(sin, pairs, layout);
    expect(() => rotary.applyAngles(x, shape, wrong, sines)).toThrow(
      new RegExp(`cos\\[\\d+\\] must be .* is, in layout "${layout}", got `),
    );
    sines[7] += 1;
    expect(() => rotary.applyAngles(x, shape, repeated, sines)).toThrow(/sin\[\d+\] must be/);
    const out = x.slice().fill(7);
    expect(() =>
      rotary.applyAngles(x, shape, repeated, sines, { out: /** @type {any} */ (out) }),
    ).toThrow(RangeError);
    expect(out.every((entry) => entry === 7)).toBe(true);
  });
});

it("applyAngles is right for long sequences, which it processes tile by tile", () => {
  const rotary = new RotaryEmbedding(128, { layout: "half", maxLength: 3000 });
  const { cos, sin } = rotary;
  const x = noise("float32", 2 * 3000 * 128);
  same(rotary.applyAngles(x, [2, 3000, 128], cos, sin), rotary.apply(x, [2, 3000, 128]));
});
