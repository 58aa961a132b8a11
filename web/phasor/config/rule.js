// rule.js: the base of a layer's frequencies and the rule that scales them: where a configuration has
// them, under their current names and with all parameters.

import * as check from "../check.js";
import { quote } from "../quote.js";
import { LONGEST, ropeParameters, ropeTypes } from "../rope/scaling_rules.js";
import { listedFor } from "./layers.js";
import { aliases, isObject, Keys, sharedKeys, typeNames } from "./reader.js";

/** @import { Row } from "./models.js" */
/** @import { Layer } from "./layers.js" */
/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * @typedef {object} Dictionary
 * @property {Keys} dict
 * @property {boolean} specific whether it is for one layer type
 * @property {boolean} absent whether it says that layers of this type do not rotate
 */

const ruleKeys = ["type", "rope_type", "rope_theta", "factor", "partial_rotary_factor"];
/** Maximum number of layer types listed in a message. */
const MAX = 8;

/**
 * rope_scaling or rope_parameters, or its part for a layer type; empty if there is none.
 * @param {Keys} keys @param {Row} row @param {string} type
 * @param {boolean} chosen whether the caller asked for this type
 * @returns {Dictionary}
 */
export function dictionaryFor(keys, row, type, chosen) {
  const older = keys.object("rope_scaling");
  const newer = keys.object("rope_parameters");
  if (older && newer) {
    keys.warn(`${older.path} was used, and not ${newer.path}, as transformers does`);
    keys.ignore("rope_parameters");
  }
  // Only transformers 5 writes rope_parameters: it expects an object for each type of layer.
  const flat = newer && row.localBase !== undefined && partsOf(newer, type).length === 0;
  if (flat && !older) {
    newer.warn(
      `${newer.path} has no object for ${quote(type)}: it was ignored, as in transformers 5`,
    );
    keys.ignore("rope_parameters");
  }
  const dict =
    older ?? (flat ? undefined : newer) ?? foundry(keys) ?? internlm(keys) ?? supposed(keys, row);
  if (!dict) {
    const none = new Keys(keys.where, `${keys.path}.rope_parameters`, {}, keys);
    return { dict: none, specific: false, absent: false };
  }
  const parts = partsOf(dict, type);
  if (parts.length === 0) return { dict, specific: false, absent: false };
  if (dict.isNull(type)) return { dict, specific: false, absent: true };
  const names = [
    type,
    ...(row.compressed ? [type === "sliding_attention" ? "main" : "compress"] : []),
  ];
  const named = names.find((name) => parts.includes(name));
  const part = named ?? (chosen ? type : parts[0]);
  if (!parts.includes(part)) {
    const list = parts.slice(0, MAX).map((name) => (/^\w+$/.test(name) ? name : quote(name)));
    if (parts.length > MAX) list.push("…");
    dict.fail(TypeError, part, `an object like the others (${list.join(", ")})`, dict.get(part));
  }
  if (named === undefined) dict.warn(`${dict.path} has no ${quote(type)}: ${quote(part)} was used`);
  return { dict: /** @type {Keys} */ (dict.object(part)), specific: true, absent: false };
}

/**
 * The layer types that have their own part in a dictionary. A rope_type next to the parts, which
 * transformers 5 writes, is ignored.
 * @param {Keys} dict @param {string} type
 */
function partsOf(dict, type) {
  const parts = dict.names().filter((key) => isObject(dict.get(key)));
  if (parts.length === 0 || parts.includes(type)) return parts;
  if (!dict.first(ruleKeys)) return parts;
  const clear = parts.filter((key) => dict.object(key)?.first(ruleKeys));
  return dict.first(["rope_theta", "factor"]) ? [] : clear;
}

/** The dictionary of LLM Foundry (MPT), if rope_impl is "hf". @param {Keys} keys */
function foundry(keys) {
  const attention = nested(keys);
  const other = attention?.get("rope_impl") === "hf" ? "rope_dail_config" : "rope_hf_config";
  if (attention?.get(other) !== undefined) attention.ignore(other);
  return other === "rope_dail_config" ? attention?.object("rope_hf_config") : undefined;
}

