// arrays.js: typed arrays, of this realm and of others.
import { Narrow, newNarrow } from "../narrow.js";
import { fail } from "./errors.js";
import { integer, LARGEST_WIDTH, oneOf, shape } from "./values.js";

/** @import { HalfArray } from "../narrow.js" */
/** @typedef {Float32Array | Float64Array} FloatArray */
/** The element types of a table. @typedef {"float32" | "float64" | "float16" | "bfloat16"} Dtype */
/** What a table may be written to. @typedef {FloatArray | HalfArray | Uint16Array} TableArray */
/** The internal form of such an array, which a kernel or a workspace writes. @typedef {FloatArray | Narrow} Result */
/**
 * The array type of a dtype, which is "float32" where it is left out.
 * @template {"float32" | "float64" | undefined} D
 * @typedef {D extends "float64" ? Float64Array<ArrayBuffer> : Float32Array<ArrayBuffer>} ArrayOf
 */
/**
 * The array type of a table's dtype, which is "float32" where it is left out.
 * @template {Dtype | undefined} D
 * @typedef {D extends "float64" ? Float64Array<ArrayBuffer>
 *   : D extends "float32" | undefined ? Float32Array<ArrayBuffer>
 *   : D extends "float16" ? HalfArray : Uint16Array<ArrayBuffer>} TableOf
 */
/**
 * The word of a type in options, by which D is inferred. With D alone, editors would offer only its default.
 * @template {string | undefined} D @template {string} Words
 * @typedef {D | NoInfer<Words>} OneOf
 */
/**
 * The options of a new table.
 * @template {Dtype | undefined} D
 * @typedef {object} NewTable
 * @property {OneOf<D, Dtype>} [dtype] the type of the result, "float32" by default. With "float16" it is a Float16Array
 *   where the engine has one, otherwise a Uint16Array with the bits, as with "bfloat16"; to have the bits everywhere,
 *   pass a Uint16Array as `out`
 * @property {undefined} [out]
 */
/** Why an array has its length: the shape, or text for the message. @typedef {readonly number[] | string} LengthReason */
/** Arrays by the names of their arguments. @typedef {Record<string, ArrayBufferView | undefined>} Named */

const typedArray = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype);
const tag = /* @__PURE__ */ Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)?.get;

export const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);

/**
 * The type of a typed array; undefined for other values. It reads the array's internal type,
 * because other realms, such as frames, have constructors of their own, and proxies only look like
 * arrays.
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function typeName(value) {
  return tag?.call(value);
}

/**
 * Rejects an array whose buffer was transferred, or has shrunk below it: it looks empty and would
 * fail later.
 * @param {string} where @param {string} name @param {ArrayBufferView} array
 */
function rejectDetached(where, name, array) {
  try {
    typedArray.keys.call(array); // throws for just these
  } catch {
    throw new TypeError(`${where}: ${name} must not be detached, got an array without its buffer`);
  }
}

/**
 * A Float32Array or Float64Array, of `length` elements if that is given.
 * @param {string} where @param {string} name @param {unknown} value @param {number} [length]
 * @param {LengthReason} [reason]
 * @returns {FloatArray}
 */
export function floats(where, name, value, length, reason) {
  const kind = typeName(value);
  if (kind !== "Float32Array" && kind !== "Float64Array") {
    return fail(TypeError, where, name, "a Float32Array or Float64Array", value);
  }
  return sized(where, name, /** @type {FloatArray} */ (value), length, reason);
}

/**
 * A typed array that has its buffer.
 * @template {ArrayBufferView & { length: number }} T
 * @param {string} where @param {string} name @param {T} array @param {number} [length] that it
 *   must have
 * @param {LengthReason} [reason]
 * @returns {T}
 */
export function sized(where, name, array, length, reason = "") {
  if (!(array.byteLength > 0)) rejectDetached(where, name, array);
  if (length !== undefined && array.length !== length) {
    const suffix = typeof reason === "string" ? reason : ` for shape [${reason.join(", ")}]`;
    return fail(RangeError, where, `${name}.length`, `${length}${suffix}`, array.length);
  }
  return array;
}

