// diagnose: exact tables of any base, start and convention, from integer arithmetic. They must be
// found exact, with the right description.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { anyTable, exactTable } from "./exact_tables.js";

/** @import { Description, Format } from "./exact_tables.js" */

/** Number of tables in each test. */
const BATCH = 10;
/** Allowed error of a base, in standard errors. */
const DOUBT = 7;

/** The mistakes of a diagnosis. @param {Description} description */
function mistakes(description) {
  const { length, width } = description;
  const { kind, layout, order, spacing, base, start, arithmetic, uncertainty, findings } = diagnose(
    exactTable(description),
    [length, width],
  );
  if (kind !== "sinusoidal" || base === null || !uncertainty) return [`kind ${kind}`];
  const wrong = [];
  if (layout !== description.layout || order !== description.order)
    wrong.push(`${layout} ${order}`);
  if (start !== description.start) wrong.push(`start ${start}`);
  if (arithmetic !== "exact") wrong.push(`angles in ${arithmetic}`);
  // For odd widths, exponents over d and over d − 2 may describe the same frequencies.
  const power =
    (description.spacing === "d" ? width : width - 2) / (spacing === "d" ? width : width - 2);
  const read = base ** power;
  const doubt =
    (DOUBT * power * read * uncertainty.base) / base + 4e-16 * read * (1 + 8 * Math.abs(power - 1));
  if (!(Math.abs(read - description.base) <= doubt)) wrong.push(`base ${read}`);
  const may = [
    "other-base",
    "other-start",
    "starts-at-1",
    "spacing-d-minus-2",
    "swapped-sine-cosine",
  ];
  for (const { code, severity } of findings) {
    if (severity === "problem" && !may.includes(code)) wrong.push(code);
    if (code === "low-precision-angles" || code === "noisy") wrong.push(code);
  }
  return wrong;
}

describe.each(/** @type {Format[]} */ (["float64", "float32"]))(
  "diagnose of exact tables in %s",
  (format) => {
    const firsts = Array.from({ length: 100 }, (_, n) => n * BATCH);
    // Bases below 5, whose slowest pair makes more than a million turns from 0 to the start.
    it.each([59, 376, 718, 988])("describes a low base far from 0, of seed %i", (seed) => {
      expect(mistakes(anyTable(seed, format))).toEqual([]);
    });

    it.each(some(firsts, 4))("describes them right, from seed %i on", (first) => {
      for (let seed = first; seed < first + BATCH; seed++) {
        const description = anyTable(seed, format);
        expect({ seed, ...description, wrong: mistakes(description) }).toEqual({
          seed,
          ...description,
          wrong: [],
        });
      }
    });
  },
);

describe("the base that diagnose finds", () => {
  const table = (/** @type {Partial<Description>} */ changes) =>
    exactTable({
      length: 64,
      width: 64,
      layout: "interleaved",
      order: "sin-cos",
      spacing: "d",
      base: 10000,
      start: 0,
      format: "float64",
      ...changes,
    });

  it("is no rounder than the data allow", () => {
    const { base, arithmetic, findings } = diagnose(table({ base: 40889.94243248622 }), [64, 64]);
    expect({ base, arithmetic }).toEqual({ base: 40889.94243248622, arithmetic: "exact" });
    expect(findings.map(({ code }) => code)).toEqual(["other-base"]);
    for (const format of /** @type {Format[]} */ (["float64", "float32"])) {
      expect(diagnose(table({ base: 999999.5, format }), [64, 64]).base).toBeCloseTo(999999.5, 2);
    }
  });

  it("is round if the data leave it open", () => {
    for (const format of /** @type {Format[]} */ (["float64", "float32", "float16", "bfloat16"])) {
      for (const base of [10000, 500000, 1000000]) {
        expect(diagnose(table({ base, format }), [64, 64]).base).toBe(base);
      }
    }
  });

  it("is right for entries down to the smallest float16 numbers", () => {
    // The slowest sines are a few units of 2^-24, and their rounding is not noise.
    const { base, arithmetic, tolerance } = diagnose(
      table({ base: 1e9, format: "float16" }),
      [64, 64],
    );
    expect({ base, arithmetic }).toEqual({ base: 1e9, arithmetic: "exact" });
    expect(tolerance).toBe(1e-5 + 8 * 2 ** -12);
  });

  it.each([30000, 1000000, 2 ** 24 - 64, -12345678])(
    "is right for a table that starts at %i",
    (start) => {
      for (const format of /** @type {Format[]} */ (["float64", "float32"])) {
        expect(diagnose(table({ start, format }), [64, 64])).toMatchObject({ start, base: 10000 });
      }
    },
  );

  it("leaves the start open if the pairs do not determine it", () => {
    const description = { length: 200, width: 8, start: 5254005525577728, base: 6160.859825254119 };
    const { start, uncertainty, findings } = diagnose(
      table({ ...description, format: "float32" }),
      [200, 8],
    );
    if (start !== null) throw new Error(`start ${start} was claimed`);
    expect(uncertainty === null || uncertainty.start === Infinity).toBe(true);
    const [open] = findings.filter(({ code }) => /ambiguous-start|unknown/.test(code));
    expect(open.severity).toBe("note");
  });
});
