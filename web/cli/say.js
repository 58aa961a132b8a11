// say.js: prints all text of the command. It escapes file names, model types, headers and other
// text from outside, so that they cannot control the terminal or fake a line of output. Only output
// without outside text bypasses it: numbers, pictures, the progress bar.
import { printable } from "../formats/printable.js";

/** Prints lines to standard output. @param {string[]} lines */
export function say(lines) {
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

/** Prints one line to standard error, after the command's name. @param {string} message */
export function complain(message) {
  process.stderr.write(`phasor: ${printable(message)}\n`);
}

/** Formats a value as lines of JSON. @param {unknown} value */
export function jsonLines(value) {
  return JSON.stringify(value, null, 2).split("\n");
}

/**
 * The message of an error of the package, without the function's name, which means nothing to users
 * of the command.
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error
 */
export function spoken(error) {
  if (!(error instanceof Error)) return undefined;
  const [own] = /^phasor\.[\w.]+: /.exec(error.message) ?? [];
  return own && error.message.slice(own.length);
}
