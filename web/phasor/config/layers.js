// layers.js: the types of a model's layers, and which layers rotate.

import * as check from "../check.js";
import { quote } from "../quote.js";
import { isObject } from "./reader.js";

/** @import { Model } from "./models.js" */
/** @import { Keys } from "./reader.js" */

/** @typedef {{ index: number | undefined, type: string, rotates: boolean }} Layer */
/** @typedef {{ keys: Keys, types: unknown[] | undefined, layer: Layer }} Placed */
/** @typedef {Model & { types: unknown[] | undefined }} Layered */

const MAX_LAYERS_LISTED = 10000;
/** compress_ratios of DeepSeek-V4 and V4.1. @type {ReadonlyMap<unknown, string>} */
const compression = new Map([
  [0, "sliding_attention"],
  [1, "compressed_attention"],
  [2, "compressed_attention"],
  [4, "compressed_sparse_attention"],
  [128, "heavily_compressed_attention"],
]);
/**
 * Keys with a value for each layer, and its type. What compresses the keys of a layer decides how it
 * rotates, whatever its type is called.
 * @type {Record<string, (value: unknown) => unknown>}
 */
const typeReaders = {
  compress_ratios: (ratio) => compression.get(ratio),
  layer_types: (type) => type ?? null,
  hybrid_layer_pattern: (sliding) => fullOrSliding(!sliding),
  attn_type_list: (full) => (full === 0 ? "linear_attention" : "full_attention"), // MiniMax
};
/** Keys that list the layers with attention, and the type of the other layers. */
const indexKeys = [
  ["attn_layer_indices", "mamba"],
  ["full_attn_idxs", "conv"],
];
/** Layer types that callers can name if all layers of a model are alike. */
const ATTENTION_TYPES = ["full_attention", "sliding_attention", "chunked_attention"];
/** Layer types without attention, or with attention that does not encode positions. */
const nonRotaryTypes = /linear|mamba|conv|recurrent|kda|gated_delta/;
/** @param {unknown} full */
const fullOrSliding = (full) => (full ? "full_attention" : "sliding_attention");

/** @param {Layered} model @param {unknown} id the option `layer` @returns {Layer} */
export function layerAt(model, id) {
  const { keys, row, types } = model;
  // The only layer type that rotates, if the model rotates only one.
  const only = row.always || keys.has("sliding_window") ? row.only : undefined;
  const isRotaryType = (/** @type {string} */ type, only = "") =>
    keys.get("position_embedding_type") !== "nope" &&
    !nonRotaryTypes.test(type) &&
    (!only || type === only);
  if (typeof id === "number") {
    const count = countOf(keys) ?? types?.length;
    check.integer(keys.where, "layer", id, 0, (count ?? Number.MAX_SAFE_INTEGER) - 1);
    const type = typeAt(model, id);
    const base = valueAt(keys, "layer_rope_theta", id);
    const rotates =
      base === undefined
        ? !isUnrotated(model, id) && isRotaryType(type, only)
        : base !== 0 && isRotaryType(type);
    return { index: id, type, rotates };
  }
  const names = id === undefined ? undefined : namedTypes(model);
  const type = names ? check.oneOf(keys.where, "layer", id, names) : (only ?? defaultType(model));
  if (id === undefined && type !== "full_attention" && only === undefined) {
    keys.warn(`${keys.path}: no layer has full attention; this is one of type ${quote(type)}`);
  }
  const rotates =
    valueAt(keys, "layer_rope_theta", types?.indexOf(type)) !== 0 && isRotaryType(type, only);
  if (rotates && (row.unrotated || keys.has("no_rope_layers", "no_rope_layer_interval"))) {
    keys.warn(`${keys.path}: some layers do not rotate; this is one that does`);
  }
  return { index: undefined, type, rotates };
}

/**
 * The types that a caller can ask for. If all layers are alike, the usual names of attention stand for
 * them.
 * @param {Layered} model
 */
function namedTypes(model) {
  const { keys, row } = model;
  const types = layerTypes(model);
  if (keys.list("layer_types")?.length) return types;
  const dictTypes = (row.compressed ? [] : ["rope_scaling", "rope_parameters"]).flatMap((key) => {
    const dict = keys.get(key);
    return isObject(dict) ? Object.keys(dict).filter((key) => isObject(dict[key])) : [];
  });
  const extra = row.compressed ? compression.values() : types.length > 1 ? [] : ATTENTION_TYPES;
  return [...new Set([...types, ...dictTypes, ...Object.keys(row.rope ?? {}), ...extra])];
}

/** @param {Keys} keys */
const countOf = (keys) => keys.integer("num_hidden_layers", 0);

/** The names among the listed types. @param {Layered} model @returns {string[]} */
const namesOf = ({ types }) => types?.filter((type) => typeof type === "string") ?? [];

/** Full attention, or the model's nearest layer type. @param {Layered} model */
function defaultType(model) {
  const { row } = model;
  const types = namesOf(model);
  if (row.compressed) {
    const sparse = "compressed_sparse_attention";
    const other = types.includes(sparse) ? sparse : types.find((type) => /compressed/.test(type));
    return other ?? sparse;
  }
  if (types.length === 0 || types.includes("full_attention")) return "full_attention";
  const preferred = Object.keys(row.rope ?? {}).find((type) => types.includes(type));
  return preferred ?? types.find((type) => !nonRotaryTypes.test(type)) ?? "full_attention";
}

