// What the code of individual models does, by model_type. The facts come from transformers 5.16 and
// 4.57 (models/*/modeling_*.py), the models' own repositories, mistral-inference and llama-models.
import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { near } from "./helpers.js";

const sizes = { hidden_size: 512, num_attention_heads: 8, rope_theta: 10000 };

/** @param {number} base @param {number} dim @param {number} [exponent] */
const series = (base, dim, exponent = dim) =>
  Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / exponent));

/** @param {Float64Array} found @param {number[]} wanted @param {string} what */
function same(found, wanted, what) {
  expect(found.length, what).toBe(wanted.length);
  near(found, wanted, (/** @type {number} */ i) => 1e-13 * wanted[i], what);
}

describe("layouts and directions", () => {
  // The classes in configurations/defaults.json show theirs there.
  it.each([
    ...["glm4v", "glm4v_text", "blt", "moonshine_streaming", "ernie4_5_vl", "progen"].map(
      (name) => /** @type {const} */ ([name, "interleaved"]),
    ),
    ...["glm4v_moe_text", "bailing_moe_v2", "hf_olmo"].map(
      (name) => /** @type {const} */ ([name, "half"]),
    ),
  ])("of %s are %s and 1", (model_type, layout) => {
    const rope = ropeFromConfig({ model_type, ...sizes, partial_rotary_factor: 1 });
    expect([rope.layout, rope.direction]).toEqual([layout, 1]);
    expect(rope.warnings.join()).not.toMatch(/unknown/);
  });

  it("follow rope_interleave only where the code does", () => {
    const flag = { ...sizes, qk_rope_head_dim: 64, rope_interleave: false };
    expect(ropeFromConfig({ model_type: "deepseek_v3", ...flag }).layout).toBe("half");
    const fixed = ropeFromConfig({ model_type: "glm_moe_dsa", ...flag });
    expect(fixed.layout).toBe("interleaved");
    expect(fixed.ignored).toContain("config.rope_interleave");
  });

  // zai-org/cogagent-9b-20241220 has original_rope false; is_neox_style in vLLM's chatglm.py.
  it("follow original_rope in ChatGLM", () => {
    const glm = { model_type: "chatglm", hidden_size: 4096, num_attention_heads: 32 };
    const layouts = [true, undefined, false].map((original_rope) => {
      const rope = ropeFromConfig({ ...glm, original_rope });
      expect(rope.ignored).toEqual([]);
      return rope.layout;
    });
    expect(layouts).toEqual(["interleaved", "interleaved", "half"]);
  });

  // _init_rotary_emb in vLLM's nemotron_nas.py.
  it.each([
    ["rope_llama4", "interleaved"],
    ["mistral_yarn", "interleaved"],
    ["rope", "half"],
    [undefined, "half"],
  ])("follow position_embedding_type %j in Nemotron-NAS", (position_embedding_type, layout) => {
    const nas = { model_type: "nemotron-nas", ...sizes, position_embedding_type };
    expect(ropeFromConfig(nas)).toMatchObject({ layout, warnings: [] });
  });
});

describe("Persimmon", () => {
  // config.json of adept/persimmon-8b-base on huggingface.co, revision 94dc4e0b; -chat has the same.
  const others = {
    ...{ model_type: "persimmon", hidden_size: 4096, num_attention_heads: 64 },
    ...{ num_hidden_layers: 36, max_position_embeddings: 16384, rope_scaling: null },
  };

  // The class's base was 25000 up to transformers 4.57; since 5.0 it is the general 10000.
  it("gets the base of its checkpoints if the file has none, with a warning that transformers 5 takes another", () => {
    const rope = ropeFromConfig(others);
    expect(rope.base).toBe(25000);
    expect(rope.warnings).toContain(
      'config.rope_theta is missing; used 25000, the default of model type "persimmon" (transformers 5 uses 10000)',
    );
  });
});

describe("ChatGLM's rope_ratio", () => {
  const glm = { model_type: "chatglm", hidden_size: 4096, num_attention_heads: 32 };

  // modeling_chatglm.py of chatglm2-6b-32k has arange(seq_len) / rope_ratio, that of chatglm3-6b-32k
  // base * rope_ratio, and nothing in their files tells them apart.
  it("multiplies the base, with a warning that it does not in ChatGLM2", () => {
    const rope = ropeFromConfig({ ...glm, rope_ratio: 50 });
    expect(rope.base).toBe(500000);
    expect(rope.warnings.join()).toContain("ChatGLM2's code divides positions by it");
    const plain = ropeFromConfig({ ...glm, rope_ratio: 1 });
    expect(plain.warnings.join()).not.toContain("rope_ratio");
  });
});

