// <phasor-wavelengths>
export { PhasorWavelengths } from "./figures/wavelengths.js";