/** The dictionary of the first InternLM, with current keys. @param {Keys} keys */
function internlm(keys) {
  const rotary = isObject(keys.get("rotary")) ? keys.object("rotary") : undefined;
  if (!rotary) return undefined;
  const type = rotary.text("type");
  const factor = rotary.number(["scaling_factor"], 1, 2 ** 31 - 1) ?? 1;
  const rule = { type, rope_theta: rotary.number(["base"], 1, 1e18) };
  return new Keys(keys.where, rotary.path, type === "dynamic" ? { ...rule, factor } : rule, keys);
}

/**
 * The default dictionary of the model's code. A base in it takes precedence over that of the file.
 * @param {Keys} keys @param {Row} row
 */
function supposed(keys, { rope }) {
  if (!rope) return undefined;
  const path = `${keys.path}.rope_parameters`;
  keys.warn(`${path} is missing: the defaults of the model's code were used`);
  const dict = new Keys(keys.where, path, rope, keys);
  const base = keys.first(aliases.base);
  const inner = [dict, ...partsOf(dict, "").map((part) => dict.object(part))].find((dict) =>
    dict?.get("rope_theta"),
  );
  if (base && inner && base.value !== inner.get("rope_theta")) {
    keys.warn(
      `${keys.at(base.key)} ${base.value} was ignored, as in transformers 5: the default is ` +
        inner.get("rope_theta"),
    );
  }
  return dict;
}

const allowed = "a number above 1 and at most 1e18";

/**
 * The base for a layer type: from its own dictionary, from the keys for sliding layers, or the
 * model's.
 * @param {Keys} keys @param {Keys} dict
 * @param {boolean} specific whether dict is for this layer type
 * @param {Row | undefined} row undefined if unknown @param {string | undefined} name
 * @param {Layer} layer
 * @returns {number}
 */
export function baseOf(keys, dict, specific, row, name, layer) {
  const sliding = layer.type === "sliding_attention";
  const { path, value } =
    listedBase(keys, layer) ??
    compressedBase(keys, row, sliding) ??
    givenBase(keys, dict, specific, row, sliding);
  /** @type {unknown} */
  let base = value;
  if (base === undefined && row) {
    base = (sliding ? row.localBase : undefined) ?? row.base ?? 10000;
    const who = name === undefined ? "the model's code" : `model type ${quote(name)}`;
    const later = row.laterBase ? ` (transformers 5 uses ${row.laterBase})` : "";
    // Towers have no key for it as a rule.
    if (!row.grid) keys.warn(`${path} is missing; used ${base}, the default of ${who}${later}`);
  }
  if (typeof base !== "number") {
    const more = base === undefined ? ", unless model_type is known" : "";
    return check.fail(TypeError, keys.where, path, allowed + more, base);
  }
  const ratio = keys.number(["rope_ratio"], 1e-6, 1e12) ?? 1;
  if (ratio !== 1) {
    keys.warn(
      `${keys.at("rope_ratio")} multiplies the base; ChatGLM2's code divides positions by it`,
    );
  }
  const scaled = base * ratio;
  if (scaled > 1 && scaled <= 1e18) return scaled;
  return check.fail(RangeError, keys.where, path, allowed, scaled);
}

/** The base from a list with a base for each layer. @param {Keys} keys @param {Layer} layer */
function listedBase(keys, layer) {
  for (const key of ["layer_rope_theta", "rope_theta"]) {
    const value = listedFor(keys, key, layer);
    if (value !== undefined) return { path: keys.at(key), value };
  }
  return undefined;
}

/** The base of compressed layers in DeepSeek-V4. @param {Keys} keys
 * @param {Row | undefined} row
 * @param {boolean} sliding */
function compressedBase(keys, row, sliding) {
  if (!row?.compressed || sliding) return undefined;
  const value = keys.get("compress_rope_theta") ?? 160000;
  return { path: keys.at("compress_rope_theta"), value };
}

/**
 * @param {Keys} keys @param {Keys} dict @param {boolean} specific
 * @param {Row | undefined} row @param {boolean} sliding
 * @returns {{ path: string, value: unknown }}
 */
