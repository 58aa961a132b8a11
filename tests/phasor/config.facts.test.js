// Single facts about models' code that once were read otherwise, by kind. They come from
// transformers 5.16 (models/*/configuration_*.py and modeling_*.py) unless a comment names another
// source.
import { RotaryEmbedding, ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";

const sizes = { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 8192 };

describe("layers that do not rotate", () => {
  const bases = [500000, 500000, 500000, 0];
  const muse = { model_type: "muse_glimmer_text", num_hidden_layers: 8, head_dim: 128 };
  const types = [...Array(3).fill("sliding_attention"), "full_attention"];

  it("have the base 0 in a list", () => {
    const listed = {
      ...muse,
      layer_rope_theta: [...bases, ...bases],
      layer_types: [...types, ...types],
    };
    const rotating = Array.from(
      { length: 8 },
      (_, layer) => ropeFromConfig(listed, { layer }).rotates,
    );
    expect(rotating).toEqual([true, true, true, false, true, true, true, false]);
    expect(ropeFromConfig(listed, { layer: "full_attention" }).rotates).toBe(false);
    expect(ropeFromConfig(listed, { layer: "sliding_attention" }).base).toBe(500000);
    expect(ropeFromConfig(muse, { layer: 7 }).rotates).toBe(false);
    expect(ropeFromConfig(muse)).toMatchObject({
      rotates: true,
      layer: { type: "sliding_attention" },
    });
  });

  it("also do not in a list of mostly other bases", () => {
    const listed = { ...muse, layer_rope_theta: [0, ...bases, ...bases.slice(1)] };
    expect(ropeFromConfig(listed, { layer: 0 }).rotates).toBe(false);
    expect(ropeFromConfig(listed, { layer: 7 }).rotates).toBe(false);
  });
});

describe("DeepSeek-V4", () => {
  const v4 = {
    ...{ model_type: "deepseek_v41_text", head_dim: 512, num_hidden_layers: 3, rope_theta: 10000 },
    ...{ compress_rope_theta: 160000, max_position_embeddings: 65536 },
    rope_scaling: { type: "yarn", factor: 16, original_max_position_embeddings: 4096 },
  };

  it("has the base of the ratio, whatever the type of the layer", () => {
    const layer_types = Array(3).fill("sliding_attention");
    const config = { ...v4, layer_types, compress_ratios: [0, 4, 128] };
    const ropes = [0, 1, 2].map((layer) => ropeFromConfig(config, { layer }));
    expect(ropes.map(({ base }) => base)).toEqual([10000, 160000, 160000]);
    expect(ropes.map(({ scaling }) => scaling?.type)).toEqual([undefined, "yarn", "yarn"]);
  });

  it("has no layers called main or compress", () => {
    const rope_parameters = {
      main: { rope_type: "default", rope_theta: 10000 },
      compress: { rope_type: "default", rope_theta: 160000 },
    };
    const config = { model_type: "deepseek_v4", ...sizes, rope_parameters };
    for (const layer of ["main", "compress"]) {
      expect(() => ropeFromConfig(config, { layer })).toThrow(/layer must be .*, got "\w+"/);
    }
    expect(ropeFromConfig(config, { layer: "sliding_attention" }).base).toBe(10000);
  });

  it("is found by its class", () => {
    const architectures = ["DeepseekV4ForCausalLM"];
    const rope = ropeFromConfig({ ...v4, model_type: "deepseek_ref", architectures });
    expect(rope).toMatchObject({ rotaryStart: 448, rotaryDim: 64, layout: "interleaved" });
    expect(rope.warnings.join()).toContain('says what the model is: "DeepseekV4ForCausalLM"');
    expect(rope.warnings.join()).toContain("values are turned like queries and keys");
  });
});

it("Ernie 4.5 VL has sections if the file has none", () => {
  const sections = { sizes: [20, 22, 22], interleaved: false, order: "first-last" };
  for (const model_type of ["ernie4_5_moe_vl", "ernie4_5_vl_moe", "ernie4_5_vl_moe_text"]) {
    const rope = ropeFromConfig({ model_type, hidden_size: 2560, num_attention_heads: 20 });
    expect(rope).toMatchObject({ sections, axes: ["time", "height", "width"] });
  }
});

describe("a missing dictionary", () => {
  const llama3 = {
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  };
  /** @type {[string, number, object][]} */
  const cases = [
    ["gpt_oss", 150000, { type: "yarn", factor: 32, truncate: false }],
    ["apertus", 12e6, { type: "llama3", factor: 8, ...llama3 }],
    ["ministral3", 1e6, { type: "yarn", factor: 16, mscale: 1, mscale_all_dim: 1 }],
  ];
  it.each(cases)("of %s is the class's own", (model_type, rope_theta, scaling) => {
    const rope = ropeFromConfig({ model_type, max_position_embeddings: 8192, rope_theta });
    expect(rope.scaling).toMatchObject(scaling);
    expect(rope.base).toBe(rope_theta);
    expect(rope.warnings.join()).toContain(
      "rope_parameters is missing: the default of the model's",
    );
  });

  it("has a base that takes precedence over the file's", () => {
    const rope = ropeFromConfig({ model_type: "apertus", ...sizes, rope_theta: 5e5 });
    expect(rope.base).toBe(12e6);
    expect(rope.warnings.join()).toContain("config.rope_theta is 500000: 12000000 was used");
  });
});

// configurations/variants.json has the sizes and dictionaries of all classes.
describe("a missing head_dim", () => {
  const wide = { hidden_size: 6144, num_attention_heads: 64, rope_theta: 10000 };
  it.each([
    ["gemma2", 256],
    ["ernie4_5", 128],
  ])("of %s is %i, which is said", (model_type, dHead) => {
    const rope = ropeFromConfig({ model_type, ...wide });
    expect(rope.dHead).toBe(dHead);
    expect(rope.warnings.join()).toContain(`head_dim is missing: ${dHead} was used`);
  });

  it("is the width divided by the heads if it is null", () => {
    expect(ropeFromConfig({ model_type: "gpt_oss", ...wide, head_dim: null }).dHead).toBe(96);
  });
});

// NTKScalingRotaryEmbedding in Alibaba-NLP/new-impl, vLLM and text-embeddings-inference.
it.each([2, 8])("the rule ntk of files slows every pair, with factor %d", (factor) => {
  const rope_scaling = { type: "ntk", factor };
  const rope = ropeFromConfig({ model_type: "new", ...sizes, rope_theta: 20000, rope_scaling });
  rope.frequencies.forEach((frequency, i) => {
    const expected = (20000 * factor) ** (-i / 64) / factor ** (1 / 64);
    expect(Math.abs(frequency / expected - 1)).toBeLessThan(1e-14);
  });
});

it("YaRN with lists is LongRoPE in Phi-3", () => {
  const lists = { short_factor: Array(48).fill(1), long_factor: Array(48).fill(2) };
  const phi = {
    ...{ model_type: "phi3", hidden_size: 3072, num_attention_heads: 32, rope_theta: 10000 },
    ...{ max_position_embeddings: 131072, original_max_position_embeddings: 4096 },
    rope_scaling: { type: "yarn", ...lists },
  };
  const rope = ropeFromConfig(phi);
  expect(rope.scaling).toMatchObject({ type: "longrope", factor: 32 });
  expect(rope.attentionFactor).toBeCloseTo(1.1902380714238083, 12);
  expect(rope.lengthDependent).toEqual(["frequencies"]);
});

it("a local base of null is the global one", () => {
  const modern = { model_type: "modernbert", local_rope_theta: null, global_rope_theta: 160000 };
  expect(ropeFromConfig(modern, { layer: "sliding_attention" }).base).toBe(160000);
});

describe("contradictions", () => {
  const llama = { model_type: "llama", ...sizes };
  /** @type {[string, any, RegExp][]} */
  const cases = [
    [
      "two bases",
      { ...llama, rope_theta: 1e6, rope_parameters: { rope_type: "default", rope_theta: 5e5 } },
      /rope_theta is 1000000: 500000 was used, as config.rope_parameters says/,
    ],
    [
      "two shares of a head",
      { model_type: "gpt_neox", ...sizes, rotary_pct: 0.5, partial_rotary_factor: 0.25 },
      /rotary_pct and partial_rotary_factor differ: 0.25 was used/,
    ],
    [
      "fewer types than layers",
      {
        ...llama,
        rope_theta: 1e4,
        num_hidden_layers: 4,
        layer_types: Array(2).fill("full_attention"),
      },
      /layer_types has 2 types for 4 layers/,
    ],
    [
      "alpha, which only Hunyuan's code reads",
      { ...llama, rope_theta: 1e4, rope_scaling: { type: "dynamic", factor: 2, alpha: 1000 } },
      /alpha is not a parameter of type "dynamic": it was ignored/,
    ],
    [
      "a base that the code reads for other layers",
      { model_type: "olmo3", ...sizes, rope_theta: 1e4, layer_types: ["sliding_attention"] },
      /config.rope_local_base_freq is missing: 500000 was used/,
    ],
  ];
  it.each(cases)("are warned of: %s", (_, config, message) => {
    expect(ropeFromConfig(config).warnings.join("\n")).toMatch(message);
  });
});

it("MiMo-V2-Flash has types of layers without a pattern", () => {
  const mimo = { model_type: "mimo_v2_flash", num_hidden_layers: 12 };
  const full = Array.from({ length: 12 }, (_, layer) => layer).filter(
    (layer) => ropeFromConfig(mimo, { layer }).layer.type === "full_attention",
  );
  expect(full).toEqual([0, 5, 11]);
  const later = { ...mimo, model_type: "mimo_v2", rope_theta: 1e7 }; // not in transformers
  expect(ropeFromConfig(later)).toMatchObject({ base: 1e7, rotaryDim: 64, differences: [] });
});

it("keys that transformers ignores are named as differences", () => {
  const dbrx = {
    model_type: "dbrx",
    d_model: 6144,
    n_heads: 48,
    attn_config: { rope_theta: 500000 },
  };
  expect(ropeFromConfig(dbrx)).toMatchObject({
    base: 500000,
    differences: ["transformers 5.16: does not read attn_config.rope_theta and uses base 10000"],
  });
  const minimax = { model_type: "minimax", head_dim: 128, rotary_dim: 64, rope_theta: 1e7 };
  expect(ropeFromConfig(minimax)).toMatchObject({
    rotaryDim: 64,
    differences: ["transformers 5.16: does not read rotary_dim and turns all 128 features, not 64"],
  });
});

it("says which answers depend on the length", () => {
  const base = { model_type: "llama", ...sizes, rope_theta: 10000 };
  const ropeOf = (/** @type {any} */ rope_scaling) =>
    ropeFromConfig({ ...base, rope_scaling }).lengthDependent;
  expect(ropeOf(null)).toEqual([]);
  expect(ropeOf({ type: "linear", factor: 2 })).toEqual([]);
  expect(ropeOf({ type: "dynamic", factor: 2 })).toEqual(["frequencies"]);
  const lists = { short_factor: Array(64).fill(1), long_factor: Array(64).fill(2) };
  const mscales = { short_mscale: 1, long_mscale: 1.1 };
  const long = { type: "longrope", original_max_position_embeddings: 4096, ...lists };
  expect(ropeOf(long)).toEqual(["frequencies"]);
  expect(ropeOf({ ...long, ...mscales })).toEqual(["frequencies", "attentionFactor"]);
  // That is all that changes with the length.
  for (const rope_scaling of [
    { type: "dynamic", factor: 2 },
    { ...long, ...mscales },
  ]) {
    const config = { ...base, rope_scaling };
    const [short, other] = [100, 100000].map((length) => ropeFromConfig(config, { length }));
    for (const [name, value] of Object.entries(short)) {
      const isEqual = JSON.stringify(value) === JSON.stringify(/** @type {any} */ (other)[name]);
      const changes =
        short.lengthDependent.includes(name) || ["length", "differences"].includes(name);
      expect(isEqual || changes, name).toBe(true);
    }
  }
});

it("wants the contents of a file, not its path", () => {
  for (const path of ["config.json", "./models/llama/config.json", "C:\\m\\model.gguf"]) {
    expect(() => ropeFromConfig(path)).toThrow(
      /config must be the contents of a file, not its path/,
    );
  }
  expect(() => ropeFromConfig("{")).toThrow(/must be the text of a config.json/);
});

it("a list of frequencies takes precedence over the base that it was made from", () => {
  const rope = ropeFromConfig({ model_type: "pixtral", rope_theta: 10000 });
  expect(rope).toMatchObject({ explicit: true, base: 10000, part: "vision" });
  expect(ropeFrequencies(64, rope).frequencies).toEqual(rope.frequencies);
  expect(new RotaryEmbedding(64, rope).frequencies).toEqual(rope.frequencies);
});
