// <phasor-comparison>
export { PhasorComparison } from "./figures/comparison.js";
