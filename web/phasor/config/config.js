// config.js: reads what the configuration of a published model says about positions.
import * as check from "../check.js";
import { power } from "../elementary.js";
import { quote } from "../quote.js";
import { rotaryFrequencies, yarnAttention } from "../rope/scaling.js";
import { LONGEST } from "../rope/scaling_rules.js";
import { baseOf, nested } from "./base.js";
import { dictionaryFor } from "./dictionary.js";
import { differences } from "./differences.js";
import { aliases, otherKeys, textKeys } from "./keys.js";
import { layerAt, layerTypes } from "./layers.js";
import { modelType } from "./models.js";
import { readParams } from "./params.js";
import { queryScalingOf } from "./query.js";
import { isObject, Keys, parse } from "./reader.js";
import { ruleOf } from "./rule.js";
import { sectionsOf } from "./sections.js";
import { plainHead, shapeOf, turningOf, wholeHeads } from "./sizes.js";
import { positionsOf } from "./switches.js";

/** @import { Layer } from "./layers.js" */
/** @import { ModelType } from "./models.js" */
/** @import { Positions } from "./positions.js" */
/** @import { QueryScaling } from "./query.js" */
/** @import { ConfigSections } from "./sections.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/** Maximum nesting depth of configurations. */
const DEEPEST = 4;
const understood = new Set([...Object.values(aliases).flat(), ...otherKeys]);

/**
 * How a model encodes positions, according to its configuration. You can pass it as the options of
 * `RotaryEmbedding`.
 * @typedef {object} RopeConfig
 * @property {string | undefined} model model_type
 * @property {{ index: number | undefined, type: string }} layer the layer that this describes
 * @property {string[]} layerTypes all layer types of the model
 * @property {boolean} rotates false for a model without a rotary embedding, and for a layer that does not
 *   use it: rotaryDim is 0 then, and there are no frequencies
 * @property {Positions} positions how the layer encodes positions: "rotary" if it rotates; otherwise
 *   "learned" or "sinusoidal" (a table that is added to the input), "alibi", "t5-buckets" (learned
 *   biases for buckets of distances), "relative-bias" (learned biases for distances, as in Swin),
 *   "relative" (learned vectors for distances), "convolution" or "none"
 * @property {number} dHead features of a head, or of the separate part of it that encodes positions
 *   (qk_rope_head_dim); 0 if nothing rotates and the file does not say
 * @property {number} rotaryDim how many features rotate
 * @property {number} rotaryStart the first feature that rotates: 0, except for models that rotate the last
 *   features
 * @property {number} base of the frequencies; 10000 if nothing rotates and the file does not say
 * @property {"half" | "interleaved"} layout which features form a pair in the model's own weights
 * @property {1 | -1} direction -1 for a model that rotates in the opposite direction
 * @property {RopeScaling | undefined} scaling the rule under its current name, with all required parameters
 * @property {number | undefined} length the option `length`
 * @property {number | undefined} contextLength max_position_embeddings
 * @property {ConfigSections | undefined} sections the pairs that rotate by time, height and
 *   width (mrope_section)
 * @property {Float64Array<ArrayBuffer>} frequencies (rotaryDim/2), in radians per position
 * @property {number} attentionFactor the factor of sines and cosines
 * @property {number} softmaxFactor an additional factor of the attention scores
 * @property {QueryScaling | undefined} queryScaling the position-dependent factor of queries
 * @property {string[]} warnings messages about unknown, missing or contradictory keys and the
 *   values assumed instead, and about features of the model that this result does not describe
 * @property {string[]} ignored keys about positions that have no effect
 * @property {string[]} differences how other implementations would rotate differently
 */

/**
 * Reads how a published model encodes positions from its configuration: a Hugging Face
 * `config.json` with current or older keys, of a language model or of a multimodal model that
 * contains one, the `params.json` of Meta or Mistral, or the `config.json` of DeepSeek's own code.
 *
 * A model without a rotary embedding is not an error: `rotates` is false, and `positions` says what it
 * uses instead.
 *
 * @param {object | string} config the object or the text of the file, which can contain NaN and
 *   Infinity, as Python writes them
 * @param {object} [options]
 * @param {number | undefined} [options.length] the length of the sequence in tokens, for rules that depend on
 *   it; the original context by default
 * @param {number | string | undefined} [options.layer] a layer's index, or its type (such as "sliding_attention");
 *   a layer of full attention by default
 * @returns {RopeConfig}
 * @throws {TypeError | RangeError} naming the invalid or missing key
 *
 * @example
 * const rope = ropeFromConfig(config, { length: 100000 });
 * const rotary = new RotaryEmbedding(rope.dHead, rope);
 */
