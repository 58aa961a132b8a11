// numbers.js: converts numbers to text and text to numbers.

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL = /^([+-]?)(nan|inf|infinity)$/i;

/**
 * Parses a decimal number, or nan, inf or infinity in any case.
 * @param {string} text without surrounding whitespace
 * @returns {number | undefined}
 */
export function parseNumber(text) {
  if (NUMBER.test(text)) return Number(text);
  const special = SPECIAL.exec(text);
  if (!special) return undefined;
  if (special[2].toLowerCase() === "nan") return Number.NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}

/** The fewest digits that restore the same double. @param {number} x */
function shortest64(x) {
  return Object.is(x, -0) ? "-0" : String(x);
}

/** float32 represents all integers up to this one. */
const MAX_INTEGER = 2 ** 24;
const MIN_NORMAL = 2 ** -126;
const POWERS = Float64Array.from({ length: 16 }, (_, i) => Number(`1e${i}`));

/** The fewest digits that restore the same float32. @param {number} x a float32 */
function shortest32(x) {
  const size = Math.abs(x);
  if (!Number.isFinite(x) || (size <= MAX_INTEGER && Number.isInteger(x))) return shortest64(x);
  // Six digits suffice to start with: for a normal number that needs fewer, the last ones are zeros.
  const rounded = size >= 1e-4 && size < 10 ? roundedNear1 : roundedAnywhere;
  for (let digits = size < MIN_NORMAL ? 1 : 6; digits < 9; digits++) {
    const candidate = rounded(x, digits);
    if (Math.fround(candidate) === x) return String(candidate);
  }
  return String(rounded(x, 9));
}

/** Rounds to a number of significant digits. @param {number} x @param {number} digits */
const roundedAnywhere = (x, digits) => Number(x.toPrecision(digits));

/**
 * The same, but much faster: both operands of the division are exact, so the quotient is the double
 * nearest to the decimal.
 * @param {number} x of magnitude 1e-4 to 10 @param {number} digits
 */
function roundedNear1(x, digits) {
  const size = Math.abs(x);
  const zeros = Number(size < 1) + Number(size < 0.1) + Number(size < 0.01) + Number(size < 0.001);
  const scale = POWERS[digits - 1 + zeros];
  return (Math.sign(x) * Math.round(size * scale)) / scale;
}

/**
 * The function that formats elements of a type.
 * @param {"float32" | "float64" | "int32"} dtype
 * @returns {(x: number) => string}
 */
export function shortest(dtype) {
  return dtype === "float32" ? shortest32 : shortest64;
}

/**
 * Converts parsed numbers to float32 if each is the value of the shortest text of a float32.
 * Reading then restores the exact bits that `shortest32` wrote. This includes short decimals.
 * @param {Float64Array<ArrayBuffer>} data
 * @returns {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>}
 */
export function narrowIfExact(data) {
  const narrow = Float32Array.from(data);
  const same = narrow.every((x, i) => Object.is(Number(shortest32(x)), data[i]));
  return same ? narrow : data;
}
