import {
  LearnedPositionalEncoding,
  SinusoidalPositionalEncoding,
  sinusoidal,
  softmax,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, bytes, dtypes, everywhere, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

const places = arenas(1 << 23);

/** Rounds as the type does. @param {Dtype} dtype @returns {(x: number) => number} */
const rounding = (dtype) => (dtype === "float32" ? Math.fround : (x) => x);

/**
 * An encoding whose table holds noise.
 * @param {Dtype} dtype @param {number} maxLength @param {number} d
 */
function noisy(dtype, maxLength, d) {
  const pe = new LearnedPositionalEncoding(maxLength, d, { dtype });
  pe.table.set(noise(dtype, maxLength * d, 99));
  return /** @type {any} */ (pe); // the dtype varies here
}

describe("initialisation", () => {
  // The nearest doubles to what Python's mpmath gives for the formula, with a splitmix64 of its own.
  it.each([
    [0, [-0.45275774021745807, 0.20776603893419163, 2.650605812079669, -0.49042282539864757]],
    [1, [-0.028249746095854532, -1.065617648414326, -0.22791952286763473, 0.0830941684715008]],
    [42, [0.4147197504315305, 0.6526812221519427, -0.8918862136277568, 1.326833562814106]],
    [
      2 ** 53 - 1,
      [0.719804392692882, 1.8344978908327096, -0.03981032874828831, 1.1271846906229614],
    ],
  ])("normal numbers of seed %i", (seed, wanted) => {
    const { table } = new LearnedPositionalEncoding(2, 2, { seed, std: 1, dtype: "float64" });
    near(table, wanted, 2.7 * 2 ** -51); // 2.7: the greatest radius
  });

  it("the same far on", () => {
    const { table } = new LearnedPositionalEncoding(1000, 100, {
      seed: 7,
      std: 1,
      dtype: "float64",
    });
    near(table.subarray(-2), [-0.08628169961809634, -0.9606746649769009], 2 ** -51);
  });

  it("float32 with a deviation of 0.02, to the bit", () => {
    const { table } = new LearnedPositionalEncoding(3, 2, { seed: 42 });
    const wanted = [
      0.008294395171105862, 0.013053624890744686, -0.017837723717093468, 0.026536671444773674,
      0.03459186106920242, -0.03766833618283272,
    ];
    same(table, Float32Array.from(wanted));
  });

  it("float32 is float64 rounded; std scales; widths and lengths share the numbers", () => {
    for (const [maxLength, d] of [
      [1, 1],
      [5, 3],
      [7, 16],
      [1000, 33],
      [9, 20001],
    ]) {
      const options = { seed: 3, std: 0.3 };
      const wide = new LearnedPositionalEncoding(maxLength, d, { ...options, dtype: "float64" });
      same(
        new LearnedPositionalEncoding(maxLength, d, options).table,
        Float32Array.from(wide.table),
      );
      const all = new LearnedPositionalEncoding(1, maxLength * d < 65536 ? maxLength * d : d, {
        ...options,
        dtype: "float64",
      });
      same(wide.table.slice(0, all.table.length), all.table);
      const double = new LearnedPositionalEncoding(maxLength, d, {
        seed: 3,
        std: 0.6,
        dtype: "float64",
      });
      same(
        double.table,
        wide.table.map((x) => 2 * x),
      );
    }
  });

  it("has the mean and deviation it says, and other numbers for other seeds", () => {
    const seen = new Set();
    for (let seed = 0; seed < 20; seed++) {
      const { table } = new LearnedPositionalEncoding(200, 50, { seed, dtype: "float64" });
      const mean = table.reduce((a, b) => a + b, 0) / table.length;
      const variance = table.reduce((a, b) => a + b * b, 0) / table.length;
      expect(Math.abs(mean)).toBeLessThan(5 * 0.02 * 0.01);
      expect(Math.abs(Math.sqrt(variance) / 0.02 - 1)).toBeLessThan(5 * 0.01);
      seen.add(table[0]);
    }
    expect(seen.size).toBe(20);
    expect(new LearnedPositionalEncoding(3, 3, { std: 0 }).table.every((x) => x === 0)).toBe(true);
  });

  // The native build finds the same hashes: tests/csrc/learned.c.
  it.each([
    [/** @type {const} */ ("float64"), 0x12a8a9e28c4dc3d8n, 0x31feca19a387f65en],
    [/** @type {const} */ ("float32"), 0xe1d4e30026fd0d78n, 0x9230830cb4e51599n],
  ])("has the bits it has elsewhere, and so has its softmax, %s", (dtype, before, after) => {
    /** FNV-1a. @param {Floats} values */
    const hash = (values) =>
      Array.from(bytes(values)).reduce(
        (sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n),
        0xcbf29ce484222325n,
      );
    const { table } = new LearnedPositionalEncoding(64, 65, { seed: 42, std: 3, dtype });
    expect(hash(table)).toBe(before);
    expect(hash(softmax(table, [64, 65]))).toBe(after);
  });

  it.each(dtypes)("from sinusoids, %s", (dtype) => {
    const pe = new LearnedPositionalEncoding(50, 16, { init: "sinusoidal", dtype });
    same(pe.table, sinusoidal(50, 16, { dtype }));
  });

  it("knows its sizes, and starts with no gradient", () => {
    const pe = new LearnedPositionalEncoding(50, 15);
    expect(pe.maxLength).toBe(50);
    expect(pe.dModel).toBe(15);
    same(pe.gradient, new Float32Array(750));
    expect(pe.table).toBe(pe.table);
    expect(pe.table).toBeInstanceOf(Float32Array);
  });
});

describe("forward", () => {
  it.each(dtypes)("adds the first rows to every sequence, %s", (dtype) => {
    const round = rounding(dtype);
    for (const [maxLength, batch, length, d] of [
      [1, 1, 1, 1],
      [9, 3, 5, 7],
      [9, 2, 9, 4],
      [700, 2, 650, 130],
      [4, 0, 4, 2],
      [4, 3, 0, 2],
      [2, 2, 2, 65536],
    ]) {
      const pe = noisy(dtype, maxLength, d);
      const before = pe.table.slice();
      const x = noise(dtype, batch * length * d);
      const wanted = x.map((value, i) => round(value + before[i % (length * d)]));
      const copy = x.slice();
      same(pe.forward(x, [batch, length, d]), wanted);
      same(x, copy);
      const out = array(dtype, x.length);
      expect(pe.forward(x, [batch, length, d], { out })).toBe(out);
      same(out, wanted);
      expect(pe.forward(x, [batch, length, d], { out: x })).toBe(x);
      same(x, wanted);
      same(pe.table, before);
      same(pe.gradient, array(dtype, maxLength * d));
    }
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    const pe = noisy(dtype, 300, 130);
    const arrays = [noise(dtype, 2 * 260 * 130), array(dtype, 2 * 260 * 130)];
    everywhere("forward", arrays, (x, out) => pe.forward(x, [2, 260, 130], { out }), places);
    everywhere("in place", [arrays[0]], (x) => pe.forward(x, [2, 260, 130], { out: x }), places);
  });

  it("refuses more positions than it knows, and leaves everything as it was", () => {
    const pe = noisy("float32", 4, 2);
    const table = pe.table.slice();
    const x = noise("float32", 20);
    const out = new Float32Array(20).fill(7);
    const message = /length\) must be an integer from 0 to 4, got 5/;
    expect(() => pe.forward(x, [2, 5, 2], { out })).toThrow(RangeError);
    expect(() => pe.forward(x, [2, 5, 2], { out })).toThrow(message);
    expect(() => pe.backward(x, [2, 5, 2], { out })).toThrow(RangeError);
    expect(() => pe.backward(x, [2, 5, 2], { out })).toThrow(message);
    same(out, new Float32Array(20).fill(7));
    same(pe.table, table);
    same(pe.gradient, new Float32Array(8));
  });
});

