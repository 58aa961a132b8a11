// chart.js: shows a subject in the terminal, or writes it as PNG, SVG or JSON.
import { colourTable } from "../elements/colour/maps.js";
import { braille, rangeOf, shaded } from "./curve.js";
import { extensionOf } from "./output.js";
import { png } from "./png.js";
import { plain, say } from "./say.js";
import { svgOfCurve, svgOfPixels } from "./svg.js";
import { writeFile } from "./target.js";
import { depthOf, depths, drawn, rowsInLine } from "./terminal.js";

/** @import { Arguments, Option } from "./arguments.js" */
/** @import { Picture } from "./picture.js" */
/**
 * What to draw: a matrix, which is rendered at a given number of pixels, or a list of values.
 * @typedef {object} Subject
 * @property {string} title
 * @property {string} rowNames "positions"
 * @property {string} columnNames "columns"
 * @property {number} rows
 * @property {number} columns
 * @property {number} [first] the number of the first row
 * @property {boolean} down whether rows run from top to bottom
 * @property {(width: number, height: number) => Picture} [paint] of a matrix
 * @property {ArrayLike<number>} [values] of a curve
 * @property {boolean} [otherSides] whether --width and --height do not mean the size of the picture
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

const schemes = /** @type {const} */ (["light", "dark"]);
const MAX_SIDE = 16384;
/**
 * The default range of an image's sides in pixels; up to the maximum, a cell takes a whole number of
 * pixels.
 */
const SIDE = { min: 512, max: 1600 };
/** The default size of a curve's image. */
const CURVE = { width: 960, height: 480, lines: 16 };
/** The size to assume if the terminal does not report one. */
const SCREEN = { columns: 80, rows: 24 };
/** Lines reserved for the legend and the prompt. */
const RESERVED_LINES = 3;
/** The colours of paper and ink in a curve's image, 0xBBGGRR. */
const SHADES = { light: [0xf9fdff, 0x143d8f], dark: [0x1b1614, 0x60a8f0] };

/** @type {Record<string, Option>} */
export const chartOptions = {
  output: { short: "o", value: "FILE", help: "write an image to this file: .png or .svg" },
  png: { value: "FILE", help: "write a PNG to this file, or with - to standard output" },
  svg: { value: "FILE", help: "write an SVG with axes to this file, or with - to standard output" },
  json: { help: "print what would be drawn as JSON" },
  width: { value: "N", help: "the width in pixels, or in characters" },
  height: { value: "N", help: "the height in pixels, or in lines" },
  size: { value: "SIZE", help: "width and height together, such as 800x600" },
  scheme: {
    ...{ value: "SCHEME", choices: schemes },
    help: "light or dark; by default dark in a terminal, light in an image",
  },
  colour: {
    ...{ value: "DEPTH", choices: depths, also: "color" },
    help: `${depths.join(", ")}; by default what the terminal supports.\nRespects NO_COLOR and FORCE_COLOR`,
  },
};

/**
 * Where an image goes: its file and format, or undefined for the terminal.
 * @param {Arguments} args
 */
export function imageOf(args) {
  args.exclude("png", ["svg", "output", "json", "colour"]);
  args.exclude("svg", ["output", "json", "colour"]);
  args.exclude("output", ["json", "colour"]);
  for (const format of /** @type {const} */ (["png", "svg"])) {
    const file = args.text(format);
    if (file === undefined) continue;
    const extension = extensionOf(file);
    if ((extension === "png" || extension === "svg") && extension !== format) {
      args.fail(`--${format} contradicts the extension of "${file}"`);
    }
    return { file, format };
  }
  const file = args.text("output");
  if (file === undefined) return undefined;
  const extension = extensionOf(file);
  if (extension === "png" || extension === "svg") {
    return { file, format: /** @type {"png" | "svg"} */ (extension) };
  }
  return args.fail(`--output must be a file with the extension .png or .svg, got "${file}"`);
}

/** @param {Arguments} args @param {Subject} subject */
export async function show(args, subject) {
  const scheme = args.choice("scheme", schemes);
  const image = imageOf(args);
  if (image) {
    const made = imageBytes(args, subject, image.format, scheme ?? "light");
    await writeFile(args.host, image.file, (write) => write(made));
  } else if (args.flag("json")) {
    await writeFile(args.host, undefined, (write) =>
      write(new TextEncoder().encode(asJson(args, subject))),
    );
  } else if (subject.values) {
    const range = rangeOf(subject.values);
    const columns = args.host.stdout.columns || SCREEN.columns;
    const width = side(args, subject, "width") ?? columns;
    const height = side(args, subject, "height") ?? CURVE.lines;
    args.host.stdout.write(braille(subject.values, range, width, height));
    say(args.host, [legend(subject, range)]);
  } else {
    await inTerminal(args, subject, scheme ?? "dark");
  }
}

