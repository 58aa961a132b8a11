// Biases by clipped distance, and the gradients of learned tables: against loops, and through the
// transpose identity ⟨A·x, y⟩ = ⟨x, Aᵀ·y⟩.
import {
  relativeBias,
  relativeBiasBackward,
  swinBias,
  swinBiasBackward,
  swinRelativePositionIndex,
} from "phasor";
import { describe, expect, it } from "vitest";
import { filled } from "./bias.support.js";
import { array, dtypes, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

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
      const expected = filled(dtype, [heads, queries, keys], (h, i, j) => {
        return table[rowOf(layout, i, j) * heads + h];
      });
      same(relativeBias(table, [rows, heads], queries, keys, { offset }), expected, `${layout}`);
    }
  });
});

describe("relativeBiasBackward", () => {
  it.each(dtypes)("is the transpose of relativeBias, exactly, %s", (dtype) => {
    for (const layout of layouts) {
      const [heads, queries, keys, offset, rows] = layout;
      const shape = /** @type {[number, number]} */ ([rows, heads]);
      const gradBias = integers(dtype, heads * queries * keys);
      const expected = array(dtype, rows * heads);
      gradBias.forEach((x, at) => {
        const [row, j] = [Math.floor(at / keys), at % keys];
        expected[rowOf(layout, row % queries, j) * heads + Math.floor(row / queries)] += x;
      });
      const actual = relativeBiasBackward(gradBias, shape, queries, keys, { offset });
      same(actual, expected, `${layout}`);
      const table = integers(dtype, rows * heads, 5);
      expect(inner(table, actual)).toBe(
        inner(relativeBias(table, shape, queries, keys, { offset }), gradBias),
      );
    }
  });

  it("adds float32 gradients in double and rounds once", () => {
    const gradBias = noise("float32", 600 * 500);
    const actual = relativeBiasBackward(gradBias, [3, 1], 600, 500);
    const expected = new Float64Array(3);
    const sizes = new Float64Array(3);
    gradBias.forEach((x, at) => {
      const row = rowOf([1, 600, 500, 0, 3], Math.floor(at / 500), at % 500);
      expected[row] += x;
      sizes[row] += Math.abs(x);
    });
    near(actual, expected, (i) => Math.abs(expected[i]) * 2 ** -24 + sizes[i] * 2 ** -50);
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
        const expected = array(dtype, rows * heads);
        gradBias.forEach((x, at) => {
          expected[index[at % index.length] * heads + Math.floor(at / index.length)] += x;
        });
        const actual = swinBiasBackward(gradBias, heads, height, width);
        same(actual, expected, `${height} × ${width}`);
        const table = integers(dtype, rows * heads, 5);
        expect(inner(table, actual)).toBe(inner(swinBias(table, heads, height, width), gradBias));
      }
    }
  });
});
