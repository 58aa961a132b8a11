// say.js: the one way in which text leaves the command. File names, models' types, headers and other
// text from outside cannot give the terminal orders, nor make a line that looks like one of ours.
// Only what is all our own goes around it: numbers, pictures, the bar of progress.
import { printable } from "../formats/printable.js";

/** To standard output, a line each. @param {string[]} lines */
export function say(lines) {
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

/** To standard error, as one line with the command's name before it. @param {string} message */
export function complain(message) {
  process.stderr.write(`phasor: ${printable(message)}\n`);
}

/** A value as lines of JSON. @param {unknown} value */
export function jsonLines(value) {
  return JSON.stringify(value, null, 2).split("\n");
}

/**
 * What the package says is wrong, without the function's name, which nobody here has called.
 * @param {unknown} error
 * @returns {string | undefined} undefined for an error that is not the package's own
 */
export function spoken(error) {
  if (!(error instanceof Error)) return undefined;
  const [own] = /^phasor\.[\w.]+: /.exec(error.message) ?? [];
  return own && error.message.slice(own.length);
}
