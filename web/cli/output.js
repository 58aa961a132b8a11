// output.js: the arrays that commands make, and writing them to standard output, or to a file, which
// appears when it is complete.
import { setImmediate } from "node:timers/promises";
import { FormatError } from "../formats/error.js";
import { widenHalves } from "../formats/half.js";
import { jsonWriter } from "../formats/json.js";
import { npzPieces } from "../formats/npz_write.js";
import { printable } from "../formats/printable.js";
import { sizeOf } from "../formats/shape.js";
import { dtypeOf, formats, tableWriter } from "../formats/write.js";
import { arg } from "./arguments.js";
import { host } from "./host.js";
import { Progress } from "./progress.js";
import { complain, say, toJson } from "./say.js";
import { writeFile } from "./target.js";

/** @import { HeatmapView } from "../phasor/heatmap.js" */
/** @import { NamedArray } from "../formats/npz_write.js" */
/** @import { Numbers } from "../formats/shape.js" */
/** @import { Elements, WrittenType } from "../formats/write.js" */
/** @import { Argument, Arguments, Command } from "./arguments.js" */
/**
 * @typedef {object} Result
 * @property {string} title for pictures
 * @property {Record<string, unknown>} about the parameters, for --json
 * @property {NamedArray[]} arrays at least one
 * @property {Axes} axes for pictures
 * @property {number} [first] for pictures: the number of the first row, 0 by default
 * @property {Pick<HeatmapView, "dModel" | "base" | "layout">} [exact] for pictures: the sinusoidal table
 *   whose exact means they show
 * @property {string[]} [lines] a description, which is printed unless numbers are asked for
 * @property {string[]} [warnings]
 */
/**
 * The meaning of a matrix's axes.
 * @typedef {object} Axes
 * @property {string} rows
 * @property {string} columns
 * @property {boolean} down whether pictures show the rows from top to bottom
 */

/** @type {Axes} */
export const POSITIONS = { rows: "positions", columns: "columns", down: false };

/**
 * An array that is already in memory.
 * @param {string} name @param {Elements} data @param {readonly number[]} shape
 * @param {WrittenType} [dtype] needed for bits in a Uint16Array
 * @returns {NamedArray}
 */
export function inMemory(name, data, shape, dtype = dtypeOf(data)) {
  return { name, shape, dtype, pieces: () => [data] };
}

/**
 * Some elements of an array, all by default. @param {NamedArray} array @param {number} [from] @param {number} [count]
 * @returns {Numbers}
 */
export function elementsOf({ dtype, shape, pieces }, from = 0, count = sizeOf(shape)) {
  const wide = dtype === "float64" || dtype === "int32";
  const data = wide ? new Float64Array(count) : new Float32Array(count);
  let at = -from;
  for (const piece of pieces()) {
    const values = widenHalves(piece, dtype);
    const part = values.subarray(Math.max(0, -at), Math.max(0, count - at));
    if (part.length > 0) data.set(part, Math.max(0, at));
    at += piece.length;
  }
  return data;
}

/** The formats that --format takes. */
/** @typedef {typeof outputFormats[number]} Format */
const outputFormats = /** @type {const} */ ([...formats, "npz"]);
/** What may go to a terminal. @type {unknown[]} */
const textFormats = [undefined, "csv", "json", "svg"];

/** @type {Record<string, Argument>} */
export const outputOptions = {
  output: arg.file("the file to write; standard output by default, or with -", { short: "o" }),
  format: arg.choice("the format; by default from the extension of FILE, otherwise csv", {
    short: "f",
    value: "FORMAT",
    choices: outputFormats,
  }),
  json: arg.flag("write one JSON object: the parameters, the shape and the data", {
    excludes: ["format"],
  }),
};

/**
 * Where the result goes, and in which of some formats.
 * @template {string} T
 * @param {Arguments} args @param {readonly T[]} formats
 * @returns {{ path: string | undefined, format: T | undefined }} path: undefined for standard output
 */
