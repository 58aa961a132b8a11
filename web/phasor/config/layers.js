// layers.js: which layers of a model rotate, and of what type they are.
import * as check from "../check.js";
import { quote } from "../quote.js";
import { aliases } from "./keys.js";
import { isObject } from "./reader.js";

/** @import { ModelType } from "./models.js" */
/** @import { Keys } from "./reader.js" */

/** @typedef {{ index: number | undefined, type: string, rotates: boolean }} Layer */

const MANY = Number.MAX_SAFE_INTEGER;
/** How many layers are listed. */
const MOST = 10000;
/** compress_ratios of DeepSeek-V4 and V4.1. @type {ReadonlyMap<unknown, string>} */
const compressed = new Map([
  [0, "sliding_attention"],
  [1, "compressed_attention"],
  [2, "compressed_attention"],
  [4, "compressed_sparse_attention"],
  [128, "heavily_compressed_attention"],
]);
/** Keys with the indices of layers with attention, and what the others are. */
const indices = [
  ["attn_layer_indices", "mamba"],
  ["full_attn_idxs", "conv"],
];
const ATTENTION = ["full_attention", "sliding_attention", "chunked_attention"];
/** Types of layer without attention, or without positions in it. */
const unturned = /linear|mamba|conv|recurrent|kda|gated_delta/;

/**
 * @param {Keys} keys @param {ModelType} model @param {unknown} layer
 * @returns {Layer}
 */
export function layerAt(keys, model, layer) {
  const only = exempting(keys, model);
  if (layer === undefined || typeof layer === "string") {
    if (layer !== undefined) check.oneOf(keys.where, "layer", layer, namedTypes(keys, model));
    const type = layer ?? only ?? usualType(keys, model);
    if (layer === undefined && type !== "full_attention" && only === undefined) {
      keys.warn(`${keys.path}: no layer has full attention; this is one of type ${quote(type)}`);
    }
    const some = keys.first(["no_rope_layers", "no_rope_layer_interval"]) || model.unrotated;
    if (some && rotatesAt(keys, only, type)) {
      keys.warn(`${keys.path}: some layers do not rotate; this is one that does`);
    }
    return { index: undefined, type, rotates: rotatesAt(keys, only, type) };
  }
  if (typeof layer !== "number") {
    const allowed = "an index or the name of a layer type";
    return check.fail(TypeError, keys.where, "layer", allowed, layer);
  }
  const types = listedTypes(keys, model);
  const count = countOf(keys) ?? types?.length;
  check.integer(keys.where, "layer", layer, 0, (count ?? MANY) - 1);
  const type = typeAt(keys, model, layer, types);
  const exempt =
    unrotated(keys, model, layer, count) || valueAt(keys, "layer_rope_theta", layer) === 0;
  return { index: layer, type, rotates: !exempt && rotatesAt(keys, only, type) };
}

/**
 * The types that a caller can ask for. If all layers are alike, the usual names of attention stand for
 * them.
 * @param {Keys} keys @param {ModelType} model
 */
function namedTypes(keys, model) {
  const types = layerTypes(keys, model);
  const parts = ["rope_scaling", "rope_parameters"].flatMap((key) => {
    const dict = keys.get(key);
    return isObject(dict) ? Object.keys(dict).filter((each) => isObject(dict[each])) : [];
  });
  const others = model.trailing ? compressed.values() : types.length > 1 ? [] : ATTENTION;
  return [...new Set([...types, ...parts, ...Object.keys(model.rope ?? {}), ...others])];
}

/** @param {Keys} keys */
function countOf(keys) {
  return keys.integer(aliases.layers, 0, MANY);
}

/** The only type that rotates, if the others do not. @param {Keys} keys @param {ModelType} model */
function exempting(keys, model) {
  return model.always || keys.get("sliding_window") !== undefined ? model.only : undefined;
}

/** @param {Keys} keys @param {string | undefined} only @param {string} type */
function rotatesAt(keys, only, type) {
  if (keys.get("position_embedding_type") === "nope") return false;
  if (unturned.test(type)) return false;
  return only === undefined || type === only;
}

/** Full attention, or what the model has for it. @param {Keys} keys @param {ModelType} model */
function usualType(keys, model) {
  const types = listedTypes(keys, model)?.filter((each) => typeof each === "string") ?? [];
  if (model.trailing) {
    const sparse = "compressed_sparse_attention";
    const other = types.includes(sparse) ? sparse : types.find((each) => /compressed/.test(each));
    return other ?? sparse;
  }
  if (types.length === 0 || types.includes("full_attention")) return "full_attention";
  const own = Object.keys(model.rope ?? {}).find((each) => types.includes(each));
  return own ?? types.find((each) => !unturned.test(each)) ?? "full_attention";
}

/**
 * layer_types, or what has been called otherwise.
 * @param {Keys} keys @param {ModelType} [model]
 * @returns {unknown[] | undefined}
 */
function listedTypes(keys, model = {}) {
  const types = keys.list("layer_types");
  if (types && types.length > 0) return types;
  const older = keys.list("compress_ratios");
  if (older?.every((ratio) => compressed.has(ratio))) {
    return older.map((ratio) => compressed.get(ratio));
  }
  const hybrid = keys.get("hybrid_layer_pattern");
  if (Array.isArray(hybrid)) {
    return hybrid.map((sliding) => (sliding ? "sliding_attention" : "full_attention"));
  }
  return mixedTypes(keys, model);
}

