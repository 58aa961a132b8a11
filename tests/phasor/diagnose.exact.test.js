// What diagnose says of exact tables of any base, start and convention: that they are exact, and
// what they are. The tables come from integer arithmetic.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { anyTable, exactTable } from "./exact_tables.js";

/** @import { Description, Format } from "./exact_tables.js" */

/** Tables of a test. */
const BATCH = 10;
/** Standard errors that a base may be off. */
const DOUBT = 7;

/** What is wrong with a diagnosis. @param {Description} made */
function mistakes(made) {
  const { length, width } = made;
  const { kind, layout, order, spacing, base, start, arithmetic, uncertainty, findings } = diagnose(
    exactTable(made),
    [length, width],
  );
  if (kind !== "sinusoidal" || base === null || !uncertainty) return [`kind ${kind}`];
  const wrong = [];
  if (layout !== made.layout || order !== made.order) wrong.push(`${layout} ${order}`);
  if (start !== made.start) wrong.push(`start ${start}`);
  if (arithmetic !== "exact") wrong.push(`angles in ${arithmetic}`);
  // With odd numbers exponents over d and over d − 2 are two readings of the same frequencies.
  const power = (made.spacing === "d" ? width : width - 2) / (spacing === "d" ? width : width - 2);
  const read = base ** power;
  const doubt =
    (DOUBT * power * read * uncertainty.base) / base + 4e-16 * read * (1 + 8 * Math.abs(power - 1));
  if (!(Math.abs(read - made.base) <= doubt)) wrong.push(`base ${read}`);
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

describe.each(/** @type {Format[]} */ (["float64", "float32"]))("exact tables in %s", (format) => {
  it.each(Array.from({ length: 100 }, (_, n) => n * BATCH))(
    "are told as such, from seed %i on",
    (first) => {
      for (let seed = first; seed < first + BATCH; seed++) {
        const made = anyTable(seed, format);
        expect({ seed, ...made, wrong: mistakes(made) }).toEqual({ seed, ...made, wrong: [] });
      }
    },
  );
});

describe("a base", () => {
  const table = (/** @type {Partial<Description>} */ of) =>
    exactTable({
      length: 64,
      width: 64,
      layout: "interleaved",
      order: "sin-cos",
      spacing: "d",
      base: 10000,
      start: 0,
      format: "float64",
      ...of,
    });

  it("is what the data allow, no rounder", () => {
    const { base, arithmetic, findings } = diagnose(table({ base: 40889.94243248622 }), [64, 64]);
    expect({ base, arithmetic }).toEqual({ base: 40889.94243248622, arithmetic: "exact" });
    expect(findings.map(({ code }) => code)).toEqual(["other-base"]);
    for (const format of /** @type {Format[]} */ (["float64", "float32"])) {
      expect(diagnose(table({ base: 999999.5, format }), [64, 64]).base).toBeCloseTo(999999.5, 2);
    }
  });

  it("is round where the data cannot tell", () => {
    for (const format of /** @type {Format[]} */ (["float64", "float32", "float16", "bfloat16"])) {
      for (const base of [10000, 500000, 1000000]) {
        expect(diagnose(table({ base, format }), [64, 64]).base).toBe(base);
      }
    }
  });

  it("is exact down to the smallest numbers of float16", () => {
    // The slowest sines are a few units of 2^-24, whose rounding is no noise.
    const { base, arithmetic, tolerance } = diagnose(
      table({ base: 1e9, format: "float16" }),
      [64, 64],
    );
    expect({ base, arithmetic }).toEqual({ base: 1e9, arithmetic: "exact" });
    expect(tolerance).toBe(1e-5 + 8 * 2 ** -12);
  });

  it.each([30000, 1000000, 2 ** 53 - 64, -123456789012])("starts anywhere: at %i", (start) => {
    for (const format of /** @type {Format[]} */ (["float64", "float32"])) {
      expect(diagnose(table({ start, format }), [64, 64])).toMatchObject({ start, base: 10000 });
    }
  });

  it("of pairs that say too little about the start leaves it open", () => {
    const made = { length: 200, width: 8, start: 5254005525577728, base: 6160.859825254119 };
    const { start, uncertainty, findings } = diagnose(
      table({ ...made, format: "float32" }),
      [200, 8],
    );
    if (start !== null) throw new Error(`start ${start} was claimed`);
    expect(uncertainty === null || uncertainty.start === Infinity).toBe(true);
    const [open] = findings.filter(({ code }) => /ambiguous-start|unknown/.test(code));
    expect(open.severity).toBe("note");
  });
});
