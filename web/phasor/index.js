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
export { ropeFromConfig } from "./config.js";
export { conventions, convertConvention } from "./conventions.js";
export { SinusoidalPositionalEncoding } from "./encoding.js";
export { frequencies, wavelengths } from "./frequencies.js";
export { sinusoidal2d } from "./grid.js";
export { heatmap } from "./heatmap.js";
export { initialize } from "./module.js";
export { nerf } from "./nerf.js";
export { ropeFrequencies } from "./scaling.js";
export { sinusoidal, sinusoidalAt } from "./sinusoidal.js";
export { sinusoidalDotProducts, sinusoidalSimilarity } from "./toeplitz.js";
