// error.js: what is thrown when a file is not what it should be.
import { printable } from "./printable.js";

/** The bytes or the text of a file cannot be read; the message says where and why. */
export class FormatError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = "FormatError";
  }
}

const LONGEST_QUOTE = 40;

/** A piece of a file in quotes, shortened, safe to print. @param {string} text */
export function quote(text) {
  const piece = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return printable(JSON.stringify(piece));
}
