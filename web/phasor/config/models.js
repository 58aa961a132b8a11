// models.js: finds the part of a configuration that is asked for, and what phasor knows about the
// model: its row of the tables in models/.

import * as check from "../check.js";
import { quote } from "../quote.js";
import { pipelines, towers, unrotated } from "./models/others.js";
import { text } from "./models/text.js";
import { isObject, Keys, textKeys } from "./reader.js";

/** @import { ConfigSections } from "./sizes.js" */

/**
 * What a model's code assumes, taken from transformers and diffusers or from the model's own
 * repository. Whatever a row leaves out follows from the rest or has its usual value.
 * @typedef {object} Row
 * @property {readonly number[]} [sizes] hidden_size and num_attention_heads by default
 * @property {number} [headDim] head_dim by default; without it, hidden_size/num_attention_heads
 * @property {number} [globalHeadDim] head_dim of full attention layers
 * @property {number} [ropeHeadDim] qk_rope_head_dim by default
 * @property {string} [layout] "half" by default
 * @property {boolean} [fixed] the code uses this layout, whatever rope_interleave says
 * @property {readonly string[]} [styles] values of position_embedding_type that mean "interleaved"
 * @property {number} [direction] -1 if the model rotates in the opposite direction
 * @property {boolean} [trailing] the last features of a head rotate, not the first
 * @property {boolean} [compressed] layers compress keys by `compress_ratios`, as in DeepSeek-V4
 * @property {number} [base] rope_theta; 10000 by default
 * @property {number} [laterBase] rope_theta that transformers uses instead from release 5 on
 * @property {number} [part] partial_rotary_factor
 * @property {number} [localBase] rope_theta of sliding attention layers
 * @property {number} [pattern] n if every nth layer has full attention and the others sliding
 * @property {number} [interval] n if every nth layer has full attention and the others linear
 * @property {boolean} [fullFirst] the first layer of n has full attention, not the last
 * @property {boolean} [bothEnds] the first layer of all has full attention, too
 * @property {string} [only] the only type of layer that rotates
 * @property {boolean} [always] `only` applies even without sliding_window
 * @property {number} [unrotated] n if every nth layer does not rotate
 * @property {boolean} [fromEnd] counted from the last layer
 * @property {boolean} [unscaledSliding] sliding attention layers do not use the scaling rule
 * @property {boolean} [disputed] releases of transformers differ on `unscaledSliding`
 * @property {Record<string, unknown>} [rope] rope_parameters if the file has none
 * @property {readonly ["yarn", "longrope"]} [renamed] a type that the model's code reads
 *   as another one if there are lists
 * @property {ConfigSections} [sections] sections if the file has none, and their order
 * @property {string} [unpaired] why sections cannot describe this model
 * @property {string} [grid] the axes of positions, such as "height width", each with its own series
 * @property {string} [order] how the pairs are divided among these axes: "blocks" by default,
 *   "alternating" (pairs with the same frequency are neighbours), "dealt" (blocks, for which the
 *   frequencies of one series are dealt out in turn) "rising" (alternating, with base^(j/(n − 1))) or
 *   "halves" (the features of a head in blocks)
 * @property {readonly number[]} [axes] features of each axis, if they are not equal
 * @property {string} [split] how a head is divided among time, height and width: "sixths" (Wan: a
 *   sixth of the pairs each, rounded down, and the rest for time) or "eighths" (2, 3 and 3 eighths)
 * @property {readonly number[]} [scales] rope_scale: by how much positions of each axis are stretched,
 *   by changing the base of the axis (NTK)
 * @property {boolean} [whole] the vector of a token rotates before it is divided into heads
 * @property {string} [hidden] the key of the width, if hidden_size is another width
 * @property {string} [needs] a key without which the model does not rotate
 * @property {number} [first] the position of the first row and column; 0 by default
 * @property {number} [unit] radians by which the first pair turns per unit of position
 * @property {Row} [vision] the vision tower of a multimodal model
 * @property {string} [positions] what the model has instead of a rotary embedding, unless the file
 *   says otherwise
 * @property {string} [refused] why `RotaryEmbedding` cannot express the rotation, and what to do
 * @property {Record<string, unknown>} [refusedFor] the keys for whose values this is so; always if left out
 * @property {string} [note] further information about the model's positions
 * @property {boolean} [temperature] attn_temperature_tuning is on by default
 * @property {boolean} [plainRotaryDim] the model ignores rotary_dim
 * @property {{ dim: number, heads: number }} [projected] CLVP's rule: max(projection_dim/(2·heads), 32)
 *   features rotate; these are the defaults of the two numbers
 * @property {number} [rotaryWidth] the only hidden_size with a rotary embedding; others have ALiBi
 * @property {boolean} [nullBase] a rope_theta of null means that nothing rotates
 * @property {boolean} [mscaleRatio] ggml divides YaRN's attention factor by that of mscale_all_dim
 * @property {boolean} [readsMscales] transformers reads short_mscale and long_mscale
 * @property {string} [unread] a key that transformers 5.16 ignores, and the model's own code does not
 * @property {readonly string[]} [foreign] keys of other models that the model's code does not read
 * @property {readonly number[]} [contexts] max_position_embeddings and
 *   original_max_position_embeddings by default, if its files have the rule "longrope"
 * @property {boolean} [reordered] llama.cpp reorders the weights of queries and keys
 * @property {boolean} [alpha] the rule "dynamic" with alpha is "ntk", also in .gguf files
 */

