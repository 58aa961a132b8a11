// The values of the encoding for the first screen, computed by the kernels: some pairs at every
// position, and between positions for the lines that the tips draw.
import { colourTable, entryOf } from "../../elements/colour/maps.js";
import { sinusoidalAt, wavelengths } from "../../phasor/index.js";

export const WIDTH = 64;
/** Samples of a line per position. */
export const OVERSAMPLING = 8;

/** The pairs shown; fewer in narrow windows. @param {boolean} narrow */
export const pairsFor = (narrow) =>
  narrow ? Array.from({ length: 8 }, (_, n) => 2 * n) : Array.from({ length: 20 }, (_, n) => n);

/** The encoding (sine, cosine, …) of a position, which can be fractional. @param {number} position */
export const encodingAt = (position) => sinusoidalAt([position], WIDTH, { dtype: "float64" });

/**
 * `lines`: the encoding at `count` places, OVERSAMPLING per position; `wavelengths`: words per turn.
 * @typedef {{ lines: Float32Array, count: number, wavelengths: Float64Array }} Samples
 */

/** @param {number} positions @returns {Samples} */
export function sampleTape(positions) {
  const count = OVERSAMPLING * (positions - 1) + 1;
  const lines = sinusoidalAt(
    Array.from({ length: count }, (_, n) => n / OVERSAMPLING),
    WIDTH,
  );
  return { lines, count, wavelengths: wavelengths(WIDTH) };
}

/**
 * A picture with one pixel for each pair and position.
 * @param {Samples} samples @param {readonly number[]} pairs @param {"light" | "dark"} scheme
 * @returns {HTMLCanvasElement}
 */
export function paintCells({ lines, count }, pairs, scheme) {
  const rows = (count - 1) / OVERSAMPLING + 1;
  const canvas = document.createElement("canvas");
  canvas.width = pairs.length;
  canvas.height = rows;
  const image = new ImageData(pairs.length, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = colourTable("diverging", scheme);
  for (let row = 0; row < rows; row++) {
    for (let n = 0; n < pairs.length; n++) {
      const value = lines[row * OVERSAMPLING * WIDTH + 2 * pairs[n]];
      pixels[row * pairs.length + n] = colours[entryOf(value, -1, 1)];
    }
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}
