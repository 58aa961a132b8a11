// elements.js: the element types of tensors in files, little-endian.
import { FormatError, quote } from "./error.js";
import { half } from "./half.js";
import { sizeOf } from "./shape.js";

/** @import { Numbers } from "./shape.js" */

/**
 * A tensor in a file of many.
 * @typedef {object} Tensor
 * @property {string} name
 * @property {string} dtype as in the file
 * @property {number[]} shape
 * @property {number} from the first byte
 * @property {number} to the byte after the last
 */
/**
 * @typedef {object} ElementType
 * @property {number} bytes
 * @property {boolean} single whether float32 can represent every value
 * @property {(view: DataView, at: number) => number} get
 */

/** @type {Record<string, ElementType>} */
const elementTypes = {
  F64: { bytes: 8, single: false, get: (view, at) => view.getFloat64(at, true) },
  F32: { bytes: 4, single: true, get: (view, at) => view.getFloat32(at, true) },
  F16: { bytes: 2, single: true, get: (view, at) => half(view.getUint16(at, true)) },
  BF16: { bytes: 2, single: true, get: (view, at) => brain(view.getUint16(at, true)) },
  I64: { bytes: 8, single: false, get: (view, at) => Number(view.getBigInt64(at, true)) },
  U64: { bytes: 8, single: false, get: (view, at) => Number(view.getBigUint64(at, true)) },
  I32: { bytes: 4, single: false, get: (view, at) => view.getInt32(at, true) },
  U32: { bytes: 4, single: false, get: (view, at) => view.getUint32(at, true) },
  I16: { bytes: 2, single: true, get: (view, at) => view.getInt16(at, true) },
  U16: { bytes: 2, single: true, get: (view, at) => view.getUint16(at, true) },
  I8: { bytes: 1, single: true, get: (view, at) => view.getInt8(at) },
  U8: { bytes: 1, single: true, get: (view, at) => view.getUint8(at) },
  BOOL: { bytes: 1, single: true, get: (view, at) => Number(view.getUint8(at) !== 0) },
};

const word = new DataView(new ArrayBuffer(4));
/** @param {number} bits */
function brain(bits) {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

/** The size of an element in bytes; undefined for an unsupported type. @param {string} dtype */
export function bytesOf(dtype) {
  return Object.hasOwn(elementTypes, dtype) ? elementTypes[dtype].bytes : undefined;
}

/** Maximum number of elements of a tensor. */
export const MOST = 2 ** 28;

/**
 * @param {Uint8Array} bytes @param {string} dtype @param {readonly number[]} shape
 * @returns {Numbers}
 * @throws {FormatError} if the type is not supported, or there are too few bytes
 */
export function elementsOf(bytes, dtype, shape) {
  const size = sizeOf(shape);
  if (bytesOf(dtype) === undefined) {
    throw new FormatError(`element type ${quote(dtype)} is not supported`);
  }
  const type = elementTypes[dtype];
  if (bytes.length < size * type.bytes) {
    throw new FormatError(`its elements need ${size * type.bytes} bytes, got ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = type.single ? new Float32Array(size) : new Float64Array(size);
  for (let i = 0; i < size; i++) data[i] = type.get(view, i * type.bytes);
  return data;
}
