// keys.js: names of keys in configurations of published models.

/** Keys under which a multimodal model has the configuration of its language model. */
export const textKeys = [
  "text_config",
  "llm_config",
  "language_config",
  "thinker_config",
  "lm_config",
  "vlm_config",
  "language_model_config",
  "decoder",
  "decoder_config",
  "global_config",
];

/** The names of each number, the usual one first. */
export const aliases = {
  headDim: ["head_dim", "attention_head_dim", "kv_channels", "d_kv", "size_per_head"],
  hidden: [
    ...["hidden_size", "n_embd", "d_model", "dim", "model_dim", "n_embed", "embed_dim"],
    ...["vt_hidden_size", "memory_attention_hidden_size"],
  ],
  heads: [
    ...["num_attention_heads", "n_head", "n_heads", "num_heads", "decoder_attention_heads"],
    ...["decoder_num_attention_heads", "encoder_num_attention_heads", "encoder_attention_heads"],
    ...["vt_num_attention_heads", "attention_heads", "memory_attention_num_attention_heads"],
  ],
  layers: [
    ...["num_hidden_layers", "n_layer", "n_layers", "num_layers", "num_transformer_layers"],
    ...["decoder_num_hidden_layers", "decoder_layers", "depth", "encoder_layers"],
  ],
  maximum: [
    ...["max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "n_ctx"],
    ...["max_seq_len", "max_context_length", "max_seq_length", "model_max_length"],
  ],
  base: [
    ...["rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta", "rope_freq_constant"],
    ...["rope_embedding_base", "rotary_embedding_base", "theta"],
    "memory_attention_rope_theta",
  ],
  localBase: ["rope_local_base_freq", "local_rope_theta", "swa_rope_theta", "rope_local_theta"],
  part: ["partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_emb_fraction"],
  pattern: ["sliding_window_pattern", "_sliding_window_pattern"],
};

/** Keys that list the features of each axis. */
export const axesKeys = [
  ...["axes_dims_rope", "axes_dim_rope", "rope_axes_dim", "axes_dims", "rope_dim", "axes_dim"],
  "rope_dim_list",
];

/** Other keys about rotation that are understood. */
export const otherKeys = [
  "rope_scaling",
  "rope_parameters",
  "rope_ratio",
  "rope_interleave",
  "rotary_emb_interleaved",
  "original_rope",
  "rotary_dim",
  "qk_rope_head_dim",
  "no_rope_layers",
  "no_rope_layer_interval",
  "layer_rope_theta",
  "partial_rotary_factors",
  "compress_rope_theta",
  "rotary_scaling_factor",
  "rope",
  "use_mem_rope",
  "use_scaled_rope",
  "rotary",
  "rotary_emb_scale_base",
  "rotary_scale_base",
  "rope_impl",
  "rope_hf_config",
  "rope_dail_config",
  "mrope_section",
  "mrope_interleaved",
  "use_rotary_positional_embeddings",
  "rotary_value",
  ...axesKeys,
];

/** Keys that no model's code reads, or that are not about the rotation of queries and keys. */
export const idleKeys = [
  ...[
    "rope_type",
    "rope_interleaved",
    "rotary_emb",
    "flash_rotary",
    "attn_rotary_emb",
    "use_mrope",
  ],
  ...["use_rotary_embedding", "indexer_rope_interleave", "ignore_keys_at_rope_validation"],
  ...["memory_attention_rope_feat_sizes", "memory_attention_rope_k_sizes", "rope_max_seq_len"],
  ...["memory_attention_rope_dropout", "rope_double_precision", "rope_temporal_skip_len"],
];

/** Keys of a rope dictionary that do not belong to the rule. */
export const sharedKeys = [
  "type",
  "rope_type",
  "rope_theta",
  "partial_rotary_factor",
  "mrope_section",
  "mrope_interleaved",
  "llama_4_scaling_beta",
];

/** Current names of rules, by their older or other names. */
export const typeNames = new Map([
  ["su", "longrope"],
  ["mrope", "default"],
  ["original", "default"],
  ["origin", "default"],
  ["no_scaling", "default"],
  ["gptj", "default"],
  ["deepseek_yarn", "yarn"],
  ["xdrope", "dynamic"],
]);
