// The strips of <phasor-models>, against configurations of the models and formulas of papers.
import { describe, expect, test } from "vitest";
import { read } from "../../web/elements/figures/models-config.js";
import { layersOf, sentenceOf } from "../../web/elements/figures/models-model.js";
import { MODELS } from "../../web/elements/figures/models-presets.js";
import { configOf } from "../phasor/config.support.js";

/** @import { Model } from "../../web/elements/figures/models-model.js" */

const { PI } = Math;

/** @type {Record<string, object>} */
const CONFIGS = {
  "llama-3.1": configOf("meta-llama/Llama-3.1-8B"),
  "gpt-neox": configOf("EleutherAI/gpt-neox-20b"),
  "deepseek-v3": configOf("deepseek-ai/DeepSeek-V3"),
  "gemma-3": configOf("google/gemma-3-27b-it"),
  "gemma-4": configOf("google/gemma-4-31B-it"),
  "gpt-oss": configOf("openai/gpt-oss-20b"),
  smollm3: configOf("HuggingFaceTB/SmolLM3-3B"),
  "llama-4": configOf("meta-llama/Llama-4-Scout-17B-16E-Instruct"),
  "qwen3.5": configOf("Qwen/Qwen3.5-27B"),
};

/** @param {object} config */
function readOf(config) {
  const reading = read(JSON.stringify(config));
  if (!("model" in reading)) throw new Error(reading.problem);
  return reading;
}

const modelOf = (/** @type {object} */ config) => readOf(config).model;

/** Tokens in a turn. @param {number} pair @param {number} base @param {number} width */
const wave = (pair, base, width) => 2 * PI * base ** ((2 * pair) / width);

test.each(Object.entries(CONFIGS))("%s is what its config.json says", (key, config) => {
  expect({ ...modelOf(config), name: MODELS[key].name }).toEqual(MODELS[key]);
});

test("every model has a configuration", () => {
  expect(Object.keys(MODELS)).toEqual(Object.keys(CONFIGS));
});

describe("the layers", () => {
  /** @param {string} key */
  const labelsOf = (key) =>
    layersOf(MODELS[key]).map(({ layers, attends, turns }) => ({
      ...{ layers, attends, pairs: turns.length },
      turns: [...turns].filter(Number.isFinite),
    }));

  test("of Gemma 3 turn every pair: fast in a window, eight times slower in the whole text", () => {
    const [local, global] = labelsOf("gemma-3");
    expect(local).toMatchObject({ layers: 52, attends: "window", pairs: 64 });
    expect(global).toMatchObject({ layers: 10, attends: "all", pairs: 64 });
    for (let pair = 0; pair < 64; pair++) {
      expect(local.turns[pair] / wave(pair, 1e4, 128)).toBeCloseTo(1, 11);
      expect(global.turns[pair] / (8 * wave(pair, 1e6, 128))).toBeCloseTo(1, 11);
    }
  });

  test("of Gemma 4 that see the whole text turn a quarter of their pairs", () => {
    const [, global] = labelsOf("gemma-4");
    expect(global).toMatchObject({ layers: 10, pairs: 256 });
    expect(global.turns).toHaveLength(64);
    for (let pair = 0; pair < 64; pair++)
      expect(global.turns[pair] / wave(pair, 1e6, 512)).toBeCloseTo(1, 11);
  });

  test("of DeepSeek-V3 have 64 pairs of content beside 32 that turn", () => {
    const [only] = labelsOf("deepseek-v3");
    expect(only).toMatchObject({ layers: 61, attends: "all", pairs: 96 });
    expect(only.turns).toHaveLength(32);
    expect(only.turns[31] / (40 * wave(31, 1e4, 64))).toBeCloseTo(1, 11);
  });

  test("of GPT-NeoX turn a quarter of each head, of SmolLM3 three layers of four", () => {
    const [neox] = labelsOf("gpt-neox");
    expect([neox.turns.length, neox.pairs]).toEqual([12, 48]);
    expect(neox.turns[11] / wave(11, 1e4, 24)).toBeCloseTo(1, 11);
    const [turning, unrotated] = labelsOf("smollm3");
    expect([turning.layers, unrotated.layers, unrotated.turns.length]).toEqual([27, 9, 0]);
  });

  test("of Qwen3.5 are mostly without attention", () => {
    expect(labelsOf("qwen3.5").map(({ layers, attends }) => [layers, attends])).toEqual([
      [48, "none"],
      [16, "all"],
    ]);
  });
});

test("the sentence counts layers and pairs", () => {
  const say = (/** @type {Model} */ model) => sentenceOf(model, layersOf(model));
  expect(say(MODELS.smollm3)).toBe(
    "**SmolLM3 3B:** 27 of 36 layers see the whole text and turn all 64 pairs, the slowest once in 24,700,000 tokens; 9 layers see the whole text and turn nothing. Longest text: 65,536 tokens.",
  );
  expect(wave(63, 5e6, 128)).toBeCloseTo(24_687_577, 0);
  expect(say(MODELS["qwen3.5"])).toContain("48 of 64 layers have no attention; 16 layers");
  expect(say(MODELS["gpt-neox"])).toContain("all 44 layers see the whole text and turn 12 of 48");
});

describe("a pasted configuration", () => {
  const llama = { model_type: "llama", head_dim: 32, max_position_embeddings: 1000 };

  test("without a number of layers has one of each type", () => {
    const { kinds, context } = modelOf(llama);
    expect(context).toBe(1000);
    expect(kinds).toMatchObject([{ layers: 1, head: 32, rotaryDim: 32, type: "full_attention" }]);
  });

  test("keeps frequencies that follow from no rule", () => {
    const { kinds } = modelOf(configOf("Qwen/Qwen3.5-27B"));
    for (const { frequencies } of kinds) expect(frequencies).toBeUndefined();
    const pixtral = { model_type: "pixtral", head_dim: 64, image_size: 1024, patch_size: 16 };
    const [kind] = modelOf({ ...pixtral, num_hidden_layers: 2 }).kinds;
    expect(kind.frequencies?.length).toBe(32);
    const [layers] = layersOf(modelOf({ ...pixtral, num_hidden_layers: 2 }));
    expect([...layers.turns]).toEqual(Array.from(kind.frequencies ?? [], (w) => (2 * PI) / w));
  });

  test("says what is wrong with it, without the function's name", () => {
    expect(read("{")).toMatchObject({ problem: expect.not.stringContaining("phasor.") });
    expect(read('{"model_type": "llama", "rope_theta": "x"}')).toMatchObject({
      problem: expect.any(String),
    });
  });

  test("tells what readers should know", () => {
    expect(
      readOf({ ...llama, rope_scaling: { type: "linear", factor: 3, fancy: 1 } }).notes.join(),
    ).toContain("fancy");
  });
});
