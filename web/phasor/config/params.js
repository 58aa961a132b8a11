// params.js: reads the params.json that Meta and Mistral publish with their own code, and the
// config.json of DeepSeek's own code. Pairs are interleaved, as in the paper; the weights of Meta
// and Mistral on Hugging Face have been reordered.
import { modelType } from "./models.js";
import { isObject } from "./reader.js";

/** @import { Row } from "./models.js" */

/**
 * @typedef {object} Params
 * @property {Record<string, unknown>} config the same with the keys of a config.json
 * @property {Row} model
 * @property {"Meta" | "Mistral" | "DeepSeek"} who
 */

/**
 * @param {Record<string, unknown>} object
 * @returns {Params | undefined} undefined if it is not such a file
 */
export function readParams(object) {
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
  /** @type {Record<string, unknown>} */
  const config = { ...object };
  if (object.use_scaled_rope === true) {
    config.rope_scaling = {
      ...{ rope_type: "llama3", factor: object.rope_scaling_factor ?? 8, low_freq_factor: 1 },
      high_freq_factor: object.rope_high_freq_factor ?? 4,
      original_max_position_embeddings: 8192,
    };
  }
  if (object.nope_layer_interval != null)
    config.no_rope_layer_interval = object.nope_layer_interval;
  return { config, model: { layout: "interleaved" }, who: "Meta" };
}

/**
 * DeepSeek's file: V3 and V3.2, whose code has defaults for missing parameters of YaRN, and V4.
 * @param {Record<string, unknown>} object @returns {Params}
 */
function deepseek(object) {
  const {
    rope_factor,
    original_seq_len,
    rope_head_dim,
    max_seq_len,
    mscale = 1,
    ...config
  } = object;
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
  const model = newer ? modelType("deepseek_v4") : undefined;
  return { config, model: model ?? { layout: "interleaved" }, who: "DeepSeek" };
}

/** Mistral's file. @param {Record<string, unknown>} object @returns {Params} */
function mistral(object) {
  /** @type {Record<string, unknown>} */
  const config = { ...object };
  const { yarn, sliding_window: window } = object;
  if (isObject(yarn)) {
    config.rope_scaling = {
      ...{ rope_type: "yarn", factor: yarn.factor, beta_fast: yarn.beta, beta_slow: yarn.alpha },
      original_max_position_embeddings: yarn.original_max_position_embeddings,
      ...(yarn.apply_scale === false ? { attention_factor: 1 } : {}),
      ...(yarn.apply_scale !== false && object.qk_rope_head_dim != null
        ? { mscale_all_dim: 1 }
        : {}),
    };
  }
  if (Array.isArray(window) && window.length > 0 && typeof object.n_layers === "number") {
    config.layer_types = Array.from({ length: Math.min(object.n_layers, 1000) }, (_, i) =>
      window[i % window.length] == null ? "full_attention" : "sliding_attention",
    );
  }
  const base = window == null ? 1e6 : 10000;
  return { config, model: { layout: "interleaved", base }, who: "Mistral" };
}
