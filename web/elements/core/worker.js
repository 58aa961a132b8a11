// Starts a figure's worker. Bundlers find the worker's file by the expression `new Worker(new URL("…",
// import.meta.url))`, so each figure writes it itself.

/**
 * Starts a module worker. Browsers refuse a file from another origin, such as a CDN, and Firefox says so only
 * later; then a script of this origin imports it.
 * @param {() => Worker} start
 * @param {string} file the worker's, beside the module that starts it
 * @param {string} base that module's address
 */
export function startWorker(start, file, base) {
  const { href, origin, protocol } = new URL(file, base);
  // A bundler may leave another scheme in the module's address, but knows the worker's.
  if (origin === location.origin || !protocol.startsWith("http")) return start();
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}
