// others.js: what the code of vision and audio towers assumes, that of the transformers in diffusers,
// and which models have no rotary embedding.

/** @import { Row } from "../models.js" */

/**
 * A vision tower whose pairs form two blocks, each with its own series: the first turns by the
 * row of a patch and the second by its column.
 * @param {number} hidden @param {number} heads @returns {Row}
 */
export const vit = (hidden, heads) => ({ sizes: [hidden, heads], grid: "height width" });

/** @type {Row} */
export const mixedPairs = {
  refused:
    "the two features of a pair turn by different frequencies: use its own sines and cosines",
};

/** Coordinates from −1 to 1 across the image, times 2π. @type {Row} */
const dino = { ...vit(1024, 16), base: 100, unit: 2 * Math.PI };
/** @type {Row} */
const moonvit = { sizes: [1152, 16], grid: "width height", order: "alternating" };
/** The attention over the memory of earlier frames. @type {Row} */
const memory = {
  ...{ sizes: [256, 1], layout: "interleaved", grid: "width height" },
  note: "only the attention over earlier frames rotates",
};

/** @type {Record<string, Row>} */
export const towers = {
  "eomt_dinov3 sapiens2": dino,
  dinov3_vit: { ...dino, sizes: [384, 6] },
  "edgetam_video sam2_video sam3_tracker_video": memory,
  efficientloftr: {
    ...{ sizes: [256, 8], layout: "interleaved", grid: "height width", order: "alternating" },
    ...{ first: 1, whole: true, note: "vectors turn before the split into heads" },
  },
  "lightglue superglue": {
    refused: "its angles are learned products of both coordinates: use applyAngles",
  },
  pope: {
    refused: "a pair is softplus(x) and 0: make them and use RotaryEmbedding(2·head_dim)",
  },
  "glmasr_encoder musicflamingo_encoder": { sizes: [1280, 20], part: 0.5 },
  kimi_k25_vision: moonvit,
  moonvit: { ...moonvit, layout: "interleaved" },
  lasr_encoder: { sizes: [512, 8] },
  mlcd: vit(1664, 16),
  perception_encoder: { sizes: [1536, 16], layout: "interleaved", grid: "width height" },
  pixtral: { sizes: [1024, 16], grid: "height width", order: "dealt" },
  qwen2_5_omni_dit: { headDim: 64, note: "only the first head rotates" },
  "sam3_vit_model sam3_vision": {
    ...{ sizes: [1024, 16], layout: "interleaved", grid: "width height" },
    note: "layers of global attention count in steps of window_size",
  },
  timesfm2_5: { headDim: 80 },
  vjepa2: mixedPairs,
  "voxtral_realtime_encoder xcodec2": { headDim: 64 },
};

const video = { layout: "interleaved", grid: "time height width" };
/** @type {Row} */
const wan = { ...video, split: "sixths", headDim: 128 };
/** @type {Row} */
const flux = {
  ...{ layout: "interleaved", grid: "index height width", headDim: 128, axes: [16, 56, 56] },
  note: "text has the position 0 on all axes",
};
/** @type {Row} */
const cogVideo = {
  ...{ ...video, split: "eighths", headDim: 64, needs: "use_rotary_positional_embeddings" },
};
/** @type {Row} */
const hunyuan = { ...video, headDim: 128, axes: [16, 56, 56], base: 256 };
/** @type {Row} */
const cogView = {
  ...{ grid: "height width", headDim: 40 },
  note: "the grid is stretched to rope_axes_dim; only tokens of the image rotate",
};
/** @type {Row} */
const zImage = {
  ...{ layout: "interleaved", grid: "index height width", base: 256, axes: [32, 48, 48] },
  note: "the index counts tokens of the text; the image has the next",
};
/** @type {Row} */
const ltx = {
  ...{ ...video, order: "rising", whole: true, sizes: [2048, 32], headDim: 64, unit: Math.PI / 2 },
  note: "positions are coordinates from −1 to 1 over 20 frames and 2048 pixels",
};