describe("rotating layers of hybrid models", () => {
  const hybrid = { model_type: "qwen3_next", ...sizes, head_dim: 64 };
  const turned = (/** @type {object} */ config, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, layer) => ropeFromConfig(config, { layer }).rotates);

  it("are every fourth by default, or follow full_attention_interval", () => {
    const some = { ...hybrid, num_hidden_layers: 4 };
    expect(turned(some, 4)).toEqual([false, false, false, true]);
    expect(turned({ ...some, full_attention_interval: 2 }, 4)).toEqual([false, true, false, true]);
    const rope = ropeFromConfig(some);
    expect(rope.layerTypes).toEqual(["linear_attention", "full_attention"]);
    expect([rope.layer.type, rope.warnings.join()]).toEqual([
      "full_attention",
      expect.not.stringContaining("no layer"),
    ]);
  });

  it("follow layer_types if it is given", () => {
    const layer_types = ["full_attention", "linear_attention"];
    const both = { ...hybrid, num_hidden_layers: 2, full_attention_interval: 2, layer_types };
    expect(turned(both, 2)).toEqual([true, false]);
  });

  it("follow layers_block_type", () => {
    const layers_block_type = ["mamba", "hybrid", "mamba"];
    const zamba = { model_type: "zamba2", ...sizes, use_mem_rope: true, num_hidden_layers: 3 };
    expect(turned({ ...zamba, layers_block_type }, 3)).toEqual([false, true, false]);
  });
});

describe("Grok 2", () => {
  // config.json of xai-org/grok-2; SGLang's triton_ops, xai_temperature_len.
  const grok = {
    ...{ model_type: "git", architectures: ["Grok1ForCausalLM"], hidden_size: 8192 },
    ...{ num_attention_heads: 64, head_dim: 128, rope_theta: 208533496 },
    ...{ attn_temperature_len: 1024, rope_type: "original" },
  };

  it("scales queries at positions past attn_temperature_len", () => {
    const { queryScaling } = ropeFromConfig(grok);
    expect(queryScaling).toEqual({ type: "logn", length: 1024, offset: 0, beta: 1 });
    const ones = new Float64Array(2).fill(1);
    const still = new RotaryEmbedding(2, { rotaryDim: 0, queryScaling });
    const at = (/** @type {number} */ offset) =>
      still.apply(ones, [1, 2], { offset, role: "query" })[0];
    expect([at(0), at(1024)]).toEqual([1, 1]);
    expect(at(4096)).toBeCloseTo(12 / 10, 14);
    const without = { ...grok, attn_temperature_len: -1 };
    expect(ropeFromConfig(without).queryScaling).toBeUndefined();
  });

  it("is told from other files with its model_type", () => {
    const git = ropeFromConfig({ ...grok, architectures: ["GitForCausalLM"] });
    expect(git.positions).toBe("learned");
  });

  it("warns that a rope_type outside the dictionary is not used", () => {
    const scaled = { ...grok, rope_type: "yarn", scaling_factor: 16 };
    expect(ropeFromConfig(scaled).warnings.join()).toContain('config.rope_type "yarn" is not in');
    expect(ropeFromConfig(grok).warnings.join()).not.toContain("rope_type");
  });
});

describe("DeepSeek-V4.1", () => {
  // deepseek_v41.py of vLLM and SGLang; the rule as in V4 (inference/model.py, compress_ratios).
  const text_config = {
    ...{ model_type: "deepseek_v41_text", hidden_size: 5120, num_attention_heads: 64 },
    ...{ head_dim: 512, qk_rope_head_dim: 64, num_hidden_layers: 4, rope_theta: 10000 },
    ...{ compress_rope_theta: 160000, compress_ratios: [0, 0, 2, 1] },
    rope_scaling: { type: "yarn", factor: 16, original_max_position_embeddings: 65536 },
  };

  it("has YaRN and another base for compressed layers", () => {
    const config = { model_type: "deepseek_v41", text_config };
    for (const layer of [0, 1, 2, 3, undefined]) {
      const rope = ropeFromConfig(config, { layer });
      const compressed = layer === undefined || layer > 1;
      expect(rope).toMatchObject({
        ...{ base: compressed ? 160000 : 10000, layout: "interleaved", attentionFactor: 1 },
        ...{ rotaryStart: 448, rotaryDim: 64, dHead: 512 },
      });
      expect(rope.scaling?.type).toBe(compressed ? "yarn" : undefined);
      expect(rope.warnings.join()).not.toContain("assumed");
    }
  });
});

