import { dotProducts, sinusoidal, sinusoidalDotProducts, sinusoidalSimilarity } from "phasor";
import { describe, expect, it } from "vitest";
import { circle, error, frequency } from "./exact.js";
import { dtypes, near } from "./helpers.js";

describe("sinusoidalSimilarity", () => {
  it("equals the sum of the cosines", () => {
    for (const [length, d, base] of [
      [5, 2, 10000],
      [130, 6, 10000],
      [70, 64, 500],
      [3, 512, 1e6],
    ]) {
      const actual = sinusoidalSimilarity(length, d, { base });
      expect(actual.length).toBe(length);
      for (let k = 0; k < length; k++) {
        let exact = 0n;
        for (let i = 0; i < d / 2; i++) exact += circle(BigInt(k) * frequency(base, d, i))[1];
        const bound = d * 2 ** -52 * (1 + d / 16);
        expect(error(actual[k], exact), `distance ${k} of ${d}`).toBeLessThanOrEqual(bound);
      }
    }
  });

  it("starts at dModel/2, and may be empty", () => {
    for (const d of [2, 64, 4098, 65536]) expect(sinusoidalSimilarity(1, d)[0]).toBe(d / 2);
    expect(sinusoidalSimilarity(0, 8).length).toBe(0);
  });
});

describe("sinusoidalDotProducts", () => {
  it("equals the dot products of the table, from any position", () => {
    for (const [length, d] of [
      [1, 2],
      [2, 6],
      [65, 64],
      [130, 10],
    ]) {
      const table = sinusoidal(length, d, { start: 1000, dtype: "float64" });
      const expected = dotProducts(table, [length, d]);
      near(sinusoidalDotProducts(length, d, { dtype: "float64" }), expected, d * 2 ** -49);
    }
  });

  it("has constant diagonals", () => {
    for (const dtype of dtypes) {
      const matrix = sinusoidalDotProducts(50, 32, { dtype });
      for (let i = 1; i < 50; i++) {
        for (let j = 1; j < 50; j++) expect(matrix[i * 50 + j]).toBe(matrix[(i - 1) * 50 + j - 1]);
      }
    }
  });
});
