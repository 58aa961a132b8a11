// The second file of a figure's own file, loaded from the folder that the first was loaded from.

/**
 * @param {string} first the address of the first file @param {string} name of the second
 * @returns {import("./later.js").Source<any> & { openWorker: () => Worker }}
 */
export function secondFile(first, name) {
  const from = new URL(first);
  const address = new URL(name, from);
  // The query may distinguish versions.
  address.search = from.search;
  return {
    name,
    beside: from.pathname.replace(/^.*\//, ""),
    load(attempt) {
      const again = new URL(address);
      // Browsers do not fetch an address again after its import failed, so change it.
      if (attempt > 0) again.searchParams.set("attempt", String(attempt));
      return import(/* @vite-ignore */ again.href);
    },
    openWorker() {
      const how = /** @type {const} */ ({ type: "module", name });
      // A content security policy that allows the page's own scripts allows this.
      if (from.origin === location.origin) return new Worker(address, how);
      const line = `import ${JSON.stringify(address.href)};`;
      return new Worker(URL.createObjectURL(new Blob([line], { type: "text/javascript" })), how);
    },
  };
}
