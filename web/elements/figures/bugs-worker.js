// Diagnoses tables and rotations in the worker of <phasor-bugs>; outside a worker it does nothing.
import { answerTo } from "./bugs-answer.js";

if ("WorkerGlobalScope" in globalThis && self.name === "phasor-bugs-diagnosis.js") {
  addEventListener("message", ({ data: { id, question } }) => {
    postMessage({ id, answer: answerTo(question) });
  });
}
