// serving.js: Chromium, and folders served to browsers.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright";

/** The path of Chromium: $CHROMIUM, or Debian's. */
export const executablePath = process.env.CHROMIUM || "/usr/bin/chromium-headless-shell";

/** Starts Chromium. @param {string[]} args */
export const launch = (...args) =>
  chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/**
 * @typedef {object} Served
 * @property {Record<string, string>} [headers] of all files
 * @property {Record<string, string>} [files] served in place of the folder's, by their paths
 * @property {(html: string) => string} [edit] what is served of a page
 */

/**
 * Answers requests with the files of a folder.
 * @param {string} folder @param {Served} [options]
 * @returns {import("node:http").RequestListener}
 */
export const filesIn =
  (folder, { headers, files = {}, edit = (html) => html } = {}) =>
  async ({ url = "/" }, response) => {
    const path = new URL(url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const content = files[path] ?? (await readFile(join(folder, path)).catch(() => undefined));
    const type = TYPES[extname(path)] ?? "text/plain";
    response.writeHead(content === undefined ? 404 : 200, { ...headers, "content-type": type });
    response.end(content && type === TYPES[".html"] ? edit(String(content)) : content);
  };

/** Serves a folder on a free port until closed. @param {string} folder @param {Served} [options] */
export async function serveFolder(folder, options) {
  const server = createServer(filesIn(folder, options));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/`, close };
}
