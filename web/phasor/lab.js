// phasor/lab: a small transformer to train with each encoding, and to test on longer texts.
export { experiment } from "./lab/experiment.js";
export { TinyModel } from "./lab/model.js";
export { encodings } from "./lab/options.js";
export { tasks } from "./lab/tasks.js";
