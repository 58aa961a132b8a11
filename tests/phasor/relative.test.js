// Biases by clipped distance, and the gradients of learned tables: against loops, and through the
// transpose identity ⟨A·x, y⟩ = ⟨x, Aᵀ·y⟩.
import {
  relativeBias,
  relativeBiasBackward,
  swinBias,
  swinBiasBackward,
  swinRelativePositionIndex,
  t5Bias,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

const places = arenas(1 << 24);

/** [heads, queries, keys, position of query 0, rows of the table]. @type {number[][]} */
const layouts = [
  [1, 1, 1, 0, 1],
  [3, 5, 5, 0, 9],
  [3, 5, 5, 0, 3],
  [2, 1, 9, 8, 5],
  [2, 9, 4, -3, 7],
  [5, 17, 33, 16, 21],
  [1, 3, 4, 100, 9],
  [1, 3, 4, -100, 9],
  [2, 301, 299, 7, 129],
  [1, 70, 8195, 8100, 1001],
  [1, 2, 40000, 39998, 90001],
  [2, 4, 5, 2 ** 31 - 1, 3],
  [2, 4, 5, -(2 ** 31) + 1, 3],
];

/** The row of the table for a query and a key. @param {number[]} layout @param {number} i @param {number} j */
function rowOf([_, __, ___, offset, rows], i, j) {
  const reach = (rows - 1) / 2;
  return Math.max(-reach, Math.min(reach, j - i - offset)) + reach;
}

/** Small integers, whose sums are exact in any order. @param {Dtype} dtype @param {number} count */
function integers(dtype, count, seed = 1) {
  return noise(dtype, count, seed).map((x) => Math.round(x * 9));
}

/** @param {Floats} a @param {Floats} b */
const inner = (a, b) => Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);

describe("relativeBias", () => {
  it.each(dtypes)("is the table's entry at the clipped distance, %s", (dtype) => {
    for (const layout of layouts) {
      const [heads, queries, keys, offset, rows] = layout;
      const table = noise(dtype, rows * heads);
      const wanted = array(dtype, heads * queries * keys);
      let at = 0;
      for (let h = 0; h < heads; h++) {
        for (let i = 0; i < queries; i++) {
          for (let j = 0; j < keys; j++) wanted[at++] = table[rowOf(layout, i, j) * heads + h];
        }
      }
      same(relativeBias(table, [rows, heads], queries, keys, { offset }), wanted, `${layout}`);
      const out = array(dtype, wanted.length);
      expect(relativeBias(table, [rows, heads], queries, keys, { offset, out })).toBe(out);
      same(out, wanted, `${layout}`);
    }
  });

  it("equals t5Bias if the table has a row for each of T5's first buckets", () => {
    const table = noise("float32", 32 * 2);
    // Distances −7 … 7 have separate buckets; those of later keys start at 16.
    const rows = Array.from({ length: 15 }, (_, row) => (row < 8 ? 7 - row : 16 + row - 7));
    const byDistance = Float32Array.from(
      rows.flatMap((row) => [table[2 * row], table[2 * row + 1]]),
    );
    same(relativeBias(byDistance, [15, 2], 8, 8), t5Bias(table, [32, 2], 8, 8));
  });

  it.each(dtypes)("gives the same bits wherever the arrays lie, %s", (dtype) => {
    for (const [heads, queries, keys, offset, rows] of layouts) {
      const arrays = [noise(dtype, rows * heads), array(dtype, heads * queries * keys)];
      const shape = /** @type {[number, number]} */ ([rows, heads]);
      everywhere(
        `${[heads, queries, keys]}`,
        arrays,
        (table, out) => relativeBias(table, shape, queries, keys, { offset, out }),
        places,
      );
    }
  });

  it.each([0, 2, 8, 2 ** 40 + 1])("refuses a number of rows that is not odd: %s", (rows) => {
    const message = `shape[0] (2·reach + 1) must be an odd integer from 1 to 2147483647, got ${rows}`;
    for (const [name, call] of /** @type {const} */ ([
      ["relativeBias", relativeBias],
      ["relativeBiasBackward", relativeBiasBackward],
    ])) {
      expect(() => call(new Float32Array(0), [rows, 1], 0, 0)).toThrow(
        new RangeError(`phasor.${name}: ${message}`),
      );
    }
  });
});