export function ropeFromConfig(config, options) {
  const where = "phasor.ropeFromConfig";
  const { length, layer } = check.options(where, options, ["length", "layer"]);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  const { keys, name, model, who } = found(where, parse(where, config));
  const kind = positionsOf(keys, model, name);
  const at = layerAt(keys, model ?? {}, layer);
  const about = {
    model: name,
    layer: { index: at.index, type: at.type },
    layerTypes: layerTypes(keys, model ?? {}),
    length,
    contextLength: keys.integer(aliases.maximum, 1, Number.MAX_SAFE_INTEGER),
  };
  const still = kind !== "rotary";
  const result = still
    ? { ...resting(keys, kind), ...about }
    : turning(keys, { name, model, at, about, chosen: layer !== undefined, who });
  for (const each of [keys, nested(keys)]) {
    for (const key of each?.names() ?? []) {
      if (/rope|rotary/i.test(key) && (still || !understood.has(key))) each?.ignore(key);
    }
  }
  return { ...result, warnings: keys.warnings, ignored: keys.ignored };
}

/**
 * The configuration of the language model, and what phasor knows about its type.
 * @param {string} where @param {Record<string, unknown>} object
 * @returns {{ keys: Keys, name: string | undefined, model: ModelType | undefined,
 *   who: string | undefined }} who: the publisher of files of this kind, if it is not a config.json
 */
function found(where, object) {
  const params = readParams(object);
  if (params) {
    const { config, model, who } = params;
    return { keys: new Keys(where, "config", config), name: undefined, model, who };
  }
  let keys = new Keys(where, "config", object);
  let name = keys.text("model_type");
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = innerModel(keys);
    if (!inner) break;
    const own = inner.text("model_type");
    if (own === undefined && name !== undefined) {
      inner.warn(`${inner.path}.model_type is missing: ${quote(name)} was used`);
    }
    [keys, name] = [inner, own ?? name];
  }
  // Grok 2's file has the model_type "git".
  const made = keys.get("architectures");
  const grok = name === "git" && Array.isArray(made) && made.includes("Grok1ForCausalLM");
  return { keys, name, model: modelType(grok ? "grok_1" : name), who: undefined };
}

/** The language model within a multimodal one. @param {Keys} keys @returns {Keys | undefined} */
function innerModel(keys) {
  const key = textKeys.find((each) => isObject(keys.get(each)));
  return key === undefined ? undefined : keys.object(key);
}

/** The rotation properties if nothing rotates. */
const nothing = {
  rotaryDim: 0,
  rotaryStart: 0,
  layout: /** @type {"half" | "interleaved"} */ ("half"),
  direction: /** @type {1 | -1} */ (1),
  scaling: undefined,
  sections: undefined,
  attentionFactor: 1,
  softmaxFactor: 1,
};

/** A model without a rotary embedding. @param {Keys} keys @param {Positions} positions */
function resting(keys, positions) {
  const none = new Keys(keys.where, keys.path, {}, keys);
  return {
    ...{ rotates: false, positions, dHead: plainHead(keys), ...nothing },
    base: plainBase(keys),
    frequencies: new Float64Array(0),
    queryScaling: queryScalingOf(keys, none, {}, false),
    /** @type {string[]} */
    differences: [],
  };
}

/** The base if nothing rotates: from the file, or 10000. @param {Keys} keys */
function plainBase(keys) {
  const base = keys.first(aliases.base)?.value;
  return typeof base === "number" && base > 1 && base <= 1e18 ? base : 10000;
}

/**
 * A model with a rotary embedding.
 * @param {Keys} keys
 * @param {object} context
 * @param {string | undefined} context.name
 * @param {ModelType | undefined} context.model
 * @param {Layer} context.at
 * @param {Pick<RopeConfig, "model" | "layer" | "layerTypes" | "length" | "contextLength">} context.about
 * @param {boolean} context.chosen whether the caller asked for this layer
 * @param {string | undefined} context.who
 * @returns {Omit<RopeConfig, "warnings" | "ignored">}
 */
