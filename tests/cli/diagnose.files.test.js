// phasor diagnose on files of many tensors.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { RotaryEmbedding, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { learnedReport } from "../../web/cli/learned.js";
import { numpy } from "../formats/numpy.js";
import { safetensors } from "../formats/writers.js";
import { phasor, scratch } from "./run.js";

const folder = scratch();
/** @param {string} name @param {string | Uint8Array} contents */
function file(name, contents) {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

const inverse = Float32Array.from({ length: 32 }, (_, i) => 10000 ** (-i / 32));
const config = file("config.json", '{"model_type": "llama", "head_dim": 64, "rope_theta": 500000}');

describe("phasor diagnose of a checkpoint", () => {
  const path = file(
    "model.safetensors",
    safetensors({
      "model.layers.0.self_attn.q_proj.weight": { shape: [2, 2], data: new Float32Array(4) },
      "encoder.embed_positions.weight": { shape: [64, 32], data: sinusoidal(64, 32) },
      "model.rotary_emb.inv_freq": { shape: [32], data: inverse },
      "block.0.relative_attention_bias.weight": { shape: [32, 2], data: new Float32Array(64) },
      "swin.relative_position_bias_table": { shape: [169, 3], data: new Float32Array(507) },
      "beit.relative_position_bias_table": { shape: [732, 2], data: new Float32Array(1464) },
    }),
  );

  it("lists the tensors about positions", () => {
    const { code, out } = phasor(["diagnose", path]);
    expect(code).toBe(0);
    expect(out.split("\n\n").map((paragraph) => paragraph.split("\n")[0])).toEqual([
      "encoder.embed_positions.weight: 64 × 32, sinusoidal, as vaswani",
      "model.rotary_emb.inv_freq: 32, rotary, 32 pairs, default, base 10000",
      "block.0.relative_attention_bias.weight: 32 × 2, learned biases of 32 buckets and 2 heads",
      "swin.relative_position_bias_table: 169 × 3, learned biases of a window of 7 × 7 and 3 heads",
      "beit.relative_position_bias_table: 732 × 2, learned biases of 732 relative positions and 2 heads",
    ]);
  });

  it("compares it with a configuration", () => {
    const { code, out } = phasor(["diagnose", path, "--config", config]);
    expect(code).toBe(1);
    expect(out).toContain("differs-base: The base is 10000; the configuration says 500000.");
  });

  it("prints JSON, for compressed and other files", () => {
    const packed = file(
      "packed.safetensors.gz",
      gzipSync(safetensors({ inv_freq: { shape: [32], data: inverse } })),
    );
    const { code, out } = phasor(["diagnose", packed, "--json"]);
    const [report] = JSON.parse(out);
    expect([code, report.kind, report.shape, report.diagnosis.base]).toEqual([
      0,
      "frequencies",
      [32],
      10000,
    ]);
  });

  describe("with more tensors than are diagnosed", () => {
    const names = Array.from({ length: 203 }, (_, i) => `block.${i}.relative_attention_bias`);
    const tensors = Object.fromEntries(
      names.map((name) => [name, { shape: [8, 2], data: new Float32Array(16) }]),
    );
    const many = file("many.safetensors", safetensors(tensors));
    const message =
      "only the first 200 positional tensors were diagnosed (3 more left out); select one with --tensor\n";

    it("says how many it leaves out", () => {
      const { code, out, error } = phasor(["diagnose", many]);
      expect([code, out.trim().split("\n\n")]).toEqual([
        0,
        expect.objectContaining({ length: 200 }),
      ]);
      expect(error).toBe(`phasor: ${many}: ${message}`);
      const json = phasor(["diagnose", many, "--json"]);
      expect(JSON.parse(json.out)).toHaveLength(200);
      expect(json.error).toBe(error);
    });

    it("shows one of them that is named", () => {
      const { out, error } = phasor(["diagnose", many, "--tensor", names[202]]);
      expect([out.split(":")[0], error]).toEqual([names[202], ""]);
    });

    it("says nothing if all are diagnosed; a pair counts once", () => {
      const pair = { shape: [8, 2], data: new Float32Array(16) };
      const fewTensors = Object.fromEntries(Object.entries(tensors).slice(0, 199));
      const bytes = safetensors({ ...fewTensors, cos_cached: pair, sin_cached: pair });
      const { out, error } = phasor(["diagnose", file("all.safetensors", bytes)]);
      expect([out.trim().split("\n\n").length, error]).toEqual([200, ""]);
    });
  });

  it("has the tensor that is named", () => {
    const { code, out } = phasor(["diagnose", path, "--tensor", "encoder.embed_positions.weight"]);
    expect([code, out.split(":")[0]]).toEqual([0, "encoder.embed_positions.weight"]);
    expect(phasor(["diagnose", path, "--tensor", "x"]).code).toBe(2);
  });
});

it("phasor diagnose describes a learned table", () => {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  const data = Float32Array.from({ length: 64 * 32 }, (_, at) => {
    const [p, c] = [at >> 5, at & 31];
    // Rows 60 to 63 were never trained.
    return p >= 60 ? 1e-4 * random() : Math.cos((2 * Math.PI * p) / 16 + c) + 0.1 * random();
  });
  const path = file(
    "learned.safetensors",
    safetensors({ "wpe.weight": { shape: [64, 32], data } }),
  );
  const { out } = phasor(["diagnose", path]);
  expect(out).toMatch(/^wpe.weight: 64 × 32, learned, effective rank [\d.]+, \d+ %/);
  expect(out).toContain("note untrained-rows: Rows 60 to 63 have unusual norms");
  const [report] = JSON.parse(phasor(["diagnose", path, "--json"]).out);
  const { spectrum, untrained } = report.diagnosis.learned;
  expect(untrained).toEqual([[60, 63]]);
  expect(spectrum[0].wavelength).toBe(16);
});

it("speaks of a single untrained row, and of several", () => {
  const message = (/** @type {number[]} */ ...rows) => {
    const table = Float64Array.from({ length: 64 }, (_, p) =>
      rows.includes(p) ? 0.001 : 1 + p / 64,
    );
    return learnedReport(table, 64, 1).findings[0]?.message;
  };
  expect(message()).toBeUndefined();
  expect(message(5)).toBe("Row 5 has an unusual norm; it may be reserved or untrained.");
  expect(message(5, 9)).toBe("Rows 5, 9 have unusual norms; they may be reserved or untrained.");
});

it.each([0, 1, Math.PI / 2])("finds all power of a wave in its length, at phase %d", (phase) => {
  const wave = Float64Array.from({ length: 64 }, (_, p) =>
    Math.sin((2 * Math.PI * p) / 16 + phase),
  );
  const [first, second] = learnedReport(wave, 64, 1).numbers.spectrum;
  expect(first.wavelength).toBe(16);
  expect(first.share).toBeCloseTo(1, 12);
  expect(second.share).toBeCloseTo(0, 12);
});

it("phasor diagnose and compare read caches of cosines and sines from .npz", () => {
  numpy(
    `
angles = np.arange(1, 65)[:, None] * 10000.0 ** (-np.arange(32) / 32)
cache = {"cos_cached": np.cos(angles), "sin_cached": np.sin(angles)}
np.savez(sys.argv[1] + "/cache.npz", **cache)
np.savez(sys.argv[1] + "/named.npz", model=np.array("llama"), **cache, args=np.array({}, object))
`,
    [folder],
  );
  const { code, out } = phasor(["diagnose", join(folder, "cache.npz"), "--config", config]);
  expect(code).toBe(1);
  // Text and objects are not read, which hides none of the others.
  const renamed = phasor(["diagnose", join(folder, "named.npz"), "--config", config]);
  expect([renamed.code, renamed.out]).toEqual([2, out]);
  expect(renamed.error).toMatch(/^phasor: .*model\.npy: .*"<U5" .*\n.*args\.npy: .*"\|O" .*\n$/);
  const comparison = phasor(["compare", join(folder, "cache.npz"), join(folder, "named.npz")]);
  expect(comparison).toMatchObject({ code: 2, error: renamed.error });
  expect(comparison.out).toBe(
    "cos_cached: 64 × 32, float64, equal\nsin_cached: 64 × 32, float64, equal\n",
  );
  expect(out).toContain("cos_cached: 64 × 32, rotary, 32 pairs, default, base 10000");
  expect(out).toContain("problem starts-at-1");
  expect(out).toContain("problem differs-base");
});

it.each([
  ["a header that lies", "lie.safetensors", Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0, 123)],
  [
    "10^9 tensors",
    "many.gguf",
    Buffer.concat([
      Buffer.from("GGUF\x03\0\0\0"),
      Buffer.from([0, 202, 154, 59, 0, 0, 0, 0]),
      Buffer.alloc(8),
    ]),
  ],
  ["half of an archive", "half.npz", Buffer.from("PK\x03\x04 and no more")],
  ["a damaged .gz", "bad.npy.gz", Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8)],
])("phasor diagnose refuses files with one sentence and exit code 2: %s", (_, name, bytes) => {
  const { code, out, error } = phasor(["diagnose", file(name, bytes)]);
  expect([code, out]).toEqual([2, ""]);
  expect(error).toMatch(/^phasor: .*\n$/);
  expect(error.split("\n")).toHaveLength(2);
});

describe("phasor diagnose of vectors with heads", () => {
  const sizes = [2, 12, 10, 16];
  const input = Float32Array.from({ length: 2 * 12 * 10 * 16 }, (_, i) => Math.sin(i * i));
  const rotary = new RotaryEmbedding(16, { layout: "half" });
  /** Without positions. @param {number} tokenAxis @param {string[]} args */
  const report = (tokenAxis, ...args) => {
    const shape = tokenAxis === 2 ? [2, 10, 12, 16] : sizes;
    const output = rotary.apply(input, shape, { tokenAxis });
    const vectors = file(
      `heads${tokenAxis}.safetensors`,
      safetensors({ input: { shape, data: input }, output: { shape, data: output } }),
    );
    return phasor(["diagnose", vectors, ...args]).out;
  };

  it("says along which axis they turn, since heads may come before or after rows", () => {
    expect(report(2)).toMatch(
      /note token-axis: Vectors turn along axis 2 of the shape \(12\s+rows\)/,
    );
    expect(report(1)).toMatch(/note token-axis: Vectors turn along axis 1 of the shape/);
  });

  it("says nothing where the axis is given", () => {
    expect(report(2, "--token-axis", "2")).not.toContain("token-axis");
  });
});
