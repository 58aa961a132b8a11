// config.js: reads what the configuration of a published model says about positions.

import * as check from "../check.js";
import { power } from "../elementary.js";
import { quote } from "../quote.js";
import { rotaryFrequencies, yarnAttention } from "../rope/scaling.js";
import { LONGEST } from "../rope/scaling_rules.js";
import { differences } from "./differences.js";
import { layerAt, layerTypes, listedTypes } from "./layers.js";
import { partOf } from "./models.js";
import { positionsOf, queryScalingOf } from "./positions.js";
import { Keys, parse, warnOfUnread } from "./reader.js";
import { attnConfig, baseOf, dictionaryFor, ORIGINAL_KEY, ruleOf } from "./rule.js";
import { fileHead, gridOf, isWholeHead, rotatedPartOf, sectionsOf, shapeOf } from "./sizes.js";

/** @import { Model, Part } from "./models.js" */
/** @import { Positions, QueryScaling } from "./positions.js" */
/** @import { Place } from "./rule.js" */
/** @import { ConfigSections, Shape } from "./sizes.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * How a model encodes positions, according to its configuration. You can pass it as the options of
 * `RotaryEmbedding`.
 * @typedef {object} RopeConfig
 * @property {string | undefined} model model_type, or _class_name in diffusers
 * @property {Part} part the part of the model that this describes
 * @property {Part[]} parts the parts whose configurations are in the file
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
 * @property {boolean} explicit whether the frequencies are a list that does not follow from base,
 *   scaling and sections
 * @property {"half" | "interleaved"} layout which features form a pair in the model's own weights
 * @property {1 | -1} direction -1 for a model that rotates in the opposite direction
 * @property {RopeScaling | undefined} scaling the rule under its current name, with all required parameters
 * @property {number | undefined} length the option `length`
 * @property {number | undefined} contextLength max_position_embeddings
 * @property {ConfigSections | undefined} sections the pairs that rotate by each axis, such as time,
 *   height and width
 * @property {string[]} axes what the axes of positions count, in the order in which `positions` lists
 *   them: ["token"] for text, ["height", "width"] for most vision towers
 * @property {number} firstPosition the position of the first token, row and column: 0, or 1 in some
 *   vision towers
 * @property {Float64Array<ArrayBuffer>} frequencies (rotaryDim/2), in radians per position
 * @property {number} attentionFactor the factor of sines and cosines
 * @property {number} softmaxFactor an additional factor of the attention scores
 * @property {QueryScaling | undefined} queryScaling the position-dependent factor of queries
 * @property {string[]} lengthDependent which of these properties depend on the option `length`
 * @property {string[]} warnings messages about unknown, missing or contradictory keys and the
 *   values assumed instead, and about features of the model that this result does not describe
 * @property {string[]} ignored keys about positions that have no effect
 * @property {string[]} differences how other implementations would rotate differently
 */

/**
 * Reads how a published model encodes positions from its configuration: a Hugging Face
 * `config.json` with current or older keys, of a language model, of a vision or audio tower or of a
 * multimodal model that contains them, that of a transformer in diffusers, the `params.json` of
 * Meta or Mistral, or the `config.json` of DeepSeek's own code.
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
 * @param {Part | undefined} [options.part] "text" by default; "vision" or "audio" for the tower of a
 *   multimodal model
 * @returns {RopeConfig}
 * @throws {TypeError | RangeError} naming the invalid or missing key, or saying why
 *   `RotaryEmbedding` cannot express the rotation
 *
 * @example
 * const rope = ropeFromConfig(config, { length: 100000 });
 * const rotary = new RotaryEmbedding(rope.dHead, rope);
 */