describe("lookup", () => {
  it.each(dtypes)("takes rows, %s", (dtype) => {
    const pe = noisy(dtype, 11, 5);
    const wanted = [3, 3, 0, 10, 9].flatMap((p) => Array.from(pe.table.subarray(5 * p, 5 * p + 5)));
    for (const list of [
      [3, 3, 0, 10, 9],
      Int32Array.of(3, 3, 0, 10, 9),
      Uint8Array.of(3, 3, 0, 10, 9),
    ]) {
      same(pe.lookup(list), array(dtype, wanted));
    }
    const out = array(dtype, 25);
    expect(pe.lookup([3, 3, 0, 10, 9], { out })).toBe(out);
    same(out, array(dtype, wanted));
    expect(pe.lookup([])).toHaveLength(0);
    out.fill(7);
    same(pe.lookup([3, 3, 0, 10, 9]), array(dtype, wanted));
  });
});

describe("backward", () => {
  /**
   * gradient + Σ_b, in the order of the batch.
   * @param {Dtype} dtype @param {Floats} gradient @param {Floats} upstream @param {number[]} shape
   */
  function summed(dtype, gradient, upstream, [batch, length, d]) {
    const round = rounding(dtype);
    const out = gradient.slice();
    for (let b = 0; b < batch; b++) {
      for (let i = 0; i < length * d; i++) out[i] = round(out[i] + upstream[b * length * d + i]);
    }
    return out;
  }

  it.each(dtypes)("adds up the batch, %s", (dtype) => {
    for (const [maxLength, batch, length, d] of [
      [1, 1, 1, 1],
      [9, 3, 5, 7],
      [9, 20, 9, 4],
      [700, 9, 650, 130],
      [4, 0, 4, 2],
      [4, 3, 0, 2],
      [3, 17, 2, 65536],
    ]) {
      const pe = noisy(dtype, maxLength, d);
      const table = pe.table.slice();
      const upstream = noise(dtype, batch * length * d);
      const copy = upstream.slice();
      let wanted = summed(dtype, pe.gradient, upstream, [batch, length, d]);
      const back = pe.backward(upstream, [batch, length, d]);
      same(pe.gradient, wanted);
      same(back, upstream);
      same(upstream, copy);
      if (back.length > 0) {
        back.fill(7);
        same(upstream, copy);
      }
      // Once more: it accumulates. In place: no copy.
      wanted = summed(dtype, wanted, upstream, [batch, length, d]);
      expect(pe.backward(upstream, [batch, length, d], { out: upstream })).toBe(upstream);
      same(pe.gradient, wanted);
      same(upstream, copy);
      same(pe.table, table);
      pe.zeroGradient();
      same(pe.gradient, array(dtype, maxLength * d));
    }
  });

  it.each(dtypes)("in all sorts of places, %s", (dtype) => {
    const arrays = [noise(dtype, 3 * 600 * 130), array(dtype, 3 * 600 * 130)];
    everywhere(
      "backward",
      arrays,
      (upstream, out) => {
        const pe = noisy(dtype, 600, 130);
        return [pe.backward(upstream, [3, 600, 130], { out }), pe.gradient];
      },
      places,
    );
    everywhere(
      "backwardAt",
      [arrays[0].slice(0, 500 * 130)],
      (upstream) => {
        const pe = noisy(dtype, 300, 130);
        const at = Array.from({ length: 500 }, (_, i) => (i < 250 ? i : (i * 7919) % 300));
        pe.backwardAt(at, upstream);
        return pe.gradient;
      },
      places,
    );
  });

  it("B times the same upstream gradient is B times the gradient", () => {
    const upstream = Float64Array.from(noise("float64", 10 * 6));
    for (const batch of [1, 2, 3, 8, 50]) {
      const pe = new LearnedPositionalEncoding(12, 6, { dtype: "float64" });
      pe.backward(upstream, [1, 10, 6]);
      const wanted = pe.gradient.map((x) => batch * x);
      pe.zeroGradient();
      const repeated = Float64Array.from({ length: batch * 60 }, (_, i) => upstream[i % 60]);
      pe.backward(repeated, [batch, 10, 6]);
      near(pe.gradient, wanted, 1e-12);
      same(pe.gradient.slice(60), new Float64Array(12)); // positions that did not occur
    }
  });

  it("is what finite differences give", () => {
    // The loss Σ w·(x + table)³/3, whose upstream gradient is w·(x + table)².
    const shape = /** @type {[number, number, number]} */ ([3, 4, 5]);
    const pe = noisy("float64", 6, 5);
    const x = noise("float64", 60, 2);
    const w = noise("float64", 60, 3);
    /** @returns {Float64Array} */
    const outputs = () => pe.forward(x, shape);
    const loss = () => outputs().reduce((sum, y, i) => sum + (w[i] * y ** 3) / 3, 0);
    const upstream = outputs().map((y, i) => w[i] * y * y);
    const ofX = pe.backward(upstream, shape);
    const h = 1e-5;
    /** @param {Floats} values */
    const differences = (values) =>
      values.map((value, i) => {
        values[i] = value + h;
        const above = loss();
        values[i] = value - h;
        const below = loss();
        values[i] = value;
        return (above - below) / (2 * h);
      });
    near(pe.gradient, differences(pe.table), 1e-9, "table");
    near(ofX, differences(x), 1e-9, "x");
  });
});

