// grid.js: the subcommand `phasor grid`.
import { sinusoidal2d } from "phasor";
import { inMemory, POSITIONS } from "./made.js";
import { outputOptions } from "./output.js";

/** @import { Command } from "./arguments.js" */

const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);
const names = /** @type {const} */ (["mae", "detr", "simplevit", "timm"]);

/** @type {Command} */
export const command = {
  name: "grid",
  usage: "HEIGHT WIDTH D_MODEL [OPTIONS]",
  about:
    "Writes the sinusoidal encodings of the cells of a grid, row by row from the top,\n" +
    "(HEIGHT·WIDTH, D_MODEL). D_MODEL is a multiple of 4.",
  operands: ["HEIGHT", "WIDTH", "D_MODEL"],
  options: {
    convention: {
      ...{ short: "c", value: "NAME", choices: names },
      help: `${names.join(", ")}; mae by default`,
    },
    base: { value: "BASE", help: "the base of the frequencies, 10000 by default" },
    "class-token": { help: "add a first row of zeros" },
    normalize: { help: "divide positions by the number of cells on their axis" },
    scale: { value: "S", help: "with --normalize: the factor of positions, 2π by default" },
    dtype: {
      value: "TYPE",
      choices: dtypes,
      help: "float32 (default), float64, float16 or bfloat16",
    },
    ...outputOptions,
  },
  examples: ["phasor grid 14 14 768 -o grid.npy", "phasor plot grid 8 8 64 --convention detr"],

  make(args) {
    const [height, width, dModel] = [
      args.operandCount(0),
      args.operandCount(1),
      args.operandCount(2),
    ];
    const options = {
      convention: args.choice("convention", names) ?? "mae",
      base: args.number("base") ?? 10000,
      classToken: args.flag("class-token"),
      normalize: args.flag("normalize"),
      scale: args.number("scale"),
    };
    const dtype = args.choice("dtype", dtypes) ?? "float32";
    const data = sinusoidal2d(height, width, dModel, { ...options, dtype });
    const rows = height * width + (options.classToken ? 1 : 0);
    return {
      title: `${height} × ${width} grid`,
      about: { height, width, dModel, ...options },
      arrays: [inMemory("grid", data, [rows, dModel], dtype)],
      axes: { ...POSITIONS, rows: "cells" },
    };
  },
};
