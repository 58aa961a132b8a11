import { sinusoidal, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { circle, exactPair, fixed, frequency, toNumber } from "./exact.js";
import { arenas, array, dtypes, everywhere, random, same } from "./helpers.js";
import { brain } from "./rounded.js";

/** @typedef {"float32" | "bfloat16" | "float16" | "ggml"} Rounded */
const rounded = /** @type {const} */ (["float32", "bfloat16", "float16", "ggml"]);

// ---- an emulation in integers with 256 fraction bits; it shares no code with the kernels ----

/** Significand bits, exponent of the smallest normal number, largest number. */
const formats = {
  float32: { precision: 24, least: -126, largest: 2 ** 128 - 2 ** 104 },
  bfloat16: { precision: 8, least: -126, largest: 2 ** 128 - 2 ** 120 },
  float16: { precision: 11, least: -14, largest: 65504 },
  ggml: { precision: 24, least: -126, largest: 2 ** 128 - 2 ** 104 },
};

/** The number of a format that is nearest to x/2^256, ties to even. @param {Rounded} arithmetic
 * @param {bigint} x */
function nearest(arithmetic, x) {
  const { precision, least, largest } = formats[arithmetic];
  const size = x < 0n ? -x : x;
  const exponent = Math.max(size.toString(2).length - 1 - 256, least);
  const last = BigInt(exponent - precision + 1 + 256); // the result is a multiple of 2^last
  if (last <= 0n) return toNumber(x);
  const half = 1n << (last - 1n);
  let significand = size >> last;
  const dropped = size - (significand << last);
  if (dropped > half || (dropped === half && significand & 1n)) significand += 1n;
  const value = toNumber(significand << last);
  const signed = value > largest ? Number.POSITIVE_INFINITY : value;
  return x < 0n ? -signed : signed;
}

/** The rounded product of two numbers with few significand bits.
 * @param {Rounded} a @param {number} x @param {number} y */
const product = (a, x, y) => nearest(a, fixed(x * y));

/** The row of one position. @param {Rounded} arithmetic @param {number} position @param {number} d
 * @param {number} base @param {number} [spacing] ω_i = base^(-2i/spacing) */
function emulate(arithmetic, position, d, base = 10000, spacing = d) {
  const p = nearest(arithmetic, fixed(position));
  const row = new Float64Array(d).fill(Number.NaN);
  if (!Number.isFinite(p)) return row;
  const step = d > 2 ? nearest(arithmetic, frequency(base, spacing, 1)) : 1;
  let running = p;
  for (let i = 0; i < d / 2; i++) {
    let angle = product(arithmetic, p, nearest(arithmetic, frequency(base, spacing, i)));
    if (arithmetic === "ggml") {
      angle = running;
      running = product(arithmetic, running, step);
    }
    const [sine, cosine] = circle(fixed(angle));
    row[2 * i] = nearest(arithmetic, sine);
    row[2 * i + 1] = nearest(arithmetic, cosine);
  }
  return row;
}

/** The largest error in the row of a position.
 * @param {Rounded | "float32-pow"} arithmetic @param {number} position @param {number} d */
function largestError(arithmetic, position, d) {
  const row = sinusoidalAt([position], d, { arithmetic, dtype: "float64" });
  let largest = 0;
  for (let i = 0; i < d / 2; i++) {
    exactPair(position, 10000, d, i).forEach((exact, side) => {
      const distance = Math.abs(toNumber(fixed(row[2 * i + side]) - exact));
      largest = Math.max(largest, distance);
    });
  }
  return largest;
}

const POSITIONS = [
  ...[0, 1, 2, 3, 7, 255, 256, 257, 258, 2047, 2048, 2049, 4095, 65504, 65519, 65520, 100000],
  ...[131071, 1048575, 2 ** 24 + 1, 2 ** 31, 2 ** 40 + 12345, 2 ** 53 - 1, 2 ** 53],
  ...[
    -1,
    -257,
    -2049,
    -1048575,
    -(2 ** 53),
    0.5,
    0.1,
    -0.1,
    1e-3,
    1e-5,
    2 ** -26,
    12345.678,
    1e-30,
  ],
  9830.3984375, // its sine lies next to the midpoint of two floats
];

describe.each(rounded)("arithmetic %s", (arithmetic) => {
  it("matches an emulation in integers to the bit", () => {
    for (const [d, base] of [
      [2, 10000],
      [4, 10000],
      [6, 500],
      [34, 1e6],
      [128, 10000],
    ]) {
      const actual = sinusoidalAt(POSITIONS, d, { arithmetic, base, dtype: "float64" });
      POSITIONS.forEach((position, r) => {
        const expected = emulate(arithmetic, position, d, base);
        same(actual.slice(r * d, (r + 1) * d), expected, `position ${position}, dModel ${d}`);
      });
    }
  });

  it("matches the emulation at random positions, widths and bases", () => {
    const next = random(7);
    for (let round = 0; round < 60; round++) {
      const d = 2 * Math.ceil(12 * Math.abs(next()));
      const base = 1 + 2 ** (20 * Math.abs(next()));
      const size = 2 ** (30 * Math.abs(next()));
      const position = round % 2 ? next() * size : Math.round(next() * size);
      const actual = sinusoidalAt([position], d, { arithmetic, base, dtype: "float64" });
      same(actual, emulate(arithmetic, position, d, base), `position ${position}, base ${base}`);
    }
  });

  it("gives the same values in float32 and float64, and in tables and single rows", () => {
    for (const start of [0, 250, -3, 70000, 0.25, 2 ** 53 - 100]) {
      const doubles = sinusoidal(70, 66, { arithmetic, start, dtype: "float64" });
      same(sinusoidal(70, 66, { arithmetic, start }), Float32Array.from(doubles));
      const positions = Float64Array.from({ length: 70 }, (_, r) => start + r);
      same(sinusoidalAt(positions, 66, { arithmetic, dtype: "float64" }), doubles);
      same(
        sinusoidal(1, 66, { arithmetic, start: positions[33], dtype: "float64" }),
        doubles.slice(33 * 66, 34 * 66),
      );
    }
  });

  it("gives the same bits wherever its arrays lie, also in tiles and in wide rows", () => {
    const places = arenas(1 << 22);
    for (const dtype of dtypes) {
      for (const [length, d] of [
        [9, 6],
        [131, 512],
        [3, 65536],
      ]) {
        if (length * d * (dtype === "float64" ? 8 : 4) > 1 << 20) continue;
        const out = array(dtype, length * d);
        const options = { arithmetic, start: 300 };
        everywhere(
          `${dtype} ${length}×${d}`,
          [out],
          (into) => sinusoidal(length, d, { ...options, out: into }),
          places,
        );
      }
    }
    const wide = sinusoidal(3, 65536, { arithmetic, start: 300 });
    same(
      sinusoidalAt([302], 65536, { arithmetic }),
      wide.slice(2 * 65536),
      "the last of three rows of 65536",
    );
  });

  it("follows a convention's layout, order and spacing", () => {
    const d = 34;
    const half = d / 2;
    for (const dtype of dtypes) {
      const positions = [3, 2049, 131071, 0.3];
      const paper = sinusoidalAt(positions, d, { arithmetic, dtype });
      const halves = sinusoidalAt(positions, d, { arithmetic, dtype, convention: "gpt-neox" });
      const expected = halves.map((_, at) => {
        const column = at % d;
        const pair = column % half;
        return paper[at - column + 2 * pair + (column < half ? 0 : 1)];
      });
      same(halves, expected, "gpt-neox");
    }
    const spaced = sinusoidalAt([131071], d, {
      arithmetic,
      dtype: "float64",
      convention: { layout: "interleaved", order: "sin-cos", spacing: "d-2" },
    });
    same(spaced, emulate(arithmetic, 131071, d, 10000, d - 2), "spacing d-2");
  });

  it("accepts length 0, and gives exact values at position 0", () => {
    expect(sinusoidal(0, 8, { arithmetic }).length).toBe(0);
    expect(sinusoidalAt([], 8, { arithmetic }).length).toBe(0);
    expect(Array.from(sinusoidal(1, 8, { arithmetic }))).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  });
});

describe("known errors of other implementations:", () => {
  it("bfloat16 has 769 different rows for positions 0 … 4095, and the same row for 256 and 257", () => {
    const d = 64;
    const positions = Array.from({ length: 4096 }, (_, r) => brain(r));
    expect(new Set(positions).size).toBe(769);
    const table = sinusoidal(4096, d, { arithmetic: "bfloat16" });
    same(sinusoidalAt(positions, d, { arithmetic: "bfloat16" }), table);
    const rows = positions.map((_, r) => table.slice(r * d, (r + 1) * d).join());
    expect(new Set(rows).size).toBe(769);
    expect(rows.findIndex((row, r) => rows.indexOf(row) < r)).toBe(257);
    expect(rows[257]).toBe(rows[256]);
  });

  it("float16 has different rows for integers up to 2048 only", () => {
    const at = (/** @type {number} */ p) => sinusoidalAt([p], 64, { arithmetic: "float16" }).join();
    expect(at(2048)).not.toBe(at(2047));
    expect(at(2049)).toBe(at(2048));
    expect(at(65519)).toBe(at(65504));
    expect(at(65520)).toBe(Array(64).fill("NaN").join());
    expect(at(-65520)).toBe(Array(64).fill("NaN").join());
  });

  it("angles in float32 are off by 2.6e-3 at position 131,071 and by 2.5e-2 at 1,048,575", () => {
    expect(largestError("float32", 131071, 128).toPrecision(2)).toBe("0.0026");
    expect(largestError("float32", 1048575, 128).toPrecision(2)).toBe("0.025");
  });

  it("computing the frequencies in float32 too, as PyTorch code does, raises the error to 4.2e-3", () => {
    expect(largestError("float32-pow", 131071, 128).toPrecision(2)).toBe("0.0042");
    expect(largestError("float32-pow", 1048575, 128).toPrecision(2)).toBe("0.025");
  });

  it("ggml's running product is off by 1.2e-2 and 9.2e-2", () => {
    expect(largestError("ggml", 131071, 128).toPrecision(2)).toBe("0.012");
    expect(largestError("ggml", 1048575, 128).toPrecision(2)).toBe("0.092");
  });
});

describe("the option arithmetic", () => {
  it('is "exact" by default', () => {
    same(sinusoidal(40, 32, { arithmetic: "exact" }), sinusoidal(40, 32));
    same(sinusoidalAt([1.5, 9], 32, { arithmetic: "exact" }), sinusoidalAt([1.5, 9], 32));
  });
});
