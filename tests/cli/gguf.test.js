// .gguf files as configurations: phasor rope, cache and diagnose.
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ggufFile } from "../formats/gguf.js";
import { configuration, phasor, scratch, tableFrom, writerIn } from "./run.js";

/** @typedef {import("../formats/gguf.js").Value} Value */

const folder = scratch();
const file = writerIn(folder);
const run = (/** @type {string[]} */ args) => phasor(args, { cwd: folder });
/** @param {string} architecture
 * @param {Record<string, Value>} keys without the architecture's prefix
 * @param {Record<string, Float32Array>} [tensors] */
const gguf = (architecture, keys, tensors) =>
  ggufFile(
    {
      "general.architecture": { text: architecture },
      ...Object.fromEntries(
        Object.entries(keys).map(([key, value]) => [`${architecture}.${key}`, value]),
      ),
    },
    tensors,
  );
/** @param {number} width @param {number} heads @param {number} base */
const sizes = (width, heads, base) => ({
  embedding_length: { u32: width },
  "attention.head_count": { u32: heads },
  "rope.freq_base": { f32: base },
});
/** @param {string} type @param {number} factor @param {number} [original] */
const scaled = (type, factor, original) => ({
  "rope.scaling.type": { text: type },
  "rope.scaling.factor": { f32: factor },
  ...(original !== undefined && { "rope.scaling.original_context_length": { u32: original } }),
});

/** The divisors of Llama 3's rule, by its published code. */
const divisors = Float32Array.from({ length: 64 }, (_, i) => {
  const turns = (8192 * 500000 ** (-i / 64)) / (2 * Math.PI);
  const smooth = Math.min(1, Math.max(0, (turns - 1) / 3));
  return 1 / (smooth + (1 - smooth) / 8);
});
const phi = configuration(folder, "microsoft/Phi-3.5-mini-instruct").object;
const llama = sizes(4096, 32, 500000);
/** Files with the same rotation as the model's config.json.
 * @type {[name: string, bytes: Buffer][]} */
const alike = [
  ["meta-llama/Llama-3.1-8B", gguf("llama", llama, { "rope_freqs.weight": divisors })],
  [
    "Qwen/Qwen2.5-7B-Instruct",
    gguf("qwen2", { ...sizes(3584, 28, 1e6), ...scaled("yarn", 4, 32768) }),
  ],
  [
    "Qwen/Qwen2-VL-7B-Instruct",
    gguf("qwen2vl", {
      ...sizes(3584, 28, 1e6),
      "rope.dimension_sections": { i32s: [16, 24, 24, 0] },
    }),
  ],
  [
    "deepseek-ai/DeepSeek-V2-Lite",
    gguf("deepseek2", {
      ...{ ...sizes(2048, 16, 10000), ...scaled("yarn", 40, 4096) },
      ...{ "attention.key_length": { u32: 192 }, "attention.kv_lora_rank": { u32: 512 } },
      ...{ "rope.dimension_count": { u32: 64 } },
      ...{ "rope.scaling.yarn_log_multiplier": { f32: 0.0707 } },
    }),
  ],
  [
    "google/gemma-3-27b-it",
    gguf("gemma3", {
      ...{ ...sizes(5376, 32, 1e6), ...scaled("linear", 8) },
      "attention.key_length": { u32: 128 },
    }),
  ],
  [
    "microsoft/Phi-3.5-mini-instruct",
    gguf(
      "phi3",
      {
        ...sizes(3072, 32, 10000),
        "rope.scaling.original_context_length": { u32: 4096 },
        "rope.scaling.attn_factor": { f32: Math.sqrt(1 + Math.log(32) / Math.log(4096)) },
      },
      {
        "rope_factors_long.weight": Float32Array.from(phi.rope_scaling.long_factor),
        "rope_factors_short.weight": Float32Array.from(phi.rope_scaling.short_factor),
      },
    ),
  ],
  // llama.cpp's hunyuan-vl.cpp and hunyuan-dense.cpp: freq_base * alpha^(dim / (dim - 2)).
  [
    "tencent/Hunyuan-A13B-Instruct",
    gguf("hunyuan-dense", {
      ...{ ...sizes(4096, 32, 10000), ...scaled("none", 1, 32768) },
      "rope.scaling.alpha": { f32: 1000 },
    }),
  ],
  [
    "EleutherAI/gpt-neox-20b",
    gguf("gptneox", { ...sizes(6144, 64, 10000), "rope.dimension_count": { u32: 24 } }),
  ],
];

