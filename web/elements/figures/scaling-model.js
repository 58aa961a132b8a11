// A model's frequencies under each rule for longer texts, and the angles that its pairs then reach.
import { ropeFrequencies, wavelengths } from "../../phasor/index.js";

/** @import { RopeScaling } from "../../phasor/rope/scaling.js" */

/** A model with RoPE: trained on texts of `original` tokens, and the rule in its config.json. @typedef {{ name: string, dHead: number, base: number, original: number, scaling: RopeScaling | undefined }} Model */

/** Published models; a test compares them with their config.json. @type {Record<string, Model>} */
export const MODELS = {
  "llama-2": { name: "Llama 2 7B", dHead: 128, base: 10000, original: 4096, scaling: undefined },
  "llama-3.1": {
    ...{ name: "Llama 3.1 8B", dHead: 128, base: 500000, original: 8192 },
    scaling: {
      type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  },
  "qwen2.5": {
    ...{ name: "Qwen2.5 7B", dHead: 128, base: 1e6, original: 32768 },
    scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 32768 },
  },
};

/** The rules and their names. */
export const RULES = {
  linear: "linear",
  ntk: "NTK",
  dynamic: "dynamic NTK",
  yarn: "YaRN",
  llama3: "Llama 3",
};

/** @typedef {keyof typeof RULES} RuleName */

export const RULE_NAMES = /** @type {RuleName[]} */ (Object.keys(RULES));

const DEFAULT_FACTOR = 4;

/** @param {Model} model @param {number} requested factor, or 0 for the model's own */
export const factorOf = ({ scaling }, requested) =>
  requested >= 1 ? requested : (scaling?.factor ?? DEFAULT_FACTOR);

/**
 * One rule's frequencies for a model.
 * @typedef {object} Ruled
 * @property {RuleName} rule
 * @property {boolean} isModels whether it is the model's own rule
 * @property {RopeScaling} scaling the rule and its parameters
 * @property {Float64Array} wavelengths
 * @property {Float64Array} divisors by which the rule divided the frequencies
 */

/** The wavelengths that a model was trained with. @param {Model} model */
export const unscaled = ({ dHead, base }) => wavelengths(dHead, { base });

/** @param {Model} model @param {RuleName} rule @param {number} factor @returns {Ruled} */
export function scale(model, rule, factor) {
  const { dHead, base, original } = model;
  const isModels = model.scaling?.type === rule;
  const scaling = isModels
    ? /** @type {RopeScaling} */ ({ ...model.scaling, factor })
    : scalingOf(rule, factor, original);
  const options = { base, length: Math.round(factor * original) };
  const unscaledFrequencies = ropeFrequencies(dHead, options).frequencies;
  const { frequencies } = ropeFrequencies(dHead, { ...options, scaling });
  const divisors = frequencies.map((frequency, pair) => unscaledFrequencies[pair] / frequency);
  const scaled = unscaled(model).map((wavelength, pair) => wavelength * divisors[pair]);
  return { rule, isModels, scaling, wavelengths: scaled, divisors };
}

/** A rule with its usual parameters. @param {RuleName} type @param {number} factor @param {number} original @returns {RopeScaling} */
function scalingOf(type, factor, original) {
  if (type === "linear" || type === "ntk") return { type, factor };
  const context = { original_max_position_embeddings: original };
  return type === "llama3"
    ? { type, factor, ...context, low_freq_factor: 1, high_freq_factor: 4 }
    : { type, factor, ...context };
}

/**
 * Angles of a pair, in turns and at most one: those met in training, those that the longer text
 * needs, and those of them that are new.
 * @typedef {{ trained: number, needed: number, fresh: number }} Arc
 */

/** @param {number} turn tokens in a turn, in training @param {number} stretched the same, under a rule @param {number} original @param {number} extended tokens of the longer text @returns {Arc} */
export function arcOf(turn, stretched, original, extended) {
  const trained = Math.min(original / turn, 1);
  const needed = Math.min(extended / stretched, 1);
  // Rules divide exactly, up to rounding.
  const over = needed - trained;
  return { trained, needed, fresh: over > 1e-9 ? over : 0 };
}
