// narrow.js: results with 16 bits per element. The kernels compute them as doubles in scratch
// memory, and workspace.js rounds each entry once when it copies the result out.
import { narrowKernels } from "./kernels/narrow.js";

/**
 * What every Float16Array has, for versions of TypeScript and libraries that do not declare the class.
 * @typedef {object} UndeclaredFloat16Array
 * @property {ArrayBuffer} buffer
 * @property {number} byteLength
 * @property {number} byteOffset
 * @property {number} length
 * @property {number} BYTES_PER_ELEMENT
 */
/**
 * @typedef {typeof globalThis extends { Float16Array: { prototype: infer T } } ? T : UndeclaredFloat16Array & Iterable<number> & Record<number, number>} Float16
 */
/**
 * An array for float16: a Float16Array in engines that have it, else the bits in a Uint16Array.
 * @typedef {Uint16Array<ArrayBuffer> | Float16} HalfArray
 */
/** @typedef {"float16" | "bfloat16"} NarrowType */
/** @import { Memory } from "./memory.js" */

const kernelNames = /** @type {const} */ ({
  float16: "phasor_to_float16",
  bfloat16: "phasor_to_bfloat16",
});

/**
 * A result with 16 bits per element. The kernels never see it: they compute doubles. `"bits" in
 * result` says whether a result is one. That does not refer to the class, so bundles without such
 * tables leave out the class and its kernels.
 */
export class Narrow {
  /**
   * @param {HalfArray} array the caller's
   * @param {NarrowType} dtype
   */
  constructor(array, dtype) {
    this.array = array;
    this.dtype = dtype;
    /** The same memory as bits. */
    this.bits = new Uint16Array(array.buffer, array.byteOffset, array.length);
    this.length = array.length;
    this.BYTES_PER_ELEMENT = 8;
  }

  /**
   * Rounds `count` doubles.
   * @param {Memory} memory @param {number} to pointer @param {number} from pointer
   * @param {number} count
   */
  round(memory, to, from, count) {
    memory.use(narrowKernels)[kernelNames[this.dtype]](to, from, count);
  }
}

/**
 * A new array for results of a type.
 * @param {NarrowType} dtype @param {number} length
 * @returns {HalfArray}
 */
export function newNarrow(dtype, length) {
  const Float16Array = /** @type {{ Float16Array?: new (length: number) => Float16 }} */ (
    /** @type {unknown} */ (globalThis)
  ).Float16Array;
  return dtype === "float16" && Float16Array ? new Float16Array(length) : new Uint16Array(length);
}
