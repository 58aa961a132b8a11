// The module that trains the models of <phasor-length-lab>.
import "./length-lab-worker.js";

export { Session } from "./length-lab-session.js";
