// check.js: the border. Every public function checks its arguments here, before anything is
// computed or written, and speaks of them by the names that the caller typed.

/** @typedef {Float32Array | Float64Array} FloatArray */
/**
 * The array type of a dtype.
 * @template {"float32" | "float64"} D
 * @typedef {D extends "float64" ? Float64Array<ArrayBuffer> : Float32Array<ArrayBuffer>} ArrayOf
 */

const LARGEST_POSITION = 2 ** 53;
const LARGEST_BASE = 1e18;
const LARGEST_WIDTH = 65536;

const LONGEST_TEXT = 60;

/** What came, in few words. @param {unknown} value @returns {string} */
function describe(value) {
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT
      ? `a string of length ${value.length}`
      : JSON.stringify(value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  if (ArrayBuffer.isView(value)) {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    return "length" in value ? `${name} of length ${value.length}` : name;
  }
  if (Array.isArray(value)) {
    const inner = value
      .slice(0, LONGEST_TEXT)
      .map((each) => (Array.isArray(each) ? "an array" : describe(each)))
      .join(", ");
    return inner.length > LONGEST_TEXT ? `an array of length ${value.length}` : `[${inner}]`;
  }
  if (typeof value === "object" && value !== null) return "an object";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * @param {typeof TypeError | typeof RangeError} Kind
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @returns {never}
 */
export function fail(Kind, where, name, allowed, got) {
  throw new Kind(`${where}: ${name} must be ${allowed}, got ${describe(got)}`);
}

/**
 * The wrong kind of value is a TypeError, a wrong one of the right kind a RangeError.
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @param {"number" | "string"} kind
 * @returns {never}
 */
function reject(where, name, allowed, got, kind = "number") {
  const right = kind === "string" ? typeof got === "string" : typeof got === "number";
  return fail(right ? RangeError : TypeError, where, name, allowed, got);
}

/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} least @param {number} most
 * @returns {number}
 */
export function integer(where, name, value, least, most) {
  if (isInteger(value) && value >= least && value <= most) return value;
  const open = most === Number.MAX_SAFE_INTEGER;
  const allowed = open ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
  return reject(where, name, allowed, value);
}

/** @param {unknown} value @returns {value is number} */
function isInteger(value) {
  return Number.isInteger(value);
}

/**
 * A count of rows or elements.
 * @param {string} where @param {string} name @param {unknown} value
 */
export function count(where, name, value, least = 0) {
  return integer(where, name, value, least, Number.MAX_SAFE_INTEGER);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export function finite(where, name, value) {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return reject(where, name, "a finite number", value);
}

/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} least @param {number} most
 * @returns {number}
 */
export function number(where, name, value, least, most) {
  if (typeof value === "number" && value >= least && value <= most) return value;
  return reject(where, name, `a number from ${least} to ${most}`, value);
}

/**
 * An even integer from 2 to `most`.
 * @param {string} where @param {string} name @param {unknown} value @param {number} most
 * @returns {number}
 */
export function even(where, name, value, most) {
  if (isInteger(value) && value >= 2 && value <= most && value % 2 === 0) return value;
  return reject(where, name, `an even integer from 2 to ${most}`, value);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {boolean} */
export function boolean(where, name, value) {
  if (typeof value !== "boolean") return fail(TypeError, where, name, "true or false", value);
  return value;
}

/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export function position(where, name, value) {
  if (typeof value === "number" && Math.abs(value) <= LARGEST_POSITION) return value;
  return reject(where, name, "a number within ±2^53", value);
}

/**
 * The positions from `start`, `length` of them, stay within bounds.
 * @param {string} where @param {number} start @param {number} length
 */
export function lastPosition(where, start, length) {
  // Not start + length - 1, which may round to 2^53.
  if (length > 0 && length - 1 > LARGEST_POSITION - start) {
    throw new RangeError(
      `${where}: start + length - 1 must be within ±2^53, got start ${start} and length ${length}`,
    );
  }
}

/** @param {string} where @param {unknown} value @returns {number} */
export function dModel(where, value) {
  if (!isInteger(value) || value < 2 || value % 2 !== 0) {
    return reject(where, "dModel", "an even integer of at least 2", value);
  }
  if (value > LARGEST_WIDTH) return reject(where, "dModel", `at most ${LARGEST_WIDTH}`, value);
  return value;
}

/** A width that may be odd. @param {string} where @param {unknown} value @returns {number} */
export function oddDModel(where, value) {
  return integer(where, "dModel", value, 2, LARGEST_WIDTH);
}

/** @param {string} where @param {unknown} value @returns {number} */
export function base(where, value) {
  if (typeof value === "number" && value > 1 && value <= LARGEST_BASE) return value;
  return reject(where, "base", "a number above 1 and at most 1e18", value);
}

/** @param {string} where @param {unknown} value @returns {number} */
export function scale(where, value, /** @type {number} */ width) {
  if (value === "sqrt") return Math.sqrt(width);
  const allowed = 'a finite number or "sqrt"';
  if (typeof value !== "number" && typeof value !== "string") {
    return fail(TypeError, where, "scale", allowed, value);
  }
  if (!Number.isFinite(value)) return fail(RangeError, where, "scale", allowed, value);
  return Number(value);
}

/**
 * One of a list of names.
 * @template {string} T
 * @param {string} where @param {string} name @param {unknown} value @param {readonly T[]} names
 * @returns {T}
 */
export function oneOf(where, name, value, names) {
  const found = names.find((each) => each === value);
  if (found !== undefined) return found;
  const allowed = names.map((each) => JSON.stringify(each)).join(" or ");
  return reject(where, name, allowed, value, "string");
}

/**
 * @template {object} T
 * @param {string} where @param {T | undefined} value
 * @returns {T}
 */
export function options(where, value) {
  if (value === undefined) return /** @type {T} */ ({});
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) {
    return fail(TypeError, where, "options", "an object", value);
  }
  return value;
}

/** @param {unknown} value @returns {value is FloatArray} */
function isFloatArray(value) {
  // isView sees through proxies and other likenesses, on which nothing would work.
  return (
    ArrayBuffer.isView(value) && (value instanceof Float32Array || value instanceof Float64Array)
  );
}

/**
 * An array whose buffer was transferred elsewhere looks empty, and fails at the first use.
 * @param {string} where @param {string} name @param {ArrayBufferView} array
 */
function attached(where, name, array) {
  if (array.byteLength > 0 || array.buffer.byteLength > 0) return;
  try {
    new Uint8Array(array.buffer);
  } catch {
    throw new TypeError(`${where}: ${name} must not be detached, got an array without its buffer`);
  }
}

/**
 * A Float32Array or Float64Array, of `length` elements if that is given.
 * @param {string} where @param {string} name @param {unknown} value @param {number} [length]
 * @param {string} [because] where that length comes from
 * @returns {FloatArray}
 */
export function floats(where, name, value, length, because = "") {
  if (!isFloatArray(value)) {
    return fail(TypeError, where, name, "a Float32Array or Float64Array", value);
  }
  attached(where, name, value);
  if (length !== undefined && value.length !== length) {
    return fail(RangeError, where, `${name}.length`, `${length}${because}`, value.length);
  }
  return value;
}

/**
 * Any list of numbers within ±2^53, as a Float64Array: the caller's own if it is one already.
 * @param {string} where @param {string} name @param {unknown} value
 * @returns {Float64Array}
 */
export function positions(where, name, value) {
  const list = numbers(where, name, value);
  const copy = list instanceof Float64Array ? undefined : allocate(where, "float64", list.length);
  for (let i = 0; i < list.length; i++) {
    const each = list[i]; // read once: what was checked is what is used
    if (typeof each !== "number" || !(Math.abs(each) <= LARGEST_POSITION)) {
      position(where, `${name}[${i}]`, each);
    }
    if (copy) copy[i] = each;
  }
  return copy ?? /** @type {Float64Array} */ (list);
}

/**
 * A list of `length` indices below `limit`, as an Int32Array: the caller's own if it is one.
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} length @param {number} limit
 * @returns {Int32Array}
 */
export function indices(where, name, value, length, limit) {
  const list = numbers(where, name, value);
  if (list.length !== length) {
    return fail(RangeError, where, `${name}.length`, String(length), list.length);
  }
  const copy = list instanceof Int32Array ? undefined : new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const each = list[i]; // read once: what was checked is what is used
    if (!(Number.isInteger(each) && each >= 0 && each < limit)) {
      integer(where, `${name}[${i}]`, each, 0, limit - 1);
    }
    if (copy) copy[i] = each;
  }
  return copy ?? /** @type {Int32Array} */ (list);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {ArrayLike<number>} */
export function numbers(where, name, value) {
  const typed =
    ArrayBuffer.isView(value) &&
    !(
      value instanceof DataView ||
      value instanceof BigInt64Array ||
      value instanceof BigUint64Array
    );
  if (!typed && !Array.isArray(value)) {
    return fail(TypeError, where, name, "an array or typed array of numbers", value);
  }
  if (!Array.isArray(value)) attached(where, name, /** @type {ArrayBufferView} */ (value));
  return /** @type {ArrayLike<number>} */ (/** @type {unknown} */ (value));
}

/**
 * A shape of so many sizes, e.g. ["batch", "length", "dModel"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]}
 */
export function shape(where, name, value, axes, least = 0) {
  const allowed = `an array [${axes.join(", ")}]`;
  if (!Array.isArray(value)) return fail(TypeError, where, name, allowed, value);
  if (value.length !== axes.length) return fail(RangeError, where, name, allowed, value);
  return axes.map((axis, i) => count(where, `${name}[${i}] (${axis})`, value[i], least));
}

/**
 * A shape that ends in certain axes, e.g. [..., "T", "dHead"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]} all sizes
 */
export function leading(where, name, value, axes) {
  if (!Array.isArray(value) || value.length < axes.length) {
    const Kind = Array.isArray(value) ? RangeError : TypeError;
    return fail(Kind, where, name, `an array [..., ${axes.join(", ")}]`, value);
  }
  const sizes = [];
  for (let i = 0; i < value.length; i++) {
    const size = value[i];
    if (!Number.isSafeInteger(size) || size < 0) {
      const axis = axes[i + axes.length - value.length];
      count(where, axis === undefined ? `${name}[${i}]` : `${name}[${i}] (${axis})`, size);
    }
    sizes.push(size);
  }
  return sizes;
}

/**
 * The matrix and its shape, as the analysis functions take them.
 * @param {string} where @param {unknown} pe @param {unknown} sizes
 * @returns {{ pe: FloatArray, length: number, width: number }}
 */
export function matrix(where, pe, sizes) {
  const array = floats(where, "pe", pe);
  const [length, width] = shape(where, "shape", sizes, ["length", "dModel"], 1);
  integer(where, "shape[1] (dModel)", width, 1, LARGEST_WIDTH);
  floats(where, "pe", array, length * width, ` for shape [${length}, ${width}]`);
  return { pe: array, length, width };
}

/**
 * `out`, if it is given: of the right length, of the type of the array `like`, which it may be
 * itself but not cover in part, and clear of all the arrays in `apart`.
 * @param {string} where @param {unknown} out @param {number} length
 * @param {FloatArray} [like] @param {ArrayBufferView[]} [apart]
 * @returns {FloatArray | undefined}
 */
export function output(where, out, length, like, apart = []) {
  if (out === undefined) return undefined;
  const array = floats(where, "out", out, length);
  if (like) sameType(where, "out", array, like);
  const inPlace =
    like && array.byteOffset === like.byteOffset && array.byteLength === like.byteLength;
  const clear = apart.every((other) => !overlap(array, other));
  if (!clear || (like && !inPlace && overlap(array, like))) {
    throw new RangeError(`${where}: out must not overlap an input, but does in part`);
  }
  return array;
}

/** @param {string} where @param {string} name @param {FloatArray} array @param {FloatArray} like */
export function sameType(where, name, array, like) {
  if (dtypeOf(array) === dtypeOf(like)) return;
  const wanted = dtypeOf(like) === "float32" ? "Float32Array" : "Float64Array";
  fail(TypeError, where, name, `a ${wanted}`, array);
}

/** @param {ArrayBufferView} a @param {ArrayBufferView} b */
function overlap(a, b) {
  return (
    a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength
  );
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
    const bytes = length * Type.BYTES_PER_ELEMENT;
    throw new RangeError(
      `${where}: the result needs ${bytes} bytes, which this engine cannot give`,
      { cause },
    );
  }
}

