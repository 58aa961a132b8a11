import { Arena, diagnose, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { codesOf, problemsOf } from "./findings.js";
import { dtypes, random } from "./helpers.js";
import { cases, compare } from "./implementations.js";
import { otherOnes } from "./implementations_other.js";
import { publishedOnes } from "./implementations_published.js";
import { rightOnes } from "./implementations_right.js";
import { wrongOnes } from "./implementations_wrong.js";
import { brain } from "./rounded.js";

/** @import { Diagnosis } from "../../web/phasor/diagnose.js" */
/** @import { Implementation, Report } from "./implementations.js" */
/** @typedef {Float32Array | Float64Array} Floats */

const groups = /** @type {[string, Implementation[]][]} */ ([
  ["right implementations", rightOnes],
  ["wrong implementations", wrongOnes],
  ["published implementations", publishedOnes],
  ["other tables", otherOnes],
]);

/** @param {Float64Array} table @param {number} size @param {number} seed */
function withNoise(table, size, seed) {
  const next = random(seed);
  return table.map((x) => x + size * next());
}

/** @typedef {[name: string, change: (table: Float64Array, seed: number) => Floats]} Variant */

const exact = /** @type {Variant[]} */ ([
  ["float64", (table) => table],
  ["float32", (table) => Float32Array.from(table)],
]);
const noisy = /** @type {Variant[]} */ ([
  ["noise of 1e-3", (table, seed) => withNoise(table, 1e-3, seed)],
  ["noise of 1e-4", (table, seed) => Float32Array.from(withNoise(table, 1e-4, seed))],
]);

describe.each(groups)("%s", (_, implementations) => {
  // Each table is diagnosed in one exact variant, and every second table also in one with noise, in
  // turn, so that each size meets all variants.
  const turns = [...cases(implementations)].map((row, n) => {
    const clean = { ...row, noise: false, variant: exact[n % 2] };
    const noise = { ...row, noise: true, variant: noisy[(n >> 1) % 2] };
    return n % 2 === 0 && !row.implementation.quiet ? [clean, noise] : [clean];
  });
  const examples = implementations
    .flatMap((one) =>
      some(
        turns.flat().filter((row) => row.implementation === one),
        1,
      ),
    )
    .map((row) => /** @type {const} */ ([row.name, row.variant[0], row]));

  it.each(examples)("%s, %s: diagnose misses nothing and reports nothing false", (_, __, row) => {
    const { L, d, make, expected, noise, variant } = row;
    const table = make();
    const [, change] = variant;
    const diagnosis = diagnose(change(table, L * d + 1), [L, table.length / L]);
    expect(compare(diagnosis, expected, { noisy: noise })).toEqual({ misses: [], alarms: [] });
  });
});

describe("the comparison of this test", () => {
  const right = diagnose(sinusoidal(64, 32), [64, 32]);
  const shifted = diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]);

  it("notices what a diagnosis misses", () => {
    expect(compare(right, { problems: ["starts-at-1"] }).misses).toEqual(["starts-at-1"]);
    expect(compare(right, { base: 500 }).misses).toEqual(["base 10000"]);
    expect(compare(right, { kind: "unknown" }).misses).toEqual(["kind sinusoidal"]);
    expect(compare(right, { convention: "mae" }).misses).toEqual(["convention vaswani"]);
  });

  it("notices false reports", () => {
    expect(compare(shifted, { start: 1 }).alarms).toEqual(["starts-at-1"]);
  });
});

