import { describe, expect, test } from "vitest";
import { PhasorBugs } from "../../web/elements/figures/bugs.js";
import {
  BUGS,
  bugsNamed,
  rightTable,
  testsOf,
  wrongTable,
} from "../../web/elements/figures/bugs-model.js";
import { conventions, diagnose, sinusoidal } from "../../web/phasor/index.js";

/** @typedef {import("../../web/elements/figures/bugs-model.js").Bug} Bug */

const [ROWS, WIDTH, BASE] = [48, 16, 10000];

/** The tables of buggy code, entry by entry.
 * @type {Partial<Record<Bug, (p: number, c: number) => number>>} */
const byHand = {
  exponent: (p, c) => wave(c)(p / BASE ** (c / WIDTH)),
  multiplied: (p, c) => wave(c)(p * BASE ** (pair(c) / WIDTH)),
  base: (p, c) => wave(c)(p / (10 * BASE) ** (pair(c) / WIDTH)),
  spacing: (p, c) => wave(c)(p / BASE ** (pair(c) / (WIDTH - 2))),
  start: (p, c) => wave(c)((p + 1) / BASE ** (pair(c) / WIDTH)),
  // Adds a little where an integer quotient is meant, because 10^4 ** (2/16) is rounded.
  floor: (p, c) => wave(c)(Math.floor(p / BASE ** (pair(c) / WIDTH) + 1e-9)),
  constant: (_, c) => wave(c)(0),
  swapped: (p, c) => wave(c + 1)(p / BASE ** (pair(c) / WIDTH)),
  concatenated: (p, c) => wave(c < 8 ? 0 : 1)(p / BASE ** ((2 * (c % 8)) / WIDTH)),
};

const pair = (/** @type {number} */ column) => column - (column % 2);
const wave = (/** @type {number} */ column) => (column % 2 === 0 ? Math.sin : Math.cos);

describe("the table of <phasor-bugs> matches buggy code:", () => {
  test.each(Object.entries(byHand))("%s", (bug, entry) => {
    const table = wrongTable(ROWS, WIDTH, BASE, [/** @type {Bug} */ (bug)]);
    // For angles up to 47·10000^(7/8), sin pω is as exact as the angle in double.
    table.forEach((value, at) => {
      const expected = entry(Math.floor(at / WIDTH), at % WIDTH);
      expect(Math.abs(value - expected), `entry ${at}`).toBeLessThan(1e-7);
    });
  });

  test("several bugs at once", () => {
    const table = wrongTable(ROWS, WIDTH, BASE, ["exponent", "spacing", "start", "swapped"]);
    table.forEach((value, at) => {
      const [row, column] = [Math.floor(at / WIDTH), at % WIDTH];
      const other = column ^ 1;
      const angle = (row + 1) / BASE ** (other / (WIDTH - 2));
      expect(Math.abs(value - wave(other)(angle)), `entry ${at}`).toBeLessThan(1e-7);
    });
  });

  test("several bugs of angles at once", () => {
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
    const wrongs = wrongTable(ROWS, WIDTH, BASE, ["float16", "bfloat16", "concatenated"]);
    const convention = conventions["gpt-neox"];
    expect(wrongs).toEqual(sinusoidal(ROWS, WIDTH, { arithmetic: "bfloat16", convention }));
    const missing = wrongTable(ROWS, WIDTH, BASE, ["nan"]);
    expect(missing.filter(Number.isNaN)).toHaveLength(2 * (ROWS / 4));
  });

  test("the largest dModel, the largest base, and a single pair", () => {
    const all = BUGS.map(({ name }) => name).filter((name) => name !== "nan");
    for (const dModel of [2, 4, 1024]) {
      const table = wrongTable(8, dModel, 1e12, all);
      expect(table.every((value) => Math.abs(value) <= 1)).toBe(true);
    }
  });

  test("unknown names are ignored", () => {
    expect(bugsNamed("start, swapped  tea")).toEqual(["start", "swapped"]);
    expect(bugsNamed("none")).toEqual([]);
  });
});

test("the hand of <phasor-bugs> keeps turning between positions", () => {
  const fine = wrongTable(4 * ROWS, WIDTH, BASE, ["exponent"], 4);
  fine.forEach((value, at) => {
    const expected = byHand.exponent?.(Math.floor(at / WIDTH) / 4, at % WIDTH) ?? Number.NaN;
    expect(Math.abs(value - expected), `entry ${at}`).toBeLessThan(1e-7);
  });
});

