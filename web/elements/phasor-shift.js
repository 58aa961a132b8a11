// <phasor-shift>
export { PhasorShift } from "./figures/shift.js";
