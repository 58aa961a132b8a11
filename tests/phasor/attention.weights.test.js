// attentionWeights: its weights against plain arithmetic, to the bit, and with huge scores, masks and NaN.
import { attentionWeights } from "phasor";
import { describe, expect, it } from "vitest";
import { scores, weightsPlainly } from "./attention_reference.js";
import { array, dtypes, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */

const none = Number.NEGATIVE_INFINITY;
describe("attentionWeights", () => {
  /** @type {[number, number][]} */
  const sizes = [
    ...Array.from({ length: 19 }, (_, i) => /** @type {[number, number]} */ ([i, 1 + (i % 9)])),
    [33, 64],
    [65, 3],
    [130, 17],
    [6, 2048],
    [13, 2049],
    [5, 4097],
  ];

  it.each(dtypes)("matches plain loops to the bit, %s", (dtype) => {
    for (const [length, d] of sizes) {
      const q = noise(dtype, length * d, 1);
      const k = noise(dtype, length * d, 2);
      const bias = scores(dtype, length * length, 3, 3);
      for (let i = 0; i < bias.length; i += 7) bias[i] = none;
      for (const options of [
        {},
        { causal: true },
        { bias },
        { bias, causal: true, scale: -0.3 },
        { scale: 3 },
      ]) {
        const got = attentionWeights(q, k, [length, d], options);
        for (let i = 0; i < length; i++) {
          const wanted = weightsPlainly(q, k, [1, length, length, d], options, 0, i);
          same(got.subarray(i * length, (i + 1) * length), wanted, `(${length}, ${d}) ${i}`);
        }
      }
    }
  });

  it.each(dtypes)("matches plain loops when the keys exceed scratch memory, %s", (dtype) => {
    for (const [length, d] of /** @type {[number, number][]} */ ([
      [300, 1500],
      [1100, 300],
      [70, 5000],
    ])) {
      const q = noise(dtype, length * d, 1);
      const k = noise(dtype, length * d, 2);
      const causal = d > 400;
      const got = attentionWeights(q, k, [length, d], { causal });
      for (let i = 0; i < length; i += 37) {
        const wanted = weightsPlainly(q, k, [1, length, length, d], { causal }, 0, i);
        same(got.subarray(i * length, (i + 1) * length), wanted, `(${length}, ${d}) ${i}`);
      }
    }
  });

  it("is never NaN for finite float32 input, however large", () => {
    const [dtype, huge] = /** @type {const} */ (["float32", 1e30]);
    const q = array(dtype, [huge, 0, 2 * huge, huge, -huge, 0, 0, 1]);
    const got = attentionWeights(q, q, [4, 2]);
    // Scores of up to 10^60, so the largest score of a row gets weight 1.
    same(
      got,
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
    for (const [bias, wanted] of [
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
      const got = attentionWeights(q, k, [2, 2], { bias: biases, scale: 1 });
      same(got, array(dtype, [...wanted, 0.5, 0.5]), `${bias}`);
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

  it("gives the same weights with a causal mask and with a bias of −Infinity", () => {
    const x = noise("float32", 20 * 8);
    const bias = new Float32Array(400).map((_, i) => (i % 20 > Math.floor(i / 20) ? none : 0));
    same(
      attentionWeights(x, x, [20, 8], { causal: true }),
      attentionWeights(x, x, [20, 8], { bias }),
    );
  });

  it("accepts empty input", () => {
    expect(attentionWeights(new Float32Array(0), new Float32Array(0), [0, 3])).toHaveLength(0);
  });
});
