// The curves of <phasor-scaling>, against the rules' formulas from papers and published code.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  contextsOf,
  RULE_NAMES,
  ruled,
  unscaled,
} from "../../web/elements/figures/scaling-model.js";
import { MODELS } from "../../web/elements/figures/scaling-presets.js";
import { ropeFromConfig } from "../../web/phasor/index.js";

/** @import { RuleName } from "../../web/elements/figures/scaling-model.js" */

const { log, floor, ceil, min, max, PI } = Math;

/** @param {string} preset @param {number} [wanted] @param {number} [length] */
function modelOf(preset, wanted = 0, length = 128) {
  const { model } = MODELS[preset];
  const contexts = contextsOf(model, wanted, length);
  return { model, contexts, of: (/** @type {RuleName} */ rule) => ruled(model, rule, contexts) };
}

/** @param {number} pair @param {number} base @param {number} width */
const wave = (pair, base, width) => 2 * PI * base ** ((2 * pair) / width);

/** @param {ArrayLike<number>} found @param {(pair: number) => number} wanted */
function expectEach(found, wanted) {
  for (let pair = 0; pair < found.length; pair++) {
    const right = wanted(pair);
    if (right === Infinity) expect(found[pair], `pair ${pair}`).toBe(Infinity);
    else expect(found[pair] / right, `pair ${pair}`).toBeCloseTo(1, 11);
  }
}

/**
 * YaRN: the weight of the interpolated frequency is a ramp between pairs with 32 turns and 1 turn.
 * @param {number} base @param {number} width @param {number} context @param {number} factor @param {boolean} whole
 */
function yarn(base, width, context, factor, whole) {
  const pairOf = (/** @type {number} */ turns) =>
    (width * log(context / (turns * 2 * PI))) / (2 * log(base));
  const low = max(whole ? floor(pairOf(32)) : pairOf(32), 0);
  const high = min(whole ? ceil(pairOf(1)) : pairOf(1), width - 1);
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

test("YaRN matches its formula, with bounds rounded to pairs and not", () => {
  const qwen = modelOf("qwen2.5").of("yarn");
  expectEach(qwen.wavelengths, yarn(1e6, 128, 32768, 4, true));
  expect(qwen.attentionFactor).toBeCloseTo(0.1 * log(4) + 1, 14);
  const oss = modelOf("gpt-oss").of("yarn");
  expectEach(oss.wavelengths, yarn(150000, 64, 4096, 32, false));
  expectEach(modelOf("llama-3.1", 16).of("yarn").wavelengths, yarn(5e5, 128, 8192, 16, true));
});

test("NTK and dynamic NTK change the base", () => {
  const ntk = modelOf("llama-2").of("ntk");
  expectEach(ntk.wavelengths, (pair) => wave(pair, 1e4 * 4 ** (128 / 126), 128));
  const shorter = modelOf("llama-2", 4, 6000).of("dynamic");
  const factor = (4 * 6000) / 4096 - 3;
  expectEach(shorter.wavelengths, (pair) => wave(pair, 1e4 * factor ** (128 / 126), 128));
  const full = modelOf("llama-2", 4).of("dynamic");
  expectEach(full.wavelengths, (pair) => wave(pair, 1e4 * 13 ** (128 / 126), 128));
});

test("the proportional rule rotates the first pairs and divides them by the reader's factor", () => {
  const own = modelOf("gemma-4");
  expect(own.contexts).toEqual({ original: 262144, factor: 1, extended: 262144 });
  const still = (/** @type {number} */ pair) => (pair < 64 ? wave(pair, 1e6, 512) : Infinity);
  expectEach(own.of("proportional").wavelengths, still);
  const { wavelengths, divisors, never } = modelOf("gemma-4", 8).of("proportional");
  expectEach(wavelengths, (pair) => 8 * still(pair));
  expectEach(divisors, (pair) => (pair < 64 ? 8 : Infinity));
  expect(never).toBe(256 - 64);
});

test("LongRoPE uses one list for longer sequences and one for the others", () => {
  const { long_factor, short_factor } = /** @type {any} */ (MODELS["phi-3.5"].model.scaling);
  const long = modelOf("phi-3.5");
  expect(long.contexts.extended).toBe(131072);
  expectEach(long.of("longrope").divisors, (pair) => long_factor[pair]);
  expectEach(modelOf("phi-3.5", 1).of("longrope").divisors, (pair) => short_factor[pair]);
  expect(modelOf("llama-2").of("longrope").missing).toContain("Phi-3.5");
});

test("a factor of 1 changes no pair, and no pair that turned once turns less than once", () => {
  const { model, of } = modelOf("llama-2", 1);
  const plain = unscaled(model);
  for (const rule of RULE_NAMES) {
    const { wavelengths, missing, never } = of(rule);
    if (missing !== undefined) continue;
    expect(wavelengths, rule).toEqual(plain);
    expect(never).toBe(plain.filter((each) => each > 4096).length);
  }
});

test("presets match what the package reads from the models' own config.json", () => {
  const read = (/** @type {string} */ file) => {
    const url = new URL(`../models/${file}.json`, import.meta.url);
    const { config } = JSON.parse(readFileSync(url, "utf8"));
    return config.text_config ?? config;
  };
  const llama = { model_type: "llama", hidden_size: 4096, num_attention_heads: 32 };
  /** Most of these files are those that other tests read. @type {Record<string, object>} */
  const configs = {
    "llama-2": read("llama-2-7b"),
    "code-llama": { ...llama, max_position_embeddings: 16384, rope_theta: 1000000.0 },
    mistral: {
      ...{ ...llama, model_type: "mistral" },
      ...{ max_position_embeddings: 32768, rope_theta: 10000.0 },
    },
    vicuna: read("vicuna-7b-16k"),
    "llama-3.1": read("llama-3.1-8b"),
    "qwen2.5": read("qwen2.5-7b-yarn"),
    "gpt-oss": read("gpt-oss-20b"),
    "phi-3.5": read("phi-3.5-mini"),
    "gemma-4": read("gemma-4-31b"),
  };
  expect(Object.keys(MODELS)).toEqual(Object.keys(configs));
  for (const [preset, config] of Object.entries(configs)) {
    const whole = /** @type {any} */ (ropeFromConfig(config));
    const { model } = MODELS[preset];
    const found = Object.fromEntries(Object.keys(model).map((name) => [name, whole[name]]));
    expect(model, preset).toEqual(found);
    // In programs, too.
    expect(JSON.stringify(model.scaling), preset).toBe(JSON.stringify(whole.scaling));
  }
});

test("contexts are integers, and start at 4096 if the configuration has none", () => {
  const { model } = MODELS["llama-2"];
  expect(contextsOf(model, 1.3, 1)).toEqual({ original: 4096, factor: 1.3, extended: 5325 });
  expect(contextsOf({ ...model, contextLength: undefined }, 2, 1).original).toBe(4096);
  expect(contextsOf(model, 0, 4096)).toEqual({ original: 4096, factor: 4, extended: 16384 });
  expect(contextsOf(model, 0, 4097).extended).toBe(4097);
});
