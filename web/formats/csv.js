// csv.js: reads and writes tables as CSV.
import { FormatError, quote } from "./error.js";
import { parseNumber, shortest } from "./numbers.js";

/** @import { Table } from "./shape.js" */

const MAX_LINE_LENGTH = 2 ** 24;
const COMMENT = "#";

/** Field separators, in order of precedence. If a line has none of them, it is split at spaces. */
const separators = [";", "\t", ","];

/**
 * Reads CSV incrementally. Fields are separated by semicolons, tabs, commas or spaces: the first of
 * these that occurs in the first line of numbers. With semicolons and tabs, numbers may have a
 * decimal comma. A first line without numbers is a header, with one name per column. Empty lines
 * and lines that begin with # are skipped. Fields may be in double quotes.
 */
export class CsvReader {
  #unread = "";
  #line = 0;
  /** @type {string | undefined} */
  #separator;
  #columns = 0;
  #firstLine = 0;
  /** The line of names; empty if there is none. @type {string | undefined} */
  #header;
  #data = new Float64Array(64);
  #length = 0;

  /** @param {string} text the next piece of the file @throws {FormatError} naming line and column */
  push(text) {
    const piece = this.#unread + text;
    const ending = /\r\n|\n|\r(?=[^\n])/g; // a carriage return at the end may be half of \r\n
    ending.lastIndex = Math.max(this.#unread.length - 1, 0);
    let from = 0;
    for (let match = ending.exec(piece); match; match = ending.exec(piece)) {
      this.#readLine(piece.slice(from, match.index));
      from = ending.lastIndex;
    }
    this.#unread = piece.slice(from);
    if (this.#unread.length > MAX_LINE_LENGTH) failTooLong(this.#line + 1);
  }

  /** @returns {Table<Float64Array<ArrayBuffer>>} @throws {FormatError} naming line and column */
  end() {
    this.#readLine(this.#unread);
    this.#unread = "";
    if (this.#columns === 0) throw new FormatError("there is no line of numbers");
    const rows = this.#length / this.#columns;
    return { data: this.#data.slice(0, this.#length), rows, columns: this.#columns };
  }

  /** @param {string} text */
  #readLine(text) {
    this.#line++;
    if (text.length > MAX_LINE_LENGTH) failTooLong(this.#line);
    const line = text.trim();
    if (line === "" || line.startsWith(COMMENT)) return;
    this.#separator ??= separators.find((separator) => line.includes(separator)) ?? " ";
    const fields = this.#fields(text).map(unquote);
    if (this.#header === undefined) {
      const names = fields.every((field) => this.#number(field) === undefined);
      this.#header = names ? text : "";
      // Names may contain separators that the numbers do not use.
      if (names) this.#separator = undefined;
      if (names) return;
    }
    if (this.#columns === 0) {
      this.#columns = fields.length;
      this.#firstLine = this.#line;
      this.#checkNames();
    }
    for (let i = 0; i < fields.length; i++) {
      const value = this.#number(fields[i]);
      if (value !== undefined) this.#append(value);
      else this.#refuse(fields[i], i);
    }
    if (fields.length !== this.#columns) {
      throw new FormatError(
        `line ${this.#line}, column ${Math.min(fields.length, this.#columns) + 1}: ` +
          `${fields.length} numbers, but line ${this.#firstLine} has ${this.#columns}`,
      );
    }
  }

  /** A line's fields. @param {string} text */
  #fields(text) {
    if (this.#separator === "\t") return text.split("\t"); // the last field may be empty
    return text.trim().split(this.#separator === " " ? /\s+/ : (this.#separator ?? ""));
  }

  /**
   * Checks that there are as many names as numbers. Quoted names may contain separators, so they
   * are not checked.
   */
  #checkNames() {
    if (!this.#header || this.#header.includes('"')) return;
    const names = this.#fields(this.#header).length;
    if (names === this.#columns) return;
    throw new FormatError(
      `line ${this.#line}, column ${Math.min(names, this.#columns) + 1}: ` +
        `the line has ${this.#columns} fields, the header ${names}`,
    );
  }

  /** @param {string} field @param {number} i @returns {never} */
  #refuse(field, i) {
    const content = field === "" ? "an empty field" : quote(field);
    throw new FormatError(`line ${this.#line}, column ${i + 1}: ${content} is not a number`);
  }

  /** @param {string} field */
  #number(field) {
    const commas = this.#separator === ";" || this.#separator === "\t";
    return parseNumber(commas ? field.replace(",", ".") : field);
  }

  /** @param {number} value */
  #append(value) {
    if (this.#length === this.#data.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length++] = value;
  }
}

/** @param {number} line @returns {never} */
function failTooLong(line) {
  throw new FormatError(`line ${line}: it is longer than ${MAX_LINE_LENGTH} characters`);
}

/** @param {string} field */
function unquote(field) {
  const text = field.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).trim()
    : text;
}

/**
 * Reads a whole text.
 * @param {string} text @returns {Table<Float64Array<ArrayBuffer>>} @throws {FormatError}
 */
export function readCsv(text) {
  const reader = new CsvReader();
  reader.push(text);
  return reader.end();
}

/**
 * Writes rows as lines, with the fewest digits that restore the same numbers in their type.
 * @param {Float32Array | Float64Array | Int32Array} data (rows, columns)
 * @param {number} columns
 * @param {"float32" | "float64" | "int32"} dtype
 */
export function csvRows(data, columns, dtype) {
  const format = shortest(dtype);
  let text = "";
  for (let i = 0; i < data.length; i++) {
    const x = data[i];
    text += Number.isFinite(x) ? format(x) : special(x);
    text += (i + 1) % columns === 0 ? "\n" : ",";
  }
  return text;
}

/** Non-finite numbers, as NumPy and pandas read and write them. @param {number} x */
function special(x) {
  if (Number.isNaN(x)) return "nan";
  return x < 0 ? "-inf" : "inf";
}
