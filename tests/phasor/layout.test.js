// convertLayout: reordered rows of weights, and the scores of a model with them.
import { convertLayout, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { array, dtypes, near, noise, same } from "./helpers.js";

/** W·x, W (rows, cols). @param {ArrayLike<number>} w @param {ArrayLike<number>} x @param {number} rows */
function project(w, x, rows) {
  const cols = x.length;
  return Float64Array.from({ length: rows }, (_, r) => {
    let sum = 0;
    for (let c = 0; c < cols; c++) sum += w[r * cols + c] * x[c];
    return sum;
  });
}

describe.each(dtypes)("convertLayout, %s", (dtype) => {
  it("gathers the first and second features of pairs, head by head", () => {
    const bias = array(dtype, [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]);
    const half = array(dtype, [0, 2, 4, 1, 3, 5, 10, 12, 14, 11, 13, 15]);
    const options = {
      heads: 2,
      from: /** @type {const} */ ("interleaved"),
      to: /** @type {const} */ ("half"),
    };
    same(convertLayout(bias, [12], options), half);
    same(convertLayout(bias, [12, 1], options), half);
    same(convertLayout(half, [12], { heads: 2, from: "half", to: "interleaved" }), bias);
    const partial = array(dtype, [0, 2, 1, 3, 4, 5, 10, 12, 11, 13, 14, 15]);
    same(convertLayout(bias, [12], { ...options, rotaryDim: 4 }), partial);
    const permuted = array(dtype, [0, 2, 1, 3, 4]);
    same(
      convertLayout(permuted, [5], { heads: 1, from: "half", to: "interleaved", rotaryDim: 4 }),
      array(dtype, [0, 1, 2, 3, 4]),
    );
  });

  it.each([
    [1, 2, 3, 2],
    [3, 8, 5, 8],
    [2, 10, 7, 6],
    [4, 64, 33, 64],
    [2, 6, 0, 6],
  ])("moves whole rows, there and back: %s, %s, %s, %s", (heads, dHead, cols, rotaryDim) => {
    const rows = heads * dHead;
    const weights = noise(dtype, rows * cols);
    const before = weights.slice();
    const half = convertLayout(weights, [rows, cols], {
      heads,
      from: "interleaved",
      to: "half",
      rotaryDim,
    });
    same(weights, before);
    for (let row = 0; row < rows; row++) {
      const i = row % dHead;
      const source = i >= rotaryDim ? i : i < rotaryDim / 2 ? 2 * i : 2 * (i - rotaryDim / 2) + 1;
      const from = (row - i + source) * cols;
      same(
        half.subarray(row * cols, (row + 1) * cols),
        weights.subarray(from, from + cols),
        `row ${row}`,
      );
    }
    const back = {
      heads,
      from: /** @type {const} */ ("half"),
      to: /** @type {const} */ ("interleaved"),
      rotaryDim,
    };
    same(convertLayout(half, [rows, cols], back), weights);
    expect(convertLayout(half, [rows, cols], { ...back, out: half })).toBe(half);
    same(half, weights);
    same(convertLayout(weights, [rows, cols], { heads, from: "half", to: "half" }), weights);
  });

  it("gives the same scores with an embedding of the other layout", () => {
    const heads = 2;
    for (const rotaryDim of [8, 6]) {
      const wq = noise(dtype, 16 * 5, 1);
      const wk = noise(dtype, 16 * 5, 2);
      const x = noise("float64", 5, 3);
      const y = noise("float64", 5, 4);
      const options = {
        heads,
        from: /** @type {const} */ ("interleaved"),
        to: /** @type {const} */ ("half"),
        rotaryDim,
      };
      /** @param {any} w @param {any} input @param {"half" | "interleaved"} layout @param {number} offset */
      const rotate = (w, input, layout, offset) =>
        new RotaryEmbedding(8, { layout, rotaryDim }).apply(project(w, input, 16), [2, 1, 8], {
          offset,
        });
      const q = rotate(wq, x, "interleaved", 9);
      const q2 = rotate(convertLayout(wq, [16, 5], options), x, "half", 9);
      const k = rotate(wk, y, "interleaved", 4);
      const k2 = rotate(convertLayout(wk, [16, 5], options), y, "half", 4);
      // The features are the same in another order, so the scores are the same.
      same(convertLayout(q, [16], options), q2);
      for (let head = 0; head < heads; head++) {
        const score = (/** @type {any} */ a, /** @type {any} */ b) =>
          project(a.subarray(8 * head, 8 * head + 8), b.subarray(8 * head, 8 * head + 8), 1);
        near(score(q2, k2), score(q, k), 1e-14);
      }
    }
  });
});
