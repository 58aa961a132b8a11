// In the worker of <phasor-bugs>, has tables and rotations diagnosed; elsewhere this does nothing.
import { answerTo } from "./bugs-answer.js";

if ("WorkerGlobalScope" in globalThis && self.name === "phasor-bugs-diagnosis.js") {
  addEventListener("message", ({ data: { id, question } }) => {
    postMessage({ id, answer: answerTo(question) });
  });
}
