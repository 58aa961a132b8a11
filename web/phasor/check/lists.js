// lists.js: positions, indices and other lists of numbers, each entry read once.
import { allocate, sized, typeName } from "./arrays.js";
import { fail } from "./errors.js";
import { integer, LARGEST_POSITION, position } from "./values.js";

/** Numbers, and 64-bit integers. @typedef {ArrayLike<number> | BigInt64Array | BigUint64Array} List */

/**
 * An array or typed array of numbers; its entries are not looked at.
 * @param {string} where @param {string} name @param {unknown} value
 * @returns {ArrayLike<number | bigint>}
 */
export function numbers(where, name, value) {
  const typed = typeName(value) !== undefined;
  if (!typed && !Array.isArray(value)) {
    return fail(TypeError, where, name, "an array or typed array of numbers", value);
  }
  if (typed) sized(where, name, /** @type {Uint8Array} */ (value));
  return /** @type {ArrayLike<number | bigint>} */ (value);
}

/** Whether the entries of a list are 64-bit integers. @param {ArrayLike<number | bigint>} list
 * @returns {list is BigInt64Array | BigUint64Array} */
function isBig(list) {
  const name = typeName(list);
  return name === "BigInt64Array" || name === "BigUint64Array";
}

/**
 * Any list of numbers within ±2^53, as a Float64Array: on the caller's memory if it is one already.
 * @param {string} where @param {string} name @param {unknown} value
 * @returns {Float64Array}
 */
export function positions(where, name, value) {
  const list = numbers(where, name, value);
  const big = isBig(list);
  const length = list.length;
  const isFloat64 = typeName(list) === "Float64Array";
  // A subclass would also construct the parts that are taken of the list.
  const copy = isFloat64
    ? withoutSubclass(/** @type {Float64Array} */ (list))
    : allocate(where, "float64", length);
  for (let i = 0; i < length; i++) {
    const entry = list[i]; // read once: what is checked is what is used
    const number = big ? Number(entry) : entry;
    if (typeof number !== "number" || !(Math.abs(number) <= LARGEST_POSITION)) {
      position(where, `${name}[${i}]`, entry);
    }
    // An integer above 2^53 may round to it.
    if (big && BigInt(number) !== entry) {
      fail(RangeError, where, `${name}[${i}]`, "a number within ±2^53", entry);
    }
    if (!isFloat64) copy[i] = Number(number);
  }
  return copy;
}

/**
 * A list of `length` indices of at least `least` and below `limit`, as an Int32Array: the caller's own if it is one.
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} length @param {number} limit @param {number} [min]
 * @returns {Int32Array}
 */
export function indices(where, name, value, length, limit, min = 0) {
  const list = numbers(where, name, value);
  if (list.length !== length) {
    return fail(RangeError, where, `${name}.length`, String(length), list.length);
  }
  const big = isBig(list);
  const isInt32 = typeName(list) === "Int32Array";
  const copy = isInt32 ? /** @type {Int32Array} */ (list) : allocateIndices(where, length);
  for (let i = 0; i < length; i++) {
    const entry = list[i]; // read once: what is checked is what is used
    const number = big ? Number(entry) : entry;
    if (
      typeof number !== "number" ||
      !Number.isInteger(number) ||
      number < min ||
      number >= limit
    ) {
      integer(where, `${name}[${i}]`, big ? number : entry, min, limit - 1);
    }
    if (!isInt32) copy[i] = Number(number);
  }
  return copy;
}

/** @param {Float64Array} list */
function withoutSubclass(list) {
  if (Object.getPrototypeOf(list) === Float64Array.prototype) return list;
  return new Float64Array(list.buffer, list.byteOffset, list.length);
}

/** @param {string} where @param {number} length */
function allocateIndices(where, length) {
  return new Int32Array(allocate(where, "float32", length).buffer);
}
