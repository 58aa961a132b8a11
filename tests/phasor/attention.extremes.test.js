// attention with extreme numbers: very large, very small, infinite, NaN.
import { attention, attentionWeights } from "phasor";
import { describe, expect, it } from "vitest";
import { inputs, u } from "./attention_reference.js";
import { array, dtypes, near, noise, same } from "./helpers.js";

/** @typedef {import("./attention_reference.js").Shape} Shape */

const none = Number.NEGATIVE_INFINITY;

describe("attention with extreme numbers", () => {
  it.each(dtypes)("keeps NaN and infinite values to the queries that see them, %s", (dtype) => {
    const shape = /** @type {Shape} */ ([2, 9, 9, 11]);
    const [q, k, v] = inputs(dtype, shape);
    const clean = attention(q, k, v, shape, { causal: true });
    for (const special of [Number.NaN, Infinity, -Infinity]) {
      const spoilt = v.slice();
      spoilt[(9 + 6) * 11 + 4] = special; // head 1, key 6, column 4
      const actual = attention(q, k, spoilt, shape, { causal: true });
      actual.forEach((x, i) => {
        const [head, query, column] = [Math.floor(i / 99), Math.floor(i / 11) % 9, i % 11];
        if (head === 1 && query >= 6 && column === 4) expect(x).toBe(special);
        else expect(x).toBe(clean[i]);
      });
    }
  });

  it("gives finite outputs for the largest values of float32", () => {
    const [dtype, largest] = /** @type {const} */ (["float32", 3.4028234663852886e38]);
    for (const keys of [1, 3, 10, 49, 300]) {
      const shape = /** @type {Shape} */ ([1, 2, keys, 3]);
      const q = array(dtype, 6);
      const k = noise(dtype, 3 * keys);
      const v = array(dtype, 3 * keys).fill(largest);
      for (let j = 0; j < keys; j++) v[3 * j + 1] = j % 2 ? -largest : largest;
      const actual = attention(q, k, v, shape);
      for (let i = 0; i < 6; i += 3) {
        near([actual[i] / largest, actual[i + 2] / largest], [1, 1], keys * 4 * u[dtype]);
        near([actual[i + 1] / largest], [(keys % 2) / keys], keys * 4 * u[dtype]);
      }
    }
  });

  it.each(dtypes)("keeps scores that overflow in one row from changing other rows, %s", (dtype) => {
    const length = 300;
    const d = 64;
    const huge = dtype === "float32" ? 3e38 : 1.7e308;
    const [q, k, v] = inputs(dtype, [1, length, length, d]);
    const clean = attentionWeights(q, k, [length, d]);
    const output = attention(q, k, v, [1, length, length, d]);
    for (const row of [0, 3, 200]) {
      const steep = q.slice();
      steep.fill(huge, row * d, (row + 1) * d);
      const actual = attentionWeights(steep, k, [length, d]);
      const sums = attention(steep, k, v, [1, length, length, d]);
      for (let i = 0; i < length; i++) {
        if (i === row) continue;
        same(
          actual.subarray(i * length, (i + 1) * length),
          clean.subarray(i * length, (i + 1) * length),
        );
        same(sums.subarray(i * d, (i + 1) * d), output.subarray(i * d, (i + 1) * d));
      }
    }
  });

  it.each(dtypes)("accepts scales up to the largest number, %s", (dtype) => {
    const q = array(dtype, [1, 1]);
    const k = array(dtype, [1, 2]);
    const max = Number.MAX_VALUE;
    same(attentionWeights(q, k, [2, 1], { scale: max }), array(dtype, [0, 1, 0, 1]));
    same(attentionWeights(q, k, [2, 1], { scale: -max }), array(dtype, [1, 0, 1, 0]));
  });

  it("gives all keys equal weights at scale 0, however large those of float32 are", () => {
    const q = new Float32Array(8).fill(3e38);
    const k = Float32Array.of(3e38, 3e38, -3e38, 3e38, 1, -1, 0, 0);
    same(attentionWeights(q, k, [4, 2], { scale: 0 }), new Float32Array(16).fill(0.25));
  });

  it("orders float32 scores that overflow correctly when biases are small", () => {
    const q = Float32Array.of(3e38, 3e38);
    const k = Float32Array.of(1.5e38, 3e38);
    for (const tiny of [1, -1, 1e-30]) {
      const bias = new Float32Array(4).fill(tiny);
      same(attentionWeights(q, k, [2, 1], { bias }), Float32Array.of(0, 1, 0, 1));
    }
  });

  it("orders float32 scores that are below the type's most negative number", () => {
    const [dtype, huge] = /** @type {const} */ (["float32", 1e30]);
    const q = array(dtype, [huge, huge]);
    const k = array(dtype, [-huge, -2 * huge]);
    const [one, zero, all] = [array(dtype, [1, 0, 1, 0]), array(dtype, 4), none];
    same(attentionWeights(q, k, [2, 1]), one);
    same(
      attentionWeights(q, k, [2, 1], { bias: array(dtype, [0, 0, all, 0]) }),
      array(dtype, [1, 0, 0, 1]),
    );
    same(attentionWeights(q, k, [2, 1], { bias: zero.map(() => all) }), zero);
    // The same with long rows.
    const keys = 70000;
    const long = array(dtype, keys).fill(-2 * huge);
    long[12345] = -huge;
    const v = array(
      dtype,
      Array.from({ length: keys }, (_, j) => j),
    );
    same(attention(q.subarray(1), long, v, [1, 1, keys, 1]), array(dtype, [12345]));
    const bias = array(dtype, keys).fill(none);
    same(attention(q.subarray(1), long, v, [1, 1, keys, 1], { bias }), array(dtype, [0]));
    bias[77] = 0;
    same(attention(q.subarray(1), long, v, [1, 1, keys, 1], { bias }), array(dtype, [77]));
  });

  it.each(dtypes)("gives zeros for a query that sees no key, %s", (dtype) => {
    const [q, k, v] = inputs(dtype, [1, 5, 2, 3]);
    const actual = attention(q, k, v, [1, 5, 2, 3], { causal: true });
    same(actual.subarray(0, 9), array(dtype, 9));
    expect(actual.subarray(9).every((x) => x !== 0)).toBe(true);
    for (const offset of [-(2 ** 31) + 1, 2 ** 31 - 1]) {
      const all = attention(q, k, v, [1, 5, 2, 3], { causal: true, offset });
      same(all, offset < 0 ? array(dtype, 15) : attention(q, k, v, [1, 5, 2, 3]));
    }
  });
});
