import { nerf } from "phasor";
import { describe, expect, it } from "vitest";
import { circle, error, fixed, halfUlp32, toNumber } from "./exact.js";
import { array, dtypes, noise, same } from "./helpers.js";

/** π to 256 bits: four times the angle whose sine and cosine are equal. */
const PI = (() => {
  let low = fixed(3);
  let high = fixed(3.25);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (circle(middle)[0] > 0n) low = middle;
    else high = middle;
  }
  return low;
})();

/** The exact columns of one coordinate vector. @param {number[]} x @param {number} levels
 * @param {boolean} pi */
function row(x, levels, pi) {
  /** @type {bigint[]} */
  const columns = x.map(fixed);
  for (let k = 0; k < levels; k++) {
    const angles = x.map((coordinate) => {
      const scaled = fixed(coordinate) << BigInt(k);
      return pi ? (scaled * PI) >> 256n : scaled;
    });
    for (const which of [0, 1]) {
      for (const angle of angles) columns.push(circle(angle)[which]);
    }
  }
  return columns;
}

describe("nerf", () => {
  it.each([
    { pi: false, levels: 1 },
    { pi: false, levels: 7 },
    { pi: true, levels: 7 },
    { pi: true, levels: 9 }, // scratch memory without a remainder
    { pi: false, levels: 10 },
    { pi: false, levels: 53 },
  ])("is exact for evenly spaced frequencies, with π $pi, $levels levels", ({ pi, levels }) => {
    const x = levels === 53 ? [0.3, -1, 1.75] : [0, -1, 0.3, 700.1, -12345.678];
    const options = /** @type {const} */ ({ pi, logSampling: false, includeInput: false });
    const wide = nerf(x, levels, { ...options, dtype: "float64" });
    x.forEach((coordinate, at) => {
      for (let k = 0; k < levels; k++) {
        // 1 + k·(2^(levels − 1) − 1)/(levels − 1), times x, in 2^-256
        const steps = BigInt(Math.max(levels - 1, 1));
        const frequency = steps + BigInt(k) * ((1n << BigInt(levels - 1)) - 1n);
        let angle = (fixed(coordinate) * frequency) / steps;
        if (pi) angle = (angle * PI) >> 256n;
        for (const part of [0, 1]) {
          const actual = wide[2 * (at * levels + k) + part];
          expect(
            error(actual, circle(angle)[part]),
            `${coordinate}, level ${k}`,
          ).toBeLessThanOrEqual(2 ** -51);
        }
      }
    });
  });

  it.each(dtypes)("returns the input for 0 levels, even for a single number: %s", (dtype) => {
    for (const x of [[0.25], [0.25, -3, 7], []]) {
      same(nerf(x, 0, { dtype }), array(dtype, x));
      same(nerf(x, 0, { dtype, includeInput: false }), array(dtype, 0));
    }
  });

  for (const pi of [false, true]) {
    it(`has whole vectors at each octave, ${pi ? "with" : "without"} π`, () => {
      for (const [components, levels] of [
        [1, 4],
        [3, 10],
        [2, 1],
      ]) {
        const x = noise("float64", 6 * components, 7);
        x[0] = 0;
        x[1] = -1;
        x[2] = 0.5;
        const wide = nerf(x, levels, { components, pi, dtype: "float64" });
        const narrow = nerf(x, levels, { components, pi });
        const width = components * (2 * levels + 1);
        expect(wide.length).toBe(6 * width);
        for (let r = 0; r < 6; r++) {
          const vector = Array.from(x.subarray(r * components, (r + 1) * components));
          row(vector, levels, pi).forEach((exact, c) => {
            const what = `row ${r}, column ${c}`;
            expect(error(wide[r * width + c], exact), what).toBeLessThanOrEqual(2 ** -51);
            const bound = halfUlp32(toNumber(exact)) + 2 ** -50;
            expect(error(narrow[r * width + c], exact), what).toBeLessThanOrEqual(bound);
          });
        }
      }
    });
  }

  it("can omit the coordinates", () => {
    const x = noise("float64", 6);
    const all = nerf(x, 3, { components: 2 });
    const without = nerf(x, 3, { components: 2, includeInput: false });
    for (let r = 0; r < 3; r++) {
      same(without.subarray(12 * r, 12 * r + 12), all.subarray(14 * r + 2, 14 * r + 14));
    }
  });

  it("says what is wrong with bad arguments, and writes nothing", () => {
    const out = new Float32Array(9).fill(2);
    /** @type {[() => unknown, ErrorConstructor, RegExp][]} */
    const cases = [
      [
        () => nerf([1, 2 ** 50, 3], 10, { out }),
        RangeError,
        /x\[1\]·2\^9 must be a number within ±2\^53, got 576460752303423500/,
      ],
      [
        () => nerf([1, 2, 3], 1, { out, components: 2 }),
        RangeError,
        /x\.length must be a multiple of components 2, got 3/,
      ],
    ];
    for (const [call, Kind, message] of cases) {
      expect(call).toThrow(Kind);
      expect(call).toThrow(message);
    }
    expect(out.every((value) => value === 2)).toBe(true);
  });
});
