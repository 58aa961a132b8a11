// curve.js: draws a list of numbers as a curve, in dots of braille.

/**
 * The points of a curve in a picture of width × height dots or pixels; a non-finite value is a gap.
 * @param {ArrayLike<number>} values
 * @param {number} width @param {number} height
 * @param {{ low: number, high: number }} range
 * @returns {([x: number, y: number] | undefined)[]} x from 0 to width − 1, y from 0 (high) to
 *   height − 1 (low)
 */
export function pointsOf(values, width, height, { low, high }) {
  const across = (width - 1) / Math.max(values.length - 1, 1);
  const up = (height - 1) / (high - low || 1);
  return Array.from(values, (value, i) =>
    Number.isFinite(value) ? [i * across, (high - value) * up] : undefined,
  );
}

/**
 * The range of the finite values, 0 to 0 if there are none, and the number of other values.
 * @param {ArrayLike<number>} values
 */
export function rangeOf(values) {
  let [low, high, missing] = [Infinity, -Infinity, 0];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) missing++;
    else [low, high] = [Math.min(low, values[i]), Math.max(high, values[i])];
  }
  if (low > high) [low, high] = [0, 0];
  return { low, high, missing };
}

/** The bits of the dots of a braille character, in 4 rows of 2. */
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
const BRAILLE = 0x2800;

/**
 * Draws a curve as lines of braille; each character has 2 × 4 dots.
 * @param {ArrayLike<number>} values @param {{ low: number, high: number }} range
 * @param {number} columns @param {number} lines of text
 */
export function braille(values, range, columns, lines) {
  const [width, height] = [2 * columns, 4 * lines];
  const cells = new Uint8Array(columns * lines);
  const points = pointsOf(values, width, height, range);
  points.forEach((to, n) => {
    if (!to) return;
    const [x1, y1] = to;
    const [x0, y0] = points[n - 1] ?? to; // a lone point is a dot
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
    for (let i = 0; i <= steps; i++) {
      const x = Math.round(x0 + ((x1 - x0) * i) / steps);
      const y = Math.round(y0 + ((y1 - y0) * i) / steps);
      cells[(y >> 2) * columns + (x >> 1)] |= DOTS[2 * (y & 3) + (x & 1)];
    }
  });
  let text = "";
  for (let line = 0; line < lines; line++) {
    const row = cells.subarray(line * columns, (line + 1) * columns);
    text += `${String.fromCharCode(...Array.from(row, (cell) => BRAILLE + cell))}\n`;
  }
  return text;
}
