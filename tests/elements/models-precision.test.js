// The errors that <phasor-precision> measures, against plain JavaScript arithmetic.
import { expect, test } from "vitest";
import { Errors, KINDS, POSITIONS, rowErrors } from "../../web/elements/figures/precision-model.js";
import { sinusoidalAt } from "../../web/phasor/index.js";

const encoding = { dModel: 4, base: 10000 };

/** The largest error of a row whose angles are rounded to float32. @param {number} position */
function float32Error(position) {
  let max = 0;
  for (const frequency of [1, 0.01]) {
    const exact = position * frequency;
    const rounded = Math.fround(position * Math.fround(frequency));
    for (const turn of [Math.sin, Math.cos]) {
      // Rounded like a row of float32.
      max = Math.max(max, Math.abs(turn(exact) - Math.fround(turn(rounded))));
    }
  }
  return max;
}

test("the positions are integers from a hundred to ten million, at nearly equal ratios", () => {
  expect([POSITIONS[0], POSITIONS[POSITIONS.length - 1]]).toEqual([100, 1e7]);
  for (let n = 1; n < POSITIONS.length; n++) {
    const spacing = POSITIONS[n] - POSITIONS[n - 1];
    expect(POSITIONS[n] % 1).toBe(0);
    expect(spacing).toBeGreaterThanOrEqual(1);
    expect(spacing).toBeLessThan(2 + POSITIONS[n] * (10 ** (1 / 512) - 1));
  }
});

test("a row's error is the largest error of its entries with float32 angles", () => {
  const positions = [100, 12345, 999999];
  const exact = sinusoidalAt(positions, 4, { dtype: "float64" });
  const errors = rowErrors(positions, "float32", encoding, exact);
  positions.forEach((position, row) => {
    expect(errors[row]).toBeCloseTo(float32Error(position), 9);
  });
  expect(errors[2]).toBeGreaterThan(1e-4);
});

test("measuring continues to the last position, and keeps the worst of each eighth of a decade", () => {
  const errors = new Errors(encoding);
  let steps = 0;
  for (; !errors.complete && steps < 1000; steps++) {
    expect(errors.of("ggml")).toHaveLength(errors.measured);
    errors.step();
  }
  expect(errors.measured).toBe(POSITIONS.length);
  expect(steps).toBe(Math.ceil(POSITIONS.length / 512));
  for (const kind of KINDS) {
    const all = errors.of(kind);
    const worst = errors.worst(kind);
    const eighths = Array.from({ length: 40 }, (_, eighth) => {
      const indices = [...POSITIONS.keys()].filter(
        (n) => Math.min(Math.floor(8 * Math.log10(POSITIONS[n] / 100)), 39) === eighth,
      );
      const numbers = indices.filter((n) => !Number.isNaN(all[n]));
      return numbers.length > 0 ? Math.max(...numbers.map((n) => all[n])) : undefined;
    });
    expect(worst.map(({ error }) => error)).toEqual(eighths.filter((error) => error !== undefined));
    for (const { position, error } of worst) expect(all[POSITIONS.indexOf(position)]).toBe(error);
    const lost = POSITIONS.find((_, n) => Number.isNaN(all[n]));
    expect(errors.lost(kind)).toBe(lost);
  }
  // float16 ends at 65504, so angles are infinite from position 65520 on.
  expect(errors.lost("float16")).toBe(POSITIONS.find((position) => position >= 65520));
  expect(errors.lost("bfloat16")).toBeUndefined();
});
