// say.js: prints all text of the command. It escapes file names, model types, headers and other
// external text, so that it cannot control the terminal or fake a line of output. Only output
// without external text bypasses it: numbers, pictures, the progress bar.
import { printable } from "../formats/printable.js";
import { host } from "./host.js";

/** Prints lines to standard output. @param {string[]} lines */
export function say(lines) {
  host.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

/** Prints one line to standard error, prefixed with the command's name. @param {string} message */
export function complain(message) {
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
export function toJson(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value)) {
    return Array.from(/** @type {Float64Array} */ (value), toJson);
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
}

/**
 * The message of an error thrown by the package, without the function's name, which users of the
 * command do not know.
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error
 */
export function packageMessage(error) {
  if (!(error instanceof Error)) return undefined;
  const [prefix] = /^phasor\.[\w.]+: /.exec(error.message) ?? [];
  return prefix && error.message.slice(prefix.length);
}

/** A number with up to 6 digits, or as many as asked for. @param {number} x */
export const round = (x, digits = 6) => String(Number(x.toPrecision(digits)));

/**
 * The lines of a text.
 * @param {string} text @param {number} width @param {string} [indent] of all lines but the first
 */
export function wrapLines(text, width, indent = "") {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
    if (longer.length > width && lines[last] !== "") lines.push(indent + word);
    else lines[last] = longer;
  }
  return lines;
}

/** A number of bytes, such as 16.4 kB. @param {number} bytes */
export function sizeInWords(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  const unit = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${units[unit]}`;
}
