// attentionWeights with huge scores, masks and NaN; attention.output.test.js compares it with plain arithmetic.
import { attentionWeights } from "phasor";
import { describe, expect, it } from "vitest";
import { array, dtypes, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */

const none = Number.NEGATIVE_INFINITY;
describe("attentionWeights", () => {
  it("is never NaN for finite float32 input, however large", () => {
    const [dtype, huge] = /** @type {const} */ (["float32", 1e30]);
    const q = array(dtype, [huge, 0, 2 * huge, huge, -huge, 0, 0, 1]);
    const actual = attentionWeights(q, q, [4, 2]);
    // Scores of up to 10^60, so the largest score of a row gets weight 1.
    same(
      actual,
      array(
        dtype,
        [
          [0, 1, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
          [0, 1, 0, 0],
        ].flat(),
      ),
    );
    // The products overflow the type but cancel exactly, so all keys are equal.
    const crossed = array(dtype, [huge, huge, huge, huge]);
    const keys = array(dtype, [huge, -huge, -huge, huge]);
    same(attentionWeights(crossed, keys, [2, 2]), array(dtype, [0.5, 0.5, 0.5, 0.5]));
    const bias = array(dtype, [none, 0, none, none]);
    same(attentionWeights(crossed, keys, [2, 2], { bias }), array(dtype, [0, 1, 0, 0]));
    const one = array(dtype, [huge, 1]);
    same(attentionWeights(one, one, [2, 1], { scale: 1e38 }), array(dtype, [1, 0, 1, 0]));
    same(attentionWeights(one, one, [2, 1], { causal: true }), array(dtype, [1, 0, 1, 0]));
    const open = array(dtype, [0, Infinity, Infinity, Infinity]);
    same(attentionWeights(one, one, [2, 1], { bias: open }), array(dtype, [0, 1, 0.5, 0.5]));
  });

  it("weighs float32 scores against biases where both are huge", () => {
    // Scores of 3·h and h, where 2·h is too large for the type, and biases of up to h.
    const [dtype, h, root] = /** @type {const} */ (["float32", 2 ** 126 * 1.5, 2 ** 63]);
    const q = array(dtype, [root, 0, 0, 0]);
    const k = array(dtype, [4.5 * root, 0, 1.5 * root, 0]);
    for (const [bias, expected] of [
      [
        [0, h],
        [1, 0],
      ],
      [
        [-h, h],
        [0.5, 0.5],
      ],
      [
        [-1.1 * h, h],
        [0, 1],
      ],
      [
        [none, -h],
        [0, 1],
      ],
    ]) {
      const biases = array(dtype, [...bias, 0, 0]);
      const actual = attentionWeights(q, k, [2, 2], { bias: biases, scale: 1 });
      same(actual, array(dtype, [...expected, 0.5, 0.5]), `${bias}`);
    }
  });

  it.each(dtypes)("gives NaN only in the rows that see a NaN, %s", (dtype) => {
    const q = noise(dtype, 15);
    q[4] = Number.NaN; // query 1
    const k = noise(dtype, 15, 2);
    const rowIsNaN = (/** @type {Floats} */ w) =>
      [0, 1, 2, 3, 4].map((i) => w.subarray(5 * i, 5 * i + i + 1).every(Number.isNaN));
    expect(rowIsNaN(attentionWeights(q, k, [5, 3]))).toEqual([false, true, false, false, false]);
    k[7] = Number.NaN; // key 2
    const causal = attentionWeights(noise(dtype, 15), k, [5, 3], { causal: true });
    expect(rowIsNaN(causal)).toEqual([false, false, true, true, true]);
  });
});
