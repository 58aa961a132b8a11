import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { config, models } from "./config.support.js";
import { near, same } from "./helpers.js";
import { scaled } from "./scaling_reference.js";

/** @param {number} low @param {number} high */
const turns = (low, high) => ({ low_freq_factor: low, high_freq_factor: high });

/**
 * What the models do, written by hand: head, rotating features, base, layout, rule, attention factor; and the layers to look at.
 * @type {Record<string, { head: number, dim: number, base: number, layout?: string, rule?: any,
 *   attention?: number, softmax?: number, layer?: number | string, sections?: any }[]>}
 */
const facts = {
  "deepseek-v2-lite": [
    {
      ...{ head: 64, dim: 64, base: 10000, layout: "interleaved" },
      rule: { type: "yarn", factor: 40, original_max_position_embeddings: 4096 },
      softmax: (0.0707 * Math.log(40) + 1) ** 2,
    },
  ],
  "deepseek-v3": [
    {
      ...{ head: 64, dim: 64, base: 10000, layout: "interleaved" },
      rule: { type: "yarn", factor: 40, original_max_position_embeddings: 4096 },
      softmax: (0.1 * Math.log(40) + 1) ** 2,
    },
  ],
  "gemma-3-1b": [
    { head: 256, dim: 256, base: 1e6 },
    { head: 256, dim: 256, base: 1e6, layer: 5 },
    { head: 256, dim: 256, base: 10000, layer: 4 },
    { head: 256, dim: 256, base: 10000, layer: "sliding_attention" },
  ],
  "gemma-3-27b": [
    { head: 128, dim: 128, base: 1e6, rule: { type: "linear", factor: 8 }, layer: 61 - 2 },
    { head: 128, dim: 128, base: 10000, layer: 61 },
  ],
  "gemma-4-31b": [
    { head: 512, dim: 512, base: 1e6, rule: { type: "proportional", partial_rotary_factor: 0.25 } },
    {
      head: 512,
      dim: 512,
      base: 1e6,
      rule: { type: "proportional", partial_rotary_factor: 0.25 },
      layer: 59,
    },
    { head: 256, dim: 256, base: 10000, layer: 0 },
  ],
  "glm-4-9b": [{ head: 128, dim: 64, base: 10000, layout: "interleaved" }],
  "gpt-j-6b": [{ head: 256, dim: 64, base: 10000, layout: "interleaved" }],
  "gpt-neox-20b": [{ head: 96, dim: 24, base: 10000 }],
  "gpt-oss-20b": [
    {
      ...{ head: 64, dim: 64, base: 150000, attention: 0.1 * Math.log(32) + 1, layer: 0 },
      rule: {
        ...{ type: "yarn", factor: 32, original_max_position_embeddings: 4096 },
        truncate: false,
      },
    },
  ],
  "gte-large-en-v1.5": [{ head: 64, dim: 64, base: 160000, rule: { type: "ntk", factor: 2 } }],
  "hunyuan-a13b": [{ head: 128, dim: 128, base: 10000, rule: { type: "ntk", factor: 1000 } }],
  "internlm2-7b": [
    {
      ...{ head: 128, dim: 128, base: 1e6 },
      rule: { type: "dynamic", factor: 2, original_max_position_embeddings: 32768 },
    },
  ],
  "kimi-k2": [
    {
      ...{ head: 64, dim: 64, base: 50000, layout: "interleaved" },
      rule: { type: "yarn", factor: 32, original_max_position_embeddings: 4096, beta_fast: 1 },
      softmax: (0.1 * Math.log(32) + 1) ** 2,
    },
  ],
  "llama-2-7b": [{ head: 128, dim: 128, base: 10000 }],
  "llama-3.1-8b": [
    {
      ...{ head: 128, dim: 128, base: 500000 },
      rule: { type: "llama3", factor: 8, original_max_position_embeddings: 8192, ...turns(1, 4) },
    },
  ],
  "llama-3.2-1b": [
    {
      ...{ head: 64, dim: 64, base: 500000 },
      rule: { type: "llama3", factor: 32, original_max_position_embeddings: 8192, ...turns(1, 4) },
    },
  ],
  "llama-4-scout": [
    {
      ...{ head: 128, dim: 128, base: 500000, layout: "interleaved", layer: 2 },
      rule: { type: "llama3", factor: 16, original_max_position_embeddings: 8192, ...turns(1, 1) },
    },
  ],
  "ministral-3-8b": [
    {
      ...{ head: 128, dim: 128, base: 1e6 },
      rule: {
        ...{ type: "yarn", factor: 16, original_max_position_embeddings: 16384 },
      },
    },
  ],
  "modernbert-base": [
    { head: 64, dim: 64, base: 160000 },
    { head: 64, dim: 64, base: 160000, layer: 3 },
    { head: 64, dim: 64, base: 10000, layer: 4 },
  ],
  "olmo-3-7b": [
    {
      ...{ head: 128, dim: 128, base: 500000, attention: 1.2079441541679836, layer: 31 },
      rule: { type: "yarn", factor: 8, original_max_position_embeddings: 8192 },
    },
    { head: 128, dim: 128, base: 500000, layer: 30 },
  ],
  "phi-2": [{ head: 80, dim: 32, base: 10000 }],
  "phi-3.5-mini": [
    {
      ...{ head: 96, dim: 96, base: 10000, attention: Math.sqrt(1 + 5 / 12) },
      rule: {
        ...{ type: "longrope", original_max_position_embeddings: 4096 },
        long_factor: models["phi-3.5-mini"].config.rope_scaling.long_factor,
        short_factor: models["phi-3.5-mini"].config.rope_scaling.short_factor,
      },
    },
  ],
  "qwen2-vl-7b": [
    { head: 128, dim: 128, base: 1e6, sections: { sizes: [16, 24, 24], interleaved: false } },
  ],
  "qwen2.5-7b-yarn": [
    {
      ...{ head: 128, dim: 128, base: 1e6, attention: 0.1 * Math.log(4) + 1 },
      rule: { type: "yarn", factor: 4, original_max_position_embeddings: 32768 },
    },
  ],
  "qwen3-vl-8b": [
    { head: 128, dim: 128, base: 5e6, sections: { sizes: [24, 20, 20], interleaved: true } },
  ],
  "smollm3-3b": [{ head: 128, dim: 128, base: 5e6, layer: 34 }],
  "vicuna-7b-16k": [{ head: 128, dim: 128, base: 10000, rule: { type: "linear", factor: 4 } }],
};

