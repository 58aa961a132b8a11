// The worker of <phasor-story>: writes, and answers questions to the model.
import { Session } from "./story-session.js";

/** Milliseconds of work before the worker shows what it has and checks for other orders. */
const SLICE_MS = 40;

const session = new Session((news) => postMessage(news), SLICE_MS);
addEventListener("message", ({ data }) => session.take(data));