describe("a pair of different frequencies", () => {
  const [L, d] = [50, 12];
  const table = new Float64Array(L * d);
  for (let position = 0; position < L; position++) {
    for (let dim = 0; dim < d; dim++) {
      const angle = position / 10000 ** (dim / d);
      table[position * d + dim] = dim % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  }
  const diagnosis = diagnose(table, [L, d]);

  it("is reported with its columns and the line of code to change", () => {
    expect(problemsOf(diagnosis)).toEqual(["mismatched-frequencies"]);
    const [{ columns, message }] = diagnosis.findings;
    expect(columns).toEqual([1, 3, 5, 7, 9, 11]);
    expect(message).toContain("angle = position / base ** (2 * (column // 2) / d)");
    expect(message).toContain("columns 1, 3, 5, 7, 9 and 11");
  });

  it("keeps values within bounds and rows different, but breaks the other properties", () => {
    const satisfied = Object.entries(diagnosis.invariants)
      .filter(([, { holds }]) => holds)
      .map(([name]) => name);
    expect(satisfied).toEqual(["bounded", "uniqueRows"]);
    expect(diagnosis.invariants.unitPairs.deviation).toBeGreaterThan(0.5);
    expect(diagnosis.invariants.toeplitz.deviation).toBeGreaterThan(0.1);
    expect(diagnosis.invariants.linearShift.deviation).toBeGreaterThan(0.5);
  });
});

describe("diagnose of the package's own tables", () => {
  const sizes = [
    [16, 4],
    [17, 64],
    [300, 128],
    [16, 4096],
  ];
  const tables = /** @type {const} */ (["vaswani", "tensor2tensor", "gpt-neox"]).flatMap(
    (convention) => dtypes.flatMap((dtype) => sizes.map(([L, d]) => ({ convention, dtype, L, d }))),
  );
  it.each(tables)("$convention in $dtype, ($L, $d)", ({ convention, dtype, L, d }) => {
    const diagnosis = diagnose(sinusoidal(L, d, { convention, dtype }), [L, d]);
    expect(problemsOf(diagnosis)).toEqual([]);
    expect(diagnosis).toMatchObject({
      kind: "sinusoidal",
      convention,
      base: 10000,
      start: 0,
      arithmetic: "exact",
    });
    const fails = Object.entries(diagnosis.invariants).filter(([, { holds }]) => !holds);
    expect(fails).toEqual([]);
  });

  const coarse = /** @type {const} */ (["float32", "bfloat16", "float16", "ggml"]).flatMap(
    (arithmetic) =>
      [
        [64, 64],
        [512, 128],
        [3000, 256],
      ].map(([L, d]) => ({ arithmetic, L, d })),
  );
  it.each(coarse)("in $arithmetic arithmetic, ($L, $d)", ({ arithmetic, L, d }) => {
    const diagnosis = diagnose(sinusoidal(L, d, { arithmetic }), [L, d]);
    const low = arithmetic === "bfloat16" || arithmetic === "float16";
    expect(diagnosis).toMatchObject({ arithmetic, base: 10000, start: 0 });
    expect(codesOf(diagnosis)).toContain("low-precision-angles");
    expect(problemsOf(diagnosis).includes("low-precision-angles")).toBe(low);
  });

  it("finds no problem in exact angles with values rounded to bfloat16", () => {
    const table = sinusoidal(700, 64).map(brain);
    const diagnosis = diagnose(table, [700, 64]);
    expect(diagnosis.arithmetic).toBe("exact");
    expect(problemsOf(diagnosis)).toEqual([]);
  });
});

describe("what diagnose cannot tell:", () => {
  it("the base of a single pair", () => {
    const diagnosis = diagnose(sinusoidal(64, 2), [64, 2]);
    expect(diagnosis).toMatchObject({ kind: "sinusoidal", base: null, start: 0, findings: [] });
  });

  it("which of two readings of the same frequencies is meant (it reports the other, too)", () => {
    const table = sinusoidal(32, 4, { convention: { spacing: "d-2" } });
    const [{ code, message }] = diagnose(table, [32, 4]).findings;
    expect(code).toBe("other-base");
    expect(message).toContain("base 10000 with exponents divided by d − 2");
  });

  it("anything about three rows", () => {
    const diagnosis = diagnose(sinusoidal(3, 64), [3, 64]);
    expect(diagnosis.kind).toBe("unknown");
    expect(codesOf(diagnosis)).toEqual(["too-few-rows"]);
  });

  it("anything about one number", () => {
    expect(diagnose(new Float32Array([0.5]), [1, 1]).kind).toBe("unknown");
    expect(diagnose(new Float32Array(7).fill(0.5), [7, 1]).kind).toBe("constant");
  });

  it.each([
    [NaN, NaN],
    [Infinity, Infinity],
    [Infinity, -Infinity],
  ])("anything about a table of %f and %f only", (one, other) => {
    const table = Float32Array.from({ length: 64 }, (_, at) => (at % 5 === 0 ? one : other));
    const diagnosis = diagnose(table, [16, 4]);
    expect(diagnosis.kind).toBe("unknown");
    expect(problemsOf(diagnosis)).toContain("not-finite");
    expect(diagnosis.findings[0].columns).toEqual([0, 1, 2, 3]);
    for (const { holds } of Object.values(diagnosis.invariants)) expect(holds).toBe(false);
  });
});

describe("the findings of diagnose", () => {
  it("list problems first", () => {
    const table = sinusoidal(64, 32, { convention: "gpt-neox", start: 1, base: 5000 });
    const { findings } = diagnose(table, [64, 32]);
    expect(findings.map(({ severity }) => severity)).toEqual(["problem", "note", "note"]);
    expect(findings[0].code).toBe("starts-at-1");
  });

  it("have a message that names rows and columns", () => {
    const table = sinusoidal(64, 32);
    table[9 * 32 + 4] = NaN;
    table.copyWithin(20 * 32, 11 * 32, 12 * 32);
    const { findings } = diagnose(table, [64, 32]);
    expect(codesOf({ findings })).toEqual(["not-finite", "duplicate-rows"]);
    expect(findings[0].message).toContain("column 4 and row 9");
    expect(findings[0].columns).toEqual([4]);
    expect(findings[1].message).toContain("row 20 is row 11");
  });

  it("name a wrong column", () => {
    const table = sinusoidal(200, 32);
    for (let p = 0; p < 200; p++) table[p * 32 + 6] *= -1;
    const { findings, kind } = diagnose(table, [200, 32]);
    expect(kind).toBe("sinusoidal");
    expect(codesOf({ findings })).toEqual(["differing-entries"]);
    expect(findings[0].columns).toEqual([6]);
  });
});

it("arrays that diagnose takes may lie in an arena, and are not changed", () => {
  const arena = new Arena(1 << 20);
  for (const dtype of dtypes) {
    const table = sinusoidal(300, 64, { out: arena[dtype](300 * 64), start: 1 });
    const before = table.slice();
    const expected = diagnose(before, [300, 64]);
    expect(diagnose(table, [300, 64])).toEqual(expected);
    expect(table).toEqual(before);
  }
});

it("diagnose reports the largest and the root-mean-square error of the entries", () => {
  const [L, d] = [200, 32];
  const table = sinusoidal(L, d, { dtype: "float64" });
  const off = table.map((_, n) => 1e-5 * (n % 7 === 3 ? 3 : n % 2 === 0 ? 1 : -1));
  const { deviation } = diagnose(
    table.map((value, n) => value + off[n]),
    [L, d],
  );
  const rms = Math.sqrt(off.reduce((sum, x) => sum + x * x, 0) / off.length);
  expect(deviation?.rms).toBeGreaterThan(0.98 * rms);
  expect(deviation?.rms).toBeLessThan(1.02 * rms);
  expect(deviation?.max).toBeGreaterThan(2.9e-5);
  expect(deviation?.max).toBeLessThan(3.1e-5);
});
