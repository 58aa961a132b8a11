// The second file of a figure that is one file: beside the first, wherever that came from.

/**
 * @param {string} first the address of the first file @param {string} name of the second
 * @returns {import("./later.js").Source<any> & { openWorker: () => Worker }}
 */
export function secondFile(first, name) {
  const from = new URL(first);
  const address = new URL(name, from);
  // What tells versions apart.
  address.search = from.search;
  return {
    name,
    beside: from.pathname.replace(/^.*\//, ""),
    load(attempt) {
      const again = new URL(address);
      // Browsers do not fetch an address again whose import failed.
      if (attempt > 0) again.searchParams.set("attempt", String(attempt));
      return import(/* @vite-ignore */ again.href);
    },
    openWorker() {
      const how = /** @type {const} */ ({ type: "module", name });
      // A policy that lets a page load its own scripts lets it load them here.
      if (from.origin === location.origin) return new Worker(address, how);
      const line = `import ${JSON.stringify(address.href)};`;
      return new Worker(URL.createObjectURL(new Blob([line], { type: "text/javascript" })), how);
    },
  };
}
