// The analysis functions for float32 tables of any size, with rows of 10^38 next to rows of 10^-45, against sums in
// double, where neither overflows.
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
import { arenas, array, dtypes, everywhere, near, noise } from "./helpers.js";

const D = 6;
const U = 2 ** -24;
const LARGEST = 3.4028234663852886e38;
/** The factors of the rows. */
const sizes = [1, 2e19, 1e-23, 3e38, 2 ** -148, 1e-40, 1e10, 5e37, 1e-19, 1e19];
const places = arenas(1 << 20);

/** Rows of all sizes, two of them zero. @param {number} length @param {number} [seed] */
function extreme(length, seed = 1) {
  const pe = noise("float32", length * D, seed);
  for (let p = 0; p < length; p++) {
    const size = p % 13 === 5 ? 0 : sizes[(p * 7) % sizes.length];
    for (let c = 0; c < D; c++) pe[p * D + c] *= size;
  }
  return pe;
}

/** @param {ArrayLike<number>} pe @param {number} length */
const rowsOf = (pe, length) =>
  Array.from({ length }, (_, p) => Array.from({ length: D }, (_, c) => pe[p * D + c]));

/** @param {number[]} a @param {number[]} b */
const product = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** @param {number[]} a @param {number[]} b */
const size = (a, b) => a.reduce((sum, x, i) => sum + Math.abs(x * b[i]), 0);

describe("cosineSimilarity of finite float32 rows", () => {
  it.each([2e19, 1e-23, 2 ** -149])("is exactly ±1 for equal entries of %d", (value) => {
    const pe = new Float32Array(8).fill(value);
    expect(Array.from(cosineSimilarity(pe, [2, 4]))).toEqual([1, 1, 1, 1]);
    pe.fill(-value, 4);
    expect(Array.from(cosineSimilarity(pe, [2, 4]))).toEqual([1, -1, -1, 1]);
  });

  it("is within the error bound for rows of all sizes", () => {
    const length = 70;
    const pe = extreme(length);
    const rows = rowsOf(pe, length);
    const expected = rows.flatMap((a) =>
      rows.map((b) => product(a, b) / (Math.sqrt(product(a, a) * product(b, b)) || 1)),
    );
    const actual = cosineSimilarity(pe, [length, D]);
    near(actual, expected, (D / 4 + 5) * U);
    for (let p = 0; p < length; p++) {
      expect(actual[p * length + p]).toBe(rows[p].every((x) => x === 0) ? 0 : 1);
    }
    everywhere("extreme", [pe], (x) => cosineSimilarity(x, [length, D]), places);
  });

  it("gives entries that depend only on their two rows", () => {
    const length = 40;
    const pe = extreme(length);
    const all = cosineSimilarity(pe, [length, D]);
    for (const [p, q] of [
      [0, 1],
      [3, 20],
      [10, 11],
    ]) {
      const two = new Float32Array(2 * D);
      two.set(pe.subarray(p * D, (p + 1) * D));
      two.set(pe.subarray(q * D, (q + 1) * D), D);
      expect(cosineSimilarity(two, [2, D])[1]).toBe(all[p * length + q]);
    }
  });
});

describe("cosineSimilarity", () => {
  it.each(dtypes)("is never above 1, and exactly 1 on the diagonal, %s", (dtype) => {
    for (const d of [2, 3, 7, 64, 100, 512, 4098]) {
      const pe = d % 2 ? noise(dtype, 100 * d) : sinusoidal(100, d, { dtype });
      pe.copyWithin(50 * d, 0, 50 * d); // equal rows at different positions
      const actual = cosineSimilarity(pe, [100, d]);
      expect(actual.every((x) => x >= -1 && x <= 1)).toBe(true);
      for (let p = 0; p < 100; p++) expect(actual[p * 101]).toBe(1);
      expect(actual.some((x) => Number.isNaN(Math.acos(x)))).toBe(false);
    }
  });

  it.each(dtypes)("is NaN if a row is not finite, %s", (dtype) => {
    const pe = array(dtype, [1, 2, Infinity, 1, 2e19, 1, Number.NaN, 0]);
    const actual = cosineSimilarity(pe, [4, 2]);
    expect(Array.from(actual, Number.isNaN)).toEqual(
      Array.from({ length: 16 }, (_, i) => [i >> 2, i & 3].some((row) => row === 1 || row === 3)),
    );
  });
});

