// Opens a worker for <phasor-length-lab>. Builds of the figure as one file replace this module: see vite.config.js.

/** @returns {Worker} */
export const openWorker = () =>
  new Worker(new URL("./length-lab-worker.js", import.meta.url), { type: "module" });
