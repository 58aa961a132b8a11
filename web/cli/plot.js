// plot.js: the subcommand `phasor plot`.
import { heatmap } from "phasor";
import { colourTable } from "../elements/colour/maps.js";
import { nameOf, readInput } from "./input.js";
import { pictureOf } from "./picture.js";
import { png } from "./png.js";
import { say } from "./say.js";
import { writeFile } from "./target.js";
import { depthOf, depths, drawn, rowsInLine } from "./terminal.js";

/** @import { Arguments, Command } from "./arguments.js" */
/** @import { Picture } from "./picture.js" */
/**
 * What to draw: its size, and a function that renders it at a given number of pixels.
 * @typedef {object} Subject
 * @property {string} title
 * @property {number} rows positions
 * @property {number} columns
 * @property {(width: number, height: number) => Picture} paint
 */

const layouts = /** @type {const} */ (["interleaved", "concatenated"]);
const schemes = /** @type {const} */ (["light", "dark"]);
const MAX_SIDE = 16384;
/**
 * The default range of a PNG's sides in pixels; up to the maximum, a cell takes a whole number of
 * pixels.
 */
const SIDE = { min: 512, max: 1600 };
/** The size to assume if the terminal does not report one. */
const SCREEN = { columns: 80, rows: 24 };
/** Lines reserved for the legend and the prompt. */
const RESERVED_LINES = 3;

/** @type {Command} */
export const command = {
  name: "plot",
  usage: "LENGTH D_MODEL [OPTIONS]  or  FILE [OPTIONS]",
  about:
    "Draws a sinusoidal table, or the one in FILE (.npy, CSV or JSON, - for standard input), in the\n" +
    "terminal or as a PNG. Positions run from left to right. A pixel is the mean of the entries that\n" +
    "it covers; for a sinusoidal table the mean is exact, at any zoom up to 2^53 positions.",
  operands: ["LENGTH or FILE", "D_MODEL"],
  options: {
    start: { value: "P", help: "the first position, 0 by default" },
    base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
    layout: {
      value: "LAYOUT",
      help: `the order of the columns: ${layouts.join(" (default) or ")}`,
    },
    down: { help: "run positions from top to bottom" },
    png: { value: "FILE", help: "write a PNG to this file" },
    width: { value: "N", help: "the width in pixels, or in characters" },
    height: { value: "N", help: "the height in pixels, or in lines" },
    scheme: {
      value: "SCHEME",
      help: "light or dark; by default dark in a terminal, light in a PNG",
    },
    colour: {
      value: "DEPTH",
      help: `${depths.join(", ")}; by default what the terminal supports.\nRespects NO_COLOR`,
    },
  },
  examples: [
    "phasor plot 512 64",
    "phasor plot 2^40 128 --start 2^52 --png far.png",
    "phasor plot table.npy --down",
  ],

  async run(args) {
    const subject = args.operands === 1 ? await fromFile(args) : fromParameters(args);
    const file = args.text("png");
    const down = args.flag("down");
    const across = down ? subject.columns : subject.rows;
    const upright = down ? subject.rows : subject.columns;
    if (file !== undefined) {
      args.exclude("png", ["colour"]);
      const width = side(args, "width") ?? pixelsFor(across, SIDE.min, SIDE.max);
      const height = side(args, "height") ?? pixelsFor(upright, SIDE.min, SIDE.max);
      const { pixels, kind } = subject.paint(width, height);
      const colours = colourTable(kind, args.choice("scheme", schemes) ?? "light");
      const bytes = png(pixels, width, colours);
      await writeFile(file, (write) => write(bytes));
      return;
    }
    const depth = args.choice("colour", depths) ?? depthOf(process.stdout);
    // Some terminals report 0.
    const columns = process.stdout.columns || SCREEN.columns;
    const rows = process.stdout.rows || SCREEN.rows;
    const tall = rowsInLine(depth);
    const max = tall * Math.max(rows - RESERVED_LINES, 1);
    const width = side(args, "width") ?? pixelsFor(across, 1, columns);
    const height = tall * (side(args, "height") ?? 0) || pixelsFor(upright, 1, max);
    const picture = subject.paint(width, height);
    const colours = colourTable(picture.kind, args.choice("scheme", schemes) ?? "dark");
    process.stdout.write(drawn(picture.pixels, width, colours, depth));
    say([legend(subject, picture, down)]);
  },
};

/** @param {Arguments} args @param {string} name */
function side(args, name) {
  const value = args.count(name);
  if (value !== undefined && (value === 0 || value > MAX_SIDE)) {
    args.fail(`--${name} must be from 1 to ${MAX_SIDE}, got ${value}`);
  }
  return value;
}

/**
 * The number of pixels for a number of cells.
 * @param {number} cells @param {number} min @param {number} max
 */
function pixelsFor(cells, min, max) {
  return Math.min(cells * Math.ceil(min / cells), max);
}

/** @param {Subject} subject @param {Picture} picture @param {boolean} down */
function legend({ title, rows, columns }, { low, high, missing }, down) {
  const [first, second] = down ? ["down", "across"] : ["across", "down"];
  const gaps = missing > 0 ? `; ${missing} entries are not finite` : "";
  const few = (/** @type {number} */ x) => String(Number(x.toPrecision(4)));
  return `${title}: ${rows} positions ${first}, ${columns} columns ${second}, ${few(low)} to ${few(high)}${gaps}`;
}

/** @param {Arguments} args @returns {Subject} */
function fromParameters(args) {
  const rows = args.operandCount(0);
  const columns = args.operandCount(1);
  if (rows === 0) args.fail("LENGTH must be at least 1, got 0");
  const start = args.number("start") ?? 0;
  const base = args.number("base");
  const layout = args.choice("layout", layouts);
  const down = args.flag("down");
  const view = { dModel: columns, base, layout, position: start };
  return {
    title: start === 0 ? "sinusoidal" : `sinusoidal from position ${start}`,
    rows,
    columns,
    paint(width, height) {
      const [positionPixels, columnPixels] = down ? [height, width] : [width, height];
      const pixels = heatmap({
        ...view,
        ...{ width, height, positions: down ? "down" : "across" },
        positionsPerPixel: rows / positionPixels,
        columnsPerPixel: columns / columnPixels,
      });
      return { pixels: new Uint8Array(pixels), kind: "diverging", low: -1, high: 1, missing: 0 };
    },
  };
}

/** @param {Arguments} args @returns {Promise<Subject>} */
async function fromFile(args) {
  for (const each of ["start", "base", "layout"]) {
    if (args.has(each)) args.fail(`--${each} does not apply to a file`);
  }
  const file = args.neededOperand(0);
  const table = await readInput(file);
  const { rows, columns } = table;
  const paint = (/** @type {number} */ width, /** @type {number} */ height) =>
    pictureOf(table, width, height, args.flag("down"));
  return { title: nameOf(file), rows, columns, paint };
}
