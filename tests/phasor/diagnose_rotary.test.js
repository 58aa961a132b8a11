// diagnoseRotary: right and wrong caches and rotations from plain formulas.
import { diagnoseRotary, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { chooseLikeliest } from "../../web/phasor/diagnose_rotary/identify.js";
import { rulesInWords } from "../../web/phasor/diagnose_rotary/rules.js";
import { some } from "../long.js";
import { codesOf, problemsOf } from "./findings.js";
import { noise as numbers } from "./helpers.js";
import { kinds as apart, rotaryCase, slips } from "./rotary_cases.js";
import { hidesAngles } from "./rotary_verdicts.js";

/** @typedef {import("../../web/phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */

const CASES = 12;
/** The mistakes that the entries alone show. */
const names = Object.keys(slips).filter(
  (name) => !name.startsWith("differs") && !name.includes("scal"),
);
const pairs = names.flatMap((a, i) =>
  names
    .slice(i + 1)
    .filter((b) => !apart.some((kind) => kind.includes(a) && kind.includes(b)))
    .map((b) => [a, b]),
);
const wrongs = [[], ...names.map((name) => [name]), ...pairs];
const kinds = [false, true].flatMap((vectors) =>
  [
    { vectors, noise: 0, format: "float64" },
    { vectors, noise: 0, format: "float32" },
    { vectors, noise: 0, format: "bfloat16" },
    { vectors, noise: 0, format: "float16" },
    { vectors, noise: 1e-3, format: "float32" },
  ].flatMap((kind) => [0, 1, 2].map((count) => ({ ...kind, count }))),
);

/** What is reported falsely, and what is missed although the rule is known.
 * @param {ReturnType<typeof rotaryCase>} sample @param {string[]} wrong @param {any} kind
 * @returns {string[]} */
function failuresOf(sample, wrong, kind) {
  const { name, recipe, list, data, shape } = sample;
  const diagnosis = diagnoseRotary(/** @type {any} */ (data), shape);
  const { rule, start, layout, rotaryDim, base, frequencies, tolerances } = diagnosis;
  const failures = problemsOf(diagnosis)
    .filter((code) => !wrong.includes(code))
    .map((code) => `false ${code}`);
  const codes = codesOf(diagnosis);
  const decided = rule !== "explicit" && rule !== null && !codes.includes("undecided");
  for (const code of wrong) {
    if (codes.includes(code)) continue;
    // With lists of divisors, the entries alone show neither the factor nor the step.
    const unknown =
      (!decided && (code.endsWith("attention-factor") || code === "other-step")) ||
      // If the step is unknown, the first position is found in steps.
      (!decided && code === "starts-at-1" && recipe.step > 1) ||
      (code === "low-precision-angles" && (!decided || hidesAngles(sample, kind))) ||
      (code.endsWith("start") && start === null) ||
      recipe.rule === "longrope";
    if (!unknown) failures.push(`missed ${code}`);
  }
  if (layout !== recipe.layout) failures.push(`layout ${layout}`);
  if (decided && rotaryDim === recipe.r) {
    const first = list.findIndex((w, i) => Math.abs(w - frequencies[i]) > 2 * tolerances[i] + 1e-9);
    if (first >= 0 && recipe.step === 1) failures.push(`frequency ${first}`);
    if (start !== null && start !== recipe.start) failures.push(`start ${start}`);
  }
  const exact =
    kind.noise === 0 && kind.format.length === 7 && !wrong.includes("low-precision-angles");
  if (exact && decided && rotaryDim === recipe.r && rule === recipe.rule) {
    if (base !== recipe.base) failures.push(`base ${base}`);
    const factor = Reflect.get(diagnosis.scaling ?? {}, "factor");
    const should = ["default", "proportional"].includes(recipe.rule) ? undefined : recipe.factor;
    if (factor !== should) failures.push(`factor ${factor}`);
  }
  return failures.map((failure) => `${failure} in ${name}`);
}

it.each(some(kinds, 10))(
  "diagnoseRotary of generated rotations, from their entries alone is right: vectors $vectors, $format, noise $noise, $count mistakes",
  (kind) => {
    const alike = wrongs.filter(({ length }) => length === kind.count);
    const failures = [];
    for (let n = 0; n < CASES; n++) {
      const wrong = alike[n % alike.length];
      failures.push(...failuresOf(rotaryCase(31 * n + kind.count, wrong, kind), wrong, kind));
    }
    expect(failures).toEqual([]);
  },
);

// With noise, 10302.5 is also 100 stretched by 77, and 79696.25, which is 10000 stretched by 7, also 79700.
it.each([
  [10302.5, 1e-2, 16, 32, null],
  [11730, 1e-2, 4, 64, null],
  [10000 * 7 ** (16 / 15), 1e-3, 16, 64, { type: "ntk", factor: 7 }],
])(
  "diagnoseRotary finds base %d in a cache with noise of %d",
  (base, size, pairs, rows, scaling) => {
    const errors = numbers("float64", 2 * rows * pairs, 3);
    const [cos, sin] = [Math.cos, Math.sin].map((wave, k) =>
      Float64Array.from({ length: rows * pairs }, (_, at) => {
        const angle = Math.floor(at / pairs) * base ** (-(at % pairs) / pairs);
        return wave(angle) + size * errors[2 * at + k];
      }),
    );
    const diagnosis = diagnoseRotary({ cos, sin }, [rows, pairs]);
    expect(diagnosis.scaling).toEqual(scaling);
    expect(diagnosis.base).toBeCloseTo(scaling ? 10000 : base, -2);
  },
);

/** @param {number} rows @param {number} dHead @param {any} options of the rotation
 * @param {(turned: RotaryEmbedding<any>, x: Float32Array) => Float32Array} [turn] */
function rotatedBy(rows, dHead, options, turn = (rotary, x) => rotary.apply(x, [2, rows, dHead])) {
  const input = /** @type {Float32Array} */ (numbers("float32", 2 * rows * dHead));
  return { input, output: turn(new RotaryEmbedding(dHead, options), input) };
}

const llama3 = /** @type {const} */ ({
  type: "llama3",
  factor: 8,
  original_max_position_embeddings: 8192,
  low_freq_factor: 1,
  high_freq_factor: 4,
});
const yarn = /** @type {const} */ ({
  type: "yarn",
  factor: 8,
  original_max_position_embeddings: 4096,
});
const half = { layout: "half", base: 500000 };

describe("diagnoseRotary with expect", () => {
  it.each([
    ["nothing", half, half, []],
    ["nothing with YaRN", { ...half, scaling: yarn }, { ...half, scaling: yarn }, []],
    ["the layout", { ...half, layout: "interleaved" }, half, ["differs-layout"]],
    ["the base", { ...half, base: 10000 }, half, ["differs-base"]],
    ["a missing rule", half, { ...half, scaling: llama3 }, ["missing-scaling"]],
    [
      "a missing rule and its factor",
      half,
      { ...half, scaling: yarn },
      ["missing-scaling", "missing-attention-factor"],
    ],
    [
      "another factor",
      { ...half, scaling: { ...llama3, factor: 32 } },
      { ...half, scaling: llama3 },
      ["differs-scaling"],
    ],
    [
      "another rule",
      { ...half, scaling: { type: "linear", factor: 8 } },
      { ...half, scaling: llama3 },
      ["differs-scaling"],
    ],
    [
      "a factor squared",
      { ...half, scaling: yarn, attentionFactor: 1.2079441541679836 ** 2 },
      { ...half, scaling: yarn },
      ["squared-attention-factor"],
    ],
    ["the direction", { ...half, direction: -1 }, half, ["turned-backwards"]],
    ["all of the head turned", half, { ...half, rotaryDim: 32 }, ["differs-rotaryDim"]],
    ["a part of the head turned", { ...half, rotaryDim: 32 }, half, ["differs-rotaryDim"]],
    [
      "the last features turned",
      { ...half, rotaryDim: 32, rotaryStart: 32 },
      { ...half, rotaryDim: 32 },
      ["differs-rotaryStart"],
    ],
    [
      "layout and base",
      { layout: "interleaved", base: 10000 },
      half,
      ["differs-layout", "differs-base"],
    ],
    ["arithmetic", { ...half, arithmetic: "bfloat16" }, half, ["low-precision-angles"]],
  ])("finds %s", (_, done, wanted, codes) => {
    const expected = /** @type {ExpectedRotary} */ ({ dHead: 64, ...wanted });
    const diagnosis = diagnoseRotary(rotatedBy(300, 64, done), [2, 300, 64], { expect: expected });
    expect(codesOf(diagnosis).sort()).toEqual([...codes].sort());
  });

  it("finds that fewer features rotate than expected in a wider head", () => {
    const expected = /** @type {ExpectedRotary} */ ({ dHead: 128, ...half });
    const diagnosis = diagnoseRotary(rotatedBy(24, 64, half), [2, 24, 64], { expect: expected });
    expect(diagnosis.kind).toBe("rotary");
    expect(codesOf(diagnosis)).toEqual(["differs-rotaryDim"]);
  });

  it("finds a rule that is applied twice", () => {
    const scaled = new RotaryEmbedding(64, { base: 500000, scaling: llama3 }).frequencies;
    const unscaled = new RotaryEmbedding(64, { base: 500000 }).frequencies;
    const scaledTwice = scaled.map((w, i) => (w * w) / unscaled[i]);
    const done = { layout: "half", frequencies: scaledTwice };
    const expected = /** @type {ExpectedRotary} */ ({ dHead: 64, ...half, scaling: llama3 });
    const diagnosis = diagnoseRotary(rotatedBy(300, 64, done), [2, 300, 64], { expect: expected });
    expect(codesOf(diagnosis)).toEqual(["scaled-twice"]);
  });
});

it("diagnoseRotary says that random vectors were not rotated", () => {
  const data = { input: numbers("float32", 640), output: numbers("float32", 640, 2) };
  const diagnosis = diagnoseRotary(data, [2, 20, 16]);
  expect(diagnosis).toMatchObject({ kind: "unknown", base: null, start: null });
  expect(diagnosis.findings).toMatchObject([{ code: "no-rotation", severity: "note" }]);
  expect(diagnosis.segments).toEqual([{ row: 0, start: null }]);
  const expected = diagnoseRotary(data, [2, 20, 16], { expect: { dHead: 16 } });
  expect(expected.findings[0]).toMatchObject({ code: "no-rotation", severity: "problem" });
});

it("diagnoseRotary says that random columns do not turn", () => {
  const data = { cos: numbers("float32", 640), sin: numbers("float32", 640, 2) };
  const diagnosis = diagnoseRotary(data, [40, 16]);
  expect([diagnosis.kind, codesOf(diagnosis)]).toEqual(["unknown", ["no-rotation"]]);
});

it("diagnoseRotary lists the factors of three or more rules of one kind", () => {
  const rules = [8, 2, 4].map((factor) => ({
    ...{ base: 10000, step: 1, as: "known", attentionFactor: 1 },
    ...{ frequencies: new Float64Array(0), scaling: { type: "linear", factor } },
  }));
  const words = (/** @type {any} */ some) => rulesInWords(some);
  expect(words(rules)).toMatch(/^base 10000 with [^;]* by 2 or 4 or 8$/);
  expect(words(rules.slice(1)).split("; ")).toHaveLength(2);
});

it("diagnoseRotary takes the expected rotaryDim among those that fit equally well", () => {
  const all = /** @type {any} */ (
    [32, 64, 96].map((rotaryDim) => ({ fits: 1, findings: [], base: 10000, rotaryDim }))
  );
  expect(chooseLikeliest(all, { dHead: 64, base: 10000 }).rotaryDim).toBe(64);
});
