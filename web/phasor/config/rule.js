// rule.js: the base of a layer's frequencies and the rule that scales them: where a configuration has
// them, under their current names and with all parameters.

import * as check from "../check.js";
import { quote } from "../quote.js";
import { LARGEST_FACTOR, LONGEST, ropeParameters, ropeTypes } from "../rope/scaling_rules.js";
import { listedFor } from "./layers.js";
import { isObject, Keys } from "./reader.js";

/** @import { Layer, Layered } from "./layers.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * rope_scaling or rope_parameters, or its part for a layer type; empty if there is none.
 * @typedef {object} Dictionary
 * @property {Keys} dict
 * @property {boolean} specific whether it is for one layer type
 * @property {boolean} absent whether it says that layers of this type do not rotate
 */
/**
 * A layer of a model, with the dictionary of its rule.
 * @typedef {Layered & Dictionary & { layer: Layer, length: number | undefined,
 *   contextLength: number | undefined }} Place
 */

const ruleKeys = ["type", "rope_type", "rope_theta", "factor", "partial_rotary_factor"];
/** Keys of a rope dictionary that do not belong to the rule. */
const sharedKeys = [
  ...["type", "rope_type", "rope_theta", "partial_rotary_factor", "mrope_section"],
  ...["mrope_interleaved", "llama_4_scaling_beta"],
];
/** Older and other names of rules. */
const typeAliases = new Map([
  ["su", "longrope"],
  ...["mrope", "original", "origin", "no_scaling", "gptj"].map(
    (name) => /** @type {[string, string]} */ ([name, "default"]),
  ),
  ["deepseek_yarn", "yarn"],
  ["xdrope", "dynamic"],
]);
/** What messages say of a value that neither the file nor the caller gave. */
export const BY_DEFAULT = ", the default of the model's code";
export const ORIGINAL_KEY = "original_max_position_embeddings";

/**
 * @param {Layered & { layer: Layer }} model
 * @param {boolean} isChosen whether the caller asked for this layer
 * @returns {Dictionary}
 */
export function dictionaryFor({ keys, row, layer: { type } }, isChosen) {
  const slidingDict = type === "sliding_attention" ? keys.object("swa_rope_parameters") : undefined;
  if (slidingDict) return { dict: slidingDict, specific: true, absent: false };
  const older = keys.object("rope_scaling");
  const newer = keys.object("rope_parameters");
  // Only transformers 5 writes rope_parameters: it expects an object for each type of layer.
  const isFlat = newer && row.localBase !== undefined && partsOf(newer, type).length === 0;
  if (newer && (older || isFlat)) {
    const reason = `has no object for ${quote(type)}, as transformers 5 needs`;
    keys.ignore("rope_parameters", older ? "stands next to rope_scaling" : reason);
  }
  const path = `${keys.path}.rope_parameters`;
  const dict =
    older ??
    (isFlat ? undefined : newer) ??
    foundryDictionary(keys) ??
    internlmDictionary(keys) ??
    defaultDictionary(keys, row.rope, path) ??
    new Keys(keys.where, path, {}, keys);
  const parts = partsOf(dict, type);
  const absent = parts.length > 0 && dict.isNull(type);
  if (absent || parts.length === 0) return { dict, specific: false, absent };
  const label = type === "sliding_attention" ? "main" : "compress";
  const entry = [type, row.compressed ? label : type].find((name) => parts.includes(name));
  const part = entry ?? (isChosen ? type : parts[0]);
  if (!parts.includes(part)) {
    const allowed = `an object like the others (${quote(parts.join(", "))})`;
    dict.fail(TypeError, part, allowed, dict.get(part));
  }
  if (entry === undefined) dict.assume(type, quote(part));
  return { dict: /** @type {Keys} */ (dict.object(part)), specific: true, absent };
}

/**
 * The layer types that have their own part in a dictionary. A rope_type next to the parts, which
 * transformers 5 writes, is ignored.
 * @param {Keys} dict @param {string} type
 */
function partsOf(dict, type) {
  const parts = dict.names().filter((key) => isObject(dict.get(key)));
  if (parts.includes(type) || !dict.has(...ruleKeys)) return parts;
  if (dict.has("rope_theta", "factor")) return [];
  return parts.filter((key) => dict.object(key)?.has(...ruleKeys));
}

/** The dictionary of LLM Foundry (MPT), if rope_impl is "hf". @param {Keys} keys */
function foundryDictionary(keys) {
  const attention = attnConfig(keys);
  const isUsed = attention?.get("rope_impl") === "hf";
  const unusedKey = isUsed ? "rope_dail_config" : "rope_hf_config";
  if (attention?.has(unusedKey)) attention.ignore(unusedKey);
  return isUsed ? attention?.object("rope_hf_config") : undefined;
}

/** The dictionary of the first InternLM, with current keys. @param {Keys} keys */
function internlmDictionary(keys) {
  const rotary = keys.objectIn("rotary");
  if (!rotary) return undefined;
  const type = rotary.text("type");
  const factor = rotary.number("scaling_factor", 1, LARGEST_FACTOR) ?? 1;
  const rule = { type, rope_theta: rotary.number("base", 1, 1e18) };
  return new Keys(keys.where, rotary.path, type === "dynamic" ? { ...rule, factor } : rule, keys);
}

