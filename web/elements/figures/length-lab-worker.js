// The worker in which <phasor-length-lab> trains its models.
import { Session } from "./length-lab-session.js";

/** Milliseconds before it looks whether it is to pause or stop. */
const SLICE = 40;

const session = new Session((news) => postMessage(news), SLICE);
addEventListener("message", ({ data }) => session.take(data));
