// npy.js: reads and writes NumPy's file format, versions 1 to 3.
//
// A file consists of "\x93NUMPY", two bytes for the version, the length of the header (2 bytes in
// version 1, 4 in the others), the header, which is a Python dictionary as text, and the elements.
import { bytesOf, elementsOf, LITTLE_ENDIAN } from "./elements.js";
import { FormatError, quote } from "./error.js";
import { readHeader } from "./npy_header.js";
import { sizeOf } from "./shape.js";

/** @import { Numbers, ShapedArray } from "./shape.js" */
/** @import { Elements, WrittenType } from "./write.js" */

const MAGIC = "\x93NUMPY";
/** The elements start at a multiple of this many bytes, as in NumPy. */
const ALIGNMENT = 64;
/** By default, NumPy does not read longer headers either. */
const MAX_HEADER_LENGTH = 65535;
/** Element types by NumPy's names, without the byte order. */
const types = new Map(
  Object.entries({
    ...{ f2: "F16", f4: "F32", f8: "F64", c8: "C64", c16: "C128", b1: "BOOL" },
    ...{ i1: "I8", u1: "U8", i2: "I16", u2: "U16", i4: "I32", u4: "U32", i8: "I64", u8: "U64" },
  }),
);

/** Whether the bytes begin like an .npy file. @param {Uint8Array} bytes */
export function isNpy(bytes) {
  return [...MAGIC].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/**
 * Reads an .npy file of floats (16, 32, 64 bits), complex numbers, integers or booleans, with any
 * number of axes, in either byte order and in C or Fortran order.
 * @param {Uint8Array} bytes
 * @returns {ShapedArray} a Float32Array for floats of at most 32 bits, otherwise a Float64Array,
 *   which rounds integers beyond 2^53
 * @throws {FormatError} naming the byte
 */
export function readNpy(bytes) {
  if (!isNpy(bytes)) throw new FormatError('byte 0: an .npy file begins with "\\x93NUMPY"');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6];
  if (version === undefined || bytes[7] === undefined) failTruncated(bytes, "its version");
  if (version < 1 || version > 3) {
    throw new FormatError(
      `byte 6: the version must be 1.0, 2.0 or 3.0, got ${version}.${bytes[7]}`,
    );
  }
  const start = version === 1 ? 10 : 12;
  if (bytes.length < start) failTruncated(bytes, "its header");
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER_LENGTH) {
    throw new FormatError(
      `byte 8: the header must have at most ${MAX_HEADER_LENGTH} bytes, got ${length}`,
    );
  }
  if (bytes.length < start + length) failTruncated(bytes, `its header of ${length} bytes`);
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1");
  const header = readHeader(text.decode(bytes.subarray(start, start + length)), start);
  const { descr, fortranOrder, shape } = header;
  const type = types.get(descr.slice(1));
  if (!type || !"<>|=".includes(descr[0])) {
    const supported =
      "floats, integers and booleans of up to 64 bits, and complex numbers of these floats";
    throw new FormatError(
      `byte ${start}: elements of type ${quote(descr)} are not supported, only ${supported}`,
    );
  }
  const size = sizeOf(shape);
  const needed = size * (bytesOf(type) ?? 0);
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
  const array = elementsOf(bytes.subarray(start + length), type, shape, descr[0] !== ">");
  if (!fortranOrder || shape.length < 2) return array;
  return { ...array, data: toRowMajor(array.data, shape, array.complex ? 2 : 1) };
}

/** @param {Uint8Array} bytes @param {string} what @returns {never} */
function failTruncated(bytes, what) {
  throw new FormatError(`byte ${bytes.length}: the file ends within ${what}`);
}

/**
 * Converts from Fortran order, where the first axis varies fastest, to C order.
 * @param {Numbers} data @param {number[]} shape @param {number} numbers of an element
 * @returns {Numbers}
 */
function toRowMajor(data, shape, numbers) {
  const result = data.slice();
  const index = shape.map(() => 0);
  const strides = shape.map((_, axis) => numbers * sizeOf(shape.slice(0, axis)));
  for (let to = 0, from = 0; to < data.length; to += numbers) {
    for (let part = 0; part < numbers; part++) result[to + part] = data[from + part];
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
