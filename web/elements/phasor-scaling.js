// <phasor-scaling>
export { PhasorScaling } from "./figures/scaling.js";
