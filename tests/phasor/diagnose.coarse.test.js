// diagnose: tables in 16 bits with exact angles, and positions in quarters that start far from 0.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf } from "./findings.js";
import { fill, entry as paper } from "./implementations_formulas.js";
import { brain } from "./rounded.js";

/** @param {number} L @param {number} d @param {number} base @param {number} [start] */
const coarse = (L, d, base, start = 0) => fill(L, d, (p, c) => brain(paper(p + start, c, d, base)));

describe("diagnose of a bfloat16 table with exact angles and a base that is not round", () => {
  const base = 1010.3457;

  it.each([
    [16, 8, 0],
    [16, 8, 5],
    [64, 8, 0],
    [512, 8, 0],
    [512, 8, 5],
    [512, 32, 0],
  ])("finds no angles of low precision: (%i, %i) from position %i", (L, d, start) => {
    const diagnosis = diagnose(coarse(L, d, base, start), [L, d]);
    expect(diagnosis).toMatchObject({ kind: "sinusoidal", arithmetic: "exact", start });
    expect(Math.abs((diagnosis.base ?? 0) / base - 1)).toBeLessThan(4e-4);
  });

  it("finds the base from the rounding intervals of the entries, not by least squares", () => {
    // Least squares alone would give 1235.
    const diagnosis = diagnose(coarse(24, 8, 1234.5), [24, 8]);
    expect(Math.abs((diagnosis.base ?? 0) / 1234.5 - 1)).toBeLessThan(3e-4);
  });
});

it.each([
  [4, -5],
  [5, 7],
  [6, 40],
])(
  "diagnose of %i rows of three columns from position %i: no pair of two frequencies",
  (L, start) => {
    const diagnosis = diagnose(coarse(L, 3, 10000, start), [L, 3]);
    expect(diagnosis).toMatchObject({ kind: "sinusoidal", start });
    expect(codesOf(diagnosis)).not.toContain("mismatched-frequencies");
  },
);

it("diagnose counts positions backwards from any start, to the standard error of its noise", () => {
  const [L, d, from] = [64, 16, 12.25];
  const table = fill(L, d, (p, c) => paper(from - p, c, d) + 1e-4 * Math.sin(p * p + c * c * c));
  const { start, uncertainty, deviation } = diagnose(table, [L, d]);
  expect(Math.abs((start ?? 0) + from)).toBeLessThan(6 * (uncertainty?.start ?? 0));
  expect(deviation?.rms).toBeLessThan(1e-4);
});

it("diagnose finds steps of a quarter position from 100.3 on although a row is wrong", () => {
  const [L, d] = [40, 32];
  const table = fill(L, d, (p, c) => (p === 7 ? 0.3 : paper(0.25 * (p + 100.3), c, d)));
  const diagnosis = diagnose(table, [L, d]);
  expect([diagnosis.kind, diagnosis.base]).toEqual(["sinusoidal", 10000]);
  expect(diagnosis.start).toBeCloseTo(100.3, 4);
  expect(codesOf(diagnosis)).toContain("differing-entries");
});

it.each([
  [7, 10000, 5, "sinusoidal"],
  [5, 31.5, 0.5, "unknown"],
])(
  "diagnose of %i noisy rows of three columns accepts only usual parameters: base %d from %d",
  (L, base, start, kind) => {
    const noisy = fill(
      L,
      3,
      (p, c) => paper(p + start, c, 3, base) + 5e-4 * Math.sin(7 * (3 * p + c) ** 2 + 1),
    );
    expect(diagnose(noisy, [L, 3]).kind).toBe(kind);
  },
);
