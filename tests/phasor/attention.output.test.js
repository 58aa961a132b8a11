// attention: weighted sums of values, several heads, different numbers of queries and keys.
import { attention, attentionWeights } from "phasor";
import { describe, expect, it } from "vitest";
import { biases, compare, inputs, u } from "./attention_reference.js";
import { array, dtypes, near, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {import("./attention_reference.js").Shape} Shape */

describe("attention", () => {
  /** @type {Shape[]} */
  const shapes = [
    ...Array.from(
      { length: 19 },
      (_, i) => /** @type {Shape} */ ([1 + (i % 3), 1 + i, 20 - i, i + 1]),
    ),
    [2, 5, 127, 8],
    [1, 6, 128, 9],
    [3, 4, 129, 16],
    [2, 37, 300, 33],
    [1, 3, 5, 255],
    [1, 3, 130, 257],
    [1, 2, 9, 2050],
    [5, 1, 64, 64],
  ];

  it.each(dtypes)("matches plain loops to the bit, %s", (dtype) => {
    for (const shape of shapes) {
      const [heads, queries, keys] = shape;
      const arrays = inputs(dtype, shape);
      for (const options of [
        {},
        { causal: true },
        { causal: true, offset: 0 },
        { causal: true, offset: 3, scale: 2 },
        { causal: true, offset: -2 },
        { bias: biases(dtype, queries * keys) },
        { bias: biases(dtype, heads * queries * keys), causal: true, scale: -0.3 },
      ]) {
        compare(arrays, shape, options);
      }
    }
  });

  it.each(dtypes)("matches plain loops when keys and values exceed scratch memory, %s", (dtype) => {
    compare(inputs(dtype, [1, 9, 5000, 40]), [1, 9, 5000, 40], { causal: true }, 2);
    compare(inputs(dtype, [2, 5, 700, 700]), [2, 5, 700, 700], {}, 3);
    compare(inputs(dtype, [1, 70, 300, 600]), [1, 70, 300, 600], { causal: true }, 9);
  });

  // One row of scores takes 160 KB or more, so four rows do not fit in scratch memory.
  it.each(dtypes)("matches plain loops with very long rows, %s", (dtype) => {
    /** @type {[Shape, number][]} */
    const long = [
      [[1, 6, 40001, 3], 2],
      [[2, 2, 33000, 9], 3],
      [[1, 1, 150000, 1], 1],
      [[1, 5, 16500, 300], 4],
    ];
    for (const [shape, step] of long) compare(inputs(dtype, shape), shape, { causal: true }, step);
    const bias = biases(dtype, 6 * 40001);
    compare(
      inputs(dtype, [1, 6, 40001, 3]),
      [1, 6, 40001, 3],
      { bias, causal: true, offset: 9 },
      5,
    );
  });

  // The doubles nearest to the values from Python's mpmath.
  it.each(dtypes)("matches the worked example cat sat down, %s", (dtype) => {
    const x = array(dtype, [1, 0, 0.5, 0.2, 0, 1, 0.3, 0.8, 0.5, 0.5, 1, 0.1]);
    const expected = [
      [
        [0.5779002965321092, 0.42209970346789083, 0.6264237334757635, 0.3126973726345067],
        [0.3815250094704002, 0.6184749905295998, 0.5591423816543308, 0.44919340781092604],
        [0.5105305080023929, 0.48946949199760714, 0.6409126978734513, 0.33447729768324913],
      ],
      [
        [1, 0, 0.5, 0.2],
        [0.3295988401911314, 0.6704011598088686, 0.3659197680382263, 0.6022406958853211],
        [0.5105305080023929, 0.48946949199760714, 0.6409126978734513, 0.33447729768324913],
      ],
    ];
    [false, true].forEach((causal, i) => {
      near(attention(x, x, x, [1, 3, 3, 4], { causal }), expected[i].flat(), 4 * u[dtype]);
    });
  });

  it.each(dtypes)("computes its sums within the error bound, %s", (dtype) => {
    for (const keys of [7, 128, 1000, 6000]) {
      const shape = /** @type {Shape} */ ([1, 3, keys, 5]);
      const [q, k, v] = inputs(dtype, shape);
      const weights = array(dtype, 3 * keys);
      const out = attention(q, k, v, shape, { weights });
      for (let i = 0; i < 15; i++) {
        // In units of 2^-120; products of weights and values are nearly integers there.
        let sum = 0n;
        let size = 0n;
        for (let j = 0; j < keys; j++) {
          const weight = BigInt(Math.round(weights[Math.floor(i / 5) * keys + j] * 2 ** 70));
          const value = BigInt(v[j * 5 + (i % 5)] * 2 ** 50);
          sum += weight * value;
          size += weight * (value < 0n ? -value : value);
        }
        const bound = (128 + keys / 128) * u[dtype] * (Number(size) / 2 ** 120);
        const error = out[i] - Number(sum) / 2 ** 120;
        expect(Math.abs(error)).toBeLessThanOrEqual(bound);
        expect(Math.abs(error)).toBeLessThanOrEqual(10 * Math.sqrt(keys) * u[dtype]);
      }
    }
  });

  it.each(dtypes)("returns the weights of attentionWeights for each head, %s", (dtype) => {
    for (const [heads, length, d] of [
      ...[0, 1, 2, 3, 4, 5, 7, 8, 9, 17].map((length) => [1, length, 1 + (length % 9)]),
      [3, 45, 12],
      [2, 13, 2049],
      ...[
        [1, 300, 1500],
        [1, 1100, 300],
        [1, 70, 5000],
      ], // keys that exceed scratch memory
    ]) {
      const [q, k, v] = inputs(dtype, [heads, length, length, d]);
      const bias = biases(dtype, heads * length * length);
      const weights = array(dtype, heads * length * length);
      for (const options of [{ scale: 3 }, { bias }, { bias, causal: true, scale: -0.3 }]) {
        attention(q, k, v, [heads, length, length, d], { ...options, weights });
        for (let h = 0; h < heads; h++) {
          /** @param {Floats} x @param {number} size */
          const part = (x, size) => x.subarray(h * size, (h + 1) * size);
          const ofHead = options.bias && { bias: part(bias, length * length) };
          const [queries, keys] = [part(q, length * d), part(k, length * d)];
          const actual = attentionWeights(queries, keys, [length, d], { ...options, ...ofHead });
          same(actual, part(weights, length * length), `${length}, ${d}, head ${h}`);
        }
      }
    }
  });

  it.each(dtypes)(
    "gives the same bits with a key-value cache as for the whole sequence, %s",
    (dtype) => {
      const [heads, length, d] = [2, 200, 16];
      const [q, k, v] = inputs(dtype, [heads, length, length, d]);
      const complete = attention(q, k, v, [heads, length, length, d], { causal: true });
      for (const visible of [1, 2, 5, 128, 129, 200]) {
        /** Rows `from` to `seen` of each head. @param {Floats} x @param {number} from */
        const cut = (x, from) =>
          array(
            dtype,
            [0, 1].flatMap((h) =>
              Array.from(x.subarray((h * length + from) * d, (h * length + visible) * d)),
            ),
          );
        for (const count of [1, Math.min(3, visible)]) {
          const actual = attention(
            cut(q, visible - count),
            cut(k, 0),
            cut(v, 0),
            [heads, count, visible, d],
            { causal: true },
          );
          same(actual, cut(complete, visible - count), `${count} of ${visible}`);
        }
      }
    },
  );
});

describe("attention accepts", () => {
  it("empty input with other sizes of any number, and returns at once", () => {
    const empty = new Float32Array(0);
    for (const shape of /** @type {Shape[]} */ ([
      [0, 5, 5, 4],
      [2 ** 50, 0, 0, 4],
      [2 ** 50, 0, 0, 2 ** 50],
      [0, 2 ** 50, 2 ** 50, 2 ** 50],
    ])) {
      expect(attention(empty, empty, empty, shape)).toHaveLength(0);
    }
    const actual = attention(new Float32Array(6), empty, empty, [1, 2, 0, 3], {
      out: new Float32Array(6).fill(7),
    });
    same(actual, new Float32Array(6));
  });

  it("only a bias for all heads or one for each head", () => {
    const [q, k, v] = inputs("float32", [4, 2, 3, 4]);
    for (const count of [5, 12, 23, 25, 48]) {
      expect(() => attention(q, k, v, [4, 2, 3, 4], { bias: new Float32Array(count) })).toThrow(
        new RangeError(
          `phasor.attention: bias.length must be 24 (or 6, for all heads) for shape [4, 2, 3, 4], got ${count}`,
        ),
      );
    }
  });
});
