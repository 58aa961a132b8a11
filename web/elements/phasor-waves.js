// <phasor-waves>
export { PhasorWaves } from "./figures/waves.js";
