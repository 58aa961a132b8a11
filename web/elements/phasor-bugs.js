// <phasor-bugs>
export { PhasorBugs } from "./figures/bugs.js";
