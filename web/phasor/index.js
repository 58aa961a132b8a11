// phasor: positional encodings for transformers, computed in C, compiled to WebAssembly.
export {
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  relativePositionMatrix,
  similarityByDistance,
  verifyRelativePosition,
} from "./analysis.js";
export { Arena } from "./arena.js";
export { attentionWeights, permutationError, softmax } from "./attention.js";
export {
  alibiBias,
  alibiSlopes,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5BiasBackward,
  t5Bucket,
} from "./bias.js";
export { ropeFromConfig } from "./config.js";
export { conventions, convertConvention } from "./conventions.js";
export { diagnose } from "./diagnose.js";
export { SinusoidalPositionalEncoding } from "./encoding.js";
export { frequencies, wavelengths } from "./frequencies.js";
export { sinusoidal2d } from "./grid.js";
export { heatmap } from "./heatmap.js";
export { convertLayout } from "./layout.js";
export { LearnedPositionalEncoding } from "./learned.js";
export { initialize } from "./module.js";
export { nerf } from "./nerf.js";
export { relativeScores } from "./relative.js";
export { RotaryEmbedding } from "./rope.js";
export { ropeFrequencies } from "./scaling.js";
export { mropePositions } from "./sections.js";
export { sinusoidal, sinusoidalAt } from "./sinusoidal.js";
export { sinusoidalDotProducts, sinusoidalSimilarity } from "./toeplitz.js";
