// chart.js: shows a subject in the terminal, or writes it as PNG or SVG.
import { colourTable } from "../elements/colour/maps.js";
import { FormatError } from "../formats/error.js";
import { arg } from "./arguments.js";
import { host } from "./host.js";
import { png, svgOfCurve, svgOfPixels } from "./image.js";
import { rangeOf } from "./picture.js";
import { round, say } from "./say.js";
import { writeFile } from "./target.js";
import { depthOf, drawBraille, drawPixels, rowsInLine } from "./terminal.js";

/** @import { Argument } from "./arguments.js" */
/** @import { Picture } from "./picture.js" */
/**
 * What to draw: a matrix, which is rendered at a given number of pixels, or a list of values.
 * @typedef {object} Subject
 * @property {string} title
 * @property {string} rowNames "positions"
 * @property {string} columnNames "columns"
 * @property {number} rows
 * @property {number} columns
 * @property {number} first the number of the first row
 * @property {boolean} down whether rows run from top to bottom
 * @property {(width: number, height: number) => Picture} paint
 * @property {ArrayLike<number>} [values] of a curve, which is not painted
 */
/**
 * @typedef {object} Axis
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {boolean} [cells] whether a number n stands for a cell from n to n + 1
 * @property {boolean} [down] whether it runs down
 */
/** @typedef {{ title: string, across: Axis, upright: Axis }} Chart */
/** @typedef {"light" | "dark"} Scheme */

export const formats = /** @type {const} */ (["png", "svg"]);
/**
 * The default range of an image's sides in pixels; up to the maximum, a cell takes a whole number of
 * pixels.
 */
const SIDE = { min: 512, max: 1600 };
/** The default sizes of a curve: in pixels, and its lines in a terminal. */
const CURVE = { size: [960, 480], lines: 16 };
/** The size to assume if the terminal does not report one. */
const SCREEN = { columns: 80, rows: 24 };
/** Lines reserved for the legend and the prompt. */
const RESERVED_LINES = 3;

/** @type {Record<string, Argument>} */
export const chartOptions = {
  output: arg.file("write an image to this file, .png or .svg, or with - to standard output", {
    short: "o",
  }),
  format: arg.choice("the format of the image", { short: "f", value: "FORMAT", choices: formats }),
  size: arg.size(
    "800x600: the width and height in pixels, without axes, or in characters and lines",
    {
      min: 1,
      max: 16384,
    },
  ),
  scheme: arg.choice("by default dark in a terminal and light in an image", {
    choices: ["light", "dark"],
  }),
  index: arg.count("which matrix of several to draw, 0 by default"),
  across: arg.flag("run rows from left to right", { excludes: ["down"] }),
  down: arg.flag("run rows from top to bottom"),
};

/**
 * @param {Subject} subject
 * @param {{ size?: [width: number, height: number], scheme?: Scheme }} options
 * @param {{ path: string | undefined, format: "png" | "svg" | undefined }} destination no format for
 *   the terminal
 */
export async function show(subject, { size, scheme }, { path, format }) {
  if (format) {
    const image = imageOf(subject, size, scheme ?? "light", format);
    await writeFile(path, (write) => write(image));
    return;
  }
  // Some terminals report 0.
  const columns = host.stdout.columns || SCREEN.columns;
  if (subject.values) {
    const range = rangeOf(subject.values);
    host.stdout.write(drawBraille(subject.values, range, ...(size ?? [columns, CURVE.lines])));
    say([legend(subject, range)]);
    return;
  }
  const depth = depthOf(host.stdout, host.env);
  const tall = rowsInLine(depth);
  const lines = Math.max((host.stdout.rows || SCREEN.rows) - RESERVED_LINES, 1);
  const [horizontal, vertical] = sidesOf(subject);
  const [width, height] = size
    ? [size[0], tall * size[1]]
    : [Math.min(horizontal, columns), Math.min(vertical, tall * lines)];
  const picture = subject.paint(width, height);
  host.stdout.write(
    drawPixels(picture.pixels, width, colourTable(picture.kind, scheme ?? "dark"), depth),
  );
  say([legend(subject, picture)]);
}

/**
 * @param {Subject} subject @param {[width: number, height: number] | undefined} size
 * @param {Scheme} scheme @param {"png" | "svg"} format
 * @returns {Uint8Array}
 */
function imageOf(subject, size, scheme, format) {
  const encoder = new TextEncoder();
  if (subject.values) {
    if (format === "png") throw new FormatError("a curve is written as .svg, not as .png");
    const [width, height] = size ?? CURVE.size;
    const chart = chartOf(subject, rangeOf(subject.values));
    return encoder.encode(svgOfCurve(chart, subject.values, { width, height }, scheme));
  }
  const [width, height] =
    size ?? sidesOf(subject).map((n) => Math.min(n * Math.ceil(SIDE.min / n), SIDE.max));
  const picture = subject.paint(width, height);
  const colours = colourTable(picture.kind, scheme);
  if (format === "png") return png(picture.pixels, width, colours);
  const { pixels, low, high } = picture;
  const chart = chartOf(subject, picture);
  return encoder.encode(svgOfPixels(chart, pixels, { width, height, low, high }, colours, scheme));
}

/** The numbers of cells in the horizontal and vertical directions. @param {Subject} subject */
function sidesOf({ rows, columns, down }) {
  return down ? [columns, rows] : [rows, columns];
}

/** @param {Subject} subject @param {{ low: number, high: number, missing: number }} range */
function legend({ title, rows, columns, rowNames, columnNames, down, values }, range) {
  const { low, high, missing } = range;
  const missingText = missing > 0 ? `; ${missing} entries are not finite` : "";
  const size = `${rows} ${rowNames} ${down && !values ? "down" : "across"}`;
  const other = values ? "" : `, ${columns} ${columnNames} ${down ? "across" : "down"}`;
  return `${title}: ${size}${other}, ${round(low, 4)} to ${round(high, 4)}${missingText}`;
}

/** @param {Subject} subject @param {{ low: number, high: number }} range @returns {Chart} */
function chartOf({ title, rows, columns, rowNames, columnNames, first, down, values }, range) {
  if (values) {
    const across = { name: rowNames, low: first, high: first + Math.max(rows - 1, 1) };
    return { title, across, upright: { name: "", low: range.low, high: range.high } };
  }
  const rowAxis = { name: rowNames, low: first, high: first + rows, cells: true, down: true };
  const columnAxis = { name: columnNames, low: 0, high: columns, cells: true, down: true };
  return down
    ? { title, across: columnAxis, upright: rowAxis }
    : { title, across: rowAxis, upright: columnAxis };
}
