// <phasor-grid>
export { PhasorGrid } from "./figures/grid.js";
