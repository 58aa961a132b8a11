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
  const cursor = new Cursor(text, start);
  /** @type {Partial<NpyHeader>} */
  const header = {};
  const seen = new Set();
  cursor.take("{");
  while (!cursor.takes("}")) {
    const at = cursor.at;
    const key = cursor.string();
    cursor.take(":");
    if (seen.has(key)) throw new FormatError(`byte ${start + at}: ${quote(key)} occurs twice`);
    seen.add(key);
    if (key === "descr") header.descr = description(cursor);
    else if (key === "fortran_order") header.fortranOrder = cursor.boolean();
    else if (key === "shape") header.shape = shapeOf(cursor);
    else cursor.fail(`a key "descr", "fortran_order" or "shape"`, at);
    if (!cursor.takes(",")) {
      cursor.take("}");
      break;
    }
  }
  cursor.end();
  const { descr, fortranOrder, shape } = header;
  if (descr === undefined || fortranOrder === undefined || shape === undefined) {
    const missing = { descr, fortran_order: fortranOrder, shape };
    const [key] = Object.entries(missing).find(([, value]) => value === undefined) ?? [];
    throw new FormatError(`byte ${start}: the header has no ${quote(key ?? "")}`);
  }
  return { descr, fortranOrder, shape };
}

/** @param {Cursor} cursor */
function description(cursor) {
  if (cursor.next === "[") cursor.fail("a simple type (records are not supported)", cursor.at);
  return cursor.string();
}

/** @param {Cursor} cursor */
function shapeOf(cursor) {
  const shape = [];
  cursor.take("(");
  while (!cursor.takes(")")) {
    if (shape.length === MAX_AXES) cursor.fail(`at most ${MAX_AXES} axes`, cursor.at);
    shape.push(cursor.size());
    if (!cursor.takes(",")) {
      // In Python, (3) is a number and (3,) a tuple.
      if (shape.length === 1) cursor.take(",");
      cursor.take(")");
      break;
    }
  }
  return shape;
}

/** A position in the text, which skips whitespace. */
class Cursor {
  #text;
  #start;
  #at = 0;

  /** @param {string} text @param {number} start */
  constructor(text, start) {
    this.#text = text;
    this.#start = start;
  }

  get at() {
    this.#skip();
    return this.#at;
  }

  get next() {
    return this.#text[this.at];
  }

  /** @param {string} wanted @param {number} at @returns {never} */
  fail(wanted, at) {
    const rest = this.#text.slice(at).trimEnd();
    const next = rest === "" ? "the header's end" : quote(rest);
    throw new FormatError(`byte ${this.#start + at}: expected ${wanted}, got ${next}`);
  }

  /** @param {string} letter */
  takes(letter) {
    if (this.next !== letter) return false;
    this.#at++;
    return true;
  }

  /** @param {string} letter */
  take(letter) {
    if (!this.takes(letter)) this.fail(`"${letter}"`, this.#at);
  }

  string() {
    return this.#match(/(?:'([^'\\]*)'|"([^"\\]*)")/y, "a string");
  }

  boolean() {
    return this.#match(/(True|False)\b/y, "True or False") === "True";
  }

  size() {
    const at = this.at;
    const size = Number(this.#match(/(\d+)L?/y, "a size"));
    return Number.isSafeInteger(size) ? size : this.fail("a size below 2^53", at);
  }

  end() {
    if (this.next !== undefined) this.fail("the header's end", this.at);
  }

  /** @param {RegExp} pattern @param {string} what */
  #match(pattern, what) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (!match) return this.fail(what, this.#at);
    this.#at = pattern.lastIndex;
    return match[1] ?? match[2];
  }

  #skip() {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }
}
