import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { configOf, models } from "./config.support.js";
import table from "./configurations/published.json";
import { near, same } from "./helpers.js";
import { attentionOf, scaled } from "./scaling_reference.js";

const published = [
  .../** @type {import("./configurations/judge.js").Configuration[]} */ (
    /** @type {unknown} */ (table.configurations)
  ),
  { name: "gte", config: configOf("Alibaba-NLP/gte-large-en-v1.5"), expected: [] },
];

describe("published models", () => {
  it.each(published.map(({ name, config, expected }) => ({ name, config, expected })))(
    "$name: the rule of the result makes its frequencies at every length, and is accepted as options",
    ({ name, config, expected }) => {
      for (const layer of [
        undefined,
        ...expected.flatMap(({ layers = [] }) => layers.slice(0, 1)),
      ]) {
        for (const length of [undefined, 1, 4097, 131072]) {
          const rope = ropeFromConfig(config, { length, layer });
          const what = `${name}, layer ${layer}, length ${length}`;
          const { dHead, rotaryDim, scaling, base } = rope;
          if (!rope.rotates) continue;
          const wanted = scaled(scaling, base, rotaryDim, length);
          near(rope.frequencies, wanted, (i) => 1e-12 * wanted[i], what);
          near([rope.attentionFactor], [attentionOf(scaling, length)], 1e-12, what);
          for (const other of [ropeFrequencies(dHead, rope), new RotaryEmbedding(dHead, rope)]) {
            same(other.frequencies, rope.frequencies, what);
            expect(other.attentionFactor).toBe(rope.attentionFactor);
          }
        }
      }
    },
  );

  it("cover every rule", () => {
    const rules = published.map(({ config }) => ropeFromConfig(config).scaling?.type);
    expect([...new Set(rules)].map(String).sort()).toEqual(
      [
        "undefined",
        "dynamic",
        "linear",
        "llama3",
        "longrope",
        "ntk",
        "proportional",
        "yarn",
      ].sort(),
    );
  });

  // configurations.test.js compares heads, layouts, frequencies and attention factors.
  it.each([
    ["deepseek-ai/DeepSeek-V2-Lite", { base: 10000 }, (0.0707 * Math.log(40) + 1) ** 2],
    ["deepseek-ai/DeepSeek-V3", { base: 10000 }, (0.1 * Math.log(40) + 1) ** 2],
    ["moonshotai/Kimi-K2-Instruct", { base: 50000 }, (0.1 * Math.log(32) + 1) ** 2],
    ["Qwen/Qwen2-VL-7B-Instruct", { sections: { sizes: [16, 24, 24], interleaved: false } }, 1],
    ["Qwen/Qwen3-VL-8B-Instruct", { sections: { sizes: [24, 20, 20], interleaved: true } }, 1],
    ["microsoft/phi-2", { sections: undefined }, 1],
    ["Alibaba-NLP/gte-large-en-v1.5", { dHead: 64, base: 320000, scaling: { type: "linear" } }, 1],
  ])("%s has %j and the softmax factor %d", (name, expected, softmax) => {
    const rope = ropeFromConfig(configOf(name), { length: 4097 });
    expect(rope).toMatchObject(expected);
    near([rope.softmaxFactor], [softmax], 1e-12);
  });

  it("are not changed, and can be read as text", () => {
    for (const name of Object.keys(models)) {
      const config = configOf(name);
      const rope = ropeFromConfig(config, { length: 5000 });
      expect(config).toEqual(models[name]);
      expect(ropeFromConfig(JSON.stringify(config), { length: 5000 })).toEqual(rope);
      expect(ropeFromConfig(config, { length: 5000 })).toEqual(rope);
    }
  });

  it("cause few warnings", () => {
    const warnings = Object.keys(models).flatMap((name) =>
      ropeFromConfig(configOf(name)).warnings.map((text) => `${name}: ${text}`),
    );
    expect(warnings).toEqual([
      "google/gemma-3-27b-it: config.text_config.rope_theta is missing: 1000000 was used, the default of the model's code",
      "EleutherAI/gpt-j-6b: config.rope_theta is missing: 10000 was used, the default of the model's code",
      'Alibaba-NLP/gte-large-en-v1.5: config.rope_scaling: "ntk" slows pair i by factor^((2i + 2)/64), as in vLLM',
      'tencent/Hunyuan-A13B-Instruct: config.rope_scaling.beta_fast is not a parameter of type "dynamic": it was ignored',
      'tencent/Hunyuan-A13B-Instruct: config.rope_scaling.beta_slow is not a parameter of type "dynamic": it was ignored',
      'tencent/Hunyuan-A13B-Instruct: config.rope_scaling.factor is not a parameter of type "dynamic": it was ignored',
      'tencent/Hunyuan-A13B-Instruct: config.rope_scaling.mscale is not a parameter of type "dynamic": it was ignored',
      'tencent/Hunyuan-A13B-Instruct: config.rope_scaling.mscale_all_dim is not a parameter of type "dynamic": it was ignored',
      "meta-llama/Llama-2-7b-hf: config.rope_theta is missing: 10000 was used, the default of the model's code",
      "meta-llama/Llama-4-Scout-17B-16E-Instruct: config.text_config: some layers do not rotate; this is one that does",
      "meta-llama/Llama-4-Scout-17B-16E-Instruct: config.text_config.attn_temperature_tuning: in layers that do not rotate, queries are multiplied by a factor of their position",
      "mistralai/Ministral-3-8B-Instruct-2512: config.text_config: queries are multiplied by a factor of their position: queryScaling",
      "HuggingFaceTB/SmolLM3-3B: config: some layers do not rotate; this is one that does",
      "lmsys/vicuna-7b-v1.5-16k: config.rope_theta is missing: 10000 was used, the default of the model's code",
    ]);
  });

  it("have the expected differences between implementations", () => {
    const all = Object.keys(models).flatMap((name) =>
      ropeFromConfig(configOf(name), { length: 100000 }).differences.map(
        (text) => `${name}: ${text}`,
      ),
    );
    expect(all).toEqual([
      "google/gemma-4-31B-it: ggml: divides the frequencies from pair 64 on by 1e30 instead of stopping them",
      "openai/gpt-oss-20b: ggml: rounds the pairs of beta_fast and beta_slow outwards: pair 17 has frequency 0.00022795 instead of 0.00012932",
      "tencent/Hunyuan-A13B-Instruct: transformers: past 32768 tokens, it follows the dynamic rule by factor 1, not alpha: pair 63 has frequency 0.00003784 instead of 1.1548e-7",
      "internlm/internlm2-7b: vLLM: uses the frequencies of length 65536 always: pair 63 has frequency 4.1365e-7 instead of 2.4315e-7",
      "internlm/internlm2-7b: ggml: leaves the frequencies unscaled: pair 63 has frequency 0.0000012409 instead of 2.4315e-7",
      'internlm/internlm2-7b: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      'meta-llama/Llama-2-7b-hf: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      'meta-llama/Llama-3.1-8B: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      'meta-llama/Llama-3.2-1B: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      "mistralai/Ministral-3-8B-Instruct-2512: vLLM up to 0.25: attention factor 1.2773 instead of 1 (mscale and mscale_all_dim unread)",
      'mistralai/Ministral-3-8B-Instruct-2512: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      "microsoft/Phi-3.5-mini-instruct: vLLM, ggml: use long_factor for all sequences if the context they allocate is longer than 4096",
      'HuggingFaceTB/SmolLM3-3B: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
      'lmsys/vicuna-7b-v1.5-16k: ggml: converted weights have the rows of q and k reordered, from "half" to "interleaved"',
    ]);
  });
});

