// host.js: what the command uses of the process that runs it. main.js gets it as an argument, and
// passes it on with the arguments of the command line.
import { fstatSync } from "node:fs";

/**
 * @typedef {object} Output a stream, such as `process.stdout`
 * @property {(data: string | Uint8Array, done?: (error?: Error | null) => void) => unknown} write
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 * @property {number} [rows]
 * @property {(env?: object) => number} [getColorDepth]
 */
/**
 * @typedef {object} Host
 * @property {AsyncIterable<Uint8Array>} stdin
 * @property {boolean} inputIsSent whether standard input is a pipe or a file, and not a terminal or
 *   /dev/null
 * @property {Output} stdout
 * @property {Output} stderr
 * @property {Record<string, string | undefined>} env
 */

/** This process. @type {Host} */
export const processHost = {
  // Read only if it is used, because reading opens it.
  get stdin() {
    return process.stdin;
  },
  get inputIsSent() {
    try {
      const input = fstatSync(0);
      return input.isFIFO() || input.isFile() || input.isSocket();
    } catch {
      return false; // it is closed
    }
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
};