describe("DeepSeek-V4", () => {
  const v4 = {
    ...{ model_type: "deepseek_v4", hidden_size: 4096, num_attention_heads: 64, head_dim: 512 },
    ...{ qk_rope_head_dim: 64, rope_theta: 10000, compress_rope_theta: 160000 },
    ...{ max_position_embeddings: 1048576, sliding_window: 128, num_hidden_layers: 5 },
    compress_ratios: [0, 0, 4, 128, 4],
    rope_scaling: {
      ...{ type: "yarn", factor: 16, original_max_position_embeddings: 65536 },
      ...{ beta_fast: 32, beta_slow: 1 },
    },
  };
  const whole = { dHead: 512, rotaryDim: 64, rotaryStart: 448, layout: "interleaved" };

  it("has another base and YaRN for compressed layers, and no attention factor", () => {
    const rule = { ...v4.rope_scaling, attention_factor: 1 };
    const wanted = ropeFrequencies(64, { base: 160000, scaling: /** @type {any} */ (rule) });
    for (const layer of [undefined, 2, 3, 4, "heavily_compressed_attention"]) {
      const rope = ropeFromConfig(v4, { layer });
      expect(rope).toMatchObject({ ...whole, base: 160000, attentionFactor: 1, softmaxFactor: 1 });
      expect(rope.frequencies).toEqual(wanted.frequencies);
    }
    expect(ropeFromConfig(v4, { layer: 3 }).layer.type).toBe("heavily_compressed_attention");
    expect(ropeFromConfig({ ...v4, compress_rope_theta: null }).base).toBe(160000);
  });

  it("is read as transformers 5 writes it, too", () => {
    const { rope_scaling, compress_ratios, ...rest } = v4;
    const part = { partial_rotary_factor: 0.125 };
    const given = {
      ...rest,
      layer_types: ["sliding_attention", "compressed_sparse_attention"],
      rope_parameters: {
        main: { rope_type: "default", rope_theta: 10000, ...part },
        compress: { ...rope_scaling, rope_theta: 160000, attention_factor: 1, ...part },
      },
    };
    for (const layer of [0, 1]) {
      const { frequencies } = ropeFromConfig(given, { layer });
      expect(frequencies).toEqual(ropeFromConfig(v4, { layer: [0, 2][layer] }).frequencies);
    }
  });
});

