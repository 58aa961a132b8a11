// <phasor-similarity>
export { PhasorSimilarity } from "./figures/similarity.js";
