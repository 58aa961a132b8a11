// Numbers as they stand in labels and read-outs. A minus sign is as wide as a plus.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** @param {string} text */
const withMinus = (text) => text.replace("-", "\u2212");

/** A value with a fixed number of decimals. @param {number} value @param {number} decimals */
export const fixed = (value, decimals) => withMinus(value.toFixed(decimals));

/** A length in positions: three digits, or all of those before the point. @param {number} length */
export const wavelength = (length) =>
  length < 1000 ? length.toPrecision(3) : grouped.format(length);

/** A whole number, in groups of three digits. @param {number} value */
export const whole = (value) => withMinus(grouped.format(value));
