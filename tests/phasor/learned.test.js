// LearnedPositionalEncoding: the initial numbers of its table, and forward and lookup.
import { LearnedPositionalEncoding, sinusoidal, softmax } from "phasor";
import { describe, expect, it } from "vitest";
import {
  arenas,
  array,
  bytes,
  dtypes,
  everywhere,
  near,
  noise,
  rounding,
  same,
} from "./helpers.js";
import { noisy } from "./learned.support.js";

/** @typedef {import("./helpers.js").Floats} Floats */

const places = arenas(1 << 23);

describe("the initial table of LearnedPositionalEncoding", () => {
  // The doubles nearest to the formula in Python's mpmath, with a separate splitmix64.
  it.each([
    [0, [-0.45275774021745807, 0.20776603893419163, 2.650605812079669, -0.49042282539864757]],
    [1, [-0.028249746095854532, -1.065617648414326, -0.22791952286763473, 0.0830941684715008]],
    [42, [0.4147197504315305, 0.6526812221519427, -0.8918862136277568, 1.326833562814106]],
    [
      2 ** 53 - 1,
      [0.719804392692882, 1.8344978908327096, -0.03981032874828831, 1.1271846906229614],
    ],
  ])("has the normal numbers of seed %i", (seed, expected) => {
    const { table } = new LearnedPositionalEncoding(2, 2, { seed, std: 1, dtype: "float64" });
    near(table, expected, 2.7 * 2 ** -51); // 2.7: the greatest radius
  });

  it("has the right numbers far into the sequence", () => {
    const { table } = new LearnedPositionalEncoding(1000, 100, {
      seed: 7,
      std: 1,
      dtype: "float64",
    });
    near(table.subarray(-2), [-0.08628169961809634, -0.9606746649769009], 2 ** -51);
  });

  it("is right to the bit for float32 with a deviation of 0.02", () => {
    const { table } = new LearnedPositionalEncoding(3, 2, { seed: 42 });
    const expected = [
      0.008294395171105862, 0.013053624890744686, -0.017837723717093468, 0.026536671444773674,
      0.03459186106920242, -0.03766833618283272,
    ];
    same(table, Float32Array.from(expected));
  });

  it("is float64 rounded for float32, scales with std, and depends on neither width nor length", () => {
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

  // tests/csrc/learned.c compares the native build with the same hashes.
  it.each([
    [/** @type {const} */ ("float64"), 0x12a8a9e28c4dc3d8n, 0x31feca19a387f65en],
    [/** @type {const} */ ("float32"), 0xe1d4e30026fd0d78n, 0x9230830cb4e51599n],
  ])(
    "has the same bits as in the native build, and so does its softmax, %s",
    (dtype, before, after) => {
      /** FNV-1a. @param {Floats} values */
      const hash = (values) =>
        Array.from(bytes(values)).reduce(
          (sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n),
          0xcbf29ce484222325n,
        );
      const { table } = new LearnedPositionalEncoding(64, 65, { seed: 42, std: 3, dtype });
      expect(hash(table)).toBe(before);
      expect(hash(softmax(table, [64, 65]))).toBe(after);
    },
  );

  it.each(dtypes)("may be the sinusoidal table, %s", (dtype) => {
    const pe = new LearnedPositionalEncoding(50, 16, { init: "sinusoidal", dtype });
    same(pe.table, sinusoidal(50, 16, { dtype }));
  });

  it("has the given sizes, and a gradient of zeros", () => {
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
      const expected = x.map((value, i) => round(value + before[i % (length * d)]));
      const copy = x.slice();
      same(pe.forward(x, [batch, length, d]), expected);
      same(x, copy);
      expect(pe.forward(x, [batch, length, d], { out: x })).toBe(x);
      same(x, expected);
      same(pe.table, before);
      same(pe.gradient, array(dtype, maxLength * d));
    }
  });

  it.each(dtypes)("gives the same bits wherever the arrays lie, %s", (dtype) => {
    const pe = noisy(dtype, 300, 130);
    const arrays = [noise(dtype, 2 * 260 * 130), array(dtype, 2 * 260 * 130)];
    everywhere("forward", arrays, (x, out) => pe.forward(x, [2, 260, 130], { out }), places);
    everywhere("in place", [arrays[0]], (x) => pe.forward(x, [2, 260, 130], { out: x }), places);
  });
});

it.each(dtypes)("lookup returns the rows of the positions, %s", (dtype) => {
  const pe = noisy(dtype, 11, 5);
  const expected = [3, 3, 0, 10, 9].flatMap((p) => Array.from(pe.table.subarray(5 * p, 5 * p + 5)));
  same(pe.lookup([3, 3, 0, 10, 9]), array(dtype, expected));
  expect(pe.lookup([])).toHaveLength(0);
});
