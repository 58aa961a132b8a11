// The curves of <phasor-scaling>, against the rules' formulas from papers and published code.
import { expect, test } from "vitest";
import {
  arcOf,
  factorOf,
  MODELS,
  RULE_NAMES,
  scale,
  unscaled,
} from "../../web/elements/figures/scaling-model.js";
import { ropeFromConfig } from "../../web/phasor/index.js";
import { configOf } from "../phasor/config.support.js";
import { scaled } from "../phasor/scaling_reference.js";

/** @import { RuleName } from "../../web/elements/figures/scaling-model.js" */

/** @param {string} preset @param {number} [expected] */
function modelOf(preset, expected = 0) {
  const model = MODELS[preset];
  const factor = factorOf(model, expected);
  return { model, factor, of: (/** @type {RuleName} */ rule) => scale(model, rule, factor) };
}

test.each(
  /** @type {[preset: string, wanted: number, rule: RuleName, factor: number][]} */ ([
    ["qwen2.5", 0, "yarn", 4],
    ["llama-3.1", 16, "yarn", 16],
    ["llama-2", 0, "ntk", 4],
    ["llama-2", 4, "dynamic", 4],
    ["llama-3.1", 0, "llama3", 8],
    ["llama-2", 3.7, "linear", 3.7],
  ]),
)("wavelengths of %s by %d follow %s's formula", (preset, expected, type, factor) => {
  const { model, factor: its, of } = modelOf(preset, expected);
  const { base, dHead, original } = model;
  expect(its).toBe(factor);
  const rule = { type, factor, original_max_position_embeddings: original };
  const llama3 = { low_freq_factor: 1, high_freq_factor: 4 };
  const frequencies = scaled({ ...rule, ...llama3 }, base, dHead, factor * original);
  const { wavelengths, divisors } = of(type);
  expect(wavelengths).toHaveLength(dHead / 2);
  scaled(null, base, dHead).forEach((frequency, pair) => {
    const turn = 2 * Math.PI;
    expect(unscaled(model)[pair] / (turn / frequency), `pair ${pair}`).toBeCloseTo(1, 11);
    expect(wavelengths[pair] / (turn / frequencies[pair]), `pair ${pair}`).toBeCloseTo(1, 11);
    expect(divisors[pair] / (frequency / frequencies[pair]), `pair ${pair}`).toBeCloseTo(1, 11);
  });
});

test("a factor of 1 changes no pair", () => {
  const { model, of } = modelOf("llama-2", 1);
  for (const rule of RULE_NAMES) expect(of(rule).wavelengths, rule).toEqual(unscaled(model));
});

test("models match what the package reads from their own config.json", () => {
  for (const [preset, name] of [
    ["llama-2", "meta-llama/Llama-2-7b-hf"],
    ["llama-3.1", "meta-llama/Llama-3.1-8B"],
    ["qwen2.5", "Qwen/Qwen2.5-7B-Instruct"],
  ]) {
    const read = ropeFromConfig(configOf(name));
    const { dHead, base, original, scaling } = MODELS[preset];
    expect({ dHead, base, scaling }, preset).toEqual({
      dHead: read.rotaryDim,
      base: read.base,
      scaling: read.scaling,
    });
    const length = read.scaling?.original_max_position_embeddings ?? read.contextLength;
    expect(original, preset).toBe(length);
  }
  expect(Object.keys(MODELS)).toHaveLength(3);
});

test("arcs are turns, up to a whole one, and new where training did not reach", () => {
  // 4,096 tokens are a quarter of a turn of 16,384; four times as many are a whole one.
  expect(arcOf(16384, 16384, 4096, 16384)).toEqual({ trained: 0.25, needed: 1, fresh: 0.75 });
  expect(arcOf(16384, 32768, 4096, 16384)).toEqual({ trained: 0.25, needed: 0.5, fresh: 0.25 });
  expect(arcOf(16384, 65536, 4096, 16384)).toEqual({ trained: 0.25, needed: 0.25, fresh: 0 });
  expect(arcOf(100, 100, 4096, 16384)).toEqual({ trained: 1, needed: 1, fresh: 0 });
  // Linear scaling makes no angle new, whatever the rounding; no rule does in every slow pair.
  const { model, factor, of } = modelOf("llama-2", 3.7);
  const arc = (/** @type {number} */ turn, /** @type {number} */ stretched) =>
    arcOf(turn, stretched, model.original, factor * model.original);
  unscaled(model).forEach((turn, pair) => {
    expect(arc(turn, of("linear").wavelengths[pair]).fresh).toBe(0);
    expect(arc(turn, turn).fresh > 0, `pair ${pair}`).toBe(4096 / turn < 1);
  });
});
