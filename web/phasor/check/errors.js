// errors.js: throws errors that name the function and the argument, and say what is allowed and
// what was passed.
import { quote } from "../quote.js";

const LONGEST_TEXT = 60;

/** A short description of a value. @param {unknown} value @returns {string} */
function describe(value) {
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT ? `a string of length ${value.length}` : quote(value);
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
      .map((entry) => (Array.isArray(entry) ? "an array" : describe(entry)))
      .join(", ");
    return inner.length > LONGEST_TEXT ? `an array of length ${value.length}` : `[${inner}]`;
  }
  if (typeof value === "object" && value !== null) return "an object";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * @param {typeof TypeError | typeof RangeError} Kind
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @param {string} [hint]
 * @returns {never}
 */
export function fail(Kind, where, name, allowed, got, hint) {
  const end = hint === undefined ? "" : ` (${hint})`;
  throw new Kind(`${where}: ${name} must be ${allowed}, got ${describe(got)}${end}`);
}

/**
 * Throws a TypeError for a value of the wrong kind, and a RangeError for a wrong value of the right
 * kind.
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @returns {never}
 */
export function reject(where, name, allowed, got) {
  return fail(typeof got === "number" ? RangeError : TypeError, where, name, allowed, got);
}

/**
 * Rejects a method that was called without its object.
 * @param {string} where @param {string} kind of the object, e.g. "an Arena" @param {unknown} got
 * @returns {never}
 */
export function detached(where, kind, got) {
  return fail(TypeError, where, "this", `${kind} (call it as a method)`, got);
}