/** @param {Arguments} args @param {Subject} subject @param {"light" | "dark"} scheme */
async function inTerminal(args, subject, scheme) {
  const depth = args.choice("colour", depths) ?? depthOf(args.host.stdout, args.host.env);
  const [across, upright] = sizeOf(subject);
  // Some terminals report 0.
  const columns = args.host.stdout.columns || SCREEN.columns;
  const rows = args.host.stdout.rows || SCREEN.rows;
  const tall = rowsInLine(depth);
  const max = tall * Math.max(rows - RESERVED_LINES, 1);
  const width = side(args, subject, "width") ?? pixelsFor(across, 1, columns);
  const height = tall * (side(args, subject, "height") ?? 0) || pixelsFor(upright, 1, max);
  const picture = painted(subject, width, height);
  args.host.stdout.write(drawn(picture.pixels, width, colourTable(picture.kind, scheme), depth));
  say(args.host, [legend(subject, picture)]);
}

/**
 * @param {Arguments} args @param {Subject} subject @param {"png" | "svg"} format
 * @param {"light" | "dark"} scheme
 * @returns {Uint8Array}
 */
function imageBytes(args, subject, format, scheme) {
  const encoder = new TextEncoder();
  const { values } = subject;
  if (values) {
    const range = rangeOf(values);
    const width = side(args, subject, "width") ?? CURVE.width;
    const height = side(args, subject, "height") ?? CURVE.height;
    if (format === "svg") {
      return encoder.encode(svgOfCurve(chartOf(subject, range), values, { width, height }, scheme));
    }
    return png(shaded(values, range, width, height), width, shades(scheme));
  }
  const { width, height } = imageSize(args, subject);
  const picture = painted(subject, width, height);
  const colours = colourTable(picture.kind, scheme);
  if (format === "png") return png(picture.pixels, width, colours);
  const size = { width, height, low: picture.low, high: picture.high };
  const chart = chartOf(subject, picture);
  return encoder.encode(svgOfPixels(chart, picture.pixels, size, colours, scheme));
}

/** @param {Arguments} args @param {Subject} subject */
function imageSize(args, subject) {
  const [across, upright] = sizeOf(subject);
  return {
    width: side(args, subject, "width") ?? pixelsFor(across, SIDE.min, SIDE.max),
    height: side(args, subject, "height") ?? pixelsFor(upright, SIDE.min, SIDE.max),
  };
}

/** @param {Arguments} args @param {Subject} subject */
function asJson(args, subject) {
  const { title, rows, columns, values } = subject;
  if (values) {
    const { low, high, missing } = rangeOf(values);
    return `${JSON.stringify(plain({ title, rows, low, high, missing, values: Array.from(values) }))}\n`;
  }
  const { width, height } = imageSize(args, subject);
  const { pixels, low, high, missing, kind } = painted(subject, width, height);
  const down = subject.down ? "down" : "across";
  const facts = {
    title,
    rows,
    columns,
    rowsRun: down,
    low,
    high,
    missing,
    map: kind,
    width,
    height,
  };
  return `${JSON.stringify({ ...facts, pixels: Array.from(pixels) })}\n`;
}

/** @param {Subject} subject @param {number} width @param {number} height */
function painted({ paint }, width, height) {
  if (!paint) throw new Error("there is nothing to paint");
  return paint(width, height);
}

/** The numbers of cells in the horizontal and vertical directions. @param {Subject} subject */
function sizeOf({ rows, columns, down }) {
  return down ? [columns, rows] : [rows, columns];
}

/** 256 shades from paper to ink, 0xAABBGGRR. @param {"light" | "dark"} scheme */
function shades(scheme) {
  const [paper, ink] = SHADES[scheme];
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const channel = (/** @type {number} */ shift) => {
      const [from, to] = [(paper >> shift) & 255, (ink >> shift) & 255];
      return Math.round(from + ((to - from) * i) / 255);
    };
    return ((255 << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0;
  });
}

/** @param {Arguments} args @param {Subject} subject @param {"width" | "height"} name */
function side(args, { otherSides }, name) {
  const [, ...size] = /^(\d+)x(\d+)$/.exec(args.text("size") ?? "0x0") ?? [];
  if (size.length === 0) args.fail(`--size must be like 800x600, got "${args.text("size")}"`);
  if (args.has("size")) return inRange(args, "size", Number(size[name === "width" ? 0 : 1]));
  return otherSides ? undefined : inRange(args, name, args.count(name));
}

/** @param {Arguments} args @param {string} name @param {number | undefined} value */
function inRange(args, name, value) {
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

/** @param {Subject} subject @param {{ low: number, high: number, missing: number }} range */
function legend({ title, rows, columns, rowNames, columnNames, down, values }, range) {
  const { low, high, missing } = range;
  const [first, second] = down ? ["down", "across"] : ["across", "down"];
  const gaps = missing > 0 ? `; ${missing} entries are not finite` : "";
  const few = (/** @type {number} */ x) => String(Number(x.toPrecision(4)));
  const size = values
    ? `${rows} ${rowNames} across`
    : `${rows} ${rowNames} ${first}, ${columns} ${columnNames} ${second}`;
  return `${title}: ${size}, ${few(low)} to ${few(high)}${gaps}`;
}

/** @param {Subject} subject @param {{ low: number, high: number }} range @returns {Chart} */
function chartOf({ title, rows, columns, rowNames, columnNames, first = 0, down, values }, range) {
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
