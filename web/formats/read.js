// read.js: a table from a file of any of the formats.
import { readCsv } from "./csv.js";
import { FormatError } from "./error.js";
import { readJson } from "./json.js";
import { isNpy, readNpy } from "./npy.js";
import { narrowed } from "./numbers.js";
import { asTable } from "./shape.js";

/** @import { ShapedArray, Table } from "./shape.js" */

/**
 * Reads a table from the bytes of an .npy, CSV or JSON file. What they say counts for more than the
 * name: .npy files have a mark, JSON begins with a bracket, all else is CSV.
 *
 * Of an array with more than two axes all but the last count as rows; a list is a column.
 *
 * @param {Uint8Array} bytes
 * @param {string} name of the file, for messages too
 * @returns {Table} data: a Float32Array where that holds every value of the file's type; of text,
 *   where each number is the shortest text of a float32
 * @throws {FormatError} naming the file and the place in it
 */
export function readTable(bytes, name) {
  try {
    const { data, shape } = read(bytes, name);
    if (data.length > 0) return asTable({ data, shape });
    throw new FormatError(`its shape (${shape.join(", ")}) has no element`);
  } catch (error) {
    // An engine out of memory, or out of stack, throws a RangeError.
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    throw new FormatError(`${name}: ${error.message}`, { cause: error });
  }
}

/** @param {Uint8Array} bytes @param {string} name @returns {ShapedArray} */
function read(bytes, name) {
  if (bytes.length === 0) throw new FormatError("the file is empty");
  if (isNpy(bytes) || /\.npy$/i.test(name)) return readNpy(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new FormatError("byte 0: this is a ZIP archive (.npz, .pt); save one array as .npy");
  }
  const text = decode(bytes);
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  const { data, shape } = isJson ? readJson(text) : listed(readCsv(text));
  return { data: narrowed(data), shape };
}

/** @param {Table<Float64Array<ArrayBuffer>>} table */
const listed = ({ data, rows, columns }) => ({ data, shape: [rows, columns] });

/** @param {Uint8Array} bytes */
function decode(bytes) {
  const mark = (bytes[0] << 8) | bytes[1];
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FormatError("it is neither an .npy file nor text", { cause });
  }
}