function turning(keys, { name, model: known, at, about, chosen, who }) {
  const model = known ?? {};
  const { length, contextLength } = about;
  const sliding = at.type === "sliding_attention";
  const { dict, specific, absent } = dictionaryFor(keys, model, at.type, chosen);
  const rotates = at.rotates && !absent;
  const shape = shapeOf(keys, model, at);
  let base = rotates ? baseOf(keys, dict, specific, known, name, at) : plainBase(keys);
  const local = model.localBase !== undefined || keys.first(aliases.localBase) !== undefined;
  const own = model.unscaledSliding === true || model.trailing === true;
  const plain = sliding && !specific && (local || own);
  const scaling = ruleOf(keys, dict, { model, plain, maxLength: contextLength, length });
  const { rotaryDim, exponent } = turningOf(keys, dict, model, shape, at, scaling);
  if (exponent !== rotaryDim) base = power(base, rotaryDim / exponent);
  const layout = layoutOf(keys, model);
  if (known?.note) keys.warn(`model type ${quote(name ?? "")}: ${known.note}`);
  if (!known) assumed(keys, name, { layout, dHead: shape.dHead, rotaryDim, base });
  /** @type {Omit<RopeConfig, "warnings" | "ignored">} */
  const result = {
    ...{ ...about, rotates, positions: rotates ? "rotary" : "none", dHead: shape.dHead },
    ...{ ...nothing, base, layout, direction: model.direction ?? 1 },
    frequencies: new Float64Array(0),
    queryScaling: queryScalingOf(keys, dict, model, rotates),
    differences: [],
  };
  if (!rotates) return result;
  result.rotaryDim = rotaryDim;
  result.rotaryStart = model.trailing ? shape.dHead - rotaryDim : 0;
  result.scaling = scaling;
  result.sections = sectionsOf(dict, model, rotaryDim);
  const options = { base, rotaryDim, scaling, length };
  const made = rotaryFrequencies(keys.where, shape.dHead, options, dict.path);
  result.frequencies = made.frequencies;
  result.attentionFactor = made.attentionFactor;
  if (shape.apart && scaling?.type === "yarn" && scaling.mscale_all_dim) {
    const attention = yarnAttention(scaling.factor ?? 1, scaling.mscale_all_dim);
    result.softmaxFactor = attention * attention;
  }
  const outerContext = keys.integer(["original_max_position_embeddings"], 1, LONGEST);
  const context = { apart: shape.apart, model, outerContext, unscaled: plain, dict, keys, who };
  result.differences = differences(/** @type {RopeConfig} */ (result), context);
  return result;
}

/**
 * Warns about the assumptions for an unknown model.
 * @param {Keys} keys @param {string | undefined} name
 * @param {{ layout: string, dHead: number, rotaryDim: number, base: number }} made
 */
function assumed(keys, name, { layout, dHead, rotaryDim, base }) {
  const who =
    name === undefined
      ? `${keys.path}.model_type is missing`
      : `${keys.path}.model_type ${quote(name)} is unknown`;
  keys.warn(`${who}; assuming layout "${layout}"`);
  keys.warn(
    `${who}; assuming the usual meaning of sizes: ${rotaryDim} of ${dHead} features of ` +
      `a head rotate, with base ${base}`,
  );
}

/** @param {Keys} keys @param {ModelType} model */
function layoutOf(keys, model) {
  if (wholeHeads(keys)) return "half";
  if (model.styles?.includes(String(keys.get("position_embedding_type")))) return "interleaved";
  const names = ["rope_interleave", "rotary_emb_interleaved", "original_rope"];
  const given = keys.first(names);
  if (given && model.fixed) keys.ignore(given.key);
  const interleaved = given && !model.fixed ? keys.flag(given.key) : undefined;
  const oldest = keys.get("position_encoding_2d") !== undefined; // the first ChatGLM
  if (interleaved === undefined) return oldest ? "half" : (model.layout ?? "half");
  return interleaved ? "interleaved" : "half";
}
