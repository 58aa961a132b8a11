// attention: weighted sums of values, several heads, other lengths than each other's.
import { alibiBias, attention, attentionWeights, sinusoidal, softmax } from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {[heads: number, queryLength: number, keyLength: number, dHead: number]} Shape */
/** @typedef {{ bias?: Floats, causal?: boolean, offset?: number, scale?: number }} Options */

const none = Number.NEGATIVE_INFINITY;
const places = arenas(1 << 24);
const u = { float32: 2 ** -24, float64: 2 ** -53 };

/** @param {Floats} x @returns {"float32" | "float64"} */
const kindOf = (x) => (x instanceof Float32Array ? "float32" : "float64");

/**
 * One row of weights: scores with one rounding an operation, and their softmax.
 * @param {Floats} q @param {Floats} k @param {Shape} shape @param {Options} options
 * @param {number} head @param {number} query
 */
function weightsPlainly(q, k, [_, queries, keys, d], options, head, query) {
  const { bias, causal = false, offset = keys - queries, scale = 1 / Math.sqrt(d) } = options;
  const round = kindOf(q) === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  const seen = causal ? Math.max(0, Math.min(keys, query + offset + 1)) : keys;
  const row = array(kindOf(q), seen);
  const of = bias?.length === queries * keys ? 0 : head;
  for (let j = 0; j < seen; j++) {
    let sum = 0;
    for (let c = 0; c < d; c++) {
      const product = q[(head * queries + query) * d + c] * k[(head * keys + j) * d + c];
      sum = round(sum + round(product));
    }
    const score = round(sum * round(scale));
    row[j] = bias ? score + bias[(of * queries + query) * keys + j] : score;
  }
  const out = array(kindOf(q), keys);
  out.set(softmax(row, [1, seen]));
  return out;
}

/** The weighted sums in the order that the package states: 128 keys at a time.
 * @param {Floats} weights of one query @param {Floats} v @param {Shape} shape @param {number} head */
function sumsPlainly(weights, v, [_, __, keys, d], head) {
  const round = kindOf(v) === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  return array(
    kindOf(v),
    Array.from({ length: d }, (_, c) => {
      let all = 0;
      for (let first = 0; first < keys; first += 128) {
        let sum = 0;
        for (let j = first; j < Math.min(keys, first + 128); j++) {
          if (weights[j] === 0) continue;
          sum = round(sum + round(weights[j] * v[(head * keys + j) * d + c]));
        }
        all = round(all + sum);
      }
      return all;
    }),
  );
}

/** @param {"float32" | "float64"} dtype @param {Shape} shape */
function inputs(dtype, [heads, queries, keys, d], seed = 1) {
  return [
    noise(dtype, heads * queries * d, seed),
    noise(dtype, heads * keys * d, seed + 1),
    noise(dtype, heads * keys * d, seed + 2),
  ];
}

/** Biases, some of which mask. @param {"float32" | "float64"} dtype @param {number} count */
function biases(dtype, count) {
  return noise(dtype, count, 9).map((x, i) => (i % 7 === 3 ? none : 3 * x));
}

/**
 * Throws unless all weights and outputs, or those of some queries, are the plain ones, to the bit.
 * @param {Floats[]} arrays @param {Shape} shape @param {Options} options @param {number} [step]
 */
