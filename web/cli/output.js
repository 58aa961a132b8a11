// output.js: writes results to standard output, or to a file, which appears when it is complete.
import { setImmediate } from "node:timers/promises";
import { FormatError } from "../formats/error.js";
import { widened } from "../formats/half.js";
import { jsonWriter } from "../formats/json.js";
import { npzPieces } from "../formats/npz_write.js";
import { printable } from "../formats/printable.js";
import { sizeOf } from "../formats/shape.js";
import { formats, tableWriter } from "../formats/write.js";
import { arg } from "./arguments.js";
import { host } from "./host.js";
import { Progress } from "./progress.js";
import { complain, plain, say } from "./say.js";
import { writeFile } from "./target.js";

/** @import { NamedArray } from "../formats/npz_write.js" */
/** @import { Argument, Arguments, Command } from "./arguments.js" */
/** @import { Made } from "./made.js" */

/** The formats that --format takes. */
/** @typedef {typeof named[number]} Format */
const named = /** @type {const} */ ([...formats, "npz"]);
/** What may go to a terminal. @type {unknown[]} */
const text = [undefined, "csv", "json", "svg"];

/** @type {Record<string, Argument>} */
export const outputOptions = {
  output: arg.file("the file to write; standard output by default, or with -", { short: "o" }),
  format: arg.choice("the format; by default from the extension of FILE, otherwise csv", {
    short: "f",
    value: "FORMAT",
    choices: named,
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
  const { output, format: asked = args.values.json ? "json" : undefined } = args.values;
  const path = output === "-" ? undefined : output;
  const extension = /\.([^./\\]+)$/.exec(path ?? "")?.[1].toLowerCase();
  const fromName = formats.find((each) => each === extension);
  if (fromName !== undefined && asked !== undefined && asked !== fromName) {
    args.fail(`--format ${asked} contradicts the extension of "${path}"`);
  }
  const format = asked ?? fromName;
  if (path !== undefined && format === undefined) {
    args.fail(`--format is required: the name "${path}" has no known extension`);
  }
  if (path === undefined && !text.includes(format) && host.stdout.isTTY) {
    args.fail(`--output is required: ${format} is binary and cannot go to a terminal`);
  }
  return { path, format };
}

/** The arrays of a command, after its warnings. @param {Command} command @param {Arguments} args */
export async function resultOf({ make }, args) {
  if (!make) throw new Error("the command makes nothing");
  const made = await make(args.values, args);
  if (!args.values.quiet) for (const each of made.warnings ?? []) complain(`warning: ${each}`);
  return made;
}

/**
 * Writes the result of a command, or describes it. Each piece is written before the next is requested,
 * so pieces can share memory.
 * @param {Command} command @param {Arguments} args
 */
export async function writeResult(command, args) {
  const { path, format = "csv" } = destinationOf(args, named);
  const made = await resultOf(command, args);
  const wanted = ["values", "output", "format", "json"].some((name) => args.has(name));
  if (made.lines && !wanted) return say(made.lines);
  const { json, quiet } = args.values;
  const total = made.arrays.reduce((sum, { shape }) => sum + rowsOf(shape), 0);
  const terminal = host.stderr.isTTY && (path !== undefined || !host.stdout.isTTY);
  const progress = new Progress(total, terminal === true && !quiet);
  const pieces = json ? object(made) : bytesOf(format, made);
  // Throws if the format cannot hold the arrays.
  const start = pieces.next();
  await writeFile(path, async (writeBytes) => {
    let done = 0;
    let bytes = 0;
    try {
      for (let piece = start; !piece.done; piece = pieces.next()) {
        await writeBytes(piece.value.bytes);
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
 * @param {Format} format @param {Made} made
 * @returns {Generator<{ bytes: Uint8Array, rows: number }, undefined>}
 */
function* bytesOf(format, { arrays }) {
  if (format === "npz") {
    for (const bytes of npzPieces(arrays)) yield { bytes, rows: 0 };
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
  yield { bytes: writer.start(), rows: 0 };
  for (const piece of pieces()) {
    yield { bytes: writer.rows(piece), rows: piece.length / (shape.at(-1) || 1) };
  }
  yield { bytes: writer.end(), rows: 0 };
}

/**
 * One JSON object: the parameters, then the arrays, with one row to a line. A single array is called
 * "data", so that phasor can read the object as a table.
 * @param {Made} made @returns {Generator<{ bytes: Uint8Array, rows: number }, undefined>}
 */
function* object({ about, arrays }) {
  const piece = (/** @type {string} */ text, rows = 0) => ({ bytes: Buffer.from(text), rows });
  const lines = Object.entries({ ...about, ...described(arrays) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => printable(`  ${JSON.stringify(key)}: ${JSON.stringify(plain(value))}`));
  yield piece(`{\n${lines.join(",\n")}`);
  for (const { name, shape, dtype, pieces } of arrays) {
    const key = arrays.length === 1 ? "data" : name;
    yield piece(`,\n  ${JSON.stringify(key)}: `);
    const wide = dtype === "float16" || dtype === "bfloat16" ? "float32" : dtype;
    const writer = jsonWriter(shape, wide);
    for (const part of pieces()) {
      yield piece(writer.rows(widened(part, dtype)), part.length / (shape.at(-1) || 1));
    }
    yield piece(writer.end().trimEnd());
  }
  yield piece("\n}\n");
}

/** The type of the arrays, and their shape if all have the same. @param {NamedArray[]} arrays */
function described([{ dtype, shape }, ...more]) {
  const same = more.every((each) => shape.length > 1 && String(each.shape) === String(shape));
  return { dtype, shape: same ? shape : undefined };
}