export function ropeFromConfig(config, options) {
  const where = "phasor.ropeFromConfig";
  const { length, layer: id, part } = check.options(where, options, ["length", "layer", "part"]);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  const modelPart = partOf(where, parse(where, config), part);
  const { keys, row } = modelPart;
  refuseInexpressible(modelPart);
  for (const key of row.foreign ?? []) keys.hide(key);
  const positions = positionsOf(modelPart);
  const nonRotary = positions !== "rotary";
  const model = { ...modelPart, types: listedTypes(modelPart) };
  const layer = layerAt(model, id);
  const identity = {
    ...{ model: modelPart.name, part: modelPart.part, parts: modelPart.parts },
    layer: { index: layer.index, type: layer.type },
    layerTypes: layerTypes(model),
    length,
    contextLength: contextOf(modelPart),
  };
  const dictionary = nonRotary
    ? { dict: new Keys(where, keys.path, {}, keys), specific: false, absent: true }
    : dictionaryFor({ ...model, layer }, id !== undefined);
  const place = { ...model, ...dictionary, layer, length, contextLength: identity.contextLength };
  const rotation = nonRotary
    ? noRotation(fileHead(keys), fileBase(keys), queryScalingOf(keys, place.dict, {}, false))
    : rotationOf(place);
  const rotates = rotation.rotaryDim > 0;
  warnOfUnread([keys, attnConfig(keys)], nonRotary);
  return {
    ...identity,
    ...{ rotates, positions: nonRotary || rotates ? positions : "none" },
    ...rotation,
    ...{ warnings: keys.warnings, ignored: keys.ignored },
  };
}

/** Fails if the rotation cannot be expressed. @param {Model} model */
function refuseInexpressible({ keys, name, row: { refused, refusedFor = {} } }) {
  const conditions = Object.entries(refusedFor);
  if (!refused || !conditions.every(([key, value]) => keys.get(key) === value)) return;
  const allowed = `of a model that can be expressed (${refused})`;
  check.fail(RangeError, keys.where, keys.path, allowed, name);
}

/** max_position_embeddings: frequencies rarely depend on it. @param {Model} model */
function contextOf({ keys, row }) {
  const key = "max_position_embeddings";
  const value = keys.get(key) ?? row.contexts?.[0];
  if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value;
  if (keys.has(key)) keys.ignore(key, "is not an integer above 0");
  return undefined;
}

/**
 * What depends on the model's code and the layer.
 * @typedef {Omit<RopeConfig, "model" | "part" | "parts" | "layer" | "layerTypes" | "length"
 *   | "contextLength" | "rotates" | "positions" | "warnings" | "ignored">} Rotation
 */

/**
 * The rotation of a layer that does not rotate.
 * @param {number} dHead @param {number} base @param {QueryScaling | undefined} queryScaling
 * @returns {Rotation}
 */
const noRotation = (dHead, base, queryScaling) => ({
  ...{ dHead, rotaryDim: 0, rotaryStart: 0, layout: "half", direction: 1 },
  ...{ scaling: undefined, sections: undefined, axes: ["token"], firstPosition: 0 },
  ...{ explicit: false, attentionFactor: 1, softmaxFactor: 1, frequencies: new Float64Array(0) },
  ...{ lengthDependent: [], differences: [], base, queryScaling },
});

/** The base if nothing rotates: from the file, or 10000. @param {Keys} keys */
const fileBase = (keys) => keys.within("rope_theta", 1 + Number.EPSILON, 1e18) ?? 10000;

/** The rotation of a model with a rotary embedding. @param {Place} place @returns {Rotation} */
function rotationOf(place) {
  const { keys, row, layer, known, length, contextLength } = place;
  const rotates = layer.rotates && !place.absent;
  const shape = shapeOf(place);
  const base = rotates ? baseOf(place) : fileBase(keys);
  const hasLocalBase = row.localBase !== undefined || keys.has("rope_local_base_freq");
  const slidingExempt = hasLocalBase || row.unscaledSliding || row.compressed || false;
  const unscaled = layer.type === "sliding_attention" && !place.specific && slidingExempt;
  const scaling = ruleOf(place, unscaled);
  const layout = layoutOf(place);
  if (row.note) keys.warn(`${keys.path}: ${row.note}`);
  const unrotated = {
    ...noRotation(shape.dHead, base, queryScalingOf(keys, place.dict, row, rotates)),
    ...{ layout, direction: /** @type {1 | -1} */ (row.direction ?? 1) },
  };
  if (!rotates) return unrotated;
  const rotate = row.grid ? gridRotation : sequenceRotation;
  const result = { ...unrotated, ...rotate(place, shape, scaling, base) };
  if (!known) warnOfAssumptions(place, result);
  if (shape.isRopeHead && scaling?.type === "yarn" && scaling.mscale_all_dim) {
    const attention = yarnAttention(scaling.factor ?? 1, scaling.mscale_all_dim);
    result.softmaxFactor = attention * attention;
  }
  result.lengthDependent = lengthDependentKeys(keys, scaling);
  const { isRopeHead } = shape;
  const outerContext = keys.integer(ORIGINAL_KEY, 1, LONGEST);
  result.differences = differences(
    { ...result, length, contextLength },
    { ...place, isRopeHead, outerContext, unscaled },
  );
  return result;
}