function compare([q, k, v], shape, options, step = 1) {
  const [heads, queries, keys, d] = shape;
  const weights = array(kindOf(q), heads * queries * keys).fill(7);
  const out = attention(q, k, v, shape, { ...options, weights });
  same(attention(q, k, v, shape, options), out, "without weights");
  for (let row = 0; row < heads * queries; row += step) {
    const head = Math.floor(row / queries);
    const what = `${shape}, row ${row}`;
    const wanted = weightsPlainly(q, k, shape, options, head, row % queries);
    same(weights.subarray(row * keys, (row + 1) * keys), wanted, `weights of ${what}`);
    const sums = sumsPlainly(wanted, v, shape, head);
    same(out.subarray(row * d, (row + 1) * d), sums, what);
  }
  return out;
}

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

  it.each(dtypes)("is what plain arithmetic gives, to the bit, %s", (dtype) => {
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

  it.each(dtypes)("with more keys and values than fit at a time, %s", (dtype) => {
    compare(inputs(dtype, [1, 9, 5000, 40]), [1, 9, 5000, 40], { causal: true }, 2);
    compare(inputs(dtype, [2, 5, 700, 700]), [2, 5, 700, 700], {}, 3);
    compare(inputs(dtype, [1, 70, 300, 600]), [1, 70, 300, 600], { causal: true }, 9);
  });

  // One row of scores takes 160 KB and more: four do not stay in scratch memory.
  it.each(dtypes)("with very long rows, %s", (dtype) => {
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

  // The nearest doubles to what Python's mpmath gives.
  it.each(dtypes)("of cat sat down, %s", (dtype) => {
    const x = array(dtype, [1, 0, 0.5, 0.2, 0, 1, 0.3, 0.8, 0.5, 0.5, 1, 0.1]);
    const wanted = [
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
      near(attention(x, x, x, [1, 3, 3, 4], { causal }), wanted[i].flat(), 4 * u[dtype]);
    });
  });

  it.each(dtypes)("its sums are exact within the bound, %s", (dtype) => {
    for (const keys of [7, 128, 1000, 6000]) {
      const shape = /** @type {Shape} */ ([1, 3, keys, 5]);
      const [q, k, v] = inputs(dtype, shape);
      const weights = array(dtype, 3 * keys);
      const out = attention(q, k, v, shape, { weights });
      for (let i = 0; i < 15; i++) {
        // In units of 2^-120, in which weights times values are integers, nearly.
        let sum = 0n;
        let size = 0n;
        for (let j = 0; j < keys; j++) {
          const weight = BigInt(Math.round(weights[Math.floor(i / 5) * keys + j] * 2 ** 70));
          const value = BigInt(v[j * 5 + (i % 5)] * 2 ** 50);
          sum += weight * value;
          size += weight * (value < 0n ? -value : value);
        }
        const bound = (128 + keys / 128) * u[dtype] * (Number(size) / 2 ** 120);
        const off = out[i] - Number(sum) / 2 ** 120;
        expect(Math.abs(off)).toBeLessThanOrEqual(bound);
        expect(Math.abs(off)).toBeLessThanOrEqual(10 * Math.sqrt(keys) * u[dtype]);
      }
    }
  });

  it.each(dtypes)("its weights are attentionWeights, head by head, %s", (dtype) => {
    const [heads, length, d] = [3, 45, 12];
    const [q, k, v] = inputs(dtype, [heads, length, length, d]);
    const bias = biases(dtype, heads * length * length);
    const weights = array(dtype, heads * length * length);
    for (const causal of [false, true]) {
      attention(q, k, v, [heads, length, length, d], { bias, causal, weights });
      for (let h = 0; h < heads; h++) {
        /** @param {Floats} x @param {number} size */
        const part = (x, size) => x.subarray(h * size, (h + 1) * size);
        same(
          part(weights, length * length),
          attentionWeights(part(q, length * d), part(k, length * d), [length, d], {
            bias: part(bias, length * length),
            causal,
          }),
        );
      }
    }
  });

  it.each(dtypes)("a cache gives the bits of the whole, %s", (dtype) => {
    const [heads, length, d] = [2, 200, 16];
    const [q, k, v] = inputs(dtype, [heads, length, length, d]);
    const whole = attention(q, k, v, [heads, length, length, d], { causal: true });
    for (const seen of [1, 2, 5, 128, 129, 200]) {
      /** The first `seen` of each head, or the last of those. @param {Floats} x @param {number} from */
      const cut = (x, from) =>
        array(
          dtype,
          [0, 1].flatMap((h) =>
            Array.from(x.subarray((h * length + from) * d, (h * length + seen) * d)),
          ),
        );
      for (const count of [1, Math.min(3, seen)]) {
        const got = attention(cut(q, seen - count), cut(k, 0), cut(v, 0), [heads, count, seen, d], {
          causal: true,
        });
        same(got, cut(whole, seen - count), `${count} of ${seen}`);
      }
    }
  });

  it("with ALiBi, the next token", () => {
    const [q, k, v] = inputs("float32", [8, 1, 3, 4]);
    const bias = alibiBias(8, 1, 3, { offset: 2 });
    const got = attention(q, k, v, [8, 1, 3, 4], { bias });
    same(attention(q, k, v, [8, 1, 3, 4], { bias, causal: true }), got);
    compare([q, k, v], [8, 1, 3, 4], { bias });
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const shape of /** @type {Shape[]} */ ([
      [1, 1, 1, 1],
      [2, 7, 5, 3],
      [3, 40, 140, 33],
      [1, 3, 200, 300],
      [1, 5, 34000, 2],
    ])) {
      const [heads, queries, keys, d] = shape;
      const arrays = [
        ...inputs(dtype, shape),
        biases(dtype, heads * queries * keys),
        array(dtype, heads * queries * keys),
        array(dtype, heads * queries * d),
      ];
      everywhere(
        `${shape}`,
        arrays,
        (q, k, v, bias, weights, out) =>
          attention(q, k, v, shape, { bias, causal: true, weights, out }),
        places,
      );
      const [q, k, v] = arrays;
      everywhere(`${shape}`, [q, k, v], (a, b, c) => attention(a, b, c, shape), places);
    }
  });
});