describe("backwardAt", () => {
  it.each(dtypes)("accumulates where positions repeat, in order, %s", (dtype) => {
    const round = rounding(dtype);
    for (const [maxLength, d, count] of [
      [1, 1, 5],
      [7, 3, 40],
      [300, 257, 1000],
      [5, 65536, 4],
      [40000, 1, 70000],
    ]) {
      const pe = noisy(dtype, maxLength, d);
      const upstream = noise(dtype, count * d);
      const at = Array.from({ length: count }, (_, i) =>
        i % 3 ? (i * i) % maxLength : Math.min(i, maxLength - 1),
      );
      pe.gradient.set(noise(dtype, maxLength * d, 5));
      const wanted = pe.gradient.slice();
      at.forEach((p, i) => {
        for (let c = 0; c < d; c++)
          wanted[p * d + c] = round(wanted[p * d + c] + upstream[i * d + c]);
      });
      expect(pe.backwardAt(at, upstream)).toBeUndefined();
      same(pe.gradient, wanted, `(${maxLength}, ${d}), ${count} positions`);
    }
  });

  it("of all positions in turn is backward", () => {
    const a = noisy("float32", 40, 9);
    const b = noisy("float32", 40, 9);
    const upstream = noise("float32", 3 * 40 * 9);
    a.backward(upstream, [3, 40, 9]);
    b.backwardAt(
      Array.from({ length: 120 }, (_, i) => i % 40),
      upstream,
    );
    same(a.gradient, b.gradient);
    b.backwardAt([], new Float32Array(0));
    same(a.gradient, b.gradient);
  });
});

