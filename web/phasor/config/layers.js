// layers.js: the types of a model's layers, and which layers rotate.

import * as check from "../check.js";
import { quote } from "../quote.js";
import { aliases, isObject } from "./reader.js";

/** @import { Row } from "./models.js" */
/** @import { Keys } from "./reader.js" */

/** @typedef {{ index: number | undefined, type: string, rotates: boolean }} Layer */

const MANY = Number.MAX_SAFE_INTEGER;
/** Maximum number of layers for which types are listed. */
const MOST = 10000;
/** compress_ratios of DeepSeek-V4 and V4.1. @type {ReadonlyMap<unknown, string>} */
const compressed = new Map([
  [0, "sliding_attention"],
  [1, "compressed_attention"],
  [2, "compressed_attention"],
  [4, "compressed_sparse_attention"],
  [128, "heavily_compressed_attention"],
]);
/** Keys that list the layers with attention, and the type of the other layers. */
const indices = [
  ["attn_layer_indices", "mamba"],
  ["full_attn_idxs", "conv"],
];
/** Layer types that callers can name if all layers of a model are alike. */
const ATTENTION = ["full_attention", "sliding_attention", "chunked_attention"];
/** Layer types without attention, or with attention that does not encode positions. */
const unturned = /linear|mamba|conv|recurrent|kda|gated_delta/;

/**
 * @param {Keys} keys @param {Row} row @param {unknown} layer
 * @returns {Layer}
 */
export function layerAt(keys, row, layer) {
  const only = exempting(keys, row);
  if (layer === undefined || typeof layer === "string") {
    if (layer !== undefined) check.oneOf(keys.where, "layer", layer, namedTypes(keys, row));
    const type = layer ?? only ?? usualType(keys, row);
    if (layer === undefined && type !== "full_attention" && only === undefined) {
      keys.warn(`${keys.path}: no layer has full attention; this is one of type ${quote(type)}`);
    }
    const some = keys.first(["no_rope_layers", "no_rope_layer_interval"]) || row.unrotated;
    const still = valueAt(keys, "layer_rope_theta", firstOf(keys, type, row)) === 0;
    const rotates = !still && rotatesAt(keys, only, type);
    if (some && rotates) {
      keys.warn(`${keys.path}: some layers do not rotate; this is one that does`);
    }
    return { index: undefined, type, rotates };
  }
  if (typeof layer !== "number") {
    const allowed = "an index or the name of a layer type";
    return check.fail(TypeError, keys.where, "layer", allowed, layer);
  }
  const types = listedTypes(keys, row);
  const count = countOf(keys) ?? types?.length;
  check.integer(keys.where, "layer", layer, 0, (count ?? MANY) - 1);
  const type = typeAt(keys, row, layer, types);
  return { index: layer, type, rotates: rotatesHere(keys, row, only, layer, type) };
}

/**
 * The types that a caller can ask for. If all layers are alike, the usual names of attention stand for
 * them.
 * @param {Keys} keys @param {Row} row
 */
function namedTypes(keys, row) {
  const types = layerTypes(keys, row);
  if (keys.list("layer_types")?.length) return types;
  const parts = (row.compressed ? [] : ["rope_scaling", "rope_parameters"]).flatMap((key) => {
    const dict = keys.get(key);
    return isObject(dict) ? Object.keys(dict).filter((key) => isObject(dict[key])) : [];
  });
  const others = row.compressed ? compressed.values() : types.length > 1 ? [] : ATTENTION;
  return [...new Set([...types, ...parts, ...Object.keys(row.rope ?? {}), ...others])];
}

/** @param {Keys} keys */
function countOf(keys) {
  return keys.integer(aliases.layers, 0, MANY);
}

/** The only layer type that rotates, if the model rotates only one.
 * @param {Keys} keys @param {Row} row */
function exempting(keys, row) {
  return row.always || keys.get("sliding_window") !== undefined ? row.only : undefined;
}

/**
 * Whether a layer rotates.
 * @param {Keys} keys @param {Row} row @param {string | undefined} only
 * @param {number} index @param {string} type
 */
function rotatesHere(keys, row, only, index, type) {
  const base = valueAt(keys, "layer_rope_theta", index);
  if (base !== undefined) return base !== 0 && rotatesAt(keys, undefined, type);
  return !unrotated(keys, row, index) && rotatesAt(keys, only, type);
}

/** @param {Keys} keys @param {string | undefined} only @param {string} type */
function rotatesAt(keys, only, type) {
  if (keys.get("position_embedding_type") === "nope") return false;
  if (unturned.test(type)) return false;
  return only === undefined || type === only;
}

/** Full attention, or the model's nearest layer type. @param {Keys} keys
 * @param {Row} row */
function usualType(keys, row) {
  const types = listedTypes(keys, row)?.filter((type) => typeof type === "string") ?? [];
  if (row.compressed) {
    const sparse = "compressed_sparse_attention";
    const other = types.includes(sparse) ? sparse : types.find((type) => /compressed/.test(type));
    return other ?? sparse;
  }
  if (types.length === 0 || types.includes("full_attention")) return "full_attention";
  const listed = Object.keys(row.rope ?? {}).find((type) => types.includes(type));
  return listed ?? types.find((type) => !unturned.test(type)) ?? "full_attention";
}

/**
 * layer_types, or the layer types from keys with other names.
 * @param {Keys} keys @param {Row} [row]
 * @returns {unknown[] | undefined}
 */
