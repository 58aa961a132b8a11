// The part of <phasor-bugs> that is loaded on demand: diagnoses, rotary embeddings, files.

export { answerTo } from "./bugs-answer.js";
export { contentFor, open, read } from "./bugs-reading.js";
export { rotaryPanels, sayRotary } from "./bugs-rotary.js";
export { rotaryLines } from "./bugs-rotary-code.js";
export { rotaryData, rotaryTable } from "./bugs-rotary-model.js";
export { rotaryPrograms } from "./bugs-rotary-programs.js";
