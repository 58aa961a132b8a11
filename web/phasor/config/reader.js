// reader.js: reads configurations: their text, objects of unknown content, and the names of keys.

import * as check from "../check.js";
import { escaped, member, parseJson } from "../quote.js";

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value)
  );
}

/** @param {string} where @param {unknown} config @returns {Record<string, unknown>} */
export function parse(where, config) {
  const value = typeof config === "string" ? parseText(where, config) : config;
  if (isObject(value)) return value;
  return check.fail(TypeError, where, "config", "an object, or its JSON", value);
}

/** The own keys of an object; a key with the value null counts as absent. */
export class Keys {
  #object;
  /** Messages without duplicates. @type {{ warnings: Set<string>, ignored: Set<string> }} */
  #notes;

  /**
   * @param {string} where @param {string} path @param {Record<string, unknown>} object
   * @param {Keys} [parent] collects the warnings
   */
  constructor(where, path, object, parent) {
    this.where = where;
    this.path = path;
    this.#object = object;
    this.#notes = parent ? parent.#notes : { warnings: new Set(), ignored: new Set() };
  }

  get warnings() {
    return [...this.#notes.warnings];
  }

  get ignored() {
    return [...this.#notes.ignored];
  }

  /** @param {string} text */
  warn(text) {
    this.#notes.warnings.add(text);
  }

  /**
   * Notes that a key has no effect; with a reason, this is also a warning.
   * @param {string} key @param {string} [reason] what follows the key
   */
  ignore(key, reason) {
    this.#notes.ignored.add(this.at(key));
    if (reason) this.warn(`${this.at(key)} ${reason}: it was ignored`);
  }

  /**
   * Warns that `value` was used, because a key is missing or has a value that cannot be used.
   * @param {string} key @param {unknown} value @param {string} [note]
   */
  assume(key, value, note = "") {
    const entry = this.#entry(key);
    this.warn(
      `${this.at(key)} is ${entry === undefined ? "missing" : entry}: ${value} was used${note}`,
    );
  }

  /** Drops a key that the model's code does not read. @param {string} key */
  hide(key) {
    if (!this.names().includes(key)) return;
    this.ignore(key, "is not read by the model's code");
    this.#object = { ...this.#object, [key]: undefined };
  }

  /** The name by which the object has a key. @param {string} key */
  #name(key) {
    const names = aliases.get(key)?.filter((name) => Object.hasOwn(this.#object, name)) ?? [];
    return names.find((name) => this.#object[name] != null) ?? names[0] ?? key;
  }

  /** The path of a key, for messages. @param {string} key */
  at(key) {
    return this.path + member(this.#name(key));
  }

  /** The value of a key, null included. @param {string} key @returns {unknown} */
  #entry(key) {
    const name = this.#name(key);
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
  }

  /** @param {string} key @returns {unknown} */
  get(key) {
    return this.#entry(key) ?? undefined;
  }

  /** Whether the object has any of these keys. @param {readonly string[]} keys */
  has(...keys) {
    return keys.some((key) => this.get(key) !== undefined);
  }

  /** Whether the key exists and is null. @param {string} key */
  isNull(key) {
    return this.#entry(key) === null;
  }

  /** All keys that are not null, as the object has them. */
  names() {
    return Object.keys(this.#object).filter((key) => this.#object[key] != null);
  }

  /** A number within limits, or undefined. @param {string} key @param {number} min @param {number} [max] */
  within(key, min, max = Number.MAX_VALUE) {
    const value = this.get(key);
    return typeof value === "number" && value >= min && value <= max ? value : undefined;
  }

  /**
   * The value of a key, checked by a function of check.js, if it is there.
   * @template T @template {unknown[]} Limits
   * @param {string} key
   * @param {(where: string, name: string, value: unknown, ...limits: Limits) => T} checked
   * @param {Limits} limits
   */
  read(key, checked, ...limits) {
    const value = this.get(key);
    return value === undefined ? undefined : checked(this.where, this.at(key), value, ...limits);
  }

  /** @param {string} key @param {number} min @param {number} [max] */
  integer(key, min, max) {
    return this.read(key, check.integer, min, max);
  }

  /** @param {string} key @param {number} min @param {number} max */
  number(key, min, max) {
    return this.read(key, check.number, min, max);
  }

  /** @param {string} key */
  flag(key) {
    return this.read(key, check.boolean);
  }

  /** @param {string} key @returns {string | undefined} */
  text(key) {
    return this.#typed(key, "a string", (value) => typeof value === "string");
  }

  /** @param {string} key @returns {unknown[] | undefined} */
  list(key) {
    return this.#typed(key, "an array", Array.isArray);
  }

  /** @param {string} key @returns {Keys | undefined} */
  object(key) {
    const value = this.#typed(key, "an object", isObject);
    return value && new Keys(this.where, this.at(key), value, this);
  }

  /** The same, but undefined for any other value. @param {string} key */
  objectIn(key) {
    return isObject(this.get(key)) ? this.object(key) : undefined;
  }

  /**
   * @template T
   * @param {string} key @param {string} allowed @param {(value: unknown) => value is T} isType
   */
  #typed(key, allowed, isType) {
    const value = this.get(key);
    return value === undefined || isType(value) ? value : this.fail(TypeError, key, allowed, value);
  }

  /**
   * @param {typeof TypeError | typeof RangeError} Kind @param {string} key
   * @param {string} allowed @param {unknown} [got]
   * @returns {never}
   */
  fail(Kind, key, allowed, got) {
    return check.fail(Kind, this.where, this.at(key), allowed, got);
  }
}

/** What looks like the path or address of a file. */
const FILE_PATH = /^\s*[^\s{["][^{\n]{0,1000}\.(json|gguf|safetensors|txt)\s*$/i;

/** @param {string} where @param {string} text @returns {unknown} */
function parseText(where, text) {
  try {
    return parseJson(text);
  } catch (cause) {
    if (FILE_PATH.test(text)) {
      check.fail(TypeError, where, "config", "the contents of a file, not its path", text);
    }
    const reason = escaped(/** @type {Error} */ (cause).message);
    throw new TypeError(`${where}: config must be the text of a config.json: ${reason}`, { cause });
  }
}

/** @param {string} text */
const splitWords = (text) => text.split(/\s+/);

/** Keys under which a multimodal model has the configuration of its language model. */
export const textKeys = splitWords(
  `text_config llm_config language_config thinker_config lm_config vlm_config language_model_config
  decoder decoder_config global_config transformer_layer_config llm_cfg`,
);

/** Keys that have several names, by the usual one, which is the first. */
export const aliases = new Map(
  [
    "head_dim attention_head_dim kv_channels d_kv size_per_head",
    `hidden_size n_embd d_model dim model_dim n_embed embed_dim dit_dim vt_hidden_size
    memory_attention_hidden_size`,
    `num_attention_heads n_head n_heads num_heads decoder_attention_heads
    decoder_num_attention_heads encoder_num_attention_heads encoder_attention_heads
    vt_num_attention_heads dit_heads attention_heads memory_attention_num_attention_heads`,
    `num_hidden_layers n_layer n_layers num_layers num_transformer_layers decoder_num_hidden_layers
    decoder_layers depth encoder_layers`,
    `max_position_embeddings n_positions max_sequence_length seq_length n_ctx max_seq_len
    max_context_length max_seq_length model_max_length`,
    `rope_theta rotary_emb_base rope_base global_rope_theta rope_freq_constant rope_embedding_base
    rotary_embedding_base theta memory_attention_rope_theta`,
    "rope_local_base_freq local_rope_theta swa_rope_theta rope_local_theta",
    "partial_rotary_factor rotary_pct rope_pct rotary_emb_fraction",
    "sliding_window_pattern _sliding_window_pattern",
    "model_type _class_name",
    "layers_block_type block_types _block_types",
    "position_embedding_type position_embeddings_type",
    "rope_interleave rotary_emb_interleaved original_rope",
    "rotary_emb_scale_base rotary_scale_base xpos_scale_base",
    // the features of each axis
    "axes_dims_rope axes_dim_rope rope_axes_dim axes_dims rope_dim_list axes_dim rope_dim",
  ].map((names) => /** @type {const} */ ([splitWords(names)[0], splitWords(names)])),
);

/** All keys about rotation that are understood. */
const rotaryKeys = new Set([
  ...[...aliases.values()].flat(),
  ...splitWords(
    `rope_scaling rope_parameters rope_ratio rotary_dim qk_rope_head_dim no_rope_layers
    no_rope_layer_interval layer_rope_theta partial_rotary_factors compress_rope_theta
    rotary_scaling_factor rope use_mem_rope use_scaled_rope rotary rope_impl rope_hf_config
    rope_dail_config mrope_section mrope_interleaved use_rotary_positional_embeddings rotary_value
    rope_scale swa_rope_parameters rope_embeddings`,
  ),
]);

/** Keys that no model's code reads, or that are not about the rotation of queries and keys. */
const unusedKeys = splitWords(
  `rope_type rope_interleaved rotary_emb flash_rotary attn_rotary_emb use_rotary_embedding
  indexer_rope_interleave ignore_keys_at_rope_validation rope_max_seq_len rope_double_precision
  rope_temporal_skip_len rope_full_precision`,
);
const rotaryPattern = /rope|rotary|rotate/i;
/** Other settings of the same encodings. */
const otherSettings = /dropout|_sizes$|^use_mrope$|_k_/;

/**
 * @param {(Keys | undefined)[]} dictionaries @param {boolean} nonRotary whether nothing rotates
 */
export function warnOfUnread(dictionaries, nonRotary) {
  for (const keys of dictionaries) {
    for (const key of keys?.names() ?? []) {
      const known = rotaryKeys.has(key);
      if (!rotaryPattern.test(key) || otherSettings.test(key) || (known && !nonRotary)) continue;
      keys?.ignore(key, known || unusedKeys.includes(key) ? undefined : "is unknown");
    }
  }
}
