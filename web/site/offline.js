// Keeps the page for visits without a connection.

/** Registers the service worker of the built page (worker.js), where the browser and the page's place allow one. */
export async function registerWorker() {
  try {
    // The development server has none.
    if (import.meta.env.PROD) await navigator.serviceWorker?.register("./worker.js");
  } catch {
    // Where a policy, a sandbox or a private window forbids it, the page works without it.
  }
}

/** Whether files that were not fetched yet can be had now. */
export const canFetch = () => navigator.onLine || Boolean(navigator.serviceWorker?.controller);
