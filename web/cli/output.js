// output.js: where results go: a file that is there when it is whole, or standard output.
import { rmSync } from "node:fs";
import { chmod, open, realpath, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { formats, tableWriter } from "../formats/write.js";
import { Progress } from "./progress.js";

/** @import { Format } from "../formats/write.js" */
/** @import { Arguments, Option } from "./arguments.js" */

/** Writing failed. */
export class OutputError extends Error {}

/** @type {Record<string, Option>} */
export const outputOptions = {
  output: {
    short: "o",
    value: "FILE",
    help: "where to write; standard output by default.\nThe file appears when it is complete",
  },
  format: {
    short: "f",
    value: "FORMAT",
    help: "npy, csv or json; by default that of FILE's extension,\notherwise csv",
  },
  quiet: { short: "q", help: "no progress on a terminal, no warnings" },
};

/** The unfinished file, if there is one. */
export const interrupted = {
  /** @type {string | undefined} */
  path: undefined,
  clean() {
    if (this.path !== undefined) rmSync(this.path, { force: true });
    this.path = undefined;
  },
};

/** Hears of a closed pipe, which ends the work quietly, as with head. */
export function listen() {
  process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`phasor: standard output: ${error.message}\n`);
    process.exit(2);
  });
}

/**
 * @typedef {object} Destination
 * @property {string | undefined} path undefined for standard output
 * @property {Format} format
 * @property {boolean} quiet
 */

/** @param {Arguments} args @returns {Destination} */
export function destinationOf(args) {
  const path = args.text("output");
  const extension = /\.([^.]+)$/.exec(path ?? "")?.[1].toLowerCase();
  const named = formats.find((each) => each === extension);
  const format = args.choice("format", formats) ?? named;
  if (path !== undefined && format === undefined) {
    args.fail(`--format is needed: the name "${path}" does not tell it`);
  }
  if (path === undefined && format === "npy" && process.stdout.isTTY) {
    args.fail("--output is needed: an .npy file is nothing for a terminal");
  }
  return { path, format: format ?? "csv", quiet: args.flag("quiet") };
}

/**
 * Writes an array in pieces of whole rows. A piece is out of the way when the next one is asked for,
 * so the pieces can share their memory.
 * @param {Destination} destination
 * @param {readonly number[]} shape
 * @param {"float32" | "float64" | "int32"} dtype
 * @param {Iterable<Float32Array | Float64Array | Int32Array>} pieces
 */
export async function writeArray({ path, format, quiet }, shape, dtype, pieces) {
  const writer = tableWriter(format, shape, dtype);
  const columns = shape.at(-1) ?? 1;
  const rows = shape.slice(0, -1).reduce((product, each) => product * each, 1);
  const terminal = process.stderr.isTTY && (path !== undefined || !process.stdout.isTTY);
  const progress = new Progress(rows, terminal && !quiet);
  let done = 0;
  let bytes = 0;
  await writeFile(path, async (write) => {
    try {
      await write(writer.start());
      for (const piece of pieces) {
        const made = writer.rows(piece);
        await write(made);
        done += piece.length / columns;
        bytes += made.length;
        progress.update(done, bytes);
        // A pipe may take everything at once; signals wait for this.
        await setImmediate();
      }
      await write(writer.end());
    } finally {
      progress.end();
    }
  });
}

/** @typedef {(bytes: Uint8Array) => Promise<void>} Write */

/**
 * Has `body` write to a file, under another name until it is done, or to standard output.
 * @param {string | undefined} path
 * @param {(write: Write) => Promise<void>} body
 */
export async function writeFile(path, body) {
  if (path === undefined) {
    await body(toStandardOutput);
    return;
  }
  try {
    const old = await stat(path).catch(() => undefined);
    if (old && !old.isFile()) await writeThrough(path, body);
    else await writeApart(old ? await realpath(path) : path, old?.mode, body);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new OutputError(`${path} cannot be written: ${error.message}`, { cause: error });
  }
}

/** @type {Write} */
function toStandardOutput(bytes) {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** To a device or a named pipe, or an error for a folder. @param {string} path @param {(write: Write) => Promise<void>} body */
async function writeThrough(path, body) {
  const file = await open(path, "w");
  try {
    await body(async (bytes) => writeAll(file, bytes));
  } finally {
    await file.close();
  }
}

/**
 * @param {string} path @param {number | undefined} mode
 * @param {(write: Write) => Promise<void>} body
 */
async function writeApart(path, mode, body) {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const file = await open(temporary, "wx");
  interrupted.path = temporary;
  process.on("SIGINT", () => stop(130));
  process.on("SIGTERM", () => stop(143));
  try {
    await body(async (bytes) => writeAll(file, bytes));
    if (mode !== undefined) await chmod(temporary, mode);
    await file.close();
    await rename(temporary, path);
    interrupted.path = undefined;
  } catch (error) {
    await file.close().catch(() => {});
    interrupted.clean();
    throw error;
  }
}

/** @param {number} code */
function stop(code) {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  interrupted.clean();
  process.exit(code);
}

/** @param {import("node:fs/promises").FileHandle} file @param {Uint8Array} bytes */
async function writeAll(file, bytes) {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at)).bytesWritten;
  }
}
