// Models without a rotary embedding, and models that are unknown.
import { ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";

const sizes = { hidden_size: 512, num_attention_heads: 8, rope_theta: 10000 };

// tests/models-page.test.js has the positions of all; these are the kinds, and files that decide.
describe("models without a rotary embedding", () => {
  const bert = { hidden_size: 768, num_attention_heads: 12 };
  /** @type {[string, any, string][]} */
  const cases = [
    ["bert", bert, "learned"],
    ["xlm-roberta", bert, "learned"],
    ["esm", { ...bert, position_embedding_type: "absolute" }, "learned"],
    ["mpt", { d_model: 768, n_heads: 12, attn_config: { alibi: true } }, "alibi"],
    ["mpt", { d_model: 768, n_heads: 12 }, "alibi"],
    ["mpt", { d_model: 768, n_heads: 12, attn_config: { alibi: false } }, "learned"],
    ["falcon", { ...bert, alibi: true }, "alibi"],
    ["bert", { ...bert, position_embedding_type: "alibi" }, "alibi"],
    ["baichuan", { hidden_size: 5120, num_attention_heads: 40 }, "alibi"],
    ["t5", { d_kv: 64, d_model: 512 }, "t5-buckets"],
    ["swinv2", { embed_dim: 96, num_heads: [3, 6, 12, 24] }, "relative-bias"],
    ["parler_tts_decoder", { ...bert, rope_theta: 10000, rope_embeddings: false }, "sinusoidal"],
    ["deberta-v2", bert, "relative"],
    ["bert", { ...bert, position_embedding_type: "relative_key" }, "relative"],
    ["wav2vec2", bert, "convolution"],
    ["marian", { d_model: 512, decoder_attention_heads: 8 }, "sinusoidal"],
    ["nemotron_h", { ...bert, rope_theta: 1e30 }, "none"],
    ["mamba", { hidden_size: 768 }, "none"],
    ["kimi_linear", { ...bert, qk_rope_head_dim: 64, mla_use_nope: true }, "none"],
    ["glm_moe_dsa", { ...bert, qk_rope_head_dim: 0 }, "none"],
    ["zamba2", { ...bert, use_mem_rope: false, rope_theta: 1 }, "none"],
    ["granitemoehybrid", { ...bert, rope_theta: 10000 }, "none"],
  ];
  it.each(cases)("%s %j has %s", (model_type, rest, positions) => {
    const rope = ropeFromConfig({ model_type, ...rest });
    expect(rope).toMatchObject({ rotates: false, positions, rotaryDim: 0, attentionFactor: 1 });
    expect([rope.base, rope.frequencies.length]).toEqual([10000, 0]);
    expect(rope.warnings[0]).toMatch(/^config[\w.]* has no rotary embedding; positions: /);
    if (positions !== "none") expect(rope.warnings[0]).not.toMatch(/nothing/);
  });

  it("are assumed to rotate, with a warning, where the encoding is unknown", () => {
    const config = { head_dim: 64, rope_theta: 10000, position_embedding_type: "polar" };
    const rope = ropeFromConfig(config);
    expect(rope.positions).toBe("rotary");
    expect(rope.warnings).toContain("config.position_embedding_type is unknown: it was ignored");
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
  ])("%s %j rotates", (model_type, rest) => {
    expect(ropeFromConfig({ model_type, ...rest })).toMatchObject({
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
      /config\.rope_theta \(or a known model_type\) must be .*, got undefined/,
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