describe("step", () => {
  it.each(dtypes)("goes against the gradient, %s", (dtype) => {
    const round = rounding(dtype);
    for (const size of [1, 5, 40000]) {
      const pe = noisy(dtype, size, 3);
      pe.gradient.set(noise(dtype, 3 * size, 4));
      const gradient = pe.gradient.slice();
      const rate = 0.1;
      const wanted = pe.table.map((/** @type {number} */ x, /** @type {number} */ i) =>
        round(x + round(round(-rate) * gradient[i])),
      );
      expect(pe.step(rate)).toBeUndefined();
      same(pe.table, wanted);
      same(pe.gradient, gradient);
    }
  });

  it("learns", () => {
    // Towards the sinusoids, by gradient descent on half the squared distance.
    const pe = new LearnedPositionalEncoding(20, 8, { dtype: "float64", seed: 5 });
    const wanted = sinusoidal(20, 8, { dtype: "float64" });
    for (let i = 0; i < 100; i++) {
      const y = pe.forward(new Float64Array(160), [1, 20, 8]);
      pe.backward(
        y.map((value, j) => value - wanted[j]),
        [1, 20, 8],
      );
      pe.step(0.3);
      pe.zeroGradient();
    }
    near(pe.table, wanted, 1e-14);
  });
});

