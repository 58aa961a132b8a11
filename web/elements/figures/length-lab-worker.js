// The worker of <phasor-length-lab>: trains models.
import { Session } from "./length-lab-session.js";

/** Milliseconds of training before the worker checks for orders to pause or stop. */
const SLICE_MS = 40;

const session = new Session((news) => postMessage(news), SLICE_MS);
addEventListener("message", ({ data }) => session.take(data));
postMessage({ kind: "ready" });
