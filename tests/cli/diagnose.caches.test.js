// phasor diagnose: caches in every form, layers, lengths and axes, and what was compared.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ggufFile } from "../formats/gguf.js";
import { npy, safetensors } from "../formats/writers.js";
import { phasor, scratch, writerIn } from "./run.js";

const folder = scratch();
const file = writerIn(folder);
/** @param {string[]} words */
const run = (...words) => phasor(words, { cwd: folder });

const [rows, pairs] = [64, 32];
/** @param {number} base @param {(angle: number) => number} f */
const table = (base, f) =>
  Float32Array.from({ length: rows * pairs }, (_, at) =>
    f(Math.floor(at / pairs) * base ** (-(at % pairs) / pairs)),
  );
const [cos, sin] = [table(10000, Math.cos), table(10000, Math.sin)];
const complex = Float32Array.from(
  { length: 2 * cos.length },
  (_, at) => (at % 2 ? sin : cos)[at >> 1],
);
/** In each row the cosines, then the sines. */
const cosSin = Float32Array.from({ length: 2 * cos.length }, (_, at) => {
  const [row, column] = [Math.floor(at / (2 * pairs)), at % (2 * pairs)];
  return (column < pairs ? cos : sin)[row * pairs + (column % pairs)];
});
const llama = { model_type: "llama", head_dim: 64, rope_theta: 10000 };
const right = file("right.json", llama);
const wrong = file("wrong.json", { ...llama, rope_theta: 500000 });

file("cos.npy", npy("<f4", [rows, pairs], cos));
file("sin.npy", npy("<f4", [rows, pairs], sin));
file("freqs_cis.npy", npy("<c8", [rows, pairs], complex));
file("any.npy", npy("<c8", [rows, pairs], complex));
const one = { shape: [rows, 2 * pairs], data: cosSin };
file("vllm.safetensors", safetensors({ "layers.0.rotary_emb.cos_sin_cache": one }));
const rotated = { shape: [rows, pairs, 2], data: complex };
file("llama.safetensors", safetensors({ freqs_cis: rotated, "model.rope.cache": rotated }));
file("table.npy", npy("<f4", [rows, 2 * pairs], cosSin));

describe("phasor diagnose compares with a configuration", () => {
  it.each([
    ["cosines and sines in two files", ["cos.npy", "sin.npy"]],
    ["the same in another order", ["sin.npy", "cos.npy"]],
    ["complex numbers under their usual name", ["freqs_cis.npy"]],
    ["complex numbers under any name", ["any.npy"]],
    ["cosines, then sines, as vLLM has them", ["vllm.safetensors"]],
    ["the same under any name", ["table.npy"]],
    ["pairs of numbers, as Llama and torchtune have them", ["llama.safetensors"]],
  ])("%s", (_, files) => {
    const good = run("diagnose", ...files, "--config", right);
    expect([good.code, good.error]).toEqual([0, ""]);
    expect(good.out).toMatch(/^.*rotary, 32 pairs, default, base 10000\nnothing wrong\n/);
    const bad = run("diagnose", ...files, "--config", wrong, "--json");
    expect(bad.code).toBe(1);
    const [report] = JSON.parse(bad.out);
    expect(report).toMatchObject({ kind: "cache", comparedWith: "wrong.json" });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: "differs-base", severity: "problem" }),
    );
  });

  it("but not half of a cache", () => {
    const { code, out, error } = run("diagnose", "cos.npy", "--config", right);
    expect(code).toBe(2);
    expect(out).toContain("problem missing-sines: ");
    expect(error).toBe(
      "phasor: nothing was compared with right.json, which needs a rotary embedding: frequencies, a cache or vectors\n",
    );
  });

  it("and never passes a file in which it found nothing to compare", () => {
    const learned = Float32Array.from({ length: 512 }, (_, i) => Math.sin(i * i * 0.37));
    const name = file("wpe.safetensors", safetensors({ wpe: { shape: [32, 16], data: learned } }));
    expect(run("diagnose", name).code).toBe(0);
    expect(run("diagnose", name, "--config", right)).toMatchObject({
      code: 2,
      error: expect.stringContaining("nothing was compared with right.json"),
    });
    expect(run("diagnose", "vllm.safetensors", "--expect", "vaswani")).toMatchObject({
      code: 2,
      error: "phasor: nothing was compared with vaswani, which needs a table\n",
    });
    const none = file(
      "none.safetensors",
      safetensors({ weight: { shape: [2], data: learned.slice(0, 2) } }),
    );
    expect(run("diagnose", none, "--config", right).code).toBe(2);
    const bert = file("bert.json", { model_type: "bert", hidden_size: 64, num_attention_heads: 4 });
    expect(run("diagnose", "cos.npy", "sin.npy", "--config", bert).error).toContain(
      "no rotary embedding",
    );
  });

  it("in a model's folder", () => {
    mkdirSync(join(folder, "model"));
    file("model/config.json", { ...llama, rope_theta: 500000 });
    expect(run("diagnose", "cos.npy", "sin.npy", "--config", "model").code).toBe(1);
  });

  it("or with the options of a table", () => {
    const name = file(
      "late.csv",
      [1, 2, 3, 4, 5, 6, 7, 8].map((p) => `${Math.sin(p)},${Math.cos(p)}`).join("\n"),
    );
    expect(run("diagnose", name, "--expect", "vaswani").code).toBe(1);
    expect(run("diagnose", name, "--expect", "vaswani,start=1").code).toBe(0);
    expect(run("diagnose", name, "--expect", "vaswani,start").error).toContain(
      "--expect must be like",
    );
    expect(run("diagnose", name, "--expect", "vaswani,strat=1").code).toBe(2);
  });
});