describe("the tests of a table in <phasor-bugs>:", () => {
  /** The four numbers by definition, in doubles. @param {(p: number, c: number) => number} entry */
  function numbersOf(entry) {
    const rows = Array.from({ length: ROWS }, (_, p) =>
      Array.from({ length: WIDTH }, (_, c) => entry(p, c)),
    );
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      a.reduce((sum, value, c) => sum + value * b[c], 0);
    const norms = rows.map((row) => Math.sqrt(dot(row, row)));
    const byDistance = rows.map((_, k) => rows.slice(k).map((row, n) => dot(row, rows[n])));
    const shifted = (/** @type {number[]} */ row) =>
      row.map((value, c) => {
        const angle = 10 / BASE ** (pair(c) / WIDTH);
        const other = row[c ^ 1] * Math.sin(angle);
        return value * Math.cos(angle) + (c % 2 === 0 ? other : -other);
      });
    const missed = rows.slice(0, -10).map((row, n) => {
      const target = rows[n + 10];
      return Math.hypot(...shifted(row).map((value, c) => value - target[c]));
    });
    return {
      row: Math.max(...rows[0].map((value, c) => Math.abs(value - (c % 2)))),
      least: Math.min(...norms),
      most: Math.max(...norms),
      diagonal: Math.max(...byDistance.map((dots) => Math.max(...dots) - Math.min(...dots))),
      shift: Math.max(...missed),
    };
  }

  test.each(Object.entries(byHand))("%s has the numbers of the definition", (bug, entry) => {
    const values = wrongTable(ROWS, WIDTH, BASE, [/** @type {Bug} */ (bug)]);
    const tests = testsOf({ values, rows: ROWS, columns: WIDTH }, BASE);
    const expected = numbersOf(entry);
    expect(tests.row).toBeCloseTo(expected.row, 5);
    expect(tests.least).toBeCloseTo(expected.least, 5);
    expect(tests.most).toBeCloseTo(expected.most, 5);
    expect(tests.diagonal).toBeCloseTo(expected.diagonal, 4);
    expect(tests.shift).toBeCloseTo(expected.shift, 4);
    expect(tests.holds).toContain(false);
  });

  test.each(BUGS.map(({ name }) => name))("%s fails one of the four tests", (bug) => {
    const values = wrongTable(128, 64, BASE, [bug]);
    expect(testsOf({ values, rows: 128, columns: 64 }, BASE).holds).toContain(false);
  });

  test.each([2, 3, 9, 10])(
    "a wrong table of %i rows fails the rotation, a right one does not",
    (rows) => {
      const holdsOf = (/** @type {Bug[]} */ bugs) =>
        testsOf({ values: wrongTable(rows, 4, BASE, bugs), rows, columns: 4 }, BASE).holds;
      expect(holdsOf(["exponent"])[3]).toBe(false);
      expect(holdsOf([])).toEqual([true, true, true, true]);
    },
  );

  test("a single row has no distances to test", () => {
    const values = wrongTable(1, 4, BASE, ["exponent"]);
    const { holds } = testsOf({ values, rows: 1, columns: 4 }, BASE);
    expect(holds).toEqual([true, true, undefined, undefined]);
  });

  test("a right table passes all four, a long and wide one too", () => {
    for (const [rows, columns] of [
      [128, 64],
      [256, 512],
      [20, 2],
    ]) {
      const values = wrongTable(rows, columns, BASE, []);
      expect(testsOf({ values, rows, columns }, BASE).holds).toEqual([true, true, true, true]);
    }
  });

  test.each([
    ["exponent", "mismatched-frequencies"],
    ["multiplied", "multiplied-frequencies"],
    ["base", "other-base"],
    ["spacing", "spacing-d-minus-2"],
    ["start", "starts-at-1"],
    ["constant", "constant-table"],
    ["concatenated", "concatenated-layout"],
    ["swapped", "swapped-sine-cosine"],
    ["float16", "low-precision-angles"],
    ["bfloat16", "low-precision-angles"],
    ["nan", "not-finite"],
  ])("%s is diagnosed from 64 rows", (bug, code) => {
    const values = wrongTable(64, 64, BASE, [/** @type {Bug} */ (bug)]);
    expect(diagnose(values, [64, 64]).findings.map((finding) => finding.code)).toContain(code);
  });
});

describe("the right table of <phasor-bugs>", () => {
  test("is the package's table, with a last column of zeros if the width is odd", () => {
    for (const columns of [2, 9, 16, 31]) {
      const expected = sinusoidal(20, columns, { base: 500, convention: { odd: "zero-column" } });
      expect(rightTable(20, columns, 500)).toEqual(expected);
    }
  });

  test("has the verdict that the figure shows without a diagnosis", () => {
    const knownNames = /** @type {any} */ (PhasorBugs.spec.data).known;
    for (const dModel of [2, 4, 6, 16, 30, 64, 250, 1024]) {
      for (const length of [16, 17, 33, 100, 256]) {
        const p = { base: 10000, dModel, length, bugs: "" };
        const rows = /** @type {any} */ (PhasorBugs.spec.data).rows(p, {});
        const rowCount = Math.min(rows, Math.max(16, Math.floor(4096 / dModel)));
        const table = wrongTable(rows, dModel, 10000, []).subarray(0, rowCount * dModel);
        const { kind, findings } = diagnose(table, [rowCount, dModel]);
        expect(knownNames(p, { on: [] }), `${dModel}, ${length}`).toEqual({ kind, findings });
      }
    }
    expect(knownNames({ base: 9999 }, { on: [] })).toBe(undefined);
    expect(knownNames({ base: 10000 }, { on: ["start"] })).toBe(undefined);
    expect(knownNames({ base: 10000, ownTable: {} }, { on: [] })).toBe(undefined);
  });
});
