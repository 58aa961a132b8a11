// The same where the figure is one file: its worker loads that file again, from whatever origin it came.
import { Session } from "./length-lab-session.js";

const NAME = "phasor-length-lab";
/** Milliseconds before it looks whether it is to pause or stop. */
const SLICE = 40;

if ("WorkerGlobalScope" in globalThis && self.name === NAME) {
  const session = new Session((news) => postMessage(news), SLICE);
  addEventListener("message", ({ data }) => session.take(data));
}

/** @returns {Worker} */
export function openWorker() {
  const line = `import ${JSON.stringify(import.meta.url)};`;
  const address = URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
  return new Worker(address, { type: "module", name: NAME });
}
