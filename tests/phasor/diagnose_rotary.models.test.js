// diagnoseRotary: the rotations of models' own code, by plain formulas, are described right when
// the model's config.json is what is expected.
import { diagnoseRotary, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { configOf } from "./config.support.js";
import { codesOf, problemsOf } from "./findings.js";
import { rules } from "./rotary_cases.js";
import { placesOf, rotation } from "./rotary_vectors.js";
import { brain } from "./rounded.js";

/** @param {string} name @param {{ length?: number, layer?: string }} [options] */
function expectedOf(name, options) {
  const { rotates, positions, ...expected } = ropeFromConfig(configOf(name), options);
  return expected;
}
/** @param {number} base @param {number} r */
const defaultList = (base, r) => rules.default(base, r, 1).list;
const ROWS = 128;

const { half: halves, interleaved: neighbours } = placesOf;

/** Vectors before and after. @param {number[]} list frequencies @param {number} dHead
 * @param {Partial<Parameters<typeof rotation>[0]>} how */
function vectors(list, dHead, how) {
  const shape = [1, 2, ROWS, dHead];
  const rounded = { round: Math.fround, step: how.store ?? Math.fround };
  return {
    data: rotation({ shape, frequencies: list.map(Math.fround), ...rounded, ...how }),
    shape,
  };
}

/** A cache of one column for each feature, in float32. @param {number[]} list @param {number} [factor] */
function cache(list, factor = 1) {
  const r = 2 * list.length;
  const [cos, sin] = [new Float32Array(ROWS * r), new Float32Array(ROWS * r)];
  for (let at = 0; at < ROWS * r; at++) {
    const angle = Math.fround(Math.floor(at / r) * Math.fround(list[at % list.length]));
    cos[at] = factor * Math.cos(angle);
    sin[at] = factor * Math.sin(angle);
  }
  return { data: { cos, sin }, shape: [ROWS, r] };
}

/** @param {ReturnType<typeof vectors> | ReturnType<typeof cache>} sample @param {object} expected
 * @param {ArrayLike<number>} [positions] */
const told = ({ data, shape }, expected, positions) =>
  diagnoseRotary(data, shape, { expect: expected, positions });
const llama = rules.llama3(500000, 128, 8);
const yarn = rules.yarn(10000, 64, 40);
const { long_factor, short_factor } = configOf("microsoft/Phi-3.5-mini-instruct").rope_scaling;
const divided = (/** @type {number[]} */ by) => defaultList(10000, 96).map((w, i) => w / by[i]);
const phiFactor = Math.sqrt(1 + Math.log(32) / Math.log(4096));

describe("diagnoseRotary of models' own code", () => {
  it.each(
    /** @type {[what: string, made: () => any, expected: object][]} */ ([
      [
        "Llama 3.1: vectors",
        () => vectors(llama.list, 128, { from: halves }),
        expectedOf("meta-llama/Llama-3.1-8B"),
      ],
      [
        "Phi 3.5: short lists",
        () => cache(divided(short_factor), phiFactor),
        expectedOf("microsoft/Phi-3.5-mini-instruct", { length: 4096 }),
      ],
      [
        "Phi 3.5: long lists",
        () => cache(divided(long_factor), phiFactor),
        expectedOf("microsoft/Phi-3.5-mini-instruct", { length: 8192 }),
      ],
      [
        "Gemma 3: sliding layers",
        () => cache(defaultList(10000, 128)),
        expectedOf("google/gemma-3-27b-it", { layer: "sliding_attention" }),
      ],
      [
        "GPT-J in bfloat16",
        () => vectors(defaultList(10000, 64), 256, { from: neighbours, store: brain }),
        expectedOf("EleutherAI/gpt-j-6b"),
      ],
      [
        "DeepSeek-V2: neighbours, YaRN without its factor",
        () => vectors(yarn.list, 64, { from: neighbours }),
        expectedOf("deepseek-ai/DeepSeek-V2-Lite"),
      ],
    ]),
  )("finds no problem: %s", (_, made, expected) => {
    const diagnosis = told(made(), expected);
    expect(diagnosis.kind).toBe("rotary");
    expect(problemsOf(diagnosis)).toEqual([]);
  });

  it("notes that DeepSeek-V3's interleaved pairs come out as halves", () => {
    const rotations = vectors(yarn.list, 64, { from: neighbours, to: halves });
    const diagnosis = told(rotations, expectedOf("deepseek-ai/DeepSeek-V3"));
    expect(diagnosis).toMatchObject({ kind: "rotary", layout: "interleaved", reordered: true });
    expect([problemsOf(diagnosis), codesOf(diagnosis)]).toEqual([[], ["reordered-output"]]);
    const other = { ...expectedOf("deepseek-ai/DeepSeek-V3"), base: 50000, frequencies: undefined };
    expect(codesOf(told(rotations, other))).toContain("differs-base");
  });

  // Ports that ignore keys of the dictionary other than the factor and the length.
  it.each([
    [{}, "truncate is true; the configuration says false"],
    [{ truncate: false, beta_fast: 16 }, "beta_fast is 32; the configuration says 16"],
    [
      { truncate: false, original_max_position_embeddings: 131072 },
      "original_max_position_embeddings is 4096; the configuration says 131072",
    ],
  ])("names what differs in gpt-oss with %j for YaRN", (changed, words) => {
    const config = configOf("openai/gpt-oss-20b");
    const { truncate, ...rope_scaling } = config.rope_scaling;
    const other = (/** @type {object} */ changes) =>
      ropeFromConfig({ ...config, rope_scaling: { ...rope_scaling, ...changes } });
    const [made, expected] = "truncate" in changed ? [{ truncate }, changed] : [{}, { truncate }];
    const { frequencies, attentionFactor } = other(made);
    const diagnosis = told(cache([...frequencies], attentionFactor), other(expected));
    expect(diagnosis.findings.map(({ message }) => message)).toEqual([`In the scaling, ${words}.`]);
  });

  it.each([
    ["short", 8192, "long", short_factor],
    ["long", 4096, "short", long_factor],
  ])("says that Phi 3.5 has the %s_factor at length %i", (is, length, factor, list) => {
    const expected = expectedOf("microsoft/Phi-3.5-mini-instruct", { length });
    const { findings } = told(cache(divided(list), phiFactor), expected);
    expect(findings.map(({ message }) => message)).toEqual([
      `Frequencies are divided by the ${is}_factor; at length ${length} the configuration says the ${factor}_factor.`,
    ]);
  });

  it.each([
    ["missing", 1],
    // (0.1·0.707·ln 40 + 1) / (0.1·ln 40 + 1), of mscale 0.707 and mscale_all_dim 1 in DeepSeek's code
    ["other", 1.2608049 / 1.3688879],
  ])("notes a %s attention factor of YaRN if nothing is expected", (name, factor) => {
    const { data, shape } = cache(yarn.list, factor);
    const diagnosis = diagnoseRotary(data, shape);
    expect(diagnosis.rule).toBe("yarn");
    expect(diagnosis.attentionFactor).toBeCloseTo(factor, 3);
    expect([problemsOf(diagnosis), codesOf(diagnosis)]).toEqual([[], [`${name}-attention-factor`]]);
  });
});
