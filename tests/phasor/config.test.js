import fc from "fast-check";
import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { near, same } from "./helpers.js";

/** @typedef {{ model: string, note?: string, config: any }} Published */

const files = /** @type {Record<string, Published>} */ (
  import.meta.glob("../models/*.json", { eager: true, import: "default" })
);
const models = Object.fromEntries(
  Object.entries(files).map(([path, model]) => [path.replace(/^.*\/(.*)\.json$/, "$1"), model]),
);

/** @param {string} name */
const config = (name) => structuredClone(models[name].config);

// ---- the slow way: doubles, after the formulas of transformers ----

/**
 * @param {number} base @param {number} dim @param {any} rule @param {number} length
 * @param {number} head
 */
function slow(base, dim, rule, length, head) {
  const own = Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim));
  const { factor, original_max_position_embeddings: original } = rule;
  const stretch = (/** @type {number} */ growth) =>
    own.map((_, i) => (base * growth ** (dim / (dim - 2))) ** ((-2 * i) / dim));
  switch (rule.type) {
    case "linear":
      return own.map((w) => w / factor);
    case "ntk":
      return stretch(factor);
    case "dynamic":
      return stretch((factor * Math.max(length, original)) / original - (factor - 1));
    case "yarn": {
      const pairOf = (/** @type {number} */ beta) =>
        (dim * Math.log(original / (beta * 2 * Math.PI))) / (2 * Math.log(base));
      const cut = rule.truncate ?? true;
      const low = Math.max(cut ? Math.floor(pairOf(rule.fast)) : pairOf(rule.fast), 0);
      let high = Math.min(cut ? Math.ceil(pairOf(rule.slow)) : pairOf(rule.slow), dim - 1);
      if (low === high) high += 0.001;
      return own.map((w, i) => {
        const ramp = Math.min(Math.max((i - low) / (high - low), 0), 1);
        return w * (1 - ramp) + (w / factor) * ramp;
      });
    }
    case "longrope":
      return own.map((w, i) => w / (length > original ? rule.long : rule.short)[i]);
    case "llama3":
      return own.map((w) => {
        const wavelength = (2 * Math.PI) / w;
        if (wavelength < original / rule.high) return w;
        if (wavelength > original / rule.low) return w / factor;
        const s = (original / wavelength - rule.low) / (rule.high - rule.low);
        return ((1 - s) * w) / factor + s * w;
      });
    case "proportional":
      return own.map((w, i) => (i < Math.floor((rule.part * head) / 2) ? w : 0));
    default:
      return own;
  }
}

/**
 * What the models do, by hand: head, rotating features, base, layout, rule (in the slow way's own
 * words), attention factor; and the layers to look at.
 * @type {Record<string, { head: number, dim: number, base: number, layout?: string, rule?: any,
 *   attention?: number, softmax?: number, layer?: number | string, sections?: any }[]>}
 */
