// config.js: what the config.json of a published model says about its rotary embedding.
import * as check from "../check.js";
import { rotaryTurns, yarnAttention } from "../rope/scaling.js";
import { LONGEST } from "../rope/scaling_rules.js";
import { differences } from "./differences.js";
import { aliases, modelTypes, otherKeys, textKeys } from "./keys.js";
import { dictionaryFor, layerAt, layerTypes } from "./layers.js";
import { isObject, Keys, parse } from "./reader.js";
import { ruleOf } from "./rule.js";

/** @import { ModelType } from "./keys.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

const LARGEST_WIDTH = 65536;
/** How many configurations may lie within one another. */
const DEEPEST = 4;
const understood = new Set([...Object.values(aliases).flat(), ...otherKeys]);

/**
 * What a model does with positions, as `ropeFromConfig` reads it. It can be passed on as the
 * options of `RotaryEmbedding`.
 * @typedef {object} RopeConfig
 * @property {string | undefined} model model_type
 * @property {{ index: number | undefined, type: string }} layer the layer that all this is about
 * @property {string[]} layerTypes the types that the model's layers have
 * @property {boolean} rotates false for a layer without positions: rotaryDim is 0 then
 * @property {number} dHead features of a head, or of that part of it that is kept apart for
 *   positions (qk_rope_head_dim)
 * @property {number} rotaryDim how many of them rotate
 * @property {number} base
 * @property {"half" | "interleaved"} layout which features make a pair, in the model's own weights
 * @property {RopeScaling | undefined} scaling the rule under its present name, all it needs filled in
 * @property {number | undefined} length as given
 * @property {number | undefined} contextLength max_position_embeddings
 * @property {{ sizes: number[], interleaved: boolean } | undefined} sections pairs that turn by
 *   time, height and width (mrope_section)
 * @property {Float64Array<ArrayBuffer>} frequencies (rotaryDim/2), in radians per position
 * @property {number} attentionFactor multiplies sines and cosines
 * @property {number} softmaxFactor what the model multiplies attention scores by besides
 * @property {string[]} warnings what is unknown, missing or contradicts something else, and what
 *   was made of it
 * @property {string[]} ignored keys about positions that changed nothing
 * @property {string[]} differences how other implementations would turn the same configuration
 */

/**
 * Reads a Hugging Face `config.json`, of today or older, of a language model or of a multimodal
 * model with one inside.
 *
 * @param {object | string} config the object, or the text of the file
 * @param {object} [options]
 * @param {number} [options.length] the sequence's length in tokens, for rules that depend on it;
 *   the original context by default
 * @param {number | string} [options.layer] a layer's index, or its type ("sliding_attention");
 *   a layer of full attention by default
 * @returns {RopeConfig}
 * @throws {TypeError | RangeError} naming the key, also when one is missing
 *
 * @example
 * const rope = ropeFromConfig(config, { length: 100000 });
 * const rotary = new RotaryEmbedding(rope.dHead, rope);
 */
