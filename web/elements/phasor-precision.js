// <phasor-precision>
export { PhasorPrecision } from "./figures/precision.js";
