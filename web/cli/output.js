// output.js: writes results to a file, which appears when it is complete, or to standard output.
import { setImmediate } from "node:timers/promises";
import { formats, tableWriter } from "../formats/write.js";
import { Progress } from "./progress.js";
import { writeFile } from "./target.js";

/** @import { Elements, Format, WrittenType } from "../formats/write.js" */
/** @import { Arguments, Option } from "./arguments.js" */

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
    help: "npy, csv or json; by default from the extension of FILE,\notherwise csv",
  },
  quiet: { short: "q", help: "show no progress and no warnings" },
};

/**
 * @typedef {object} Destination
 * @property {string | undefined} path undefined for standard output
 * @property {Format} format
 * @property {boolean} quiet
 */

/** @param {Arguments} args @returns {Destination} */
export function destinationOf(args) {
  const given = args.text("output");
  const path = given === "-" ? undefined : given;
  const extension = /\.([^.]+)$/.exec(path ?? "")?.[1].toLowerCase();
  const named = formats.find((each) => each === extension);
  const format = args.choice("format", formats) ?? named;
  if (path !== undefined && format === undefined) {
    args.fail(`--format is needed: the name "${path}" has no known extension`);
  }
  if (path === undefined && format === "npy" && process.stdout.isTTY) {
    args.fail("--output is needed: an .npy file is binary and cannot go to a terminal");
  }
  return { path, format: format ?? "csv", quiet: args.flag("quiet") };
}

/**
 * Writes an array in pieces of whole rows. Each piece is written before the next is requested, so
 * pieces can share memory.
 * @param {Destination} destination
 * @param {readonly number[]} shape
 * @param {WrittenType} dtype
 * @param {Iterable<Elements>} pieces
 */
export async function writeArray({ path, format, quiet }, shape, dtype, pieces) {
  const writer = tableWriter(format, shape, dtype);
  const columns = shape.at(-1) ?? 1;
  const rows = shape.slice(0, -1).reduce((product, each) => product * each, 1);
  const terminal = process.stderr.isTTY && (path !== undefined || !process.stdout.isTTY);
  const progress = new Progress(rows, terminal && !quiet);
  let done = 0;
  let bytes = 0;
  const start = writer.start(); // throws if the format does not support the type
  await writeFile(path, async (write) => {
    try {
      await write(start);
      for (const piece of pieces) {
        const made = writer.rows(piece);
        await write(made);
        done += piece.length / columns;
        bytes += made.length;
        progress.update(done, bytes);
        // Let signals through, even if a pipe takes everything at once.
        await setImmediate();
      }
      await write(writer.end());
    } finally {
      progress.end();
    }
  });
}
