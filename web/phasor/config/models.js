// models.js: what the code of each model with a rotary embedding assumes, by its model_type in
// lower case with underscores. Taken from transformers, or from the models' own code.
import { positions } from "./positions.js";

/** @import { ConfigSections } from "./sections.js" */

/**
 * What a model's code assumes.
 * @typedef {object} ModelType
 * @property {"half" | "interleaved"} [layout] "half" by default
 * @property {boolean} [fixed] the code uses this layout, whatever rope_interleave says
 * @property {readonly string[]} [styles] values of position_embedding_type that mean "interleaved"
 * @property {-1} [direction] the model rotates in the opposite direction
 * @property {boolean} [trailing] the last features of a head rotate, not the first
 * @property {number} [base] rope_theta; 10000 by default
 * @property {number} [laterBase] rope_theta that transformers uses instead from release 5 on
 * @property {number} [part] partial_rotary_factor
 * @property {number} [headDim]
 * @property {[hidden: number, heads: number]} [usual] hidden_size and num_attention_heads
 * @property {number} [globalHeadDim] head_dim of full attention layers
 * @property {number} [localBase] rope_theta of sliding attention layers
 * @property {number} [pattern] n if every nth layer has full attention and the others sliding
 * @property {number} [interval] n if every nth layer has full attention and the others linear
 * @property {boolean} [fullFirst] the first layer of n has full attention, not the last
 * @property {"sliding_attention"} [only] the only layers that rotate
 * @property {boolean} [always] `only` applies even without sliding_window
 * @property {number} [unrotated] n if every nth layer does not rotate
 * @property {boolean} [fromEnd] counted from the last layer
 * @property {boolean} [unscaledSliding] sliding attention layers do not use the scaling rule
 * @property {boolean} [disputed] releases of transformers differ on `unscaledSliding`
 * @property {boolean} [reordered] llama.cpp reorders the weights of queries and keys
 * @property {Record<string, unknown>} [rope] rope_parameters if the file has none
 * @property {ConfigSections} [sections] sections if the file has none
 * @property {boolean} [interleavedSections] sections are interleaved, whatever the file says
 * @property {boolean} [timeLast] sections are of height, width and time; the first two alternate
 * @property {string} [unpaired] why sections cannot describe this model
 * @property {string} [positions] what the model has instead of a rotary embedding, unless the file
 *   says otherwise
 * @property {string} [note] further information about the model's positions
 * @property {"llama4" | "position"} [temperature] attn_temperature_tuning is on by default
 * @property {boolean} [plainRotaryDim] the model ignores rotary_dim
 * @property {{ dim: number, heads: number }} [projected] CLVP's rule: max(projection_dim/(2·heads), 32)
 *   features rotate; these are the defaults of the two numbers
 * @property {string} [unread] a key for the number of rotated features that transformers 5.16
 *   ignores
 */

/** @type {Record<string, ModelType>} */
const models = {};

/** @param {ModelType} model @param {string} names */
function add(model, names) {
  for (const name of names.trim().split(/\s+/)) models[name] = { ...models[name], ...model };
}

// ---- layouts ----