describe("ropeFromConfig", () => {
  /** @type {[string, any, any][]} */
  const cases = [
    ["diffusion_gemma_text", { layer_types: ["full_attention"] }, { dHead: 512, rotaryDim: 512 }],
    [
      "minimax_m3_vl",
      { text_config: { ...sizes, head_dim: 64, rotary_dim: 32 } },
      { rotaryDim: 64 },
    ],
    [
      "minimax_m3_vl",
      { text_config: { ...sizes, head_dim: 64, rotary_dim: 32, partial_rotary_factor: 0.5 } },
      { rotaryDim: 32 },
    ],
    [
      "mpt",
      { d_model: 512, n_heads: 8, attn_config: { rope: true, rope_theta: 500 } },
      { base: 500 },
    ],
    ["dbrx", { d_model: 512, n_heads: 8, attn_config: { rope_theta: 500000 } }, { base: 500000 }],
    [
      "phi3small",
      { hidden_size: 512, num_attention_heads: 8, rope_embedding_base: 1e6 },
      { base: 1e6 },
    ],
    ["openelm", { model_dim: 512, head_dim: 64, rope_freq_constant: 20000 }, { base: 20000 }],
    ["recurrent_gemma", sizes, { dHead: 64, rotaryDim: 32 }],
    ["llama", { rope_theta: 500000 }, { dHead: 128, base: 500000 }],
    // max(projection_dim // (2·heads), 32) features rotate; ClvpEncoderConfig has 768 features and 12 heads.
    ["clvp_encoder", { ...sizes, projection_dim: 768 }, { dHead: 64, rotaryDim: 48 }],
    ["clvp_encoder", { ...sizes, projection_dim: 776 }, { dHead: 64, rotaryDim: 48 }],
    ["clvp_encoder", { ...sizes, projection_dim: 256 }, { dHead: 64, rotaryDim: 32 }],
    ["clvp_encoder", sizes, { dHead: 64, rotaryDim: 48 }],
    ["clvp_encoder", { projection_dim: 960 }, { dHead: 64, rotaryDim: 40 }],
    // modeling_parler_tts.py
    ["parler_tts_decoder", { ...sizes, rope_embeddings: true }, { rotates: true, warnings: [] }],
    ["unheard-of", { ...sizes, qk_rope_head_dim: 32 }, { dHead: 32, layout: "interleaved" }],
    [
      "gemma4_unified_text",
      {
        ...sizes,
        layer_types: ["sliding_attention", "a"],
        per_layer_config: { 0: { head_dim: 96 } },
      },
      { dHead: 96, layer: { index: undefined, type: "sliding_attention" } },
    ],
  ];
  it.each(cases)("reads %s %j", (model_type, given, wanted) => {
    expect(ropeFromConfig({ model_type, ...given })).toMatchObject(wanted);
  });

  it("returns no rule for a sliding layer with a separate base, wherever the rule is given", () => {
    const gemma = { model_type: "gemma3_text", ...sizes, rotary_scaling_factor: 2 };
    const layer = "sliding_attention";
    expect(ropeFromConfig(gemma, { layer })).toMatchObject({ base: 10000, scaling: undefined });
  });

  it("returns half of the head for the first ChatGLM, which rotates two halves separately", () => {
    const given = { model_type: "chatglm", hidden_size: 512, num_attention_heads: 4 };
    const two = ropeFromConfig({ ...given, position_encoding_2d: true });
    expect([two.dHead, two.rotaryDim, two.rotaryStart, two.layout]).toEqual([128, 64, 0, "half"]);
    same(two.frequencies, series(10000, 64, 64), "2i/64");
    expect(two.warnings.join()).toMatch(/position_encoding_2d: .* rotaryStart 64/);
    const one = ropeFromConfig({ ...given, position_encoding_2d: false });
    expect([one.rotaryDim, one.layout]).toEqual([128, "half"]);
    expect(one.warnings.join()).not.toMatch(/position_encoding_2d/);
    expect(() => ropeFromConfig({ ...given, head_dim: 6, position_encoding_2d: true })).toThrow(
      /half of head_dim must be an even integer/,
    );
  });

  it("rounds an odd number of rotating features up, with the exponents of the odd number", () => {
    const rope = ropeFromConfig({
      model_type: "glm4_moe",
      hidden_size: 4096,
      num_attention_heads: 96,
    });
    expect([rope.dHead, rope.rotaryDim]).toEqual([42, 22]);
    same(rope.frequencies, series(10000, 22, 21), "2i/21");
    expect(rope.warnings.join()).toMatch(/21 features, an odd number: 22 rotate/);
  });

  it("reads lists with one value for each layer", () => {
    const given = {
      ...{ model_type: "step3p5", head_dim: 128, num_hidden_layers: 3 },
      layer_types: ["full_attention", "sliding_attention", "full_attention"],
      rope_theta: [5e6, 10000, 4e6],
      partial_rotary_factors: [0.5, 1, 0.5],
      rope_scaling: { rope_type: "linear", factor: 2 },
    };
    const rows = [0, 1, 2, "full_attention", "sliding_attention"].map((layer) => {
      const { base, rotaryDim, scaling } = ropeFromConfig(given, { layer });
      return [base, rotaryDim, scaling?.type];
    });
    expect(rows).toEqual([
      [5e6, 64, "linear"],
      [10000, 128, undefined],
      [4e6, 64, "linear"],
      [5e6, 64, "linear"],
      [10000, 128, undefined],
    ]);
    const { warnings } = ropeFromConfig(given);
    expect(warnings).toContain("config.rope_theta differs between layers: 5000000 was used");
  });

  it("reads 0 in a list of bases as a layer without rotation", () => {
    const given = { model_type: "granite_swa", ...sizes, layer_rope_theta: [0, 500] };
    expect(ropeFromConfig(given, { layer: 0 })).toMatchObject({ rotates: false, rotaryDim: 0 });
    expect(ropeFromConfig(given, { layer: 1 })).toMatchObject({ rotates: true, base: 500 });
    const muse = { model_type: "muse_glimmer_text", ...sizes, num_hidden_layers: 6 };
    const rotating = [0, 1, 2, 3, 4, 5].filter((layer) => ropeFromConfig(muse, { layer }).rotates);
    expect(rotating).toEqual([0, 2, 3, 4]);
  });

  it.each(["laguna", "mellum", "zaya"])(
    "ignores a rope_type next to the dictionaries of layer types: %s",
    (model_type) => {
      const types =
        model_type === "zaya"
          ? ["hybrid", "hybrid_sliding"]
          : ["full_attention", "sliding_attention"];
      const given = {
        ...{ model_type, ...sizes, head_dim: 64, layer_types: types },
        rope_parameters: {
          [types[0]]: { rope_type: "default", rope_theta: 500000, partial_rotary_factor: 0.5 },
          [types[1]]: { rope_type: "default", rope_theta: 20000, partial_rotary_factor: 1 },
          rope_type: "default",
        },
      };
      expect(ropeFromConfig(given, { layer: 0 })).toMatchObject({ base: 500000, rotaryDim: 32 });
      expect(ropeFromConfig(given, { layer: 1 })).toMatchObject({ base: 20000, rotaryDim: 64 });
      expect(ropeFromConfig(given).base).toBe(500000);
    },
  );

  it("reads swa_rope_parameters for sliding layers, as vLLM's code of Laguna does", () => {
    const given = {
      ...{ model_type: "laguna", ...sizes, layer_types: ["full_attention", "sliding_attention"] },
      ...{ head_dim: 128, partial_rotary_factor: 0.5 },
      rope_parameters: { rope_type: "default", rope_theta: 5e5 },
      swa_rope_parameters: { rope_type: "default", rope_theta: 20000, partial_rotary_factor: 1 },
    };
    expect(ropeFromConfig(given)).toMatchObject({ base: 5e5, rotaryDim: 64, ignored: [] });
    const sliding = { base: 20000, rotaryDim: 128, warnings: [] };
    expect(ropeFromConfig(given, { layer: 1 })).toMatchObject(sliding);
  });

  it("reads null for a layer type as no rotation", () => {
    const given = {
      ...{
        model_type: "modernbert",
        ...sizes,
        layer_types: ["full_attention", "sliding_attention"],
      },
      rope_parameters: { full_attention: null, sliding_attention: { rope_theta: 100 } },
    };
    expect(ropeFromConfig(given, { layer: 0 }).rotates).toBe(false);
    expect(ropeFromConfig(given, { layer: 1 })).toMatchObject({ rotates: true, base: 100 });
  });
});

