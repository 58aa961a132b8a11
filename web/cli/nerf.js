// nerf.js: the subcommand `phasor nerf`.
import { nerf } from "phasor";
import { about, readInput } from "./input.js";
import { inMemory, POSITIONS } from "./made.js";
import { outputOptions } from "./output.js";

/** @import { Arguments, Command } from "./arguments.js" */

const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);

/** @type {Command} */
export const command = {
  name: "nerf",
  usage: "LEVELS [FILE] [OPTIONS]",
  about:
    "Writes the encodings of coordinates at LEVELS frequencies that double from one to the next. Each\n" +
    "row of FILE, or of standard input, is a point; or --points sets points on a line.",
  operands: ["LEVELS", "FILE"],
  options: {
    points: { value: "N", help: "N evenly spaced points of one coordinate, instead of a file" },
    from: { value: "X", help: "with --points: the first point, -1 by default" },
    to: { value: "X", help: "with --points: the last point, 1 by default" },
    pi: { help: "multiply the angles by π, as in the paper" },
    "no-input": { help: "leave out the coordinates themselves" },
    dtype: {
      value: "TYPE",
      choices: dtypes,
      help: "float32 (default), float64, float16 or bfloat16",
    },
    ...outputOptions,
  },
  examples: [
    "phasor nerf 10 points.csv -o encoded.npy",
    "echo 0.5,0.25,-1 | phasor nerf 4",
    "phasor plot nerf 6 --points 256",
  ],

  async make(args) {
    const levels = args.operandCount(0);
    const file = args.has("points") ? undefined : args.inputOperand(1);
    if (file !== undefined) {
      for (const each of ["from", "to"]) if (args.has(each)) args.fail(`--${each} needs --points`);
    }
    const { data, rows, columns } =
      file === undefined ? line(args) : await readInput(args.host, file);
    const options = { pi: args.flag("pi"), includeInput: !args.flag("no-input") };
    const dtype = args.choice("dtype", dtypes) ?? "float32";
    const encoded = about(file, () =>
      nerf(data, levels, { components: columns, ...options, dtype }),
    );
    const shape = [rows, columns * (2 * levels + (options.includeInput ? 1 : 0))];
    return {
      title: "NeRF",
      about: { levels, components: columns, ...options },
      arrays: [inMemory("nerf", encoded, shape, dtype)],
      axes: { ...POSITIONS, rows: "points" },
    };
  },
};

/** The points of --points, which lie on one axis. @param {Arguments} args */
function line(args) {
  if (args.operands > 1) args.fail("--points cannot be used with FILE");
  const rows = args.neededCount("points");
  const [from, to] = [args.number("from") ?? -1, args.number("to") ?? 1];
  const step = (to - from) / Math.max(rows - 1, 1);
  return { data: Float64Array.from({ length: rows }, (_, i) => from + i * step), rows, columns: 1 };
}
