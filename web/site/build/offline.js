// The service worker of the built page: the list of its files with their hashes, followed by web/site/worker.js.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** @param {string | Uint8Array} bytes */
const integrityOf = (bytes) => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

const SOURCE = new URL("../worker.js", import.meta.url);

/** @param {Record<string, string | Uint8Array>} files the page's, by their names */
export function serviceWorker(files) {
  const list = Object.fromEntries(
    Object.keys(files)
      .toSorted()
      .map((name) => [name, integrityOf(files[name])]),
  );
  const code = readFileSync(SOURCE, "utf8");
  const version = integrityOf(JSON.stringify(list) + code);
  return `self.FILES = ${JSON.stringify(list, null, 1)};
self.VERSION = ${JSON.stringify(version)};
${code}`;
}