export function ropeFromConfig(config, options) {
  const where = "phasor.ropeFromConfig";
  const { length, layer } = check.options(where, options, ["length", "layer"]);
  if (length !== undefined) check.integer(where, "length", length, 0, LONGEST);
  let keys = new Keys(where, "config", parse(where, config));
  for (let depth = 0; depth < DEEPEST; depth++) keys = innerModel(keys) ?? keys;
  const name = keys.text("model_type");
  const model = modelTypes.get(name) ?? {};
  if (name !== undefined && !modelTypes.has(name)) {
    keys.warn(`${keys.path}.model_type "${name}" is not known here: layout "half" is assumed`);
  }
  const { rotates, ...at } = layerAt(keys, model, layer);
  const sliding = at.type === "sliding_attention";
  const { dict, specific } = dictionaryFor(keys, at.type, layer !== undefined);
  const shape = shapeOf(keys, model, at.type);
  const base = baseOf(keys, dict, specific, model, name, sliding);
  const local = model.localBase !== undefined || keys.first(aliases.localBase) !== undefined;
  const plain = sliding && !specific && (local || model.unscaledSliding === true);
  const maxLength = keys.integer(aliases.maximum, 1, Number.MAX_SAFE_INTEGER);
  const scaling = ruleOf(keys, dict, plain, maxLength);
  const rotaryDim = rotated(keys, dict, model, shape, scaling);
  const result = {
    model: name,
    layer: at,
    layerTypes: layerTypes(keys, model),
    rotates,
    dHead: shape.dHead,
    rotaryDim: rotates ? rotaryDim : 0,
    base,
    layout: layoutOf(keys, model),
    scaling: rotates ? scaling : undefined,
    length,
    contextLength: maxLength,
    sections: rotates ? sectionsOf(dict, rotaryDim) : undefined,
    frequencies: new Float64Array(0),
    attentionFactor: 1,
    softmaxFactor: 1,
    warnings: keys.warnings,
    ignored: keys.ignored,
    /** @type {string[]} */
    differences: [],
  };
  if (rotates) {
    const turns = rotaryTurns(where, shape.dHead, { base, rotaryDim, scaling, length }, dict.path);
    result.frequencies = turns.frequencies;
    result.attentionFactor = turns.attentionFactor;
    if (shape.apart && scaling?.type === "yarn" && scaling.mscale_all_dim) {
      const attention = yarnAttention(scaling.factor ?? 1, scaling.mscale_all_dim);
      result.softmaxFactor = attention * attention;
    }
    result.differences = differences(result, {
      apart: shape.apart,
      model,
      outerContext: keys.integer(["original_max_position_embeddings"], 1, LONGEST),
      renamed: dict.get("alpha") !== undefined,
      unscaled: plain,
    });
  }
  for (const key of keys.names()) {
    if (/rope|rotary/i.test(key) && !understood.has(key)) keys.ignore(key);
  }
  return result;
}

/** The language model within a multimodal one. @param {Keys} keys @returns {Keys | undefined} */
function innerModel(keys) {
  const key = textKeys.find((each) => isObject(keys.get(each)));
  return key === undefined ? undefined : keys.object(key);
}

// ---- sizes and base ----

/**
 * @typedef {object} Shape
 * @property {number} dHead
 * @property {boolean} apart whether dHead is a part kept for positions
 */

/** @param {Keys} keys @param {ModelType} model @param {string} type @returns {Shape} */
function shapeOf(keys, model, type) {
  const apart = keys.get("qk_rope_head_dim");
  if (apart !== undefined) {
    const path = `${keys.path}.qk_rope_head_dim`;
    return { dHead: check.even(keys.where, path, apart, LARGEST_WIDTH), apart: true };
  }
  if (type === "full_attention") {
    const global = keys.integer(["global_head_dim"], 2, LARGEST_WIDTH) ?? model.globalHeadDim;
    if (global !== undefined) return { dHead: global, apart: false };
  }
  const own = keys.integer(aliases.headDim, 2, LARGEST_WIDTH) ?? model.headDim;
  if (own !== undefined) return { dHead: own, apart: false };
  const hidden = keys.integer(aliases.hidden, 2, Number.MAX_SAFE_INTEGER);
  const heads = keys.integer(aliases.heads, 1, Number.MAX_SAFE_INTEGER);
  const needed = "(or hidden_size and num_attention_heads)";
  if (hidden === undefined || heads === undefined) {
    return keys.fail(TypeError, `head_dim ${needed}`, `an integer from 2 to ${LARGEST_WIDTH}`);
  }
  if (hidden % heads !== 0) {
    keys.warn(`${keys.path}: hidden_size ${hidden} is not a multiple of ${heads} heads`);
  }
  const dHead = Math.floor(hidden / heads);
  if (dHead < 2 || dHead > LARGEST_WIDTH) {
    keys.fail(RangeError, `hidden_size/num_attention_heads`, `from 2 to ${LARGEST_WIDTH}`, dHead);
  }
  return { dHead, apart: false };
}

/**
 * The base of a type of layer: its own dictionary's, that of sliding layers, or the model's.
 * @param {Keys} keys @param {Keys} dict @param {boolean} specific whether dict is its own
 * @param {ModelType} model @param {string | undefined} name @param {boolean} sliding
 */
