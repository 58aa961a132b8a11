// unrotated.js: models without a rotary embedding, and what they have instead.

/** @import { Row } from "../models.js" */

/** @type {Record<string, Row>} */
export const unrotated = {
  [`aimv2_vision idefics_vision idefics3_vision internvl_vision janus_vision mllama_vision
    hunyuan_vl_vision phi4_multimodal_vision glm_image_vision kosmos_2_vision
    kosmos_2_5_vision minicpmv4_6_vision qianfan_ocr_vision aimv2_text albert align altclip
    audio_spectrogram_transformer bart bert bert_generation big_bird bigbird_pegasus biogpt
    blenderbot blenderbot_small blip blip_2 blip_2_qformer bridgetower camembert canine
    chinese_clip clip clipseg clap_text clvp_decoder convbert data2vec_text
    decision_transformer deit dinov2 dinov2_with_registers dpr dpt electra ernie ernie_m
    flava fnet git gpt2 gpt_bigcode gpt_neo gpt_sw3 groupvit ibert idefics2_vision ijepa imagegpt
    instructblip_qformer instructblipvideo_qformer led lilt longformer luke lxmert markuplm
    mbart megatron_bert metaclip_2 mgp_str mobilebert mobilevit mra mvp nezha nystromformer
    openai_gpt openai opt owlv2 owlvit perceiver plbart prophetnet qdqbert realm rembert
    retribert roberta roberta_prelayernorm roc_bert siglip siglip2 sam3_lite_text_text
    pp_formulanet smolvlm_vision splinter squeezebert tapas timesformer
    trajectory_transformer trocr tvp videoprism vilt vit vit_hybrid vit_msn vitpose_backbone
    vivit visual_bert xclip xlm_prophetnet xlm_roberta xlm_roberta_xl xmod yolos yoso
    distilbert flaubert xlm reformer sam layoutlmv3 layoutlmv2 mpnet layoutlm whisper`]: {
    positions: "learned",
  },
  [`autoformer bros vit_mae conditional_detr ctrl dab_detr deformable_detr detr fsmt
    grounding_dino informer m2m_100 marian maskformer mask2former mm_grounding_dino musicgen
    musicgen_decoder musicgen_melody musicgen_melody_decoder nllb nllb_moe oneformer
    patchtsmixer patchtst pegasus pegasus_x rt_detr rt_detr_v2 kosmos_2 kosmos_2_text
    kosmos_2_5_text qwen2_audio_encoder qwen2_5_omni_audio_encoder
    qwen3_omni_moe_audio_encoder qwen3_asr_encoder audioflamingo3_encoder voxtral_encoder
    speech_to_text speech_to_text_2 speecht5 table_transformer tipsv2_text
    time_series_transformer timesfm videomae xglm seamless_m4t_v2 seamless_m4t`]: {
    positions: "sinusoidal",
  },
  "bloom btlm gpt_refact jais jina_bert jina_bert_v2": { positions: "alibi" },
  "cpmant longt5 mt5 pix2struct_text_model pop2piano switch_transformers t5 wavlm udop umt5": {
    positions: "t5-buckets",
  },
  [`data2vec_vision donut_swin efficientformer levit maskformer_swin dinat maxvit swin
    swin2sr swinv2 tinyvit clap_audio beit`]: { positions: "relative-bias" },
  [`deberta deberta_v2 fastspeech2_conformer funnel inkling sew_d transfo_xl vits
    wav2vec2_bert wav2vec2_conformer xlnet`]: { positions: "relative" },
  "data2vec_audio hubert sew unispeech unispeech_sat wav2vec2": { positions: "convolution" },
  [`nat bit convnext convnextv2 cvt dac dinov3_convnext efficientnet encodec falcon_mamba
    focalnet glpn jamba mamba mamba2 mobilenet_v1 mobilenet_v2 mobilevitv2 nemotron_h
    poolformer pvt_v2 regnet resnet retnet rwkv rwkv5 rwkv6 rwkv7 segformer superpoint
    swiftformer textnet timm_backbone univnet van xlstm zamba`]: { positions: "none" },
};