/**
 * Positions of one axis, or of several with the frequencies of one.
 * @param {Place} place @param {Shape} shape @param {RopeScaling | undefined} scaling
 * @param {number} theta
 */
function sequenceRotation(place, shape, scaling, theta) {
  const { keys, dict, row, length } = place;
  const { dHead } = shape;
  const { rotaryDim, exponent } = rotatedPartOf(place, shape, scaling);
  let base = exponent === rotaryDim ? theta : power(theta, rotaryDim / exponent);
  // In files, "ntk" is base·F and then linear by F^(2/r); with alpha it is the rule of that name.
  const isFileNtk = scaling?.type === "ntk" && !dict.has("alpha");
  const factor = isFileNtk && dict.number("factor", 1, LONGEST);
  if (factor) {
    base *= factor;
    scaling = { type: "linear", factor: power(factor, 2 / rotaryDim) };
    dict.warn(`${dict.path}: "ntk" slows pair i by factor^((2i + 2)/${rotaryDim}), as in vLLM`);
  }
  const computed = rotaryFrequencies(
    keys.where,
    dHead,
    { base, rotaryDim, scaling, length },
    dict.path,
  );
  const sections = sectionsOf(place, rotaryDim);
  return {
    ...{ base, rotaryDim, scaling, sections },
    ...(sections && { axes: ["time", "height", "width"] }),
    rotaryStart: row.trailing ? dHead - rotaryDim : 0,
    ...{ frequencies: computed.frequencies, attentionFactor: computed.attentionFactor },
  };
}

/**
 * Positions of several axes, each with a series of its own.
 * @param {Place} place @param {Shape} shape @param {RopeScaling | undefined} scaling
 * @param {number} base
 */
function gridRotation(place, { dHead }, scaling, base) {
  const { keys, dict, row, length } = place;
  const { frequencies, ...grid } = gridOf(place, dHead, base);
  const axes = { ...grid, firstPosition: row.first ?? 0 };
  if (frequencies) {
    if (scaling)
      dict.fail(RangeError, "rope_type", "default, as in the model's code", scaling.type);
    return { ...axes, frequencies, explicit: true };
  }
  const options = { base, rotaryDim: grid.rotaryDim, scaling, length, sections: grid.sections };
  const computed = rotaryFrequencies(keys.where, dHead, options, dict.path);
  const { attentionFactor } = computed;
  return { ...axes, scaling, frequencies: computed.frequencies, attentionFactor };
}

/** Which properties depend on the length. @param {Keys} keys @param {RopeScaling | undefined} scaling */
function lengthDependentKeys(keys, scaling) {
  if (scaling?.type === "longrope") {
    const { short_mscale, long_mscale } = scaling;
    const differ = short_mscale != null && long_mscale != null && short_mscale !== long_mscale;
    return differ ? ["frequencies", "attentionFactor"] : ["frequencies"];
  }
  if (scaling?.type === "dynamic") return ["frequencies"];
  return keys.get("use_dynamic_ntk") === true ? ["scaling", "frequencies"] : [];
}

/**
 * Warns about the assumptions for an unknown model.
 * @param {Place} place
 * @param {{ layout: string, dHead: number, rotaryDim: number, base: number }} made
 */
function warnOfAssumptions({ keys, name }, { layout, dHead, rotaryDim, base }) {
  const type = `${keys.path}.model_type`;
  const start = name === undefined ? `${type} is missing` : `${type} ${quote(name)} is unknown`;
  keys.warn(
    `${start}; assuming layout "${layout}", ${rotaryDim} of ${dHead} features of a head and base ${base}`,
  );
}

/** @param {Model} model @returns {"half" | "interleaved"} */
function layoutOf({ keys, row, known }) {
  if (isWholeHead(keys)) return "half";
  if (row.styles?.includes(String(keys.get("position_embedding_type")))) return "interleaved";
  const key = "rope_interleave";
  if (row.fixed && keys.has(key)) keys.ignore(key);
  const interleaved = row.fixed ? undefined : keys.flag(key);
  const isFirstChatGlm = keys.has("position_encoding_2d"); // the first ChatGLM
  // Models with latent attention descend from DeepSeek's.
  const modelLayout = known ? row.layout : keys.get("qk_rope_head_dim") && "interleaved";
  return (interleaved ?? (modelLayout && !isFirstChatGlm)) ? "interleaved" : "half";
}
