// A model's frequencies under each scaling rule.
import { ropeFrequencies, wavelengths } from "../../phasor/index.js";

/** @import { RopeConfig } from "../../phasor/config/config.js" */
/** @import { RopeScaling } from "../../phasor/rope/scaling.js" */

/**
 * The parts of a configuration that are shown.
 * @typedef {Pick<RopeConfig, "dHead" | "rotaryDim" | "base" | "scaling" | "contextLength" | "warnings" | "ignored" |
 *   "differences">} Model
 */

/** The rules and their names. */
export const RULES = {
  linear: "linear",
  ntk: "NTK",
  dynamic: "dynamic NTK",
  yarn: "YaRN",
  longrope: "LongRoPE",
  llama3: "Llama 3",
  proportional: "proportional",
};

/** @typedef {keyof typeof RULES} RuleName */

export const RULE_NAMES = /** @type {RuleName[]} */ (Object.keys(RULES));

/** The factor where a model's configuration gives none. */
const FACTOR = 4;

/** The factor of a model's own rule; the proportional rule need not have a factor. @param {RopeScaling | undefined} scaling */
const ownFactor = (scaling) => scaling?.factor ?? (scaling?.type === "proportional" ? 1 : FACTOR);

/**
 * The context length that a model was trained on, and the extended one.
 * @typedef {{ original: number, factor: number, extended: number }} Contexts
 */

/** @param {Model} model @param {number} wanted factor, or 0 for the model's own @param {number} length of the text, used as the extended length if it exceeds the original one */
export function contextsOf({ scaling, contextLength }, wanted, length) {
  const original = scaling?.original_max_position_embeddings ?? contextLength ?? 4096;
  const factor = wanted >= 1 ? wanted : ownFactor(scaling);
  const extended = length > original ? length : Math.round(factor * original);
  return { original, factor, extended };
}

/**
 * One rule's frequencies for a model, or why there are none.
 * @typedef {object} Ruled
 * @property {RuleName} rule
 * @property {boolean} own the model's own rule
 * @property {RopeScaling | undefined} scaling the rule and its parameters
 * @property {Float64Array} wavelengths Infinity for a pair that does not turn
 * @property {Float64Array} divisors by which the rule divided the frequencies
 * @property {number} attentionFactor
 * @property {number} never how many pairs do not complete a turn in the extended context
 * @property {string | undefined} missing why there are no frequencies
 */

/** The wavelengths that a model was trained with. @param {Model} model */
export const unscaled = ({ rotaryDim, base }) => wavelengths(rotaryDim, { base });

/** @param {Model} model @param {RuleName} rule @param {Contexts} contexts @returns {Ruled} */
export function ruled(model, rule, { original, factor, extended }) {
  const { dHead, rotaryDim, base } = model;
  const own = model.scaling?.type === rule;
  const scaling = own
    ? /** @type {RopeScaling} */ ({ ...model.scaling, factor })
    : scalingOf(rule, factor, original);
  const none = new Float64Array(0);
  const nothing = { attentionFactor: 1, never: 0, wavelengths: none, divisors: none };
  const result = { rule, own, scaling, missing: undefined, ...nothing };
  if (!scaling) return { ...result, missing: "needs the divisors of a model, such as Phi-3.5" };
  try {
    const options = { base, rotaryDim, length: extended };
    const plain = ropeFrequencies(dHead, options).frequencies;
    const { frequencies, attentionFactor } = ropeFrequencies(dHead, { ...options, scaling });
    const divisors = frequencies.map((frequency, pair) => plain[pair] / frequency);
    const stretched = unscaled(model).map((each, pair) => each * divisors[pair]);
    const never = stretched.filter((each) => each > extended).length;
    return { ...result, wavelengths: stretched, divisors, attentionFactor, never };
  } catch (error) {
    return { ...result, missing: /** @type {Error} */ (error).message };
  }
}

/** A rule with its usual parameters. @param {RuleName} rule @param {number} factor @param {number} original @returns {RopeScaling | undefined} */
function scalingOf(rule, factor, original) {
  const context = { original_max_position_embeddings: original };
  switch (rule) {
    case "longrope":
      return undefined;
    case "linear":
    case "ntk":
    case "proportional":
      return { type: rule, factor };
    case "llama3":
      return { type: rule, factor, ...context, low_freq_factor: 1, high_freq_factor: 4 };
    default:
      return { type: rule, factor, ...context };
  }
}