/** @type {Map<string, Row> | undefined} */
let rows;

/** All rows by the names that they are for. */
export function allRows() {
  rows ??= new Map(
    [unrotated, towers, text, pipelines].flatMap((table) =>
      Object.entries(table).flatMap(([names, row]) =>
        names.split(/\s+/).map((name) => /** @type {const} */ ([name, row])),
      ),
    ),
  );
  return rows;
}

/** @type {Map<string, Row> | undefined} */
let normalizedRows;

/** A name without what separates its words. @param {string} name */
const normalize = (name) => name.toLowerCase().replace(/[-_. ]/g, "");

/** The row for a name in another spelling, such as that of a class. @param {string} name */
export function rowOfClass(name) {
  normalizedRows ??= new Map([...allRows()].map(([name, row]) => [normalize(name), row]));
  return normalizedRows.get(normalize(name));
}

/** The ending of the names of transformers and their control networks in diffusers. */
const PIPELINE_ENDING = /(\dD)?(Transformer|ControlNet)?(\dD)?(Model)?$/;
/** Endings of the names of parts. */
const TEXT_ENDING = /_text(_model|_config)?$/;
const TOWER_ENDING = /_(?:(audio)|vision|visual|vit)(_model|_config|_encoder)?$/;

/**
 * The row of a model type. The name may have hyphens or capitals, and may have an ending for a part
 * of the model, such as _text.
 * @param {string | undefined} name
 * @returns {Row | undefined}
 */
export function rowOfType(name) {
  if (name === undefined) return undefined;
  const lower = name.toLowerCase().replace(/[-.]/g, "_");
  const all = allRows();
  const exact =
    all.get(name.replace(PIPELINE_ENDING, "")) ??
    all.get(lower) ??
    all.get(lower.replace(TEXT_ENDING, ""));
  if (exact) return exact;
  const [ending, isAudio] = TOWER_ENDING.exec(lower) ?? [];
  const unsuffixed = all.get(lower.replace(/(_model|_config)$/, ""));
  if (unsuffixed?.positions || unsuffixed?.grid) return unsuffixed;
  const towerModel = ending && all.get(lower.replace(TOWER_ENDING, ""));
  if (!towerModel) return undefined;
  if (towerModel.vision) return isAudio ? undefined : towerModel.vision;
  // The sizes of a language model are not those of another part with a similar name.
  return towerModel.positions || towerModel.grid ? towerModel : undefined;
}

/** @typedef {"text" | "vision" | "audio"} Part */

const MAX_DEPTH = 4;
/** Keys under which a multimodal model has the configurations of its parts. */
const partKeys = {
  text: textKeys,
  vision: ["vision_config", "vision_tower_config", "visual", "vision_encoder", "vit_config"],
  audio: ["audio_config", "speech_config", "audio_encoder", "audio_encoder_config"],
};

