// node .ci/serve.mjs preview|dev HOST PORT: serves the built page, or the sources with live reload, and
// prints the address. If that fails, prints one sentence that says why.
import { connect } from "node:net";
import { createServer, preview } from "vite";
import { kernels } from "./watch.mjs";

const [mode, host, portText] = process.argv.slice(2);
const port = Number(portText);

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(`phasor: ${sentence}`);
  process.exit(1);
}

/**
 * Whether a program answers at an address. Vite may start in spite of that, if one of them uses
 * IPv4 and the other IPv6.
 * @param {string} at
 * @returns {Promise<boolean>}
 */
function answers(at) {
  return new Promise((resolve) => {
    const socket = connect({ host: at, port, timeout: 1000 });
    const done = (/** @type {boolean} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => done(true));
    socket.once("timeout", () => done(false));
    socket.once("error", () => done(false));
  });
}

if (!/^\d+$/.test(portText) || port < 1 || port > 65535) {
  fail(`PORT must be a number from 1 to 65535, got ${JSON.stringify(portText)}`);
}

const occupied = `port ${port} is already in use; try  make ${
  mode === "dev" ? "dev" : "start"
} PORT=${port < 65535 ? port + 1 : 8080}`;

const near = ["127.0.0.1", "::1"];
const mine = host === "localhost" || host === "0.0.0.0" || host === "::" ? near : [];
if ((await Promise.all(mine.map(answers))).some(Boolean)) fail(occupied);

try {
  const address = { host, port, strictPort: true };
  const server =
    mode === "dev"
      ? await (await createServer({ server: address, plugins: [kernels()] })).listen()
      : await preview({ preview: address });
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  for (const url of [...local, ...network]) console.log(`phasor is at ${url}`);
  console.log("Press Ctrl+C to stop.");
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === "EADDRINUSE" || /already in use/.test(message)) fail(occupied);
  if (code === "EACCES") fail(`this user may not open port ${port}; try  make start PORT=8080`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    fail(`HOST=${host} is not an address of this machine`);
  }
  fail(`the page cannot be served: ${message.split("\n")[0]}`);
}
