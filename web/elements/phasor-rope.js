// <phasor-rope>
export { PhasorRope } from "./figures/rope.js";