add(
  {},
  `apertus aquila arcee arctic aria_text baichuan bailing_moe bitnet chameleon cohere_compass_text
  cosmos3_edge_text csm csm_depth_decoder_model cwm dbrx deepseek deepseek_ocr2_text dia_encoder
  dia_decoder diffllama doge dots1 emu3_text_model esm eurobert evolla exaone exaone4
  exaone4_5_text exaone_moe falcon falcon_h1 flex_olmo gemma gemma2 gemma3_text gemma3n_text
  gemma4_text gemma4_unified_text diffusion_gemma_text glm4_moe glm4v_moe_text glm_image_text
  gpt_neox gpt_neox_japanese gpt_oss granite granite4_vision_text granite_swa granitemoe
  granitemoe_swa granitemoehybrid granitemoeshared grok_1 gte higgs_audio_v2 hrm_text hunyuan
  hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl_text hy_v3 hyperclovax idefics internlm internlm2
  internlm3 jais2 jetmoe jina_embeddings_v3 kimi_linear kyutai_speech_to_text laguna lfm2
  lfm2_moe llama llava llava_llama llava_mistral llava_qwen mellum mimi mimo mimo_v2_flash
  minicpm minicpm3 minimax minimax_m1 minimax_m2 minimax_m3_vl_text minimax_text_01
  mixformer_sequential ministral ministral3 mistral mixtral mllama_text_model
  modernbert modernbert_decoder moshi moshi_depth mpt muse_glimmer_text muse_glimmer_assistant
  nanochat nemotron nemotron_nas new nomic_bert olmo olmo2 olmo3 olmo_hybrid olmoe openelm orion
  paddleocr_vl_text persimmon phi phi3 phi_msft phi3small phi4_multimodal phi4mm phimoe plamo qwen
  qwen2 qwen2_5_omni_text qwen2_5_omni_talker qwen2_5_vl qwen2_5_vl_text qwen2_moe qwen2_vl
  qwen2_vl_text qwen3 qwen3_5_text qwen3_5_moe_text qwen3_moe qwen3_next qwen3_omni_moe_text
  qwen3_omni_moe_talker_text qwen3_omni_moe_talker_code_predictor qwen3_vl_text
  qwen3_vl_moe_text recurrent_gemma refinedweb refinedwebmodel seed_oss skywork smollm3
  solar_open stablelm stablelm_epoch starcoder2 step3p5 step3p7 t5gemma t5_gemma_module
  t5gemma2_text t5gemma2_decoder t5gemma2_encoder vaultgemma voxtral_realtime_text xverse yi
  zamba2 zaya afmoe bamba`,
);
add(
  { layout: "interleaved" },
  `axk1 axk2 blt blt_local_encoder blt_local_decoder blt_global_transformer blt_patcher chatglm
  codegen cohere cohere2 cohere2_moe deepseek_v2 deepseek_v3 deepseek_v32 deepseek_v4
  deepseek_v41_text deepseek_vl_v2 ernie4_5
  ernie4_5_moe ernie4_5_vl ernie4_5_vl_moe ernie4_5_vl_moe_text ernie4_5_moe_vl glm glm4
  glm4_moe_lite glm4v_text glm_moe_dsa glm_ocr_text gptj helium kimi_k2 llama4_text
  longcat_flash mistral4 moonshine moonshine_streaming openai_privacy_filter pe_audio_encoder
  pe_video_encoder pe_audio_video_encoder roformer unlimited_ocr youtu youtu_llm`,
);
add(
  { fixed: true },
  `axk2 deepseek_v2 deepseek_v32 deepseek_v4 deepseek_v41_text glm_moe_dsa longcat_flash cohere
  cohere2 cohere2_moe`,
);
add({ styles: ["mistral_yarn", "rope_llama4"] }, "nemotron_nas");
add({ direction: -1 }, "nanochat");
add({ reordered: true }, "llama mistral mixtral");

// ---- sizes ----

add({ usual: [4096, 32] }, "llama llava llava_llama mistral mixtral qwen2");
add({ headDim: 128 }, "qwen3");
add({ headDim: 256 }, "gemma gemma3_text gemma3n_text t5gemma2_text t5gemma2_decoder");
add({ headDim: 256, globalHeadDim: 512 }, "gemma4_text gemma4_unified_text diffusion_gemma_text");
add({ part: 0.25 }, "gpt_neox stablelm stablelm_epoch qwen3_next qwen3_5_text qwen3_5_moe_text");
add(
  { part: 0.5 },
  `phi persimmon nemotron glm4_moe glm4v_moe_text chatglm glm glm4 bamba recurrent_gemma solar_open`,
);
add({ part: 0.9 }, "moonshine");
add({ part: 0.334 }, "mimo_v2_flash");
add({ headDim: 512, part: 0.125, trailing: true }, "deepseek_v4 deepseek_v41_text");
add({ unread: "rotary_dim" }, "minimax_m2");
add({ unread: "partial_rotary_factor" }, "recurrent_gemma");
add({ plainRotaryDim: true }, "minimax_m3_vl_text");
add(
  {
    ...{ usual: [768, 12], projected: { dim: 768, heads: 12 } },
    note: "values are turned like queries and keys",
  },
  "clvp_encoder",
);

// ---- bases ----

/** @type {[number, string][]} */
const bases = [
  [12e6, "apertus"],
  [
    500000,
    `bitnet blt blt_local_encoder blt_local_decoder blt_global_transformer cohere csm
    csm_depth_decoder_model ernie4_5 ernie4_5_moe ernie4_5_vl ernie4_5_vl_moe ernie4_5_vl_moe_text
    ernie4_5_moe_vl evolla flex_olmo higgs_audio_v2 llama4_text mllama_text_model
    muse_glimmer_assistant olmo3 paddleocr_vl_text qwen3_vl_text qwen3_vl_moe_text`,
  ],
  [
    1e6,
    `cwm emu3_text_model gemma3_text gemma3n_text t5gemma2_text t5gemma2_decoder lfm2 lfm2_moe
    minimax ministral3 mixtral phimoe qwen2_5_omni_text qwen2_5_omni_talker qwen2_5_vl_text
    qwen2_vl_text qwen3_omni_moe_text solar_open`,
  ],
  [1e8, "cosmos3_edge_text"],
  [150000, "gpt_oss openai_privacy_filter"],
  [100000, "helium"],
  [11158840, "hy_v3"],
  [20000, "jina_embeddings_v3 pe_audio_encoder pe_video_encoder pe_audio_video_encoder"],
  [1e7, "longcat_flash"],
  [5e6, "minimax_m2 minimax_m3_vl_text mimo_v2_flash"],
  [160000, "modernbert modernbert_decoder"],
  [1000, "nomic_bert"],
  [25000, "persimmon"],
  [2e6, "smollm3"],
];
for (const [base, names] of bases) add({ base }, names);
// The checkpoints have 25000, as the class in transformers had before.
add({ laterBase: 10000 }, "persimmon");
add(
  { localBase: 10000 },
  `gemma3_text gemma3n_text t5gemma2_text t5gemma2_decoder modernbert modernbert_decoder
  mimo_v2_flash`,
);

