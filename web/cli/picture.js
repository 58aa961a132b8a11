// picture.js: renders any table as pixels, and any list as the points of a curve.
import { entryOf, rangeFor } from "../elements/colour/maps.js";

/** @import { Table } from "../formats/shape.js" */
/**
 * @typedef {object} Picture
 * @property {Uint8Array} pixels (height, width), entries of the colour map
 * @property {"diverging" | "sequential"} kind of the colour map
 * @property {number} low the value of entry 0
 * @property {number} high the value of entry 255
 * @property {number} missing the number of non-finite entries, which are ignored
 */

/**
 * Renders a table as colours. A pixel is the mean of the entries whose centres are in it, or, if it
 * is smaller than an entry, the entry that contains its centre.
 * @param {Table} table
 * @param {number} width @param {number} height
 * @param {boolean} down whether rows run down, as in the table, or across
 * @returns {Picture}
 */
export function pictureOf({ data, rows, columns }, width, height, down) {
  const range = rangeOf(data);
  const { kind, low, high } = rangeFor(Math.min(range.low, 0), Math.max(range.high, 0));
  const xSpans = spans(down ? columns : rows, width);
  const ySpans = spans(down ? rows : columns, height);
  const [rowStride, columnStride] = down ? [columns, 1] : [1, columns];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      let count = 0;
      for (let i = ySpans[y][0]; i < ySpans[y][1]; i++) {
        for (let j = xSpans[x][0]; j < xSpans[x][1]; j++) {
          const value = data[i * rowStride + j * columnStride];
          if (!Number.isFinite(value)) continue;
          sum += value;
          count++;
        }
      }
      pixels[y * width + x] = entryOf(count > 0 ? sum / count : 0, low, high);
    }
  }
  return { pixels, kind, low, high, missing: range.missing };
}

/** The range of cells, [from, to), for each pixel. @param {number} cells @param {number} pixels */
function spans(cells, pixels) {
  const size = cells / pixels;
  return Array.from({ length: pixels }, (_, i) => {
    if (size > 1) return [Math.ceil(i * size - 0.5), Math.ceil((i + 1) * size - 0.5)];
    const cell = Math.min(Math.floor((i + 0.5) * size), cells - 1);
    return [cell, cell + 1];
  });
}

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