/**
 * The part of a configuration that is read, and what is known about its model.
 * @typedef {object} Model
 * @property {Keys} keys
 * @property {string | undefined} name model_type, or _class_name in diffusers
 * @property {boolean} known whether there is a row for it
 * @property {Row} row empty if there is none
 * @property {string | undefined} vendor the publisher of files of this kind, if it is not a config.json
 * @property {Part} part
 * @property {Part[]} parts all parts in the file
 */

/**
 * @param {string} where @param {Record<string, unknown>} object
 * @param {unknown} choice the option `part`
 * @returns {Model}
 */
export function partOf(where, object, choice) {
  const params = readParams(object);
  const outer = new Keys(where, "config", params?.config ?? object);
  const outerName = params ? undefined : typeOf(outer);
  const row = params ? params.model : rowOf(outer, outerName);
  const towers = /** @type {const} */ (["vision", "audio"]).filter((tower) => partIn(outer, tower));
  const isTower = row?.grid && towers.length === 0 && !outer.has("_class_name");
  /** @type {Part[]} */
  const parts = [isTower ? "vision" : "text", ...towers];
  const part = check.oneOf(where, "part", choice ?? parts[0], parts);
  const common = { vendor: params?.vendor, part, parts };
  /** @param {Keys} keys @param {string | undefined} name @param {Row | undefined} row */
  const modelOf = (keys, name, row) => ({ ...common, keys, name, known: !!row, row: row ?? {} });
  if (part === parts[0]) {
    if (params) return modelOf(outer, undefined, row);
    const [keys, name] = textIn(outer, outerName);
    return modelOf(keys, name, rowOf(keys, name));
  }
  const keys = /** @type {Keys} */ (partIn(outer, part));
  const name = typeOf(keys) ?? outerName;
  if (params) return modelOf(keys, name, { ...rowOfType("pixtral"), layout: "interleaved" });
  return modelOf(keys, name, towerRow(keys, name, outerName, part));
}

/** The configuration of a part within that of a whole model. @param {Keys} keys @param {Part} part
 * @returns {Keys | undefined} */
function partIn(keys, part) {
  const key = partKeys[part].find((name) => isObject(keys.get(name)));
  if (key) return keys.object(key);
  const thinker = part === "text" ? undefined : keys.objectIn("thinker_config");
  return thinker && partIn(thinker, part);
}

/** The language model within a multimodal one. @param {Keys} keys @param {string | undefined} name
 * @returns {[Keys, string | undefined]} */
function textIn(keys, name, depth = 0) {
  const inner = depth < MAX_DEPTH ? partIn(keys, "text") : undefined;
  if (!inner) return [keys, name];
  const innerName = typeOf(inner);
  if (innerName === undefined && name !== undefined) {
    inner.assume("model_type", quote(name));
  }
  return textIn(inner, innerName ?? name, depth + 1);
}

/** model_type, or the class in diffusers. @param {Keys} keys */
const typeOf = (keys) => keys.text("model_type");

/**
 * The row of a model type; if there is none, or one for a model that does not rotate, that of the
 * class in `architectures`.
 * @param {Keys} keys @param {string | undefined} name @returns {Row | undefined}
 */
function rowOf(keys, name) {
  const row = rowOfType(name);
  const list = keys.get("architectures");
  if ((row && !row.positions) || !Array.isArray(list)) return row;
  const classRow = rowOfClass(String(list[0]).replace(/(For[A-Z]|LMHead|Model$).*/, ""));
  if (!classRow || classRow.positions) return row;
  if (!row) keys.warn(`${keys.at("architectures")} says what the model is: ${quote(list[0])}`);
  return classRow;
}

/** @param {Keys} keys @param {string | undefined} name @param {string | undefined} outerName
 * @param {Part} part */
function towerRow(keys, name, outerName, part) {
  const tower = (/** @type {Row | undefined} */ row) =>
    part === "vision" ? row?.vision : undefined;
  const row = rowOfType(name);
  const ownRow = row?.grid || row?.positions || name !== outerName ? row : undefined;
  const listed = tower(row) ?? ownRow ?? tower(rowOfType(outerName));
  return listed ?? rowOf(keys, name === outerName ? undefined : name);
}

