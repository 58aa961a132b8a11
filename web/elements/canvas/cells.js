// Cells of a matrix that are large enough to have their values written in them.
import { entryOf } from "../colour/maps.js";

/** @import { Frame } from "./axes.js" */
/** @import { Theme } from "./theme.js" */

/** Letters are at most and at least so large, in CSS pixels. */
const LARGEST = 14;
const SMALLEST = 8;

/**
 * Writes each cell's value in it, if all of them find room.
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {{ values: ArrayLike<number>, columns: number, rows: number }} matrix by rows
 * @param {(value: number) => string} label
 * @param {{ table: Uint32Array, low: number, high: number }} colours that the cells have
 * @param {Theme} theme
 */
export function writeCells(context, frame, { values, columns, rows }, label, colours, theme) {
  const width = frame.width / columns;
  const height = frame.height / rows;
  const texts = Array.from({ length: columns * rows }, (_, n) => label(values[n]));
  context.font = `${LARGEST}px ${theme.font}`;
  const widest = Math.max(...texts.map((text) => context.measureText(text).width));
  const size = Math.min(LARGEST, (LARGEST * (width - 4)) / widest, height - 3);
  if (size < SMALLEST) return;
  context.font = `${Math.floor(2 * size) / 2}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  texts.forEach((text, n) => {
    const x = frame.left + ((n % columns) + 0.5) * width;
    const y = frame.top + (Math.floor(n / columns) + 0.5) * height;
    context.fillStyle = legible(values[n], colours, theme);
    context.fillText(text, x, y + 0.5);
  });
}

/** Of ink and paper the one that is legible on a value's colour. @param {number} value @param {{ table: Uint32Array, low: number, high: number }} colours @param {Theme} theme */
function legible(value, { table, low, high }, theme) {
  const colour = table[entryOf(value, low, high)];
  const [red, green, blue] = [0, 8, 16].map((shift) => (((colour >>> shift) & 255) / 255) ** 2.2);
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
  return light === (theme.scheme === "light") ? theme.ink : theme.paper;
}