describe("sections of models", () => {
  it("are those of the model's code if the file has none", () => {
    const qwen = { model_type: "qwen3_vl_text", head_dim: 128, rope_theta: 5e6 };
    const wanted = { sizes: [24, 20, 20], interleaved: true };
    expect(ropeFromConfig(qwen).sections).toEqual(wanted);
    const given = { ...qwen, rope_scaling: { mrope_section: [20, 22, 22] } };
    expect(ropeFromConfig(given).sections).toEqual({ sizes: [20, 22, 22], interleaved: true });
  });

  it("of interleaved pairs are cut where the head is smaller, as the model's code does", () => {
    const qwen = { model_type: "qwen3_vl_text", head_dim: 64, rope_theta: 5e6 };
    /** @param {number} axis */
    const count = (axis) => Array.from({ length: 32 }, (_, i) => i).filter((i) => i % 3 === axis);
    const sizes = [0, 1, 2].map((axis) => count(axis).length);
    expect(ropeFromConfig(qwen).sections).toEqual({ sizes, interleaved: true });
    const given = { ...qwen, rope_scaling: { mrope_section: [24, 20, 20] } };
    const rope = ropeFromConfig(given);
    expect(rope.sections).toEqual({ sizes, interleaved: true });
    expect(rope.warnings.join()).toContain("mrope_section is for 64 pairs, not 32: 11,11,10");
  });

  it("are in the order height, width, time in files of Ernie 4.5 VL", () => {
    const rope_parameters = { mrope_section: [11, 11, 10] };
    const rope = ropeFromConfig({ model_type: "ernie4_5_vl_moe_text", ...sizes, rope_parameters });
    expect(rope.sections).toEqual({
      ...{ sizes: [10, 11, 11], interleaved: false, order: "first-last" },
    });
  });

  it("cannot be returned for Hunyuan", () => {
    const model_type = "hunyuan_vl_text";
    const given = { model_type, ...sizes, rope_parameters: { mrope_section: [8, 12, 12] } };
    const rope = ropeFromConfig(given);
    expect(rope.sections).toBeUndefined();
    expect(rope.warnings.join()).toMatch(/mrope_section was ignored, .* only for text:/);
  });
});

