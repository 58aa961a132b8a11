// elements.js: the element types of tensors in files, little-endian.
import { FormatError, quote } from "./error.js";
import { float16 } from "./half.js";
import { sizeOf } from "./shape.js";

/** @import { ShapedArray } from "./shape.js" */

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
 * @property {number} bytes of an element
 * @property {number} numbers of an element: 2 for complex numbers, real part first
 * @property {boolean} single whether the numbers are floats of at most 32 bits
 * @property {(view: DataView, at: number, little: boolean) => number} get reads one number
 */

/**
 * @param {number} bytes @param {ElementType["get"]} get @param {Partial<ElementType>} [more]
 * @returns {ElementType}
 */
const elementType = (bytes, get, more) => ({ bytes, get, numbers: 1, single: false, ...more });
const single = { single: true };
/** @type {ElementType["get"]} */
const float32 = (view, at, little) => view.getFloat32(at, little);
/** @type {ElementType["get"]} */
const float64 = (view, at, little) => view.getFloat64(at, little);

/** By the names in .safetensors. @type {Record<string, ElementType>} */
const elementTypes = {
  C128: elementType(16, float64, { numbers: 2 }),
  C64: elementType(8, float32, { numbers: 2, single: true }),
  F64: elementType(8, float64),
  F32: elementType(4, float32, single),
  F16: elementType(2, (view, at, little) => float16(view.getUint16(at, little)), single),
  BF16: elementType(2, (view, at, little) => bfloat16(view.getUint16(at, little)), single),
  I64: elementType(8, (view, at, little) => Number(view.getBigInt64(at, little))),
  U64: elementType(8, (view, at, little) => Number(view.getBigUint64(at, little))),
  I32: elementType(4, (view, at, little) => view.getInt32(at, little)),
  U32: elementType(4, (view, at, little) => view.getUint32(at, little)),
  I16: elementType(2, (view, at, little) => view.getInt16(at, little)),
  U16: elementType(2, (view, at, little) => view.getUint16(at, little)),
  I8: elementType(1, (view, at) => view.getInt8(at)),
  U8: elementType(1, (view, at) => view.getUint8(at)),
  BOOL: elementType(1, (view, at) => Number(view.getUint8(at) !== 0)),
};

/** Whether this machine is little-endian. */
export const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const word = new DataView(new ArrayBuffer(4));
/** @param {number} bits */
function bfloat16(bits) {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

/** The size of an element in bytes; undefined for an unsupported type. @param {string} dtype */
export function bytesOf(dtype) {
  return Object.hasOwn(elementTypes, dtype) ? elementTypes[dtype].bytes : undefined;
}

/** A number of a supported type. @param {DataView} view @param {number} at @param {string} dtype */
export const elementAt = (view, at, dtype) => elementTypes[dtype].get(view, at, true);

/** Maximum number of elements of a tensor. */
export const MAX_ELEMENTS = 2 ** 28;

/**
 * Complex elements get a last axis of size 2.
 * @param {Uint8Array} bytes @param {string} dtype @param {readonly number[]} shape
 * @param {boolean} [little] the byte order
 * @returns {ShapedArray}
 * @throws {FormatError} if the type is not supported, or there are too few bytes
 */
export function elementsOf(bytes, dtype, shape, little = true) {
  const size = sizeOf(shape);
  if (bytesOf(dtype) === undefined) {
    throw new FormatError(`element type ${quote(dtype)} is not supported`);
  }
  const { bytes: step, numbers, single, get } = elementTypes[dtype];
  if (bytes.length < size * step) {
    throw new FormatError(`its elements need ${size * step} bytes, got ${bytes.length}`);
  }
  const complex = numbers > 1;
  const axes = complex ? [...shape, numbers] : [...shape];
  const Type = single ? Float32Array : Float64Array;
  const count = size * numbers;
  if (little && LITTLE_ENDIAN && Type.BYTES_PER_ELEMENT * numbers === step && /^[FC]/.test(dtype)) {
    // A copy, because a Buffer's slice would be a view of the same memory.
    const copy = new Uint8Array(bytes.subarray(0, size * step)).buffer;
    return { data: new Type(copy), shape: axes, ...(complex && { complex }) };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Type(count);
  for (let i = 0; i < count; i++) data[i] = get(view, i * (step / numbers), little);
  return { data, shape: axes, ...(complex && { complex }) };
}
