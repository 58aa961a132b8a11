// The model of <phasor-bugs>'s rotary tab, without a document: the effects of its cards, their
// diagnosis, and what is read from files.
import { gzipSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { Data, tracked } from "../../web/elements/core/memo.js";
import { answerTo, ruleWords } from "../../web/elements/figures/bugs-answer.js";
import { contentOf } from "../../web/elements/figures/bugs-files.js";
import {
  modelOf,
  portOf,
  rotaryData,
  SLIPS,
} from "../../web/elements/figures/bugs-rotary-model.js";
import { writeTable } from "../../web/formats/index.js";
import { ggufFile } from "../formats/gguf.js";
import { npz, safetensors } from "../formats/writers.js";
import { brain } from "../phasor/rotary_cases.js";
import { attentionOf, scaled } from "../phasor/scaling_reference.js";

/** The figure's computed values. @param {Record<string, unknown>} settings */
function dataOf(settings) {
  const p = {
    ...{ bugs: "", config: "", dModel: 64, length: 128, position: 37, second: 47, pair: 6 },
    ...{ held: "", rotation: undefined, reply: undefined },
    ...settings,
  };
  const read = tracked(Object.keys(p), (name) => Reflect.get(p, name));
  return new Data(rotaryData, read, () => {}).values;
}

const LLAMA = JSON.stringify({
  ...{ model_type: "llama", head_dim: 128, rope_theta: 500000, max_position_embeddings: 131072 },
  rope_scaling: {
    ...{ rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    original_max_position_embeddings: 8192,
  },
});
const NEOX = JSON.stringify({
  ...{ model_type: "gpt_neox", hidden_size: 512, num_attention_heads: 8, rotary_pct: 0.25 },
  rotary_emb_base: 10000,
});

describe("the rotary card", () => {
  /** Scores by the definition, one at a time. @param {string} slip */
  function scoresOf(slip) {
    const [width, at] = [64, 37];
    const base = slip === "base" ? 10000 : 500000;
    const r = slip === "part" ? 32 : 64;
    const rule = { type: "yarn", factor: 4, original_max_position_embeddings: 8192 };
    const list = scaled(slip === "scaling" ? undefined : rule, base, r);
    const size = ["scaling", "factor"].includes(slip) ? 1 : attentionOf(rule);
    const neighbours = slip === "layout";
    const vector = (/** @type {number} */ n, /** @type {number} */ middle) => {
      const x = Array.from({ length: width }, (_, f) => (((7 * f + 3) % 12) - middle) / 6);
      const position = slip === "restart" && n >= 64 ? n - 64 : n;
      const p = slip === "start" ? position + 1 : position;
      list.forEach((w, i) => {
        const [a, z] = neighbours ? [2 * i, 2 * i + 1] : [i, i + r / 2];
        const angle = slip === "bfloat16" ? brain(brain(p) * brain(w)) : p * w;
        let [c, s] = [size * Math.cos(angle), size * Math.sin(angle)];
        if (slip === "sign") s = -s;
        if (slip === "swapped") [c, s] = [s, c];
        [x[a], x[z]] = [x[a] * c - x[z] * s, x[a] * s + x[z] * c];
      });
      return x;
    };
    const query = vector(at, 5.5);
    return Array.from({ length: 128 }, (_, n) =>
      vector(n, 4.5).reduce((sum, value, f) => sum + value * query[f], 0),
    );
  }

  test.each(SLIPS.map(({ name }) => name))("%s has the scores of the definition", (slip) => {
    const { scores } = dataOf({ bugs: slip });
    const [expected, right] = [scoresOf(slip), scoresOf("")];
    expected.forEach((value, n) => {
      expect(Math.abs(scores.actual[n] - value), `key ${n}`).toBeLessThan(1e-9);
      expect(Math.abs(scores.correct[n] - right[n]), `key ${n}`).toBeLessThan(1e-9);
    });
    // Positions that are all one too far change no score.
    const difference = Math.max(...expected.map((value, n) => Math.abs(value - right[n])));
    if (["start"].includes(slip)) expect(difference).toBeLessThan(1e-9);
    else expect(difference).toBeGreaterThan(0.1);
  });

  const CODES = {
    layout: "differs-layout",
    base: "differs-base",
    start: "starts-at-1",
    restart: "restarting-positions",
    scaling: "missing-scaling",
    factor: "missing-attention-factor",
    sign: "turned-backwards",
    part: "differs-rotaryDim",
    swapped: "swapped-sine-cosine",
    bfloat16: "low-precision-angles",
  };
  const codesOf = (/** @type {any} */ settings) =>
    answerTo(dataOf(settings).rotaryQuestion).findings.map(({ code }) => code);

  test.each(Object.entries(CODES))("%s is diagnosed: %s", (slip, code) => {
    expect(codesOf({ bugs: slip })).toContain(code);
  });

  test.each([
    ["base layout", ["differs-base", "differs-layout"]],
    ["start swapped factor", ["swapped-sine-cosine", "starts-at-1", "missing-attention-factor"]],
    ["sign part", ["turned-backwards", "differs-rotaryDim"]],
  ])("%s are diagnosed together", (bugs, codes) => {
    expect(codesOf({ bugs }).sort()).toEqual(codes.sort());
  });

  test.each([
    ["the example", { config: "" }],
    ["a small one", { dModel: 12, length: 20 }],
    ["a wide one", { dModel: 1024, length: 1000 }],
    ["Llama 3.1", { config: LLAMA }],
    ["GPT-NeoX", { config: NEOX }],
  ])("none has no finding with %s", (_, settings) => {
    expect(codesOf(settings)).toEqual([]);
  });

  test.each([
    [LLAMA, "base", "differs-base"],
    [LLAMA, "scaling", "missing-scaling"],
    [NEOX, "part", "differs-rotaryDim"],
    [NEOX, "layout", "differs-layout"],
  ])("in another model, %s: %s is diagnosed as %s", (config, bugs, code) => {
    expect(codesOf({ config, bugs })).toContain(code);
  });

  test("is missing for features that the model does not have", () => {
    expect(dataOf({ config: NEOX, bugs: "scaling factor part" }).slips).toEqual(["part"]);
    expect(dataOf({ config: LLAMA, bugs: "scaling factor" }).slips).toEqual(["scaling"]);
  });
});

describe("a configuration", () => {
  it.each([
    ['{"model_type": "bert"}', /no rotary embedding; positions: learned/],
    ["{", /JSON/],
    ['{"model_type": "llama", "head_dim": "many"}', /head_dim/],
  ])("that cannot be used gives the reason: %s", (text, reason) => {
    const { problem, fromConfig, rope } = modelOf(text, 64);
    expect(problem).toMatch(reason);
    expect([fromConfig, rope.base]).toEqual([false, 500000]);
  });

  it("is what right rotations are compared with", () => {
    const { rope, fromConfig } = modelOf(NEOX, 64);
    expect([fromConfig, rope.dHead, rope.rotaryDim, rope.base]).toEqual([true, 64, 16, 10000]);
  });
});

describe("a file", () => {
  const { rope } = modelOf("", 64);
  const rows = 48;
  const { cos, sin } = portOf(rope, ["start"], rows);
  const narrow = (/** @type {Float64Array} */ x) => Float32Array.from(x);
  const doubled = (/** @type {Float64Array} */ x) =>
    Float32Array.from({ length: rows * 64 }, (_, at) => x[Math.floor(at / 64) * 32 + (at % 32)]);
  const cache = { shape: [rows, 64], data: doubled(cos) };
  const other = { shape: [1, rows, 64], data: doubled(sin) };
  const sides = Float32Array.from({ length: rows * 64 }, (_, at) => {
    const [row, c] = [Math.floor(at / 64), at % 64];
    return c < 32 ? cos[row * 32 + c] : sin[row * 32 + c - 32];
  });
  const two = Float32Array.from([...cos, ...sin]);
  const vectors = dataOf({ bugs: "layout", length: rows / 2 }).rotaryQuestion;
  const repeated = (/** @type {Float64Array} */ x) => Float32Array.from([...x, ...x]);
  const input = { shape: [2, rows / 2, 64], data: repeated(vectors.data.input) };
  const output = { shape: [2, rows / 2, 64], data: repeated(vectors.data.output) };
  const inverse = Float32Array.from({ length: 32 }, (_, i) => 10000 ** (-i / 32));
  const nested = (/** @type {Float32Array} */ x, /** @type {number} */ columns) =>
    Array.from({ length: x.length / columns }, (_, n) => [
      ...x.subarray(n * columns, (n + 1) * columns),
    ]);
  const text = new TextEncoder();
  const npyOf = (/** @type {Float32Array} */ x, /** @type {number[]} */ shape) =>
    writeTable("npy", /** @type {any} */ (x), /** @type {any} */ (shape));

  /** @param {Uint8Array} bytes @param {string} name @param {any} [settings] */
  async function diagnoseFile(bytes, name, settings = {}) {
    const { parts } = await contentOf(bytes, name, "rotary");
    const { rotation, kind } = /** @type {any} */ (await parts[0].load());
    const before = dataOf({ ...settings, rotation });
    const question = before.rotaryQuestion;
    const answer = answerTo(question);
    // In the form in which the figure stores it, with the question for the doctor.
    const p = { ...settings, rotation, reply: { question, answer } };
    const after = dataOf(p);
    const port = rotation.portOf(answer, after.steps);
    return { parts, kind, rotation, answer, port, codes: answer.findings.map(({ code }) => code) };
  }

  const config = JSON.stringify({ model_type: "llama", head_dim: 64, rope_theta: 500000 });

  it.each([
    ["cache.npz", npz({ cos_cached: cache, sin_cached: other })],
    [
      "cache.safetensors",
      safetensors({ "rope.cos": cache, "rope.sin": { ...other, shape: [rows, 64] } }),
    ],
    [
      "side.csv",
      text.encode(
        nested(sides, 64)
          .map((row) => row.join())
          .join("\n"),
      ),
    ],
    ["two.json", text.encode(JSON.stringify([nested(narrow(cos), 32), nested(narrow(sin), 32)]))],
    ["two.npy", npyOf(two, [2, rows, 32])],
    ["side.npy.gz", gzipSync(npyOf(sides, [rows, 64]))],
  ])("%s holds cosines and sines from position 1", async (name, bytes) => {
    const { kind, rotation, answer, port, codes } = await diagnoseFile(bytes, name);
    expect(kind).toBe("rotary");
    expect(rotation.words).toContain("cosines and sines, 48 positions");
    expect(answer.kind).toBe("rotary");
    expect(answer.summary).toMatch(/, row 0 is position 1$/);
    expect(codes).toContain("starts-at-1");
    // The hand of each pair is at the angle in the file.
    for (const at of [0, 31, 32 * 20 + 7, rows * 32 - 1]) {
      expect(Math.abs(port.cos[at] - cos[at])).toBeLessThan(1e-6);
      expect(Math.abs(port.sin[at] - sin[at])).toBeLessThan(1e-6);
    }
  });

  it("with vectors before and after shows their pairs", async () => {
    const { rotation, codes, port } = await diagnoseFile(npz({ output, input }), "x.npz", {
      config: LLAMA,
    });
    expect(rotation.name).toBe("input and output");
    expect(rotation.words).toContain("vectors before and after, 24 positions");
    expect(codes).toContain("differs-layout");
    const right = portOf(rope, [], rows);
    expect(port.layout).toBe("interleaved");
    for (const at of [0, 32 * 3 + 1, 32 * 23])
      expect(Math.abs(port.cos[at] - right.cos[at])).toBeLessThan(1e-4);
  });

  it("with frequencies is compared with the configuration", async () => {
    const file = safetensors({ "model.rotary_emb.inv_freq": { shape: [32], data: inverse } });
    expect((await diagnoseFile(file, "m.safetensors")).codes).toEqual([]);
    const { codes, rotation } = await diagnoseFile(file, "m.safetensors", { config });
    expect(rotation.words).toBe("32 frequencies");
    expect(codes).toEqual(["differs-base"]);
  });

  it("of a .gguf model is used as configuration", async () => {
    const file = ggufFile({
      "general.architecture": { text: "llama" },
      "llama.embedding_length": { u32: 4096 },
      "llama.attention.head_count": { u32: 64 },
      "llama.rope.dimension_count": { u32: 64 },
      "llama.rope.freq_base": { f32: 10000 },
    });
    const { parts, codes } = await diagnoseFile(file, "model.gguf");
    expect(parts.map(({ name }) => name)).toEqual(["its configuration"]);
    expect(codes).toEqual([]);
    expect((await diagnoseFile(file, "model.gguf", { config })).codes).toEqual(["differs-base"]);
  });

  it("of a .gguf model with divided frequencies is compared with the divided frequencies", async () => {
    const keys = {
      "general.architecture": { text: "llama" },
      "llama.rope.dimension_count": { u32: 64 },
      "llama.rope.freq_base": { f32: 500000 },
    };
    const divisors = Float32Array.from({ length: 32 }, (_, i) => (i < 16 ? 1 : 8));
    const bytes = ggufFile(keys, { "rope_freqs.weight": divisors });
    const { parts, rotation, port, codes } = await diagnoseFile(bytes, "model.gguf");
    expect(parts.map(({ name }) => name)).toEqual(["its configuration", "rope_freqs.weight"]);
    expect(codes).toEqual([]);
    expect(ruleWords(rotation.expect)).toBe("the file’s own frequencies");
    const { cos } = portOf({ ...rotation.expect, layout: port.layout }, [], 16);
    for (const [at, cosine] of cos.entries())
      expect(Math.abs(port.cos[at] - cosine)).toBeLessThan(1e-9);
  });

  it("that is opened while a card is held has no verdict yet", async () => {
    const file = safetensors({ "model.rotary_emb.inv_freq": { shape: [32], data: inverse } });
    const { rotation } = await diagnoseFile(file, "m.safetensors");
    expect(dataOf({ rotation, held: "base" }).port).toBeUndefined();
  });

  it("of many tensors offers those about positions", async () => {
    const table = { shape: [20, 4], data: new Float32Array(80).map((_, at) => Math.sin(at)) };
    const { parts } = await contentOf(
      safetensors({
        "h.0.q.weight": table,
        "wpe.weight": table,
        "rotary_emb.inv_freq": { shape: [32], data: inverse },
        cos: cache,
        sin: cache,
      }),
      "model.safetensors",
      "table",
    );
    expect(parts.map(({ name }) => name)).toEqual([
      "wpe.weight",
      "rotary_emb.inv_freq",
      "cos and sin",
    ]);
    expect(await parts[0].load()).toMatchObject({
      kind: "table",
      ownTable: { rows: 20, columns: 4 },
    });
  });

  it.each(["cos", "sin"])("with only the %s of each pair is read", async (name) => {
    const { parts } = await contentOf(npz({ [`${name}_cached`]: cache }), "half.npz", "rotary");
    expect(parts.map((part) => part.name)).toEqual([`${name}_cached`]);
    expect(await parts[0].load()).toMatchObject({ kind: "rotary" });
  });

  it("named config.json is used as configuration in both tabs", async () => {
    for (const kind of /** @type {const} */ (["table", "rotary"])) {
      expect(await contentOf(text.encode(config), "config.json", kind)).toEqual({
        parts: [],
        config,
      });
    }
  });

  it.each([
    ["nothing.npy", new Uint8Array(0), /^nothing\.npy: the file is empty$/],
    ["words.csv", text.encode("a table"), /^words\.csv: /],
    [
      "config.json",
      text.encode('{"model_type": "bert"}'),
      /^config\.json: no rotary embedding; positions: /,
    ],
    ["a.json", text.encode('{"model_type": 3'), /^a\.json: .*JSON/],
    [
      "w.safetensors",
      safetensors({ weight: { shape: [2, 2], data: new Float32Array(4) } }),
      /^w\.safetensors: no tensor name looks positional \(1 in all\)$/,
    ],
    ["t.safetensors", text.encode(`${String.fromCharCode(255, 0)}`), /^t\.safetensors: /],
  ])("%s that cannot be read gives one sentence", async (name, bytes, message) => {
    const error = await contentOf(bytes, name, "rotary").catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("\n");
  });

  it.each([
    [
      { cos: cache, sin: { shape: [64, rows], data: cache.data } },
      /shapes differ, \(48, 64\) and \(64, 48\)/,
    ],
    [
      {
        cos: { shape: [4, 8], data: new Float32Array(32) },
        sin: { shape: [4, 8], data: new Float32Array(32) },
      },
      /8 or more positions/,
    ],
    [{ pe: { shape: [3, 4, 4], data: new Float32Array(48) } }, /this holds 3 tables/],
    [{ pe: { shape: [9, 1], data: new Float32Array(9) } }, /a pair needs two columns/],
    [
      { any: { shape: [3, 9, 4], data: new Float32Array(108) } },
      /its shape is \(3, 9, 4\), but must be/,
    ],
  ])("with unusable arrays names them", async (tensors, message) => {
    const { parts } = await contentOf(npz(/** @type {any} */ (tensors)), "x.npz", "rotary");
    await expect(parts[0].load()).rejects.toThrow(message);
  });

  it("is not read immediately if it is too large", async () => {
    const slice = () => new Blob([text.encode("1,2,3\n1,2,3\n1,2,3")]);
    const huge = { size: { value: 2 ** 27 }, slice: { value: slice } };
    const file = Object.create(Blob.prototype, huge);
    await expect(contentOf(file, "big.csv", "table")).rejects.toThrow(
      /the limit here is 67,108,864$/,
    );
  });
});