describe("models without a rotary embedding", () => {
  const bert = { hidden_size: 768, num_attention_heads: 12 };
  /** @type {[string, any, string][]} */
  const cases = [
    ...[..."bert roberta electra gpt2 gpt_neo opt bart vit clip_text_model whisper".split(" ")].map(
      (name) => /** @type {[string, any, string]} */ ([name, bert, "learned"]),
    ),
    ["gpt-sw3", { n_embd: 768, n_head: 12 }, "learned"],
    ["xlm-roberta", bert, "learned"],
    ["esm", { ...bert, position_embedding_type: "absolute" }, "learned"],
    ["bloom", { hidden_size: 768, n_head: 12 }, "alibi"],
    ["mpt", { d_model: 768, n_heads: 12, attn_config: { alibi: true } }, "alibi"],
    ["mpt", { d_model: 768, n_heads: 12 }, "alibi"],
    ["mpt", { d_model: 768, n_heads: 12, attn_config: { alibi: false } }, "learned"],
    ["falcon", { ...bert, alibi: true }, "alibi"],
    ["bert", { ...bert, position_embedding_type: "alibi" }, "alibi"],
    ["baichuan", { hidden_size: 5120, num_attention_heads: 40 }, "alibi"],
    ["t5", { d_kv: 64, d_model: 512 }, "t5-buckets"],
    ["umt5", { d_kv: 64 }, "t5-buckets"],
    ["swinv2", { embed_dim: 96, num_heads: [3, 6, 12, 24] }, "relative-bias"],
    ["nat", { embed_dim: 64, num_heads: [2, 4, 8, 16] }, "relative-bias"],
    ["mobilevit", { num_attention_heads: 4 }, "none"],
    ["nezha", bert, "relative"],
    ["parler_tts_decoder", { ...bert, rope_theta: 10000, rope_embeddings: false }, "sinusoidal"],
    ["deberta-v2", bert, "relative"],
    ["xlnet", { d_model: 768, n_head: 12 }, "relative"],
    ["bert", { ...bert, position_embedding_type: "relative_key" }, "relative"],
    ["wav2vec2", bert, "convolution"],
    ["marian", { d_model: 512, decoder_attention_heads: 8 }, "sinusoidal"],
    ["jamba", bert, "none"],
    ["nemotron_h", { ...bert, rope_theta: 10000 }, "none"],
    ["mamba", { hidden_size: 768 }, "none"],
    ["kimi_linear", { ...bert, qk_rope_head_dim: 64, mla_use_nope: true }, "none"],
    ["glm_moe_dsa", { ...bert, qk_rope_head_dim: 0 }, "none"],
    ["zamba2", { ...bert, use_mem_rope: false, rope_theta: 10000 }, "none"],
    ["granitemoehybrid", { ...bert, rope_theta: 10000 }, "none"],
  ];
  it.each(cases)("%s %j has %s", (model_type, given, positions) => {
    const rope = ropeFromConfig({ model_type, ...given });
    expect(rope).toMatchObject({ rotates: false, positions, rotaryDim: 0, attentionFactor: 1 });
    expect(rope.frequencies.length).toBe(0);
    expect(rope.warnings[0]).toMatch(/^model type ".*" has no rotary embedding; positions: /);
    if (positions !== "none") expect(rope.warnings[0]).not.toMatch(/nothing/);
  });

  it("are assumed to rotate, with a warning, where the encoding is unknown", () => {
    const given = { head_dim: 64, rope_theta: 10000, position_embedding_type: "polar" };
    const rope = ropeFromConfig(given);
    expect(rope.positions).toBe("rotary");
    expect(rope.warnings).toContain("config.position_embedding_type is unknown and was ignored");
  });

  it("have the head size of the file, if it has one", () => {
    expect(ropeFromConfig({ model_type: "bert", ...bert }).dHead).toBe(64);
    expect(ropeFromConfig({ model_type: "t5", d_kv: 64 }).dHead).toBe(64);
    expect(ropeFromConfig({ model_type: "mamba", hidden_size: 768 }).dHead).toBe(0);
  });

  it.each([
    ["esm", { ...sizes, position_embedding_type: "rotary" }],
    ["zamba2", { ...sizes, use_mem_rope: true }],
    ["granitemoehybrid", { ...sizes, position_embedding_type: "rope" }],
    ["kimi_linear", { ...sizes, mla_use_nope: false }],
    ["baichuan", { ...sizes, hidden_size: 4096 }],
    ["falcon", { ...sizes, alibi: false }],
    ["llama", { ...sizes, position_embedding_type: "absolute" }],
    ["wav2vec2-conformer", { ...sizes, position_embeddings_type: "rotary" }],
  ])("%s %j rotates", (model_type, given) => {
    expect(ropeFromConfig({ model_type, ...given })).toMatchObject({
      ...{ rotates: true, positions: "rotary" },
    });
  });

  it("have no positions in layers that do not rotate while others do", () => {
    const llama4 = { model_type: "llama4_text", ...sizes, num_hidden_layers: 4 };
    expect(ropeFromConfig(llama4, { layer: 3 })).toMatchObject({
      rotates: false,
      positions: "none",
    });
    expect(ropeFromConfig(llama4, { layer: 2 }).positions).toBe("rotary");
  });
});

