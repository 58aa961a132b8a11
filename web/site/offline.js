// Keeps the page for visits without a connection.

/** Registers the service worker of the built page (worker.js), where the browser and the page's place allow one. */
export function keepOffline() {
  // The development server has none. Where a policy or a private window forbids it, the page works as it does without.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./worker.js").catch(() => {});
}

/** Whether files that were not fetched yet can be had now. */
export const isReachable = () => navigator.onLine || Boolean(navigator.serviceWorker?.controller);