describe("dotProducts of float32 rows", () => {
  it("are infinite only if the exact value is out of range", () => {
    const length = 70;
    const pe = extreme(length);
    const rows = rowsOf(pe, length);
    const actual = dotProducts(pe, [length, D]);
    rows.forEach((a, p) => {
      rows.forEach((b, q) => {
        const expected = product(a, b);
        const entry = actual[p * length + q];
        if (Math.abs(expected) > LARGEST) {
          expect(Math.abs(entry)).toBeGreaterThanOrEqual(LARGEST * (1 - 1e-6));
        } else {
          const bound = Math.min(size(a, b), LARGEST) * (D / 4 + 4) * U + D * 2 ** -149;
          near([entry], [expected], bound, `${p}, ${q}`);
        }
      });
    });
    everywhere("extreme", [pe], (x) => dotProducts(x, [length, D]), places);
  });

  it("cancel exactly if the products overflow", () => {
    const pe = Float32Array.of(3e19, 3e19, 3e19, -3e19);
    expect(Array.from(dotProducts(pe, [2, 2]))).toEqual([Infinity, 0, 0, Infinity]);
  });

  it("handle rows that are not finite as usual", () => {
    const pe = Float32Array.of(Infinity, 1, 1, 1, 2 ** 100, 2 ** 100);
    const last = [Infinity, 2 ** 101, Infinity];
    const expected = [Infinity, Infinity, Infinity, Infinity, 2, 2 ** 101, ...last];
    expect(Array.from(dotProducts(pe, [3, 2]))).toEqual(expected);
  });
});

describe("similarityByDistance", () => {
  it("is within the error bound for float32 rows of all sizes", () => {
    for (const length of [1, 2, 5, 33]) {
      const pe = extreme(length, length);
      const rows = rowsOf(pe, length);
      similarityByDistance(pe, [length, D]).forEach((mean, k) => {
        let [sum, all] = [0, 0];
        for (let p = 0; p + k < length; p++) {
          sum += product(rows[p], rows[p + k]);
          all += size(rows[p], rows[p + k]);
        }
        near([mean], [sum / (length - k)], (all * 16 * U) / (length - k), `${k}`);
      });
    }
  });

  it.each([1e-23, 2e19])("computes means in double for float32 rows of %d", (value) => {
    const pe = new Float32Array(12).fill(value);
    const square = pe[0] * pe[0];
    const expected = [1, 1, 1].map(() => 4 * square);
    near(similarityByDistance(pe, [3, 4]), expected, 1e-15 * square);
  });

  it("is NaN only at distances that read a NaN", () => {
    for (const pe of [Float64Array.of(2, Number.NaN, 0.5), Float32Array.of(2e19, Number.NaN, 0)]) {
      const expected = [Number.NaN, Number.NaN, pe[0] * pe[2]];
      expect(Array.from(similarityByDistance(pe, [3, 1]))).toEqual(expected);
    }
  });
});

it.each([3e38, 1e-45])(
  "encodingStatistics of finite rows is within the error bound for float32 entries of %d",
  (value) => {
    const pe = Float32Array.of(value, value, -value, 0, value, value);
    const x = pe[0];
    const { norms, mean, variance, min, max } = encodingStatistics(pe, [3, 2]);
    near(norms, [Math.SQRT2 * x, x, Math.SQRT2 * x], x * 2 ** -50);
    near(mean, [x / 3, (2 * x) / 3], x * 2 ** -50);
    near(variance, [(8 / 9) * x * x, (2 / 9) * x * x], x * x * 2 ** -49);
    expect([min, max]).toEqual([-x, x]);
  },
);

it.each([1e300, 1e-200, 1e-300])(
  "verifyRelativePosition of finite rows is within the error bound for a table times %d",
  (factor) => {
    const pe = noise("float64", 10 * 8);
    const expected = verifyRelativePosition(pe, [10, 8], 3);
    const larger = pe.map((x) => x * factor);
    const actual = verifyRelativePosition(larger, [10, 8], 3);
    const errors = expected.errors.map((x) => x * factor);
    near(actual.errors, errors, factor * 2 ** -45);
    expect(actual.maxError).toBe(Math.max(...actual.errors));
  },
);

it("permutationError of finite rows is right if sums with positions overflow", () => {
  const x = Float32Array.of(3e38, 0, 0, 3e38, -3e38, 1);
  const pe = Float32Array.of(3e38, 0, 0, 3e38, 0, 0);
  // Each row sees only itself, before and after the permutation.
  const actual = permutationError(x, [3, 2], [1, 0, 2], { pe });
  expect(actual).toBeGreaterThanOrEqual(0);
  expect(actual).toBeLessThanOrEqual(1);
  expect(permutationError(x, [3, 2], [0, 1, 2], { pe })).toBe(0);
});