describe("the result is accepted as options of RotaryEmbedding:", () => {
  /** @type {[any, any][]} */
  const cases = [
    [{ model_type: "nanochat", ...sizes }, {}],
    [{ model_type: "deepseek_v4", ...sizes }, {}],
    [{ model_type: "bert", ...sizes }, {}],
    [{ model_type: "llama4_text", ...sizes }, { layer: 3 }],
    [
      {
        ...{ model_type: "ernie4_5_vl_moe_text", ...sizes },
        rope_parameters: { mrope_section: [11, 11, 10] },
      },
      {},
    ],
  ];
  it.each(cases)("%j", (given, options) => {
    const rope = ropeFromConfig(given, options);
    const rotary = new RotaryEmbedding(rope.dHead, rope);
    expect(rotary.rotaryDim).toBe(rope.rotaryDim);
    expect(rotary.frequencies).toEqual(rope.frequencies);
    const x = Float64Array.from({ length: 2 * rope.dHead }, (_, i) => i + 1);
    const positions = rope.sections
      ? [
          [0, 1],
          [0, 1],
          [0, 1],
        ]
      : [0, 1];
    const role = rope.queryScaling ? "key" : undefined;
    const out = rotary.apply(x, [2, rope.dHead], { positions, ...(role ? { role } : {}) });
    const turned = Array.from(out, (each, i) => i >= rope.dHead && each !== x[i]);
    const { rotaryStart, rotaryDim, dHead } = rope;
    const wanted = turned.map(
      (_, i) => i >= dHead + rotaryStart && i < dHead + rotaryStart + rotaryDim,
    );
    expect(turned).toEqual(wanted);
  });
});

describe("unknown models", () => {
  it.each(["unheard-of", undefined, "unheard_of_vision"])(
    "have a layout and sizes that are assumed: %s",
    (model_type) => {
      const { warnings } = ropeFromConfig({ model_type, ...sizes });
      const who = model_type ? `"${model_type}" is unknown` : "is missing";
      expect(warnings).toEqual([
        `config.model_type ${who}; assuming layout "half", 64 of 64 features of a head and base 10000`,
      ]);
    },
  );

  it("need a base unless they say that they do not rotate", () => {
    expect(() => ropeFromConfig({ model_type: "unheard-of", head_dim: 64 })).toThrow(
      /config\.rope_theta must be .*, unless model_type is known, got undefined/,
    );
    const alibi = ropeFromConfig({ model_type: "unheard-of", alibi: true });
    expect(alibi).toMatchObject({ rotates: false, positions: "alibi", dHead: 0 });
  });

  it("have the type of the configuration around them if they have none", () => {
    const rope = ropeFromConfig({ model_type: "glm4v", text_config: sizes });
    expect([rope.model, rope.layout]).toEqual(["glm4v", "interleaved"]);
    expect(rope.warnings).toEqual(['config.text_config.model_type is missing: "glm4v" was used']);
  });
});
