// What llama.cpp's code does with the metadata of .gguf files (src/llama-model.cpp and src/models),
// by architecture.
import * as phasor from "phasor";
import { describe, expect, it } from "vitest";
import { ggufReader } from "../../web/checkpoints/gguf.js";
import architectures from "../phasor/configurations/gguf.json";
import { judgeGguf } from "../phasor/configurations/judge.js";

const { ropeFrequencies } = phasor;

const sizes = {
  ...{ embedding_length: 4096, "attention.head_count": 32, "rope.freq_base": 500000 },
  "rope.dimension_count": 64,
};
const yarn = {
  ...{ "rope.scaling.type": "yarn", "rope.scaling.factor": 16 },
  "rope.scaling.original_context_length": 4096,
};

/** @param {string} model @param {Record<string, unknown>} keys @param {number | string} [layer] */
async function read(model, keys, layer) {
  /** @type {[string, unknown][]} */
  const entries = Object.entries(keys).map(([key, value]) => [`${model}.${key}`, value]);
  /** @type {Map<string, unknown>} */
  const metadata = new Map([["general.architecture", model], ...entries]);
  const container = /** @type {any} */ ({ metadata, tensors: [] });
  return (await ggufReader(container, ropeFrequencies))(layer, undefined);
}

describe("layouts", () => {
  const interleaved =
    "llama deci command-r cohere2 cohere2moe deepseek2 deepseek2-ocr deepseek32 deepseek4 granite-switch " +
    "granite-swa bailingmoe3 eagle3 nanbeige mistral3 mistral4 smollm3 ernie4_5-moe glm-dsa olmo internlm2";
  const half =
    "qwen2 qwen3vlmoe gemma3 gemma4-assistant hy-v3 minimax-01 minimax-m2 pangu-embedded talkie paddleocr " +
    "qwen3tts olmo2 phi2 gptneox grok orion hunyuan-moe step35 mimo2 gpt-oss nomic-bert-moe laguna mellum";
  const all = [
    ...interleaved.split(" ").map((name) => /** @type {const} */ ([name, "interleaved"])),
    ...half.split(" ").map((name) => /** @type {const} */ ([name, "half"])),
  ];
  it.each(all)("of %s are %s", async (model, layout) => {
    const rope = await read(model, sizes, model === "deepseek4" ? "sliding_attention" : undefined);
    expect(rope).toMatchObject({ layout, rotates: true, rotaryDim: 64 });
  });

  it.each(architectures.configurations)("of %s are %s in llama.cpp", async (model, pairs) => {
    expect((await judgeGguf(phasor, ggufReader, model, pairs)).list).toEqual([]);
  });

  it("are unknown for an unknown architecture, which is said", async () => {
    const rope = await read("unheard-of", sizes);
    expect(rope.layout).toBeUndefined();
    expect(rope.warnings.join()).toContain("architecture unheard-of is unknown");
  });
});

