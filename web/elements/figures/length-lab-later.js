// What <phasor-length-lab> loads when a reader trains models, in workers or in the page.
// Single-file builds of the figure replace this module: see vite.config.js.
export const source = {
  name: "A part of this figure",
  load: () => import("./length-lab-training.js"),
};

/** @returns {Worker} */
export const openWorker = () =>
  new Worker(new URL("./length-lab-worker.js", import.meta.url), {
    type: "module",
    name: "phasor-length-lab-training.js",
  });
