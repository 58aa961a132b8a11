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
const POWERS = Float64Array.from({ length: 16 }, (_, i) => Number(`1e${i}`));

/** The fewest digits that give back the same float32. @param {number} x a float32 */
export function shortest32(x) {
  const size = Math.abs(x);
  if (!Number.isFinite(x) || (size <= INTEGERS && Number.isInteger(x))) return shortest64(x);
  // Rounded to six digits, a normal number that needs fewer has zeros at its end.
  const rounded = size >= 1e-4 && size < 10 ? roundedNear1 : roundedAnywhere;
  for (let digits = size < LEAST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const candidate = rounded(x, digits);
    if (Math.fround(candidate) === x) return String(candidate);
  }
  return String(rounded(x, 9));
}

/** To so many digits. @param {number} x @param {number} digits */
const roundedAnywhere = (x, digits) => Number(x.toPrecision(digits));

/**
 * The same in a fraction of the time: both sides of the division are exact, so that the quotient is
 * the double nearest to the decimal.
 * @param {number} x 1e-4 to 10 in size @param {number} digits
 */
function roundedNear1(x, digits) {
  const size = Math.abs(x);
  const zeros = Number(size < 1) + Number(size < 0.1) + Number(size < 0.01) + Number(size < 0.001);
  const scale = POWERS[digits - 1 + zeros];
  return (Math.sign(x) * Math.round(size * scale)) / scale;
}

/**
 * How the elements of an array are written.
 * @param {"float32" | "float64" | "int32"} dtype
 * @returns {(x: number) => string}
 */
export function shortest(dtype) {
  return dtype === "float32" ? shortest32 : shortest64;
}

/**
 * Numbers that were read from text, as float32 if each is the shortest text of one, so that what
 * `shortest32` wrote comes back to the bit. Short decimals are among them.
 * @param {Float64Array<ArrayBuffer>} data
 * @returns {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>}
 */
export function narrowed(data) {
  const narrow = Float32Array.from(data);
  const same = narrow.every((x, i) => Object.is(Number(shortest32(x)), data[i]));
  return same ? narrow : data;
}
