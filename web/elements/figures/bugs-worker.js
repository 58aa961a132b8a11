// The worker in which <phasor-bugs> has tables and rotations diagnosed.
import { answerTo } from "./bugs-answer.js";

addEventListener("message", ({ data: { id, question } }) => {
  postMessage({ id, answer: answerTo(question) });
});