describe("the differences between implementations", () => {
  const qwen3 = { model_type: "qwen3", head_dim: 64, rope_theta: 10000 };
  const yarn = { type: "yarn", factor: 4, original_max_position_embeddings: 1024 };
  const longrope = {
    ...{ type: "longrope", original_max_position_embeddings: 1024, factor: 4 },
    ...{ short_factor: Array(32).fill(1), long_factor: Array(32).fill(2) },
  };
  const llama3 = { type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 };

  it.each([
    ["none", qwen3, {}, []],
    ["yarn", { ...qwen3, max_position_embeddings: 4096, rope_scaling: yarn }, {}, []],
    [
      "an attention factor",
      {
        ...{ ...qwen3, max_position_embeddings: 4096 },
        rope_scaling: { ...yarn, attention_factor: 1.5 },
      },
      {},
      [
        "vLLM up to 0.25: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
        "ggml: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
      ],
    ],
    [
      "an attention factor with a head apart",
      { ...qwen3, qk_rope_head_dim: 64, rope_scaling: { ...yarn, attention_factor: 1.5 } },
      {},
      [
        "vLLM: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
        "ggml: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
      ],
    ],
    [
      "mscale alone",
      { ...qwen3, qk_rope_head_dim: 64, rope_scaling: { ...yarn, mscale: 2 } },
      {},
      [
        "vLLM: attention factor 1.2773 instead of 1.1386 (mscale and mscale_all_dim read otherwise)",
      ],
    ],
    [
      "unlike mscales",
      {
        ...{ ...qwen3, qk_rope_head_dim: 64 },
        rope_scaling: { ...yarn, mscale: 2, mscale_all_dim: 1 },
      },
      {},
      ["ggml: attention factor 1 instead of 1.1218 (mscale and mscale_all_dim read otherwise)"],
    ],
    [
      "a context in the dictionary alone",
      { ...qwen3, rope_scaling: { ...llama3, original_max_position_embeddings: 4096 } },
      {},
      [
        "ggml: assumes an original context of 8192: pair 22 has frequency 0.00090615 instead of 0.00030489",
      ],
    ],
    [
      "a context beside it",
      { ...qwen3, original_max_position_embeddings: 4096, rope_scaling: llama3 },
      {},
      [],
    ],
    [
      "longrope's own scales",
      {
        ...{ ...qwen3, max_position_embeddings: 8192 },
        rope_scaling: { ...longrope, factor: 8, short_mscale: 1.5, long_mscale: 2 },
      },
      { length: 1025 },
      [
        "vLLM, ggml: use long_factor for all sequences if the context they allocate is longer than 1024",
        "ggml: attention factor 1.1402 instead of 2 (from max_position_embeddings)",
        "transformers: attention factor 1.1402 instead of 2 (short_mscale and long_mscale unread)",
      ],
    ],
    [
      "a factor of longrope's that is not the ratio",
      { ...qwen3, max_position_embeddings: 8192, rope_scaling: longrope },
      {},
      [
        "vLLM, ggml: use long_factor for all sequences if the context they allocate is longer than 1024",
        "vLLM: attention factor 1.1402 instead of 1.0954 (from max_position_embeddings)",
        "ggml: attention factor 1.1402 instead of 1.0954 (from max_position_embeddings)",
      ],
    ],
    ["ntk by 1", { ...qwen3, rope_scaling: { type: "ntk", factor: 1 } }, {}, []],
    [
      "sliding layers of a model that scales the others",
      configOf("allenai/Olmo-3-1025-7B"),
      { layer: "sliding_attention" },
      ["transformers: releases differ on whether sliding attention layers take the rule"],
    ],
  ])("%s", (_, config, options, expected) => {
    expect(ropeFromConfig(config, options).differences).toEqual(expected);
  });
});