/**
 * The types of layers of which only some have attention, where layer_types is missing.
 * @param {Keys} keys @param {ModelType} model
 * @returns {unknown[] | undefined}
 */
function mixedTypes(keys, model) {
  const softmax = keys.get("attn_type_list"); // MiniMax: 1, and 0 for linear attention
  if (Array.isArray(softmax) && softmax.length > 0) {
    return softmax.map((one) => (one === 0 ? "linear_attention" : "full_attention"));
  }
  const count = countOf(keys);
  if (count === undefined || count > MOST) return undefined;
  const each = (/** @type {(layer: number) => unknown} */ type) =>
    Array.from({ length: count }, (_, layer) => type(layer));
  const blocks = keys.first(["layers_block_type", "block_types", "_block_types"])?.value;
  if (Array.isArray(blocks) && blocks.length > 0) {
    return each((layer) => {
      const type = blocks[layer % blocks.length];
      return type === "attention" || type === "hybrid" ? "full_attention" : type;
    });
  }
  for (const [key, others] of indices) {
    const list = keys.get(key);
    if (Array.isArray(list)) {
      const attending = new Set(list);
      return each((layer) => (attending.has(layer) ? "full_attention" : others));
    }
  }
  const every = keys.integer(["full_attention_interval"], 1, MANY) ?? model.interval;
  if (every === undefined) return undefined;
  return each((layer) => ((layer + 1) % every === 0 ? "full_attention" : "linear_attention"));
}

/**
 * @param {Keys} keys @param {ModelType} model @param {number} layer
 * @param {unknown[] | undefined} types
 * @returns {string}
 */
function typeAt(keys, model, layer, types) {
  if (types) {
    const type = types[layer];
    if (typeof type === "string") return type;
    return keys.fail(TypeError, `layer_types[${layer}]`, "a string", type);
  }
  if (model.trailing) {
    const sparse = layer > 1 && layer % 2 === 1;
    return sparse ? "compressed_sparse_attention" : "heavily_compressed_attention";
  }
  const every = keys.integer(["global_attn_every_n_layers"], 1, MANY);
  const found = keys.first(aliases.pattern);
  if (typeof found?.value === "string" && found.value.length > 0) {
    const letter = found.value[layer % found.value.length];
    return letter === "G" ? "full_attention" : "sliding_attention";
  }
  const pattern = every ?? keys.integer(aliases.pattern, 0, MANY) ?? model.pattern;
  if (!pattern) return "full_attention";
  const first = model.fullFirst ?? every !== undefined;
  return (first ? layer : layer + 1) % pattern === 0 ? "full_attention" : "sliding_attention";
}

/**
 * Whether the configuration exempts a layer.
 * @param {Keys} keys @param {ModelType} model @param {number} layer
 * @param {number | undefined} count
 */
function unrotated(keys, model, layer, count) {
  const list = keys.list("no_rope_layers");
  if (list && list.length > 0) return list[layer] === 0 || list[layer] === false;
  if (model.fromEnd) {
    if (keys.get("layer_rope_theta") !== undefined || count === undefined) return false;
    return (count - 1 - layer) % (model.unrotated ?? 1) === 0;
  }
  const interval = keys.integer(["no_rope_layer_interval"], 0, MANY) ?? model.unrotated ?? 0;
  return interval > 0 && (layer + 1) % interval === 0;
}

/**
 * The types that the model's layers have.
 * @param {Keys} keys @param {ModelType} model
 * @returns {string[]}
 */
export function layerTypes(keys, model) {
  const types = listedTypes(keys, model)?.filter((each) => typeof each === "string") ?? [];
  if (types.length > 0) return [...new Set(types)];
  const both = model.pattern ?? model.localBase ?? model.only;
  const named = keys.first([
    ...aliases.pattern,
    ...aliases.localBase,
    "global_attn_every_n_layers",
  ]);
  return named || both !== undefined ? ["sliding_attention", "full_attention"] : ["full_attention"];
}

/**
 * The value of a layer in a list of one for each layer; undefined if the key has no list.
 * @param {Keys} keys @param {string} key @param {number | undefined} layer
 */
function valueAt(keys, key, layer) {
  const list = keys.get(key);
  return Array.isArray(list) && layer !== undefined ? list[layer] : undefined;
}

/**
 * The same for a layer that may be named by its type: the first of that type counts then.
 * @param {Keys} keys @param {string} key @param {Layer} layer
 */
export function listedFor(keys, key, layer) {
  const list = keys.get(key);
  if (!Array.isArray(list)) return undefined;
  if (layer.index !== undefined) return list[layer.index];
  const at = firstOf(keys, layer.type);
  const value = at < 0 ? list.find((each) => each !== 0) : list[at];
  if (typeof value === "number" && list.some((each) => each !== value)) {
    keys.warn(`${keys.at(key)} differs between layers: ${value} was used`);
  }
  return value;
}

/** The index of the first layer of a type, or -1. @param {Keys} keys @param {string} type */
function firstOf(keys, type) {
  return listedTypes(keys)?.indexOf(type) ?? -1;
}

/**
 * What per_layer_config says of a layer.
 * @param {Keys} keys @param {Layer} layer
 * @returns {Keys | undefined}
 */
export function ownConfig(keys, layer) {
  if (!isObject(keys.get("per_layer_config"))) return undefined;
  const all = /** @type {Keys} */ (keys.object("per_layer_config"));
  const index = String(layer.index ?? firstOf(keys, layer.type));
  return isObject(all.get(index)) ? all.object(index) : undefined;
}
