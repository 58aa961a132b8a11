// <phasor-order>
export { PhasorOrder } from "./figures/order.js";
