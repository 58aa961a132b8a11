// What the first screen shows of the encoding: the values of some pairs at every position, and between
// positions for the lines that the tips draw. All from the kernels.
import { colourTable, entryOf } from "../../elements/colour/maps.js";
import { sinusoidalAt, wavelengths } from "../../phasor/index.js";

export const WIDTH = 64;
/** Points of a line from one position to the next. */
export const FINE = 8;

/** The pairs that are shown: fewer where there is less room. @param {boolean} narrow */
export const pairsFor = (narrow) =>
  narrow ? Array.from({ length: 8 }, (_, n) => 2 * n) : Array.from({ length: 20 }, (_, n) => n);

/** All pairs at a position, between whole ones too: sine, cosine, … @param {number} position */
export const rowAt = (position) => sinusoidalAt([position], WIDTH, { dtype: "float64" });

/**
 * Sines of all pairs, FINE times for each position, and the words that each pair's hand takes for a turn.
 * @typedef {{ lines: Float32Array, count: number, wavelengths: Float64Array }} Samples
 */

/** @param {number} positions @returns {Samples} */
export function sample(positions) {
  const count = FINE * (positions - 1) + 1;
  const lines = sinusoidalAt(
    Array.from({ length: count }, (_, n) => n / FINE),
    WIDTH,
  );
  return { lines, count, wavelengths: wavelengths(WIDTH) };
}

/**
 * One pixel for each pair and position.
 * @param {Samples} samples @param {readonly number[]} pairs @param {"light" | "dark"} scheme
 * @returns {HTMLCanvasElement}
 */
export function paint({ lines, count }, pairs, scheme) {
  const rows = (count - 1) / FINE + 1;
  const canvas = document.createElement("canvas");
  canvas.width = pairs.length;
  canvas.height = rows;
  const image = new ImageData(pairs.length, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = colourTable("diverging", scheme);
  for (let row = 0; row < rows; row++) {
    for (let n = 0; n < pairs.length; n++) {
      const value = lines[row * FINE * WIDTH + 2 * pairs[n]];
      pixels[row * pairs.length + n] = colours[entryOf(value, -1, 1)];
    }
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}
