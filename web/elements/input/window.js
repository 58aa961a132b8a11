// Moving and zooming a one-dimensional window over cells.

/** @typedef {{ start: number, end: number }} Span */

/**
 * @param {Span} span
 * @param {number} factor above 1: closer
 * @param {number} about the cell that stays where it is
 * @param {number} cells there are
 * @param {number} fewest cells in view
 * @returns {Span}
 */
export function zoomed({ start, end }, factor, about, cells, fewest) {
  const size = Math.min(Math.max((end - start) / factor, Math.min(fewest, cells)), cells);
  const part = (about - start) / (end - start);
  return held({ start: about - part * size, end: about + (1 - part) * size }, cells);
}

/** @param {Span} span @param {number} by cells @param {number} cells @returns {Span} */
export const moved = ({ start, end }, by, cells) =>
  held({ start: start + by, end: end + by }, cells);

/** The nearest span of the same size that contains a cell. @param {Span} span @param {number} cell @param {number} cells @returns {Span} */
export function showing({ start, end }, cell, cells) {
  if (cell < start) return moved({ start, end }, cell - start, cells);
  if (cell + 1 > end) return moved({ start, end }, cell + 1 - end, cells);
  return { start, end };
}

/** @param {Span} span @param {number} cells @returns {Span} */
function held({ start, end }, cells) {
  const size = end - start;
  const from = Math.min(Math.max(start, 0), cells - size);
  return { start: from, end: from + size };
}