/** @type {Record<string, Row>} */
export const pipelines = {
  "Wan WanVACE WanAnimate SkyReelsV2 AnyFlow AnyFlowFAR": wan,
  "ChronoEdit WanAnimate2": { ...wan, note: "some frames have positions apart" },
  Helios: { ...wan, axes: [44, 42, 42] },
  Cosmos: {
    ...{ grid: "time height width", split: "sixths", headDim: 128, scales: [2, 1, 1] },
    note: "times count 24 frames a second",
  },
  Cosmos3Omni: { headDim: 128, base: 5e6, sections: { sizes: [24, 20, 20], interleaved: true } },
  Ideogram4: { headDim: 256, base: 5e6, sections: { sizes: [24, 20, 20], interleaved: true } },
  SanaVideo: { ...wan, headDim: 112 },
  "Flux Chroma Bria BriaFibo LongCatImage OvisImage": flux,
  Flux2: {
    ...{ ...flux, grid: "time height width index", axes: [32, 32, 32, 32], base: 2000 },
    note: "text differs by the index only",
  },
  "QwenImage NucleusMoEImage": {
    ...{ ...flux, grid: "time height width" },
    note: "rows and columns count from the middle; text follows on all axes",
  },
  "HunyuanVideo HunyuanVideoFramepack HunyuanVideo15 MotifVideo": {
    ...hunyuan,
    note: "only tokens of the video rotate",
  },
  HunyuanImage: { ...hunyuan, grid: "height width", axes: [64, 64] },
  "JoyImageEdit JoyImageEditPlus": { ...hunyuan, headDim: undefined, sizes: [3072, 24] },
  "CogVideoX ConsisID": cogVideo,
  EasyAnimate: { ...cogVideo, needs: undefined },
  HunyuanDiT: {
    ...{ layout: "interleaved", grid: "width height", headDim: 88 },
    note: "the grid is stretched; only tokens of the image rotate",
  },
  LuminaNextDiT: {
    ...{ layout: "interleaved", grid: "height width", order: "alternating", sizes: [2304, 32] },
    note: "large images are scaled",
  },
  Allegro: { headDim: 96, grid: "time height width", order: "halves" },
  PRX: {
    ...{ layout: "interleaved", grid: "height width", axes: [32, 32], sizes: [1792, 28] },
    note: "only tokens of the image rotate",
  },
  MiniMaxH3: { headDim: 128, grid: "time height width", axes: [32, 32, 32] },
  OmniGen: { sizes: [3072, 32] },
  AceStep: { headDim: 128, base: 1e6 },
  LongCatAudioDiT: { sizes: [1536, 24], base: 1e5 },
  "StableAudioDiT MiniMaxMusic3": { headDim: 64, part: 0.5 },
  StableAudio3DiT: { sizes: [1536, 24], part: 0.5 },
  "CogView4 GlmImage": cogView,
  ZImage: { ...zImage, sizes: [3840, 30] },
  Lumina2: { ...zImage, base: 10000, axes: [32, 32, 32], sizes: [2304, 24] },
  HiDreamImage: { ...flux, axes: [64, 32, 32], note: undefined },
  Krea2: { ...flux, axes: [32, 48, 48], base: 1000 },
  Kandinsky5: { ...video, axes: [16, 24, 24] },
  LTXVideo: ltx,
  LTX2Video: {
    ...{ ...ltx, sizes: [4096, 32], headDim: 128, refusedFor: { rope_type: "split" } },
    refused: "with rope_type split, each head turns by frequencies of its own: use applyAngles",
  },
  ErnieImage: mixedPairs,
  Mochi: { refused: "its frequencies are learned: read pos_frequencies from the weights" },
  Sana: { positions: "none" },
  "SD3 PixArt DiT CogView3Plus Latte": { positions: "sinusoidal" },
  AuraFlow: { positions: "learned" },
};

