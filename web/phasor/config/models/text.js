// text.js: what the code of each language model with a rotary embedding assumes. A key names the
// models that are alike; hyphens and dots in their names are underscores here, and an ending such
// as _text is left out. A multimodal model also has its tower, as `vision` or `audio`.
import { towers, vit } from "./others.js";

/** @import { Row } from "../models.js" */

const gemma3 = { headDim: 256, base: 1e6, localBase: 10000, pattern: 6 };
const gemma4 = {
  ...{ headDim: 256, globalHeadDim: 512, pattern: 6 },
  rope: {
    sliding_attention: { rope_theta: 10000 },
    full_attention: { rope_type: "proportional", partial_rotary_factor: 0.25, rope_theta: 1e6 },
  },
  vision: { headDim: 64, base: 100, grid: "width height", order: "halves" },
};
const gptOss = {
  ...{ rope_type: "yarn", factor: 32, truncate: false },
  original_max_position_embeddings: 4096,
};
/** @param {number} rope_theta @param {number} factor @param {number} original_max_position_embeddings */
const llama3 = (rope_theta, factor, original_max_position_embeddings, low = 1, high = 4) => ({
  ...{ rope_type: "llama3", rope_theta, factor, low_freq_factor: low, high_freq_factor: high },
  original_max_position_embeddings,
});
/** @param {number} rope_theta @param {number} factor @param {number} original_max_position_embeddings */
const mistralYarn = (rope_theta, factor, original_max_position_embeddings) => ({
  ...{ rope_type: "yarn", mscale: 1, mscale_all_dim: 1, llama_4_scaling_beta: 0.1 },
  ...{ rope_theta, factor, original_max_position_embeddings },
});
/** @param {number} rope_theta @param {number} part */
const rope = (rope_theta, part) => ({ rope_theta, partial_rotary_factor: part });
const fixedInterleaved = { layout: "interleaved", fixed: true };
const latent = { layout: "interleaved", ropeHeadDim: 64 };
/** @type {Row} */
const ernieVl = {
  ...{ sizes: [2560, 20], layout: "interleaved", base: 500000 },
  ...{ sections: { sizes: [20, 22, 22], order: "first-last" }, vision: vit(1280, 16) },
};
const glmSections = { sections: { sizes: [8, 12, 12] } };
const mimo = { headDim: 192, part: 0.334, base: 5e6, localBase: 10000, pattern: 6, bothEnds: true };
const qwenVl = { sizes: [8192, 64], base: 1e6 };
const qwen3Sections = { sections: { sizes: [24, 20, 20], interleaved: true } };
const qwen35 = {
  ...{ headDim: 256, part: 0.25, interval: 4, vision: vit(1152, 16) },
  sections: { sizes: [11, 11, 10], interleaved: true },
};

