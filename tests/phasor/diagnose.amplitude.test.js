// diagnose: tables multiplied by a number; rounding errors scale with it.
import { describe, expect, it } from "vitest";
import { diagnose, sinusoidal } from "../../web/phasor/index.js";
import { some } from "../long.js";
import { codesOf } from "./findings.js";
import { dtypes } from "./helpers.js";

const [length, width] = [512, 64];
const exact = sinusoidal(length, width, { dtype: "float64", start: 4096 });
const coarse = sinusoidal(length, width, {
  ...{ dtype: "float64", start: 4096, arithmetic: "float32" },
});

/** @param {Float64Array} table @param {number} amplitude @param {"float32" | "float64"} dtype */
const codesWith = (table, amplitude, dtype) =>
  diagnose(
    dtype === "float32"
      ? Float32Array.from(table, (entry) => entry * amplitude)
      : table.map((entry) => entry * amplitude),
    [length, width],
  );

describe.each(some([1e-6, 2 ** -12, 1 / 3, 1, 1000, 2 ** 12], 3))(
  "diagnose of a table times %f",
  (amplitude) => {
    it.each(dtypes)("%s: tells float32 angles from exact ones", (dtype) => {
      const [right, low] = [exact, coarse].map((table) => codesWith(table, amplitude, dtype));
      expect([right.kind, low.kind]).toEqual(["sinusoidal", "sinusoidal"]);
      expect(right.base).toBeCloseTo(10000, 3);
      expect(codesOf(right)).not.toContain("low-precision-angles");
      expect(codesOf(low)).toContain("low-precision-angles");
    });
  },
);