/**
 * The default dictionary of the model's code. A base in it takes precedence over that of the file.
 * @param {Keys} keys @param {Record<string, unknown> | undefined} rope @param {string} path
 */
function defaultDictionary(keys, rope, path) {
  if (!rope) return undefined;
  keys.assume("rope_parameters", "the default of the model's code");
  const dict = new Keys(keys.where, path, rope, keys);
  const theta = partsOf(dict, "")
    .map((part) => dict.object(part)?.get("rope_theta"))
    .find((value) => value);
  if (keys.has("rope_theta") && theta && keys.get("rope_theta") !== theta) {
    keys.assume("rope_theta", theta, `${BY_DEFAULT} in transformers 5`);
  }
  return dict;
}

/**
 * The base for a layer type: from its own dictionary, from the keys for sliding layers, or the
 * model's.
 * @param {Place} place
 * @returns {number}
 */
export function baseOf(place) {
  const { keys, row, known } = place;
  const sliding = place.layer.type === "sliding_attention";
  const [from, key, value = from.get(key)] = baseEntry(place, sliding);
  /** @type {unknown} */
  let base = value;
  if (base === undefined && known) {
    base = (sliding ? row.localBase : undefined) ?? row.base ?? 10000;
    const laterNote = row.laterBase ? ` (transformers 5 uses ${row.laterBase})` : "";
    // Towers have no key for it as a rule.
    if (!row.grid) keys.assume(key, base, BY_DEFAULT + laterNote);
  }
  const ratio = keys.number("rope_ratio", 1e-6, 1e12) ?? 1;
  if (ratio !== 1) {
    keys.warn(
      `${keys.at("rope_ratio")} multiplies the base; ChatGLM2's code divides positions by it`,
    );
  }
  const path = from.at(key) + (base === undefined ? " (or a known model_type)" : "");
  return check.base(keys.where, typeof base === "number" ? base * ratio : base, path);
}

/**
 * The key that says the base, and the value if it is not simply that of the key.
 * @param {Place} place @param {boolean} sliding @returns {[from: Keys, key: string, value?: unknown]}
 */
function baseEntry(place, sliding) {
  const { keys, row, dict, specific } = place;
  const [generalKey, slidingKey] = ["rope_theta", "rope_local_base_freq"];
  for (const key of ["layer_rope_theta", generalKey]) {
    const value = listedFor(place, key);
    if (value !== undefined) return [keys, key, value];
  }
  if (row.compressed && !sliding) {
    const key = "compress_rope_theta";
    return [keys, key, keys.get(key) ?? 160000];
  }
  // A base for sliding layers that is null means that of the others.
  const isLocal = sliding && !keys.isNull(slidingKey) && row.localBase !== undefined;
  /** @type {[Keys | undefined, string | false][]} */
  const places = [
    [dict, specific && generalKey],
    [keys, sliding && slidingKey],
    [dict, !isLocal && generalKey],
    [keys, !isLocal && generalKey],
    [attnConfig(keys), generalKey],
  ];
  for (const [from, key] of places) {
    if (!key || !from?.has(key)) continue;
    if (from === dict && !specific && keys.has(key) && keys.get(key) !== dict.get(key)) {
      keys.assume(key, dict.get(key), `, as ${dict.path} says`);
    }
    return [from, key];
  }
  return [keys, isLocal ? slidingKey : generalKey];
}

/** attn_config, the attention section of MPT and DBRX. @param {Keys} keys
 * @returns {Keys | undefined} */
export function attnConfig(keys) {
  return typeof keys.get("attn_config") === "object" ? keys.object("attn_config") : undefined;
}

/**
 * @param {Place} place @param {boolean} isUnscaled whether the layer uses no scaling rule
 * @returns {RopeScaling | undefined}
 */
