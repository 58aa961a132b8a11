// How configurations are read: Python's JSON, Meta's and Mistral's files, what the result says
// about queries and about other implementations, hostile text, large input.
import { ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { plain } from "./config.support.js";

describe("the JSON of Python", () => {
  it("may have NaN and Infinity outside strings", () => {
    const text = `{"model_type": "llama", "head_dim": 64, "rope_theta": 1e4, "NaN": NaN,
      "time_step_limit": [0.0, Infinity], "floor": -Infinity, "note": "NaN \\" -Infinity, NaN~",
      "max_position_embeddings": 4096}`;
    const rope = ropeFromConfig(text);
    expect(rope.frequencies).toEqual(ropeFromConfig(plain).frequencies);
    expect(rope.warnings).toEqual([]);
  });

  it("is refused if NaN or Infinity is the value of a key that is used", () => {
    const text = (/** @type {string} */ theta) =>
      `{"head_dim": 8, "x": NaN, "rope_theta": ${theta}}`;
    expect(() => ropeFromConfig(text("NaN"))).toThrow(/config\.rope_theta must be .* got NaN/);
    expect(() => ropeFromConfig(text("Infinity"))).toThrow(/rope_theta must be .* got Infinity/);
    expect(() => ropeFromConfig(text("-Infinity"))).toThrow(/rope_theta must be .* got -Infinity/);
    expect(() => ropeFromConfig(text('"NaN"'))).toThrow(/rope_theta must be .* got "NaN"/);
    expect(ropeFromConfig(text("1e4")).base).toBe(10000);
  });

  it("is refused if it is neither JSON nor Python's JSON", () => {
    for (const text of [
      "{NaN: 1}",
      "{'a': NaN}",
      '{"a": nan}',
      '{"a": -NaN}',
      '{"a": NaN',
      '"NaN',
      "{\u001b[31m",
    ]) {
      expect(() => ropeFromConfig(text)).toThrow(/^phasor\.ropeFromConfig: config must be/);
    }
  });

  it("is read in time proportional to its length", () => {
    const long = 300000;
    for (const text of [
      `{"a": "${'\\"'.repeat(long)}", "b": NaN`,
      `{"a": "NaN${"~".repeat(long)}", "b": NaN`,
      '"'.repeat(long),
      `"${"\\".repeat(long)}`,
      "NaN".repeat(long),
    ]) {
      expect(() => ropeFromConfig(text)).toThrow(TypeError);
    }
  });
});

describe("Meta's params.json", () => {
  const meta = { dim: 4096, n_heads: 32, n_layers: 32, n_kv_heads: 8, norm_eps: 1e-5 };

  it("has the interleaved layout", () => {
    const rope = ropeFromConfig({ ...meta, rope_theta: 500000, vocab_size: 128256 });
    expect(rope).toMatchObject({
      ...{ dHead: 128, base: 500000, layout: "interleaved", scaling: undefined, warnings: [] },
      model: undefined,
    });
    expect(rope.differences).toEqual([
      'transformers: converted weights have the rows of q and k reordered, from "interleaved" to "half"',
    ]);
    const older = ropeFromConfig(meta);
    expect([older.base, older.warnings]).toEqual([
      10000,
      ["config.rope_theta is missing: 10000 was used, the default of the model's code"],
    ]);
  });

  it("has Llama 3.1's scaling if use_scaled_rope is set", () => {
    const scaled = { ...meta, rope_theta: 500000, use_scaled_rope: true };
    const rope = ropeFromConfig(scaled);
    const scaling = /** @type {import("../../web/phasor/rope/scaling.js").RopeScaling} */ ({
      ...{ type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
      original_max_position_embeddings: 8192,
    });
    expect(rope.scaling).toEqual(scaling);
    const { frequencies } = ropeFrequencies(128, { base: 500000, scaling });
    expect(rope.frequencies).toEqual(frequencies);
    const stated = ropeFromConfig({ ...scaled, rope_scaling_factor: 16, rope_high_freq_factor: 1 });
    expect(stated.scaling).toMatchObject({ factor: 16, high_freq_factor: 1 });
    const small = ropeFromConfig({ ...scaled, dim: 2048 });
    expect(small.differences[1]).toMatch(/Llama 3\.2 .* factor 32: pair \d+ has frequency/);
  });
});

describe("Mistral's params.json", () => {
  const mistral = {
    ...{ dim: 4096, n_layers: 4, head_dim: 128, hidden_dim: 14336, n_heads: 32, n_kv_heads: 8 },
    norm_eps: 1e-5,
  };

  it("has the interleaved layout and Mistral's default base", () => {
    expect(ropeFromConfig({ ...mistral, rope_theta: 1e9 })).toMatchObject({
      ...{ dHead: 128, base: 1e9, layout: "interleaved" },
    });
    expect(ropeFromConfig(mistral).base).toBe(1e6);
    expect(ropeFromConfig({ ...mistral, sliding_window: 4096 }).base).toBe(10000);
  });

  it("may have YaRN, a temperature and windows", () => {
    const config = {
      ...{ ...mistral, rope_theta: 1e6, sliding_window: [null, 1024] },
      yarn: {
        ...{ original_max_position_embeddings: 8192, factor: 16, apply_scale: false },
        ...{ beta: 32, alpha: 1 },
      },
      llama_4_scaling: { original_max_position_embeddings: 8192, beta: 0.1 },
    };
    const rope = ropeFromConfig(config, { layer: 1 });
    expect(rope.layer.type).toBe("sliding_attention");
    expect(rope.scaling).toMatchObject({ type: "yarn", factor: 16, beta_fast: 32, beta_slow: 1 });
    expect(rope.attentionFactor).toBe(1);
    expect(rope.queryScaling).toEqual({ type: "llama4", length: 8192, offset: 0, beta: 0.1 });
  });

  it.each([
    { dim: 512, n_heads: 8 },
    { ...mistral, model_type: "llama" },
  ])("is not confused with other objects that have dim: %j", (other) => {
    expect(ropeFromConfig({ rope_theta: 100, ...other }).layout).toBe("half");
  });
});

// The files of V3 and V3.2 are in configurations/others.json. The code: inference/model.py.
describe("the config.json of DeepSeek's own code", () => {
  const v3 = {
    ...{ dim: 2048, inter_dim: 10944, n_layers: 27, n_heads: 16, kv_lora_rank: 512 },
    ...{ qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128, mscale: 0.75 },
  };
  const v4 = {
    ...{ dim: 4096, moe_inter_dim: 2048, n_layers: 4, n_heads: 64, head_dim: 512 },
    ...{ rope_head_dim: 64, norm_eps: 1e-6, compress_ratios: [0, 4, 128, 0] },
    ...{ compress_rope_theta: 160000, rope_theta: 10000, original_seq_len: 65536 },
    ...{ rope_factor: 16, beta_fast: 32, beta_slow: 1 },
  };

  it("of V3 scales scores by mscale, and has YaRN only past the original length", () => {
    const rope = ropeFromConfig(v3);
    expect(rope).toMatchObject({ attentionFactor: 1, layout: "interleaved", dHead: 64 });
    expect(rope.softmaxFactor).toBeCloseTo((0.1 * 0.75 * Math.log(40) + 1) ** 2, 14);
    expect(rope.differences.join()).not.toContain("reordered");
    expect(ropeFromConfig({ ...v3, max_seq_len: 4096 }).scaling).toBeUndefined();
    const stated = ropeFromConfig({ ...v3, rope_factor: 8, original_seq_len: 2048 });
    expect(stated.scaling).toMatchObject({ factor: 8, original_max_position_embeddings: 2048 });
  });

  it("of V4 rotates the last features, like the file on Hugging Face", () => {
    const file = {
      ...{ model_type: "deepseek_v4", hidden_size: 4096, num_attention_heads: 64, head_dim: 512 },
      ...{ num_hidden_layers: 4, qk_rope_head_dim: 64, compress_ratios: [0, 4, 128, 0] },
      ...{ compress_rope_theta: 160000, rope_theta: 10000 },
      rope_scaling: {
        ...{ type: "yarn", factor: 16, beta_fast: 32, beta_slow: 1 },
        original_max_position_embeddings: 65536,
      },
    };
    for (const layer of [0, 1, 2, undefined]) {
      const [rope, other] = [ropeFromConfig(v4, { layer }), ropeFromConfig(file, { layer })];
      expect({ ...rope, model: "deepseek_v4", warnings: [] }).toEqual({ ...other, warnings: [] });
      expect(rope.rotaryStart).toBe(448);
    }
    expect(ropeFromConfig({ ...v4, original_seq_len: 0 }).scaling).toBeUndefined();
  });

  it.each([
    [{ ...v4, original_seq_len: undefined }, "original_max_position_embeddings"],
    [{ ...v4, rope_factor: undefined }, "factor"],
    [{ ...v3, rope_factor: "40" }, "factor"],
    [{ ...v3, original_seq_len: "long" }, "original_max_position_embeddings"],
  ])("is refused without meaningful numbers (%#)", (config, key) => {
    expect(() => ropeFromConfig(config)).toThrow(`config.rope_scaling.${key}`);
  });
});

describe("the scaling of queries", () => {
  it("applies in Llama 4 to layers that do not rotate", () => {
    const llama4 = {
      ...{ ...plain, model_type: "llama4_text", attn_temperature_tuning: true },
      ...{ floor_scale: 4096, attn_scale: 0.2 },
    };
    expect(ropeFromConfig(llama4, { layer: 3 }).queryScaling).toEqual({
      ...{ type: "llama4", length: 4096, offset: 1, beta: 0.2 },
    });
    const rotated = ropeFromConfig(llama4, { layer: 2 });
    expect(rotated.queryScaling).toBeUndefined();
    expect(rotated.warnings.join()).toMatch(
      /attn_temperature_tuning: in layers that do not rotate/,
    );
    const untuned = ropeFromConfig({ ...llama4, attn_temperature_tuning: false }, { layer: 3 });
    expect(untuned.queryScaling).toBeUndefined();
    expect(untuned.ignored).toEqual(["config.floor_scale", "config.attn_scale"]);
    expect(ropeFromConfig({ ...plain, model_type: "llama4" }, { layer: 3 }).queryScaling).toEqual({
      ...{ type: "llama4", length: 8192, offset: 1, beta: 0.1 },
    });
  });

  it("depends in Ministral 3 on multiples of the original context", () => {
    const config = {
      ...{ ...plain, model_type: "ministral3" },
      rope_parameters: {
        ...{ type: "yarn", factor: 4, original_max_position_embeddings: 1024 },
        llama_4_scaling_beta: 0.1,
      },
    };
    const rope = ropeFromConfig(config);
    expect(rope.queryScaling).toEqual({ type: "llama4", length: 1024, offset: 0, beta: 0.1 });
    expect(rope.warnings).toEqual([
      "config: queries are multiplied by a factor of their position: queryScaling",
    ]);
    expect(rope.ignored).toEqual([]);
  });

  it("applies in the first Qwen past the trained length", () => {
    const qwen = { ...plain, model_type: "qwen", seq_length: 2048, use_logn_attn: true };
    const { queryScaling } = ropeFromConfig(qwen);
    expect(queryScaling).toEqual({ type: "logn", length: 2048, offset: 1, beta: 1 });
    expect(ropeFromConfig({ ...qwen, use_logn_attn: false }).queryScaling).toBeUndefined();
  });

  it("comes with a warning if attention is in chunks", () => {
    const config = { ...plain, dual_chunk_attention_config: { chunk_size: 1024 } };
    expect(ropeFromConfig(config).warnings.join()).toMatch(
      /dual_chunk_attention_config: the positions within chunks are not computed/,
    );
  });
});

describe("rules outside the dictionary", () => {
  it("are dynamic NTK past the trained positions for Nomic's factor", () => {
    const nomic = { ...plain, model_type: "nomic_bert", rotary_scaling_factor: 2 };
    const rope = ropeFromConfig(nomic, { length: 8192 });
    const rule = { type: "dynamic", factor: 2, original_max_position_embeddings: 2048 };
    expect(rope.scaling).toEqual(rule);
    expect(rope.ignored).toEqual([]);
    const trained = ropeFromConfig({ ...nomic, max_trained_positions: 512 });
    expect(trained.scaling?.original_max_position_embeddings).toBe(512);
    expect(ropeFromConfig({ ...nomic, rotary_scaling_factor: null }).scaling).toBeUndefined();
  });

  it("are read from MPT if its implementation uses them", () => {
    const rope_hf_config = { type: "linear", factor: 2 };
    const attn_config = { rope: true, rope_theta: 500, rope_hf_config };
    const mpt = { ...plain, model_type: "mpt", rope_theta: null };
    const dail = ropeFromConfig({ ...mpt, attn_config });
    expect([dail.base, dail.scaling]).toEqual([500, undefined]);
    expect(dail.ignored).toEqual(["config.attn_config.rope_hf_config"]);

    const rope_dail_config = { type: "xpos", xpos_scale_base: 512 };
    const hf = { ...attn_config, rope_impl: "hf", rope_dail_config };
    const rope = ropeFromConfig({ ...mpt, attn_config: hf });
    expect([rope.base, rope.scaling]).toEqual([500, rope_hf_config]);
    expect(rope.ignored).toEqual(["config.attn_config.rope_dail_config"]);
    const none = { type: "no_scaling", factor: 1 };
    expect(
      ropeFromConfig({ ...mpt, attn_config: { ...hf, rope_hf_config: none } }).scaling,
    ).toBeUndefined();
  });

  it("are read from InternLM in its own words", () => {
    const internlm = { ...plain, model_type: "internlm", rope_theta: null };
    const rotary = { base: 20000, type: "dynamic" };
    const dynamic = ropeFromConfig({ ...internlm, rotary }, { length: 8192 });
    const rule = { type: "dynamic", factor: 1, original_max_position_embeddings: 4096 };
    expect([dynamic.base, dynamic.scaling, dynamic.ignored]).toEqual([20000, rule, []]);
    // base·((1·8192/4096) − (1 − 1))^(64/62), of which frequency 31 is the power −62/64
    expect(dynamic.frequencies[31]).toBeCloseTo(20000 ** (-62 / 64) / 2, 15);
    expect(dynamic.warnings).toEqual([]);
    const factor = { ...rotary, scaling_factor: 3 };
    expect(ropeFromConfig({ ...internlm, rotary: factor }).scaling?.factor).toBe(3);
    const origin = ropeFromConfig({ ...internlm, rotary: { ...rotary, type: "origin" } });
    expect([origin.base, origin.scaling]).toEqual([20000, undefined]);
    expect(() => ropeFromConfig({ ...internlm, rotary: { base: "1" } })).toThrow(
      /^phasor\.ropeFromConfig: config\.rotary\.base must be .*, got "1"$/,
    );
  });

  it("cause a warning for xPos, which is not in the result", () => {
    const attn_config = {
      ...{ rope: true, rope_theta: 500, rope_impl: "dail" },
      rope_dail_config: { type: "xpos", xpos_scale_base: 256 },
    };
    const mpt = { ...plain, model_type: "mpt", rope_theta: null, attn_config };
    for (const config of [mpt, { ...plain, rotary_scale_base: 256, rotary_emb_scale_base: null }]) {
      const { warnings, ignored } = ropeFromConfig(config);
      expect(warnings.join()).toMatch(/scale_base: set the option xpos/);
      expect(ignored).toEqual([]);
    }
    const original = { ...attn_config, rope_dail_config: { type: "original", xpos_scale_base: 9 } };
    expect(ropeFromConfig({ ...mpt, attn_config: original }).warnings).toEqual([]);
  });

  it("follow powers of two for the first Qwen's NTK", () => {
    const qwen = { ...plain, model_type: "qwen", seq_length: 2048, use_dynamic_ntk: true };
    const factors = [2048, 2049, 4096, 4097, 8192].map(
      (length) => ropeFromConfig(qwen, { length }).scaling?.factor,
    );
    // 2^⌈log2(length/2048) + 1⌉ − 1
    expect(factors).toEqual([undefined, 3, 3, 7, 7]);
    expect(ropeFromConfig(qwen).warnings.join()).toMatch(/use_dynamic_ntk: past 2048 tokens/);
  });
});

describe("the differences between implementations", () => {
  const yarn = { type: "yarn", factor: 4, original_max_position_embeddings: 1024 };
  const qwen = { ...plain, model_type: "qwen2_vl" };
  it.each([
    [
      "sections with YaRN",
      { ...qwen, rope_scaling: { ...yarn, mrope_section: [8, 12, 12] } },
      {},
      /^vLLM: assumes an original context of 4096, 4 times as long, with sections: pair \d+ has frequency [\d.e-]+ instead of/,
    ],
    [
      "attn_factor",
      { ...qwen, rope_scaling: { ...yarn, attn_factor: 2 } },
      {},
      /^vLLM up to 0\.25: attention factor 2\.2773 instead of 1\.1386 \(times attn_factor\)/,
    ],
    [
      "MiniMax-M2's rotary_dim",
      { ...plain, model_type: "minimax_m2", rotary_dim: 32 },
      {},
      /^transformers 5\.16: does not read rotary_dim and turns all 64 features, not 32/,
    ],
    [
      "RecurrentGemma's part",
      { ...plain, model_type: "recurrent_gemma" },
      {},
      /^transformers 5\.16: does not read partial_rotary_factor and turns all 64 features, not 32/,
    ],
    [
      "Hunyuan's alpha past the maximum",
      {
        ...plain,
        model_type: "hunyuan",
        rope_scaling: { type: "dynamic", alpha: 1000, factor: 1 },
      },
      { length: 8192 },
      /^transformers: past 4096 tokens, it follows the dynamic rule by factor 1, not alpha: pair 31/,
    ],
    [
      "the same without a length",
      { ...plain, model_type: "hunyuan", rope_scaling: { type: "dynamic", alpha: 1000 } },
      {},
      /^transformers: past 4096 tokens, it follows the dynamic rule by factor 1, not alpha$/,
    ],
  ])("%s", (_, config, options, expected) => {
    const { differences } = ropeFromConfig(config, options);
    expect(differences.filter((text) => expected.test(text))).toHaveLength(1);
  });

  it("name the pair that differs most", () => {
    const rope_scaling = { ...yarn, mrope_section: [8, 12, 12] };
    const { differences, frequencies } = ropeFromConfig({ ...qwen, rope_scaling });
    const scaling = { ...yarn, type: /** @type {const} */ ("yarn") };
    scaling.original_max_position_embeddings *= 4;
    const longer = ropeFrequencies(64, { scaling }).frequencies;
    const ratios = Array.from(frequencies, (w, i) => Math.abs(Math.log(longer[i] / w)));
    const pair = ratios.indexOf(Math.max(...ratios));
    const [theirs, ours] = [longer[pair], frequencies[pair]].map((x) => String(+x.toPrecision(5)));
    expect(differences[0]).toContain(`: pair ${pair} has frequency ${theirs} instead of ${ours}`);
  });

  it("are empty for keys that change nothing", () => {
    const minimax = { ...plain, model_type: "minimax_m2", rotary_dim: 32 };
    expect(ropeFromConfig({ ...minimax, partial_rotary_factor: 0.5 }).differences).toEqual([]);
    expect(ropeFromConfig({ ...minimax, rotary_dim: 64 }).differences).toEqual([]);
    const ones = { ...yarn, attn_factor: 1 };
    expect(ropeFromConfig({ ...qwen, rope_scaling: ones }).differences).toEqual([]);
  });
});

describe("hostile text", () => {
  const red = "\u001b[31m";
  const controls = "\u007f\u009b\u2028\u202e";

  it("is escaped in messages", () => {
    const config = {
      ...{ ...plain, model_type: `x${red}${controls}` },
      rope_scaling: { type: "linear", factor: 2, [`k${red}${controls}`]: 1 },
      [`rope_${red}${controls}`]: 1,
    };
    const { warnings, ignored } = ropeFromConfig(config);
    const text = [...warnings, ...ignored].join("");
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(text).toContain("\\u001b[31m\\u007f\\u009b\\u2028\\u202e");
    expect(ignored).toContain('config["rope_\\u001b[31m\\u007f\\u009b\\u2028\\u202e"]');
    expect(() => ropeFromConfig(`{"a": "${controls}`)).toThrow(/^[^\p{Cc}\p{Cf}\p{Zl}]*$/u);
  });

  it("is shortened in messages if it is long", () => {
    const { warnings } = ropeFromConfig({ ...plain, model_type: "x".repeat(1e6) });
    expect(warnings.join().length).toBeLessThan(1000);
  });

  it("takes time proportional to the number of keys", () => {
    const keys = (/** @type {string} */ name) =>
      Object.fromEntries(Array.from({ length: 50000 }, (_, i) => [`${name}${i}`, {}]));
    const config = {
      ...plain,
      ...keys("rope_"),
      rope_scaling: { type: "linear", factor: 2, ...keys("k") },
    };
    const { warnings, ignored } = ropeFromConfig(config);
    expect([warnings.length, ignored.length]).toEqual([100000, 100000]);
  });
});
