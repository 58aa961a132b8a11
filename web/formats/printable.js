// printable.js: text from outside, made safe to show; the package's messages do it the same way.
export { escaped as printable } from "../phasor/quote.js";