/** @type {Record<string, Row>} */
export const unrotated = {
  [`aimv2 albert align altclip audio_spectrogram_transformer bart bert
    bert_generation big_bird bigbird_pegasus biogpt blenderbot blenderbot_small blip blip_2
    blip_2_qformer bridgetower camembert canine chinese_clip clap_text clip clipseg clvp_decoder
    convbert data2vec_text decision_transformer deit dinov2 dinov2_with_registers distilbert dpr
    dpt electra ernie ernie_m flaubert flava fnet git glm_image_vision gpt2 gpt_bigcode gpt_neo
    gpt_sw3 groupvit hunyuan_vl_vision ibert idefics2_vision idefics3_vision idefics_vision
    ijepa imagegpt instructblip_qformer instructblipvideo_qformer internvl_vision janus_vision
    kosmos_2_5_vision kosmos_2_vision layoutlm layoutlmv2 layoutlmv3 led lilt longformer luke
    lxmert markuplm mbart megatron_bert metaclip_2 mgp_str minicpmv4_6_vision mllama_vision
    mobilebert mpnet mra mvp nystromformer openai openai_gpt opt owlv2 owlvit
    perceiver phi4_multimodal_vision plbart pp_formulanet prophetnet qdqbert qianfan_ocr_vision
    realm reformer rembert retribert roberta roberta_prelayernorm roc_bert sam
    sam3_lite_text_text siglip siglip2 smolvlm_vision splinter squeezebert tapas timesformer
    trajectory_transformer trocr tvp videoprism vilt visual_bert vit vit_hybrid vit_msn
    vitpose_backbone vivit whisper xclip xlm xlm_prophetnet xlm_roberta xlm_roberta_xl xmod
    yolos yoso`]: {
    positions: "learned",
  },
  [`audioflamingo3_encoder autoformer bros conditional_detr ctrl dab_detr deformable_detr detr
    fsmt grounding_dino informer kosmos_2 kosmos_2_5_text m2m_100 marian
    mask2former maskformer mm_grounding_dino musicgen musicgen_decoder musicgen_melody
    musicgen_melody_decoder nllb nllb_moe oneformer patchtsmixer patchtst pegasus pegasus_x
    qwen2_5_omni_audio_encoder qwen2_audio_encoder qwen3_asr_encoder
    qwen3_omni_moe_audio_encoder rt_detr rt_detr_v2 seamless_m4t seamless_m4t_v2 speech_to_text
    speech_to_text_2 speecht5 table_transformer time_series_transformer timesfm tipsv2_text
    videomae vit_mae voxtral_encoder xglm`]: {
    positions: "sinusoidal",
  },
  "bloom btlm gpt_refact jais jina_bert jina_bert_v2": { positions: "alibi" },
  "cpmant longt5 mt5 pix2struct_text_model pop2piano switch_transformers t5 wavlm udop umt5": {
    positions: "t5-buckets",
  },
  [`beit clap_audio data2vec_vision dinat donut_swin efficientformer levit maskformer_swin
    maxvit nat swin swin2sr swinv2 tinyvit`]: { positions: "relative-bias" },
  [`deberta deberta_v2 fastspeech2_conformer funnel inkling nezha sew_d transfo_xl vits wav2vec2_bert
    wav2vec2_conformer xlnet`]: { positions: "relative" },
  "data2vec_audio hubert sew unispeech unispeech_sat wav2vec2": { positions: "convolution" },
  [`bit convnext convnextv2 cvt dac dinov3_convnext efficientnet encodec falcon_mamba focalnet
    glpn jamba mamba mamba2 mobilenet_v1 mobilenet_v2 mobilevit mobilevitv2 nemotron_h poolformer
    pvt_v2 regnet resnet rwkv rwkv5 rwkv6 rwkv7 segformer superpoint swiftformer textnet
    timm_backbone univnet van xlstm zamba`]: { positions: "none" },
};