function listedTypes(keys, row = {}) {
  // What compresses the keys of a layer decides how it rotates, whatever its type is called.
  const older = keys.list("compress_ratios");
  if (older?.length && older.every((ratio) => compressed.has(ratio))) {
    return older.map((ratio) => compressed.get(ratio));
  }
  const types = keys.list("layer_types");
  if (types && types.length > 0) {
    const count = countOf(keys);
    if (count !== undefined && types.length < count) {
      keys.warn(`${keys.at("layer_types")} has ${types.length} types for ${count} layers`);
    }
    return types;
  }
  const hybrid = keys.get("hybrid_layer_pattern");
  if (Array.isArray(hybrid)) {
    return hybrid.map((sliding) => (sliding ? "sliding_attention" : "full_attention"));
  }
  return mixedTypes(keys, row);
}

/**
 * The layer types of a model in which only some layers have full attention, without layer_types.
 * @param {Keys} keys @param {Row} row
 * @returns {unknown[] | undefined}
 */
function mixedTypes(keys, row) {
  const softmax = keys.get("attn_type_list"); // MiniMax: 1, and 0 for linear attention
  if (Array.isArray(softmax) && softmax.length > 0) {
    return softmax.map((one) => (one === 0 ? "linear_attention" : "full_attention"));
  }
  const count = countOf(keys);
  if (count === undefined || count > MOST) return undefined;
  const layersOf = (/** @type {(layer: number) => unknown} */ type) =>
    Array.from({ length: count }, (_, layer) => type(layer));
  const blocks = keys.first(["layers_block_type", "block_types", "_block_types"])?.value;
  if (Array.isArray(blocks) && blocks.length > 0) {
    return layersOf((layer) => {
      const type = blocks[layer % blocks.length];
      return type === "attention" || type === "hybrid" ? "full_attention" : type;
    });
  }
  for (const [key, others] of indices) {
    const list = keys.get(key);
    if (Array.isArray(list)) {
      const attending = new Set(list);
      return layersOf((layer) => (attending.has(layer) ? "full_attention" : others));
    }
  }
  const every = keys.integer(["full_attention_interval"], 1, MANY) ?? row.interval;
  if (every === undefined) return undefined;
  return layersOf((layer) => ((layer + 1) % every === 0 ? "full_attention" : "linear_attention"));
}

/**
 * @param {Keys} keys @param {Row} row @param {number} layer
 * @param {unknown[] | undefined} types
 * @returns {string}
 */
function typeAt(keys, row, layer, types) {
  if (types) {
    const type = types[layer];
    if (typeof type === "string") return type;
    return keys.fail(TypeError, `layer_types[${layer}]`, "a string", type);
  }
  if (row.compressed) {
    const sparse = layer > 1 && layer % 2 === 1;
    return sparse ? "compressed_sparse_attention" : "heavily_compressed_attention";
  }
  const every = keys.integer(["global_attn_every_n_layers"], 1, MANY);
  const entry = keys.first(aliases.pattern);
  if (typeof entry?.value === "string" && entry.value.length > 0) {
    const letter = entry.value[layer % entry.value.length];
    return letter === "G" ? "full_attention" : "sliding_attention";
  }
  const pattern = every ?? keys.integer(aliases.pattern, 0, MANY) ?? row.pattern;
  if (!pattern) return "full_attention";
  const count = row.fromEnd ? countOf(keys) : undefined;
  if (count !== undefined) {
    return (count - 1 - layer) % pattern === 0 ? "full_attention" : "sliding_attention";
  }
  if (row.bothEnds && layer === 0) return "full_attention";
  const first = row.fullFirst ?? every !== undefined;
  return (first ? layer : layer + 1) % pattern === 0 ? "full_attention" : "sliding_attention";
}

/**
 * Whether the configuration exempts a layer.
 * @param {Keys} keys @param {Row} row @param {number} layer
 */
function unrotated(keys, row, layer) {
  const list = keys.list("no_rope_layers");
  if (list && list.length > 0) return list[layer] === 0 || list[layer] === false;
  const interval = keys.integer(["no_rope_layer_interval"], 0, MANY) ?? row.unrotated ?? 0;
  return interval > 0 && (layer + 1) % interval === 0;
}

/**
 * All layer types of the model.
 * @param {Keys} keys @param {Row} row
 * @returns {string[]}
 */
export function layerTypes(keys, row) {
  const types = listedTypes(keys, row)?.filter((type) => typeof type === "string") ?? [];
  if (types.length > 0) return [...new Set(types)];
  const both = row.pattern ?? row.localBase ?? row.only;
  const named = keys.first([
    ...aliases.pattern,
    ...aliases.localBase,
    "global_attn_every_n_layers",
  ]);
  return named || both !== undefined ? ["sliding_attention", "full_attention"] : ["full_attention"];
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
 * @param {Keys} keys @param {string} key @param {Layer} layer
 */
export function listedFor(keys, key, layer) {
  const list = keys.get(key);
  if (!Array.isArray(list)) return undefined;
  if (layer.index !== undefined) return list[layer.index];
  const at = firstOf(keys, layer.type);
  const value = at < 0 ? list.find((number) => number !== 0) : list[at];
  if (typeof value === "number" && list.some((number) => number !== value)) {
    keys.warn(`${keys.at(key)} differs between layers: ${value} was used`);
  }
  return value;
}

/** The index of the first layer of a type, or -1. @param {Keys} keys @param {string} type
 * @param {Row} [row] */
function firstOf(keys, type, row = {}) {
  return listedTypes(keys, row)?.indexOf(type) ?? -1;
}

/**
 * The entry of a layer in per_layer_config.
 * @param {Keys} keys @param {Layer} layer
 * @returns {Keys | undefined}
 */
export function ownConfig(keys, layer) {
  if (!isObject(keys.get("per_layer_config"))) return undefined;
  const all = /** @type {Keys} */ (keys.object("per_layer_config"));
  const index = String(layer.index ?? firstOf(keys, layer.type));
  return isObject(all.get(index)) ? all.object(index) : undefined;
}
