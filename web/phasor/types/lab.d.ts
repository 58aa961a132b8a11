export { experiment } from "./lab/experiment.js";
export { encodings, TinyModel } from "./lab/model.js";
export { tasks } from "./lab/tasks.js";
