// error.js: the error for malformed files.
import { printable } from "./printable.js";

/** A file cannot be parsed; the message says where and why. */
export class FormatError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = "FormatError";
  }
}

const MAX_QUOTE_LENGTH = 40;

/** Quotes a piece of a file, shortened and safe to print. @param {string} text */
export function quote(text) {
  const piece = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
  return printable(JSON.stringify(piece));
}
