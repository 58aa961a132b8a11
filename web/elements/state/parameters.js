// The state that a figure shows: the encoding's parameters and the cursor.

/**
 * @typedef {"sin" | "cos"} Wave
 */

/**
 * @typedef {object} State
 * @property {number} dModel width of the encoding, even
 * @property {number} length number of positions
 * @property {number} base
 * @property {number} position the cursor's position, p
 * @property {number} second a second position, q, to compare with
 * @property {number} pair the cursor's dimension pair, i
 * @property {Wave} wave which of the pair's two dimensions
 */

/** @typedef {keyof State} ParameterName */

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({
  dModel: 64,
  length: 128,
  base: 10000,
  position: 37,
  second: 47,
  pair: 6,
  wave: "sin",
});

/** The attribute, and the key in a link, of each parameter. @type {Record<ParameterName, string>} */
export const ATTRIBUTES = {
  dModel: "d-model",
  length: "length",
  base: "base",
  position: "position",
  second: "second",
  pair: "pair",
  wave: "wave",
};

export const PARAMETER_NAMES = /** @type {ParameterName[]} */ (Object.keys(ATTRIBUTES));

/** Limits for figures; up to 2^53, every position is a distinct number. */
export const LIMITS = Object.freeze({
  dModel: 1024,
  length: 2 ** 53,
  smallestBase: 1.1,
  base: 1e12,
});

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** A removed attribute is null, and frameworks write "" for a value that is missing. @param {unknown} value */
export const numberFrom = (value) => (value === null || value === "" ? Number.NaN : Number(value));

/**
 * The nearest whole number within limits; the fallback if `value` is not a finite number.
 * @param {unknown} value @param {number} low @param {number} high @param {number} fallback
 */
export function wholeWithin(value, low, high, fallback) {
  const number = numberFrom(value);
  return clamp(Number.isFinite(number) ? Math.round(number) : fallback, low, high);
}

/**
 * A valid state, from values of a link or of attributes: values out of range move to the nearest
 * value in range; a value that is not a number, or a base of 0 or less, keeps the previous one.
 * @param {Partial<Record<ParameterName, unknown>>} values
 * @param {Readonly<State>} [before]
 * @returns {State}
 */
export function normalise(values, before = DEFAULTS) {
  const pairs = wholeWithin(numberFrom(values.dModel) / 2, 1, LIMITS.dModel / 2, before.dModel / 2);
  const length = wholeWithin(values.length, 1, LIMITS.length, before.length);
  const base = Number(values.base);
  return {
    dModel: 2 * pairs,
    length,
    base:
      Number.isFinite(base) && base > 0
        ? clamp(base, LIMITS.smallestBase, LIMITS.base)
        : before.base,
    position: wholeWithin(values.position, 0, length - 1, before.position),
    second: wholeWithin(values.second, 0, length - 1, before.second),
    pair: wholeWithin(values.pair, 0, pairs - 1, before.pair),
    wave: values.wave === "sin" || values.wave === "cos" ? values.wave : before.wave,
  };
}
