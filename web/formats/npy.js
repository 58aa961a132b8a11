// npy.js: reads and writes NumPy's file format, versions 1 to 3.
//
// A file consists of "\x93NUMPY", two bytes for the version, the length of the header (2 bytes in
// version 1, 4 in the others), the header, which is a Python dictionary as text, and the elements.
import { FormatError, quote } from "./error.js";
import { half } from "./half.js";
import { readHeader } from "./npy_header.js";
import { sizeOf } from "./shape.js";

/** @import { Numbers, ShapedArray } from "./shape.js" */
/** @import { Elements, WrittenType } from "./write.js" */

const MAGIC = "\x93NUMPY";
/** The elements start at a multiple of this many bytes, as in NumPy. */
const ALIGNMENT = 64;
/** By default, NumPy does not read longer headers either. */
const MAX_HEADER_LENGTH = 65535;
/** Whether this machine is little-endian. */
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * An element type.
 * @typedef {object} ElementType
 * @property {number} bytes its size
 * @property {boolean} single whether float32 can represent every value
 * @property {(view: DataView, at: number, little: boolean) => number} get
 */

/** @type {Record<string, ElementType>} */
const elementTypes = {
  f2: { bytes: 2, single: true, get: (view, at, little) => half(view.getUint16(at, little)) },
  f4: { bytes: 4, single: true, get: (view, at, little) => view.getFloat32(at, little) },
  f8: { bytes: 8, single: false, get: (view, at, little) => view.getFloat64(at, little) },
  b1: { bytes: 1, single: false, get: (view, at) => Number(view.getUint8(at) !== 0) },
  i1: { bytes: 1, single: false, get: (view, at) => view.getInt8(at) },
  u1: { bytes: 1, single: false, get: (view, at) => view.getUint8(at) },
  i2: { bytes: 2, single: false, get: (view, at, little) => view.getInt16(at, little) },
  u2: { bytes: 2, single: false, get: (view, at, little) => view.getUint16(at, little) },
  i4: { bytes: 4, single: false, get: (view, at, little) => view.getInt32(at, little) },
  u4: { bytes: 4, single: false, get: (view, at, little) => view.getUint32(at, little) },
  i8: { bytes: 8, single: false, get: (view, at, little) => Number(view.getBigInt64(at, little)) },
  u8: { bytes: 8, single: false, get: (view, at, little) => Number(view.getBigUint64(at, little)) },
};
const types = new Map(Object.entries(elementTypes));

/** Whether the bytes begin like an .npy file. @param {Uint8Array} bytes */
export function isNpy(bytes) {
  return [...MAGIC].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/**
 * Reads an .npy file of floats (16, 32, 64 bits), integers or booleans, with any number of axes, in
 * either byte order and in C or Fortran order.
 * @param {Uint8Array} bytes
 * @returns {ShapedArray} a Float32Array if it can represent every value of the file's type, otherwise a
 *   Float64Array, which rounds integers beyond 2^53
 * @throws {FormatError} naming the byte
 */
export function readNpy(bytes) {
  if (!isNpy(bytes)) throw new FormatError('byte 0: an .npy file begins with "\\x93NUMPY"');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6];
  if (version === undefined || bytes[7] === undefined) ends(bytes, "its version");
  if (version < 1 || version > 3) {
    throw new FormatError(
      `byte 6: the version must be 1.0, 2.0 or 3.0, got ${version}.${bytes[7]}`,
    );
  }
  const start = version === 1 ? 10 : 12;
  if (bytes.length < start) ends(bytes, "its header");
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER_LENGTH) {
    throw new FormatError(
      `byte 8: the header must have at most ${MAX_HEADER_LENGTH} bytes, got ${length}`,
    );
  }
  if (bytes.length < start + length) ends(bytes, `its header of ${length} bytes`);
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1");
  const header = readHeader(text.decode(bytes.subarray(start, start + length)), start);
  const { descr, fortranOrder, shape } = header;
  const type = types.get(descr.slice(1));
  if (!type || !"<>|=".includes(descr[0])) {
    const known = "floats, integers and booleans of up to 64 bits";
    throw new FormatError(
      `byte ${start}: elements of type ${quote(descr)} are not supported, only ${known}`,
    );
  }
  const size = sizeOf(shape);
  const needed = size * type.bytes;
  const available = bytes.length - start - length;
  if (needed > available) {
    throw new FormatError(
      `byte ${bytes.length}: the file ends after ${available} bytes of elements, ` +
        `but shape (${shape.join(", ")}) of "${descr}" needs ${needed}`,
    );
  }
  if (needed < available) {
    const extra = available - needed;
    throw new FormatError(`byte ${start + length + needed}: ${extra} bytes after the last element`);
  }
  const data = elements(bytes.subarray(start + length), descr, type, size);
  return { data: fortranOrder && shape.length > 1 ? transposed(data, shape) : data, shape };
}

