// positions.js: models without a rotary embedding, and what they have instead.

/** @import { ModelType } from "./models.js" */

/** The values of `positions`, described in words. */
export const kinds = /** @type {const} */ ({
  rotary: "a rotary embedding",
  learned: "a learned table",
  sinusoidal: "a sinusoidal table",
  alibi: "ALiBi",
  "t5-buckets": "learned biases for distance buckets, as in T5",
  "relative-bias": "learned biases for relative positions, as in Swin",
  relative: "learned vectors by distance",
  convolution: "a convolution",
  none: "no positional encoding (order comes only from masks, recurrence or convolutions)",
});

/** @typedef {keyof typeof kinds} Positions */

/** @type {Partial<Record<Positions, string>>} */
const names = {
  learned: `aimv2_text albert align altclip audio_spectrogram_transformer bart barthez bartpho bert
    bert_generation bertweet big_bird bigbird_pegasus biogpt blenderbot blenderbot_small blip
    blip_2 blip_2_qformer bridgetower camembert canine chinese_clip clip clipseg clap_text
    clvp_decoder convbert data2vec_text decision_transformer deit dinov2 dinov2_with_registers
    distilbert dpr dpt electra ernie ernie_m flaubert flava fnet git gpt2 gpt_bigcode gpt_neo
    gpt_sw3 groupvit herbert ibert idefics2_vision ijepa imagegpt instructblip_qformer
    instructblipvideo_qformer layoutlm layoutlmv2 layoutlmv3 layoutxlm led lilt longformer luke
    lxmert markuplm mbart mbart50 megatron_bert metaclip_2 mgp_str mluke mobilebert mobilevit
    mpnet mra mvp nezha nystromformer openai_gpt openai opt owlv2 owlvit perceiver phobert
    plbart prophetnet qdqbert realm reformer rembert retribert roberta roberta_prelayernorm
    roc_bert sam siglip siglip2 sam3_lite_text_text pp_formulanet_text smolvlm_vision splinter
    squeezebert tapas timesformer trajectory_transformer trocr tvp videoprism vilt vit
    vit_hybrid vit_msn vitpose_backbone vivit visual_bert whisper x_clip xclip xlm
    xlm_prophetnet xlm_roberta xlm_roberta_xl xmod yolos yoso`,
  sinusoidal: `autoformer bros conditional_detr ctrl dab_detr deformable_detr detr fsmt grounding_dino
    informer m2m_100 marian maskformer mask2former mm_grounding_dino musicgen musicgen_decoder
    musicgen_melody musicgen_melody_decoder nllb nllb_moe oneformer patchtsmixer patchtst
    pegasus pegasus_x rt_detr rt_detr_v2 kosmos_2 kosmos_2_text kosmos_2_5_text seamless_m4t
    seamless_m4t_v2 speech_to_text speech_to_text_2 speecht5 table_transformer tipsv2_text
    time_series_transformer timesfm videomae vit_mae xglm`,
  alibi: "bloom btlm gpt_refact jais jina_bert jina_bert_v2",
  "t5-buckets": `byt5 cpmant longt5 mt5 myt5 pix2struct_text_model pop2piano switch_transformers t5 udop umt5
    wavlm`,
  "relative-bias": `beit clap_audio data2vec_vision donut_swin efficientformer levit maskformer_swin nat dinat
    maxvit swin swin2sr swinv2 tinyvit`,
  relative: `deberta deberta_v2 fastspeech2_conformer funnel inkling sew_d transfo_xl vits wav2vec2_bert
    wav2vec2_conformer xlnet`,
  convolution: "data2vec_audio hubert sew unispeech unispeech_sat wav2vec2",
  none: `bit convnext convnextv2 cvt dac dinov3_convnext efficientnet encodec falcon_mamba focalnet
    glpn jamba mamba mamba2 mobilenet_v1 mobilenet_v2 mobilevitv2 nat nemotron_h poolformer
    pvt_v2 regnet resnet retnet rwkv rwkv5 rwkv6 rwkv7 segformer superpoint swiftformer textnet
    timm_backbone univnet van xlstm zamba`,
};

/** Further information about some models. @type {Record<string, string>} */
const notes = {
  beit: "BEiT may also have a learned table (use_absolute_position_embeddings)",
  clap_audio: "the text part of CLAP has a learned table",
  distilbert: "with sinusoidal_pos_embs the table is initialised with sinusoids, and learned",
  flaubert: "with sinusoidal_embeddings the table is initialised with sinusoids",
  layoutlm: "learned tables of the boxes on the page are added",
  layoutlmv2: "learned tables of boxes and biases by distance are added",
  layoutlmv3: "learned tables of boxes and biases by distance are added",
  mpnet: "biases for distance buckets, as in T5, are added in all layers",
  reformer: "the table is axial (axial_pos_embds)",
  sam: "biases by distance are added in its vision part",
  seamless_m4t: "its speech encoder has relative or rotary positions (position_embeddings_type)",
  seamless_m4t_v2: "its speech encoder has relative positions",
  vit_mae: "the sinusoids are those of two dimensions",
  wavlm: "a convolution and a gate are added",
  whisper: "the table of the encoder holds sinusoids, that of the decoder is learned",
  xlm: "with sinusoidal_embeddings the table is initialised with sinusoids",
};
/** @type {Record<string, ModelType>} */
export const positions = {};
for (const [kind, list] of Object.entries(names)) {
  for (const name of list.trim().split(/\s+/)) {
    positions[name] = { positions: kind, ...(notes[name] ? { note: notes[name] } : {}) };
  }
}
