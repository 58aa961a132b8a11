// server.js: the project's modules for a browser, and an empty page to import them from.
import { fileURLToPath } from "node:url";
import { serveFolder } from "../serving.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The script for the page; `done` takes the result. */
export const SCRIPT = `Promise.all([
    ...["index", "lab", "story"].map((name) => import("/web/phasor/" + name + ".js")),
    fetch("/web/story/weights/rope.safetensors").then((response) => response.arrayBuffer()),
    import("/tests/engines/computation.js"),
  ])
  .then(([phasor, lab, story, weights, { compute }]) => compute(phasor, lab, story, new Uint8Array(weights)))
  .catch((error) => ({ error: String(error) }))`;

/** Serves the project on a free port until closed. */
export const serve = () =>
  serveFolder(root, {
    files: { "/index.html": "<!doctype html><meta charset=utf-8><title>engines</title>" },
  });
