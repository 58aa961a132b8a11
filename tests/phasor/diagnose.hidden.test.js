// diagnose: sinusoids that were changed afterwards, in ways that occur in practice; each is named.
import { diagnose } from "phasor";
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { codesOf, problemsOf } from "./findings.js";
import { random } from "./helpers.js";
import { fill } from "./implementations_formulas.js";

const { sin, cos, floor, exp, log10 } = Math;
const [L, d] = [100, 32];

const omega = (/** @type {number} */ c, width = d) => 10000 ** ((-2 * c) / width);
const paper = fill(L, d, (p, c) => (c % 2 ? cos : sin)(p * omega(floor(c / 2))));
const halves = fill(L, d, (p, c) => (c < d / 2 ? sin : cos)(p * omega(c % (d / 2))));

const next = random(3);
const uniform = () => (next() + 1) / 2;

/** @type {[what: string, problems: string[], table: Float64Array, shape?: [number, number]][]} */
const cases = [
  ["every column a sine", ["only-sines"], fill(L, d, (p, c) => sin(p * omega(floor(c / 2))))],
  ["a sine with its own exponent", ["only-sines"], fill(L, d, (p, c) => sin(p * omega(c / 2)))],
  ["a rotary cache's cosines", ["only-cosines"], fill(L, d, (p, c) => cos(p * omega(c, 2 * d)))],
  ["doubled by halves", ["only-cosines"], fill(L, d, (p, c) => cos(p * omega(c % (d / 2))))],
  ["doubled by neighbours", ["only-cosines"], fill(L, d, (p, c) => cos(p * omega(floor(c / 2))))],
  ["its sines", ["only-sines"], fill(L, d, (p, c) => sin(p * omega(c, 2 * d)))],
  ["negated halves", ["negated-cosines"], halves.map((x, i) => (i % d < d / 2 ? x : -x))],
  ["negated sines", ["reversed-positions"], paper.map((x, i) => (i % 2 ? x : -x))],
  ["half dropped", ["dropout"], halves.map((x) => (uniform() < 0.5 ? 0 : x / 0.5))],
  [
    "zeros behind",
    ["zero-columns"],
    fill(L, 2 * d, (p, c) => (c < d ? paper[p * d + c] : 0)),
    [L, 2 * d],
  ],
  [
    "zeros before",
    ["zero-columns"],
    fill(L, 2 * d, (p, c) => (c < d ? 0 : paper[p * d + c - d])),
    [L, 2 * d],
  ],
  ["no cosines written", ["zero-columns", "only-sines"], paper.map((x, i) => (i % 2 ? 0 : x))],
  [
    "exponents cut off",
    ["integer-exponents"],
    fill(L, d, (p, c) => (c % 2 ? cos : sin)(p / 10000 ** floor(c / d))),
  ],
  [
    "log10 in exp",
    ["other-base"],
    fill(L, d, (p, c) => (c % 2 ? cos : sin)(p * exp(((-2 * floor(c / 2)) / d) * log10(10000)))),
  ],
  ["a stack", ["restarting-rows"], fill(2 * L, d, (p, c) => paper[(p % L) * d + c]), [2 * L, d]],
];

it.each(cases)(
  "diagnose names what was done to sinusoids: %s",
  (_, problems, table, shape = [L, d]) => {
    for (const of of some([table, Float32Array.from(table)], 1)) {
      const { kind, findings } = diagnose(of, shape);
      expect(kind).toBe("sinusoidal");
      expect(problemsOf({ findings })).toEqual(problems);
      expect(codesOf({ findings })).not.toContain("low-precision-angles");
    }
  },
);

/** @param {Float64Array} table @param {[number, number]} shape @param {string} code */
const messageOf = (table, shape, code) =>
  diagnose(table, shape).findings.find((finding) => finding.code === code)?.message;

describe("the messages about changed sinusoids", () => {
  it("name the zero columns by their index in the table", () => {
    const [, , table, shape] = cases.find(([what]) => what === "zeros before") ?? cases[0];
    const [{ columns, message }] = diagnose(table, shape ?? [L, d]).findings;
    expect(columns).toEqual(Array.from({ length: d }, (_, c) => c));
    expect(message).toContain(`${d} of ${2 * d} columns are zero`);
  });

  it("name the right logarithm", () => {
    const [, , table] = cases.find(([what]) => what === "log10 in exp") ?? cases[0];
    expect(messageOf(table, [L, d], "other-base")).toContain("not log10");
  });

  it("say after how many rows a stack of tables repeats", () => {
    const [, , table] = cases.find(([what]) => what === "a stack") ?? cases[0];
    expect(messageOf(table, [2 * L, d], "restarting-rows")).toContain("every 100 rows");
  });
});

it("diagnose refuses the shape of a stack and names the shape to pass", () => {
  const shape = /** @type {any} */ ([2, 50, 32]);
  expect(() => diagnose(paper, shape)).toThrow(RangeError);
  expect(() => diagnose(paper, shape)).toThrow(
    "phasor.diagnose: shape must be an array [length, dModel], got [2, 50, 32]: of a stack of 2 tables " +
      "diagnose each, pe.subarray(n * 1600, (n + 1) * 1600) with shape [50, 32]",
  );
});

it.each([
  ["sines and cosines that come first", "d", "ggml"],
  ["with the other spacing", "d-2", "diffusers computes them with flip_sin_to_cos"],
])("diagnose finds no preset for cosines first, %s", (_, spacing, said) => {
  const over = spacing === "d" ? d : d - 2;
  const table = fill(L, d, (p, c) => (c < d / 2 ? cos : sin)(p * omega(c % (d / 2), over)));
  const { convention, findings } = diagnose(table, [L, d]);
  expect(convention).toBe(null);
  expect(findings.find(({ code }) => code === "concatenated-layout")?.message).toContain(said);
});
