// server.js: the project's modules for a browser, and an empty page to import them from.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** The script for the page; `done` takes the result. */
export const SCRIPT = `Promise.all([
    ...["index", "lab", "story"].map((name) => import("/web/phasor/" + name + ".js")),
    fetch("/web/story/weights/rope.safetensors").then((response) => response.arrayBuffer()),
    import("/tests/engines/computation.js"),
  ])
  .then(([phasor, lab, story, weights, { compute }]) => compute(phasor, lab, story, new Uint8Array(weights)))
  .catch((error) => ({ error: String(error) }))`;

/** Serves on a free port until closed. */
export async function serve() {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    if (pathname === "/") {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><meta charset=utf-8><title>engines</title>");
    } else if (
      /^\/(web\/phasor|web\/story\/weights|dist\/figures|tests\/engines)\/[\w./-]+$/.test(pathname)
    ) {
      if (pathname.endsWith(".js")) response.setHeader("content-type", "text/javascript");
      const file = fileURLToPath(new URL(`.${pathname}`, root));
      response.end(await readFile(file).catch(() => ""));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  return listen(server);
}

/** Makes a server listen on a free port. @param {import("node:http").Server} server */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/`, close };
}