/** @type {Record<string, Row>} */
export const text = {
  afmoe: { headDim: 128, pattern: 4, only: "sliding_attention", always: true },
  apertus: { sizes: [4096, 32], base: 12e6, rope: llama3(12e6, 8, 8192) },
  [`aquila bailing_moe_v2 exaone grok_1 gte hf_olmo llava_mistral llava_qwen mimo minimax_m1 minimax_text_01
    mixformer_sequential new openelm orion phi3small phi4mm phi_msft plamo qwen refinedweb
    refinedwebmodel skywork t5gemma2_encoder`]: {},
  "arctic bailing_moe deepseek internlm internlm2 internlm3 minicpm xverse yi": { reordered: true },
  arcee: { sizes: [2560, 32], reordered: true },
  [`aria deepseek_ocr2 deepseek_ocr2_encoder falcon_h1 granite4_vision hyperclovax idefics
    llava llava_llama ministral moshi olmo2 qwen2 voxtral_realtime`]: { sizes: [4096, 32] },
  "axk1 deepseek_v3 glm4_moe_lite kimi_k2 youtu": { ...latent },
  axk2: { ...fixedInterleaved, ropeHeadDim: 32 },
  baichuan: { rotaryWidth: 4096, reordered: true },
  bamba: { sizes: [4096, 32], part: 0.5 },
  bitnet: { sizes: [2560, 20], base: 500000 },
  blt: { layout: "interleaved", base: 500000 },
  blt_global_transformer: { sizes: [2048, 16], layout: "interleaved", base: 500000 },
  "blt_local_decoder blt_local_encoder": { sizes: [1024, 16], layout: "interleaved", base: 500000 },
  "blt_patcher roformer": { sizes: [768, 12], layout: "interleaved" },
  "chameleon granite granitemoe granitemoeshared llama mistral olmo": {
    sizes: [4096, 32],
    reordered: true,
  },
  chatglm: { layout: "interleaved", part: 0.5 },
  clvp_encoder: {
    ...{ sizes: [768, 12], projected: { dim: 768, heads: 12 } },
    note: "values are turned like queries and keys",
  },
  "codegen gptj progen": { sizes: [4096, 16], layout: "interleaved" },
  cohere: { sizes: [8192, 64], ...fixedInterleaved, base: 500000 },
  cohere2: { sizes: [8192, 64], ...fixedInterleaved, pattern: 4, only: "sliding_attention" },
  cohere2_moe: {
    ...{ headDim: 128, ...fixedInterleaved, pattern: 4, only: "sliding_attention" },
    foreign: ["rope_scaling"],
  },
  cohere_compass: { sizes: [8192, 64], vision: vit(1152, 16) },
  cosmos3_edge: { headDim: 128, base: 1e8, ...qwen3Sections, vision: { positions: "learned" } },
  csm: { sizes: [2048, 32], base: 500000 },
  csm_depth_decoder_model: { sizes: [1024, 8], base: 500000 },
  cwm: { headDim: 128, base: 1e6, pattern: 4, fullFirst: true, rope: llama3(1e6, 16, 8192) },
  dbrx: { sizes: [2048, 16], unread: "attn_config.rope_theta" },
  deepseek_v32: {
    ...{ ...fixedInterleaved, ropeHeadDim: 64 },
    note: 'the indexer rotates in layout "half"',
  },
  "deepseek_v4 deepseek_v41": {
    ...{ headDim: 512, part: 0.125, trailing: true, compressed: true, ...fixedInterleaved },
    note: "values are turned like queries and keys, and the output of attention is turned back",
  },
  "deepseek_vl_v2 lille_130m unlimited_ocr youtu_llm": { layout: "interleaved" },
  "dia_decoder dia_encoder hrm jetmoe qwen3 qwen3_omni_moe_talker_code_predictor seed_oss": {
    headDim: 128,
  },
  "diffllama kyutai_speech_to qwen3_moe": { sizes: [2048, 32] },
  "diffusion_gemma gemma4 gemma4_unified": gemma4,
  doge: { sizes: [1024, 8] },
  dots1: { sizes: [4608, 32] },
  emu3: { sizes: [4096, 32], base: 1e6 },
  ernie4_5: { headDim: 128, layout: "interleaved", base: 500000 },
  ernie4_5_moe: { sizes: [2560, 20], layout: "interleaved", base: 500000 },
  "ernie4_5_moe_vl ernie4_5_vl ernie4_5_vl_moe": ernieVl,
  esm: { sizes: [768, 12], positions: "learned" },
  eurobert: { sizes: [768, 12] },
  "evolla flex_olmo mllama": { sizes: [4096, 32], base: 500000 },
  "exaone4 exaone_moe": { sizes: [4096, 32], pattern: 4, only: "sliding_attention" },
  exaone4_5: { vision: vit(3584, 16) },
  falcon: { sizes: [4544, 71] },
  gemma: { headDim: 256 },
  "gemma2 t5_gemma_module t5gemma vaultgemma": { headDim: 256, pattern: 2 },
  "gemma3 t5gemma2 t5gemma2_decoder": { ...gemma3 },
  gemma3n: { ...gemma3, sizes: [2048, 8], pattern: 5 },
  "glm glm4": { headDim: 128, layout: "interleaved", part: 0.5 },
  glm4_moe: { sizes: [4096, 96], part: 0.5 },
  glm4v: { sizes: [4096, 32], layout: "interleaved", ...glmSections, vision: vit(1536, 12) },
  glm4v_moe: { sizes: [4096, 96], part: 0.5, ...glmSections, vision: vit(1536, 12) },
  glm_image: { sizes: [4096, 32], ...glmSections },
  "deepseek_v2 glm_moe_dsa": { ...fixedInterleaved, ropeHeadDim: 64 },
  glm_ocr: { sizes: [1024, 16], layout: "interleaved", ...glmSections, vision: vit(1024, 16) },
  gpt_neox: { sizes: [6144, 64], part: 0.25, foreign: ["rope_theta"] },
  gpt_neox_japanese: { sizes: [2560, 32], foreign: ["rope_theta"] },
  gpt_oss: { headDim: 64, base: 150000, pattern: 2, rope: gptOss },
  granite_swa: { sizes: [2560, 20], pattern: 4, fullFirst: true, reordered: true },
  granitemoe_swa: { sizes: [4096, 32], pattern: 4, fullFirst: true },
  granitemoehybrid: { sizes: [4096, 32], positions: "none", reordered: true },
  helium: { headDim: 128, layout: "interleaved", base: 100000 },
  higgs_audio_v2: { headDim: 128, rope: llama3(500000, 32, 1024, 0.125, 0.5) },
  "hunyuan hunyuan_v1_dense hunyuan_v1_moe": { sizes: [4096, 32], alpha: true },
  hunyuan_vl: {
    ...{ sizes: [4096, 32], alpha: true },
    unpaired: "the two features of a pair turn by different axes",
  },
  hy_v3: { headDim: 128, base: 11158840 },
  iquestloopcoder: { base: 500000 },
  jais2: { sizes: [3328, 26] },
  jina_embeddings_v3: { sizes: [1024, 16], base: 20000 },
  "kimi_k25 kimi_k3": { vision: towers.moonvit },
  kimi_linear: { positions: "none" },
  laguna: {
    ...{ headDim: 128, unscaledSliding: true },
    rope: { full_attention: rope(500000, 0.5), sliding_attention: rope(10000, 1) },
  },
  lfm2: { sizes: [2560, 32], base: 1e6 },
  lfm2_moe: { sizes: [2048, 32], base: 1e6 },
  llama4: {
    ...{ headDim: 128, layout: "interleaved", base: 500000, unrotated: 4 },
    ...{ only: "chunked_attention", always: true, temperature: true },
    vision: {
      ...{ sizes: [768, 16], layout: "interleaved", grid: "width height", first: 1 },
      note: "the class token does not rotate",
    },
  },
  "longcat_flash longcat_flash_ngram": { ...fixedInterleaved, ropeHeadDim: 64, base: 1e7 },
  mellum: {
    ...{ headDim: 128 },
    rope: { full_attention: { rope_theta: 500000 }, sliding_attention: { rope_theta: 10000 } },
  },
  mimi: { sizes: [512, 8] },
  mimo_v2: mimo,
  mimo_v2_flash: { ...mimo, unread: "rope_theta" },
  minicpm3: { ropeHeadDim: 32 },
  minimax: { sizes: [4096, 32], base: 1e6, unread: "rotary_dim" },
  minimax_m2: { headDim: 128, unread: "rotary_dim", base: 5e6 },
  "minimax_m3 minimax_m3_vl": {
    ...{ headDim: 128, plainRotaryDim: true, base: 5e6 },
    vision: { sizes: [1280, 16], grid: "time height width" },
  },
  ministral3: {
    headDim: 128,
    mscaleRatio: true,
    reordered: true,
    rope: mistralYarn(1e6, 16, 16384),
  },
  mistral4: { ...latent, rope: mistralYarn(10000, 128, 8192) },
  mixtral: { sizes: [4096, 32], reordered: true, base: 1e6 },
  "modernbert modernbert_decoder": {
    ...{ sizes: [768, 12], base: 160000, localBase: 10000, pattern: 3, fullFirst: true },
    foreign: ["rope_theta"],
  },
  moonshine: { sizes: [288, 8], layout: "interleaved", part: 0.9 },
  moonshine_streaming: { sizes: [320, 8], layout: "interleaved", rope: rope(10000, 0.8) },
  "moshi_depth qwen3_omni_moe_code2wav qwen3_omni_moe_talker": { sizes: [1024, 16] },
  mpt: { sizes: [2048, 16], positions: "alibi" },
  muse_glimmer: {
    ...{ headDim: 128, reordered: true, pattern: 4, fromEnd: true },
    ...{ only: "sliding_attention", always: true },
    vision: { sizes: [1536, 16], grid: "width height", first: 1 },
  },
  muse_glimmer_assistant: { headDim: 128, base: 500000 },
  nanochat: { sizes: [768, 6], direction: -1 },
  nemotron: { sizes: [6144, 48], part: 0.5 },
  nemotron_nas: { styles: ["mistral_yarn", "rope_llama4"], reordered: true },
  nomic_bert: { sizes: [768, 12], base: 1000 },
  olmo3: {
    ...{ sizes: [4096, 32], base: 500000, localBase: 500000, pattern: 4 },
    ...{ unscaledSliding: true, disputed: true },
  },
  olmo_hybrid: { sizes: [3840, 30], interval: 4, nullBase: true },
  "olmoe qwen2_moe": { sizes: [2048, 16] },
  openai_privacy_filter: { headDim: 64, layout: "interleaved", base: 150000, rope: gptOss },
  paddleocr_vl: { headDim: 128, base: 500000, vision: vit(1152, 16) },
  "pe_audio_encoder pe_audio_video_encoder pe_video_encoder": {
    ...{ headDim: 128, layout: "interleaved" },
    rope: { rope_theta: 20000 },
  },
  parler_tts_decoder: { needs: "rope_embeddings" },
  persimmon: { sizes: [4096, 64], part: 0.5, base: 25000, laterBase: 10000 },
  phi: { sizes: [2048, 32], part: 0.5 },
  "phi3 phi3_v": { sizes: [3072, 32], renamed: ["yarn", "longrope"], contexts: [4096, 4096] },
  phi4_multimodal: { sizes: [3072, 32], renamed: ["yarn", "longrope"], contexts: [131072, 4096] },
  phimoe: { sizes: [4096, 32], base: 1e6, readsMscales: true },
  "qwen2_5_omni qwen2_5_omni_thinker": { sizes: [3584, 28], base: 1e6, vision: vit(3584, 16) },
  "qwen2_5_omni_talker solar_open": { headDim: 128, base: 1e6 },
  qwen2_5_vl: { ...qwenVl, vision: vit(3584, 16) },
  qwen2_vl: { ...qwenVl, vision: { ...vit(1280, 16), hidden: "embed_dim" } },
  qwen3_5: { sizes: [4096, 16], ...qwen35 },
  qwen3_5_moe: { sizes: [2048, 16], ...qwen35 },
  qwen3_next: { headDim: 256, part: 0.25, interval: 4 },
  "qwen3_omni_moe qwen3_omni_moe_thinker": {
    ...{ sizes: [2048, 28], base: 1e6, ...qwen3Sections, vision: vit(1152, 16) },
  },
  qwen3_vl: { headDim: 128, base: 500000, ...qwen3Sections, vision: vit(1152, 16) },
  qwen3_vl_moe: { sizes: [2048, 16], base: 500000, ...qwen3Sections, vision: vit(1152, 16) },
  recurrent_gemma: { sizes: [2560, 10], part: 0.5, unread: "partial_rotary_factor" },
  smollm3: { sizes: [2048, 16], base: 2e6, unrotated: 4, reordered: true },
  "stablelm stablelm_epoch": { sizes: [2560, 32], part: 0.25 },
  starcoder2: { sizes: [3072, 24] },
  "step3p5 step3p7": { headDim: 128, unscaledSliding: true, vision: vit(1536, 16) },
  video_llama_3: { vision: vit(768, 12) },
  zamba2: { sizes: [2560, 32], positions: "none" },
  zaya: { headDim: 128, rope: { hybrid: rope(5e6, 0.5), hybrid_sliding: rope(10000, 0.5) } },
};
