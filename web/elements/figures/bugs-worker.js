// The worker of <phasor-bugs>: diagnoses tables and rotations.
import { answerTo } from "./bugs-answer.js";

addEventListener("message", ({ data: { id, question } }) => {
  postMessage({ id, answer: answerTo(question) });
});
