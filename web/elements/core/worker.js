// Starts a figure's worker. Bundlers find the worker's file by the expression `new Worker(new URL("…",
// import.meta.url))`, so each figure writes it itself.

/**
 * Starts a module worker. Browsers refuse a file from another origin, such as a CDN; then a script of
 * this origin imports it.
 * @param {() => Worker} start
 * @param {string} file the worker's, beside the module that starts it
 * @param {string} base that module's address
 */
export function startWorker(start, file, base) {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
    const script = `import ${JSON.stringify(new URL(file, base).href)};`;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    return new Worker(address, { type: "module" });
  }
}
