// terminal.js: draws pictures and curves in a terminal.
import { pointsOf } from "./picture.js";

/** @typedef {"24bit" | "256" | "none"} Depth */

const RESET = "\x1b[0m";
const UPPER_HALF = "▀";
/** From the smallest value to the largest. */
const SHADES = " .:-=+*#%@";

/**
 * The colour depth of a stream: as FORCE_COLOR says; otherwise none if NO_COLOR is set or the stream
 * is not a terminal; otherwise as Node.js determines it from COLORTERM and TERM.
 * @param {{ isTTY?: boolean, getColorDepth?: (env?: object) => number }} stream
 * @param {Record<string, string | undefined>} env
 * @returns {Depth}
 */
export function depthOf(stream, { FORCE_COLOR, NO_COLOR, ...env }) {
  if (FORCE_COLOR !== undefined) {
    if (FORCE_COLOR === "3") return "24bit";
    return FORCE_COLOR === "0" || FORCE_COLOR === "false" ? "none" : "256";
  }
  const bits = stream.isTTY && !NO_COLOR ? (stream.getColorDepth?.(env) ?? 1) : 1;
  if (bits >= 24) return "24bit";
  return bits >= 8 ? "256" : "none";
}

/** The number of rows of pixels per line of text. @param {Depth} depth */
export function rowsInLine(depth) {
  return depth === "none" ? 1 : 2;
}

/**
 * @param {Uint8Array} pixels (height, width), indices into the colours
 * @param {number} width
 * @param {Uint32Array} colours 256 of them, 0xAABBGGRR
 * @param {Depth} depth
 * @returns {string} lines
 */
export function drawPixels(pixels, width, colours, depth) {
  let text = "";
  const step = rowsInLine(depth) * width;
  for (let at = 0; at < pixels.length; at += step) {
    const upper = pixels.subarray(at, at + width);
    if (depth === "none") text += shadeRow(upper);
    else text += colourRows(upper, pixels.subarray(at + width, at + step), colours, depth);
    text += "\n";
  }
  return text;
}

/** @param {Uint8Array} row */
function shadeRow(row) {
  return Array.from(row, (entry) => SHADES[Math.floor((entry * SHADES.length) / 256)])
    .join("")
    .trimEnd();
}

/**
 * Draws two rows of pixels in one line: the upper as the colour of the character, the lower as the
 * background.
 * @param {Uint8Array} upper @param {Uint8Array} lower empty if there is no such row
 * @param {Uint32Array} colours @param {Depth} depth
 */
function colourRows(upper, lower, colours, depth) {
  let text = "";
  let last = "";
  for (let x = 0; x < upper.length; x++) {
    const above = colourCode(colours[upper[x]], depth);
    const below = x < lower.length ? `48;${colourCode(colours[lower[x]], depth)}` : "49";
    const sequence = `\x1b[38;${above};${below}m`;
    text += (sequence === last ? "" : sequence) + UPPER_HALF;
    last = sequence;
  }
  return text + RESET;
}

/**
 * The colour part of an escape sequence, after 38 or 48.
 * @param {number} colour 0xAABBGGRR @param {Depth} depth
 */
function colourCode(colour, depth) {
  const rgb = [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
  return depth === "24bit" ? `2;${rgb.join(";")}` : `5;${nearest256(rgb)}`;
}

/** The levels of each channel in the cube of 216 colours, which starts at index 16. */
const LEVELS = [0, 95, 135, 175, 215, 255];

/** @param {number[]} rgb */
export function nearest256(rgb) {
  const [red, green, blue] = rgb.map((value) => {
    const distances = LEVELS.map((level) => Math.abs(level - value));
    return distances.indexOf(Math.min(...distances));
  });
  return 16 + 36 * red + 6 * green + blue;
}

/** The bits of the dots of a braille character, in 4 rows of 2. */
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
const BRAILLE = 0x2800;

/**
 * Draws a curve as lines of braille; each character has 2 × 4 dots.
 * @param {ArrayLike<number>} values @param {{ low: number, high: number }} range
 * @param {number} columns @param {number} lines of text
 */
export function drawBraille(values, range, columns, lines) {
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
