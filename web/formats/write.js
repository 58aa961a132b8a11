// write.js: arrays as bytes of a format, piece by piece.
import { csvRows } from "./csv.js";
import { jsonWriter } from "./json.js";
import { npyElements, npyHeader } from "./npy.js";

/** @import { WrittenType } from "./npy.js" */
/** @typedef {"npy" | "csv" | "json"} Format */
/**
 * Makes the bytes of a file: its start, then whole rows in order, any number at a time, then its end.
 * What `rows` returns may share the memory of the data.
 * @typedef {object} Writer
 * @property {() => Uint8Array} start
 * @property {(data: Float32Array | Float64Array | Int32Array) => Uint8Array} rows
 * @property {() => Uint8Array} end
 */

export const formats = /** @type {const} */ (["npy", "csv", "json"]);

/**
 * A CSV file has a line for each run of the last axis, whatever the others are.
 * @param {Format} format
 * @param {readonly number[]} shape one axis or more
 * @param {WrittenType} dtype of the data to come
 * @returns {Writer}
 */
export function tableWriter(format, shape, dtype) {
  const nothing = () => new Uint8Array(0);
  if (format === "npy") {
    return { start: () => npyHeader(shape, dtype), rows: npyElements, end: nothing };
  }
  const encoder = new TextEncoder();
  if (format === "csv") {
    // A list is a column, as it is when it is read.
    const columns = shape.length > 1 ? (shape.at(-1) ?? 1) : 1;
    const rows = (/** @type {Float32Array | Float64Array | Int32Array} */ data) =>
      encoder.encode(csvRows(data, columns, dtype));
    return { start: nothing, rows, end: nothing };
  }
  const writer = jsonWriter(shape, dtype);
  return {
    start: nothing,
    rows: (data) => encoder.encode(writer.rows(data)),
    end: () => encoder.encode(writer.end()),
  };
}

/**
 * A whole array as the bytes of a file.
 * @param {Format} format
 * @param {Float32Array | Float64Array | Int32Array} data
 * @param {readonly number[]} shape
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeTable(format, data, shape) {
  const writer = tableWriter(format, shape, dtypeOf(data));
  const pieces = [writer.start(), writer.rows(data), writer.end()];
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** @param {Float32Array | Float64Array | Int32Array} data @returns {WrittenType} */
export function dtypeOf(data) {
  if (data instanceof Float32Array) return "float32";
  return data instanceof Float64Array ? "float64" : "int32";
}