function baseOf(keys, dict, specific, model, name, sliding) {
  if (keys.get("alibi") === true) {
    keys.fail(RangeError, "alibi", "false for a model with a rotary embedding", true);
  }
  const places = [
    { keys: dict, names: specific ? aliases.base : [] },
    { keys, names: sliding ? aliases.localBase : [] },
    { keys: dict, names: sliding && model.localBase ? [] : aliases.base },
    { keys, names: sliding && model.localBase ? [] : aliases.base },
  ];
  const place = places.find((each) => each.keys.first(each.names));
  const found = place?.keys.first(place.names);
  const path = `${(place?.keys ?? keys).path}.${found?.key ?? "rope_theta"}`;
  /** @type {unknown} */
  let base = found?.value;
  if (base === undefined && name !== undefined && modelTypes.has(name)) {
    base = (sliding ? model.localBase : undefined) ?? model.base ?? 10000;
    keys.warn(
      `${path} is missing: ${base}, which model type "${name}" takes for granted, was used`,
    );
  }
  const allowed = "a number above 1 and at most 1e18";
  if (typeof base !== "number") return check.fail(TypeError, keys.where, path, allowed, base);
  const scaled = base * (keys.number(["rope_ratio"], 1e-6, 1e12) ?? 1);
  if (scaled > 1 && scaled <= 1e18) return scaled;
  return check.fail(RangeError, keys.where, path, allowed, scaled);
}

/**
 * How many features rotate. The proportional rule is told, the others see fewer features.
 * @param {Keys} keys @param {Keys} dict @param {ModelType} model @param {Shape} shape
 * @param {RopeScaling | undefined} scaling
 */
function rotated(keys, dict, model, { dHead, apart }, scaling) {
  const inner = dict.number(aliases.part, 0, 1);
  const outer = keys.number(aliases.part, 0, 1);
  if (apart) {
    for (const each of [dict, keys]) {
      const found = each.first(aliases.part);
      if (found) each.ignore(found.key);
    }
    return dHead;
  }
  const given = keys.integer(["rotary_dim"], 2, dHead);
  if (given !== undefined) {
    if (given % 2 === 1) keys.fail(RangeError, "rotary_dim", "even", given);
    return given;
  }
  if (inner !== undefined && outer !== undefined && inner !== outer) {
    keys.warn(`${dict.path} says that ${inner} of a head rotates, ${keys.path} that ${outer} does`);
  }
  const part = inner ?? outer ?? model.part ?? 1;
  if (inner === undefined && outer === undefined && part !== 1) {
    keys.warn(`${keys.path}.partial_rotary_factor is missing: ${part} was used`);
  }
  if (scaling?.type === "proportional") {
    scaling.partial_rotary_factor = part;
    return check.even(keys.where, `${keys.path}.head_dim`, dHead, LARGEST_WIDTH);
  }
  if (part === 1) return check.even(keys.where, `${keys.path}.head_dim`, dHead, LARGEST_WIDTH);
  const rotaryDim = Math.floor(dHead * part);
  if (rotaryDim >= 2 && rotaryDim % 2 === 0) return rotaryDim;
  const limits = `such that an even number of the ${dHead} features of a head rotates`;
  return keys.fail(RangeError, "partial_rotary_factor", limits, part);
}

/** @param {Keys} keys @param {ModelType} model */
function layoutOf(keys, model) {
  const interleaved = keys.flag("rope_interleave") ?? keys.flag("rotary_emb_interleaved");
  if (interleaved === undefined) return model.layout ?? "half";
  return interleaved ? "interleaved" : "half";
}

/** @param {Keys} dict @param {number} rotaryDim */
function sectionsOf(dict, rotaryDim) {
  const list = dict.list("mrope_section");
  if (!list) return undefined;
  const sizes = list.map((size, i) =>
    check.integer(dict.where, `${dict.path}.mrope_section[${i}]`, size, 0, LARGEST_WIDTH),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (2 * sum !== rotaryDim) {
    dict.fail(RangeError, "mrope_section", `${rotaryDim / 2} in all, half of what rotates`, list);
  }
  return { sizes, interleaved: dict.flag("mrope_interleaved") ?? false };
}
