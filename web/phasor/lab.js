// phasor/lab: a small transformer to train with each encoding, and to test on longer texts.
export { experiment } from "./lab/experiment.js";
export { encodings, TinyModel } from "./lab/model.js";
export { tasks } from "./lab/tasks.js";
