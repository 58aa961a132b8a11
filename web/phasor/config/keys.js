// keys.js: what configurations of published models call things, and what they leave out.

/** Where a multimodal model keeps the configuration of its language model. */
export const textKeys = [
  "text_config",
  "llm_config",
  "language_config",
  "thinker_config",
  "lm_config",
  "decoder",
];

/** Names of one number, the usual one first. */
export const aliases = {
  headDim: ["head_dim", "attention_head_dim", "kv_channels"],
  hidden: ["hidden_size", "n_embd", "d_model", "dim"],
  heads: ["num_attention_heads", "n_head", "n_heads", "num_heads"],
  layers: ["num_hidden_layers", "n_layer", "n_layers", "num_layers"],
  maximum: ["max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "n_ctx"],
  base: ["rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta"],
  localBase: ["rope_local_base_freq", "local_rope_theta", "swa_rope_theta"],
  part: ["partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_emb_fraction"],
  pattern: ["sliding_window_pattern", "_sliding_window_pattern"],
};

/** Other keys about rotation that are understood. */
export const otherKeys = [
  "rope_scaling",
  "rope_parameters",
  "rope_ratio",
  "rope_interleave",
  "rotary_emb_interleaved",
  "rotary_dim",
  "qk_rope_head_dim",
  "no_rope_layers",
  "no_rope_layer_interval",
];

/** Keys of a rope dictionary that do not belong to the rule. */
export const sharedKeys = [
  "type",
  "rope_type",
  "rope_theta",
  "partial_rotary_factor",
  "mrope_section",
  "mrope_interleaved",
];

/** Rules by the names that they have had. */
export const typeNames = new Map([
  ["su", "longrope"],
  ["mrope", "default"],
  ["deepseek_yarn", "yarn"],
  ["xdrope", "dynamic"],
]);

/**
 * What a model's code takes for granted.
 * @typedef {object} ModelType
 * @property {"half" | "interleaved"} [layout] "half" if not said
 * @property {number} [base] rope_theta, 10000 if not said
 * @property {number} [part] partial_rotary_factor
 * @property {number} [headDim]
 * @property {number} [globalHeadDim] head_dim of full attention layers
 * @property {number} [localBase] rope_theta of sliding attention layers
 * @property {number} [pattern] every so-manieth layer has full attention, the others sliding
 * @property {"sliding_attention"} [only] the only layers that rotate
 * @property {number} [unrotated] every so-manieth layer does not rotate
 * @property {boolean} [unscaledSliding] sliding attention layers leave out the scaling rule
 * @property {boolean} [reordered] llama.cpp reorders the weights of queries and keys
 */

const interleaved = /** @type {ModelType} */ ({ layout: "interleaved" });

/** @type {Record<string, ModelType>} */
const models = {
  llama: { reordered: true },
  mistral: { reordered: true },
  mixtral: { base: 1e6, reordered: true },
  gpt_neox: { part: 0.25 },
  gpt_neox_japanese: {},
  phi: { part: 0.5 },
  phimoe: { base: 1e6 },
  stablelm: { part: 0.25 },
  persimmon: { base: 25000, part: 0.5 },
  nemotron: { part: 0.5 },
  glm4_moe: { part: 0.5 },
  gpt_oss: { base: 150000 },
  modernbert: { base: 160000, localBase: 10000 },
  gemma3_text: { base: 1e6, localBase: 10000, pattern: 6, headDim: 256 },
  gemma3n_text: { base: 1e6, localBase: 10000, headDim: 256 },
  gemma4_text: { headDim: 256, globalHeadDim: 512 },
  olmo3: { unscaledSliding: true },
  exaone4: { only: "sliding_attention" },
  smollm3: { base: 2e6, unrotated: 4 },
  llama4_text: { ...interleaved, base: 500000, unrotated: 4 },
  cohere2: { ...interleaved, only: "sliding_attention" },
  chatglm: { ...interleaved, part: 0.5 },
  glm: { ...interleaved, part: 0.5 },
  glm4: { ...interleaved, part: 0.5 },
};
for (const name of [
  ...["baichuan", "deepseek", "esm", "exaone", "falcon", "falcon_h1", "gemma", "gemma2", "granite"],
  ...["granitemoe", "hunyuan_v1_dense", "hunyuan_v1_moe", "internlm", "internlm2", "internlm3"],
  ...["minicpm", "minicpm3", "ministral3", "nomic_bert", "olmo", "olmo2", "olmoe", "phi3", "qwen"],
  ...["qwen2", "qwen2_moe", "qwen2_vl", "qwen2_5_vl", "qwen2_vl_text", "qwen2_5_vl_text", "qwen3"],
  ...["qwen3_moe", "qwen3_next", "qwen3_vl_text", "qwen3_vl_moe_text", "qwen3_5_text", "seed_oss"],
  ...["starcoder2", "yi"],
]) {
  models[name] = {};
}
for (const name of [
  ...["codegen", "cohere", "deepseek_v2", "deepseek_v3", "deepseek_v32", "ernie4_5", "gptj"],
  ...["ernie4_5_moe", "helium", "kimi_k2", "longcat_flash", "mistral4", "moonshine", "roformer"],
]) {
  models[name] = interleaved;
}

/** @type {ReadonlyMap<unknown, ModelType>} */
export const modelTypes = new Map(Object.entries(models));
