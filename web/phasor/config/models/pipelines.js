// pipelines.js: what the code of the transformers in diffusers assumes, by their _class_name without
// its ending, such as Transformer2DModel.

import { twisted } from "./towers.js";

/** @import { Row } from "../models.js" */

const video = { layout: "interleaved", grid: "time height width" };
/** @type {Row} */
const wan = { ...video, split: "sixths", headDim: 128 };
/** @type {Row} */
const flux = {
  ...{ layout: "interleaved", grid: "index height width", headDim: 128, axes: [16, 56, 56] },
  note: "tokens of the text have the position 0 on all axes",
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
  note: "the index counts tokens of the text; those of the image have the next",
};
/** @type {Row} */
const ltx = {
  ...{ ...video, order: "rising", whole: true, sizes: [2048, 32], headDim: 64, unit: Math.PI / 2 },
  note: "positions are coordinates from −1 to 1 over 20 frames and 2048 pixels",
};

/** @type {Record<string, Row>} */
export const pipelines = {
  "Wan WanVACE WanAnimate SkyReelsV2": wan,
  SanaVideo: { ...wan, headDim: 112 },
  "Flux Chroma Bria LongCatImage OvisImage": flux,
  Flux2: {
    ...{ ...flux, grid: "time height width index", axes: [32, 32, 32, 32], base: 2000 },
    note: "tokens of the text differ by their index only",
  },
  "QwenImage NucleusMoEImage": {
    ...{ ...flux, grid: "time height width" },
    note: "rows and columns count from the middle; tokens of the text follow on all axes",
  },
  "HunyuanVideo HunyuanVideoFramepack HunyuanVideo15": {
    ...hunyuan,
    note: "only tokens of the video rotate",
  },
  HunyuanImage: { ...hunyuan, grid: "height width", axes: [64, 64] },
  "CogVideoX ConsisID": cogVideo,
  "CogView4 GlmImage": cogView,
  ZImage: { ...zImage, sizes: [3840, 30] },
  Lumina2: { ...zImage, base: 10000, axes: [32, 32, 32], sizes: [2304, 24] },
  HiDreamImage: { ...flux, axes: [64, 32, 32], note: undefined },
  Krea2: { ...flux, axes: [32, 48, 48], base: 1000 },
  Kandinsky5: { ...video, axes: [16, 24, 24] },
  LTXVideo: ltx,
  ErnieImage: twisted,
  Mochi: {
    refused: "its frequencies are learned: read pos_frequencies from the weights",
  },
  Sana: { positions: "none" },
  "SD3 PixArt DiT CogView3Plus Latte": { positions: "sinusoidal" },
  AuraFlow: { positions: "learned" },
};
