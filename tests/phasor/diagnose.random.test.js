// What diagnose says of random tables, right ones, with one thing wrong and with two: nothing false, and
// enough of what is there.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { anyCase, bugs, held } from "./random_tables.js";

/** @import { Format } from "./exact_tables.js" */

const formats = /** @type {Format[]} */ (["float64", "float32", "float16", "bfloat16"]);
const noises = [0, 1e-4, 1e-3];
/** Tables of a test. */
const BATCH = 5;

/** @type {[amount: "none" | "single" | "pair", said: number][]} */
const amounts = [
  ["none", 0.9],
  ["single", 0.8],
  // Two bugs together often cannot be told.
  ["pair", 0.3],
];

describe.each(amounts)("random tables, what is wrong: %s", (amount, least) => {
  const kinds = formats.flatMap((format) => noises.map((noise) => [format, noise]));
  it.each(/** @type {[Format, number][]} */ (kinds))(
    "in %s with noise of %d: nothing false is said",
    (format, noise) => {
      const wrong = [];
      let said = 0;
      for (let n = 0; n < BATCH; n++) {
        const seed = 1000 * noises.indexOf(noise) + 10 * formats.indexOf(format) + 97 * n;
        const made = anyCase(seed, { amount, format, noise });
        const result = held(diagnose(made.table, made.shape), made);
        if (result.wrong.length > 0) wrong.push({ seed, name: made.name, wrong: result.wrong });
        else if (result.kind === "sinusoidal" && result.missed.length === 0) said++;
      }
      expect(wrong).toEqual([]);
      expect(said / BATCH).toBeGreaterThanOrEqual(least);
    },
  );
});

it.each(bugs.map(({ name }) => name))("alone and exact, it is named: %s", (name) => {
  for (let seed = 0; seed < 2; seed++) {
    const made = anyCase(seed, { amount: "single", format: "float64", noise: 0, name });
    const { wrong, missed } = held(diagnose(made.table, made.shape), made);
    expect({ seed, shape: made.shape, wrong, missed }).toMatchObject({ wrong: [], missed: [] });
  }
});
