// In the worker of <phasor-length-lab>, trains its models; elsewhere this does nothing.
import { Session } from "./length-lab-session.js";

/** Milliseconds before it looks whether it is to pause or stop. */
const SLICE = 40;

if ("WorkerGlobalScope" in globalThis && self.name === "phasor-length-lab-training.js") {
  const session = new Session((news) => postMessage(news), SLICE);
  addEventListener("message", ({ data }) => session.take(data));
  postMessage({ kind: "ready" });
}
