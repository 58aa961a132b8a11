// write.js: encodes arrays in any of the formats, piece by piece.
import { csvRows } from "./csv.js";
import { widenHalves } from "./half.js";
import { jsonWriter } from "./json.js";
import { npyElements, npyHeader } from "./npy.js";

/** @typedef {"npy" | "csv" | "json"} Format */
/** @typedef {"float16" | "bfloat16" | "float32" | "float64" | "int32"} WrittenType */
/** @typedef {ArrayLike<number> & Iterable<number> & ArrayBufferView & { BYTES_PER_ELEMENT: number }} HalfArray */
/**
 * Float16 is a Float16Array, or the bits in a Uint16Array; bfloat16 is always the bits.
 * @typedef {Float32Array | Float64Array | Int32Array | Uint16Array | HalfArray} Elements
 */
/**
 * Makes the bytes of a file: its start, then whole rows in order, any number at a time, then its
 * end. The result of `rows` may share memory with the data.
 * @typedef {object} Writer
 * @property {() => Uint8Array} start
 * @property {(data: Elements) => Uint8Array} rows
 * @property {() => Uint8Array} end
 */

export const formats = /** @type {const} */ (["npy", "csv", "json"]);

/**
 * CSV files have one line per row of the last axis. Text formats write 16-bit floats as float32
 * values. For .npy and bfloat16, `start` throws a FormatError.
 * @param {Format} format
 * @param {readonly number[]} shape at least one axis
 * @param {WrittenType} dtype of the data
 * @returns {Writer}
 */
export function tableWriter(format, shape, dtype) {
  const nothing = () => new Uint8Array(0);
  if (format === "npy") {
    return { start: () => npyHeader(shape, dtype), rows: npyElements, end: nothing };
  }
  const encoder = new TextEncoder();
  const wide = dtype === "float16" || dtype === "bfloat16" ? "float32" : dtype;
  if (format === "csv") {
    // A list is a column, as in readTable.
    const columns = shape.length > 1 ? (shape.at(-1) ?? 1) : 1;
    return {
      start: nothing,
      rows: (data) => encoder.encode(csvRows(widenHalves(data, dtype), columns, wide)),
      end: nothing,
    };
  }
  const writer = jsonWriter(shape, wide);
  return {
    start: nothing,
    rows: (data) => encoder.encode(writer.rows(widenHalves(data, dtype))),
    end: () => encoder.encode(writer.end()),
  };
}

/**
 * Encodes a whole array as a file.
 * @param {Format} format
 * @param {Elements} data
 * @param {readonly number[]} shape
 * @param {WrittenType} [dtype] of the data; needed for bits in a Uint16Array
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeTable(format, data, shape, dtype = dtypeOf(data)) {
  const writer = tableWriter(format, shape, dtype);
  const pieces = [writer.start(), writer.rows(data), writer.end()];
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** @param {Elements} data @returns {WrittenType} float16 for a Uint16Array */
export function dtypeOf(data) {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof Float64Array) return "float64";
  return data instanceof Int32Array ? "int32" : "float16";
}
