// Formats numbers for labels and read-outs, with a minus sign as wide as a plus.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** @param {string} text */
const withMinus = (text) => text.replace("-", "\u2212");

/** A value with a fixed number of decimals, its whole part in groups of three digits. @param {number} value @param {number} decimals */
export const fixed = (value, decimals) =>
  withMinus(
    value
      .toFixed(decimals)
      .replace(/^-?\d+/, (digits) => digits.replace(/\d(?=(\d{3})+$)/g, "$&,")),
  );

/** A length in positions: three significant digits, or the nearest whole number from 1,000 up. @param {number} length */
export const wavelength = (length) =>
  length < 1000 ? length.toPrecision(3) : grouped.format(length);

/** The nearest whole number, in groups of three digits. @param {number} value */
export function whole(value) {
  const nearest = Math.round(value);
  return withMinus(Math.abs(nearest) < 1000 ? String(nearest) : grouped.format(nearest));
}

/** From this number up, numbers on an axis are written with a power of ten. */
const MIN_POWER_NOTATION = 1e5;

/** @param {number} power */
const superscript = (power) =>
  [...String(power)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[+sign])).join("");

/** A number with a power of ten. @param {number} value @param {number} decimals at most */
export function scientific(value, decimals) {
  if (value === 0) return "0";
  const [digits, power] = value.toExponential(decimals).split("e");
  const ten = `10${superscript(Number(power))}`;
  return Number(digits) === 1 ? ten : `${withMinus(String(Number(digits)))}·${ten}`;
}

/** A whole number, short enough for the label of an axis. @param {number} value */
export function short(value) {
  return value < MIN_POWER_NOTATION ? whole(value) : scientific(value, 2);
}

/** A value between −1 and 1, without a leading zero: −.64, 1.00. @param {number} value @param {number} [decimals] */
export const decimal = (value, decimals = 2) =>
  fixed(value, decimals).replace(/^(\u2212?)0\./, "$1.");
