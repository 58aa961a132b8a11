// <phasor-models>
export { PhasorModels } from "./figures/models.js";
