// <phasor-adding>
export { PhasorAdding } from "./figures/adding.js";
