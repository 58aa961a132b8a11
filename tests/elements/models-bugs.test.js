import { describe, expect, test } from "vitest";
import { BUGS, bugsNamed, wrongTable } from "../../web/elements/models/bugs.js";
import {
  diagnosisOf,
  rowsInView,
  sheetOf,
  windowOf,
} from "../../web/elements/models/bugs-sheet.js";
import { conventions, sinusoidal } from "../../web/phasor/index.js";

/** @typedef {import("../../web/elements/models/bugs.js").Bug} Bug */

const [ROWS, WIDTH, BASE] = [48, 16, 10000];

/** The tables as buggy code makes them, one entry after the other. @type {Partial<Record<Bug, (p: number, c: number) => number>>} */
const byHand = {
  exponent: (p, c) => wave(c)(p / BASE ** (c / WIDTH)),
  multiplied: (p, c) => wave(c)(p * BASE ** (pair(c) / WIDTH)),
  base: (p, c) => wave(c)(p / (10 * BASE) ** (pair(c) / WIDTH)),
  spacing: (p, c) => wave(c)(p / BASE ** (pair(c) / (WIDTH - 2))),
  start: (p, c) => wave(c)((p + 1) / BASE ** (pair(c) / WIDTH)),
  // A hair is added where a whole quotient is meant: 10^4 ** (2/16) is no power of ten exactly.
  floor: (p, c) => wave(c)(Math.floor(p / BASE ** (pair(c) / WIDTH) + 1e-9)),
  constant: (_, c) => wave(c)(0),
  swapped: (p, c) => wave(c + 1)(p / BASE ** (pair(c) / WIDTH)),
  concatenated: (p, c) => wave(c < 8 ? 0 : 1)(p / BASE ** ((2 * (c % 8)) / WIDTH)),
};

const pair = (/** @type {number} */ column) => column - (column % 2);
const wave = (/** @type {number} */ column) => (column % 2 === 0 ? Math.sin : Math.cos);

describe("tables with bugs", () => {
  test.each(Object.entries(byHand))("%s", (bug, entry) => {
    const table = wrongTable(ROWS, WIDTH, BASE, [/** @type {Bug} */ (bug)]);
    // sin pω for angles up to 47·10000^(7/8) is as exact as the angle in double is.
    table.forEach((value, at) => {
      const wanted = entry(Math.floor(at / WIDTH), at % WIDTH);
      expect(Math.abs(value - wanted), `entry ${at}`).toBeLessThan(1e-7);
    });
  });

  test("several at once", () => {
    const table = wrongTable(ROWS, WIDTH, BASE, ["exponent", "spacing", "start", "swapped"]);
    table.forEach((value, at) => {
      const [row, column] = [Math.floor(at / WIDTH), at % WIDTH];
      const other = column ^ 1;
      const angle = (row + 1) / BASE ** (other / (WIDTH - 2));
      expect(Math.abs(value - wave(other)(angle)), `entry ${at}`).toBeLessThan(1e-7);
    });
  });

  test("several of angles that are put together", () => {
    const table = wrongTable(ROWS, WIDTH, BASE, ["exponent", "multiplied", "floor", "start"]);
    table.forEach((value, at) => {
      const [row, column] = [Math.floor(at / WIDTH), at % WIDTH];
      const angle = Math.floor((row + 1) * BASE ** (column / WIDTH) + 1e-9);
      expect(Math.abs(value - wave(column)(angle)), `entry ${at}`).toBeLessThan(1e-7);
    });
  });

  test("low precision and missing entries", () => {
    const half = wrongTable(ROWS, WIDTH, BASE, ["float16"]);
    expect(half).toEqual(sinusoidal(ROWS, WIDTH, { arithmetic: "float16" }));
    const both = wrongTable(ROWS, WIDTH, BASE, ["float16", "bfloat16", "concatenated"]);
    const convention = conventions["gpt-neox"];
    expect(both).toEqual(sinusoidal(ROWS, WIDTH, { arithmetic: "bfloat16", convention }));
    const missing = wrongTable(ROWS, WIDTH, BASE, ["nan"]);
    expect(missing.filter(Number.isNaN)).toHaveLength(2 * (ROWS / 4));
  });

  test("the widest, the largest base, and a single pair", () => {
    const all = BUGS.map(({ name }) => name).filter((name) => name !== "nan");
    for (const dModel of [2, 4, 1024]) {
      const table = wrongTable(8, dModel, 1e12, all);
      expect(table.every((value) => Math.abs(value) <= 1)).toBe(true);
    }
  });

  test("names that are none are passed over", () => {
    expect(bugsNamed("start, swapped  tea")).toEqual(["start", "swapped"]);
    expect(bugsNamed("none")).toEqual([]);
  });
});

describe("what is shown of a matrix", () => {
  test.each([
    ["exponent", "mismatched-frequencies"],
    ["multiplied", "multiplied-frequencies"],
    ["base", "other-base"],
    ["spacing", "spacing-d-minus-2"],
    ["start", "starts-at-1"],
    ["constant", "constant-table"],
    ["concatenated", "concatenated-layout"],
    ["swapped", "swapped-sine-cosine"],
    ["bfloat16", "low-precision-angles"],
    ["nan", "not-finite"],
  ])("%s is found out", (bug, code) => {
    const values = wrongTable(128, 64, BASE, [/** @type {Bug} */ (bug)]);
    const { findings } = diagnosisOf({ values, rows: 128, columns: 64 });
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  test("of a large one the part that the position lies in", () => {
    expect(rowsInView(100, 64)).toBe(100);
    expect(windowOf(5000, 64, 0)).toEqual({ start: 0, length: 512 });
    expect(windowOf(5000, 64, 4999)).toEqual({ start: 4488, length: 512 });
    expect(windowOf(5000, 64, 9999)).toEqual({ start: 4488, length: 512 });
    expect(windowOf(5000, 1024, 300)).toEqual({ start: 256, length: 128 });
    const values = new Float32Array(2 ** 21).fill(0.5);
    expect(diagnosisOf({ values, rows: 2 ** 13, columns: 2 ** 8 }).rows).toBe(2 ** 11);
  });

  test("norms, dot products, and the difference from the right table", () => {
    const values = sinusoidal(40, 8, { start: 5 });
    values[3] += 0.25;
    const sheet = sheetOf({ values, rows: 40, columns: 8 }, { start: 0, length: 40 }, BASE);
    const right = sinusoidal(40, 8);
    expect(sheet.right?.values).toEqual(right);
    expect(sheet.right?.difference[3]).toBeCloseTo(values[3] - right[3], 7);
    expect(sheet.norms[1]).toBeCloseTo(2, 6);
    expect(sheet.gram[0]).toBeCloseTo(sheet.norms[0] ** 2, 5);
    expect(sheet.range).toEqual({ kind: "diverging", low: -values[3], high: values[3] });
    const single = sheetOf({ values, rows: 320, columns: 1 }, { start: 0, length: 320 }, BASE);
    expect(single.right).toBeUndefined();
  });
});
