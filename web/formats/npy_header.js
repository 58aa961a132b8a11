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
  /** @param {string} expected @param {number} [place] @returns {never} */
  const fail = (expected, place = at) => {
    const rest = text.slice(place).trimEnd();
    const actual = rest === "" ? "the header's end" : quote(rest);
    throw new FormatError(`byte ${start + place}: expected ${expected}, got ${actual}`);
  };
  const accept = (/** @type {string} */ letter) => next() === letter && ++at > 0;
  const expect = (/** @type {string} */ letter) => accept(letter) || fail(`"${letter}"`);
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
    expect("(");
    while (!accept(")")) {
      if (shape.length === MAX_AXES) fail(`at most ${MAX_AXES} axes`);
      next();
      const place = at;
      const size = Number(match(/(\d+)L?/y, "a size"));
      shape.push(Number.isSafeInteger(size) ? size : fail("a size below 2^53", place));
      // In Python, (3) is a number and (3,) a tuple.
      if (accept(",") || (shape.length === 1 && expect(","))) continue;
      expect(")");
      break;
    }
    return shape;
  };
  /** @type {Record<string, () => unknown>} */
  const readers = {
    descr() {
      if (next() === "[") fail("a simple type (records are not supported)");
      return string();
    },
    fortran_order: () => match(/(True|False)\b/y, "True or False") === "True",
    shape: shapeOf,
  };
  /** @type {Record<string, any>} */
  const header = {};
  expect("{");
  while (!accept("}")) {
    next();
    const place = at;
    const key = string();
    expect(":");
    if (Object.hasOwn(header, key)) {
      throw new FormatError(`byte ${start + place}: ${quote(key)} occurs twice`);
    }
    if (!Object.hasOwn(readers, key)) fail(`a key "descr", "fortran_order" or "shape"`, place);
    header[key] = readers[key]();
    if (accept(",")) continue;
    expect("}");
    break;
  }
  if (next() !== undefined) fail("the header's end");
  const missing = Object.keys(readers).find((key) => !Object.hasOwn(header, key));
  if (missing) throw new FormatError(`byte ${start}: the header has no ${quote(missing)}`);
  return { descr: header.descr, fortranOrder: header.fortran_order, shape: header.shape };
}