/**
 * @typedef {object} Params
 * @property {Record<string, unknown>} config the same with the keys of a config.json
 * @property {Row} model
 * @property {"Meta" | "Mistral" | "DeepSeek"} vendor
 */

/**
 * @param {Record<string, unknown>} object
 * @returns {Params | undefined} undefined if it is not such a file
 */
function readParams(object) {
  const has = (/** @type {string} */ key) => Object.hasOwn(object, key) && object[key] != null;
  if (has("model_type") || has("hidden_size") || !has("dim") || !has("n_heads")) return undefined;
  if (!has("n_layers") && !has("norm_eps")) return undefined;
  if (has("rope_head_dim") || (has("qk_rope_head_dim") && !has("hidden_dim"))) {
    return deepseek(object);
  }
  return has("hidden_dim") || has("head_dim") ? mistral(object) : meta(object);
}

/**
 * Meta's file. With use_scaled_rope, Meta's code uses the parameters of Llama 3.1 by default.
 * @param {Record<string, unknown>} object @returns {Params}
 */
function meta(object) {
  const rule = {
    ...{ rope_type: "llama3", factor: object.rope_scaling_factor ?? 8, low_freq_factor: 1 },
    high_freq_factor: object.rope_high_freq_factor ?? 4,
    original_max_position_embeddings: 8192,
  };
  const interval = object.nope_layer_interval;
  const config = {
    ...object,
    ...(object.use_scaled_rope === true && { rope_scaling: rule }),
    ...(interval != null && { no_rope_layer_interval: interval }),
  };
  return { config, model: { layout: "interleaved" }, vendor: "Meta" };
}

/**
 * DeepSeek's file: V3 and V3.2, whose code has defaults for missing parameters of YaRN, and V4.
 * @param {Record<string, unknown>} object @returns {Params}
 */
function deepseek(object) {
  const { rope_factor, original_seq_len, rope_head_dim, max_seq_len, ...config } = object;
  const { mscale = 1 } = object;
  const newer = rope_head_dim != null;
  if (newer) config.qk_rope_head_dim = rope_head_dim;
  const original = original_seq_len ?? (newer ? undefined : 4096);
  const longest = max_seq_len ?? (newer ? Infinity : 16384);
  const short = typeof original === "number" && typeof longest === "number" && longest <= original;
  if (original !== 0 && !short) {
    config.rope_scaling = {
      ...{ rope_type: "yarn", factor: rope_factor ?? (newer ? undefined : 40) },
      ...{ beta_fast: object.beta_fast, beta_slow: object.beta_slow },
      original_max_position_embeddings: original,
      ...(newer ? {} : { mscale, mscale_all_dim: mscale }),
    };
  }
  const model = newer ? rowOfType("deepseek_v4") : undefined;
  return { config, model: model ?? { layout: "interleaved" }, vendor: "DeepSeek" };
}

/** Mistral's file. @param {Record<string, unknown>} object @returns {Params} */
function mistral(object) {
  /** @type {Record<string, unknown>} */
  const config = { ...object };
  const { yarn, sliding_window: window } = object;
  if (isObject(yarn)) {
    const unscaled = yarn.apply_scale === false;
    config.rope_scaling = {
      ...{ rope_type: "yarn", factor: yarn.factor, beta_fast: yarn.beta, beta_slow: yarn.alpha },
      original_max_position_embeddings: yarn.original_max_position_embeddings,
      ...(unscaled && { attention_factor: 1 }),
      ...(!unscaled && object.qk_rope_head_dim != null && { mscale_all_dim: 1 }),
    };
  }
  if (Array.isArray(window) && window.length > 0 && typeof object.n_layers === "number") {
    config.layer_types = Array.from({ length: Math.min(object.n_layers, 1000) }, (_, i) =>
      window[i % window.length] == null ? "full_attention" : "sliding_attention",
    );
  }
  const base = window == null ? 1e6 : 10000;
  return { config, model: { layout: "interleaved", base }, vendor: "Mistral" };
}
