// config.js: reads what the configuration of a published model says about positions.

import * as check from "../check.js";
import { power } from "../elementary.js";
import { quote } from "../quote.js";
import { rotaryFrequencies, yarnAttention } from "../rope/scaling.js";
import { LONGEST } from "../rope/scaling_rules.js";
import { differences } from "./differences.js";
import { layerAt, layerTypes } from "./layers.js";
import { partOf } from "./models.js";
import { positionsOf, queryScalingOf } from "./positions.js";
import { aliases, Keys, parse, warnOfUnread } from "./reader.js";
import { baseOf, dictionaryFor, nested, ruleOf } from "./rule.js";
import { gridOf, plainHead, sectionsOf, shapeOf, turningOf, wholeHeads } from "./sizes.js";

/** @import { Layer } from "./layers.js" */
/** @import { Part, Row } from "./models.js" */
/** @import { Positions, QueryScaling } from "./positions.js" */
/** @import { ConfigSections } from "./sizes.js" */
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
  const { length, layer, part } = check.options(where, options, ["length", "layer", "part"]);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  const chosen = partOf(where, parse(where, config), part);
  const { keys, name, row } = chosen;
  const conditions = Object.entries(row?.refusedFor ?? {});
  if (row?.refused && conditions.every(([key, value]) => keys.get(key) === value)) {
    const key = keys.get("model_type") === undefined ? "_class_name" : "model_type";
    const allowed = `of a model whose rotation can be expressed (${row.refused})`;
    keys.fail(RangeError, key, allowed, name);
  }
  for (const key of row?.foreign ?? []) keys.hide(key);
  const kind = positionsOf(keys, row, name);
  const at = layerAt(keys, row ?? {}, layer);
  const about = {
    ...{ model: name, part: chosen.part, parts: chosen.parts },
    layer: { index: at.index, type: at.type },
    layerTypes: layerTypes(keys, row ?? {}),
    length,
    contextLength: contextOf(keys, row),
  };
  const still = kind !== "rotary";
  const result = still
    ? { ...resting(keys, kind), ...about }
    : turning(keys, { name, row, at, about, chosen: layer !== undefined, who: chosen.who });
  warnOfUnread([keys, nested(keys)], still);
  return { ...result, warnings: keys.warnings, ignored: keys.ignored };
}

/** max_position_embeddings: frequencies rarely depend on it. @param {Keys} keys
 * @param {Row | undefined} row */
function contextOf(keys, row) {
  const entry = keys.first(aliases.maximum);
  const { value } = entry ?? { value: row?.contexts?.[0] };
  if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value;
  if (entry) keys.warn(`${keys.at(entry.key)} is no integer above 0: it was ignored`);
  return undefined;
}

/** The rotation properties if nothing rotates. */
const nothing = {
  rotaryDim: 0,
  rotaryStart: 0,
  layout: /** @type {"half" | "interleaved"} */ ("half"),
  direction: /** @type {1 | -1} */ (1),
  scaling: undefined,
  sections: undefined,
  axes: ["token"],
  firstPosition: 0,
  explicit: false,
  attentionFactor: 1,
  softmaxFactor: 1,
};

/** Lists that are empty unless something rotates. */
const none = () => ({
  frequencies: new Float64Array(0),
  lengthDependent: /** @type {string[]} */ ([]),
  differences: /** @type {string[]} */ ([]),
});

/** A model without a rotary embedding. @param {Keys} keys @param {Positions} positions */
function resting(keys, positions) {
  const empty = new Keys(keys.where, keys.path, {}, keys);
  return {
    ...{ rotates: false, positions, dHead: plainHead(keys), ...nothing, ...none() },
    base: plainBase(keys),
    queryScaling: queryScalingOf(keys, empty, {}, false),
  };
}

/** The base if nothing rotates: from the file, or 10000. @param {Keys} keys */
function plainBase(keys) {
  const base = keys.first(aliases.base)?.value;
  return typeof base === "number" && base > 1 && base <= 1e18 ? base : 10000;
}

/** @typedef {Pick<RopeConfig, "model" | "part" | "parts" | "layer" | "layerTypes" | "length" | "contextLength">} About */

/**
 * A model with a rotary embedding.
 * @param {Keys} keys
 * @param {object} context
 * @param {string | undefined} context.name
 * @param {Row | undefined} context.row
 * @param {Layer} context.at
 * @param {About} context.about
 * @param {boolean} context.chosen whether the caller asked for this layer
 * @param {string | undefined} context.who
 * @returns {Omit<RopeConfig, "warnings" | "ignored">}
 */
