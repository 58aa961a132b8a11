// plot.js: the subcommand `phasor plot`.
import { heatmap } from "phasor";
import { widened } from "../formats/half.js";
import { sizeOf } from "../formats/shape.js";
import { chartOptions, imageOf, show } from "./chart.js";
import { nameOf, readInput } from "./input.js";
import { POSITIONS } from "./made.js";
import { outputOptions } from "./output.js";
import { pictureOf } from "./picture.js";
import { fileOperand } from "./source.js";

/** @import { NamedArray } from "../formats/npz_write.js" */
/** @import { Numbers } from "../formats/shape.js" */
/** @import { Arguments, Command, Option } from "./arguments.js" */
/** @import { Subject } from "./chart.js" */
/** @import { Axes, Made } from "./made.js" */

const layouts = /** @type {const} */ (["interleaved", "concatenated"]);
/** Options of a sinusoidal table. @type {Record<string, Option>} */
const tableOptions = {
  start: { value: "P", help: "the first position, 0 by default" },
  base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
  layout: {
    ...{ value: "LAYOUT", choices: layouts },
    help: `the order of the columns: ${layouts.join(" (default) or ")}`,
  },
};
/** @type {Record<string, Option>} */
const down = { down: { help: "run positions from top to bottom" } };

/** @type {Command} */
export const command = {
  name: "plot",
  usage: "[LENGTH D_MODEL | FILE | COMMAND …] [OPTIONS]",
  about:
    "Draws a sinusoidal table, the table in FILE (.npy, CSV or JSON) or from standard input, or what\n" +
    "COMMAND makes, in the terminal or as PNG or SVG. Positions run from left to right. A list becomes\n" +
    "a curve. A pixel is the mean of the entries that it covers; for LENGTH D_MODEL the mean is exact,\n" +
    "at any zoom up to 2^53 positions. phasor plot COMMAND --help shows COMMAND's options.",
  operands: ["LENGTH or FILE", "D_MODEL"],
  options: { ...tableOptions, ...down, ...chartOptions },
  examples: [
    "phasor plot 512 64",
    "phasor plot 2^40 128 --start 2^52 --png far.png",
    "phasor plot similarity 256 64 -o similarity.svg",
    "phasor bias alibi --heads 8 | phasor plot",
  ],

  async specialize([word], { named }) {
    const other = await named(word);
    return other?.make ? drawing(other) : command;
  },

  async run(args) {
    imageOf(args);
    await show(args, args.operands === 2 ? fromParameters(args) : await fromFile(args));
  },
};

/**
 * The command that draws the result of another.
 * @param {Command} other
 * @returns {Command}
 */
export function drawing(other) {
  const { make, options } = other;
  if (!make) throw new Error(`phasor ${other.name} makes nothing to draw`);
  const own = Object.entries(options).filter(([name]) => !(name in outputOptions));
  return {
    name: `plot ${other.name}`,
    usage: other.usage,
    about: `Draws what \`phasor ${other.name}\` makes, in the terminal or as PNG or SVG.`,
    operands: other.operands,
    choices: other.choices,
    // Own options come last, since the --width and --height of `bias swin` mean its window.
    options: {
      ...{ index: { value: "N", help: "which matrix of several to draw, 0 by default" } },
      ...{ across: { help: "run rows from left to right" }, ...down, ...chartOptions },
      ...Object.fromEntries(own),
    },
    examples: other.examples.filter((each) => each.startsWith("phasor plot ")),
    async run(args) {
      imageOf(args);
      const subject = subjectOf(args, await make(args));
      await show(args, { ...subject, otherSides: "width" in options });
    },
  };
}

/**
 * The first array, or the matrix in it that --index selects.
 * @param {Arguments} args @param {Made} made
 * @returns {Subject}
 */
function subjectOf(args, { title, arrays: [array], axes = POSITIONS, first }) {
  const { shape } = array;
  const list = shape.length === 1;
  const [rows, columns] = list ? [shape[0], 1] : shape.slice(-2);
  const matrices = sizeOf(shape.slice(0, -2));
  const index = args.count("index") ?? 0;
  if (index >= matrices) args.fail(`--index must be below ${matrices}, got ${index}`);
  if (rows * columns === 0) args.fail("there is nothing to draw");
  const name = matrices > 1 ? `${title}, ${index} of ${matrices}` : title;
  args.exclude("across", ["down"]);
  const runsDown = args.flag("down") || (axes.down && !args.flag("across"));
  const data = read(array, index * rows * columns, rows * columns);
  return { ...drawable(name, { data, rows, columns }, axes, runsDown), first };
}

/**
 * Some elements of an array.
 * @param {NamedArray} array @param {number} from @param {number} count
 * @returns {Numbers}
 */
function read({ dtype, pieces }, from, count) {
  const wide = dtype === "float64" || dtype === "int32";
  const data = wide ? new Float64Array(count) : new Float32Array(count);
  let at = -from;
  for (const piece of pieces()) {
    const values = widened(piece, dtype);
    const part = values.subarray(Math.max(0, -at), Math.max(0, count - at));
    if (part.length > 0) data.set(part, Math.max(0, at));
    at += piece.length;
  }
  return data;
}

/**
 * The subject for a table: a curve if it has one column, otherwise a picture.
 * @param {string} title @param {{ data: Numbers, rows: number, columns: number }} table
 * @param {Axes} axes @param {boolean} runsDown
 * @returns {Subject}
 */
function drawable(title, table, axes, runsDown) {
  const { rows, columns, data } = table;
  const names = { rowNames: axes.rows, columnNames: axes.columns };
  const subject = { title, rows, columns, ...names, down: runsDown };
  if (columns === 1) return { ...subject, values: data };
  return { ...subject, paint: (width, height) => pictureOf(table, width, height, runsDown) };
}

/** @param {Arguments} args @returns {Subject} */
function fromParameters(args) {
  const rows = args.operandCount(0);
  const columns = args.operandCount(1);
  if (rows === 0) args.fail("LENGTH must be at least 1, got 0");
  const first = args.number("start") ?? 0;
  const base = args.number("base");
  const layout = args.choice("layout", layouts);
  const runsDown = args.flag("down");
  return {
    title: first === 0 ? "sinusoidal" : `sinusoidal from position ${first}`,
    ...{ rows, columns, first, rowNames: "positions", columnNames: "columns", down: runsDown },
    paint(width, height) {
      const [positionPixels, columnPixels] = runsDown ? [height, width] : [width, height];
      const pixels = heatmap({
        ...{ dModel: columns, base, layout, position: first },
        ...{ width, height, positions: runsDown ? "down" : "across" },
        positionsPerPixel: rows / positionPixels,
        columnsPerPixel: columns / columnPixels,
      });
      return { pixels: new Uint8Array(pixels), kind: "diverging", low: -1, high: 1, missing: 0 };
    },
  };
}

/** @param {Arguments} args @returns {Promise<Subject>} */
async function fromFile(args) {
  const file = fileOperand(args, Object.keys(tableOptions));
  return drawable(nameOf(file), await readInput(args.host, file), POSITIONS, args.flag("down"));
}
