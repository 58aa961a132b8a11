// Opens a worker for <phasor-bugs>. Builds of the figure as one file replace this module: see vite.config.js.

/** @returns {Worker} */
export const openWorker = () =>
  new Worker(new URL("./bugs-worker.js", import.meta.url), { type: "module" });
