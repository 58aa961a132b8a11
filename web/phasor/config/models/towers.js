// towers.js: what the code of vision and audio towers assumes: those that are parts of the models
// in text.js, and those that are models of their own.

/** @import { Row } from "../models.js" */

/**
 * A vision tower whose pairs form two blocks, each with its own series: the first turns by the
 * row of a patch and the second by its column.
 * @param {number} hidden @param {number} heads @returns {Row}
 */
export const tower = (hidden, heads) => ({ sizes: [hidden, heads], grid: "height width" });

/** @type {Row} */
export const twisted = {
  refused:
    "the two features of a pair turn by different frequencies, which is no rotation: multiply by " +
    "its own sines and cosines",
};

/** Coordinates from −1 to 1 across the image, times 2π. @type {Row} */
const dino = { ...tower(1024, 16), base: 100, unit: 2 * Math.PI };
/** The attention over the memory of earlier frames. @type {Row} */
const memory = {
  ...{ sizes: [256, 1], layout: "interleaved", grid: "width height" },
  note: "only the attention over the memory of earlier frames rotates",
};

/** @type {Record<string, Row>} */
export const towers = {
  "eomt_dinov3 sapiens2": dino,
  dinov3_vit: { ...dino, sizes: [384, 6] },
  "edgetam_video sam2_video sam3_tracker_video": memory,
  efficientloftr: {
    ...{ sizes: [256, 8], layout: "interleaved", grid: "height width", order: "alternating" },
    ...{ first: 1, whole: true, note: "the vector of a token turns before it is split into heads" },
  },
  "lightglue superglue": {
    refused: "its angles are learned products of both coordinates: use applyAngles",
  },
  "glmasr_encoder musicflamingo_encoder": { sizes: [1280, 20], part: 0.5 },
  "kimi_k25_vision moonvit": { sizes: [1152, 16], grid: "width height", order: "alternating" },
  lasr_encoder: { sizes: [512, 8] },
  "mlcd mlcd_vision": tower(1664, 16),
  pixtral: { sizes: [1024, 16], grid: "height width", order: "dealt" },
  qwen2_5_omni_dit: {
    ...{ headDim: 64 },
    note: "only the first head of queries and keys rotates",
  },
  "sam3_vit_model sam3_vision": {
    ...{ sizes: [1024, 16], layout: "interleaved", grid: "width height" },
    note: "layers of global attention count positions in steps of window_size over their grid",
  },
  timesfm2_5: { headDim: 80 },
  vjepa2: twisted,
  voxtral_realtime_encoder: { headDim: 64 },
  xcodec2: { headDim: 64 },
};
