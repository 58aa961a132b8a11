import { ropeFrequencies, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { configuration, phasor, refused, scratch, tableFrom } from "./run.js";

const folder = scratch();
/** @param {string} name of a model */
const config = (name) => configuration(folder, name);

describe("phasor rope shows", () => {
  it("frequencies, wavelengths and the attention factor", () => {
    const { out, code } = phasor(["rope", "--d-head", "4"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "all 4 features of a head rotate, base 10000",
        "scaling: none",
        "attention factor: 1",
        "",
        "pair  radians per position  wavelength",
        "   0           1.000000000     6.28319",
        "   1         0.01000000000     628.319",
        "",
      ].join("\n"),
    );
  });

  it("how a rule stretches them", () => {
    const scaling = "type=yarn,factor=4,original_max_position_embeddings=4096,truncate=false";
    const { out } = phasor(["rope", "--d-head", "64", "--scaling", scaling]);
    const rule = { type: /** @type {const} */ ("yarn"), factor: 4, truncate: false };
    const { attentionFactor } = ropeFrequencies(64, {
      scaling: { ...rule, original_max_position_embeddings: 4096 },
    });
    expect(out).toContain(`attention factor: ${attentionFactor}\n`);
    expect(out).toContain("truncate=false");
    expect(out).toMatch(/^ *0 .* 1$/m);
    expect(out).toMatch(/^ *31 .* 4$/m);
  });

  it("the frequencies of a model, and its layers", () => {
    const { path } = config("google/gemma-3-1b-it");
    const full = phasor(["rope", path]);
    const sliding = phasor(["rope", path, "--layer", "0"]);
    expect(full.out).toMatch(/^gemma3_text.*full_attention\n.*base 1000000/);
    expect(sliding.out).toMatch(/^gemma3_text, layer 0, sliding_attention\n.*base 10000,/);
    const typed = phasor(["rope", path, "--layer", "sliding_attention"]).out;
    expect(typed.split("\n")[1]).toBe(sliding.out.split("\n")[1]);
  });

  it("a layer without rotation", () => {
    const { path } = config("HuggingFaceTB/SmolLM3-3B");
    expect(phasor(["rope", path, "--layer", "3"]).out).toContain("no rotary embedding");
    const cache = phasor(["cache", path, "2", "--layer", "3"]);
    expect(cache).toMatchObject({ code: 2, out: "" });
    expect(cache.error).toContain("no rotary embedding; positions: none");
  });

  it("models without a rotary embedding, with other features, and with another direction", () => {
    const sizes = { hidden_size: 512, num_attention_heads: 4, rope_theta: 10000 };
    const lines = (/** @type {string} */ model_type) =>
      phasor(["rope", "-", "--quiet"], {
        input: JSON.stringify({ model_type, ...sizes }),
      }).out.split("\n");
    expect(lines("bert")).toEqual([
      "bert, full_attention",
      "no rotary embedding; positions: learned",
      "",
    ]);
    expect(lines("deepseek_v4")[1]).toMatch(/^the last 64 of 512 features of a head rotate/);
    expect(lines("nanochat")[2]).toBe(
      "the model rotates in the opposite direction (by negative angles)",
    );
    expect(lines("llama")[2]).toBe("scaling: none");
  });

  it("warnings, unless --quiet is given", () => {
    const text = JSON.stringify({ model_type: "unheard-of", head_dim: 8, rope_theta: 100 });
    const { error } = phasor(["rope", "-"], { input: text });
    expect(error).toMatch(/^phasor: warning: .*"unheard-of" is unknown; assuming layout "half"/);
    expect(phasor(["rope", "-", "--quiet"], { input: text }).error).toBe("");
  });
});

it("phasor rope writes a model's frequencies and wavelengths", () => {
  const { path, object } = config("meta-llama/Llama-3.1-8B");
  const { frequencies } = ropeFromConfig(object);
  const table = tableFrom(["rope", path, "-f", "npy", "--values", "frequencies"]);
  expect(table).toEqual({ data: frequencies, rows: 64, columns: 1 });
  const { data } = tableFrom(["rope", path, "-f", "npy", "--values", "wavelengths"]);
  expect(data).toEqual(frequencies.map((frequency) => (2 * Math.PI) / frequency));
});

it.each([
  ["x.json --base 5", "--base cannot be used with a configuration"],
  ["--d-head 8 --layer 3", "--layer needs FILE"],
  ["nothing.json", "nothing.json cannot be read: no such file"],
  ["--d-head 7", "dHead must be an even integer from 2 to 65536, got 7"],
  ["--d-head 8 --scaling yarn", "--scaling must be like type=yarn,factor=4"],
  ["--d-head 8 --scaling {", "--scaling: "],
  ["--d-head 8 --scaling type=linear", 'scaling.factor (type "linear" needs it) must be'],
  ["--d-head 8 --values tan", "--values must be one of"],
])("phasor rope refuses %s", (words, message) => {
  expect(refused(["rope", ...words.split(" ")], { cwd: folder })).toContain(`phasor: ${message}`);
});