export function destinationOf(args, formats) {
  const { output, format: requested = args.values.json ? "json" : undefined } = args.values;
  const path = output === "-" ? undefined : output;
  const extension = /\.([^./\\]+)$/.exec(path ?? "")?.[1].toLowerCase();
  const fromName = formats.find((format) => format === extension);
  if (fromName !== undefined && requested !== undefined && requested !== fromName) {
    args.fail(`--format ${requested} contradicts the extension of "${path}"`);
  }
  const format = requested ?? fromName;
  if (path !== undefined && format === undefined) {
    args.fail(`--format is required: the name "${path}" has no known extension`);
  }
  if (path === undefined && !textFormats.includes(format) && host.stdout.isTTY) {
    args.fail(`--output is required: ${format} is binary and cannot go to a terminal`);
  }
  return { path, format };
}

/** The arrays of a command, after its warnings. @param {Command} command @param {Arguments} args */
export async function resultOf({ make }, args) {
  if (!make) throw new Error("the command makes nothing");
  const result = await make(args.values, args);
  if (!args.values.quiet)
    for (const warning of result.warnings ?? []) complain(`warning: ${warning}`);
  return result;
}

/**
 * Writes the result of a command, or describes it. Each piece is written before the next is requested,
 * so pieces can share memory.
 * @param {Command} command @param {Arguments} args
 */
export async function writeResult(command, args) {
  const { path, format = "csv" } = destinationOf(args, outputFormats);
  const result = await resultOf(command, args);
  const wantsArrays = ["values", "output", "format", "json"].some((name) => args.has(name));
  if (result.lines && !wantsArrays) return say(result.lines);
  const { json, quiet } = args.values;
  let done = 0;
  const arrays = result.arrays.map((array) => ({
    ...array,
    *pieces() {
      for (const piece of array.pieces()) {
        yield piece;
        done += piece.length / (array.shape.at(-1) || 1);
      }
    },
  }));
  const pieces = json ? jsonObject(result.about, arrays) : bytesOf(format, arrays);
  // Throws if the format cannot hold the arrays.
  const start = pieces.next();
  const rows = arrays.reduce((sum, { shape }) => sum + sizeOf(shape.slice(0, -1)), 0);
  const terminal = host.stderr.isTTY && (path !== undefined || !host.stdout.isTTY);
  // A .npz file has checksums before the elements.
  const total = format === "npz" ? 2 * rows : rows;
  const progress = new Progress(total, "rows", terminal === true && !quiet);
  await writeFile(path, async (writeBytes) => {
    try {
      for (let piece = start; !piece.done; piece = pieces.next()) {
        await writeBytes(piece.value);
        progress.update(done);
        // Let signals through, even if a pipe takes everything at once.
        await setImmediate();
      }
    } finally {
      progress.end();
    }
  });
}

/** @param {Format} format @param {NamedArray[]} arrays @returns {Generator<Uint8Array, undefined>} */
function* bytesOf(format, arrays) {
  if (format === "npz") {
    yield* npzPieces(arrays);
    return;
  }
  const [{ shape, dtype, pieces }, ...more] = arrays;
  if (more.length > 0) {
    const names = arrays.map(({ name }) => name).join(" and ");
    throw new FormatError(
      `${format} holds one array, and there are ${names}: use npz or --json, or select one with --values`,
    );
  }
  const writer = tableWriter(format, shape, dtype);
  yield writer.start();
  for (const piece of pieces()) yield writer.rows(piece);
  yield writer.end();
}

/**
 * One JSON object: the parameters, then the arrays, with one row to a line. A single array is called
 * "data", so that phasor can read the object as a table.
 * @param {Result["about"]} about @param {NamedArray[]} arrays @returns {Generator<Uint8Array, undefined>}
 */
function* jsonObject(about, arrays) {
  const [{ dtype, shape }, ...more] = arrays;
  const same = more.every((array) => shape.length > 1 && String(array.shape) === String(shape));
  const lines = Object.entries({ ...about, dtype, shape: same ? shape : undefined })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => printable(`  ${JSON.stringify(key)}: ${JSON.stringify(toJson(value))}`));
  yield Buffer.from(`{\n${lines.join(",\n")}`);
  for (const { name, shape, dtype, pieces } of arrays) {
    yield Buffer.from(`,\n  ${JSON.stringify(more.length === 0 ? "data" : name)}: `);
    const wide = dtype === "float16" || dtype === "bfloat16" ? "float32" : dtype;
    const writer = jsonWriter(shape, wide);
    for (const part of pieces()) yield Buffer.from(writer.rows(widenHalves(part, dtype)));
    yield Buffer.from(writer.end().trimEnd());
  }
  yield Buffer.from("\n}\n");
}
