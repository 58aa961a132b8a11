// numbers.js: numbers as text, and text as numbers.

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL = /^([+-]?)(nan|inf|infinity)$/i;

/**
 * A number as people and programs write it: decimal, or nan, inf or infinity in any case.
 * @param {string} text without blanks around it
 * @returns {number | undefined}
 */
export function parseNumber(text) {
  if (NUMBER.test(text)) return Number(text);
  const special = SPECIAL.exec(text);
  if (!special) return undefined;
  if (special[2].toLowerCase() === "nan") return Number.NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}

/** The fewest digits that give back the same double. @param {number} x */
export function shortest64(x) {
  return Object.is(x, -0) ? "-0" : String(x);
}

/** Up to here float32 tells integers apart. */
const INTEGERS = 2 ** 24;
const LEAST_NORMAL = 2 ** -126;

/** The fewest digits that give back the same float32. @param {number} x a float32 */
export function shortest32(x) {
  const size = Math.abs(x);
  if (!Number.isFinite(x) || (size <= INTEGERS && Number.isInteger(x))) return shortest64(x);
  // Rounded to six digits, a normal number that needs fewer has zeros at its end.
  for (let digits = size < LEAST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const rounded = Number(x.toPrecision(digits));
    if (Math.fround(rounded) === x) return String(rounded);
  }
  return String(Number(x.toPrecision(9)));
}

/**
 * How the elements of an array are written.
 * @param {"float32" | "float64" | "int32"} dtype
 * @returns {(x: number) => string}
 */
export function shortest(dtype) {
  return dtype === "float32" ? shortest32 : shortest64;
}
