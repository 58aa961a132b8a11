// The curves of <phasor-scaling>, against the rules' formulas from papers and published code.
import { expect, test } from "vitest";
import {
  arcOf,
  factorOf,
  MODELS,
  RULE_NAMES,
  ruled,
  unscaled,
} from "../../web/elements/figures/scaling-model.js";
import { ropeFromConfig } from "../../web/phasor/index.js";
import { config } from "../phasor/config.support.js";

/** @import { RuleName } from "../../web/elements/figures/scaling-model.js" */

const { log, floor, ceil, min, max, PI } = Math;

/** @param {string} preset @param {number} [wanted] */
function modelOf(preset, wanted = 0) {
  const model = MODELS[preset];
  const factor = factorOf(model, wanted);
  return { model, factor, of: (/** @type {RuleName} */ rule) => ruled(model, rule, factor) };
}

/** @param {number} pair @param {number} base @param {number} width */
const wave = (pair, base, width) => 2 * PI * base ** ((2 * pair) / width);

/** @param {ArrayLike<number>} found @param {(pair: number) => number} wanted */
function expectEach(found, wanted) {
  for (let pair = 0; pair < found.length; pair++) {
    const right = wanted(pair);
    expect(found[pair] / right, `pair ${pair}`).toBeCloseTo(1, 11);
  }
}

/**
 * YaRN: the weight of the interpolated frequency is a ramp between pairs with 32 turns and 1 turn.
 * @param {number} base @param {number} width @param {number} context @param {number} factor
 */
function yarn(base, width, context, factor) {
  const pairOf = (/** @type {number} */ turns) =>
    (width * log(context / (turns * 2 * PI))) / (2 * log(base));
  const low = max(floor(pairOf(32)), 0);
  const high = min(ceil(pairOf(1)), width - 1);
  return (/** @type {number} */ pair) => {
    const ramp = min(max((pair - low) / (high - low), 0), 1);
    return wave(pair, base, width) / (1 - ramp + ramp / factor);
  };
}

test("unscaled wavelengths follow from the model's base", () => {
  const { model } = modelOf("llama-3.1");
  expectEach(unscaled(model), (pair) => wave(pair, 500000, 128));
  expect(unscaled(model)).toHaveLength(64);
});

test("YaRN matches its formula, with bounds rounded to pairs", () => {
  const qwen = modelOf("qwen2.5").of("yarn");
  expectEach(qwen.wavelengths, yarn(1e6, 128, 32768, 4));
  expectEach(modelOf("llama-3.1", 16).of("yarn").wavelengths, yarn(5e5, 128, 8192, 16));
});

test("NTK and dynamic NTK change the base", () => {
  const ntk = modelOf("llama-2").of("ntk");
  expectEach(ntk.wavelengths, (pair) => wave(pair, 1e4 * 4 ** (128 / 126), 128));
  const full = modelOf("llama-2", 4).of("dynamic");
  expectEach(full.wavelengths, (pair) => wave(pair, 1e4 * 13 ** (128 / 126), 128));
});

test("Llama 3's rule keeps pairs of more than four turns and divides those of less than one", () => {
  expectEach(modelOf("llama-3.1").of("llama3").divisors, (pair) => {
    const part = min(max((8192 / wave(pair, 5e5, 128) - 1) / 3, 0), 1);
    return 1 / (part + (1 - part) / 8);
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
    const read = ropeFromConfig(config(name));
    const { dHead, base, original, own } = MODELS[preset];
    expect({ dHead, base, own }, preset).toEqual({
      dHead: read.rotaryDim,
      base: read.base,
      own: read.scaling,
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
    expect(arc(turn, turn).fresh > 0, `pair ${pair}`).toBe(4096 / wave(pair, 1e4, 128) < 1);
  });
});
