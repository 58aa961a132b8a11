// phasor diagnose: verdicts in words, as JSON, and as exit codes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnose, sinusoidal, sinusoidal2d } from "phasor";
import { describe, expect, it } from "vitest";
import { learnedReport } from "../../web/cli/learned.js";
import { writeTable } from "../../web/formats/index.js";
import { outputOf, phasor, refused, scratch } from "./run.js";

const folder = scratch();
const shape = /** @type {[number, number]} */ ([64, 32]);
const right = sinusoidal(...shape);
const shifted = sinusoidal(...shape, { start: 1 });

/** @param {string[]} words @param {Uint8Array} input */
const verdict = (words, input) => phasor(["diagnose", "-", ...words], { input });

/** The report on a table in JSON. @param {string} name @param {Float32Array} table */
function reportOn(name, table) {
  const diagnosis = diagnose(table, shape);
  return {
    ...{ name, kind: "table", shape, summary: "sinusoidal, as vaswani", comparedWith: null },
    ...{ findings: diagnosis.findings, diagnosis },
  };
}

describe("phasor diagnose", () => {
  it.each(/** @type {const} */ (["npy", "csv", "json"]))("finds nothing wrong, in %s", (format) => {
    const path = join(folder, `right.${format}`);
    writeFileSync(path, writeTable(format, right, shape));
    const out = outputOf(["diagnose", path]);
    expect(out).toContain(`right.${format}: 64 × 32, sinusoidal, as vaswani\n`);
    expect(out).toMatch(/^ {2}base +10000$/m);
    expect(out).toMatch(/^ {2}arithmetic +exact$/m);
    expect(out).toMatch(/^ {2}unit pairs +holds, off by /m);
    expect(out).toMatch(/\n\nnothing wrong\n$/);
  });

  it("reports what is wrong, also by its exit code", () => {
    const { code, out } = verdict([], writeTable("npy", shifted, shape));
    expect(code).toBe(1);
    expect(out).toMatch(/^standard input: 64 × 32, sinusoidal/);
    expect(out).toContain("problem starts-at-1: Row 0 is position 1. Count from 0");
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(90);
  });

  it("reports which invariants fail", () => {
    const grown = right.map((x) => 2 * x);
    const { out } = verdict([], writeTable("npy", grown, shape));
    expect(out).toMatch(/^ {2}bounded +FAILS, off by 1$/m);
  });

  it("prints everything as JSON, with the same exit codes", () => {
    const { code, out } = verdict(["--json"], writeTable("npy", shifted, shape));
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual(
      JSON.parse(JSON.stringify([reportOn("standard input", shifted)])),
    );
    expect(verdict(["--json"], writeTable("npy", right, shape)).code).toBe(0);
  });

  it("compares with an expected convention", () => {
    const input = writeTable("npy", sinusoidal(...shape, { convention: "mae" }), shape);
    expect(verdict([], input).code).toBe(0);
    expect(verdict(["--expect", "mae"], input).code).toBe(0);
    expect(verdict(["--expect", "gpt-neox"], input).code).toBe(0); // the same layout and spacing
    const grid = writeTable("npy", sinusoidal2d(4, 16, 32, { convention: "simplevit" }), shape);
    expect(verdict(["--expect", "simplevit"], grid).code).toBe(0);
    expect(verdict(["--expect", "simplevit,height=16,width=4"], grid).code).toBe(1);
    const { code, out } = verdict(["--expect", "vaswani"], input);
    expect(code).toBe(1);
    expect(out).toContain(
      '\nproblem differs-layout: layout is "concatenated"; "interleaved" is expected. ',
    );
    expect(verdict(["--expect", "bert"], input).error).toContain("--expect must be one of vaswani");
  });

  it("says that it cannot say more about learned tables", () => {
    const noise = Float32Array.from({ length: 2048 }, (_, i) => Math.sin(i * i * 0.37));
    const { code, out } = verdict([], writeTable("npy", noise, shape));
    expect(out).toMatch(/^standard input: 64 × 32, learned, effective rank /);
    expect(code).toBe(0);
    expect(verdict(["--expect", "vaswani"], writeTable("npy", noise, shape)).code).toBe(1);
  });

  describe("of a stack of tables", () => {
    const stack = Float32Array.of(...right, ...shifted, ...right);

    it("diagnoses each table separately, with its index", () => {
      const { code, out } = verdict([], writeTable("npy", stack, [3, 64, 32]));
      expect(code).toBe(1);
      const parts = out.trimEnd().split(/\n\n(?=standard input)/);
      expect(parts.map((part) => part.split("\n")[0])).toEqual([
        "standard input[0]: 64 × 32, sinusoidal, as vaswani",
        expect.stringMatching(/^standard input\[1\]: 64 × 32, sinusoidal/),
        "standard input[2]: 64 × 32, sinusoidal, as vaswani",
      ]);
      expect(parts.map((part) => part.includes("nothing wrong"))).toEqual([true, false, true]);
      expect(parts[1]).toContain("problem starts-at-1");
      const fine = Float32Array.of(...right, ...right);
      expect(verdict([], writeTable("npy", fine, [2, 64, 32])).code).toBe(0);
      expect(verdict(["--expect", "mae"], writeTable("npy", fine, [2, 64, 32])).code).toBe(1);
    });

    it.each(/** @type {const} */ (["npy", "json"]))(
      "prints an array as JSON, from %s",
      (format) => {
        const { code, out } = verdict(["--json"], writeTable(format, stack, [3, 64, 32]));
        expect(code).toBe(1);
        const expected = [right, shifted, right].map((table, index) =>
          reportOn(`standard input[${index}]`, table),
        );
        expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(expected)));
      },
    );

    it.each([
      ["one table in it", [1, 64, 32]],
      ["its axis in the middle", [64, 1, 32]],
      ["more axes of size 1", [1, 64, 1, 1, 32]],
    ])("takes %s as a table", (_, axes) => {
      const { out } = verdict([], writeTable("npy", right, axes));
      expect(out).toMatch(/^standard input: 64 × 32, sinusoidal, as vaswani\n/);
      const [report] = JSON.parse(verdict(["--json"], writeTable("npy", right, axes)).out);
      expect(report.shape).toEqual([64, 32]);
    });

    it("refuses more axes", () => {
      expect(verdict([], writeTable("npy", right, [2, 4, 8, 32]))).toMatchObject({
        code: 2,
        out: "",
        error:
          "phasor: standard input: its shape (2, 4, 8, 32) is neither a table, (positions, features), " +
          "nor a stack of tables, (tables, positions, features)\n",
      });
    });
  });

  it.each([
    ["no input", ["-"], "", "standard input: the file is empty"],
    ["words", ["-"], "to be, or not", "standard input: there is no line of numbers"],
    ["a cell that is no number", ["-"], "1,2\n3,four", 'line 2, column 2: "four" is not a number'],
  ])("has exit code 2 for %s", (_, words, input, message) => {
    expect(refused(["diagnose", ...words], { input })).toContain(message);
  });
});

