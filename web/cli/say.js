// say.js: prints all text of the command. It escapes file names, model types, headers and other
// external text, so that it cannot control the terminal or fake a line of output. Only output
// without external text bypasses it: numbers, pictures, the progress bar.
import { printable } from "../formats/printable.js";

/** @import { Host } from "./host.js" */

/** Prints lines to standard output. @param {Host} host @param {string[]} lines */
export function say(host, lines) {
  host.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

/**
 * Prints one line to standard error, prefixed with the command's name.
 * @param {Host} host @param {string} message
 */
export function complain(host, message) {
  host.stderr.write(`phasor: ${printable(message)}\n`);
}

/** Formats a value as lines of JSON. @param {unknown} value */
export function jsonLines(value) {
  return JSON.stringify(value, null, 2).split("\n");
}

/**
 * Converts a value for JSON: typed arrays to arrays, non-finite numbers to strings.
 * @param {unknown} value @returns {unknown}
 */
export function plain(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value)) {
    return Array.from(/** @type {Float64Array} */ (value), plain);
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

/**
 * The message of an error thrown by the package, without the function's name, which users of the
 * command do not know.
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error
 */
export function spoken(error) {
  if (!(error instanceof Error)) return undefined;
  const [own] = /^phasor\.[\w.]+: /.exec(error.message) ?? [];
  return own && error.message.slice(own.length);
}

/** A number with up to 6 digits. @param {number} x */
export const few = (x) => String(Number(x.toPrecision(6)));
