// phasor: positional encodings for transformers, computed in C, compiled to WebAssembly.
export {
  dotProducts,
  cosineSimilarity,
  encodingStatistics,
  relativePositionMatrix,
  similarityByDistance,
  verifyRelativePosition,
} from "./analysis.js";
export { Arena } from "./arena.js";
export { SinusoidalPositionalEncoding } from "./encoding.js";
export { frequencies, wavelengths } from "./frequencies.js";
export { initialize } from "./module.js";
export { ropeFrequencies } from "./scaling.js";
export { sinusoidal, sinusoidalAt } from "./sinusoidal.js";
