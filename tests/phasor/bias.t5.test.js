import { t5Bias, t5BiasBackward, t5Bucket } from "phasor";
import { describe, expect, it } from "vitest";
import { filled, layouts } from "./bias.support.js";
import { bucketOf } from "./bias_cases.js";
import { dtypes, near, noise, same } from "./helpers.js";

describe("t5Bucket", () => {
  it("matches T5's code with 32 buckets and maximum distance 128", () => {
    // Where the buckets of distances 0 … 139 start, from float32 arithmetic as in T5's code.
    const runs = [8, 12, 16, 23, 32, 46, 64, 91];
    const causal = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113];
    for (let n = 0; n < 140; n++) {
      const bucket = n < 8 ? n : 7 + runs.filter((least) => least <= n).length;
      expect(t5Bucket(-n), `${-n}`).toBe(bucket);
      expect(t5Bucket(n), `${n}`).toBe(n === 0 ? 0 : 16 + bucket);
      const one = n < 16 ? n : 15 + causal.filter((least) => least <= n).length;
      expect(t5Bucket(-n, { bidirectional: false }), `${-n}`).toBe(one);
      expect(t5Bucket(n, { bidirectional: false })).toBe(0);
    }
    expect(t5Bucket(1e15)).toBe(31);
    expect(t5Bucket(-1e15)).toBe(15);
  });
});

describe("t5Bias", () => {
  for (const bidirectional of [true, false]) {
    it.each(dtypes)(`looks the table up, bidirectional ${bidirectional}, %s`, (dtype) => {
      for (const [heads, queries, keys, offset] of layouts) {
        for (const [buckets, maxDistance] of [
          [32, 128],
          [6, 10],
        ]) {
          const table = noise(dtype, buckets * heads, heads);
          const expected = filled(dtype, [heads, queries, keys], (h, i, j) => {
            const bucket = bucketOf(j - (offset + i), bidirectional, buckets, maxDistance);
            return table[bucket * heads + h];
          });
          const options = { bidirectional, maxDistance, offset };
          same(t5Bias(table, [buckets, heads], queries, keys, options), expected);
        }
      }
    });
  }
});

describe("t5BiasBackward", () => {
  it.each(dtypes)("adds up the gradient of all entries of a bucket, %s", (dtype) => {
    for (const [heads, queries, keys, offset] of layouts) {
      for (const bidirectional of [true, false]) {
        const rules = { bidirectional, maxDistance: 40 };
        const upstream = noise(dtype, heads * queries * keys, 8);
        const copy = upstream.slice();
        const expected = new Float64Array(12 * heads);
        const sizes = new Float64Array(12 * heads);
        filled(dtype, [heads, queries, keys], (h, i, j) => {
          const at = bucketOf(j - (offset + i), bidirectional, 12, 40) * heads + h;
          const value = upstream[(h * queries + i) * keys + j];
          expected[at] += value;
          sizes[at] += Math.abs(value);
          return 0;
        });
        const shape = /** @type {[number, number]} */ ([12, heads]);
        const actual = t5BiasBackward(upstream, shape, queries, keys, { ...rules, offset });
        const unit = dtype === "float32" ? 2 ** -24 : 2 ** -53;
        near(actual, expected, (i) => unit * Math.abs(expected[i]) + 1e-12 * sizes[i]);
        same(upstream, copy);
      }
    }
  });
});

it("t5Bucket refuses a maxDistance that leaves no room for logarithmic buckets", () => {
  const options = { bidirectional: false, buckets: 7 };
  expect(() => t5Bucket(1, { ...options, maxDistance: 3 })).toThrow(
    /maxDistance must be an integer from 4 to 2147483647, got 3/,
  );
  expect(t5Bucket(-3, { ...options, maxDistance: 4 })).toBe(3);
  expect(t5Bucket(-4, { ...options, maxDistance: 4 })).toBe(6);
});
