import {
  dotProducts,
  relativePositionMatrix,
  sinusoidal,
  sinusoidalAt,
  verifyRelativePosition,
} from "phasor";
import { describe, expect, it } from "vitest";
import { dtypes, near, noise, same } from "./helpers.js";
import { allDots, shapes } from "./products.support.js";

const L = 100;
const D = 64;
const shape = /** @type {[number, number]} */ ([L, D]);
const table = sinusoidal(L, D, { dtype: "float64" });

/** M·x. @param {Float64Array} matrix @param {Float64Array} x */
const apply = (matrix, x) =>
  x.map((_, r) => x.reduce((sum, value, c) => sum + matrix[r * x.length + c] * value, 0));

/** The error bound of a dot product of `d` terms. @param {"float32" | "float64"} dtype
 * @param {number} d */
const productBound = (dtype, d) => (dtype === "float32" ? 2 ** -20 : 2 ** -48) * (d + 4);

it("relativePositionMatrix is block diagonal with blocks of cos kω, sin kω, −sin kω, cos kω", () => {
  for (const [k, d, base] of [
    [3, 8, 10000],
    [-2.5, 6, 50],
    [1e6, 66, 10000],
    ...[2, 4, 62, 64, 130, 2050].map((d) => [1, d, 10000]),
    [0, 6, 10000],
  ]) {
    const row = sinusoidalAt([k], d, { base, dtype: "float64" });
    const expected = new Float64Array(d * d);
    for (let i = 0; i < d; i += 2) {
      expected[i * d + i] = row[i + 1];
      expected[i * d + i + 1] = row[i];
      expected[(i + 1) * d + i] = -row[i];
      expected[(i + 1) * d + i + 1] = row[i + 1];
    }
    near(relativePositionMatrix(k, d, { base }), expected, 0);
  }
});

describe("verifyRelativePosition", () => {
  it.each(dtypes)("returns the errors ‖M·PE(p) − PE(p + k)‖, %s", (dtype) => {
    for (const [length, d] of shapes.filter(([n, d]) => d % 2 === 0 && d < 100 && n > 1)) {
      const pe = noise(dtype, length * d);
      for (const k of new Set([0, 1, -1, length >> 1, length - 1])) {
        const matrix = relativePositionMatrix(k, d, { base: 77 });
        const expected = Float64Array.from({ length: length - Math.abs(k) }, (_, i) => {
          const p = i + Math.max(0, -k);
          const moved = apply(matrix, Float64Array.from(pe.subarray(p * d, (p + 1) * d)));
          return Math.hypot(...moved.map((x, c) => x - pe[(p + k) * d + c]));
        });
        near(verifyRelativePosition(pe, [length, d], k, { base: 77 }).errors, expected, 1e-13 * d);
      }
    }
  });

  it("returns NaN for exactly the errors that read a NaN of the table", () => {
    const pe = table.slice();
    pe[20 * D + 3] = Number.NaN;
    const { errors, maxError } = verifyRelativePosition(pe, shape, 5);
    expect(maxError).toBeNaN();
    expect([...errors.keys()].filter((p) => Number.isNaN(errors[p]))).toEqual([15, 20]);
  });
});

describe("dotProducts", () => {
  it.each(dtypes)("matches a plain loop and is exactly symmetric, %s", (dtype) => {
    for (const shape of shapes) {
      const [length, d] = shape;
      const pe = noise(dtype, length * d);
      const copy = pe.slice();
      const actual = dotProducts(pe, shape);
      near(actual, allDots(pe, shape), productBound(dtype, d), `shape ${shape}`);
      const mirrored = actual.map((_, i) => actual[(i % length) * length + Math.floor(i / length)]);
      same(actual, mirrored);
      same(pe, copy);
    }
  });

  it("gives each entry the same value whatever other rows the table has", () => {
    const pe = noise("float32", 200 * 66);
    const all = dotProducts(pe, [200, 66]);
    for (const [first, length] of [
      [1, 70],
      [63, 5],
      [130, 66],
    ]) {
      const part = dotProducts(pe.subarray(first * 66, (first + length) * 66), [length, 66]);
      for (let i = 0; i < length * length; i++) {
        const [p, q] = [Math.floor(i / length) + first, (i % length) + first];
        expect(part[i]).toBe(all[p * 200 + q]);
      }
    }
  });
});