it("the tests write the same files as gguf-py", () => {
  const small = gguf(
    "llama",
    { ...sizes(32, 4, 500000), "rope.dimension_sections": { i32s: [2, 1, 1, 0] } },
    { "rope_freqs.weight": Float32Array.of(1, 1, 2, 8) },
  );
  const theirs =
    "R0dVRgMAAAABAAAAAAAAAAUAAAAAAAAAFAAAAAAAAABnZW5lcmFsLmFyY2hpdGVjdHVyZQgAAAAFAAAAAAAAAGxsYW1h" +
    "FgAAAAAAAABsbGFtYS5lbWJlZGRpbmdfbGVuZ3RoBAAAACAAAAAaAAAAAAAAAGxsYW1hLmF0dGVudGlvbi5oZWFkX2Nv" +
    "dW50BAAAAAQAAAAUAAAAAAAAAGxsYW1hLnJvcGUuZnJlcV9iYXNlBgAAAAAk9EgdAAAAAAAAAGxsYW1hLnJvcGUuZGlt" +
    "ZW5zaW9uX3NlY3Rpb25zCQAAAAUAAAAEAAAAAAAAAAIAAAABAAAAAQAAAAAAAAARAAAAAAAAAHJvcGVfZnJlcXMud2Vp" +
    "Z2h0AQAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAEAAAABBAAAAAAAAAAAA" +
    "AAAAAAAAAA==";
  expect(small.toString("base64")).toBe(theirs);
});

