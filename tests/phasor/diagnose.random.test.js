// diagnose: random tables, right ones, with one bug and with two. It must report nothing false, and
// enough of the bugs.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { codesOf } from "./findings.js";
import { anyCase, bugs, verdictOf } from "./random_tables.js";

/** @import { Format } from "./exact_tables.js" */

const formats = /** @type {Format[]} */ (["float64", "float32", "float16", "bfloat16"]);
const noises = [0, 1e-4, 1e-3];
/** Number of tables in each test. */
const BATCH = 5;

/** @type {[amount: "none" | "single" | "pair", said: number][]} */
const amounts = [
  ["none", 0.9],
  ["single", 0.8],
  // Two bugs together often cannot be told apart.
  ["pair", 0.3],
];

describe.each(amounts)("diagnose of random tables, bugs: %s", (amount, least) => {
  const kinds = formats.flatMap((format) => noises.map((noise) => [format, noise]));
  it.each(some(/** @type {[Format, number][]} */ (kinds), 2))(
    "in %s with noise of %d reports nothing false",
    (format, noise) => {
      const wrong = [];
      let reports = 0;
      for (let n = 0; n < BATCH; n++) {
        const seed = 1000 * noises.indexOf(noise) + 10 * formats.indexOf(format) + 97 * n;
        const sample = anyCase(seed, { amount, format, noise });
        const result = verdictOf(diagnose(sample.table, sample.shape), sample);
        if (result.wrong.length > 0) wrong.push({ seed, name: sample.name, wrong: result.wrong });
        else if (sample.recipe.lost || (result.kind === "sinusoidal" && result.missed.length === 0))
          reports++;
      }
      expect(wrong).toEqual([]);
      expect(reports / BATCH).toBeGreaterThanOrEqual(least);
    },
  );
});

it.each(bugs.map(({ name }) => name))(
  "diagnose names a single bug in an exact table: %s",
  (name) => {
    for (const seed of some([0, 1], 1)) {
      const sample = anyCase(seed, { amount: "single", format: "float64", noise: 0, name });
      const { wrong, missed } = verdictOf(diagnose(sample.table, sample.shape), sample);
      expect({ seed, shape: sample.shape, wrong, missed }).toMatchObject({ wrong: [], missed: [] });
    }
  },
);

describe("diagnose of tables that are easily misread", () => {
  /** A table whose format, noise and amount of bugs follow from the seed. @param {number} seed */
  const numbered = (seed) => {
    const k = Math.floor(seed / 3);
    return anyCase(seed, {
      amount: amounts[seed % 3][0],
      format: formats[k % 4],
      noise: [0, ...noises][Math.floor(k / 4) % 4],
    });
  };

  it.each([
    ["start and base in bfloat16, a NaN", 23],
    ["no round base in bfloat16", 21],
    ["no round base in float16, with noise", 78],
    ["frequencies that rise, with noise", 124],
    ["float16's smallest numbers", 150],
    ["a column that ends at a power of two", 214],
    ["angles in float16, values in bfloat16", 262],
    ["a far start in bfloat16", 417],
    ["few pairs, float16 and noise", 474],
    ["a table twice, in bfloat16", 598],
    ["a table twice, with noise", 700],
    ["angles in float16 and a wrong row", 845],
    ["the same, narrower", 949],
    ["angles in bfloat16", 1072],
  ])("%s", (_, seed) => {
    const sample = numbered(seed);
    const { kind, wrong, missed } = verdictOf(diagnose(sample.table, sample.shape), sample);
    expect({ kind, wrong, missed }).toEqual({ kind: "sinusoidal", wrong: [], missed: [] });
  });

  it.each([
    ["a scale and angles in bfloat16", 533],
    ["a start between positions and angles in bfloat16", 593],
  ])("%s: reports nothing false", (_, seed) => {
    const sample = numbered(seed);
    expect(verdictOf(diagnose(sample.table, sample.shape), sample).wrong).toEqual([]);
  });

  it.each([
    ["one frequency for all", 485],
    ["four pairs in bfloat16", 1101],
  ])("%s: leaves the start open", (_, seed) => {
    const sample = numbered(seed);
    const { start, findings, kind } = diagnose(sample.table, sample.shape);
    expect({ start, kind }).toEqual({ start: null, kind: "sinusoidal" });
    expect(codesOf({ findings })).toContain("ambiguous-start");
  });
});