describe("what may not be written to", () => {
  it("is the table, and the gradient", () => {
    const pe = noisy("float32", 5, 4);
    const before = pe.table.slice();
    const message = /: out must (not overlap|be) (table|gradient|x|gradOutput|positions)\b/;
    for (const own of [pe.table, pe.gradient]) {
      expect(() => pe.lookup([1], { out: own.subarray(2, 6) })).toThrow(message);
      expect(() => pe.forward(new Float32Array(20), [1, 5, 4], { out: own })).toThrow(message);
      expect(() => pe.backward(new Float32Array(20), [1, 5, 4], { out: own })).toThrow(message);
    }
    same(pe.table, before);
    same(pe.gradient, new Float32Array(20));
  });

  it("is the gradient, by a gradient that lies in it", () => {
    const pe = noisy("float32", 5, 4);
    pe.gradient.set(noise("float32", 20, 4));
    const before = pe.gradient.slice();
    const out = new Float32Array(8);
    for (const [first, how] of /** @type {const} */ ([
      [0, "overlaps it in part"],
      [4, "overlaps it in part"],
      [12, "overlaps it in part"],
    ])) {
      const inside = pe.gradient.subarray(first, first + 8);
      const message = `gradOutput must not overlap gradient, but ${how}`;
      expect(() => pe.backward(inside, [1, 2, 4], { out })).toThrow(
        new RangeError(`phasor.LearnedPositionalEncoding.backward: ${message}`),
      );
      expect(() => pe.backwardAt([3, 1], inside)).toThrow(
        new RangeError(`phasor.LearnedPositionalEncoding.backwardAt: ${message}`),
      );
    }
    const all = /gradOutput must not overlap gradient, but is the same memory/;
    expect(() => pe.backward(pe.gradient, [1, 5, 4])).toThrow(all);
    expect(() => pe.backwardAt([0, 1, 2, 3, 4], pe.gradient)).toThrow(all);
    same(pe.gradient, before);
    same(out, new Float32Array(8));
    // The table may be anybody's gradient.
    pe.zeroGradient();
    pe.backwardAt([0, 1, 2, 3, 4], pe.table);
    same(pe.gradient, pe.table);
  });

  it("are arrays of another type", () => {
    const pe = noisy("float32", 5, 4);
    const wide = new Float64Array(20);
    expect(() => pe.forward(wide, [1, 5, 4])).toThrow(/x must be a Float32Array/);
    expect(() => pe.backward(wide, [1, 5, 4])).toThrow(/gradOutput must be a Float32Array/);
    expect(() => pe.backwardAt([1], wide.subarray(0, 4))).toThrow(
      /gradOutput must be a Float32Array/,
    );
    expect(() => pe.lookup([1], { out: wide.subarray(0, 4) })).toThrow(
      /out must be a Float32Array/,
    );
  });

  it("are rows of more than 65536 features", () => {
    expect(new LearnedPositionalEncoding(1, 65536).table).toHaveLength(65536);
    expect(() => new LearnedPositionalEncoding(1, 65537)).toThrow(
      /dModel must be an integer from 1 to 65536, got 65537/,
    );
  });

  it("takes odd widths but for sinusoids", () => {
    expect(new LearnedPositionalEncoding(2, 3).table).toHaveLength(6);
    expect(() => new LearnedPositionalEncoding(2, 3, { init: "sinusoidal" })).toThrow(
      /dModel must be an even integer of at least 2, got 3/,
    );
  });
});

describe("64-bit positions and ids", () => {
  const plain = [3, 0, 3, 4, 1];
  const big = BigInt64Array.from(plain, BigInt);

  it.each(dtypes)("are those of 32 bits: lookup and backwardAt, %s", (dtype) => {
    const pe = noisy(dtype, 5, 3);
    const upstream = noise(dtype, 15, 2);
    for (const positions of [big, BigUint64Array.from(big)]) {
      same(pe.lookup(positions), pe.lookup(plain));
      pe.zeroGradient();
      pe.backwardAt(positions, upstream);
      const got = pe.gradient.slice();
      pe.zeroGradient();
      pe.backwardAt(Int32Array.from(plain), upstream);
      same(got, pe.gradient);
      expect(got.some((/** @type {number} */ x) => x !== 0)).toBe(true);
    }
  });

  it.each(dtypes)("of embed, %s", (dtype) => {
    const pe = /** @type {any} */ (new SinusoidalPositionalEncoding(5, 4, { dtype }));
    const embeddings = noise(dtype, 20, 3);
    same(pe.embed(big, embeddings, [1, 5]), pe.embed(plain, embeddings, [1, 5]));
  });

  it("beyond the table are named", () => {
    const pe = noisy("float32", 5, 4);
    for (const [bad, got] of /** @type {const} */ ([
      [5n, "5"],
      [-1n, "-1"],
      [2n ** 32n, "4294967296"],
      [2n ** 63n - 1n, "9223372036854775807"],
      [-(2n ** 63n), "-9223372036854775808"],
    ])) {
      const message = new RegExp(
        `positions\\[1\\] must be an integer from 0 to 4, got ${got.slice(0, 15)}`,
      );
      expect(() => pe.lookup(BigInt64Array.of(0n, bad))).toThrow(message);
      expect(() => pe.backwardAt(BigInt64Array.of(0n, bad), new Float32Array(8))).toThrow(message);
    }
    same(pe.gradient, new Float32Array(20));
  });

  it("in an ordinary array are not numbers", () => {
    expect(() => noisy("float32", 5, 4).lookup([0n, 1n])).toThrow(TypeError);
  });
});