describe("phasor rope compares two files", () => {
  it.each(alike)("of %s and finds no difference", (name, bytes) => {
    const { path } = configuration(folder, name);
    const { code, out, error } = run(["rope", file("a.gguf", bytes), path]);
    expect([code, error]).toEqual([0, ""]);
    expect(out.split("\n")[3]).toBe("no differences");
  });

  it.each([
    [
      "base",
      gguf("llama", sizes(4096, 32, 10000), { "rope_freqs.weight": divisors }),
      "meta-llama/Llama-3.1-8B",
      /^base: 10000 in a.gguf, 500000 in Llama-3.1-8B.json$/m,
    ],
    [
      "divisors",
      gguf("llama", llama),
      "meta-llama/Llama-3.1-8B",
      /^scaling: none in a.gguf, type=llama3, /m,
    ],
    [
      "a factor",
      gguf("qwen2", { ...sizes(3584, 28, 1e6), ...scaled("yarn", 8, 32768) }),
      "Qwen/Qwen2.5-7B-Instruct",
      /^attention factor: 1.20794 in a.gguf, 1.13863 in .*\n.*factor=8.*; pair \d+ is stretched by 8 and by 4$/m,
    ],
    [
      "sections",
      gguf("qwen2vl", {
        ...sizes(3584, 28, 1e6),
        "rope.dimension_sections": { i32s: [24, 24, 16, 0] },
      }),
      "Qwen/Qwen2-VL-7B-Instruct",
      /^sections: \[24,24,16\] in a.gguf, \[16,24,24\] in Qwen2-VL-7B-Instruct.json$/m,
    ],
    [
      "the part of the head",
      gguf("gptneox", sizes(6144, 64, 10000)),
      "EleutherAI/gpt-neox-20b",
      /^rotaryDim: 96 in a.gguf, 24 in gpt-neox-20b.json$/m,
    ],
    [
      "the layout",
      gguf("chatglm", { ...sizes(3584, 28, 1e6) }),
      "Qwen/Qwen2-VL-7B-Instruct",
      /^sections: none in a.gguf, \[16,24,24\]/m,
    ],
    [
      "no rotary embedding",
      gguf("gpt2", { embedding_length: { u32: 768 }, "attention.head_count": { u32: 12 } }),
      "EleutherAI/gpt-neox-20b",
      /^positions: not rotary in a.gguf, rotary in gpt-neox-20b.json$/m,
    ],
  ])("that differ in %s, and says so", (_, bytes, config, message) => {
    const { path } = configuration(folder, config);
    const { code, out } = run(["rope", file("a.gguf", bytes), basename(path)]);
    expect(out).toMatch(message);
    expect(code).toBe(1);
  });

  it("that differ in the pairs that do not rotate", () => {
    const [quarter, half] = [0.25, 0.5].map((part) => {
      const rope = {
        ...{ rope_type: "proportional", rope_theta: 1e6 },
        partial_rotary_factor: part,
      };
      const config = {
        ...{ model_type: "gemma4_unified_text", head_dim: 64, global_head_dim: 64 },
        ...{ layer_types: ["full_attention"], rope_parameters: { full_attention: rope } },
      };
      return file(`still-${part}.json`, config);
    });
    const { code, out } = run(["rope", quarter, half]);
    // Of 32 pairs, 8 rotate in the first model and 16 in the second.
    expect(out).toMatch(/^scaling: .*; pair 8 is stretched by ∞ and by 1$/m);
    expect(code).toBe(1);
    expect(run(["rope", quarter, quarter]).out).toContain("no differences");
  });

  it("without rotary embeddings differ if their positions are known to differ", () => {
    const sizes = { hidden_size: 64, num_attention_heads: 4 };
    const [bert, bloom] = ["bert", "bloom"].map((model_type) =>
      file(`${model_type}.json`, { model_type, ...sizes }),
    );
    const gpt2 = { embedding_length: { u32: 768 }, "attention.head_count": { u32: 12 } };
    const unknown = file("gpt2.gguf", gguf("gpt2", gpt2));
    const { code, out } = run(["rope", bert, bloom]);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^positions: learned in .*, alibi in /m),
    ]);
    expect(run(["rope", bert, unknown])).toMatchObject({
      code: 0,
      out: expect.stringContaining("no differences"),
    });
    expect(run(["rope", unknown]).out).toContain("\nno rotary embedding\n");
  });

  it("without a model_type are unknown models", () => {
    const layers = ["full_attention", "sliding_attention"];
    const config = { head_dim: 64, rope_theta: 10000, layer_types: layers };
    const name = file("unnamed.json", config);
    expect(run(["rope", name]).out).toMatch(/^unknown model, full_attention\n/);
    expect(run(["rope", name, name]).out).toMatch(/: unknown model\n.*: unknown model\n/);
  });

  it("and prints JSON, also for two configurations and for standard input", () => {
    const [one, other] = ["meta-llama/Llama-2-7b-hf", "meta-llama/Llama-3.2-1B"].map((name) => {
      return configuration(folder, name).path;
    });
    const { code, out } = run(["rope", one, other, "--json"]);
    const { files, differences } = JSON.parse(out);
    expect([code, files]).toEqual([1, [one, other]]);
    expect(differences.map((/** @type {{ name: string }} */ { name }) => name)).toEqual([
      ...["dHead", "rotaryDim", "base"],
    ]);
    expect(differences[2]).toMatchObject({ layer: "full_attention", values: [10000, 500000] });
    const piped = phasor(["rope", "-", one], { input: '{"model_type": "llama", "head_dim": 128}' });
    expect([piped.code, piped.out]).toEqual([0, expect.stringContaining("no differences")]);
  });

  it("layer by layer", () => {
    const name = file(
      "local.gguf",
      gguf("gemma3", {
        ...{ ...sizes(5376, 32, 1e6), ...scaled("linear", 8) },
        ...{ "attention.key_length": { u32: 128 }, "rope.freq_base_swa": { f32: 1e6 } },
      }),
    );
    configuration(folder, "google/gemma-3-27b-it");
    const { code, out } = run(["rope", name, "gemma-3-27b-it.json"]);
    expect(code).toBe(1);
    expect(out).toContain(
      "sliding_attention: base: 1000000 in local.gguf, 10000 in gemma-3-27b-it.json\n",
    );
  });

  it.each([
    [["rope", "a.gguf", "missing.json"], "missing.json cannot be read"],
    [
      ["rope", "a.gguf", "Phi-3.5-mini-instruct.json", "-o", "x.npy"],
      "--output cannot be used with two files",
    ],
    [["rope", "a.gguf", "--base", "3"], "--base cannot be used with a configuration"],
    [["rope", "-", "-"], "only one of the two files can be standard input"],
    [["rope", "bad.gguf"], "bad.gguf: rope_freqs.weight must have 64 numbers, got 2"],
    [
      ["rope", "a.gguf", "--layer", "sliding_attention"],
      "must be given as full_attention, got sliding_attention",
    ],
  ])("and refuses %j", (args, message) => {
    file("a.gguf", gguf("llama", llama));
    file("bad.gguf", gguf("llama", llama, { "rope_freqs.weight": Float32Array.of(1, 1) }));
    const { code, error } = run(args);
    expect([code, error]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("a .gguf file", () => {
  const [[, bytes]] = alike;
  const path = join(folder, file("llama.gguf", bytes));

  it("is shown by phasor rope", () => {
    const { code, out } = run(["rope", path]);
    expect(code).toBe(0);
    expect(out.split("\n").slice(0, 4)).toEqual([
      "llama, full_attention",
      'all 128 features of a head rotate, base 500000, layout "interleaved"',
      "scaling: by rope_freqs.weight",
      "attention factor: 1",
    ]);
    expect(out).toMatch(/^ *63 .* 8$/m);
  });

  // llama_model_rope_type of llama.cpp's llama-model.cpp.
  it.each([
    ["glm4", {}, "interleaved"],
    ["glm4", { "rope.dimension_sections": { i32s: [8, 12, 12, 0] } }, "half"],
    ["mistral4", {}, "interleaved"],
    ["minimax-m2", {}, "half"],
  ])("of %s with %j has llama.cpp's layout of pairs", (architecture, keys, layout) => {
    const some = { ...sizes(4096, 32, 10000), "rope.dimension_count": { u32: 64 } };
    const { out } = run(["rope", file("pairs.gguf", gguf(architecture, { ...some, ...keys }))]);
    expect(out).toContain(`layout "${layout}"`);
  });

  it("gives the cosines of the model's config.json", () => {
    configuration(folder, "meta-llama/Llama-3.1-8B");
    const words = ["40", "--values", "cos", "-f", "csv"];
    const [fromGguf, fromJson] = [path, join(folder, "Llama-3.1-8B.json")].map((file) =>
      tableFrom(["cache", file, ...words]),
    );
    expect(fromGguf.data).toHaveLength(40 * 64);
    fromGguf.data.forEach((x, i) => {
      expect(Math.abs(Number(x) - Number(fromJson.data[i]))).toBeLessThan(4e-6);
    });
  });

  it("is diagnosed by its contents, also against a configuration", () => {
    const output = run(["diagnose", path]);
    expect([output.code, output.out]).toEqual([
      0,
      "configuration: rotary, 64 pairs, llama3 by 8, base 500000 (from the file itself)\nnothing wrong\n\n" +
        "rope_freqs.weight: 64, rotary, 64 pairs, llama3 by 8, base 500000\nnothing wrong\n",
    ]);
    configuration(folder, "meta-llama/Llama-3.1-8B");
    expect(run(["diagnose", path, "--config", "Llama-3.1-8B.json"]).code).toBe(0);
    configuration(folder, "meta-llama/Llama-3.2-1B");
    expect(run(["diagnose", path, "--config", "Llama-3.2-1B.json"]).code).toBe(1);
    expect(run(["diagnose", path, "--config", path]).code).toBe(0);
  });
});