/**
 * The matrix and its shape, as the analysis functions take them.
 * @param {string} where @param {unknown} pe @param {unknown} sizes
 * @param {number} [minRows] rows
 * @returns {{ pe: FloatArray, length: number, width: number }}
 */
export function matrix(where, pe, sizes, minRows = 1) {
  const [length, width] = shape(where, "shape", sizes, ["length", "dModel"], minRows);
  integer(where, "shape[1] (dModel)", width, 1, LARGEST_WIDTH);
  const array = floats(where, "pe", pe, length * width, [length, width]);
  return { pe: array, length, width };
}

/**
 * The array for a result of the type of an input: `out`, or a new one.
 * @param {string} where @param {unknown} out @param {number} length @param {FloatArray} like
 * @param {object} limits
 * @param {Record<string, FloatArray>} [limits.inPlace] one array: `out` may be this array itself,
 *   but must not overlap it in part
 * @param {Named} [limits.disjoint] arrays that it must not overlap
 * @param {string} [limits.name] of the argument
 * @returns {FloatArray}
 */
export function output(where, out, length, like, { inPlace = {}, disjoint, name = "out" }) {
  if (out === undefined) return allocate(where, dtypeOf(like), length);
  const array = floats(where, name, out, length);
  if (array !== like) sameType(where, name, array, like);
  for (const [input, other] of Object.entries(inPlace)) {
    if (array !== other && overlap(array, other) && !same(array, other)) {
      throw new RangeError(
        `${where}: ${name} must be ${input} itself or not overlap it, but overlaps it in part`,
      );
    }
  }
  if (disjoint) clear(where, name, array, disjoint);
  return array;
}

/**
 * Checks that an array that is written does not overlap others.
 * @param {string} where @param {string} name @param {ArrayBufferView} array @param {Named} others
 */
export function clear(where, name, array, others) {
  for (const [input, other] of Object.entries(others)) {
    if (other === undefined || !overlap(array, other)) continue;
    const how = same(array, other) ? "is the same memory" : "overlaps it in part";
    throw new RangeError(`${where}: ${name} must not overlap ${input}, but ${how}`);
  }
}

/** @param {string} where @param {string} name @param {FloatArray} array @param {FloatArray} like */
export function sameType(where, name, array, like) {
  if (typeName(array) === typeName(like)) return;
  const expected = isFloat32(like) ? "a Float32Array" : "a Float64Array";
  fail(TypeError, where, name, expected, array);
}

/** @param {ArrayBufferView} a @param {ArrayBufferView} b */
function overlap(a, b) {
  return (
    a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength
  );
}

/** Whether two arrays of one buffer cover the same bytes. @param {ArrayBufferView} a @param {ArrayBufferView} b */
function same(a, b) {
  return a.byteOffset === b.byteOffset && a.byteLength === b.byteLength;
}

/**
 * A new array for a result, of a type by name.
 * @template {"float32" | "float64"} D
 * @param {string} where @param {D} dtype @param {number} length
 * @returns {ArrayOf<D>}
 */
export function allocate(where, dtype, length) {
  const Type = dtype === "float32" ? Float32Array : Float64Array;
  try {
    return /** @type {ArrayOf<D>} */ (new Type(length));
  } catch (cause) {
    return tooLarge(where, length * Type.BYTES_PER_ELEMENT, cause);
  }
}

/** @param {string} where @param {number} bytes @param {unknown} cause @returns {never} */
function tooLarge(where, bytes, cause) {
  throw new RangeError(
    `${where}: the result needs ${bytes} bytes, which this engine cannot allocate`,
    {
      cause,
    },
  );
}

/**
 * The array for a result that follows no input: `out`, or a new one of the type `dtype`.
 * @param {string} where @param {number} length
 * @param {"float32" | "float64" | undefined} dtype @param {unknown} out
 * @param {Named} [disjoint] what `out` must not overlap
 * @returns {FloatArray}
 */
export function result(where, length, dtype, out, disjoint) {
  if (dtype !== undefined) oneOf(where, "dtype", dtype, ["float32", "float64"]);
  if (out === undefined) return allocate(where, dtype ?? "float32", length);
  const array = floats(where, "out", out, length);
  if (disjoint) clear(where, "out", array, disjoint);
  const kind = dtypeOf(array);
  if (dtype !== undefined && dtype !== kind) {
    fail(TypeError, where, "dtype", `"${kind}", the type of out, or left out`, dtype);
  }
  return array;
}