it("a learned table is described by the Gram matrix of its rows minus their mean", () => {
  const [rows, columns] = [8, 3];
  const x = Float64Array.from({ length: rows * columns }, (_, i) => Math.sin(1 + i * i));
  const mean = (/** @type {number} */ c) =>
    x.reduce((sum, v, i) => (i % 3 === c ? sum + v : sum), 0) / rows;
  const means = [0, 1, 2].map(mean);
  const gram = (/** @type {number} */ p, /** @type {number} */ q) =>
    means.reduce((sum, m, c) => sum + (x[3 * p + c] - m) * (x[3 * q + c] - m), 0);
  let [trace, squares] = [0, 0];
  const [sums, counts] = [new Float64Array(rows), new Float64Array(rows)];
  for (let p = 0; p < rows; p++) {
    trace += gram(p, p);
    for (let q = 0; q < rows; q++) {
      squares += gram(p, q) ** 2;
      sums[Math.abs(p - q)] += gram(p, q);
      counts[Math.abs(p - q)]++;
    }
  }
  const { numbers } = learnedReport(x, rows, columns);
  expect(numbers.effectiveRank).toBeCloseTo(trace ** 2 / squares, 9);
  const ofDistance = sums.reduce((sum, s, d) => sum + s ** 2 / counts[d], 0);
  expect(numbers.shiftInvariance).toBeCloseTo(ofDistance / squares, 9);
});
