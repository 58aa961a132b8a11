// <phasor-clocks>
export { PhasorClocks } from "./figures/clocks.js";