/**
 * The array for a table, which may also be of 16 bits an element: `out`, or a new one of the type
 * `dtype`. `arrayOf` gives the array that a caller gets.
 * @param {string} where @param {number} length
 * @param {Dtype | undefined} dtype @param {unknown} out
 * @returns {Result}
 */
export function tableResult(where, length, dtype, out) {
  if (dtype !== undefined) oneOf(where, "dtype", dtype, dtypes);
  if (out === undefined) return newTable(where, dtype ?? "float32", length);
  const kind = typeName(out);
  const fitting = dtypesOf[/** @type {string} */ (kind)];
  if (fitting === undefined) {
    const allowed = "a Float32Array, Float64Array, Float16Array or Uint16Array";
    return fail(TypeError, where, "out", allowed, out);
  }
  const array = sized(where, "out", /** @type {FloatArray | HalfArray} */ (out), length);
  const type = dtype ?? fitting[0];
  if (!fitting.includes(type) || (dtype === undefined && fitting.length > 1)) {
    if (dtype === "float16" || dtype === "bfloat16") {
      const bits = dtype === "float16" ? "a Float16Array or Uint16Array" : "a Uint16Array";
      fail(TypeError, where, "out", `${bits} for dtype "${dtype}"`, out);
    }
    const names = fitting.map((dtype) => `"${dtype}"`).join(" or ");
    const allowed =
      fitting.length > 1
        ? `${names}, as out is a ${kind}`
        : `${names}, the type of out, or left out`;
    return fail(TypeError, where, "dtype", allowed, dtype);
  }
  if (type === "float16" || type === "bfloat16") {
    return new Narrow(/** @type {HalfArray} */ (array), type);
  }
  return /** @type {FloatArray} */ (array);
}

/** The dtypes that an array may hold, by its type. @type {Record<string, readonly Dtype[] | undefined>} */
const dtypesOf = {
  Float32Array: ["float32"],
  Float64Array: ["float64"],
  Float16Array: ["float16"],
  Uint16Array: ["float16", "bfloat16"],
};

/** A new table of a type by name. @param {string} where @param {Dtype} dtype @param {number} length */
export function newTable(where, dtype, length) {
  if (dtype === "float32" || dtype === "float64") return allocate(where, dtype, length);
  try {
    return new Narrow(newNarrow(dtype, length), dtype);
  } catch (cause) {
    return tooLarge(where, 2 * length, cause);
  }
}

/** The array that a caller gets. @param {Result} table @returns {TableArray} */
export function arrayOf(table) {
  return "bits" in table ? table.array : table;
}

/** An array whose elements can be moved, and set to 0. @param {Result} table */
export function elementsOf(table) {
  return "bits" in table ? table.bits : table;
}

/**
 * The bytes of a picture: `out`, or new ones.
 * @param {string} where @param {unknown} out @param {number} length
 * @returns {Uint8Array | Uint8ClampedArray}
 */
export function picture(where, out, length) {
  if (out === undefined) {
    try {
      return new Uint8Array(length);
    } catch (cause) {
      return tooLarge(where, length, cause);
    }
  }
  const kind = typeName(out);
  if (kind !== "Uint8Array" && kind !== "Uint8ClampedArray") {
    return fail(TypeError, where, "out", "a Uint8Array or Uint8ClampedArray", out);
  }
  const bytes = /** @type {Uint8Array | Uint8ClampedArray} */ (out);
  return sized(where, "out", bytes, length);
}

/** @param {unknown} array @returns {array is Float32Array} */
export function isFloat32(array) {
  return typeName(array) === "Float32Array";
}

/**
 * @template {Result} T
 * @param {T} array
 * @returns {T extends FloatArray ? "float32" | "float64" : Dtype}
 */
export function dtypeOf(array) {
  const dtype = "bits" in array ? array.dtype : isFloat32(array) ? "float32" : "float64";
  return /** @type {any} */ (dtype);
}
