// A figure's own attributes: what may be declared, and how any value becomes a valid one.
import { clamp, numberFrom, wholeWithin } from "../state/parameters.js";

/**
 * What an attribute is declared as: a list of words (the first is the default), true or false, a
 * text, or a number with its limits.
 * @typedef {readonly string[] | boolean | string | { value: number, min: number, max: number, step?: number }} Declared
 */

/** @typedef {string | number | boolean} Value */

/** @param {Declared} declared @returns {Value} */
export function defaultOf(declared) {
  if (Array.isArray(declared)) return declared[0];
  if (typeof declared === "object") return /** @type {{ value: number }} */ (declared).value;
  return /** @type {string | boolean} */ (declared);
}

/** The nearest valid value, or the default if there is none. @param {Declared} declared @param {unknown} value @returns {Value} */
export function valueFor(declared, value) {
  if (Array.isArray(declared)) return declared.find((word) => word === value) ?? declared[0];
  if (typeof declared === "boolean") {
    return typeof value === "string" ? value !== "false" : Boolean(value ?? declared);
  }
  if (typeof declared === "string") return value === null ? declared : String(value ?? declared);
  const { value: fallback, min, max, step = 1 } = /** @type {any} */ (declared);
  if (step === 1) return wholeWithin(value, min, max, fallback);
  const number = numberFrom(value);
  return Number.isFinite(number) ? clamp(number, min, max) : fallback;
}

/** The HTML name of a property: dModel is d-model. @param {string} name */
export const attributeName = (name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