/**
 * The array for a result that follows no input: `out`, or a new one of the type `dtype`.
 * @param {string} where @param {number} length
 * @param {"float32" | "float64" | undefined} dtype @param {unknown} out
 * @param {ArrayBufferView[]} [apart] what `out` must be clear of
 * @returns {FloatArray}
 */
export function result(where, length, dtype, out, apart = []) {
  if (dtype !== undefined) oneOf(where, "dtype", dtype, ["float32", "float64"]);
  const given = output(where, out, length, undefined, apart);
  const kind = given ? dtypeOf(given) : (dtype ?? "float32");
  if (dtype !== undefined && dtype !== kind) {
    fail(TypeError, where, "dtype", `"${kind}" as out is, or left out`, dtype);
  }
  return given ?? allocate(where, kind, length);
}

/**
 * The bytes of a picture: `out`, or new ones.
 * @param {string} where @param {unknown} out @param {number} length
 * @returns {Uint8Array | Uint8ClampedArray}
 */
export function picture(where, out, length) {
  if (out === undefined) return allocateBytes(where, length);
  if (!(out instanceof Uint8Array || out instanceof Uint8ClampedArray)) {
    return fail(TypeError, where, "out", "a Uint8Array or Uint8ClampedArray", out);
  }
  if (out.length !== length) fail(RangeError, where, "out.length", String(length), out.length);
  return out;
}

/** @param {string} where @param {number} length */
function allocateBytes(where, length) {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new RangeError(
      `${where}: the result needs ${length} bytes, which this engine cannot give`,
      { cause },
    );
  }
}

/** A size above 0. @param {string} where @param {string} name @param {unknown} value */
export function step(where, name, value) {
  const size = finite(where, name, value);
  if (!(size > 0)) fail(RangeError, where, name, "above 0", value);
  return size;
}

/**
 * @param {FloatArray} array
 * @returns {"float32" | "float64"}
 */
export function dtypeOf(array) {
  return array instanceof Float32Array ? "float32" : "float64";
}
