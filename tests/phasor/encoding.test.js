import { SinusoidalPositionalEncoding, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { array, dtypes, near, noise, rounding, same } from "./helpers.js";

/** @typedef {"float32" | "float64"} Dtype */

/** scale·x + PE, each operation rounded. @param {ArrayLike<number>} x @param {number[]} shape
 * @param {Dtype} dtype @param {number} scale @param {number} [start] */
function added(x, [batch, length, d], dtype, scale, start = 0) {
  const round = rounding(dtype);
  const table = sinusoidal(length, d, { dtype, start });
  const out = array(dtype, batch * length * d);
  for (let b = 0; b < batch; b++) {
    for (let i = 0; i < length * d; i++) {
      const at = b * length * d + i;
      out[at] = round(round(round(scale) * x[at]) + table[i]);
    }
  }
  return out;
}

/** Rows of a table by their indices. @param {any} table @param {number} d @param {number[]} ids */
function rowsOf(table, d, ids) {
  const out = table.slice(0, 0).constructor.from({ length: ids.length * d });
  ids.forEach((id, r) => {
    out.set(table.subarray(id * d, (id + 1) * d), r * d);
  });
  return out;
}

describe("SinusoidalPositionalEncoding", () => {
  it.each(dtypes)("returns the rows of the table from encoding, %s", (dtype) => {
    const pe = new SinusoidalPositionalEncoding(150, 34, { dtype, base: 300 });
    for (const length of [0, 1, 2, 17, 63, 64, 65, 149, 150]) {
      same(pe.encoding(length), sinusoidal(length, 34, { dtype, base: 300 }));
    }
  });

  it("returns new arrays from encoding and forward", () => {
    const pe = new SinusoidalPositionalEncoding(8, 4);
    pe.encoding(8).fill(7);
    const x = new Float32Array(32);
    const first = pe.forward(x, [1, 8, 4]);
    const copy = first.slice();
    pe.forward(noise("float32", 32), [1, 8, 4], { scale: 3 });
    same(first, copy);
    first.fill(7);
    same(pe.forward(x, [1, 8, 4]), sinusoidal(8, 4));
    same(pe.encoding(8), sinusoidal(8, 4));
  });
});

describe("forward", () => {
  it.each(dtypes)("is right for every length, start and scale, %s", (dtype) => {
    const pe = new SinusoidalPositionalEncoding(700, 6);
    for (const length of [...Array(18).keys(), 31, 32, 33, 63, 64, 65, 127, 128, 129]) {
      const shape = /** @type {[number, number, number]} */ ([2, length, 6]);
      const x = noise(dtype, 12 * length, length);
      for (const scale of [1, 0, -0.3, 1e3, Math.PI]) {
        for (const start of [0, 1, 571]) {
          const expected = added(x, shape, dtype, scale, start);
          same(pe.forward(x, shape, { scale, start }), expected, `length ${length}`);
        }
      }
    }
  });

  it.each([
    [64, [255, 256, 257, 511, 512, 513, 1100]],
    [2, [8191, 8192, 8193, 16384, 16385]],
    [66, [247, 248, 249, 496, 497]],
    [4098, [7, 8, 9, 16]],
    [65536, [1, 2]],
  ])("is right on both sides of a tile boundary, dModel %i", (d, lengths) => {
    const pe = new SinusoidalPositionalEncoding(Math.max(...lengths), d);
    for (const dtype of dtypes) {
      for (const length of lengths) {
        const x = noise(dtype, 2 * length * d);
        const expected = added(x, [2, length, d], dtype, 0.7);
        same(pe.forward(x, [2, length, d], { scale: 0.7 }), expected, `length ${length}`);
        expect(pe.forward(x, [2, length, d], { scale: 0.7, out: x })).toBe(x);
        same(x, expected, `length ${length}, in place`);
      }
    }
  });

  it("returns the type of its input, whatever the type of the encoding", () => {
    const pe = new SinusoidalPositionalEncoding(5, 4, { dtype: "float64" });
    expect(pe.forward(new Float32Array(20), [1, 5, 4])).toBeInstanceOf(Float32Array);
    expect(pe.encoding(5)).toBeInstanceOf(Float64Array);
    same(pe.forward(new Float32Array(20), [1, 5, 4]), sinusoidal(5, 4));
  });

  it('takes scale "sqrt" as √dModel', () => {
    const pe = new SinusoidalPositionalEncoding(10, 64);
    for (const dtype of dtypes) {
      const x = noise(dtype, 640);
      const expected = added(x, [1, 10, 64], dtype, 8);
      same(pe.forward(x, [1, 10, 64], { scale: "sqrt" }), expected);
      const six = new SinusoidalPositionalEncoding(10, 6);
      const part = x.subarray(0, 60);
      const root = added(part, [1, 10, 6], dtype, Math.sqrt(6));
      same(six.forward(part, [1, 10, 6], { scale: "sqrt" }), root);
    }
  });

  it("accepts empty batches and sequences", () => {
    const pe = new SinusoidalPositionalEncoding(5, 4);
    expect(pe.forward(new Float32Array(0), [0, 5, 4])).toHaveLength(0);
    expect(pe.forward(new Float32Array(0), [7, 0, 4])).toHaveLength(0);
    expect(pe.forward(new Float32Array(0), [7, 0, 4], { start: 5 })).toHaveLength(0);
  });

  it("keeps NaN and infinity where they are", () => {
    const pe = new SinusoidalPositionalEncoding(2, 2);
    const x = Float64Array.of(Number.NaN, Infinity, -Infinity, 1);
    near(pe.forward(x, [1, 2, 2]), [Number.NaN, Infinity, -Infinity, 1 + Math.cos(1)], 1e-15);
  });
});

describe("embed", () => {
  it.each(dtypes)("equals forward of the gathered rows, %s", (dtype) => {
    for (const [vocabulary, batch, length, d] of [
      [10, 3, 6, 16],
      [1, 1, 1, 2],
      [50, 2, 171, 64],
      [7, 2, 350, 64],
      [5, 2, 5, 4098],
      [3, 1, 2, 65536],
      [300, 3, 129, 6],
    ]) {
      const pe = new SinusoidalPositionalEncoding(length + 3, d);
      const table = noise(dtype, vocabulary * d);
      const copy = table.slice();
      const ids = Array.from(noise("float64", batch * length, 5), (x) =>
        Math.floor(((x + 1) / 2) * vocabulary),
      );
      for (const scale of /** @type {const} */ ([undefined, 1, 0.3, "sqrt"])) {
        const expected = pe.forward(rowsOf(table, d, ids), [batch, length, d], { scale });
        same(pe.embed(ids, table, [batch, length], { scale }), expected);
      }
      same(table, copy);
    }
  });

  it("accepts empty input", () => {
    const pe = new SinusoidalPositionalEncoding(3, 4);
    expect(pe.embed([], new Float32Array(4), [0, 3])).toHaveLength(0);
  });
});
