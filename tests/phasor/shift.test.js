// relativePositionMatrix and verifyRelativePosition in conventions other than the paper's.
import {
  conventions,
  relativePositionMatrix,
  sinusoidal,
  sinusoidalAt,
  verifyRelativePosition,
} from "phasor";
import { describe, expect, it } from "vitest";
import { near, noise, same } from "./helpers.js";

/** @import { Convention } from "../../web/phasor/conventions.js" */

/** Conventions and a width in each. @type {[name: string, Convention, number][]} */
const cases = [
  ["vaswani", "vaswani", 16],
  ["gpt-neox", "gpt-neox", 16],
  ["mae", "mae", 6],
  ["diffusers", "diffusers", 16],
  ["diffusers, odd", "diffusers", 17],
  ["fairseq, odd", "fairseq", 7],
  ["tensor2tensor, odd", "tensor2tensor", 33],
  ["tensor2tensor, one pair and zeros", "tensor2tensor", 3],
  ["cosines first", { order: "cos-sin" }, 10],
  ["cosines first, halves, d - 2", { ...conventions.diffusers, order: "cos-sin" }, 12],
  ["an odd width of neighbours", { odd: "zero-column" }, 9],
  ["wide", "gpt-neox", 4098],
];

/** The rows of a table times a matrix, and their distances from the rows `offset` later.
 * @param {Float64Array} matrix @param {ArrayLike<number>} pe @param {number} length @param {number} d
 * @param {number} offset */
function errorsPlainly(matrix, pe, length, d, offset) {
  return Float64Array.from({ length: length - Math.abs(offset) }, (_, i) => {
    const p = i + Math.max(0, -offset);
    let sum = 0;
    for (let r = 0; r < d; r++) {
      let moved = 0;
      for (let c = 0; c < d; c++) moved += matrix[r * d + c] * pe[p * d + c];
      sum += (moved - pe[(p + offset) * d + r]) ** 2;
    }
    return Math.sqrt(sum);
  });
}

describe("the shift matrix in a convention", () => {
  it.each(cases)("%s: shifts tables of that convention and no others", (_, convention, d) => {
    const wide = d > 100; // a matrix takes long to make
    const length = wide ? 9 : 40;
    for (const base of wide ? [50] : [10000, 50]) {
      const pe = sinusoidal(length, d, { convention, base, dtype: "float64" });
      for (const k of wide ? [-3] : [0, 1, 7, -3]) {
        const options = { convention, base };
        const { matrix, maxError } = verifyRelativePosition(pe, [length, d], k, options);
        expect(maxError).toBeLessThan(1e-13 * Math.sqrt(d));
        same(matrix, relativePositionMatrix(k, d, options));
        if (k === 0) continue;
        const other = verifyRelativePosition(pe, [length, d], k, { ...options, base: 400 });
        expect(other.maxError).toBeGreaterThan(d > 3 ? 1e-3 : -1);
      }
    }
  });

  it.each(cases.slice(0, -1))("%s: matrix and errors match the definition", (_, convention, d) => {
    for (const k of [1, -5, 11]) {
      const matrix = relativePositionMatrix(k, d, { convention });
      const moved = sinusoidalAt([3 + k], d, { convention, dtype: "float64" });
      const here = sinusoidalAt([3], d, { convention, dtype: "float64" });
      for (let r = 0; r < d; r++) {
        let sum = 0;
        for (let c = 0; c < d; c++) sum += matrix[r * d + c] * here[c];
        expect(Math.abs(sum - moved[r])).toBeLessThan(1e-14);
      }
      for (const dtype of /** @type {const} */ (["float32", "float64"])) {
        const pe = noise(dtype, 30 * d);
        const expected = errorsPlainly(matrix, pe, 30, d, k);
        near(verifyRelativePosition(pe, [30, d], k, { convention }).errors, expected, 1e-13 * d);
      }
    }
  });

  it.each(cases.slice(0, -1))(
    "%s: is inverted by −offset, and is the identity for 0",
    (_, convention, d) => {
      const there = relativePositionMatrix(5, d, { convention });
      const back = relativePositionMatrix(-5, d, { convention });
      const transposed = there.map((_, i) => there[(i % d) * d + Math.floor(i / d)]);
      near(back, transposed, 2 ** -51);
      const eye = there.map((_, i) => (i % (d + 1) === 0 ? 1 : 0));
      near(relativePositionMatrix(0, d, { convention }), eye, 0);
    },
  );

  it("has large errors for tables in another convention", () => {
    const pe = sinusoidal(50, 32, { convention: "gpt-neox", dtype: "float64" });
    expect(verifyRelativePosition(pe, [50, 32], 4).maxError).toBeGreaterThan(1);
    const { maxError } = verifyRelativePosition(pe, [50, 32], 4, { convention: "diffusers" });
    expect(maxError).toBeGreaterThan(0.01);
    expect(verifyRelativePosition(pe, [50, 32], 4, { convention: "mae" }).maxError).toBeLessThan(
      1e-13,
    );
  });

  it("is refused for options that the convention does not have", () => {
    const table5 = new Float32Array(50);
    expect(() => verifyRelativePosition(table5, [10, 5], 1)).toThrow(
      new RangeError(
        "phasor.verifyRelativePosition: dModel must be an even integer of at least 2, got 5",
      ),
    );
    expect(() => relativePositionMatrix(1, 5, { convention: "mae" })).toThrow(RangeError);
    expect(() => verifyRelativePosition(table5, [25, 2], 1, { convention: "fairseq" })).toThrow(
      /dModel must be at least 4 in this convention/,
    );
    const unknown = /** @type {any} */ ({ convention: "rope" });
    expect(() => relativePositionMatrix(1, 4, unknown)).toThrow(
      /phasor.relativePositionMatrix: conv/,
    );
  });
});
