// npy_header.js: parses the Python dictionary in an .npy file.
import { FormatError, quote } from "./error.js";

/** @typedef {{ descr: string, fortranOrder: boolean, shape: number[] }} NpyHeader */

/** NumPy's limit. */
const MAX_AXES = 64;

/**
 * @param {string} text
 * @param {number} start offset of the text in the file, in bytes
 * @returns {NpyHeader}
 * @throws {FormatError} naming the byte
 */
export function readHeader(text, start) {
  let at = 0;
  /** The next letter that is no space. */
  const next = () => {
    while (/\s/.test(text[at] ?? "")) at++;
    return text[at];
  };
  /** @param {string} wanted @param {number} [place] @returns {never} */
  const fail = (wanted, place = at) => {
    const rest = text.slice(place).trimEnd();
    const got = rest === "" ? "the header's end" : quote(rest);
    throw new FormatError(`byte ${start + place}: expected ${wanted}, got ${got}`);
  };
  const takes = (/** @type {string} */ letter) => next() === letter && ++at > 0;
  const take = (/** @type {string} */ letter) => takes(letter) || fail(`"${letter}"`);
  /** @param {RegExp} pattern @param {string} what */
  const match = (pattern, what) => {
    next();
    pattern.lastIndex = at;
    const captured = pattern.exec(text) ?? fail(what);
    at = pattern.lastIndex;
    return captured[1] ?? captured[2];
  };
  const string = () => match(/(?:'([^'\\]*)'|"([^"\\]*)")/y, "a string");
  const shapeOf = () => {
    const shape = [];
    take("(");
    while (!takes(")")) {
      if (shape.length === MAX_AXES) fail(`at most ${MAX_AXES} axes`);
      next();
      const place = at;
      const size = Number(match(/(\d+)L?/y, "a size"));
      shape.push(Number.isSafeInteger(size) ? size : fail("a size below 2^53", place));
      // In Python, (3) is a number and (3,) a tuple.
      if (takes(",") || (shape.length === 1 && take(","))) continue;
      take(")");
      break;
    }
    return shape;
  };
  /** @type {Record<string, () => unknown>} */
  const read = {
    descr() {
      if (next() === "[") fail("a simple type (records are not supported)");
      return string();
    },
    fortran_order: () => match(/(True|False)\b/y, "True or False") === "True",
    shape: shapeOf,
  };
  /** @type {Record<string, any>} */
  const header = {};
  take("{");
  while (!takes("}")) {
    next();
    const place = at;
    const key = string();
    take(":");
    if (Object.hasOwn(header, key)) {
      throw new FormatError(`byte ${start + place}: ${quote(key)} occurs twice`);
    }
    if (!Object.hasOwn(read, key)) fail(`a key "descr", "fortran_order" or "shape"`, place);
    header[key] = read[key]();
    if (takes(",")) continue;
    take("}");
    break;
  }
  if (next() !== undefined) fail("the header's end");
  const missing = Object.keys(read).find((key) => !Object.hasOwn(header, key));
  if (missing) throw new FormatError(`byte ${start}: the header has no ${quote(missing)}`);
  return { descr: header.descr, fortranOrder: header.fortran_order, shape: header.shape };
}
