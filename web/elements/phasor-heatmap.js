// <phasor-heatmap>
export { PhasorHeatmap } from "./figures/heatmap.js";