function turning(keys, { name, row: known, at, about, chosen, who }) {
  const row = known ?? {};
  const { length, contextLength } = about;
  const sliding = at.type === "sliding_attention";
  const { dict, specific, absent } = dictionaryFor(keys, row, at.type, chosen);
  const rotates = at.rotates && !absent;
  const shape = shapeOf(keys, row, at);
  const base = rotates ? baseOf(keys, dict, specific, known, name, at) : plainBase(keys);
  const local = row.localBase !== undefined || keys.first(aliases.localBase) !== undefined;
  const isUnscaled = row.unscaledSliding === true || row.compressed === true;
  const plain = sliding && !specific && (local || isUnscaled);
  const scaling = ruleOf(keys, dict, { known, plain, maxLength: contextLength, length });
  const layout = layoutOf(keys, row);
  if (known?.note) keys.warn(`model type ${quote(name ?? "")}: ${known.note}`);
  const direction = /** @type {1 | -1} */ (row.direction ?? 1);
  /** @type {Omit<RopeConfig, "warnings" | "ignored">} */
  const result = {
    ...{ ...about, rotates, positions: rotates ? "rotary" : "none", dHead: shape.dHead },
    ...{ ...nothing, ...none(), base, layout, direction },
    queryScaling: queryScalingOf(keys, dict, row, rotates),
  };
  if (!rotates) return result;
  const place = { keys, dict, row, shape, at, scaling, base, length };
  Object.assign(result, row.grid ? byAxes(place) : inLine(place));
  if (!known) assumed(keys, name, result);
  if (shape.isRopeHead && scaling?.type === "yarn" && scaling.mscale_all_dim) {
    const attention = yarnAttention(scaling.factor ?? 1, scaling.mscale_all_dim);
    result.softmaxFactor = attention * attention;
  }
  result.lengthDependent = dependentOn(keys, scaling);
  const outerContext = keys.integer(["original_max_position_embeddings"], 1, LONGEST);
  const context = {
    isRopeHead: shape.isRopeHead,
    row,
    outerContext,
    unscaled: plain,
    dict,
    specific,
    keys,
    who,
  };
  result.differences = differences(/** @type {RopeConfig} */ (result), context);
  return result;
}

/**
 * @typedef {object} Place
 * @property {Keys} keys @property {Keys} dict @property {Row} row
 * @property {import("./sizes.js").Shape} shape @property {Layer} at
 * @property {RopeScaling | undefined} scaling @property {number} base
 * @property {number | undefined} length
 */

/** Positions of one axis, or of several with the frequencies of one. @param {Place} place */
function inLine({ keys, dict, row, shape, at, scaling, base: theta, length }) {
  const { rotaryDim, exponent } = turningOf(keys, dict, row, shape, at, scaling);
  const base = exponent === rotaryDim ? theta : power(theta, rotaryDim / exponent);
  const options = { base, rotaryDim, scaling, length };
  const made = rotaryFrequencies(keys.where, shape.dHead, options, dict.path);
  const sections = sectionsOf(keys, dict, row, rotaryDim);
  const axes = sections ? { axes: ["time", "height", "width"] } : {};
  return {
    ...{ base, rotaryDim, scaling, sections, ...axes },
    rotaryStart: row.trailing ? shape.dHead - rotaryDim : 0,
    ...{ frequencies: made.frequencies, attentionFactor: made.attentionFactor },
  };
}

/** Positions of several axes, each with a series of its own. @param {Place} place */
function byAxes({ keys, dict, row, shape: { dHead }, scaling, base, length }) {
  const { frequencies, ...grid } = gridOf(keys, row, dHead, base);
  const firstPosition = row.first ?? 0;
  const axes = { ...grid, firstPosition };
  if (frequencies) {
    if (scaling)
      dict.fail(RangeError, "rope_type", "default, as in the model's code", scaling.type);
    return { ...axes, frequencies, explicit: true };
  }
  const options = { base, rotaryDim: grid.rotaryDim, scaling, length, sections: grid.sections };
  const made = rotaryFrequencies(keys.where, dHead, options, dict.path);
  const { attentionFactor } = made;
  return { ...axes, scaling, frequencies: made.frequencies, attentionFactor };
}

/** Which properties depend on the length. @param {Keys} keys @param {RopeScaling | undefined} scaling */
function dependentOn(keys, scaling) {
  if (scaling?.type === "longrope") {
    const { short_mscale, long_mscale } = scaling;
    const both = short_mscale != null && long_mscale != null && short_mscale !== long_mscale;
    return both ? ["frequencies", "attentionFactor"] : ["frequencies"];
  }
  if (scaling?.type === "dynamic") return ["frequencies"];
  return keys.get("use_dynamic_ntk") === true ? ["scaling", "frequencies"] : [];
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

/** @param {Keys} keys @param {Row} row @returns {"half" | "interleaved"} */
function layoutOf(keys, row) {
  if (wholeHeads(keys)) return "half";
  if (row.styles?.includes(String(keys.get("position_embedding_type")))) return "interleaved";
  const names = ["rope_interleave", "rotary_emb_interleaved", "original_rope"];
  const entry = keys.first(names);
  if (entry && row.fixed) keys.ignore(entry.key);
  const interleaved = entry && !row.fixed ? keys.flag(entry.key) : undefined;
  const oldest = keys.get("position_encoding_2d") !== undefined; // the first ChatGLM
  const usual = row.layout === "interleaved" ? "interleaved" : "half";
  if (interleaved === undefined) return oldest ? "half" : usual;
  return interleaved ? "interleaved" : "half";
}
