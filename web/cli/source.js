// source.js: the input table of dot, similarity and statistics: from a file, from standard input,
// or a sinusoidal table of a given length and width.
import { existsSync } from "node:fs";
import { conventions, sinusoidal } from "phasor";
import { FormatError } from "../formats/error.js";
import { parsed } from "./arguments.js";
import { nameOf, readInput } from "./input.js";

/** @import { Arguments, Option } from "./arguments.js" */
/** @import { Numbers } from "../formats/shape.js" */
/**
 * @typedef {object} Source
 * @property {string} title
 * @property {string | undefined} file undefined for a table that is computed
 * @property {Numbers} pe
 * @property {[rows: number, columns: number]} shape
 * @property {Record<string, unknown>} about for --json
 */

const dtypes = /** @type {const} */ (["float32", "float64"]);
export const names = /** @type {(keyof typeof conventions)[]} */ (Object.keys(conventions));

export const sourceUsage = "[FILE | LENGTH D_MODEL] [OPTIONS]";
export const sourceOperands = ["FILE or LENGTH", "D_MODEL"];
export const sourceAbout =
  "The table is in FILE, or comes from standard input, or is the sinusoidal table of LENGTH\n" +
  "positions and D_MODEL columns.";

/** @type {Record<string, Option>} */
export const sourceOptions = {
  start: { value: "P", help: "of a sinusoidal table: the first position, 0 by default" },
  base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
  convention: {
    ...{ short: "c", value: "NAME", choices: names },
    help: `${names.join(", ")};\nvaswani by default`,
  },
  dtype: { value: "TYPE", choices: dtypes, help: "float32 (default) or float64" },
};

/** @param {Arguments} args @returns {Promise<Source>} */
export async function sourceOf(args) {
  if (args.operands === 2) return computed(args);
  const file = fileOperand(args, Object.keys(sourceOptions));
  const { data, rows, columns, stack = 1 } = await readInput(args.host, file);
  if (stack > 1 && rows > stack) {
    throw new FormatError(
      `${nameOf(file)}: this is a stack of ${stack} tables; write one of them to a file`,
    );
  }
  return { title: nameOf(file), file, pe: data, shape: [rows, columns], about: {} };
}

/**
 * The only operand, a file.
 * @param {Arguments} args
 * @param {string[]} others options that do not apply to a file
 */
export function fileOperand(args, others) {
  const file = args.inputOperand(0);
  if (parsed(file) !== undefined && !existsSync(file)) args.fail("D_MODEL is missing");
  for (const each of others) {
    if (args.has(each)) args.fail(`--${each} does not apply to a file`);
  }
  return file;
}

/** @param {Arguments} args @returns {Source} */
function computed(args) {
  const [length, dModel] = [args.operandCount(0), args.operandCount(1)];
  if (length === 0) args.fail("LENGTH must be at least 1, got 0");
  const options = {
    start: args.number("start") ?? 0,
    base: args.number("base") ?? 10000,
    convention: args.choice("convention", names) ?? "vaswani",
  };
  const dtype = args.choice("dtype", dtypes);
  const pe = sinusoidal(length, dModel, { ...options, dtype });
  const about = { length, dModel, ...options };
  return { title: "sinusoidal", file: undefined, pe, shape: [length, dModel], about };
}