describe("layers", () => {
  it("are given by their index, too: every 4th of Llama 4 and SmolLM3 does not rotate", async () => {
    for (const [model, types] of [
      ["llama4", "chunked_attention or full_attention"],
      ["smollm3", "full_attention"],
    ]) {
      const keys = { ...sizes, block_count: 8 };
      const ropes = await Promise.all([0, 2, 3, 4, 7].map((layer) => read(model, keys, layer)));
      expect(ropes.map(({ rotates }) => rotates)).toEqual([true, true, false, true, false]);
      expect(ropes[2].layer).toEqual({ type: "full_attention", index: 3 });
      expect(types.startsWith(ropes[0].layer.type)).toBe(true);
      await expect(read(model, keys, 8)).rejects.toThrow(`must be given as ${types}, got 8`);
    }
  });

  it("with a window are told by the file's pattern, or by the model's", async () => {
    const keys = { ...sizes, "attention.sliding_window": 4096, block_count: 8 };
    /** @param {string} model @param {Record<string, unknown>} extra */
    const types = async (model, extra) =>
      (await Promise.all([0, 3, 4, 5].map((layer) => read(model, { ...keys, ...extra }, layer))))
        .map(({ layer }) => layer.type[0])
        .join("");
    expect(await types("gemma3", {})).toBe("sssf");
    expect(await types("cohere2", {})).toBe("sfss");
    const list = [false, true, true, true, false, false, true, true];
    expect(await types("gemma3", { "attention.sliding_window_pattern": list })).toBe("fsff");
  });

  it("without a window of Cohere 2 and Muse Glimmer do not rotate", async () => {
    for (const model of ["cohere2", "cohere2moe", "exaone4"]) {
      const keys = { ...sizes, "attention.sliding_window": 4096 };
      const layers = ["full_attention", "sliding_attention"];
      const rotations = await Promise.all(layers.map((layer) => read(model, keys, layer)));
      expect(rotations.map(({ rotates }) => rotates)).toEqual([false, true]);
    }
    expect((await read("muse-glimmer", sizes, "full_attention")).rotates).toBe(false);
    // Exaone 4 rotates all layers if no layer has a window.
    expect((await read("exaone4", sizes, "full_attention")).rotates).toBe(true);
  });

  it("of Kimi Linear do not rotate", async () => {
    expect(await read("kimi-linear", sizes)).toMatchObject({ rotates: false, rotaryDim: 0 });
  });

  it.each(["olmo2", "laguna", "gemma3", "mellum"])(
    "with a window of %s have no YaRN",
    async (model) => {
      const shared = { ...sizes, ...yarn, "attention.sliding_window": 4096 };
      const keys = model === "olmo2" ? shared : { ...shared, "rope.freq_base_swa": 10000 };
      const sliding = await read(model, keys, "sliding_attention");
      expect(sliding).toMatchObject({ scaling: undefined, attentionFactor: 1 });
      expect(sliding.base).toBe(model === "olmo2" ? 500000 : 10000);
      expect((await read(model, keys)).scaling).toMatchObject({ type: "yarn", factor: 16 });
    },
  );

  it("of gpt-oss all have YaRN", async () => {
    const keys = { ...sizes, ...yarn, "attention.sliding_window": 128 };
    const rope = await read("gpt-oss", keys, "sliding_attention");
    expect(rope.scaling).toMatchObject({ type: "yarn", factor: 16 });
  });

  it("of Olmo 2 are alike", async () => {
    expect((await read("olmo2", sizes)).layerTypes).toEqual(["full_attention"]);
  });

  it("of DeepSeek-V4 have another base and YaRN if they compress keys", async () => {
    const keys = {
      ...{ ...sizes, ...yarn, "rope.freq_base": 10000, "attention.key_length": 512 },
      ...{ "attention.kv_lora_rank": 512, "attention.compress_rope_freq_base": 160000 },
    };
    const sliding = await read("deepseek4", keys, "sliding_attention");
    expect(sliding).toMatchObject({
      base: 10000,
      scaling: undefined,
      rotaryStart: 448,
      dHead: 512,
    });
    const compressed = await read("deepseek4", keys);
    expect(compressed).toMatchObject({ base: 160000, rotaryStart: 448, attentionFactor: 1 });
    expect(compressed.scaling).toMatchObject({ type: "yarn", factor: 16 });
  });
});

describe("a missing rope.freq_base", () => {
  const { "rope.freq_base": _, "rope.dimension_count": __, ...otherSizes } = sizes;
  it("is 10000 in a known architecture that rotates", async () => {
    const rope = await read("llama", otherSizes);
    expect(rope).toMatchObject({ rotates: true, base: 10000, rotaryDim: 128 });
    expect(rope.warnings).toEqual([
      "llama.rope.freq_base is missing: 10000 was used, as llama.cpp does",
    ]);
  });

  it.each(["gpt2", "bloom", "mamba", "t5encoder", "bert", "jina-bert-v2", "unheard-of"])(
    "is none in %s",
    async (model) => {
      expect(await read(model, otherSizes)).toMatchObject({
        rotates: false,
        positions: "not rotary",
      });
    },
  );
});
