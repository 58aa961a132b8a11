import {
  attentionWeights,
  LearnedPositionalEncoding,
  permutationError,
  sinusoidal,
  softmax,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, random, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

const none = Number.NEGATIVE_INFINITY;
const places = arenas(1 << 24);

/** The distance of neighbours below 1. */
const ulp = { float32: 2 ** -24, float64: 2 ** -53 };

/** e^x/Σ e^x of one row in plain doubles. @param {ArrayLike<number>} x */
function plainly(x) {
  const most = Math.max(...Array.from(x));
  const all = Array.from(x, (each) => (each === none ? 0 : Math.exp(each - most)));
  const sum = all.reduce((a, b) => a + b, 0);
  return all.map((each) => (sum > 0 ? each / sum : 0));
}

/** `count` scores between ±size. @param {Dtype} dtype @param {number} count @param {number} size */
function scores(dtype, count, size = 8, seed = 1) {
  return noise(dtype, count, seed).map((x) => x * size);
}

/** @param {number} length @param {number} seed */
function shuffle(length, seed) {
  const next = random(seed);
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(((next() + 1) / 2) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

describe("softmax", () => {
  it.each(dtypes)("is what plain arithmetic gives, %s", (dtype) => {
    for (const columns of [...Array(18).keys(), 31, 32, 33, 63, 64, 65, 1000, 4096, 4097]) {
      for (const size of [0.1, 8, 100]) {
        const x = scores(dtype, 3 * columns, size, columns);
        const got = softmax(x, [3, columns]);
        for (let r = 0; r < 3; r++) {
          const wanted = plainly(x.subarray(r * columns, (r + 1) * columns));
          const row = got.subarray(r * columns, (r + 1) * columns);
          near(row, wanted, dtype === "float32" ? 2 ** -24 : 2 ** -51, `${columns} of ±${size}`);
        }
      }
    }
  });

  // The nearest doubles to what Python's mpmath gives.
  it.each(dtypes)("of 1, 2, 3 and a wide row to the last bit, %s", (dtype) => {
    const rows = [
      [1, 2, 3],
      [0, -20, -40.5, 0.125],
    ];
    const wanted = [
      [0.09003057317038046, 0.24472847105479764, 0.6652409557748219],
      [0.46879062617327505, 9.662494973022856e-10, 1.2079595786972015e-18, 0.5312093728604754],
    ];
    rows.forEach((row, i) => {
      const got = softmax(array(dtype, row), [1, row.length]);
      same(got, array(dtype, wanted[i]));
    });
  });

  it.each(dtypes)("sums to 1, %s", (dtype) => {
    const x = scores(dtype, 20 * 333);
    const got = softmax(x, [20, 333]);
    for (let r = 0; r < 20; r++) {
      const sum = Array.from(got.subarray(r * 333, (r + 1) * 333)).reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(333 * ulp[dtype]);
    }
  });

  it.each(dtypes)("of equal scores is 1/n, of one 1, %s", (dtype) => {
    for (let n = 1; n < 40; n++) {
      same(softmax(array(dtype, n).fill(-3.7), [1, n]), array(dtype, n).fill(1 / n));
    }
  });

  it.each(dtypes)("stands any finite score, %s", (dtype) => {
    const most = dtype === "float32" ? 3.4028234663852886e38 : Number.MAX_VALUE;
    const rows = [
      [most, -most, 0, most],
      [-most, -most, -most, -most],
      [1e30, 1e30 * (1 - 1e-3), 0, -1e30],
      [0, -103, -104.1, -800],
    ];
    const got = softmax(array(dtype, rows.flat()), [4, 4]);
    const faint = dtype === "float32" ? [2 ** -149, 0, 0] : [Math.exp(-103), Math.exp(-104.1), 0];
    near(got, [0.5, 0, 0, 0.5, 0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0, 1, ...faint], 1e-60);
  });

  it.each(dtypes)("masks, and gives zeros where all is masked, %s", (dtype) => {
    const x = array(dtype, [none, 1, none, 2, none, none, none, none]);
    const [, one, , two] = softmax(x, [2, 4]);
    same(softmax(x, [2, 4]), array(dtype, [0, one, 0, two, 0, 0, 0, 0]));
    same(softmax(array(dtype, [1, 2]), [1, 2]), array(dtype, [one, two]));
  });

  it.each(dtypes)("gives a row to its infinities, and NaN to one with a NaN, %s", (dtype) => {
    const x = array(dtype, [Infinity, 1, Infinity, none, 1, Number.NaN, 2, Infinity]);
    const nan = Number.NaN;
    same(softmax(x, [2, 4]), array(dtype, [0.5, 0, 0.5, 0, nan, nan, nan, nan]));
  });

  it("moves with its entries, bit for bit", () => {
    for (const columns of [2, 17, 512, 4095, 4096]) {
      const x = scores("float32", columns, 5, columns);
      const order = shuffle(columns, columns);
      const got = softmax(x, [1, columns]);
      const moved = softmax(
        x.map((_, i) => x[order[i]]),
        [1, columns],
      );
      same(
        moved,
        got.map((_, i) => got[order[i]]),
        `${columns}`,
      );
    }
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const [rows, columns] of [
      [1, 1],
      [5, 7],
      [300, 301],
      [1, 70001],
      [2, 140003],
      [3, 262147],
    ]) {
      const x = scores(dtype, rows * columns, 20);
      const run = (/** @type {any} */ a, /** @type {any} */ out) =>
        softmax(a, [rows, columns], { out });
      everywhere(`${rows} × ${columns}`, [x, array(dtype, x.length)], run, places);
      everywhere("in place", [x], (a) => softmax(a, [rows, columns], { out: a }), places);
    }
  });

  it("takes nothing, and returns an array of the caller's own", () => {
    for (const shape of /** @type {[number, number][]} */ ([
      [0, 5],
      [7, 0],
      [2 ** 50, 0],
    ])) {
      expect(softmax(new Float32Array(0), shape)).toHaveLength(0);
    }
    const x = new Float64Array(6);
    const first = softmax(x, [2, 3]);
    expect(first).not.toBe(x);
    const copy = first.slice();
    softmax(x.fill(4), [3, 2]);
    same(first, copy);
    expect(softmax(x, [2, 3], { out: x })).toBe(x);
  });
});

/**
 * A row as attentionWeights defines it: scores with one rounding an operation, and their softmax.
 * @param {Floats} q @param {Floats} k @param {number[]} shape
 * @param {{ bias?: Floats, causal?: boolean, scale?: number }} options @param {number} i
 */
function rowPlainly(q, k, [length, d], { bias, causal, scale = 1 / Math.sqrt(d) }, i) {
  const dtype = q instanceof Float32Array ? "float32" : "float64";
  const round = dtype === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  const seen = causal ? i + 1 : length;
  const row = array(dtype, seen);
  for (let j = 0; j < seen; j++) {
    let dot = 0;
    for (let c = 0; c < d; c++) dot = round(dot + round(q[i * d + c] * k[j * d + c]));
    const score = round(dot * round(scale));
    row[j] = bias ? score + bias[i * length + j] : score;
  }
  const out = array(dtype, length);
  out.set(softmax(row, [1, seen]));
  return out;
}

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

  it.each(dtypes)("is what plain arithmetic gives, to the bit, %s", (dtype) => {
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
          const wanted = rowPlainly(q, k, [length, d], options, i);
          same(got.subarray(i * length, (i + 1) * length), wanted, `(${length}, ${d}) ${i}`);
        }
      }
    }
  });

  it.each(dtypes)("with more keys than fit at a time, %s", (dtype) => {
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
        const wanted = rowPlainly(q, k, [length, d], { causal }, i);
        same(got.subarray(i * length, (i + 1) * length), wanted, `(${length}, ${d}) ${i}`);
      }
    }
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    for (const [length, d] of /** @type {[number, number][]} */ ([
      [1, 1],
      [7, 5],
      [130, 33],
      [401, 65],
      [40, 4099],
    ])) {
      const arrays = [
        noise(dtype, length * d, 1),
        noise(dtype, length * d, 2),
        scores(dtype, length * length, 3, 3),
        array(dtype, length * length),
      ];
      for (const causal of [false, true]) {
        everywhere(
          `(${length}, ${d})`,
          arrays,
          (q, k, bias, out) => attentionWeights(q, k, [length, d], { bias, causal, out }),
          places,
        );
      }
      const [q, k] = arrays;
      const run = (/** @type {any} */ a, /** @type {any} */ b) =>
        attentionWeights(a, b, [length, d]);
      everywhere("no bias", [q, k], run, places);
    }
  });

  it.each(dtypes)("is never NaN for finite input, however large, %s", (dtype) => {
    const huge = dtype === "float32" ? 1e30 : 1e300;
    const q = array(dtype, [huge, 0, 2 * huge, huge, -huge, 0, 0, 1]);
    const got = attentionWeights(q, q, [4, 2]);
    // Scores of up to 10^60 or 10^600, of which the greatest takes its row: key 1 is query 0 doubled.
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
    // inf − inf in the type: products cancel exactly, so all keys are equal.
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

  it.each(dtypes)("weighs scores against biases where both are huge, %s", (dtype) => {
    // Scores of 3·h and h, where 2·h is too large for the type, and biases of up to h.
    const h = dtype === "float32" ? 2 ** 126 * 1.5 : 2 ** 1022 * 1.5;
    const root = dtype === "float32" ? 2 ** 63 : 2 ** 511;
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

  it.each(dtypes)("keeps NaN to the rows that see it, %s", (dtype) => {
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

  it("a causal mask and a bias of −Infinity are the same", () => {
    const x = noise("float32", 20 * 8);
    const bias = new Float32Array(400).map((_, i) => (i % 20 > Math.floor(i / 20) ? none : 0));
    same(
      attentionWeights(x, x, [20, 8], { causal: true }),
      attentionWeights(x, x, [20, 8], { bias }),
    );
  });

  it("takes nothing", () => {
    expect(attentionWeights(new Float32Array(0), new Float32Array(0), [0, 3])).toHaveLength(0);
  });
});

describe("what position does", () => {
  const words = [1, 0, 0.5, 0.2, 0, 1, 0.3, 0.8, 0.5, 0.5, 1, 0.1]; // cat, sat, down
  const order = [2, 0, 1]; // down, cat, sat

  // The nearest doubles to what Python's mpmath gives for softmax(x·xᵀ/2).
  it("cat sat down: the weights", () => {
    const x = Float64Array.from(words);
    const wanted = [
      [0.40219723472432445, 0.24639664166010608, 0.3514061236155695],
      [0.2291605263368579, 0.46611050739605747, 0.30472896626708457],
      [0.31152501110824893, 0.29046399510346316, 0.3980109937882879],
    ];
    near(attentionWeights(x, x, [3, 4]), wanted.flat(), 2e-16);
  });

  it.each(dtypes)(
    "without positions a shuffled sentence has shuffled weights, exactly, %s",
    (dtype) => {
      const x = array(dtype, words);
      expect(permutationError(x, [3, 4], order)).toBe(0);
      expect(permutationError(x, [3, 4], [0, 1, 2], { pe: sinusoidal(3, 4, { dtype }) })).toBe(0);
      for (const [length, d] of /** @type {[number, number][]} */ ([
        [2, 1],
        [100, 7],
        [300, 64],
      ])) {
        const some = scores(dtype, length * d, 2);
        expect(permutationError(some, [length, d], shuffle(length, 3))).toBe(0);
      }
    },
  );

  it.each(dtypes)("with positions it has others, %s", (dtype) => {
    /** @type {Floats} */
    const x = array(dtype, words);
    const pe = sinusoidal(3, 4, { dtype });
    const got = permutationError(x, [3, 4], order, { pe });
    expect(got).toBeGreaterThan(0.1);
    const before = array(dtype, 12);
    const after = array(dtype, 12);
    for (let i = 0; i < 12; i++) {
      before[i] = x[i] + pe[i];
      after[i] = x[order[i >> 2] * 4 + (i % 4)] + pe[i];
    }
    const a = attentionWeights(before, before, [3, 4]);
    const b = attentionWeights(after, after, [3, 4]);
    let wanted = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        wanted = Math.max(wanted, Math.abs(b[3 * i + j] - a[3 * order[i] + order[j]]));
      }
    }
    expect(got).toBe(wanted);
  });

  it("the four tokens: nearly uniform without positions, and not with them", () => {
    // The cat sat down: small embeddings, as after initialisation.
    const x = new LearnedPositionalEncoding(4, 16, { seed: 42, std: 0.1, dtype: "float64" }).table;
    const without = attentionWeights(x, x, [4, 16]);
    near(without, Array(16).fill(0.25), 0.03);
    const y = sinusoidal(4, 16, { dtype: "float64" }).map((p, i) => 4 * x[i] + p);
    const weights = attentionWeights(y, y, [4, 16]);
    expect(Math.max(...weights) - Math.min(...weights)).toBeGreaterThan(0.1);
  });

  it("takes one token, none, and NaN", () => {
    expect(permutationError(Float32Array.of(3), [1, 1], [0])).toBe(0);
    expect(permutationError(new Float32Array(0), [0, 4], [])).toBe(0);
    expect(permutationError(Float32Array.of(1, Number.NaN), [2, 1], [1, 0])).toBeNaN();
  });
});

describe("what may not be written to", () => {
  const floats = noise("float32", 40);
  const copy = floats.slice();
  const part = (/** @type {number} */ at, /** @type {number} */ length) =>
    floats.subarray(at, at + length);

  it("an input, or part of one", () => {
    const message = /: out must be x or apart from it, but overlaps it in part$/;
    for (const at of [3, 7, 9, 13]) {
      expect(() => softmax(part(8, 6), [2, 3], { out: part(at, 6) })).toThrow(message);
    }
    same(floats, copy);
  });

  it.each([0, 3, 7, 12, 15])("q, k or bias, from %i on", (at) => {
    const [q, k, bias] = [part(0, 4), part(4, 4), part(12, 4)];
    const call = () => attentionWeights(q, k, [2, 2], { bias, out: part(at, 4) });
    expect(call).toThrow(RangeError);
    expect(call).toThrow(
      /^phasor.attentionWeights: out must not overlap (q|k|bias), but (is the same memory|overlaps it in part)$/,
    );
    same(floats, copy);
  });

  it("of another type, or a permutation that is none", () => {
    const wide = new Float64Array(4);
    expect(() => attentionWeights(part(0, 4), wide, [2, 2])).toThrow(/k must be a Float32Array/);
    expect(() => permutationError(part(0, 4), [2, 2], [1, 1])).toThrow(
      /permutation must hold each of 0 … 1 once, got 1 twice/,
    );
  });
});
