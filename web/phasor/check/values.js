// values.js: the options of a call, each read once; numbers, flags, names and shapes.
import { didYouMean, fail, reject } from "./errors.js";

export const LARGEST_POSITION = 2 ** 53;
const LARGEST_BASE = 1e18;
export const LARGEST_WIDTH = 65536;

/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} [min] @param {number} [max]
 * @returns {number}
 */
export function integer(where, name, value, min = 0, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max)
    return value;
  const isUnbounded = max === Number.MAX_SAFE_INTEGER;
  if (isUnbounded && typeof value === "number" && value > max) {
    return reject(where, name, "an integer of at most 2^53 − 1", value);
  }
  const allowed = isUnbounded
    ? `an integer of at least ${min}`
    : `an integer from ${min} to ${max}`;
  return reject(where, name, allowed, value);
}

/** The same, for numbers of rows or elements. */
export { integer as count };

/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export function finite(where, name, value) {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return reject(where, name, "a finite number", value);
}

/**
 * @param {string} where @param {string} name @param {unknown} value
 * @param {number} min @param {number} max
 * @returns {number}
 */
export function number(where, name, value, min, max) {
  if (typeof value === "number" && value >= min && value <= max) return value;
  return reject(where, name, `a number from ${min} to ${max}`, value);
}

/**
 * An even integer from 2 to `max`.
 * @param {string} where @param {string} name @param {unknown} value @param {number} max
 * @returns {number}
 */
export function even(where, name, value, max) {
  if (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 2 &&
    value <= max &&
    value % 2 === 0
  )
    return value;
  return reject(where, name, `an even integer from 2 to ${max}`, value);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {boolean} */
export function boolean(where, name, value) {
  if (typeof value !== "boolean") return fail(TypeError, where, name, "true or false", value);
  return value;
}

/**
 * A position, or the first of `length` consecutive ones.
 * @param {string} where @param {string} name @param {unknown} value @param {number} [length]
 * @returns {number}
 */
export function position(where, name, value, length = 1) {
  if (typeof value !== "number" || !(Math.abs(value) <= LARGEST_POSITION)) {
    return reject(where, name, "a number within ±2^53", value);
  }
  // Not value + length - 1, which may round to 2^53.
  if (length - 1 > LARGEST_POSITION - value) {
    throw new RangeError(
      `${where}: ${name} + length - 1 must be within ±2^53, got ${name} ${value} and length ${length}`,
    );
  }
  return value;
}

/** @param {string} where @param {unknown} value @returns {number} */
export function dModel(where, value) {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 2 || value % 2 !== 0) {
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
export function base(where, value, name = "base") {
  if (typeof value === "number" && value > 1 && value <= LARGEST_BASE) return value;
  return reject(where, name, "a number above 1 and at most 1e18", value);
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
  const match = names.find((name) => name === value);
  if (match !== undefined) return match;
  const allowed = names.map((name) => JSON.stringify(name)).join(" or ");
  if (typeof value !== "string") return fail(TypeError, where, name, allowed, value);
  return fail(RangeError, where, name, allowed, value, didYouMean(value, names, JSON.stringify));
}

/** A size above 0. @param {string} where @param {string} name @param {unknown} value */
export function step(where, name, value) {
  const size = finite(where, name, value);
  if (!(size > 0)) fail(RangeError, where, name, "above 0", value);
  return size;
}

/**
 * A shape with one size for each axis, for example ["batch", "length", "dModel"].
 * @param {string} where @param {string} name @param {unknown} value @param {string[]} axes
 * @returns {number[]}
 */
export function shape(where, name, value, axes, min = 0) {
  const allowed = `an array [${axes.join(", ")}]`;
  if (!Array.isArray(value)) return fail(TypeError, where, name, allowed, value);
  if (value.length !== axes.length) return fail(RangeError, where, name, allowed, value);
  return axes.map((axis, i) => integer(where, `${name}[${i}] (${axis})`, value[i], min));
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
      integer(where, axis === undefined ? `${name}[${i}]` : `${name}[${i}] (${axis})`, size);
    }
    sizes.push(size);
  }
  return sizes;
}

/**
 * Copies the options that a function has into an object of its own, so that a getter cannot give one
 * value to the checks and another to the computation. Call it before anything is checked. An own
 * enumerable key that the function does not have is a TypeError that names the nearest one it has.
 * `undefined` counts as omitted.
 *
 * @template {object} T @template {keyof T & string} K
 * @param {string} where @param {T | undefined} value
 * @param {readonly K[]} names all options of the function; that `T` has them is checked with the types
 * @param {string} [path] the option that contains these, if they are nested
 * @returns {Pick<T, K>}
 */
export function options(where, value, names, path = "") {
  const read = /** @type {any} */ ({});
  if (value === undefined) return read;
  if (typeof value !== "object" || value === null || Symbol.iterator in value) {
    return fail(TypeError, where, path || "options", "an object", value);
  }
  for (const key of Object.keys(value)) {
    if (!names.includes(/** @type {K} */ (key))) rejectUnknown(where, key, names, path);
  }
  for (const name of names) {
    const option = /** @type {any} */ (value)[name];
    if (option !== undefined) read[name] = option;
  }
  return read;
}

/**
 * @param {string} where @param {string} key @param {readonly string[]} names @param {string} path
 * @returns {never}
 */
function rejectUnknown(where, key, names, path) {
  const full = (/** @type {string} */ name) => JSON.stringify(path ? `${path}.${name}` : name);
  const hint = didYouMean(key, names, full) ?? listNames(names);
  throw new TypeError(`${where}: unknown option ${full(key)} (${hint})`);
}

/** @param {readonly string[]} names */
function listNames(names) {
  if (names.length === 0) return "there are no options here";
  return `known: ${names.map((name) => JSON.stringify(name)).join(", ")}`;
}
