// phasor: positional encodings for transformers, computed in C, compiled to WebAssembly.
export {
  encodingStatistics,
  relativePositionMatrix,
  verifyRelativePosition,
} from "./analysis.js";
export { Arena } from "./arena.js";
export { attention, attentionWeights, permutationError } from "./attention.js";
export { alibiBias, alibiSlopes } from "./bias/alibi.js";
export { relativeBias, relativeBiasBackward } from "./bias/relative.js";
export {
  swinBias,
  swinBiasBackward,
  swinLogCoordinates,
  swinRelativePositionIndex,
} from "./bias/swin.js";
export { t5Bias, t5BiasBackward, t5Bucket } from "./bias/t5.js";
export { ropeFromConfig } from "./config/config.js";
export { conventions, convertConvention } from "./conventions.js";
export { diagnose } from "./diagnose.js";
export { diagnoseBias } from "./diagnose_bias.js";
export { diagnoseRotary } from "./diagnose_rotary.js";
export { SinusoidalPositionalEncoding } from "./encoding.js";
export { frequencies, wavelengths } from "./frequencies.js";
export { sinusoidal2d, sinusoidal3d } from "./grid.js";
export { heatmap } from "./heatmap.js";
export { LearnedPositionalEncoding } from "./learned.js";
export { initialize, ready } from "./memory.js";
export { nerf } from "./nerf.js";
export {
  cosineSimilarity,
  dotProducts,
  similarityByDistance,
  sinusoidalDotProducts,
  sinusoidalSimilarity,
} from "./products.js";
export { convertLayout } from "./rope/layout.js";
export { mropePositions } from "./rope/mrope.js";
export { relativeScores } from "./rope/relative.js";
export { RotaryEmbedding } from "./rope/rope.js";
export { ropeFrequencies } from "./rope/scaling.js";
export { sinusoidal, sinusoidalAt } from "./sinusoidal.js";
export { softmax } from "./softmax.js";