/**
 * layer_types, or the layer types from keys with other names or from a model's code in which only some
 * layers have full attention.
 * @param {Model} model
 * @returns {unknown[] | undefined}
 */
export function listedTypes({ keys, row }) {
  const count = countOf(keys);
  for (const [key, typeOf] of Object.entries(typeReaders)) {
    const types = keys.list(key)?.map(typeOf) ?? [];
    if (types.length === 0 || types.includes(undefined)) continue;
    if (count !== undefined && types.length < count) {
      keys.warn(`${keys.at(key)} has ${types.length} types for ${count} layers`);
    }
    return types;
  }
  if (count === undefined || count > MAX_LAYERS_LISTED) return undefined;
  const mapLayers = (/** @type {(layer: number) => unknown} */ type) =>
    Array.from({ length: count }, (_, layer) => type(layer));
  const blocks = keys.get("layers_block_type");
  if (Array.isArray(blocks) && blocks.length > 0) {
    return mapLayers((layer) => {
      const type = blocks[layer % blocks.length];
      return type === "attention" || type === "hybrid" ? "full_attention" : type;
    });
  }
  for (const [key, other] of indexKeys) {
    const list = keys.get(key);
    if (Array.isArray(list)) {
      const attention = new Set(list);
      return mapLayers((layer) => (attention.has(layer) ? "full_attention" : other));
    }
  }
  const n = keys.integer("full_attention_interval", 1) ?? row.interval;
  if (n === undefined) return undefined;
  return mapLayers((layer) => ((layer + 1) % n === 0 ? "full_attention" : "linear_attention"));
}

/** @param {Layered} model @param {number} layer @returns {string} */
function typeAt(model, layer) {
  const { keys, row, types } = model;
  if (types) {
    const type = types[layer];
    if (typeof type === "string") return type;
    return keys.fail(TypeError, `layer_types[${layer}]`, "a string", type);
  }
  if (row.compressed) {
    const isSparse = layer > 1 && layer % 2 === 1;
    return isSparse ? "compressed_sparse_attention" : "heavily_compressed_attention";
  }
  if (row.only && row.unrotated) return isUnrotated(model, layer) ? "full_attention" : row.only;
  const n = keys.integer("global_attn_every_n_layers", 1);
  const letters = keys.get("sliding_window_pattern");
  if (typeof letters === "string" && letters.length > 0) {
    return fullOrSliding(letters[layer % letters.length] === "G");
  }
  const pattern = n ?? keys.integer("sliding_window_pattern", 0) ?? row.pattern;
  if (!pattern) return "full_attention";
  const count = row.fromEnd ? countOf(keys) : undefined;
  if (count !== undefined) return fullOrSliding((count - 1 - layer) % pattern === 0);
  const isFullFirst = row.fullFirst ?? n !== undefined;
  const isFull = (isFullFirst ? layer : layer + 1) % pattern === 0;
  return fullOrSliding(isFull || (row.bothEnds && layer === 0));
}

/** Whether the configuration exempts a layer. @param {Model} model @param {number} layer */
function isUnrotated({ keys, row }, layer) {
  const list = keys.list("no_rope_layers");
  if (list && list.length > 0) return list[layer] === 0 || list[layer] === false;
  const interval = keys.integer("no_rope_layer_interval", 0) ?? row.unrotated ?? 0;
  return interval > 0 && (layer + 1) % interval === 0;
}

/** All layer types of the model. @param {Layered} model @returns {string[]} */
export function layerTypes(model) {
  const { keys, row } = model;
  const types = namesOf(model);
  if (types.length > 0) return [...new Set(types)];
  const slidingHint = row.pattern ?? row.localBase ?? row.only;
  const names = ["sliding_window_pattern", "rope_local_base_freq", "global_attn_every_n_layers"];
  return keys.has(...names) || slidingHint !== undefined
    ? [row.only ?? "sliding_attention", "full_attention"]
    : ["full_attention"];
}

/**
 * The value of a layer in a list with a value for each layer; undefined if the key has no list.
 * @param {Keys} keys @param {string} key @param {number | undefined} layer
 */
function valueAt(keys, key, layer) {
  const list = keys.get(key);
  return Array.isArray(list) && layer !== undefined ? list[layer] : undefined;
}

/**
 * The same for a layer that may be given by its type: then the first layer of that type is used.
 * @param {Placed} placed @param {string} key
 */
export function listedFor({ keys, types, layer: { index, type } }, key) {
  const list = keys.get(key);
  if (!Array.isArray(list) || index !== undefined) return valueAt(keys, key, index);
  const at = types?.indexOf(type) ?? -1;
  const value = at < 0 ? list.find((number) => number !== 0) : list[at];
  if (typeof value === "number" && list.some((number) => number !== value)) {
    keys.warn(`${keys.at(key)} differs between layers: ${value} was used`);
  }
  return value;
}

/**
 * The entry of a layer in per_layer_config.
 * @param {Placed} placed
 * @returns {Keys | undefined}
 */
export function ownConfig({ keys, types, layer: { index, type } }) {
  return keys.objectIn("per_layer_config")?.objectIn(String(index ?? types?.indexOf(type) ?? -1));
}