/** Vectors whose halves turn by their position. @param {number[]} shape (…, T, dHead)
 * @param {number} T @param {(vector: number) => number} place @param {number} base */
function rotation(shape, T, place, base) {
  const width = shape[shape.length - 1];
  const size = shape.reduce((a, b) => a * b, 1);
  let state = 9;
  const input = Float32Array.from({ length: size }, () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  });
  const output = input.slice();
  for (let v = 0; v < size / width; v++) {
    for (let i = 0; i < width / 2; i++) {
      const angle = (place(v) % T) * base ** ((-2 * i) / width);
      const [a, b] = [v * width + i, v * width + i + width / 2];
      output[a] = input[a] * Math.cos(angle) - input[b] * Math.sin(angle);
      output[b] = input[b] * Math.cos(angle) + input[a] * Math.sin(angle);
    }
  }
  return { input: { shape, data: input }, output: { shape, data: output } };
}

describe("phasor diagnose of a model whose layers differ", () => {
  const config = file("gemma.json", {
    ...{ model_type: "gemma3_text", hidden_size: 64, num_attention_heads: 1, head_dim: 64 },
    ...{ num_hidden_layers: 6, sliding_window: 8, sliding_window_pattern: 6 },
    ...{ rope_theta: 1e6, rope_local_base_freq: 1e4, max_position_embeddings: 4096 },
  });
  const name = file("sliding.safetensors", safetensors(rotation([2, 64, 64], 64, (v) => v, 1e4)));

  it("names the type that fits", () => {
    const { code, out } = run("diagnose", name, "--config", config);
    expect(out).toMatch(
      /base 10000, as in sliding_attention layers of gemma\.json\nnothing wrong\n$/,
    );
    expect(code).toBe(0);
  });

  it("compares with the layer that is chosen", () => {
    expect(run("diagnose", name, "--config", config, "--layer", "sliding_attention").code).toBe(0);
    expect(run("diagnose", name, "--config", config, "--layer", "0").code).toBe(0);
    const { code, out } = run("diagnose", name, "--config", config, "--layer", "5");
    expect([code, out]).toEqual([1, expect.stringContaining("differs-base")]);
    expect(run("diagnose", name, "--layer", "5").error).toContain("--layer needs --config");
  });

  it("compares at the length that is given", () => {
    const rule = { type: "dynamic", factor: 4, original_max_position_embeddings: 64 };
    const dynamic = file("dynamic.json", {
      ...llama,
      max_position_embeddings: 64,
      rope_scaling: rule,
    });
    // The base that dynamic NTK has for 256 positions: base ((4 · 256/64) − 3)^(d/(d − 2)).
    const long = 10000 * (4 * (256 / 64) - 3) ** (64 / 62);
    const vectors = file("long.safetensors", safetensors(rotation([64, 64], 64, (v) => v, long)));
    expect(run("diagnose", vectors, "--config", dynamic, "--length", "256").code).toBe(0);
    expect(run("diagnose", vectors, "--config", dynamic, "--length", "64").code).toBe(1);
  });
});

it("phasor diagnose takes the axis of the sequence", () => {
  // (batch, sequence, heads, features), where the vectors turn along the heads.
  const vectors = rotation([2, 24, 16, 64], 16, (v) => v % 16, 1e4);
  const name = file("heads.safetensors", safetensors(vectors));
  expect(run("diagnose", name, "--config", right, "--token-axis", "2").code).toBe(0);
  expect(run("diagnose", name, "--config", right, "--token-axis", "1").code).toBe(1);
});

it("phasor diagnose compares a .gguf file beyond the original length, and with its factor", () => {
  const keys = {
    "general.architecture": { text: "phi3" },
    "phi3.embedding_length": { u32: 256 },
    "phi3.attention.head_count": { u32: 4 },
    "phi3.rope.dimension_count": { u32: 64 },
    "phi3.rope.freq_base": { f32: 10000 },
    "phi3.rope.scaling.original_context_length": { u32: 4096 },
  };
  const gguf = file("phi.gguf", ggufFile(keys));
  const config = file("phi.json", {
    ...{ model_type: "phi3", hidden_size: 256, num_attention_heads: 4, rope_theta: 10000 },
    ...{ max_position_embeddings: 131072, original_max_position_embeddings: 4096 },
    rope_scaling: {
      ...{ type: "longrope", short_factor: Array(32).fill(1) },
      long_factor: Array.from({ length: 32 }, (_, i) => 1 + i),
    },
  });
  const { code, out } = run("diagnose", gguf, "--config", config, "--json");
  const [report] = JSON.parse(out);
  expect(code).toBe(1);
  expect(report.summary).toBe("rotary, 32 pairs, default, base 10000 (from the file itself)");
  // sqrt(1 + ln(131072 / 4096) / ln 4096)
  expect(report.findings.map((/** @type {{ message: string }} */ { message }) => message)).toEqual([
    expect.stringMatching(/^attention factor: 1 in phi\.gguf, 1\.19024 in phi\.json$/),
    expect.stringMatching(/^at length 131072, scaling: .*; pair 31 is stretched by 1 and by 32$/),
  ]);
});
