// What <phasor-bugs> loads when a reader asks for a verdict, for rotary embeddings or to read a
// file. Single-file builds of the figure replace this module: see vite.config.js.
export const source = {
  name: "A part of this figure",
  load: () => import("./bugs-diagnosis.js"),
};

/** @returns {Worker} */
export const openWorker = () =>
  new Worker(new URL("./bugs-worker.js", import.meta.url), {
    type: "module",
    name: "phasor-bugs-diagnosis.js",
  });
