// <phasor-ladder>
export { PhasorLadder } from "./figures/ladder.js";