function givenBase(keys, dict, specific, row, sliding) {
  const attention = nested(keys);
  // A base for sliding layers that is null means that of the others.
  const shared = sliding && aliases.localBase.some((name) => keys.isNull(name));
  const local = sliding && !shared && row?.localBase !== undefined;
  const places = [
    { keys: dict, names: specific ? aliases.base : [] },
    { keys, names: sliding ? aliases.localBase : [] },
    { keys: dict, names: local ? [] : aliases.base },
    { keys, names: local ? [] : aliases.base },
    { keys: attention ?? keys, names: attention ? aliases.base : [] },
  ];
  const place = places.find((place) => place.keys.first(place.names));
  const entry = place?.keys.first(place.names);
  const outer = keys.first(aliases.base);
  if (place?.keys === dict && !specific && outer && outer.value !== entry?.value) {
    keys.warn(
      `${keys.at(outer.key)} is ${outer.value}, ${dict.path} says ${entry?.value}: the latter was used`,
    );
  }
  return { path: (place?.keys ?? keys).at(entry?.key ?? "rope_theta"), value: entry?.value };
}

/** attn_config, the attention section of MPT and DBRX. @param {Keys} keys
 * @returns {Keys | undefined} */
export function nested(keys) {
  return typeof keys.get("attn_config") === "object" ? keys.object("attn_config") : undefined;
}

const shared = new Set(sharedKeys);

/**
 * @typedef {object} Circumstances
 * @property {Row | undefined} known
 * @property {boolean} plain whether the layer uses no scaling rule
 * @property {number | undefined} maxLength
 * @property {number | undefined} length
 */

/**
 * @param {Keys} keys @param {Keys} dict @param {Circumstances} circumstances
 * @returns {RopeScaling | undefined}
 */
export function ruleOf(keys, dict, { known, plain, maxLength, length }) {
  const row = known ?? {};
  const newer = nameOf(dict, "rope_type");
  const older = nameOf(dict, "type");
  if (newer !== undefined && older !== undefined && newer !== older) {
    dict.fail(RangeError, "type", `"${newer}" as rope_type is`, dict.get("type"));
  }
  const key = newer === undefined ? "type" : "rope_type";
  const outside = nameOf(keys, "rope_type");
  if ((newer ?? older) === undefined && outside !== undefined && outside !== "default") {
    keys.warn(`${keys.at("rope_type")} ${quote(outside)} is not in ${dict.path}: it was ignored`);
  }
  let type = check.oneOf(dict.where, dict.at(key), newer ?? older ?? "default", ropeTypes);
  if (type === row.renamed?.[0] && dict.get("short_factor") !== undefined) type = row.renamed[1];
  if (plain) {
    if (type !== "default" && !row.compressed) {
      keys.warn(`${dict.path} does not apply to sliding attention layers`);
    }
    return undefined;
  }
  // Only Hunyuan's code reads alpha; a file of another model has it without effect.
  const read = row.alpha || known === undefined || dict.get("factor") === undefined;
  const alpha = type === "dynamic" && read ? dict.number(["alpha"], 1, 2 ** 31 - 1) : undefined;
  if (alpha !== undefined)
    type = "ntk"; // as base·alpha^(r/(r − 2)), whatever the length
  else if (dict.get(key) === "xdrope") dict.fail(TypeError, "alpha", "a number", undefined);
  const parameters = new Set(alpha === undefined ? ropeParameters(type) : []);
  /** @type {Record<string, unknown>} */
  const scaling = { type };
  const named = typeof dict.get(key) === "string" ? String(dict.get(key)) : type;
  for (const name of dict.names()) {
    if (parameters.has(name)) {
      const value = dict.get(name);
      scaling[name] = Array.isArray(value) ? [...value] : value;
    } else if (!shared.has(name) && !(name === "alpha" && alpha !== undefined)) {
      dict.warn(`${dict.at(name)} is not a parameter of type ${quote(named)} and was ignored`);
      dict.ignore(name);
    }
  }
  if (alpha !== undefined) scaling.factor = alpha;
  if (parameters.has("original_max_position_embeddings")) {
    fillIn(keys, dict, /** @type {RopeScaling} */ (scaling), maxLength, row);
  }
  // DeepSeek-V4's own code leaves out YaRN's attention factor.
  if (row.compressed && type === "yarn") scaling.attention_factor ??= 1;
  if (type !== "default") return /** @type {RopeScaling} */ (scaling);
  return nomic(keys) ?? qwen(keys, length);
}