/**
 * @param {Uint8Array} bytes @param {string} descr @param {ElementType} type @param {number} size
 * @returns {Numbers}
 */
function elements(bytes, descr, type, size) {
  const little = descr[0] !== ">";
  if (little && LITTLE_ENDIAN && descr.endsWith("f4")) return new Float32Array(copied(bytes));
  if (little && LITTLE_ENDIAN && descr.endsWith("f8")) return new Float64Array(copied(bytes));
  const data = type.single ? new Float32Array(size) : new Float64Array(size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < size; i++) data[i] = type.get(view, i * type.bytes, little);
  return data;
}

/**
 * Copies bytes. Not with slice, which in Node's Buffer returns a view of the same memory.
 * @param {Uint8Array} bytes
 */
const copied = (bytes) => new Uint8Array(bytes).buffer;

/** @param {Uint8Array} bytes @param {string} what @returns {never} */
function ends(bytes, what) {
  throw new FormatError(`byte ${bytes.length}: the file ends within ${what}`);
}

/**
 * Converts from Fortran order, where the first axis varies fastest, to C order.
 * @param {Numbers} data @param {number[]} shape
 * @returns {Numbers}
 */
function transposed(data, shape) {
  const result = data.slice();
  const index = shape.map(() => 0);
  const strides = shape.map((_, axis) => sizeOf(shape.slice(0, axis)));
  for (let to = 0, from = 0; to < data.length; to++) {
    result[to] = data[from];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++index[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return result;
}

const descriptions = { float16: "<f2", float32: "<f4", float64: "<f8", int32: "<i4" };

/**
 * Everything before the elements in an .npy file of version 1, in C order.
 * @param {readonly number[]} shape
 * @param {WrittenType} dtype
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {FormatError} for bfloat16
 */
export function npyHeader(shape, dtype) {
  if (dtype === "bfloat16") {
    throw new FormatError(".npy does not support bfloat16; use CSV or JSON, or float16 or float32");
  }
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const fields = `'descr': '${descriptions[dtype]}', 'fortran_order': False, 'shape': (${tuple})`;
  const unpadded = `{${fields}, }\n`;
  const start = MAGIC.length + 4;
  const length = Math.ceil((start + unpadded.length) / ALIGNMENT) * ALIGNMENT - start;
  if (length > MAX_HEADER_LENGTH)
    throw new FormatError("the shape has too many axes for an .npy file of version 1");
  const size = String.fromCharCode(1, 0, length & 255, length >> 8);
  const text = `${MAGIC}${size}${unpadded.slice(0, -1).padEnd(length - 1)}\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * The bytes of the elements in an .npy file: on little-endian machines, the array's own memory.
 * @param {Elements} data
 * @returns {Uint8Array}
 */
export function npyElements(data) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (LITTLE_ENDIAN) return bytes;
  const size = data.BYTES_PER_ELEMENT;
  return bytes.map((_, i) => bytes[i - (i % size) + size - 1 - (i % size)]);
}
