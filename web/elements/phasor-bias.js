// <phasor-bias>
export { PhasorBias } from "./figures/bias.js";