/** @param {Keys} dict @param {string} key */
function nameOf(dict, key) {
  const name = dict.text(key);
  return name === undefined ? undefined : (typeNames.get(name) ?? name);
}

/** Nomic's models, which have the factor outside the dictionary. @param {Keys} keys
 * @returns {RopeScaling | undefined} */
function nomic(keys) {
  const factor = keys.number(["rotary_scaling_factor"], 1, 2 ** 31 - 1);
  if (factor === undefined) return undefined;
  const trained = keys.integer(["max_trained_positions"], 1, LONGEST);
  return { type: "dynamic", factor, original_max_position_embeddings: trained ?? 2048 };
}

/**
 * The first Qwen: beyond seq_length, NTK with a factor of a power of two minus 1.
 * @param {Keys} keys @param {number | undefined} length
 * @returns {RopeScaling | undefined}
 */
function qwen(keys, length) {
  if (keys.get("use_dynamic_ntk") !== true) return undefined;
  const trained = keys.integer(["seq_length"], 1, LONGEST);
  if (trained === undefined) {
    keys.warn(`${keys.path}.use_dynamic_ntk is true, but there is no seq_length: it was ignored`);
    return undefined;
  }
  keys.warn(
    `${keys.path}.use_dynamic_ntk: past ${trained} tokens the rule is ntk by a factor of the ` +
      "length that the whole sequence has (the option length)",
  );
  if (length === undefined || length <= trained) return undefined;
  let doubled = 1; // 2^⌈log2(length/trained)⌉
  while (trained * doubled < length) doubled *= 2;
  return { type: "ntk", factor: 2 * doubled - 1 };
}

/**
 * Fills in the original context and the factor if the rule needs them and the dictionary lacks
 * them.
 * @param {Keys} keys @param {Keys} dict @param {RopeScaling} scaling
 * @param {number | undefined} maxLength @param {Row} row
 */
function fillIn(keys, dict, scaling, maxLength, row) {
  const name = "original_max_position_embeddings";
  const inner = dict.integer([name], 1, LONGEST);
  const outer = keys.integer([name], 1, LONGEST);
  // For dynamic NTK, transformers always uses the model's context as the original one.
  const usual = scaling.type === "longrope" ? row.contexts?.[1] : undefined;
  const original = scaling.type === "dynamic" ? maxLength : (outer ?? usual ?? inner ?? maxLength);
  if (original === undefined) {
    dict.fail(TypeError, `${name} (or max_position_embeddings)`, "an integer", undefined);
  }
  scaling.original_max_position_embeddings = original;
  if (inner !== undefined && inner !== original) {
    dict.warn(`${dict.path}.${name} is ${inner}: ${original} was used, as transformers does`);
    dict.ignore(name);
  }
  if (inner === undefined && outer === undefined && scaling.type !== "dynamic") {
    const what =
      usual === undefined ? "max_position_embeddings" : "the default of the model's code,";
    dict.warn(`${dict.path}.${name} is missing: ${what} ${original} was used`);
  }
  if (scaling.type !== "yarn" && scaling.type !== "longrope") return;
  if (maxLength === undefined) return;
  const { factor } = scaling;
  const ratio = maxLength / original;
  if (factor == null) {
    scaling.factor = scaling.type === "longrope" ? Math.max(1, ratio) : ratio;
  } else if (typeof factor === "number" && ratio !== 1 && ratio !== factor) {
    dict.warn(
      `${dict.path}.factor is ${factor}, max_position_embeddings ${maxLength} is ${ratio} times ${original}`,
    );
  }
}
