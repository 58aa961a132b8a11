import { ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { configOf, plain } from "./config.support.js";

describe("layers of a configuration", () => {
  it("have no frequencies if they do not rotate", () => {
    /** @type {[any, (number | string)[], (number | string)[]][]} rotating, others */
    const cases = [
      [configOf("HuggingFaceTB/SmolLM3-3B"), [0, 1, 2, 4, 34], [3, 7, 35]],
      [
        configOf("meta-llama/Llama-4-Scout-17B-16E-Instruct"),
        [0, 2, 44, "chunked_attention"],
        [3, 47, "full_attention"],
      ],
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
    for (const [config, rotating, rest] of cases) {
      for (const layer of rotating) {
        const rope = ropeFromConfig(config, { layer });
        expect(rope.rotates, `${JSON.stringify(config)}, ${layer}`).toBe(true);
        expect(rope.frequencies.length).toBe(rope.rotaryDim / 2);
      }
      for (const layer of rest) {
        const rope = ropeFromConfig(config, { layer });
        expect(rope.rotates, `${JSON.stringify(config)}, ${layer}`).toBe(false);
        expect([rope.rotaryDim, rope.frequencies.length, rope.attentionFactor]).toEqual([0, 0, 1]);
      }
    }
    for (const config of [configOf("HuggingFaceTB/SmolLM3-3B"), cases[2][0], cases[3][0]]) {
      expect(ropeFromConfig(config).warnings[0]).toMatch(/some layers do not rotate/);
    }
    expect(ropeFromConfig(cases[5][0]).layer.type).toBe("sliding_attention");
  });

  it("are named by their type", () => {
    const { layer, layerTypes } = ropeFromConfig(configOf("google/gemma-4-31B-it"), { layer: 5 });
    expect(layer).toEqual({ index: 5, type: "full_attention" });
    expect(layerTypes).toEqual(["sliding_attention", "full_attention"]);
    expect(ropeFromConfig(plain).layerTypes).toEqual(["full_attention"]);
    // As transformers' Llama4TextConfig names them, which files before layer_types leave out.
    const scout = configOf("meta-llama/Llama-4-Scout-17B-16E-Instruct");
    expect([2, 3].map((at) => ropeFromConfig(scout, { layer: at }).layer.type)).toEqual(
      ropeFromConfig(scout).layerTypes,
    );
    expect(ropeFromConfig(scout).layerTypes).toEqual(["chunked_attention", "full_attention"]);
    expect(ropeFromConfig(configOf("answerdotai/ModernBERT-base"), { layer: 0 }).layer.type).toBe(
      "full_attention",
    );
  });

  it.each([
    ["google/gemma-3-27b-it", "sliding_atention", '"sliding_attention" or "full_attention"'],
    [
      "meta-llama/Llama-3.1-8B",
      "sliding",
      '"full_attention" or "sliding_attention" or "chunked_attention"',
    ],
  ])("of %s are not of type %s", (name, layer, allowed) => {
    expect(() => ropeFromConfig(configOf(name), { layer })).toThrow(
      new RangeError(
        `phasor.ropeFromConfig: layer must be ${allowed}, got "${layer}" (did you mean "sliding_attention"?)`,
      ),
    );
  });

  it("have dictionaries of their own, or share one", () => {
    const parts = { a: { rope_theta: 100 }, b: { rope_theta: 200 } };
    const config = { head_dim: 8, rope_parameters: parts, layer_types: ["a", "b", "c"] };
    expect(ropeFromConfig(config, { layer: 1 }).base).toBe(200);
    expect(ropeFromConfig(config, { layer: "a" }).base).toBe(100);
    const rope = ropeFromConfig(config);
    expect(rope.base).toBe(100);
    expect(rope.warnings).toContain('config: no layer has full attention; this is one of type "a"');
    const other = ropeFromConfig({ ...config, layer_types: ["full_attention"] });
    expect(other.base).toBe(100);
    expect(other.warnings).toContain(
      'config.rope_parameters.full_attention is missing: "a" was used',
    );
    expect(() => ropeFromConfig(config, { layer: 2 })).toThrow(
      /config\.rope_parameters\.c must be an object like the others \("a, b"\), got undefined/,
    );
  });

  it("are refused outside the model", () => {
    const config = configOf("HuggingFaceTB/SmolLM3-3B");
    expect(() => ropeFromConfig(config, { layer: 36 })).toThrow(/layer .* 0 to 35, got 36/);
    expect(() => ropeFromConfig(config, { layer: -1 })).toThrow(RangeError);
    expect(() => ropeFromConfig(config, { layer: 0.5 })).toThrow(RangeError);
    expect(() => ropeFromConfig(config, { layer: /** @type {any} */ ({}) })).toThrow(TypeError);
  });
});

describe("keys of a configuration", () => {
  it("mean the same in their old and new form", () => {
    const old = configOf("meta-llama/Llama-3.1-8B");
    const { rope_theta, rope_scaling, ...rest } = old;
    const today = { ...rest, rope_parameters: { ...rope_scaling, rope_theta } };
    expect(ropeFromConfig(today)).toEqual(ropeFromConfig(old));
    const { rope_type, ...parameters } = rope_scaling;
    const older = { ...old, rope_scaling: { ...parameters, type: rope_type } };
    expect(ropeFromConfig(older)).toEqual(ropeFromConfig(old));
  });

  it("are read under their other names too", () => {
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
    for (const [config, expected] of cases) {
      expect(ropeFromConfig(config), JSON.stringify(config)).toMatchObject(expected);
    }
  });

  it("may be nested in the configuration of a language model", () => {
    for (const nest of [
      { text_config: plain },
      { llm_config: plain },
      { language_config: plain },
      { transformer_layer_config: plain },
      { thinker_config: { text_config: plain, audio_config: {} } },
    ]) {
      const rope = ropeFromConfig({ model_type: "x", hidden_size: 7, vision_config: {}, ...nest });
      expect(rope.dHead).toBe(64);
      expect(rope.model).toBe("llama");
    }
    expect(() => ropeFromConfig({ thinker_config: { text_config: { head_dim: 8 } } })).toThrow(
      /config\.thinker_config\.text_config\.rope_theta \(or a known model_type\) must be/,
    );
  });

  it("are filled in where transformers fills them in", () => {
    const yarn = { ...plain, rope_scaling: { rope_type: "yarn", factor: 4 } };
    const rope = ropeFromConfig(yarn);
    expect(rope.scaling?.original_max_position_embeddings).toBe(4096);
    expect(rope.warnings[0]).toMatch(/is missing: 4096 was used, max_position_embeddings/);
    const ratio = {
      ...plain,
      original_max_position_embeddings: 1024,
      rope_scaling: { rope_type: "yarn", factor: null },
    };
    expect(ropeFromConfig(ratio).scaling?.factor).toBe(4);
    expect(ropeFromConfig(ratio).warnings).toEqual([]);
  });

  it("cause a warning if they contradict each other", () => {
    /** @type {[any, RegExp][]} */
    const cases = [
      [
        { ...plain, partial_rotary_factor: 0.5, rope_parameters: { partial_rotary_factor: 0.25 } },
        /partial_rotary_factor is 0\.5: 0\.25 was used, as config\.rope_parameters says/,
      ],
      [
        { ...plain, rope_scaling: { type: "linear", factor: 2 }, rope_parameters: {} },
        /config\.rope_parameters stands next to rope_scaling: it was ignored/,
      ],
      [{ ...plain, model_type: "glm" }, /partial_rotary_factor is missing: 0\.5 was used/],
      [
        { ...plain, model_type: "glm", partial_rotary_factor: null },
        /partial_rotary_factor is null: 1 was used/,
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
      [{ ...plain, model_type: "unheard-of" }, /"unheard-of" is unknown; assuming layout "half"/],
      [{ ...plain, head_dim: null, hidden_size: 100, num_attention_heads: 8 }, /not a multiple/],
    ];
    for (const [config, message] of cases) {
      expect(ropeFromConfig(config).warnings.join("\n")).toMatch(message);
    }
    expect(ropeFromConfig(cases[1][0]).ignored).toEqual(["config.rope_parameters"]);
  });

  it("are named and ignored if they are unknown", () => {
    const config = {
      ...plain,
      rope_finetuned: true,
      rope_scaling: { type: "linear", factor: 2, finetuned: true, beta_fast: 32 },
    };
    const rope = ropeFromConfig(config);
    expect(rope.warnings).toEqual([
      'config.rope_scaling.finetuned is not a parameter of type "linear": it was ignored',
      'config.rope_scaling.beta_fast is not a parameter of type "linear": it was ignored',
      "config.rope_finetuned is unknown: it was ignored",
    ]);
    expect(rope.ignored).toEqual([
      "config.rope_scaling.finetuned",
      "config.rope_scaling.beta_fast",
      "config.rope_finetuned",
    ]);
    expect(rope.scaling).toEqual({ type: "linear", factor: 2 });
  });

  it("do not include inherited properties such as __proto__ and constructor", () => {
    const config = JSON.parse(
      `{"head_dim": 8, "rope_theta": 100, "__proto__": {"rope_theta": 7},
        "rope_scaling": {"type": "linear", "factor": 2, "__proto__": {"polluted": 1}}}`,
    );
    const rope = ropeFromConfig(config);
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
