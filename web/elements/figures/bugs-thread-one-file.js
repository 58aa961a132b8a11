// The same where the figure is one file: its worker loads that file again, from whatever origin it came.
import { answerTo } from "./bugs-answer.js";

const NAME = "phasor-bugs";

if ("WorkerGlobalScope" in globalThis && self.name === NAME) {
  addEventListener("message", ({ data: { id, question } }) => {
    postMessage({ id, answer: answerTo(question) });
  });
}

/** @returns {Worker} */
export function openWorker() {
  const { url } = import.meta;
  const how = /** @type {const} */ ({ type: "module", name: NAME });
  // A policy that lets a page load its own scripts lets it load them here.
  if (new URL(url).origin === location.origin) return new Worker(url, how);
  const line = `import ${JSON.stringify(url)};`;
  return new Worker(URL.createObjectURL(new Blob([line], { type: "text/javascript" })), how);
}
