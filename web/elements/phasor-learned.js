// <phasor-learned>
export { PhasorLearned } from "./figures/learned.js";