describe("relativeBiasBackward", () => {
  it.each(dtypes)("is the transpose of relativeBias, exactly, %s", (dtype) => {
    for (const layout of layouts) {
      const [heads, queries, keys, offset, rows] = layout;
      const shape = /** @type {[number, number]} */ ([rows, heads]);
      const gradBias = integers(dtype, heads * queries * keys);
      const wanted = array(dtype, rows * heads);
      gradBias.forEach((x, at) => {
        const [h, i, j] = [
          Math.floor(at / (queries * keys)),
          Math.floor(at / keys) % queries,
          at % keys,
        ];
        wanted[rowOf(layout, i, j) * heads + h] += x;
      });
      const got = relativeBiasBackward(gradBias, shape, queries, keys, { offset });
      same(got, wanted, `${layout}`);
      const table = integers(dtype, rows * heads, 5);
      expect(inner(table, got)).toBe(
        inner(relativeBias(table, shape, queries, keys, { offset }), gradBias),
      );
      const out = array(dtype, rows * heads).fill(3);
      expect(relativeBiasBackward(gradBias, shape, queries, keys, { offset, out })).toBe(out);
      same(out, wanted);
    }
  });

  it("adds float32 gradients in double and rounds once", () => {
    const gradBias = noise("float32", 600 * 500);
    const got = relativeBiasBackward(gradBias, [3, 1], 600, 500);
    const wanted = new Float64Array(3);
    const sizes = new Float64Array(3);
    gradBias.forEach((x, at) => {
      const row = rowOf([1, 600, 500, 0, 3], Math.floor(at / 500), at % 500);
      wanted[row] += x;
      sizes[row] += Math.abs(x);
    });
    near(got, wanted, (i) => Math.abs(wanted[i]) * 2 ** -24 + sizes[i] * 2 ** -50);
  });

  it.each(dtypes)("gives the same bits wherever the arrays lie, %s", (dtype) => {
    for (const [heads, queries, keys, offset, rows] of layouts) {
      const arrays = [noise(dtype, heads * queries * keys), array(dtype, rows * heads)];
      const shape = /** @type {[number, number]} */ ([rows, heads]);
      everywhere(
        `${[heads, queries, keys]}`,
        arrays,
        (gradBias, out) => relativeBiasBackward(gradBias, shape, queries, keys, { offset, out }),
        places,
      );
    }
  });
});

describe("swinBiasBackward", () => {
  /** @type {number[][]} */
  const windows = [
    [1, 1],
    [2, 2],
    [1, 5],
    [5, 1],
    [3, 4],
    [7, 7],
    [12, 12],
    [17, 16],
    [2, 150],
    [40, 9],
  ];

  it.each(dtypes)("is the transpose of swinBias, exactly, %s", (dtype) => {
    for (const [height, width] of windows) {
      const index = swinRelativePositionIndex(height, width);
      const rows = (2 * height - 1) * (2 * width - 1);
      for (const heads of [1, 3]) {
        const gradBias = integers(dtype, heads * index.length);
        const wanted = array(dtype, rows * heads);
        gradBias.forEach((x, at) => {
          wanted[index[at % index.length] * heads + Math.floor(at / index.length)] += x;
        });
        const got = swinBiasBackward(gradBias, heads, height, width);
        same(got, wanted, `${height} × ${width}`);
        const table = integers(dtype, rows * heads, 5);
        expect(inner(table, got)).toBe(inner(swinBias(table, heads, height, width), gradBias));
        const out = array(dtype, rows * heads).fill(3);
        expect(swinBiasBackward(gradBias, heads, height, width, { out })).toBe(out);
        same(out, wanted);
      }
    }
  });

  it.each(dtypes)("gives the same bits wherever the arrays lie, %s", (dtype) => {
    for (const [height, width] of windows) {
      const rows = (2 * height - 1) * (2 * width - 1);
      everywhere(
        `${height} × ${width}`,
        [noise(dtype, 2 * (height * width) ** 2), array(dtype, 2 * rows)],
        (gradBias, out) => swinBiasBackward(gradBias, 2, height, width, { out }),
        places,
      );
    }
  });
});

describe("gradients of biases", () => {
  it("may not be overlapped by out", () => {
    const memory = noise("float32", 60);
    const copy = memory.slice();
    const gradBias = memory.subarray(10, 26);
    for (const from of [9, 10, 15, 25]) {
      const message = /: out must not overlap gradBias, but/;
      const out = memory.subarray(from, from + 9);
      expect(() => relativeBiasBackward(gradBias, [9, 1], 4, 4, { out })).toThrow(message);
      expect(() => swinBiasBackward(gradBias, 1, 2, 2, { out })).toThrow(message);
    }
    const table = memory.subarray(10, 19);
    const out = memory.subarray(18, 34);
    expect(() => relativeBias(table, [9, 1], 4, 4, { out })).toThrow(/out must not overlap table/);
    same(memory, copy);
  });
});