// ---- layers ----

add({ pattern: 6 }, "gemma3_text t5gemma2_text t5gemma2_decoder gemma4_text gemma4_unified_text");
add({ pattern: 6 }, "diffusion_gemma_text");
add({ pattern: 5 }, "gemma3n_text");
add({ interval: 4 }, "olmo_hybrid qwen3_next qwen3_5_text qwen3_5_moe_text");
add({ pattern: 4 }, "olmo3");
add({ pattern: 3, fullFirst: true }, "modernbert modernbert_decoder");
add({ pattern: 4, fullFirst: true }, "cwm granite_swa granitemoe_swa");
add({ pattern: 4, only: "sliding_attention" }, "cohere2 cohere2_moe exaone4 exaone_moe");
add({ pattern: 4, fullFirst: false, only: "sliding_attention", always: true }, "afmoe");
add({ unrotated: 4 }, "smollm3 llama4_text");
add({ unrotated: 4, fromEnd: true }, "muse_glimmer_text");
add({ unscaledSliding: true, disputed: true }, "olmo3");
add({ unscaledSliding: true }, "step3p5 step3p7");
add({ temperature: "llama4" }, "llama4_text");

// ---- dictionaries ----

const gemma4 = {
  sliding_attention: { rope_type: "default", rope_theta: 10000 },
  full_attention: { rope_type: "proportional", partial_rotary_factor: 0.25, rope_theta: 1e6 },
};
add({ rope: gemma4 }, "gemma4_text gemma4_unified_text diffusion_gemma_text");
add(
  {
    rope: {
      full_attention: { rope_type: "default", rope_theta: 500000, partial_rotary_factor: 0.5 },
      sliding_attention: { rope_type: "default", rope_theta: 10000, partial_rotary_factor: 1 },
    },
  },
  "laguna",
);
add(
  {
    rope: {
      full_attention: { rope_type: "default", rope_theta: 500000 },
      sliding_attention: { rope_type: "default", rope_theta: 10000 },
    },
  },
  "mellum",
);
add(
  {
    rope: {
      hybrid: { rope_type: "default", rope_theta: 5e6, partial_rotary_factor: 0.5 },
      hybrid_sliding: { rope_type: "default", rope_theta: 10000, partial_rotary_factor: 0.5 },
    },
  },
  "zaya",
);
add(
  {
    rope: {
      ...{ rope_type: "llama3", rope_theta: 1e6, factor: 16 },
      ...{ low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 },
    },
  },
  "cwm",
);
add(
  { rope: { rope_type: "default", rope_theta: 10000, partial_rotary_factor: 0.8 } },
  "moonshine_streaming",
);

// ---- sections ----

add({ interleavedSections: true }, "cosmos3_edge_text");
add(
  { sections: { sizes: [24, 20, 20], interleaved: true }, interleavedSections: true },
  "qwen3_vl_text qwen3_vl_moe_text qwen3_omni_moe_text",
);
add(
  { sections: { sizes: [11, 11, 10], interleaved: true }, interleavedSections: true },
  "qwen3_5_text qwen3_5_moe_text",
);
add(
  { sections: { sizes: [8, 12, 12], interleaved: false } },
  "glm4v_text glm_ocr_text glm4v_moe_text glm_image_text",
);
add({ timeLast: true }, "ernie4_5_vl ernie4_5_vl_moe ernie4_5_vl_moe_text ernie4_5_moe_vl");
add({ unpaired: "the two features of a pair turn by different axes" }, "hunyuan_vl_text");

// ---- switches ----

add({ positions: "learned" }, "esm");
add({ positions: "none" }, "granitemoehybrid zamba2 kimi_linear");
add({ positions: "alibi" }, "mpt");

/** @type {ReadonlyMap<string, ModelType>} */
const known = new Map([...Object.entries(positions), ...Object.entries(models)]);

/**
 * A model type by its name. The name may have hyphens or capitals, and may lack or have an ending
 * for a part of the model, such as _text.
 * @param {string | undefined} name
 * @returns {ModelType | undefined}
 */
export function modelType(name) {
  if (name === undefined) return undefined;
  const plain = name.toLowerCase().replace(/[-.]/g, "_");
  const whole = known.get(plain) ?? known.get(`${plain}_text`);
  if (whole) return whole;
  // The sizes of a language model are not those of another part with a similar name.
  const part = plain.replace(/(_model|_config)$/, "");
  const stem = known.get(part) ?? known.get(part.replace(/(_text|_vision)$/, ""));
  return stem?.positions ? stem : undefined;
}
