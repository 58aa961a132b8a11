// dictionary.js: finds the dictionary with the scaling rule of a layer.
import { quote } from "../quote.js";
import { nested } from "./base.js";
import { aliases } from "./keys.js";
import { isObject, Keys } from "./reader.js";

/** @import { Row } from "./models.js" */

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
  const dict = older ?? newer ?? foundry(keys) ?? internlm(keys) ?? supposed(keys, row);
  if (!dict) {
    const none = new Keys(keys.where, `${keys.path}.rope_parameters`, {}, keys);
    return { dict: none, specific: false, absent: false };
  }
  const parts = partsOf(dict, type);
  if (parts.length === 0) return { dict, specific: false, absent: false };
  if (dict.isNull(type)) return { dict, specific: false, absent: true };
  const names = [
    type,
    ...(row.trailing ? [type === "sliding_attention" ? "main" : "compress"] : []),
  ];
  const named = names.find((each) => parts.includes(each));
  const part = named ?? (chosen ? type : parts[0]);
  if (!parts.includes(part)) {
    const list = parts.slice(0, MAX).map((each) => (/^\w+$/.test(each) ? each : quote(each)));
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
  const own = isObject(keys.get("rotary")) ? keys.object("rotary") : undefined;
  if (!own) return undefined;
  const type = own.text("type");
  const factor = own.number(["scaling_factor"], 1, 2 ** 31 - 1) ?? 1;
  const rule = { type, rope_theta: own.number(["base"], 1, 1e18) };
  return new Keys(keys.where, own.path, type === "dynamic" ? { ...rule, factor } : rule, keys);
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
  const inner = [dict, ...partsOf(dict, "").map((each) => dict.object(each))].find((each) =>
    each?.get("rope_theta"),
  );
  if (base && inner && base.value !== inner.get("rope_theta")) {
    keys.warn(
      `${keys.at(base.key)} ${base.value} was ignored, as in transformers 5: the default is ` +
        inner.get("rope_theta"),
    );
  }
  return dict;
}