export function ruleOf(place, isUnscaled) {
  const { keys, dict, known, row } = place;
  const newer = nameOf(dict, "rope_type");
  const older = nameOf(dict, "type");
  if (newer !== undefined && older !== undefined && newer !== older) {
    dict.fail(RangeError, "type", `"${newer}" as rope_type is`, dict.get("type"));
  }
  const key = newer === undefined ? "type" : "rope_type";
  const outerType = nameOf(keys, "rope_type");
  if ((newer ?? older) === undefined && outerType !== undefined && outerType !== "default") {
    keys.ignore("rope_type", `${quote(outerType)} is not in ${dict.path}`);
  }
  let type = check.oneOf(dict.where, dict.at(key), newer ?? older ?? "default", ropeTypes);
  if (type === row.renamed?.[0] && dict.has("short_factor")) type = row.renamed[1];
  if (isUnscaled) {
    if (type !== "default" && !row.compressed) {
      keys.warn(`${dict.path} does not apply to sliding attention layers`);
    }
    return undefined;
  }
  // Only Hunyuan's code reads alpha; a file of another model has it without effect.
  const readsAlpha = row.alpha || !known || !dict.has("factor");
  const alpha =
    type === "dynamic" && readsAlpha ? dict.number("alpha", 1, LARGEST_FACTOR) : undefined;
  if (alpha === undefined && dict.get(key) === "xdrope") dict.fail(TypeError, "alpha", "a number");
  // As base·alpha^(r/(r − 2)), whatever the length.
  if (alpha !== undefined) type = "ntk";
  const parameters = new Set(alpha === undefined ? ropeParameters(type) : []);
  const sharedNames = alpha === undefined ? sharedKeys : [...sharedKeys, "alpha"];
  /** @type {Record<string, unknown>} */
  const scaling = { type };
  for (const name of dict.names()) {
    const value = dict.get(name);
    if (parameters.has(name)) scaling[name] = Array.isArray(value) ? [...value] : value;
    else if (!sharedNames.includes(name)) {
      dict.ignore(name, `is not a parameter of type ${quote(dict.text(key) ?? type)}`);
    }
  }
  if (alpha !== undefined) scaling.factor = alpha;
  if (parameters.has(ORIGINAL_KEY)) fillParameters(place, /** @type {RopeScaling} */ (scaling));
  // DeepSeek-V4's own code leaves out YaRN's attention factor.
  if (row.compressed && type === "yarn") scaling.attention_factor ??= 1;
  if (type !== "default") return /** @type {RopeScaling} */ (scaling);
  return nomicRule(keys) ?? qwenRule(place);
}

/** @param {Keys} dict @param {string} key */
function nameOf(dict, key) {
  const name = dict.text(key);
  return typeAliases.get(name ?? "") ?? name;
}

/** Nomic's models, which have the factor outside the dictionary. @param {Keys} keys
 * @returns {RopeScaling | undefined} */
function nomicRule(keys) {
  const factor = keys.number("rotary_scaling_factor", 1, LARGEST_FACTOR);
  if (factor === undefined) return undefined;
  const trained = keys.integer("max_trained_positions", 1, LONGEST) ?? 2048;
  return { type: "dynamic", factor, [ORIGINAL_KEY]: trained };
}

/**
 * The first Qwen's seq_length, if a flag that needs it is set.
 * @param {Keys} keys @param {string} flag @param {number} min
 */
export function trainedLength(keys, flag, min) {
  if (keys.get(flag) !== true) return undefined;
  const trained = keys.integer("seq_length", min, LONGEST);
  if (trained === undefined) keys.ignore(flag, "is true, but there is no seq_length");
  return trained;
}

/**
 * The first Qwen: beyond seq_length, NTK with a factor of a power of two minus 1.
 * @param {Place} place
 * @returns {RopeScaling | undefined}
 */
function qwenRule({ keys, length = 0 }) {
  const trained = trainedLength(keys, "use_dynamic_ntk", 1);
  if (trained === undefined) return undefined;
  keys.warn(
    `${keys.path}.use_dynamic_ntk: past ${trained} tokens the rule is ntk, by the option length`,
  );
  if (length <= trained) return undefined;
  let powerOfTwo = 1; // 2^⌈log2(length/trained)⌉
  while (trained * powerOfTwo < length) powerOfTwo *= 2;
  return { type: "ntk", factor: 2 * powerOfTwo - 1 };
}

/**
 * Fills in the original context and the factor if the rule needs them and the dictionary lacks
 * them.
 * @param {Place} place @param {RopeScaling} scaling
 */
function fillParameters({ keys, dict, row, contextLength }, scaling) {
  const inner = dict.integer(ORIGINAL_KEY, 1, LONGEST);
  const outer = keys.integer(ORIGINAL_KEY, 1, LONGEST);
  const { type, factor } = scaling;
  const preset = type === "longrope" ? row.contexts?.[1] : undefined;
  // For dynamic NTK, transformers always uses the model's context as the original one.
  const original = type === "dynamic" ? contextLength : (outer ?? preset ?? inner ?? contextLength);
  if (original === undefined) {
    return dict.fail(TypeError, `${ORIGINAL_KEY} (or max_position_embeddings)`, "an integer");
  }
  scaling[ORIGINAL_KEY] = original;
  if (inner !== undefined && inner !== original) {
    dict.assume(ORIGINAL_KEY, original, ", as in transformers");
    dict.ignore(ORIGINAL_KEY);
  }
  if (inner === undefined && outer === undefined && type !== "dynamic") {
    dict.assume(ORIGINAL_KEY, original, preset ? BY_DEFAULT : ", max_position_embeddings");
  }
  if ((type !== "yarn" && type !== "longrope") || contextLength === undefined) return;
  const ratio = contextLength / original;
  if (factor == null) scaling.factor = type === "longrope" ? Math.max(1, ratio) : ratio;
  else if (typeof factor === "number" && ratio !== 1 && ratio !== factor) {
    dict.warn(
      `${dict.path}.factor is ${factor}, max_position_embeddings ${contextLength} is ${ratio} times ${original}`,
    );
  }
}
