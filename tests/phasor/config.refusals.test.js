import fc from "fast-check";
import { ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { configOf, models, plain } from "./config.support.js";

describe("ropeFromConfig refuses", () => {
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
    [{ head_dim: 64 }, TypeError, /config\.rope_theta .* must be a number above 1 .* undefined/],
    [{ ...plain, rope_theta: "1e4" }, TypeError, /config\.rope_theta must be .* got "1e4"/],
    [{ ...plain, rope_theta: 1 }, RangeError, /config\.rope_theta .* got 1/],
    [{ ...plain, rope_parameters: { rope_theta: [] } }, TypeError, /rope_parameters\.rope_theta/],
    [{ ...plain, model_type: 3 }, TypeError, /config\.model_type must be a string, got 3/],
    [{ ...plain, head_dim: 63 }, RangeError, /config\.head_dim must be an even integer .* got 63/],
    [{ ...plain, head_dim: "64" }, TypeError, /config\.head_dim must be an integer .* got "64"/],
    [{ ...plain, qk_rope_head_dim: 7 }, RangeError, /config\.qk_rope_head_dim must be an even/],
    [{ ...plain, rotary_dim: 66 }, RangeError, /config\.rotary_dim .* 2 to 64, got 66/],
    [{ ...plain, rotary_dim: 7 }, RangeError, /config\.rotary_dim must be an even .* got 7/],
    [{ ...plain, partial_rotary_factor: 1.5 }, RangeError, /partial_rotary_factor .* got 1\.5/],
    [
      { ...plain, partial_rotary_factor: 0.3 },
      RangeError,
      /partial_rotary_factor must be such that an even number of the 64 .* got 0\.3/,
    ],
    [{ ...plain, rope_scaling: "linear" }, TypeError, /config\.rope_scaling must be an object/],
    [{ ...plain, rope_scaling: [1] }, TypeError, /config\.rope_scaling must be an object/],
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
      { ...plain, max_position_embeddings: "4096", rope_scaling: { type: "dynamic", factor: 2 } },
      TypeError,
      /original_max_position_embeddings \(or max_position_embeddings\) must be/,
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
  it.each(bad)("%j", (config, Kind, message) => {
    expect(() => ropeFromConfig(config)).toThrow(Kind);
    expect(() => ropeFromConfig(config)).toThrow(message);
    expect(() => ropeFromConfig(config)).toThrow(/^phasor\.ropeFromConfig: /);
  });

  it("bad options", () => {
    expect(() => ropeFromConfig(plain, { length: -1 })).toThrow(/length .* got -1/);
    expect(() => ropeFromConfig(plain, /** @type {any} */ (3))).toThrow(/options must be/);
    expect(() => ropeFromConfig({ ...plain, layer_types: 3 }, { layer: 0 })).toThrow(/layer_types/);
    expect(() => ropeFromConfig({ ...plain, layer_types: [3] }, { layer: 0 })).toThrow(
      /config\.layer_types\[0\] must be a string, got 3/,
    );
  });
});

describe("ropeFromConfig given any JSON", () => {
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
    ...["rotary", "base", "scaling_factor", "rope_impl", "rope_hf_config", "rope_dail_config"],
    ...["rotary_scale_base", "xpos_scale_base", "position_encoding_2d"],
    ...["projection_dim", "attn_temperature_tuning", "use_logn_attn", "use_scaled_rope", "beta"],
  ];
  const leaf = fc.oneof(
    fc.constantFrom(null, true, 0, 0.5, 1, 2, 4, 64, 4096, 10000, 1e30, -1, "", "llama"),
    fc.constantFrom("yarn", "linear", "ntk", "dynamic", "longrope", "llama3", "proportional", "su"),
    fc.constantFrom("full_attention", "gemma3_text", "exaone4", "LLG", "constructor"),
    fc.constantFrom(
      "deepseek_v4",
      "bert",
      "mpt",
      "clvp_encoder",
      "step3p5",
      "minimax_m2",
      "qwen",
      "hf",
      "xpos",
    ),
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

  /** @param {any} config @param {any} options */
  function attempt(config, options) {
    try {
      const rope = ropeFromConfig(config, options);
      expect(rope.frequencies.length).toBe(rope.rotaryDim / 2);
      expect(rope.frequencies.every((w) => w >= 0 && w <= 4)).toBe(true);
      expect(rope.differences.join()).not.toMatch(/NaN|undefined/);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      expect(error.message).toMatch(/^phasor\.ropeFromConfig: /);
    }
  }

  it("returns a result or throws a clear error", () => {
    const lengths = fc.constantFrom(undefined, 1, 4096, 100000);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), node, sized), layers, lengths, (config, layer, length) =>
        attempt(config, { layer, length }),
      ),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("in place of one key of a published model returns a result or throws a clear error", () => {
    const names = fc.constantFrom(...Object.keys(models));
    fc.assert(
      fc.property(names, fc.constantFrom(...keys), node, layers, (name, key, value, layer) => {
        const config = configOf(name);
        const text = config.text_config ?? config;
        const dict = text.rope_scaling ?? text.rope_parameters;
        attempt({ ...config, [key]: value }, { layer });
        Object.assign(text, Object.fromEntries([[key, value]]));
        attempt(config, { layer });
        if (dict) attempt({ ...text, rope_scaling: { ...dict, [key]: value } }, { layer });
      }),
      { numRuns: 1500, seed: 1 },
    );
  });
});
