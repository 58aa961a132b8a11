// Trains models in the worker of <phasor-length-lab>; outside a worker it does nothing.
import { Session } from "./length-lab-session.js";

/** Milliseconds of training before the worker checks for orders to pause or stop. */
const SLICE = 40;

if ("WorkerGlobalScope" in globalThis && self.name === "phasor-length-lab-training.js") {
  const session = new Session((news) => postMessage(news), SLICE);
  addEventListener("message", ({ data }) => session.take(data));
  postMessage({ kind: "ready" });
}
