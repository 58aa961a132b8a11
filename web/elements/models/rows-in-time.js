// How many rows a figure multiplies with each other while the reader waits.

const MOST_ROWS = 512;
/** Rows, squared, times their width: some 20 ms of double products. */
const MOST_PRODUCTS = 2 ** 26;

/** Of so many rows of a width, those that are had in time. @param {number} length @param {number} dModel */
export const rowsInTime = (length, dModel) =>
  Math.min(length, MOST_ROWS, Math.floor(Math.sqrt(MOST_PRODUCTS / dModel)));
