// The analysis functions that reduce or normalise; analysis.test.js tests the others.
import { cosineSimilarity, encodingStatistics, similarityByDistance, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { dtypes, near, noise, same } from "./helpers.js";
import { allDots, dot, shapes } from "./products.support.js";

/** @typedef {import("./products.support.js").Shape} Shape */

/** Shapes near tile boundaries, for functions whose cost is linear in the length. */
const long = /** @type {Shape[]} */ ([
  ...[503, 504, 505, 511, 512, 513, 991, 992, 993, 1023, 1024, 1025].map((n) => [n, 64]),
  ...[10922, 10923, 21845, 21846].map((n) => [n, 3]),
  [40000, 1],
]);

describe("cosineSimilarity", () => {
  it.each(dtypes)("is the dot product over both norms, %s", (dtype) => {
    for (const shape of shapes) {
      const [length, d] = shape;
      const pe = noise(dtype, length * d);
      const copy = pe.slice();
      const norms = Array.from({ length }, (_, p) => Math.sqrt(dot(pe, p, p, d)));
      const expected = allDots(pe, shape).map(
        (product, i) => product / (norms[Math.floor(i / length)] * norms[i % length]),
      );
      const actual = cosineSimilarity(pe, shape);
      near(actual, expected, dtype === "float32" ? 2 ** -19 : 2 ** -46, `shape ${shape}`);
      same(
        actual,
        actual.map((_, i) => actual[(i % length) * length + Math.floor(i / length)]),
      );
      same(pe, copy);
    }
  });

  it("does not depend on the norms of rows, and is 0 for zero rows", () => {
    const pe = Float64Array.of(3, 4, 0, 0, 30, 40, -4, 3);
    near(cosineSimilarity(pe, [4, 2]), [1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1], 2 ** -52);
  });

  it("is NaN only for rows with NaN", () => {
    const pe = noise("float32", 70 * 4);
    pe[66 * 4] = Number.NaN;
    const cosines = cosineSimilarity(pe, [70, 4]);
    cosines.forEach((x, i) => {
      expect(Number.isNaN(x)).toBe(Math.floor(i / 70) === 66 || i % 70 === 66);
    });
  });
});

describe("similarityByDistance", () => {
  it.each(dtypes)("is the mean over all pairs at each distance, %s", (dtype) => {
    for (const shape of shapes) {
      const [length, d] = shape;
      const pe = noise(dtype, length * d);
      const copy = pe.slice();
      const expected = Float64Array.from({ length }, (_, k) => {
        let sum = 0;
        for (let p = 0; p + k < length; p++) sum += dot(pe, p, p + k, d);
        return sum / (length - k);
      });
      const bound = (dtype === "float32" ? 2 ** -20 : 2 ** -48) * (d + 4);
      const actual = similarityByDistance(pe, shape);
      expect(actual).toBeInstanceOf(Float64Array);
      near(actual, expected, bound, `shape ${shape}`);
      same(pe, copy);
    }
  });

  it("is right for long tables", () => {
    const length = 3000;
    const means = similarityByDistance(sinusoidal(length, 2, { dtype: "float64" }), [length, 2]);
    near(
      means,
      means.map((_, k) => Math.cos(k)),
      1e-11,
    );
  });
});

describe("encodingStatistics", () => {
  /** @param {ArrayLike<number>} pe @param {Shape} shape */
  function sequentialMeans(pe, [length, d]) {
    const norms = Float64Array.from({ length }, (_, p) => Math.sqrt(dot(pe, p, p, d)));
    const mean = new Float64Array(d);
    const variance = new Float64Array(d);
    let [min, max] = [Infinity, -Infinity];
    for (let c = 0; c < d; c++) {
      for (let p = 0; p < length; p++) {
        const x = pe[p * d + c];
        mean[c] += x / length;
        min = Math.min(min, x);
        max = Math.max(max, x);
      }
      for (let p = 0; p < length; p++) variance[c] += (pe[p * d + c] - mean[c]) ** 2 / length;
    }
    return { norms, mean, variance, min, max };
  }

  /** @param {ReturnType<typeof sequentialMeans>} actual @param {ReturnType<typeof sequentialMeans>} expected
   * @param {string} what */
  function compare(actual, expected, what) {
    near(actual.norms, expected.norms, (i) => 1e-13 * expected.norms[i], `norms of ${what}`);
    near(actual.mean, expected.mean, 1e-13, `mean of ${what}`);
    near(actual.variance, expected.variance, 1e-13, `variance of ${what}`);
    expect([actual.min, actual.max], what).toEqual([expected.min, expected.max]);
  }

  it.each(dtypes)("match plain loops, %s", (dtype) => {
    for (const shape of [...shapes, ...long]) {
      const pe = noise(dtype, shape[0] * shape[1]);
      const copy = pe.slice();
      compare(encodingStatistics(pe, shape), sequentialMeans(pe, shape), `shape ${shape}`);
      same(pe, copy);
    }
  });

  it("keep their precision far from zero", () => {
    const { mean, variance } = encodingStatistics(Float64Array.of(1e9, 1e9 + 1, 1e9 + 2), [3, 1]);
    expect(mean[0]).toBe(1e9 + 1);
    expect(variance[0]).toBeCloseTo(2 / 3, 12);
  });

  it.each([0, 5, 700, 70 * 10 - 1])("are NaN for columns and rows with a NaN, at %i", (at) => {
    for (const dtype of dtypes) {
      const pe = noise(dtype, 200 * 10);
      const before = encodingStatistics(pe, [200, 10]);
      pe[at] = Number.NaN;
      const after = encodingStatistics(pe, [200, 10]);
      const [row, column] = [Math.floor(at / 10), at % 10];
      after.norms.forEach((x, p) => {
        expect(x).toBe(p === row ? Number.NaN : before.norms[p]);
      });
      for (const name of /** @type {const} */ (["mean", "variance"])) {
        after[name].forEach((x, c) => {
          expect(x).toBe(c === column ? Number.NaN : before[name][c]);
        });
      }
      expect([after.min, after.max]).toEqual([Number.NaN, Number.NaN]);
    }
  });

  it("handle infinities as numbers", () => {
    const { norms, mean, min, max } = encodingStatistics(Float64Array.of(1, -Infinity), [2, 1]);
    expect([...norms, ...mean, min, max]).toEqual([1, Infinity, -Infinity, -Infinity, 1]);
  });
});
