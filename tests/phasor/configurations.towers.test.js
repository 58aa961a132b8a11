// Compares ropeFromConfig with the code of vision towers and of the transformers in diffusers, by
// what it does to one vector.
//
// How the expectations were made: the classes and functions that make and apply the sines and
// cosines ran in doubles on PyTorch 1.13, for the vector sin(1), sin(2), … and one position; `source`
// names the module. `positions` has one list for each axis of the configuration's own order.
import * as phasor from "phasor";
import { describe, expect, it } from "vitest";
import { judgeRotated } from "./configurations/judge.js";
import pipelines from "./configurations/pipelines.json";
import towers from "./configurations/towers.json";

const { ropeFromConfig } = phasor;

/** @import { Rotated } from "./configurations/judge.js" */

describe.each([
  ["towers", /** @type {Rotated[]} */ (towers.configurations)],
  ["pipelines", /** @type {Rotated[]} */ (pipelines.configurations)],
])("%s", (_, cases) => {
  it.each(cases.map((row) => /** @type {const} */ ([row.name, row])))("%s", (_name, row) => {
    expect(judgeRotated(phasor, row).list).toEqual([]);
    // Another order of the axes would not pass.
    const { positions } = row;
    if (positions.length > 1) {
      const reversed = { ...row, positions: [...positions].reverse() };
      expect(judgeRotated(phasor, reversed).list).not.toEqual([]);
    }
  });
});

describe("what RotaryEmbedding cannot express", () => {
  /** @type {[Record<string, unknown>, RegExp][]} */
  const cases = [
    [{ model_type: "vjepa2", hidden_size: 1024 }, /two features of a pair turn by different/],
    [
      { model_type: "pope", head_dim: 64 },
      /a pair is softplus\(x\) and 0: make them and use Rotary/,
    ],
    [{ model_type: "lightglue" }, /learned products of both coordinates: use applyAngles/],
    [{ _class_name: "MochiTransformer3DModel" }, /its frequencies are learned/],
    [
      { _class_name: "LTX2VideoTransformer3DModel", rope_type: "split" },
      /each head turns by frequencies of its own: use applyAngles/,
    ],
    [{ _class_name: "ErnieImageTransformer2DModel" }, /different frequencies/],
  ];
  it.each(cases)("is refused with the reason: %j", (config, reason) => {
    expect(() => ropeFromConfig(config)).toThrow(RangeError);
    expect(() => ropeFromConfig(config)).toThrow(reason);
  });

  it("is a warning where a part of it can be expressed", () => {
    const vision_config = {
      model_type: "gemma4_vision",
      hidden_size: 768,
      num_attention_heads: 12,
    };
    const rope = ropeFromConfig({ model_type: "gemma4", vision_config }, { part: "vision" });
    expect(rope).toMatchObject({ dHead: 64, rotaryDim: 32, axes: ["width"] });
    expect(rope.warnings.join()).toContain("use embeddings with rotaryStart 32 for height");
  });
});

describe("parts", () => {
  const vision_config = { model_type: "qwen2_5_vl", hidden_size: 1280, num_heads: 16, depth: 32 };
  const qwen = { model_type: "qwen2_5_vl", hidden_size: 2048, num_attention_heads: 16 };
  const whole = { ...qwen, rope_theta: 1e6, vision_config };

  it("are those in the file, and the text by default", () => {
    expect(ropeFromConfig(whole)).toMatchObject({
      part: "text",
      parts: ["text", "vision"],
      base: 1e6,
    });
    const vision = ropeFromConfig(whole, { part: "vision" });
    expect(vision).toMatchObject({ part: "vision", dHead: 80, base: 10000, warnings: [] });
    expect(vision.axes).toEqual(["height", "width"]);
    expect(vision.sections).toEqual({ sizes: [20, 20], interleaved: false, axial: true });
  });

  // PerceptionEncoderRope2D (step_vl.py) and apply_rope (kimi_k25_vit.py) in vLLM.
  it("have the pairs of the file's own weights in Step 3.7 and Kimi K2.5", () => {
    const vision_config = { model_type: "perception_encoder", width: 1536, heads: 16 };
    const rope = ropeFromConfig({ model_type: "step3p7", vision_config }, { part: "vision" });
    expect(rope).toMatchObject({ dHead: 96, layout: "interleaved", axes: ["width", "height"] });
    const kimi = { model_type: "kimi_k25", vision_config: { vt_hidden_size: 1152 } };
    expect(ropeFromConfig(kimi, { part: "vision" }).layout).toBe("interleaved");
  });

  it("are Pixtral's in Mistral's files, and interleaved as there", () => {
    const vision_encoder = { hidden_size: 1024, num_attention_heads: 16, rope_theta: 20000 };
    const text = { dim: 5120, n_layers: 40, n_heads: 32, head_dim: 128, rope_theta: 1e9 };
    const rope = ropeFromConfig({ ...text, vision_encoder }, { part: "vision" });
    expect(rope).toMatchObject({ dHead: 64, layout: "interleaved", axes: ["height", "width"] });
    expect(rope.frequencies[1]).toBeCloseTo(20000 ** (-4 / 64), 12);
  });

  it("have a first position", () => {
    const config = { model_type: "llama4", vision_config: { model_type: "llama4_vision_model" } };
    const rope = ropeFromConfig(config, { part: "vision" });
    expect(rope).toMatchObject({ firstPosition: 1, axes: ["width", "height"] });
    expect(ropeFromConfig(qwen)).toMatchObject({ firstPosition: 0, axes: ["token"] });
  });

  it("must be in the file", () => {
    const part = /** @type {const} */ ("vision");
    expect(() => ropeFromConfig(qwen, { part })).toThrow(/part must be "text", got "vision"/);
    expect(() => ropeFromConfig(whole, { part: /** @type {any} */ ("ears") })).toThrow(/"vision"/);
  });
});
