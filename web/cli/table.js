// table.js: the subcommand `phasor table`.
import { sinusoidal, sinusoidalAt } from "phasor";
import { POSITIONS } from "./made.js";
import { outputOptions } from "./output.js";
import { names } from "./source.js";

/** @import { conventions } from "phasor" */
/** @import { Elements } from "../formats/write.js" */
/** @import { Command } from "./arguments.js" */

const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);
const arithmetics = /** @type {const} */ ([
  ...["exact", "float32", "float32-pow", "float32-exp", "bfloat16", "float16", "ggml"],
]);

const MAX_POSITION = 2 ** 53;
/** The number of values to compute and write at a time. */
const PIECE = 1 << 17;

/** @type {Command} */
export const command = {
  name: "table",
  usage: "LENGTH D_MODEL [OPTIONS]",
  about:
    "Writes the sinusoidal encodings of LENGTH positions. Tables of any length need little memory.",
  operands: ["LENGTH", "D_MODEL"],
  options: {
    start: { value: "P", help: "the first position, 0 by default" },
    base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
    convention: {
      ...{ short: "c", value: "NAME", choices: names },
      help: `${names.join(", ")};\nvaswani by default`,
    },
    dtype: {
      value: "TYPE",
      choices: dtypes,
      help: "float32 (default), float64, float16 or bfloat16",
    },
    arithmetic: {
      ...{ value: "NAME", choices: arithmetics },
      help: `the arithmetic of the angles, exact by default:\n${arithmetics.slice(1).join(", ")}\nreproduce the rounding errors of such code`,
    },
    ...outputOptions,
  },
  examples: [
    "phasor table 512 64 -o table.npy",
    "phasor table 4 8 --convention gpt-neox",
    "phasor table 1e6 1024 --format npy | sha256sum",
  ],

  make(args) {
    const length = args.operandCount(0);
    const width = args.operandCount(1);
    const start = args.number("start") ?? 0;
    const dtype = args.choice("dtype", dtypes) ?? "float32";
    const options = {
      base: args.number("base") ?? 10000,
      convention: args.choice("convention", names) ?? "vaswani",
      arithmetic: args.choice("arithmetic", arithmetics) ?? "exact",
    };
    const last = start + Math.max(length - 1, 0);
    if (Math.abs(last) > MAX_POSITION) {
      args.fail(`the last position, --start + LENGTH - 1, must be within ±2^53, got ${last}`);
    }
    // Let the package check everything else before anything is written.
    sinusoidal(0, width, { ...options, start, dtype: known(dtype) });
    const pieces = () => eachPiece(length, width, start, { ...options, dtype });
    return {
      title: start === 0 ? "sinusoidal" : `sinusoidal from position ${start}`,
      about: { length, dModel: width, start, ...options },
      arrays: [{ name: "table", shape: [length, width], dtype, pieces }],
      axes: POSITIONS,
      first: start,
    };
  },
};

/**
 * Yields the table's rows, piece by piece, in the same memory if possible. They have the same bits
 * as the whole table.
 * @param {number} length @param {number} width @param {number} start
 * @param {{ base?: number, convention?: keyof typeof conventions,
 *   arithmetic?: typeof arithmetics[number], dtype: typeof dtypes[number] }} options
 * @returns {Generator<Elements>}
 */
export function* eachPiece(length, width, start, { dtype, ...options }) {
  const rows = Math.min(length, Math.max(1, Math.floor(PIECE / width)));
  const memory = memoryFor(dtype, rows * width);
  for (let first = 0; first < length; first += rows) {
    const count = Math.min(rows, length - first);
    const out = memory?.subarray(0, count * width);
    /** @type {typeof options & { dtype?: "float32" }} */
    const how = { ...options, ...(out ? { out } : { dtype: known(dtype) }) };
    if (Number.isInteger(start)) {
      yield sinusoidal(count, width, { ...how, start: start + first });
    } else {
      // One rounding per position, as in the whole table.
      const positions = Float64Array.from({ length: count }, (_, r) => start + (first + r));
      yield sinusoidalAt(positions, width, how);
    }
  }
}

/**
 * Memory for all pieces; 16-bit types allocate each piece.
 * @param {typeof dtypes[number]} dtype @param {number} size
 */
function memoryFor(dtype, size) {
  if (dtype === "float32") return new Float32Array(size);
  return dtype === "float64" ? new Float64Array(size) : undefined;
}

/** Passes any type to the package, which rejects unknown ones. @param {typeof dtypes[number]} dtype */
const known = (dtype) => /** @type {"float32"} */ (dtype);
