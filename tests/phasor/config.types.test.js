// What ropeFromConfig reads of files that differ by model, and whether RotaryEmbedding accepts what it returns. The facts
// come from the sources of config.models.test.js.
import { RotaryEmbedding, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { near } from "./helpers.js";

const sizes = { hidden_size: 512, num_attention_heads: 8, rope_theta: 10000 };

/** @param {number} base @param {number} dim @param {number} [exponent] */
const series = (base, dim, exponent = dim) =>
  Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / exponent));

/** @param {Float64Array} frequencies @param {number[]} expected @param {string} what */
function checkFrequencies(frequencies, expected, what) {
  expect(frequencies.length, what).toBe(expected.length);
  near(frequencies, expected, (/** @type {number} */ i) => 1e-13 * expected[i], what);
}

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
  it.each(cases)("reads %s %j", (model_type, rest, expected) => {
    expect(ropeFromConfig({ model_type, ...rest })).toMatchObject(expected);
  });

  it("returns no rule for a sliding layer with a separate base, wherever the rule is given", () => {
    const gemma = { model_type: "gemma3_text", ...sizes, rotary_scaling_factor: 2 };
    const layer = "sliding_attention";
    expect(ropeFromConfig(gemma, { layer })).toMatchObject({ base: 10000, scaling: undefined });
  });

  it("returns half of the head for the first ChatGLM, which rotates two halves separately", () => {
    const chatglm = { model_type: "chatglm", hidden_size: 512, num_attention_heads: 4 };
    const two = ropeFromConfig({ ...chatglm, position_encoding_2d: true });
    expect([two.dHead, two.rotaryDim, two.rotaryStart, two.layout]).toEqual([128, 64, 0, "half"]);
    checkFrequencies(two.frequencies, series(10000, 64, 64), "2i/64");
    expect(two.warnings.join()).toMatch(/position_encoding_2d: .* rotaryStart 64/);
    const one = ropeFromConfig({ ...chatglm, position_encoding_2d: false });
    expect([one.rotaryDim, one.layout]).toEqual([128, "half"]);
    expect(one.warnings.join()).not.toMatch(/position_encoding_2d/);
    expect(() => ropeFromConfig({ ...chatglm, head_dim: 6, position_encoding_2d: true })).toThrow(
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
    checkFrequencies(rope.frequencies, series(10000, 22, 21), "2i/21");
    expect(rope.warnings.join()).toMatch(/features is 21: 22 rotate/);
  });

  it("reads lists with one value for each layer", () => {
    const config = {
      ...{ model_type: "step3p5", head_dim: 128, num_hidden_layers: 3 },
      layer_types: ["full_attention", "sliding_attention", "full_attention"],
      rope_theta: [5e6, 10000, 4e6],
      partial_rotary_factors: [0.5, 1, 0.5],
      rope_scaling: { rope_type: "linear", factor: 2 },
    };
    const rows = [0, 1, 2, "full_attention", "sliding_attention"].map((layer) => {
      const { base, rotaryDim, scaling } = ropeFromConfig(config, { layer });
      return [base, rotaryDim, scaling?.type];
    });
    expect(rows).toEqual([
      [5e6, 64, "linear"],
      [10000, 128, undefined],
      [4e6, 64, "linear"],
      [5e6, 64, "linear"],
      [10000, 128, undefined],
    ]);
    const { warnings } = ropeFromConfig(config);
    expect(warnings).toContain("config.rope_theta differs between layers: 5000000 was used");
  });

  it.each(["laguna", "mellum", "zaya"])(
    "ignores a rope_type next to the dictionaries of layer types: %s",
    (model_type) => {
      const types =
        model_type === "zaya"
          ? ["hybrid", "hybrid_sliding"]
          : ["full_attention", "sliding_attention"];
      const config = {
        ...{ model_type, ...sizes, head_dim: 64, layer_types: types },
        rope_parameters: {
          [types[0]]: { rope_type: "default", rope_theta: 500000, partial_rotary_factor: 0.5 },
          [types[1]]: { rope_type: "default", rope_theta: 20000, partial_rotary_factor: 1 },
          rope_type: "default",
        },
      };
      expect(ropeFromConfig(config, { layer: 0 })).toMatchObject({ base: 500000, rotaryDim: 32 });
      expect(ropeFromConfig(config, { layer: 1 })).toMatchObject({ base: 20000, rotaryDim: 64 });
      expect(ropeFromConfig(config).base).toBe(500000);
    },
  );

  it("reads swa_rope_parameters for sliding layers, as vLLM's code of Laguna does", () => {
    const config = {
      ...{ model_type: "laguna", ...sizes, layer_types: ["full_attention", "sliding_attention"] },
      ...{ head_dim: 128, partial_rotary_factor: 0.5 },
      rope_parameters: { rope_type: "default", rope_theta: 5e5 },
      swa_rope_parameters: { rope_type: "default", rope_theta: 20000, partial_rotary_factor: 1 },
    };
    expect(ropeFromConfig(config)).toMatchObject({ base: 5e5, rotaryDim: 64, ignored: [] });
    const sliding = { base: 20000, rotaryDim: 128, warnings: [] };
    expect(ropeFromConfig(config, { layer: 1 })).toMatchObject(sliding);
  });

  it("reads null for a layer type as no rotation", () => {
    const config = {
      ...{
        model_type: "modernbert",
        ...sizes,
        layer_types: ["full_attention", "sliding_attention"],
      },
      rope_parameters: { full_attention: null, sliding_attention: { rope_theta: 100 } },
    };
    expect(ropeFromConfig(config, { layer: 0 }).rotates).toBe(false);
    expect(ropeFromConfig(config, { layer: 1 })).toMatchObject({ rotates: true, base: 100 });
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
  it.each(cases)("%j", (config, options) => {
    const rope = ropeFromConfig(config, options);
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
    const isRotated = Array.from(out, (y, i) => i >= rope.dHead && y !== x[i]);
    const { rotaryStart, rotaryDim, dHead } = rope;
    const expected = isRotated.map(
      (_, i) => i >= dHead + rotaryStart && i < dHead + rotaryStart + rotaryDim,
    );
    expect(isRotated).toEqual(expected);
  });
});
