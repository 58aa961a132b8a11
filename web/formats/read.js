// read.js: reads a file in any of the formats.
import { CsvReader } from "./csv.js";
import { FormatError } from "./error.js";
import { readJson } from "./json.js";
import { isNpy, readNpy } from "./npy.js";
import { narrowIfExact } from "./numbers.js";
import { printable } from "./printable.js";
import { asTable } from "./shape.js";
import { textPieces, wholeText } from "./text.js";

/** @import { ShapedArray, Table } from "./shape.js" */

/**
 * Reads an array from the bytes of an .npy, CSV or JSON file. The contents determine the format
 * before the name does: .npy files begin with a signature, JSON begins with a bracket, and
 * everything else is CSV.
 *
 * @param {Uint8Array} bytes
 * @param {string} name of the file, also for messages
 * @returns {ShapedArray} with a Float32Array if it can represent every value of the file's type,
 *   or, for text, if each number is the shortest text of a float32
 * @throws {FormatError} naming the file and the place in it
 */
export function readArray(bytes, name) {
  try {
    const { data, shape } = read(bytes, name);
    if (data.length > 0) return { data, shape };
    throw new FormatError(`its shape (${shape.join(", ")}) has no elements`);
  } catch (error) {
    // Engines throw a RangeError when they run out of memory or stack.
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    throw new FormatError(`${printable(name)}: ${error.message}`, { cause: error });
  }
}

/**
 * Reads a table. If the array has more than two axes, all but the last are joined into rows; a list
 * becomes a column.
 * @param {Uint8Array} bytes
 * @param {string} name of the file, also for messages
 * @returns {Table}
 * @throws {FormatError} naming the file and the place in it
 */
export function readTable(bytes, name) {
  return asTable(readArray(bytes, name));
}

/** @param {Uint8Array} bytes @param {string} name @returns {ShapedArray} */
function read(bytes, name) {
  if (bytes.length === 0) throw new FormatError("the file is empty");
  if (isNpy(bytes) || /\.npy$/i.test(name)) return readNpy(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new FormatError("byte 0: this is a ZIP archive (.npz, .pt); save one array as .npy");
  }
  const { data, shape } = isJson(bytes, name) ? readJson(wholeText(bytes)) : fromCsv(bytes);
  return { data: narrowIfExact(data), shape };
}

/** @param {Uint8Array} bytes @param {string} name */
function isJson(bytes, name) {
  const [start] = textPieces(bytes);
  return /\.json$/i.test(name) || /^\s*[[{]/.test(start);
}

/** @param {Uint8Array} bytes @returns {ShapedArray<Float64Array<ArrayBuffer>>} */
function fromCsv(bytes) {
  const reader = new CsvReader();
  for (const piece of textPieces(bytes)) reader.push(piece);
  const { data, rows, columns } = reader.end();
  return { data, shape: [rows, columns] };
}
