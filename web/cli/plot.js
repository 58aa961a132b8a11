// plot.js: the subcommand `phasor plot`.
import { heatmap } from "phasor";
import { sizeOf } from "../formats/shape.js";
import { chartOptions, formats, show } from "./chart.js";
import { destinationOf, elementsOf, outputOptions, resultOf } from "./output.js";
import { pictureOf } from "./picture.js";
import { source, sourceTable } from "./tables.js";

/** @import { Arguments, Command, Row } from "./arguments.js" */
/** @import { Subject } from "./chart.js" */
/** @import { Result } from "./output.js" */

/** @type {Record<string, Row>} */
export const rows = {
  plot: {
    usage: "[LENGTH D_MODEL | FILE | COMMAND …] [OPTIONS]",
    about:
      "Draws a sinusoidal table, the table in FILE or from standard input, or what COMMAND makes, in the\n" +
      "terminal or as PNG or SVG. Positions run from left to right. A list becomes a curve (no PNG).\n" +
      "A pixel is the mean of the entries that it covers; for LENGTH D_MODEL the mean is exact, at any\n" +
      "zoom up to 2^53 positions. phasor plot COMMAND --help shows COMMAND's options.",
    operands: source.operands,
    options: { ...source.options, ...chartOptions },
    examples: [
      "phasor plot 512 64",
      "phasor plot 2^40 128 --start 2^52 -o far.png",
      "phasor plot similarity 256 64 -o similarity.svg",
      "phasor bias alibi --heads 8 | phasor plot",
    ],
    run: (_, args) => draw({ ...rows.plot, name: "plot", make: sourceTable }, args),
  },
};

/**
 * The command that draws the result of another.
 * @param {Command} other
 * @returns {Command}
 */
export function drawing(other) {
  const inputOptions = Object.entries(other.options).filter(([name]) => !(name in outputOptions));
  return {
    ...other,
    name: `plot ${other.name}`,
    about: `Draws what \`phasor ${other.name}\` makes, in the terminal or as PNG or SVG.`,
    options: { ...Object.fromEntries(inputOptions), ...chartOptions },
    examples: other.examples.filter((example) => example.startsWith("phasor plot ")),
    run: (_, args) => draw(other, args),
  };
}

/** @param {Command} command @param {Arguments} args */
async function draw(command, args) {
  const destination = destinationOf(args, formats);
  await show(subjectOf(args, await resultOf(command, args)), args.values, destination);
}

/**
 * The first array, or the matrix in it that --index selects.
 * @param {Arguments} args @param {Result} made
 * @returns {Subject}
 */
function subjectOf(args, { title, arrays: [array], axes, first = 0, exact }) {
  const { shape } = array;
  const [rows, columns] = shape.length === 1 ? [shape[0], 1] : shape.slice(-2);
  const matrices = sizeOf(shape.slice(0, -2));
  const { index = 0, down, across } = args.values;
  if (index >= matrices) args.fail(`--index must be below ${matrices}, got ${index}`);
  if (rows * columns === 0) args.fail("there is nothing to draw");
  const runsDown = down || (axes.down && !across);
  const subject = {
    title: matrices > 1 ? `${title}, ${index} of ${matrices}` : title,
    ...{ rows, columns, rowNames: axes.rows, columnNames: axes.columns, first, down: runsDown },
  };
  if (!exact) {
    const data = elementsOf(array, index * rows * columns, rows * columns);
    const table = { data, rows, columns };
    const paint = (/** @type {number} */ width, /** @type {number} */ height) =>
      pictureOf(table, width, height, runsDown);
    return { ...subject, ...(columns === 1 && { values: data }), paint };
  }
  return {
    ...subject,
    paint(width, height) {
      const [positionPixels, columnPixels] = runsDown ? [height, width] : [width, height];
      const pixels = heatmap({
        ...{ ...exact, position: first, width, height, positions: runsDown ? "down" : "across" },
        positionsPerPixel: rows / positionPixels,
        columnsPerPixel: columns / columnPixels,
      });
      return { pixels: new Uint8Array(pixels), kind: "diverging", low: -1, high: 1, missing: 0 };
    },
  };
}
