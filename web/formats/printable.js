// printable.js: makes external text safe to display, in the same way as the package's messages.
export { escaped as printable } from "../phasor/quote.js";
