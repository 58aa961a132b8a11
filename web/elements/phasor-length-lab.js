// <phasor-length-lab>
export { PhasorLengthLab } from "./figures/length-lab.js";
