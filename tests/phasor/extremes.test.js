// The analysis functions for finite tables of any size, with rows of 10^300 next to rows of
// 10^-300, against rational arithmetic.
import {
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  permutationError,
  similarityByDistance,
  sinusoidal,
  verifyRelativePosition,
} from "phasor";
import { describe, expect, it } from "vitest";
import { arenas, array, dtypes, everywhere, near, noise, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {"float32" | "float64"} Dtype */

// ---- rational arithmetic: integers in units of 2^-1200 ----

const UNIT = 1200n;

/** A double as an integer number of units. @param {number} x */
function exact(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const all = view.getBigUint64(0);
  const biased = Number((all >> 52n) & 0x7ffn);
  const fraction = all & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return (x < 0 ? -mantissa : mantissa) << BigInt(Math.max(biased, 1) - 1075 + Number(UNIT));
}

/** numerator/denominator·2^exponent to 60 bits. @param {bigint} numerator @param {bigint} denominator
 * @param {number} exponent */
function quotient(numerator, denominator, exponent = 0) {
  if (numerator === 0n) return 0;
  const sign = numerator < 0n ? -1 : 1;
  const size = numerator < 0n ? -numerator : numerator;
  const shift = 64 - (size.toString(2).length - denominator.toString(2).length);
  const digits =
    shift > 0 ? (size << BigInt(shift)) / denominator : size / (denominator << BigInt(-shift));
  let value = sign * Number(digits);
  for (let rest = exponent - shift; rest !== 0; ) {
    const step = Math.max(-900, Math.min(900, rest));
    value *= 2 ** step;
    rest -= step;
  }
  return value;
}

/** The integer part of a square root. @param {bigint} n */
function root(n) {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** Rows of integers. @param {ArrayLike<number>} pe @param {number} length @param {number} d */
function rowsOf(pe, length, d) {
  return Array.from({ length }, (_, p) =>
    Array.from({ length: d }, (_, c) => exact(pe[p * d + c])),
  );
}

/** @param {bigint[]} a @param {bigint[]} b */
const product = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0n);

/** @param {bigint[]} a @param {bigint[]} b */
function cosine(a, b) {
  const norms = root((product(a, a) * product(b, b)) << 200n);
  return norms === 0n ? 0 : quotient(product(a, b) << 100n, norms);
}

// ---- tables ----

const D = 6;

/** The factors of the rows. @type {Record<Dtype, number[]>} */
const sizes = {
  float32: [1, 2e19, 1e-23, 3e38, 2 ** -148, 1e-40, 1e10, 5e37, 1e-19, 1e19],
  float64: [1, 1e155, 1e-170, 1.5e308, 2 ** -1073, 1e-310, 1e100, 1e-155, 1e154, 1e300],
};

/** Rows of all sizes, two of them zero. @param {Dtype} dtype @param {number} length */
function extreme(dtype, length, seed = 1) {
  const pe = noise(dtype, length * D, seed);
  const all = sizes[dtype];
  for (let p = 0; p < length; p++) {
    const size = p % 13 === 5 ? 0 : all[(p * 7) % all.length];
    for (let c = 0; c < D; c++) pe[p * D + c] *= size;
  }
  return pe;
}

const u = { float32: 2 ** -24, float64: 2 ** -53 };
const least = { float32: 2 ** -149, float64: 2 ** -1074 };
const places = arenas(1 << 20);

describe("cosineSimilarity of finite rows", () => {
  it.each([
    ["float32", 2e19],
    ["float32", 1e-23],
    ["float64", 1e155],
    ["float64", 1e-170],
    ["float64", 5e-324],
  ])("is exactly ±1 for equal entries, %s of %d", (dtype, value) => {
    const pe = array(/** @type {Dtype} */ (dtype), 8).fill(value);
    expect(Array.from(cosineSimilarity(pe, [2, 4]))).toEqual([1, 1, 1, 1]);
    pe.fill(-value, 4);
    expect(Array.from(cosineSimilarity(pe, [2, 4]))).toEqual([1, -1, -1, 1]);
  });

  it.each(dtypes)("is within the error bound for rows of all sizes, %s", (dtype) => {
    const length = 70;
    const pe = extreme(dtype, length);
    const rows = rowsOf(pe, length, D);
    const wanted = rows.flatMap((a) => rows.map((b) => cosine(a, b)));
    const bound = dtype === "float32" ? (D / 4 + 5) * u.float32 : (2 * D + 8) * u.float64;
    const got = cosineSimilarity(pe, [length, D]);
    near(got, wanted, bound);
    for (let p = 0; p < length; p++) {
      const zero = rows[p].every((x) => x === 0n);
      expect(got[p * length + p]).toBe(zero ? 0 : 1);
    }
    everywhere("extreme", [pe], (x) => cosineSimilarity(x, [length, D]), places);
  });

  it.each(dtypes)("gives entries that depend only on their two rows, %s", (dtype) => {
    const length = 40;
    const pe = extreme(dtype, length);
    const all = cosineSimilarity(pe, [length, D]);
    for (const [p, q] of [
      [0, 1],
      [3, 20],
      [10, 11],
    ]) {
      const two = array(dtype, 2 * D);
      two.set(pe.subarray(p * D, (p + 1) * D));
      two.set(pe.subarray(q * D, (q + 1) * D), D);
      expect(cosineSimilarity(two, [2, D])[1]).toBe(all[p * length + q]);
    }
  });

  it.each(dtypes)("is never above 1, and exactly 1 on the diagonal, %s", (dtype) => {
    for (const d of [2, 3, 7, 64, 100, 512, 4098]) {
      const pe = d % 2 ? noise(dtype, 100 * d) : sinusoidal(100, d, { dtype });
      pe.copyWithin(50 * d, 0, 50 * d); // equal rows at different positions
      const got = cosineSimilarity(pe, [100, d]);
      expect(got.every((x) => x >= -1 && x <= 1)).toBe(true);
      for (let p = 0; p < 100; p++) expect(got[p * 101]).toBe(1);
      expect(got.some((x) => Number.isNaN(Math.acos(x)))).toBe(false);
    }
  });

  it.each(dtypes)("is NaN if a row is not finite, %s", (dtype) => {
    const pe = array(dtype, [1, 2, Infinity, 1, sizes[dtype][1], 1, Number.NaN, 0]);
    const got = cosineSimilarity(pe, [4, 2]);
    expect(Array.from(got, Number.isNaN)).toEqual(
      Array.from({ length: 16 }, (_, i) => [i >> 2, i & 3].some((row) => row === 1 || row === 3)),
    );
  });
});

describe("dotProducts of finite rows", () => {
  it.each(dtypes)("are infinite only if the exact value is out of range, %s", (dtype) => {
    const length = 70;
    const pe = extreme(dtype, length);
    const rows = rowsOf(pe, length, D);
    const got = dotProducts(pe, [length, D]);
    const largest = dtype === "float32" ? 3.4028234663852886e38 : Number.MAX_VALUE;
    rows.forEach((a, p) => {
      rows.forEach((b, q) => {
        const wanted = quotient(product(a, b), 1n << (2n * UNIT));
        const sum = quotient(
          a.reduce((all, x, i) => all + (x * b[i] < 0n ? -x * b[i] : x * b[i]), 0n),
          1n << (2n * UNIT),
        );
        const entry = got[p * length + q];
        if (Math.abs(wanted) > largest) {
          expect(Math.abs(entry)).toBeGreaterThanOrEqual(largest * (1 - 1e-6));
        } else {
          const bound = Math.min(sum, largest) * (D / 4 + 4) * u[dtype] + D * least[dtype];
          expect(Math.abs(entry - wanted), `${p}, ${q}: ${entry}, ${wanted}`).toBeLessThanOrEqual(
            bound,
          );
        }
      });
    });
    everywhere("extreme", [pe], (x) => dotProducts(x, [length, D]), places);
  });

  it.each([
    ["float32", 3e19],
    ["float64", 2e154],
  ])("cancel exactly if the products overflow, %s", (dtype, value) => {
    const pe = array(/** @type {Dtype} */ (dtype), [value, value, value, -value]);
    expect(Array.from(dotProducts(pe, [2, 2]))).toEqual([Infinity, 0, 0, Infinity]);
  });

  it("handle rows that are not finite as usual", () => {
    const pe = Float64Array.of(Infinity, 1, 1, 1, 1e200, 1e200);
    const wanted = [Infinity, Infinity, Infinity, Infinity, 2, 2e200, Infinity, 2e200, Infinity];
    expect(Array.from(dotProducts(pe, [3, 2]))).toEqual(wanted);
  });
});

describe("similarityByDistance of finite rows", () => {
  it.each(dtypes)("is within the error bound for rows of all sizes, %s", (dtype) => {
    for (const length of [1, 2, 5, 33]) {
      const pe = extreme(dtype, length, length);
      const rows = rowsOf(pe, length, D);
      const got = similarityByDistance(pe, [length, D]);
      got.forEach((mean, k) => {
        let sum = 0n;
        let all = 0n;
        for (let p = 0; p + k < length; p++) {
          rows[p].forEach((x, i) => {
            const term = x * rows[p + k][i];
            sum += term;
            all += term < 0n ? -term : term;
          });
        }
        const units = BigInt(length - k) << (2n * UNIT);
        const wanted = quotient(sum, units);
        if (!Number.isFinite(wanted)) expect(mean).toBe(wanted);
        else near([mean], [wanted], quotient(all, units) * 16 * u[dtype] + 2 ** -1074, `${k}`);
      });
    }
  });

  it.each([1e-23, 2e19])("computes means in double for float32 rows of %d", (value) => {
    const pe = new Float32Array(12).fill(value);
    const size = pe[0];
    near(
      similarityByDistance(pe, [3, 4]),
      [1, 1, 1].map(() => 4 * size * size),
      1e-15 * size * size,
    );
  });

  it("is NaN only at distances that read a NaN", () => {
    const pe = Float64Array.of(1e200, Number.NaN, 1e-200);
    expect(Array.from(similarityByDistance(pe, [3, 1]))).toEqual([Number.NaN, Number.NaN, 1]);
  });
});

describe("encodingStatistics of finite rows", () => {
  it.each([1e300, 1.7e308, 1e155, 1e-170, 1e-310])(
    "is within the error bound for entries of %d",
    (size) => {
      const pe = Float64Array.of(size, size, -size, size / 2, size, size);
      const { norms, mean, variance, min, max } = encodingStatistics(pe, [3, 2]);
      const root = Math.sqrt(2) * size;
      const bound = (/** @type {number} */ x) => Math.abs(x) * 2 ** -50 + 2 ** -1074;
      near(norms, [root, size * Math.sqrt(1.25), root], bound(size * 2));
      near(mean, [size / 3, (size / 6) * 5], bound(size));
      const squared = size * (8 / 9) * size;
      near(variance, [squared, squared / 16], bound(squared));
      expect([min, max]).toEqual([-size, size]);
    },
  );

  it("has a finite variance even if the sum of squares overflows", () => {
    const size = 1.3e154;
    const pe = Float64Array.of(size, -size, size, -size);
    const { mean, variance } = encodingStatistics(pe, [4, 1]);
    expect(mean[0]).toBe(0);
    near(variance, [size * size], size * size * 2 ** -50);
  });

  it("computes each column independently of the size of others", () => {
    const pe = Float64Array.of(1e300, 1, -1e300, 2, 1e300, 4);
    const alone = encodingStatistics(Float64Array.of(1, 2, 4), [3, 1]);
    const { mean, variance } = encodingStatistics(pe, [3, 2]);
    same(mean.subarray(1), alone.mean);
    same(variance.subarray(1), alone.variance);
  });
});

describe("verifyRelativePosition of finite rows", () => {
  it.each([1e300, 1e-200, 1e-300])("is within the error bound for a table times %d", (size) => {
    const pe = noise("float64", 10 * 8);
    const wanted = verifyRelativePosition(pe, [10, 8], 3);
    const got = verifyRelativePosition(
      pe.map((x) => x * size),
      [10, 8],
      3,
    );
    near(
      got.errors,
      wanted.errors.map((x) => x * size),
      size * 2 ** -45,
    );
    expect(got.maxError).toBe(Math.max(...got.errors));
  });
});

describe("permutationError of finite rows", () => {
  it.each([
    ["float32", 3e38],
    ["float64", 1.5e308],
  ])("is right if sums with positions overflow, %s", (dtype, size) => {
    const x = array(/** @type {Dtype} */ (dtype), [size, 0, 0, size, -size, 1]);
    const pe = array(/** @type {Dtype} */ (dtype), [size, 0, 0, size, 0, 0]);
    // Each row sees only itself, before and after the permutation.
    const got = permutationError(x, [3, 2], [1, 0, 2], { pe });
    expect(got).toBeGreaterThanOrEqual(0);
    expect(got).toBeLessThanOrEqual(1);
    expect(permutationError(x, [3, 2], [0, 1, 2], { pe })).toBe(0);
  });
});
