// worker.js: runs the command for run.js, once for each message.
import { workerData } from "node:worker_threads";
import { main } from "../../web/cli/main.js";

/** @typedef {{ words: string[], input?: Uint8Array, env: Record<string, string | undefined> }} Call */

const { port, ended } = workerData;

const sink = (/** @type {Uint8Array[]} */ pieces) => ({
  /** @param {string | Uint8Array} data @param {() => void} [done] */
  write(data, done) {
    pieces.push(Uint8Array.from(Buffer.from(data))); // a copy, because the command reuses its memory
    done?.();
  },
});

port.on("message", async (/** @type {Call} */ { words, input, env }) => {
  const out = /** @type {Uint8Array[]} */ ([]);
  const errors = /** @type {Uint8Array[]} */ ([]);
  const stdin = (async function* () {
    if (input) yield input;
  })();
  const streams = { stdin, stdout: sink(out), stderr: sink(errors) };
  const result = await main({ ...streams, inputIsSent: input !== undefined, env }, words).then(
    (code) => ({ code }),
    (thrown) => ({ thrown }),
  );
  port.postMessage({ ...result, out: Buffer.concat(out), errors: Buffer.concat(errors) });
  Atomics.store(ended, 0, 1);
  Atomics.notify(ended, 0);
});
