// What the code of individual models does, by model_type. The facts come from transformers 5.16 and
// 4.57 (models/*/modeling_*.py), the models' own repositories, mistral-inference and llama-models.
import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";

const sizes = { hidden_size: 512, num_attention_heads: 8, rope_theta: 10000 };

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
  const fields = {
    ...{ model_type: "persimmon", hidden_size: 4096, num_attention_heads: 64 },
    ...{ num_hidden_layers: 36, max_position_embeddings: 16384, rope_scaling: null },
  };

  // The class's base was 25000 up to transformers 4.57; since 5.0 it is the general 10000.
  it("gets the base of its checkpoints if the file has none, with a warning that transformers 5 takes another", () => {
    const rope = ropeFromConfig(fields);
    expect(rope.base).toBe(25000);
    expect(rope.warnings).toContain(
      "config.rope_theta is missing: 25000 was used, the default of the model's code (transformers 5 uses 10000)",
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
    const unscaled = ropeFromConfig({ ...glm, rope_ratio: 1 });
    expect(unscaled.warnings.join()).not.toContain("rope_ratio");
  });
});

describe("rotating layers of hybrid models", () => {
  const hybrid = { model_type: "qwen3_next", ...sizes, head_dim: 64 };
  const rotates = (/** @type {object} */ config, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, layer) => ropeFromConfig(config, { layer }).rotates);

  it("are every fourth by default, or follow full_attention_interval", () => {
    const fewLayers = { ...hybrid, num_hidden_layers: 4 };
    expect(rotates(fewLayers, 4)).toEqual([false, false, false, true]);
    expect(rotates({ ...fewLayers, full_attention_interval: 2 }, 4)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const rope = ropeFromConfig(fewLayers);
    expect(rope.layerTypes).toEqual(["linear_attention", "full_attention"]);
    expect([rope.layer.type, rope.warnings.join()]).toEqual([
      "full_attention",
      expect.not.stringContaining("no layer"),
    ]);
  });

  it("follow layer_types if it is given", () => {
    const layer_types = ["full_attention", "linear_attention"];
    const config = { ...hybrid, num_hidden_layers: 2, full_attention_interval: 2, layer_types };
    expect(rotates(config, 2)).toEqual([true, false]);
  });

  it("follow layers_block_type", () => {
    const layers_block_type = ["mamba", "hybrid", "mamba"];
    const zamba = { model_type: "zamba2", ...sizes, use_mem_rope: true, num_hidden_layers: 3 };
    expect(rotates({ ...zamba, layers_block_type }, 3)).toEqual([false, true, false]);
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
    const unrotated = new RotaryEmbedding(2, { rotaryDim: 0, queryScaling });
    const at = (/** @type {number} */ offset) =>
      unrotated.apply(ones, [1, 2], { offset, role: "query" })[0];
    expect([at(0), at(1024)]).toEqual([1, 1]);
    expect(at(4096)).toBeCloseTo(12 / 10, 14);
    for (const attn_temperature_len of [-1, 1]) // the logarithm of 1 is 0
      expect(ropeFromConfig({ ...grok, attn_temperature_len }).queryScaling).toBeUndefined();
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
    const expected = ropeFrequencies(64, { base: 160000, scaling: /** @type {any} */ (rule) });
    for (const layer of [undefined, 2, 3, 4, "heavily_compressed_attention"]) {
      const rope = ropeFromConfig(v4, { layer });
      expect(rope).toMatchObject({ ...whole, base: 160000, attentionFactor: 1, softmaxFactor: 1 });
      expect(rope.frequencies).toEqual(expected.frequencies);
    }
    expect(ropeFromConfig(v4, { layer: 3 }).layer.type).toBe("heavily_compressed_attention");
    expect(ropeFromConfig({ ...v4, compress_rope_theta: null }).base).toBe(160000);
  });

  it("is read as transformers 5 writes it, too", () => {
    const { rope_scaling, compress_ratios, ...rest } = v4;
    const part = { partial_rotary_factor: 0.125 };
    const config = {
      ...rest,
      layer_types: ["sliding_attention", "compressed_sparse_attention"],
      rope_parameters: {
        main: { rope_type: "default", rope_theta: 10000, ...part },
        compress: { ...rope_scaling, rope_theta: 160000, attention_factor: 1, ...part },
      },
    };
    for (const layer of [0, 1]) {
      const { frequencies } = ropeFromConfig(config, { layer });
      expect(frequencies).toEqual(ropeFromConfig(v4, { layer: [0, 2][layer] }).frequencies);
    }
  });
});

describe("sections of models", () => {
  it("are those of the model's code if the file has none", () => {
    const qwen = { model_type: "qwen3_vl_text", head_dim: 128, rope_theta: 5e6 };
    const expected = { sizes: [24, 20, 20], interleaved: true };
    expect(ropeFromConfig(qwen).sections).toEqual(expected);
    const config = { ...qwen, rope_scaling: { mrope_section: [20, 22, 22] } };
    expect(ropeFromConfig(config).sections).toEqual({ sizes: [20, 22, 22], interleaved: true });
  });

  it("of interleaved pairs are cut where the head is smaller, as the model's code does", () => {
    const qwen = { model_type: "qwen3_vl_text", head_dim: 64, rope_theta: 5e6 };
    /** @param {number} axis */
    const count = (axis) => Array.from({ length: 32 }, (_, i) => i).filter((i) => i % 3 === axis);
    const sizes = [0, 1, 2].map((axis) => count(axis).length);
    expect(ropeFromConfig(qwen).sections).toEqual({ sizes, interleaved: true });
    const config = { ...qwen, rope_scaling: { mrope_section: [24, 20, 20] } };
    const rope = ropeFromConfig(config);
    expect(rope.sections).toEqual({ sizes, interleaved: true });
    expect(rope.warnings.join()).toContain("mrope_section is for 64 pairs, not 32: 11,11,10");
  });

  it("multiply YaRN's original context by 4 in vLLM, if that is a length", () => {
    const differ = [2 ** 15, 2 ** 30].map((original_max_position_embeddings) => {
      const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings };
      const rope_scaling = { ...yarn, mrope_section: [8, 12, 12] };
      const config = { model_type: "qwen2_vl", ...sizes, rope_scaling };
      return ropeFromConfig(config).differences;
    });
    expect(differ).toEqual([[expect.stringMatching(/^vLLM: .* context of 131072, 4 times/)], []]);
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
    const config = { model_type, ...sizes, rope_parameters: { mrope_section: [8, 12, 12] } };
    const rope = ropeFromConfig(config);
    expect(rope.sections).toBeUndefined();
    expect(rope.warnings.join()).toMatch(
      /mrope_section matters except for text, .*: it was ignored/,
    );
  });
});