describe("attention of what is hardly a number", () => {
  it.each(dtypes)("a value that is not seen does not matter, %s", (dtype) => {
    const shape = /** @type {Shape} */ ([2, 9, 9, 11]);
    const [q, k, v] = inputs(dtype, shape);
    const clean = attention(q, k, v, shape, { causal: true });
    for (const odd of [Number.NaN, Infinity, -Infinity]) {
      const spoilt = v.slice();
      spoilt[(9 + 6) * 11 + 4] = odd; // head 1, key 6, column 4
      const got = attention(q, k, spoilt, shape, { causal: true });
      got.forEach((x, i) => {
        const [head, query, column] = [Math.floor(i / 99), Math.floor(i / 11) % 9, i % 11];
        if (head === 1 && query >= 6 && column === 4) expect(x).toBe(odd);
        else expect(x).toBe(clean[i]);
      });
    }
  });

  it.each(dtypes)("sums of the largest values are finite, %s", (dtype) => {
    const largest = dtype === "float32" ? 3.4028234663852886e38 : Number.MAX_VALUE;
    for (const keys of [1, 3, 7, 49, 300]) {
      const shape = /** @type {Shape} */ ([1, 2, keys, 3]);
      const q = array(dtype, 6);
      const k = noise(dtype, 3 * keys);
      const v = array(dtype, 3 * keys).fill(largest);
      for (let j = 0; j < keys; j++) v[3 * j + 1] = j % 2 ? -largest : largest;
      const got = attention(q, k, v, shape);
      for (let i = 0; i < 6; i += 3) {
        near([got[i] / largest, got[i + 2] / largest], [1, 1], keys * 4 * u[dtype]);
        near([got[i + 1] / largest], [(keys % 2) / keys], keys * 4 * u[dtype]);
      }
    }
  });

  it.each(dtypes)("scores too large for the type, in any tile, spoil no others, %s", (dtype) => {
    const length = 300;
    const d = 64;
    const huge = dtype === "float32" ? 3e38 : 1.7e308;
    const [q, k, v] = inputs(dtype, [1, length, length, d]);
    const clean = attentionWeights(q, k, [length, d]);
    const output = attention(q, k, v, [1, length, length, d]);
    for (const row of [0, 3, 200]) {
      const steep = q.slice();
      steep.fill(huge, row * d, (row + 1) * d);
      const got = attentionWeights(steep, k, [length, d]);
      const sums = attention(steep, k, v, [1, length, length, d]);
      for (let i = 0; i < length; i++) {
        if (i === row) continue;
        same(
          got.subarray(i * length, (i + 1) * length),
          clean.subarray(i * length, (i + 1) * length),
        );
        same(sums.subarray(i * d, (i + 1) * d), output.subarray(i * d, (i + 1) * d));
      }
    }
  });

  it.each(dtypes)("scales up to the largest number, %s", (dtype) => {
    const q = array(dtype, [1, 1]);
    const k = array(dtype, [1, 2]);
    const most = Number.MAX_VALUE;
    same(attentionWeights(q, k, [2, 1], { scale: most }), array(dtype, [0, 1, 0, 1]));
    same(attentionWeights(q, k, [2, 1], { scale: -most }), array(dtype, [1, 0, 1, 0]));
    const huge = dtype === "float32" ? 1e38 : 1e300;
    const [large, larger] = [array(dtype, [huge, huge]), array(dtype, [huge, 1.5 * huge])];
    same(attentionWeights(large, larger, [2, 1], { scale: most }), array(dtype, [0, 1, 0, 1]));
  });

  it.each(dtypes)("scores below the least of the type, %s", (dtype) => {
    const huge = dtype === "float32" ? 1e30 : 1e200;
    const q = array(dtype, [huge, huge]);
    const k = array(dtype, [-huge, -2 * huge]);
    const [one, zero, all] = [array(dtype, [1, 0, 1, 0]), array(dtype, 4), none];
    same(attentionWeights(q, k, [2, 1]), one);
    same(
      attentionWeights(q, k, [2, 1], { bias: array(dtype, [0, 0, all, 0]) }),
      array(dtype, [1, 0, 0, 1]),
    );
    same(attentionWeights(q, k, [2, 1], { bias: zero.map(() => all) }), zero);
    // The same where rows are long.
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

  it.each(dtypes)("a query that sees no key gives zeros, %s", (dtype) => {
    const [q, k, v] = inputs(dtype, [1, 5, 2, 3]);
    const got = attention(q, k, v, [1, 5, 2, 3], { causal: true });
    same(got.subarray(0, 9), array(dtype, 9));
    expect(got.subarray(9).every((x) => x !== 0)).toBe(true);
    for (const offset of [-(2 ** 31) + 1, 2 ** 31 - 1]) {
      const all = attention(q, k, v, [1, 5, 2, 3], { causal: true, offset });
      same(all, offset < 0 ? array(dtype, 15) : attention(q, k, v, [1, 5, 2, 3]));
    }
  });
});

describe("attention takes", () => {
  it("nothing, in any number, and returns at once", () => {
    const empty = new Float32Array(0);
    for (const shape of /** @type {Shape[]} */ ([
      [0, 5, 5, 4],
      [2 ** 50, 0, 0, 4],
      [2 ** 50, 0, 0, 2 ** 50],
      [0, 2 ** 50, 2 ** 50, 2 ** 50],
    ])) {
      expect(attention(empty, empty, empty, shape)).toHaveLength(0);
    }
    const got = attention(new Float32Array(6), empty, empty, [1, 2, 0, 3], {
      out: new Float32Array(6).fill(7),
    });
    same(got, new Float32Array(6));
  });

  it("a bias for all heads or for each, and no other", () => {
    const [q, k, v] = inputs("float32", [4, 2, 3, 4]);
    for (const count of [5, 12, 23, 25, 48]) {
      expect(() => attention(q, k, v, [4, 2, 3, 4], { bias: new Float32Array(count) })).toThrow(
        new RangeError(
          `phasor.attention: bias.length must be 24 (or 6, for all heads) for shape [4, 2, 3, 4], got ${count}`,
        ),
      );
    }
  });

  it("arrays that are apart", () => {
    const memory = new Float32Array(100);
    const at = (/** @type {number} */ from, /** @type {number} */ count) =>
      memory.subarray(from, from + count);
    const shape = /** @type {Shape} */ ([1, 2, 2, 3]);
    const [q, k, v] = [at(0, 6), at(6, 6), at(12, 6)];
    /** @param {object} options */
    const call = (options) => () => attention(q, k, v, shape, options);
    expect(call({ out: q })).toThrow(/out must not overlap q, but is the same memory/);
    expect(call({ out: at(10, 6) })).toThrow(/out must not overlap k, but overlaps it in part/);
    expect(call({ weights: at(15, 4) })).toThrow(/weights must not overlap v/);
    expect(call({ weights: at(30, 4), out: at(33, 6) })).toThrow(/out must not overlap weights/);
    expect(call({ bias: at(40, 4), weights: at(40, 4) })).toThrow(/weights must not overlap bias/);
    expect(call({ weights: new Float64Array(4) })).toThrow(/weights must be a Float32Array/);
    expect(memory.every((x) => x === 0)).toBe(true);
    const out = at(34, 6);
    expect(call({ weights: at(30, 4), out })()).toBe(out);
  });

  it("positions as they are given: a query's own key weighs most", () => {
    const pe = sinusoidal(12, 32);
    const weights = new Float32Array(12 * 12);
    attention(pe, pe, pe, [1, 12, 12, 32], { weights, scale: 1 });
    for (let i = 0; i < 12; i++) {
      const row = weights.subarray(12 * i, 12 * (i + 1));
      expect(row.indexOf(Math.max(...row))).toBe(i);
    }
  });
});
