// output.js: writes results to standard output, or to a file, which appears when it is complete.
import { setImmediate } from "node:timers/promises";
import { FormatError } from "../formats/error.js";
import { widened } from "../formats/half.js";
import { jsonWriter } from "../formats/json.js";
import { npzPieces } from "../formats/npz_write.js";
import { printable } from "../formats/printable.js";
import { sizeOf } from "../formats/shape.js";
import { formats, tableWriter } from "../formats/write.js";
import { Progress } from "./progress.js";
import { plain } from "./say.js";
import { writeFile } from "./target.js";

/** @import { NamedArray } from "../formats/npz_write.js" */
/** @import { Format } from "../formats/write.js" */
/** @import { Arguments, Option } from "./arguments.js" */
/** @import { Host } from "./host.js" */
/** @import { Made } from "./made.js" */
/** @typedef {Format | "npz" | "object"} OutputFormat "object" is what --json writes */

/** The formats that --format takes. */
const named = /** @type {const} */ ([...formats, "npz"]);

/** @type {Record<string, Option>} */
export const outputOptions = {
  output: {
    short: "o",
    value: "FILE",
    help: "the file to write; standard output by default, or with -.\nIt appears when it is complete",
  },
  format: {
    short: "f",
    value: "FORMAT",
    choices: named,
    help: "npy, csv, json or npz; by default from the extension of FILE,\notherwise csv",
  },
  json: { help: "write one JSON object: the parameters, the shape and the data" },
  quiet: { short: "q", help: "show no progress and no warnings" },
};

/**
 * @typedef {object} Destination
 * @property {string | undefined} path undefined for standard output
 * @property {OutputFormat} format
 * @property {boolean} quiet
 * @property {Host} host
 */

/** The extension of a file's name, in lower case. @param {string | undefined} path */
export function extensionOf(path) {
  return /\.([^./\\]+)$/.exec(path ?? "")?.[1].toLowerCase();
}

/** Whether to write numbers instead of a description. @param {Arguments} args */
export function wantsNumbers(args) {
  return args.has("format") || args.has("output");
}

/** @param {Arguments} args @returns {Destination} */
export function destinationOf(args) {
  const given = args.text("output");
  const path = given === "-" ? undefined : given;
  const extension = extensionOf(path);
  const fromName = named.find((each) => each === extension);
  const asked = args.flag("json") ? "json" : args.choice("format", named);
  if (args.flag("json") && args.has("format") && args.text("format") !== "json") {
    args.fail(`--format ${args.text("format")} cannot be used with --json`);
  }
  if (fromName !== undefined && asked !== undefined && asked !== fromName) {
    const option = args.flag("json") ? "--json" : `--format ${asked}`;
    args.fail(`${option} contradicts the extension of "${path}"`);
  }
  const format = asked ?? fromName;
  if (path !== undefined && format === undefined) {
    args.fail(`--format is required: the name "${path}" has no known extension`);
  }
  const binary = format === "npy" || format === "npz";
  if (path === undefined && binary && args.host.stdout.isTTY) {
    args.fail(`--output is required: an .${format} file is binary and cannot go to a terminal`);
  }
  return {
    path,
    format: args.flag("json") ? "object" : (format ?? "csv"),
    quiet: args.flag("quiet"),
    host: args.host,
  };
}

/**
 * Writes the result of a command. Each piece is written before the next is requested, so pieces can
 * share memory.
 * @param {Destination} destination @param {Made} made
 */
export async function writeMade({ path, format, quiet, host }, made) {
  const total = made.arrays.reduce((sum, { shape }) => sum + rowsOf(shape), 0);
  const terminal = host.stderr.isTTY === true && (path !== undefined || !host.stdout.isTTY);
  const progress = new Progress(total, terminal && !quiet, host.stderr);
  const pieces = bytesOf(format, made);
  // Throws if the format cannot hold the arrays.
  const start = pieces.next();
  await writeFile(host, path, async (write) => {
    let done = 0;
    let bytes = 0;
    try {
      for (let piece = start; !piece.done; piece = pieces.next()) {
        await write(piece.value.bytes);
        done += piece.value.rows;
        bytes += piece.value.bytes.length;
        progress.update(done, bytes);
        // Let signals through, even if a pipe takes everything at once.
        await setImmediate();
      }
    } finally {
      progress.end();
    }
  });
}

/** The number of rows: the product of all axes but the last. @param {readonly number[]} shape */
const rowsOf = (shape) => sizeOf(shape.slice(0, -1));

/**
 * @param {OutputFormat} format @param {Made} made
 * @returns {Generator<{ bytes: Uint8Array, rows: number }, undefined>}
 */
function* bytesOf(format, made) {
  if (format === "object") yield* object(made);
  else if (format === "npz") {
    for (const bytes of npzPieces(made.arrays)) yield { bytes, rows: 0 };
  } else {
    const [array, ...more] = made.arrays;
    if (more.length > 0) {
      const names = made.arrays.map(({ name }) => name).join(" and ");
      throw new FormatError(
        `${format} holds one array, and there are ${names}: use npz or --json, or select one with --values`,
      );
    }
    const writer = tableWriter(format, array.shape, array.dtype);
    yield { bytes: writer.start(), rows: 0 };
    const columns = array.shape.at(-1) || 1;
    for (const piece of array.pieces()) {
      yield { bytes: writer.rows(piece), rows: piece.length / columns };
    }
    yield { bytes: writer.end(), rows: 0 };
  }
}

/**
 * One JSON object: the parameters, then the arrays, with one row to a line. A single array is called
 * "data", so that phasor can read the object as a table.
 * @param {Made} made
 */
function* object({ about, arrays }) {
  const encoder = new TextEncoder();
  const lines = Object.entries({ ...about, ...described(arrays) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => printable(`  ${JSON.stringify(key)}: ${JSON.stringify(plain(value))}`));
  yield { bytes: encoder.encode(`{\n${lines.join(",\n")}`), rows: 0 };
  for (const { name, shape, dtype, pieces } of arrays) {
    const key = arrays.length === 1 ? "data" : name;
    yield { bytes: encoder.encode(`,\n  ${JSON.stringify(key)}: `), rows: 0 };
    const wide = dtype === "float16" || dtype === "bfloat16" ? "float32" : dtype;
    const writer = jsonWriter(shape, wide);
    for (const piece of pieces()) {
      const rows = piece.length / (shape.at(-1) || 1);
      yield { bytes: encoder.encode(writer.rows(widened(piece, dtype))), rows };
    }
    yield { bytes: encoder.encode(writer.end().trimEnd()), rows: 0 };
  }
  yield { bytes: encoder.encode("\n}\n"), rows: 0 };
}

/** The type of the arrays, and their shape if all have the same. @param {NamedArray[]} arrays */
function described([{ dtype, shape }, ...more]) {
  const same = more.every((each) => shape.length > 1 && String(each.shape) === String(shape));
  return { dtype, shape: same ? shape : undefined };
}
