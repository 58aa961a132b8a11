#!/usr/bin/env node
// phasor.js: the program: runs the command with the streams of this process.
import { setImmediate } from "node:timers/promises";
import { processHost } from "./host.js";
import { explain, FAILED, main } from "./main.js";
import { complain } from "./say.js";
import { removeTemporary } from "./target.js";

/** Ends the process when its output is written, whatever still runs. @param {number} code */
async function exit(code) {
  await setImmediate(); // lets the streams report errors first
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writableLength > 0) await new Promise((done) => stream.write("", done));
  }
  process.exit(code);
}

/** Reports a bug that main cannot catch. @param {unknown} error */
function fail(error) {
  complain(processHost, explain(error));
  return exit(FAILED);
}

process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  // A reader that closes a pipe, such as head, does not change the exit code.
  if (error.code === "EPIPE") return;
  complain(processHost, `standard output: ${error.message}`);
  process.exit(FAILED);
});
// Nobody can read the message.
process.stderr.on("error", () => {});
process.on("exit", removeTemporary);
process.on("uncaughtException", fail);
await exit(await main(processHost, process.argv.slice(2)));
