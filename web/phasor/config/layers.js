// layers.js: which layers of a model rotate, and where their parameters are.
import * as check from "../check.js";
import { aliases } from "./keys.js";
import { isObject, Keys } from "./reader.js";

/** @import { ModelType } from "./keys.js" */

/**
 * @param {Keys} keys @param {ModelType} model @param {unknown} layer
 * @returns {{ index: number | undefined, type: string, rotates: boolean }}
 */
export function layerAt(keys, model, layer) {
  const only = keys.get("sliding_window") === undefined ? undefined : model.only;
  if (layer === undefined || typeof layer === "string") {
    const type = layer ?? only ?? "full_attention";
    if (keys.first(["no_rope_layers", "no_rope_layer_interval"]) || model.unrotated) {
      keys.warn(`${keys.path}: some layers do not rotate; this is one that does`);
    }
    return { index: undefined, type, rotates: rotatesAt(keys, only, type) };
  }
  if (typeof layer !== "number") {
    const allowed = "an index or the name of a layer type";
    return check.fail(TypeError, keys.where, "layer", allowed, layer);
  }
  const types = keys.list("layer_types");
  const count = keys.integer(aliases.layers, 0, Number.MAX_SAFE_INTEGER) ?? types?.length;
  check.integer(keys.where, "layer", layer, 0, (count ?? Number.MAX_SAFE_INTEGER) - 1);
  const type = typeAt(keys, model, layer, types);
  const rotates = !unrotated(keys, model, layer) && rotatesAt(keys, only, type);
  return { index: layer, type, rotates };
}

/** @param {Keys} keys @param {string | undefined} only @param {string} type */
function rotatesAt(keys, only, type) {
  if (keys.get("position_embedding_type") === "nope") return false;
  if (/linear|mamba|conv|recurrent/.test(type)) return false;
  return only === undefined || type === only;
}

/**
 * @param {Keys} keys @param {ModelType} model @param {number} layer
 * @param {unknown[] | undefined} types
 * @returns {string}
 */
function typeAt(keys, model, layer, types) {
  if (types && types.length > 0) {
    const type = types[layer];
    if (typeof type === "string") return type;
    return keys.fail(TypeError, `layer_types[${layer}]`, "a string", type);
  }
  const every = keys.integer(["global_attn_every_n_layers"], 1, Number.MAX_SAFE_INTEGER);
  if (every !== undefined) return layer % every === 0 ? "full_attention" : "sliding_attention";
  const found = keys.first(aliases.pattern);
  if (typeof found?.value === "string" && found.value.length > 0) {
    const letter = found.value[layer % found.value.length];
    return letter === "G" ? "full_attention" : "sliding_attention";
  }
  const pattern = keys.integer(aliases.pattern, 1, Number.MAX_SAFE_INTEGER) ?? model.pattern;
  if (pattern === undefined) return "full_attention";
  return (layer + 1) % pattern === 0 ? "full_attention" : "sliding_attention";
}

/** Whether the configuration exempts a layer. @param {Keys} keys @param {ModelType} model @param {number} layer */
function unrotated(keys, model, layer) {
  const list = keys.list("no_rope_layers");
  if (list && list.length > 0) return list[layer] === 0 || list[layer] === false;
  const interval =
    keys.integer(["no_rope_layer_interval"], 0, Number.MAX_SAFE_INTEGER) ?? model.unrotated ?? 0;
  return interval > 0 && (layer + 1) % interval === 0;
}

/**
 * The types that the model's layers have.
 * @param {Keys} keys @param {ModelType} model
 * @returns {string[]}
 */
export function layerTypes(keys, model) {
  const types = keys.list("layer_types")?.filter((each) => typeof each === "string") ?? [];
  if (types.length > 0) return [.../** @type {Set<string>} */ (new Set(types))];
  const both = model.pattern ?? model.localBase ?? model.only;
  const named = keys.first([
    ...aliases.pattern,
    ...aliases.localBase,
    "global_attn_every_n_layers",
  ]);
  return named || both !== undefined ? ["sliding_attention", "full_attention"] : ["full_attention"];
}

// ---- its dictionary ----

/**
 * rope_scaling or rope_parameters, or the part of it for a type of layer; empty if there is none.
 * @param {Keys} keys @param {string} type @param {boolean} chosen whether the caller asked for it
 * @returns {{ dict: Keys, specific: boolean }}
 */
export function dictionaryFor(keys, type, chosen) {
  const older = keys.object("rope_scaling");
  const newer = keys.object("rope_parameters");
  if (older && newer) {
    keys.warn(`${older.path} was used, and not ${newer.path}, as transformers does`);
    keys.ignore("rope_parameters");
  }
  const dict = older ?? newer;
  const none = new Keys(keys.where, `${keys.path}.rope_parameters`, {}, keys);
  if (!dict) return { dict: none, specific: false };
  const parts = dict.names().filter((key) => isObject(dict.get(key)));
  if (parts.length === 0 || dict.first(["type", "rope_type", "rope_theta", "factor"])) {
    return { dict, specific: false };
  }
  const part = parts.includes(type) || chosen ? type : parts[0];
  if (!parts.includes(part)) dict.fail(TypeError, part, `given, as ${parts.join(", ")} are`);
  if (part !== type) keys.warn(`${dict.path} has no "${type}": "${part}" was used`);
  return { dict: /** @type {Keys} */ (dict.object(part)), specific: true };
}
