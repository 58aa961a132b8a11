import { sinusoidal, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { error, exactPair, halfUlp32 } from "./exact.js";
import { difference, dtypes, noise, random, same } from "./helpers.js";

/** The error bound of a float64 table. */
const BOUND64 = 2 ** -51;

describe("every sinusoidal table", () => {
  const L = 100;
  const d = 64;
  const table = sinusoidal(L, d, { dtype: "float64" });

  it.each(dtypes)("is exactly [0, 1, 0, 1, …] at position 0, %s", (dtype) => {
    for (const width of [2, 4, 6, 64, 66, 512, 4098, 65536]) {
      const row = sinusoidal(1, width, { dtype });
      expect(row.every((x, i) => Object.is(x, i % 2))).toBe(true);
    }
  });

  it.each(dtypes)("has values in [-1, 1], %s", (dtype) => {
    for (const start of [0, -5000, 2 ** 40, 0.5, 2 ** 53 - 3000]) {
      const values = sinusoidal(2048, 64, { dtype, start });
      expect(values.every((x) => x >= -1 && x <= 1)).toBe(true);
    }
  });

  it("has rows that do not depend on its length", () => {
    const long = sinusoidal(10000, d, { dtype: "float64" });
    same(long.slice(0, L * d), table);
    same(sinusoidal(10, d, { dtype: "float64", start: 9990 }), long.slice(9990 * d));
  });
});

describe("the accuracy of sinusoidal tables", () => {
  const next = random(7);
  const anyPosition = () => Math.round(next() * 2 ** (1 + 52 * Math.abs(next())));
  const positions = [
    ...[0, 1, 31, 32, 33, 63, 64, 65, 4095, 1e6, 2 ** 31, 2 ** 32 + 1, 2 ** 53, 2 ** 53 - 1],
    ...[-1, -31, -32, -33, -64, -(2 ** 31), -(2 ** 53), 0.5, -0.25, 1e-3, 1e-9, 1e-300],
    ...[3 + 2 ** -50, 0.1, 1.25, -98765.4321],
    ...[Math.PI, 355 / 113, 2 ** 52 + 0.5, -(2 ** 40) - 0.125, 1e15 + 0.625],
    ...Array.from({ length: 30 }, anyPosition),
    ...Array.from({ length: 30 }, () => next() * 2 ** (53 * Math.abs(next()))),
  ];
  it.each([
    ...[2, 4, 6, 64, 512].map((dModel) => [10000, dModel]),
    [100, 6],
    [1 + 2 ** -52, 4],
    [1.0001, 64],
    [1e18, 10],
    [500000, 128],
    [2, 34],
    [1e9, 34],
    [10000, 4098],
    [10000, 65536],
  ])("is within bounds of 256-bit arithmetic: base %f, dModel %i", (base, dModel) => {
    const wide = sinusoidalAt(positions, dModel, { base, dtype: "float64" });
    const narrow = sinusoidalAt(positions, dModel, { base });
    const step = Math.ceil(dModel / 2 / 6);
    positions.forEach((position, r) => {
      for (let i = 0; i < dModel / 2; i += step) {
        exactPair(position, base, dModel, i).forEach((exact, c) => {
          const at = r * dModel + 2 * i + c;
          const what = `position ${position}, column ${2 * i + c}`;
          expect(error(wide[at], exact), what).toBeLessThanOrEqual(BOUND64);
          const bound = halfUlp32(narrow[at]) + 2 ** -50;
          expect(error(narrow[at], exact), `${what}, float32`).toBeLessThanOrEqual(bound);
        });
      }
    });
  });
});

it.each([
  [300, 64, 0],
  [70, 4098, -35],
  [33, 6, 2 ** 53 - 40],
  [65, 66, 0.3],
  [2, 65536, 12345],
])(
  "a float32 table is the float64 table rounded once: length %i, dModel %i, start %f",
  (length, d, start) => {
    const narrow = sinusoidal(length, d, { start });
    const wide = sinusoidal(length, d, { start, dtype: "float64" });
    same(narrow, Float32Array.from(wide));
    expect(narrow[d - 1]).toBe(Math.fround(wide[d - 1]));
  },
);

describe("sinusoidalAt gives the bits of sinusoidal", () => {
  const short = [...Array(18).keys(), 31, 32, 33, 63, 64, 65, 127, 128, 129];
  /** Widths, lengths on both sides of the ends of blocks and tiles, and starts.
   * @type {[number[], number[], number[]][]} */
  const tables = [
    [[2, 4, 6, 8, 10, 64, 66, 1026], short, [0]],
    [[4094, 4096, 4098, 8194], [67], [-3]],
    [[65534, 65536], [37], [-3]], // past the next base row, at 32
    [[64], [503, 504, 511, 512, 513, 991, 992, 993, 1023, 1024, 1025, 1100], [0, 17, -32]],
    [[6], [5376, 5440, 10879, 10880, 10881], [0, 17, -32]],
    [[66], [448, 449, 959, 960, 961], [0, 17, -32]],
    [[2], [16384, 32767, 32768, 32769, 40000], [0, 17, -32]],
    [[2050], [63, 64, 65, 128, 129], [0, 17, -32]],
    [[64], [200, 3000], [0, 0.1]],
    [[66], [200], [-100]],
    [[2], [70, 40000], [31, 0.5281569953269609]],
    [[10], [100, 201], [2 ** 53 - 200, -(2 ** 53)]],
    [[6], [300], [-77.7]],
    [[34], [2000], [1e9 + 0.7]],
    [[4], [3], [-0]],
  ];
  const cases = tables.flatMap(([all, ...rest]) => all.map((d) => ({ d, rest })));
  it.each(cases)("dModel $d, lengths and starts $rest", ({ d, rest: [lengths, starts] }) => {
    for (const dtype of dtypes) {
      for (const start of starts) {
        const positions = Array.from({ length: Math.max(...lengths) }, (_, r) => start + r);
        const rows = sinusoidalAt(positions, d, { dtype });
        for (const length of lengths) {
          const what = `length ${length} from ${start}`;
          same(sinusoidal(length, d, { dtype, start }), rows.subarray(0, length * d), what);
        }
      }
    }
  });

  it("for positions in any order, and repeated", () => {
    const table = sinusoidal(200, 66, { dtype: "float64" });
    const order = Array.from(noise("float64", 2000), (x) => Math.floor((x + 1) * 100));
    const rows = sinusoidalAt(order, 66, { dtype: "float64" });
    order.forEach((p, r) => {
      expect(difference(rows.slice(r * 66, (r + 1) * 66), table.slice(p * 66, (p + 1) * 66))).toBe(
        -1,
      );
    });
  });
});

describe("sinusoidal and sinusoidalAt", () => {
  it("have dtype float32 by default, or the type of out", () => {
    expect(sinusoidal(2, 4)).toBeInstanceOf(Float32Array);
    expect(sinusoidalAt([1], 4)).toBeInstanceOf(Float32Array);
    expect(sinusoidal(2, 4, { dtype: "float64" })).toBeInstanceOf(Float64Array);
    expect(sinusoidalAt([1], 4, { dtype: "float64" })).toBeInstanceOf(Float64Array);
  });

  it("have the defaults base 10000, start 0 and the paper's convention", () => {
    const all = { base: 10000, start: 0, convention: /** @type {const} */ ("vaswani") };
    same(sinusoidal(9, 6), sinusoidal(9, 6, all));
    same(sinusoidal(9, 6), sinusoidal(9, 6, { base: undefined, out: undefined, dtype: undefined }));
  });

  it("return new arrays", () => {
    const first = sinusoidal(100, 64);
    const copy = first.slice();
    expect(first.byteOffset).toBe(0);
    expect(first.buffer.byteLength).toBe(first.byteLength);
    sinusoidal(1000, 66, { start: 9, dtype: "float64" });
    sinusoidalAt([1, 2.5], 4098);
    same(first, copy);
    first.fill(0);
    same(sinusoidal(100, 64), copy);
  });

  it("do not change the positions", () => {
    const positions = Float64Array.from([3, 1, 4, 1, 5.5, -9]);
    const copy = positions.slice();
    sinusoidalAt(positions, 4098);
    same(positions, copy);
  });
});
