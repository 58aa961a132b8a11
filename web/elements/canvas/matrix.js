// Paints a window of a matrix of values into pixels, through a colour table.
import { ENTRIES } from "../colour/maps.js";

/**
 * A matrix in memory: the value of cell (x, y) is values[origin + x·across + y·down].
 * @typedef {object} Matrix
 * @property {ArrayLike<number>} values
 * @property {number} columns cells across
 * @property {number} rows cells down
 * @property {number} across distance in `values` of neighbours across
 * @property {number} down distance in `values` of neighbours down
 */

/**
 * The cells in view, from left to right and from top to bottom, in fractions of a cell.
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Window
 */

/**
 * For each pixel of a line, the first cell that it shows and the one after the last: one cell where
 * cells are larger than pixels, and otherwise those whose part in the pixel is the larger.
 * @param {number} pixels @param {number} from @param {number} to @param {number} cells
 * @returns {{ first: Int32Array, past: Int32Array, single: boolean }}
 */
function cover(pixels, from, to, cells) {
  const step = (to - from) / pixels;
  const first = new Int32Array(pixels);
  const past = new Int32Array(pixels);
  const within = (/** @type {number} */ cell) => Math.min(Math.max(cell, 0), cells - 1);
  for (let n = 0; n < pixels; n++) {
    if (step <= 1) {
      first[n] = within(Math.floor(from + (n + 0.5) * step));
      past[n] = first[n] + 1;
    } else {
      first[n] = within(Math.round(from + n * step));
      past[n] = within(Math.round(from + (n + 1) * step) - 1) + 1;
    }
  }
  return { first, past, single: step <= 1 };
}

/**
 * @param {Uint32Array} pixels (height, width), filled
 * @param {number} width
 * @param {number} height
 * @param {Matrix} matrix
 * @param {Window} window
 * @param {{ table: Uint32Array, low: number, high: number }} colours values from low to high take
 *   the table's colours; a pixel that covers several cells has the colour of their mean
 */
export function paintMatrix(pixels, width, height, matrix, window, { table, low, high }) {
  const { values, across, down } = matrix;
  const x = cover(width, window.left, window.right, matrix.columns);
  const y = cover(height, window.top, window.bottom, matrix.rows);
  const last = ENTRIES - 1;
  const scale = last / (high - low);
  for (let row = 0; row < height; row++) {
    const line = row * width;
    if (row > 0 && y.first[row] === y.first[row - 1] && y.past[row] === y.past[row - 1]) {
      pixels.copyWithin(line, line - width, line);
      continue;
    }
    for (let column = 0; column < width; column++) {
      let value = values[x.first[column] * across + y.first[row] * down];
      if (!x.single || !y.single) {
        value = mean(
          values,
          across,
          down,
          x.first[column],
          x.past[column],
          y.first[row],
          y.past[row],
        );
      }
      const entry = (value - low) * scale + 0.5;
      pixels[line + column] = table[entry < 0 ? 0 : entry > last ? last : entry | 0];
    }
  }
}

/**
 * @param {ArrayLike<number>} values @param {number} across @param {number} down
 * @param {number} left @param {number} right @param {number} top @param {number} bottom
 */
function mean(values, across, down, left, right, top, bottom) {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += values[x * across + y * down];
  }
  return sum / ((right - left) * (bottom - top));
}

/** Keeps an ImageData of the size that was last asked for. */
export class Pixels {
  /** @type {ImageData | undefined} */
  #image;

  /** @param {number} width @param {number} height */
  image(width, height) {
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
    }
    return this.#image;
  }
}

/** A frame's device pixels. @param {import("./axes.js").Frame} frame @param {number} ratio */
export const pixelsOf = (frame, ratio) => ({
  width: Math.round(frame.width * ratio),
  height: Math.round(frame.height * ratio),
});

/**
 * Paints indices into a colour table into a frame of a canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./axes.js").Frame} frame on whole device pixels
 * @param {number} ratio device pixels to a CSS pixel
 * @param {Pixels} store
 * @param {ArrayLike<number>} indices (height, width)
 * @param {Uint32Array} table
 */
export function drawIndices(context, frame, ratio, store, indices, table) {
  const { width, height } = pixelsOf(frame, ratio);
  const image = store.image(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let n = 0; n < pixels.length; n++) pixels[n] = table[indices[n]];
  context.putImageData(image, Math.round(frame.left * ratio), Math.round(frame.top * ratio));
}

/**
 * Paints a matrix into a frame of a canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./axes.js").Frame} frame on whole device pixels
 * @param {number} ratio device pixels to a CSS pixel
 * @param {Pixels} store
 * @param {Matrix} matrix @param {Window} window
 * @param {{ table: Uint32Array, low: number, high: number }} colours
 */
export function drawMatrix(context, frame, ratio, store, matrix, window, colours) {
  const { width, height } = pixelsOf(frame, ratio);
  const image = store.image(width, height);
  paintMatrix(new Uint32Array(image.data.buffer), width, height, matrix, window, colours);
  context.putImageData(image, Math.round(frame.left * ratio), Math.round(frame.top * ratio));
}
