// output.js: where results go: a file that is there when it is whole, or standard output.
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
    help: "where to write; standard output by default, and -.\nThe file appears when it is complete",
  },
  format: {
    short: "f",
    value: "FORMAT",
    help: "npy, csv or json; by default that of FILE's extension,\notherwise csv",
  },
  quiet: { short: "q", help: "no progress on a terminal, no warnings" },
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
  const start = writer.start(); // refuses what the format cannot say
  await writeFile(path, async (write) => {
    try {
      await write(start);
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