const facts = {
  "deepseek-v2-lite": [
    {
      ...{ head: 64, dim: 64, base: 10000, layout: "interleaved" },
      rule: { type: "yarn", factor: 40, original_max_position_embeddings: 4096, fast: 32, slow: 1 },
      softmax: (0.0707 * Math.log(40) + 1) ** 2,
    },
  ],
  "deepseek-v3": [
    {
      ...{ head: 64, dim: 64, base: 10000, layout: "interleaved" },
      rule: { type: "yarn", factor: 40, original_max_position_embeddings: 4096, fast: 32, slow: 1 },
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
    { head: 512, dim: 512, base: 1e6, rule: { type: "proportional", part: 0.25 } },
    { head: 512, dim: 512, base: 1e6, rule: { type: "proportional", part: 0.25 }, layer: 59 },
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
        ...{ fast: 32, slow: 1, truncate: false },
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
      rule: { type: "yarn", factor: 32, original_max_position_embeddings: 4096, fast: 1, slow: 1 },
      softmax: (0.1 * Math.log(32) + 1) ** 2,
    },
  ],
  "llama-2-7b": [{ head: 128, dim: 128, base: 10000 }],
  "llama-3.1-8b": [
    {
      ...{ head: 128, dim: 128, base: 500000 },
      rule: { type: "llama3", factor: 8, original_max_position_embeddings: 8192, low: 1, high: 4 },
    },
  ],
  "llama-3.2-1b": [
    {
      ...{ head: 64, dim: 64, base: 500000 },
      rule: { type: "llama3", factor: 32, original_max_position_embeddings: 8192, low: 1, high: 4 },
    },
  ],
  "llama-4-scout": [
    {
      ...{ head: 128, dim: 128, base: 500000, layout: "interleaved", layer: 2 },
      rule: { type: "llama3", factor: 16, original_max_position_embeddings: 8192, low: 1, high: 1 },
    },
  ],
  "ministral-3-8b": [
    {
      ...{ head: 128, dim: 128, base: 1e6 },
      rule: {
        ...{ type: "yarn", factor: 16, original_max_position_embeddings: 16384 },
        ...{ fast: 32, slow: 1 },
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
      rule: { type: "yarn", factor: 8, original_max_position_embeddings: 8192, fast: 32, slow: 1 },
    },
    { head: 128, dim: 128, base: 500000, layer: 30 },
  ],
  "phi-2": [{ head: 80, dim: 32, base: 10000 }],
  "phi-3.5-mini": [
    {
      ...{ head: 96, dim: 96, base: 10000, attention: Math.sqrt(1 + 5 / 12) },
      rule: {
        ...{ type: "longrope", original_max_position_embeddings: 4096 },
        long: models["phi-3.5-mini"].config.rope_scaling.long_factor,
        short: models["phi-3.5-mini"].config.rope_scaling.short_factor,
      },
    },
  ],
  "qwen2-vl-7b": [
    { head: 128, dim: 128, base: 1e6, sections: { sizes: [16, 24, 24], interleaved: false } },
  ],
  "qwen2.5-7b-yarn": [
    {
      ...{ head: 128, dim: 128, base: 1e6, attention: 0.1 * Math.log(4) + 1 },
      rule: { type: "yarn", factor: 4, original_max_position_embeddings: 32768, fast: 32, slow: 1 },
    },
  ],
  "qwen3-vl-8b": [
    { head: 128, dim: 128, base: 5e6, sections: { sizes: [24, 20, 20], interleaved: true } },
  ],
  "smollm3-3b": [{ head: 128, dim: 128, base: 5e6, layer: 34 }],
  "vicuna-7b-16k": [{ head: 128, dim: 128, base: 10000, rule: { type: "linear", factor: 4 } }],
};

describe("published models", () => {
  it("are all known here, and cover every rule", () => {
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

  it.each(Object.keys(facts))("%s", (name) => {
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
        const wanted = slow(base, dim, rule, length ?? 1, head);
        near(rope.frequencies, wanted, (i) => 1e-12 * wanted[i], what);
        // What is returned are options.
        for (const again of [ropeFrequencies(dHead, rope), new RotaryEmbedding(dHead, rope)]) {
          same(again.frequencies, rope.frequencies, what);
          expect(again.attentionFactor).toBe(rope.attentionFactor);
        }
      }
    }
  });

  it("are left as they are, and can be read as text", () => {
    for (const name of Object.keys(models)) {
      const given = config(name);
      const rope = ropeFromConfig(given, { length: 5000 });
      expect(given).toEqual(models[name].config);
      expect(ropeFromConfig(JSON.stringify(given), { length: 5000 })).toEqual(rope);
      expect(ropeFromConfig(given, { length: 5000 })).toEqual(rope);
    }
  });

  it("need few warnings", () => {
    const warnings = Object.keys(models).flatMap((name) =>
      ropeFromConfig(config(name)).warnings.map((text) => `${name}: ${text}`),
    );
    expect(warnings).toEqual([
      'gemma-3-27b: config.text_config.rope_theta is missing: 1000000, which model type "gemma3_text" takes for granted, was used',
      'gpt-j-6b: config.rope_theta is missing: 10000, which model type "gptj" takes for granted, was used',
      'hunyuan-a13b: config.rope_scaling.beta_fast means nothing to type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.beta_slow means nothing to type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.factor means nothing to type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.mscale means nothing to type "dynamic" and was ignored',
      'hunyuan-a13b: config.rope_scaling.mscale_all_dim means nothing to type "dynamic" and was ignored',
      'llama-2-7b: config.rope_theta is missing: 10000, which model type "llama" takes for granted, was used',
      "llama-4-scout: config.text_config: some layers do not rotate; this is one that does",
      "llama-4-scout: config.text_config.attn_temperature_tuning: layers that do not rotate multiply queries by a factor of their position; this one does not",
      "ministral-3-8b: config.text_config: queries are multiplied by a factor of their position: queryScaling",
      "smollm3-3b: config: some layers do not rotate; this is one that does",
      'vicuna-7b-16k: config.rope_theta is missing: 10000, which model type "llama" takes for granted, was used',
    ]);
  });

  it("differ between implementations", () => {
    const all = Object.keys(models).flatMap((name) =>
      ropeFromConfig(config(name), { length: 100000 }).differences.map(
        (text) => `${name}: ${text}`,
      ),
    );
    expect(all).toEqual([
      "deepseek-v2-lite: transformers until July 2026: leaves out the factor 1.5896 of the scores",
      "gemma-4-31b: ggml: divides the frequencies from pair 64 on by 1e30 instead of stopping them",
      "gpt-oss-20b: ggml: rounds the pairs of beta_fast and beta_slow outwards: pair 17 turns at 0.00022795 instead of 0.00012932",
      "gte-large-en-v1.5: transformers: has no such rule",
      "gte-large-en-v1.5: vLLM: multiplies frequency i by 0.97857 to the power i + 1, so that pair 0 turns at 0.97857 instead of 1",
      "gte-large-en-v1.5: ggml: leaves the frequencies unscaled",
      "hunyuan-a13b: transformers: past 32768 tokens, it follows the dynamic rule by factor 1, not alpha: pair 63 turns at 0.00003784 instead of 1.1548e-7",
      "internlm2-7b: vLLM: uses the frequencies of length 65536 always: pair 63 turns at 4.1365e-7 instead of 2.4315e-7",
      "internlm2-7b: ggml: leaves the frequencies unscaled: pair 63 turns at 0.0000012409 instead of 2.4315e-7",
      'llama-2-7b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'llama-3.1-8b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      'llama-3.2-1b: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
      "ministral-3-8b: vLLM up to 0.25: attention factor 1.2773 instead of 1 (mscale and mscale_all_dim unread)",
      "phi-3.5-mini: vLLM, ggml: choose between short_factor and long_factor once, by whether the context they allocate is longer than 4096, not by the sequence's length",
      "qwen2.5-7b-yarn: transformers before 4.56: takes the factor to be 1, max_position_embeddings over the original, not 4: pair 40 turns at 0.00017783 instead of 0.000044457, attention factor 1",
      'vicuna-7b-16k: ggml: rotates interleaved pairs; converting to GGUF reorders the rows of q and k from "half"',
    ]);
  });
});

describe("differences", () => {
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
        "ggml: takes the original context to be 8192: pair 22 turns at 0.00090615 instead of 0.00030489",
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

const plain = {
  model_type: "llama",
  head_dim: 64,
  rope_theta: 10000,
  max_position_embeddings: 4096,
};

describe("layers", () => {
  it("that do not rotate have no frequencies", () => {
    /** @type {[any, (number | string)[], (number | string)[]][]} which rotate, which do not */
    const cases = [
      [config("smollm3-3b"), [0, 1, 2, 4, 34], [3, 7, 35]],
      [config("llama-4-scout"), [0, 2, 44], [3, 47]],
      [{ ...plain, no_rope_layers: [1, 0] }, [0], [1]],
      [{ ...plain, no_rope_layer_interval: 2 }, [0, 2], [1, 3]],
      [{ ...plain, no_rope_layer_interval: 0 }, [0, 1], []],
      [
        { ...plain, model_type: "cohere2", sliding_window: 4096, sliding_window_pattern: 4 },
        [0, 1, 2, 4, "sliding_attention"],
        [3, 7, "full_attention"],
      ],
      [
        { ...plain, model_type: "exaone4", sliding_window: 4096, sliding_window_pattern: "LLLG" },
        [0, 1, 2, 4],
        [3, 7],
      ],
      [{ ...plain, model_type: "exaone4", sliding_window: null }, [0, 1, 2, 3], []],
      [{ ...plain, position_embedding_type: "nope" }, [], [0, "full_attention"]],
      [{ ...plain, layer_types: ["linear_attention", "full_attention", "mamba"] }, [1], [0, 2]],
    ];
    for (const [given, rotating, others] of cases) {
      for (const layer of rotating) {
        const rope = ropeFromConfig(given, { layer });
        expect(rope.rotates, `${JSON.stringify(given)}, ${layer}`).toBe(true);
        expect(rope.frequencies.length).toBe(rope.rotaryDim / 2);
      }
      for (const layer of others) {
        const rope = ropeFromConfig(given, { layer });
        expect(rope.rotates, `${JSON.stringify(given)}, ${layer}`).toBe(false);
        expect([rope.rotaryDim, rope.frequencies.length, rope.attentionFactor]).toEqual([0, 0, 1]);
      }
    }
    for (const given of [config("smollm3-3b"), cases[2][0], cases[3][0]]) {
      expect(ropeFromConfig(given).warnings[0]).toMatch(/some layers do not rotate/);
    }
    expect(ropeFromConfig(cases[5][0]).layer.type).toBe("sliding_attention");
  });

  it("are named by their type", () => {
    const { layer, layerTypes } = ropeFromConfig(config("gemma-4-31b"), { layer: 5 });
    expect(layer).toEqual({ index: 5, type: "full_attention" });
    expect(layerTypes).toEqual(["sliding_attention", "full_attention"]);
    expect(ropeFromConfig(plain).layerTypes).toEqual(["full_attention"]);
    expect(ropeFromConfig(config("modernbert-base"), { layer: 0 }).layer.type).toBe(
      "full_attention",
    );
  });

  it("have dictionaries of their own, or share one", () => {
    const parts = { a: { rope_theta: 100 }, b: { rope_theta: 200 } };
    const given = { head_dim: 8, rope_parameters: parts, layer_types: ["a", "b", "c"] };
    expect(ropeFromConfig(given, { layer: 1 }).base).toBe(200);
    expect(ropeFromConfig(given, { layer: "a" }).base).toBe(100);
    const rope = ropeFromConfig(given);
    expect(rope.base).toBe(100);
    expect(rope.warnings).toContain('config: no layer has full attention; this is one of type "a"');
    const other = ropeFromConfig({ ...given, layer_types: ["full_attention"] });
    expect(other.base).toBe(100);
    expect(other.warnings).toContain(
      'config.rope_parameters has no "full_attention": "a" was used',
    );
    expect(() => ropeFromConfig(given, { layer: 2 })).toThrow(
      /config\.rope_parameters\.c must be given, as a, b are, got undefined/,
    );
  });

  it("are within the model", () => {
    const given = config("smollm3-3b");
    expect(() => ropeFromConfig(given, { layer: 36 })).toThrow(/layer .* 0 to 35, got 36/);
    expect(() => ropeFromConfig(given, { layer: -1 })).toThrow(RangeError);
    expect(() => ropeFromConfig(given, { layer: 0.5 })).toThrow(RangeError);
    expect(() => ropeFromConfig(given, { layer: /** @type {any} */ ({}) })).toThrow(TypeError);
  });
});

describe("keys", () => {
  it("of old and of new mean the same", () => {
    const old = config("llama-3.1-8b");
    const { rope_theta, rope_scaling, ...rest } = old;
    const today = { ...rest, rope_parameters: { ...rope_scaling, rope_theta } };
    expect(ropeFromConfig(today)).toEqual(ropeFromConfig(old));
    const { rope_type, ...parameters } = rope_scaling;
    const older = { ...old, rope_scaling: { ...parameters, type: rope_type } };
    expect(ropeFromConfig(older)).toEqual(ropeFromConfig(old));
  });

  it("have had other names", () => {
    /** @type {[any, any][]} */
    const cases = [
      [
        { hidden_size: 512, num_attention_heads: 8, rope_theta: 500 },
        { dHead: 64, base: 500 },
      ],
      [
        { n_embd: 512, n_head: 8, rotary_dim: 16, rotary_emb_base: 500 },
        { dHead: 64, rotaryDim: 16, base: 500 },
      ],
      [
        { d_model: 512, n_heads: 8, rope_theta: 500, rotary_pct: 0.5 },
        { dHead: 64, rotaryDim: 32 },
      ],
      [
        { kv_channels: 128, model_type: "chatglm", rope_ratio: 50 },
        { dHead: 128, rotaryDim: 64, base: 500000, layout: "interleaved" },
      ],
      [{ ...plain, rotary_emb_interleaved: true }, { layout: "interleaved" }],
      [{ ...plain, rotary_emb_interleaved: false, rotary_emb_fraction: 0.5 }, { rotaryDim: 32 }],
      [{ ...plain, model_type: "deepseek_v3", rope_interleave: false }, { layout: "half" }],
      [
        { ...plain, qk_rope_head_dim: 32, head_dim: 192 },
        { dHead: 32, rotaryDim: 32 },
      ],
      [{ ...plain, rope_scaling: {} }, { scaling: undefined }],
      [{ ...plain, rope_scaling: { rope_type: "default" } }, { scaling: undefined }],
      [{ ...plain, rope_scaling: { type: "mrope", rope_type: "default" } }, { scaling: undefined }],
      [
        { ...plain, rope_scaling: { type: "deepseek_yarn", factor: 4 } },
        { scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 4096 } },
      ],
      [
        { ...plain, rope_scaling: { type: "xdrope", alpha: 8 } },
        { scaling: { type: "ntk", factor: 8 } },
      ],
    ];
    for (const [given, wanted] of cases) {
      expect(ropeFromConfig(given), JSON.stringify(given)).toMatchObject(wanted);
    }
  });

  it("of a language model may lie deeper", () => {
    for (const nest of [
      { text_config: plain },
      { llm_config: plain },
      { language_config: plain },
      { thinker_config: { text_config: plain, audio_config: {} } },
    ]) {
      const rope = ropeFromConfig({ model_type: "x", hidden_size: 7, vision_config: {}, ...nest });
      expect(rope.dHead).toBe(64);
      expect(rope.model).toBe("llama");
    }
    expect(() => ropeFromConfig({ thinker_config: { text_config: { head_dim: 8 } } })).toThrow(
      /config\.thinker_config\.text_config\.rope_theta must be/,
    );
  });

  it("that are missing are filled in where transformers does", () => {
    const yarn = { ...plain, rope_scaling: { rope_type: "yarn", factor: 4 } };
    const rope = ropeFromConfig(yarn);
    expect(rope.scaling?.original_max_position_embeddings).toBe(4096);
    expect(rope.warnings[0]).toMatch(/max_position_embeddings 4096 was used/);
    const ratio = {
      ...plain,
      original_max_position_embeddings: 1024,
      rope_scaling: { rope_type: "yarn", factor: null },
    };
    expect(ropeFromConfig(ratio).scaling?.factor).toBe(4);
    expect(ropeFromConfig(ratio).warnings).toEqual([]);
  });

  it("that contradict each other are warned of", () => {
    /** @type {[any, RegExp][]} */
    const cases = [
      [
        { ...plain, partial_rotary_factor: 0.5, rope_parameters: { partial_rotary_factor: 0.25 } },
        /0\.25 of a head rotates, config that 0\.5/,
      ],
      [
        { ...plain, rope_scaling: { type: "linear", factor: 2 }, rope_parameters: {} },
        /config\.rope_scaling was used, and not config\.rope_parameters/,
      ],
      [
        {
          ...plain,
          rope_scaling: { type: "yarn", factor: 2, original_max_position_embeddings: 1024 },
        },
        /factor is 2, max_position_embeddings 4096 is 4 times 1024/,
      ],
      [
        {
          ...plain,
          original_max_position_embeddings: 2048,
          rope_scaling: { type: "yarn", factor: 2, original_max_position_embeddings: 1024 },
        },
        /original_max_position_embeddings is 1024: 2048 was used/,
      ],
      [{ ...plain, model_type: "unheard-of" }, /"unheard-of" is not known here: layout "half"/],
      [{ ...plain, head_dim: null, hidden_size: 100, num_attention_heads: 8 }, /not a multiple/],
    ];
    for (const [given, message] of cases) {
      expect(ropeFromConfig(given).warnings.join("\n")).toMatch(message);
    }
  });

  it("that are unknown are named and ignored", () => {
    const given = {
      ...plain,
      rope_finetuned: true,
      rope_scaling: { type: "linear", factor: 2, finetuned: true, beta_fast: 32 },
    };
    const rope = ropeFromConfig(given);
    expect(rope.warnings).toEqual([
      'config.rope_scaling.finetuned means nothing to type "linear" and was ignored',
      'config.rope_scaling.beta_fast means nothing to type "linear" and was ignored',
    ]);
    expect(rope.ignored).toEqual([
      "config.rope_scaling.finetuned",
      "config.rope_scaling.beta_fast",
      "config.rope_finetuned",
    ]);
    expect(rope.scaling).toEqual({ type: "linear", factor: 2 });
  });

  it("of objects' own nature are no keys", () => {
    const given = JSON.parse(
      `{"head_dim": 8, "rope_theta": 100, "__proto__": {"rope_theta": 7},
        "rope_scaling": {"type": "linear", "factor": 2, "__proto__": {"polluted": 1}}}`,
    );
    const rope = ropeFromConfig(given);
    expect(rope.base).toBe(100);
    expect(rope.warnings.join()).toContain("config.rope_scaling.__proto__");
    expect(/** @type {any} */ ({}).polluted).toBeUndefined();
    expect(/** @type {any} */ (rope.scaling).polluted).toBeUndefined();
    expect(() => ropeFromConfig(Object.create({ head_dim: 8, rope_theta: 100 }))).toThrow(
      TypeError,
    );
    expect(() => ropeFromConfig({ ...plain, model_type: "constructor", rope_theta: null })).toThrow(
      TypeError,
    );
  });
});

describe("refusals", () => {
  const yarn = { type: "yarn", factor: 4, original_max_position_embeddings: 1024 };
  /** @type {[any, typeof Error, RegExp][]} */
  const bad = [
    [undefined, TypeError, /config must be an object, or its JSON, got undefined/],
    [null, TypeError, /config must be .* got null/],
    [7, TypeError, /config must be .* got 7/],
    [[], TypeError, /config must be .* got \[\]/],
    ["{", TypeError, /config must be the text of a config\.json/],
    ["[]", TypeError, /config must be .* got \[\]/],
    [{}, TypeError, /config\.head_dim \(or hidden_size and num_attention_heads\) .* undefined/],
    [{ hidden_size: 64 }, TypeError, /head_dim \(or hidden_size/],
    [{ head_dim: 64 }, TypeError, /config\.rope_theta must be a number above 1 .* undefined/],
    [{ ...plain, rope_theta: "1e4" }, TypeError, /config\.rope_theta must be .* got "1e4"/],
    [{ ...plain, rope_theta: 1 }, RangeError, /config\.rope_theta .* got 1/],
    [{ ...plain, rope_parameters: { rope_theta: [] } }, TypeError, /rope_parameters\.rope_theta/],
    [{ ...plain, model_type: 3 }, TypeError, /config\.model_type must be a string, got 3/],
    [{ ...plain, head_dim: 63 }, RangeError, /config\.head_dim must be an even integer .* got 63/],
    [{ ...plain, head_dim: "64" }, TypeError, /config\.head_dim must be an integer .* got "64"/],
    [{ ...plain, qk_rope_head_dim: 7 }, RangeError, /config\.qk_rope_head_dim must be an even/],
    [{ ...plain, rotary_dim: 66 }, RangeError, /config\.rotary_dim .* 2 to 64, got 66/],
    [{ ...plain, rotary_dim: 7 }, RangeError, /config\.rotary_dim must be even, got 7/],
    [{ ...plain, partial_rotary_factor: 1.5 }, RangeError, /partial_rotary_factor .* got 1\.5/],
    [
      { ...plain, partial_rotary_factor: 0.3 },
      RangeError,
      /partial_rotary_factor must be such that an even number of the 64 .* got 0\.3/,
    ],
    [{ ...plain, rope_scaling: "linear" }, TypeError, /config\.rope_scaling must be an object/],
    [{ ...plain, rope_scaling: [1] }, TypeError, /config\.rope_scaling must be an object/],
    [{ ...plain, rope_scaling: { factor: 2 } }, TypeError, /rope_type must be given with factor/],
    [
      { ...plain, rope_scaling: { type: "linear" } },
      TypeError,
      /config\.rope_scaling\.factor \(type "linear" needs it\) must be .* got undefined/,
    ],
    [
      { ...plain, rope_scaling: { type: "linear", factor: "2" } },
      TypeError,
      /config\.rope_scaling\.factor must be a number .* got "2"/,
    ],
    [
      { ...plain, rope_scaling: { type: "mllama4" } },
      RangeError,
      /config\.rope_scaling\.type must be "default" or .* got "mllama4"/,
    ],
    [
      { ...plain, rope_scaling: { type: "linear", rope_type: "yarn", factor: 2 } },
      RangeError,
      /config\.rope_scaling\.type must be "yarn" as rope_type is, got "linear"/,
    ],
    [{ ...plain, rope_scaling: { type: 3 } }, TypeError, /rope_scaling\.type must be a string/],
    [{ ...plain, rope_scaling: { type: "xdrope" } }, TypeError, /rope_scaling\.alpha must be/],
    [
      { ...plain, max_position_embeddings: null, rope_scaling: { type: "dynamic", factor: 2 } },
      TypeError,
      /original_max_position_embeddings \(or max_position_embeddings\) must be/,
    ],
    [
      { ...plain, max_position_embeddings: "4096" },
      TypeError,
      /config\.max_position_embeddings must be an integer .* got "4096"/,
    ],
    [{ ...plain, rope_scaling: { ...yarn, beta_slow: 64 } }, RangeError, /rope_scaling\.beta_slow/],
    [
      { ...plain, rope_scaling: { ...yarn, type: "longrope", short_factor: [1] } },
      RangeError,
      /config\.rope_scaling\.short_factor\.length must be rotaryDim\/2 = 32, got 1/,
    ],
    [
      { ...plain, rope_scaling: { type: "mrope", mrope_section: [16, 24, 24] } },
      RangeError,
      /config\.rope_scaling\.mrope_section must be 32 in all/,
    ],
    [{ ...plain, rope_scaling: { type: "mrope", mrope_section: 16 } }, TypeError, /mrope_section/],
    [{ ...plain, rope_interleave: "yes" }, TypeError, /config\.rope_interleave must be true or/],
  ];
  it.each(bad)("%j", (given, Kind, message) => {
    expect(() => ropeFromConfig(given)).toThrow(Kind);
    expect(() => ropeFromConfig(given)).toThrow(message);
    expect(() => ropeFromConfig(given)).toThrow(/^phasor\.ropeFromConfig: /);
  });

  it("of options", () => {
    expect(() => ropeFromConfig(plain, { length: -1 })).toThrow(/length .* got -1/);
    expect(() => ropeFromConfig(plain, /** @type {any} */ (3))).toThrow(/options must be/);
    expect(() => ropeFromConfig({ ...plain, layer_types: 3 }, { layer: 0 })).toThrow(/layer_types/);
    expect(() => ropeFromConfig({ ...plain, layer_types: [3] }, { layer: 0 })).toThrow(
      /config\.layer_types\[0\] must be a string, got 3/,
    );
  });
});

describe("any JSON", () => {
  const keys = [
    ...["model_type", "head_dim", "hidden_size", "num_attention_heads", "num_hidden_layers"],
    ...["rope_theta", "rope_scaling", "rope_parameters", "partial_rotary_factor", "rotary_dim"],
    ...[
      "max_position_embeddings",
      "original_max_position_embeddings",
      "layer_types",
      "text_config",
    ],
    ...["sliding_window_pattern", "no_rope_layers", "qk_rope_head_dim", "rope_local_base_freq"],
    ...["type", "rope_type", "factor", "alpha", "short_factor", "long_factor", "beta_fast"],
    ...["low_freq_factor", "high_freq_factor", "mscale", "mscale_all_dim", "truncate"],
    ...["full_attention", "sliding_attention", "mrope_section", "attention_factor", "__proto__"],
    ...["attn_config", "layer_rope_theta", "compress_ratios", "yarn", "llama_4_scaling", "dim"],
    ...["n_heads", "n_layers", "per_layer_config", "rotary_scaling_factor", "use_dynamic_ntk"],
    ...["seq_length", "position_embedding_type", "alibi", "partial_rotary_factors", "floor_scale"],
    ...["projection_dim", "attn_temperature_tuning", "use_logn_attn", "use_scaled_rope", "beta"],
  ];
  const leaf = fc.oneof(
    fc.constantFrom(null, true, 0, 0.5, 1, 2, 4, 64, 4096, 10000, 1e30, -1, "", "llama"),
    fc.constantFrom("yarn", "linear", "ntk", "dynamic", "longrope", "llama3", "proportional", "su"),
    fc.constantFrom("full_attention", "gemma3_text", "exaone4", "LLG", "constructor"),
    fc.constantFrom("deepseek_v4", "bert", "mpt", "clvp_encoder", "step3p5", "minimax_m2", "qwen"),
    fc.constantFrom("granite_swa", "ernie4_5_vl", "gemma4_text", "nomic_bert", "rope", "baichuan"),
    fc.double(),
  );
  const { node } = fc.letrec((/** @type {any} */ tie) => ({
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.dictionary(fc.constantFrom(...keys), tie("node"), { maxKeys: 12 }),
      fc.array(tie("node"), { maxLength: 4 }),
    ),
  }));
  const sized = fc
    .dictionary(fc.constantFrom(...keys), node, { maxKeys: 12 })
    .map((rest) => ({ head_dim: 8, rope_theta: 10000, max_position_embeddings: 4096, ...rest }));
  const layers = fc.constantFrom(
    undefined,
    0,
    3,
    "full_attention",
    "sliding_attention",
    "toString",
  );

  /** @param {any} given @param {any} options */
  function attempt(given, options) {
    try {
      const rope = ropeFromConfig(given, options);
      expect(rope.frequencies.length).toBe(rope.rotaryDim / 2);
      expect(rope.frequencies.every((each) => each >= 0 && each <= 4)).toBe(true);
      expect(rope.differences.join()).not.toMatch(/NaN|undefined/);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      expect(error.message).toMatch(/^phasor\.ropeFromConfig: /);
    }
  }

  it("gives a result or a clear refusal", () => {
    const lengths = fc.constantFrom(undefined, 1, 4096, 100000);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), node, sized), layers, lengths, (given, layer, length) =>
        attempt(given, { layer, length }),
      ),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("in the place of one key of a published model, too", () => {
    const names = fc.constantFrom(...Object.keys(models));
    fc.assert(
      fc.property(names, fc.constantFrom(...keys), node, layers, (name, key, value, layer) => {
        const given = config(name);
        const text = given.text_config ?? given;
        const dict = text.rope_scaling ?? text.rope_parameters;
        attempt({ ...given, [key]: value }, { layer });
        Object.assign(text, Object.fromEntries([[key, value]]));
        attempt(given, { layer });
        if (dict) attempt({ ...text, rope_scaling: { ...dict, [key]: value } }, { layer });
      }),
      { numRuns: 1500, seed: 1 },
    );
  });
});