describe("published models", () => {
  it("all have an entry in this test, and cover every rule", () => {
    expect(Object.keys(facts).sort()).toEqual(Object.keys(models).sort());
    const rules = new Set(Object.values(facts).flatMap((all) => all.map(({ rule }) => rule?.type)));
    expect([...rules].map(String).sort()).toEqual(
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
    for (const { model, config } of Object.values(models)) {
      expect(model).toMatch(/^[\w-]+\/[\w.-]+$/);
      expect(config.model_type).toBeTypeOf("string");
    }
  });

  it.each(Object.keys(facts))("%s is read right", (name) => {
    for (const fact of facts[name]) {
      const { head, dim, base, layout = "half", rule = {}, layer, attention = 1 } = fact;
      for (const length of [undefined, 1, 4096, 4097, 32768, 32769, 65536, 131072]) {
        const rope = ropeFromConfig(config(name), { length, layer });
        const what = `${name}, layer ${layer}, length ${length}`;
        const { dHead, rotaryDim, softmaxFactor } = rope;
        expect({ dHead, rotaryDim, base: rope.base, layout: rope.layout }, what).toEqual({
          ...{ dHead: head, rotaryDim: dim, base, layout },
        });
        expect(rope.rotates).toBe(true);
        expect(rope.sections).toEqual(fact.sections);
        near([rope.attentionFactor], [attention], 1e-12, what);
        near([softmaxFactor], [fact.softmax ?? 1], 1e-12, what);
        const wanted = scaled(rule, base, dim, length);
        near(rope.frequencies, wanted, (i) => 1e-12 * wanted[i], what);
        // The result is accepted as options.
        for (const again of [ropeFrequencies(dHead, rope), new RotaryEmbedding(dHead, rope)]) {
          same(again.frequencies, rope.frequencies, what);
          expect(again.attentionFactor).toBe(rope.attentionFactor);
        }
      }
    }
  });

  it("are not changed, and can be read as text", () => {
    for (const name of Object.keys(models)) {
      const given = config(name);
      const rope = ropeFromConfig(given, { length: 5000 });
      expect(given).toEqual(models[name].config);
      expect(ropeFromConfig(JSON.stringify(given), { length: 5000 })).toEqual(rope);
      expect(ropeFromConfig(given, { length: 5000 })).toEqual(rope);
    }
  });

  it("cause few warnings", () => {
    const warnings = Object.keys(models).flatMap((name) =>
      ropeFromConfig(config(name)).warnings.map((text) => `${name}: ${text}`),
    );
    expect(warnings).toEqual([
      'gemma-3-27b: config.text_config.rope_theta is missing; used 1000000, the default of model type "gemma3_text"',
      'gpt-j-6b: config.rope_theta is missing; used 10000, the default of model type "gptj"',
      'hunyuan-a13b: config.rope_scaling.beta_fast is not a parameter of type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.beta_slow is not a parameter of type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.factor is not a parameter of type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.mscale is not a parameter of type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.mscale_all_dim is not a parameter of type "dynamic" and was ignored',
      'llama-2-7b: config.rope_theta is missing; used 10000, the default of model type "llama"',
      "llama-4-scout: config.text_config: some layers do not rotate; this is one that does",
      "llama-4-scout: config.text_config.attn_temperature_tuning: layers that do not rotate multiply queries by a factor of their position; this one does not",
      "ministral-3-8b: config.text_config: queries are multiplied by a factor of their position: queryScaling",
      "smollm3-3b: config: some layers do not rotate; this is one that does",
      'vicuna-7b-16k: config.rope_theta is missing; used 10000, the default of model type "llama"',
    ]);
  });

  it("have the expected differences between implementations", () => {
    const all = Object.keys(models).flatMap((name) =>
      ropeFromConfig(config(name), { length: 100000 }).differences.map(
        (text) => `${name}: ${text}`,
      ),
    );
    expect(all).toEqual([
      "gemma-4-31b: ggml: divides the frequencies from pair 64 on by 1e30 instead of stopping them",
      "gpt-oss-20b: ggml: rounds the pairs of beta_fast and beta_slow outwards: pair 17 has frequency 0.00022795 instead of 0.00012932",
      "gte-large-en-v1.5: transformers: does not support this rule",
      "gte-large-en-v1.5: vLLM: multiplies frequency i by 0.97857 to the power i + 1, so that pair 0 has frequency 0.97857 instead of 1",
      "gte-large-en-v1.5: ggml: leaves the frequencies unscaled",
      "hunyuan-a13b: transformers: past 32768 tokens, it follows the dynamic rule by factor 1, not alpha: pair 63 has frequency 0.00003784 instead of 1.1548e-7",
      "internlm2-7b: vLLM: uses the frequencies of length 65536 always: pair 63 has frequency 4.1365e-7 instead of 2.4315e-7",
      "internlm2-7b: ggml: leaves the frequencies unscaled: pair 63 has frequency 0.0000012409 instead of 2.4315e-7",
      'internlm2-7b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'llama-2-7b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'llama-3.1-8b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'llama-3.2-1b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      "ministral-3-8b: vLLM up to 0.25: attention factor 1.2773 instead of 1 (mscale and mscale_all_dim unread)",
      'ministral-3-8b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      "phi-3.5-mini: vLLM, ggml: choose between short_factor and long_factor once, by whether the context they allocate is longer than 4096, not by the sequence's length",
      'smollm3-3b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'vicuna-7b-16k: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
    ]);
  });
});

describe("the differences between implementations", () => {
  const usual = { model_type: "qwen3", head_dim: 64, rope_theta: 10000 };
  const yarn = { type: "yarn", factor: 4, original_max_position_embeddings: 1024 };
  const longrope = {
    ...{ type: "longrope", original_max_position_embeddings: 1024, factor: 4 },
    ...{ short_factor: Array(32).fill(1), long_factor: Array(32).fill(2) },
  };
  const llama3 = { type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 };

  /** @type {[string, any, any, string[]][]} */
  const cases = [
    ["none", usual, {}, []],
    ["yarn", { ...usual, max_position_embeddings: 4096, rope_scaling: yarn }, {}, []],
    [
      "an attention factor",
      {
        ...{ ...usual, max_position_embeddings: 4096 },
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
      { ...usual, qk_rope_head_dim: 64, rope_scaling: { ...yarn, attention_factor: 1.5 } },
      {},
      [
        "vLLM: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
        "ggml: attention factor 1.1386 instead of 1.5 (attention_factor unread)",
      ],
    ],
    [
      "mscale alone",
      { ...usual, qk_rope_head_dim: 64, rope_scaling: { ...yarn, mscale: 2 } },
      {},
      [
        "vLLM: attention factor 1.2773 instead of 1.1386 (mscale and mscale_all_dim read otherwise)",
      ],
    ],
    [
      "unlike mscales",
      {
        ...{ ...usual, qk_rope_head_dim: 64 },
        rope_scaling: { ...yarn, mscale: 2, mscale_all_dim: 1 },
      },
      {},
      ["ggml: attention factor 1 instead of 1.1218 (mscale and mscale_all_dim read otherwise)"],
    ],
    [
      "a context in the dictionary alone",
      { ...usual, rope_scaling: { ...llama3, original_max_position_embeddings: 4096 } },
      {},
      [
        "ggml: assumes an original context of 8192: pair 22 has frequency 0.00090615 instead of 0.00030489",
      ],
    ],
    [
      "a context beside it",
      { ...usual, original_max_position_embeddings: 4096, rope_scaling: llama3 },
      {},
      [],
    ],
    [
      "longrope's own scales",
      {
        ...{ ...usual, max_position_embeddings: 8192 },
        rope_scaling: { ...longrope, factor: 8, short_mscale: 1.5, long_mscale: 2 },
      },
      { length: 1025 },
      [
        "vLLM, ggml: choose between short_factor and long_factor once, by whether the context they allocate is longer than 1024, not by the sequence's length",
        "ggml: attention factor 1.1402 instead of 2 (from max_position_embeddings)",
        "transformers: attention factor 1.1402 instead of 2 (short_mscale and long_mscale unread)",
      ],
    ],
    [
      "a factor of longrope's that is not the ratio",
      { ...usual, max_position_embeddings: 8192, rope_scaling: longrope },
      {},
      [
        "vLLM, ggml: choose between short_factor and long_factor once, by whether the context they allocate is longer than 1024, not by the sequence's length",
        "vLLM: attention factor 1.1402 instead of 1.0954 (from max_position_embeddings)",
        "ggml: attention factor 1.1402 instead of 1.0954 (from max_position_embeddings)",
      ],
    ],
    ["ntk by 1", { ...usual, rope_scaling: { type: "ntk", factor: 1 } }, {}, []],
    [
      "sliding layers of a model that scales the others",
      config("olmo-3-7b"),
      { layer: "sliding_attention" },
      ["transformers: releases differ on whether sliding attention layers take the rule"],
    ],
  ];
  it.each(cases)("%s", (_, given, options, wanted) => {
    expect(ropeFromConfig(given, options).differences).toEqual(wanted);
  });
});
