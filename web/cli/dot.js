// dot.js: the subcommand `phasor dot`.
import { dotProducts } from "phasor";
import { dtypeOf } from "../formats/write.js";
import { about } from "./input.js";
import { inMemory } from "./made.js";
import { outputOptions } from "./output.js";
import { sourceAbout, sourceOf, sourceOperands, sourceOptions, sourceUsage } from "./source.js";

/** @import { Command } from "./arguments.js" */

/** The axes of a matrix with an entry for each pair of rows. */
export const PAIRS = { rows: "positions", columns: "positions", down: true };

/** @type {Command} */
export const command = {
  name: "dot",
  usage: sourceUsage,
  about: `Writes the dot products of all pairs of rows of a table, (rows, rows).\n${sourceAbout}`,
  operands: sourceOperands,
  options: { ...sourceOptions, ...outputOptions },
  examples: [
    "phasor dot 128 64 -o dot.npy",
    "phasor dot table.npy --json",
    "phasor plot dot 128 64",
  ],

  async make(args) {
    const { title, file, pe, shape, about: facts } = await sourceOf(args);
    const data = about(file, () => dotProducts(pe, shape));
    const arrays = [inMemory("dot", data, [shape[0], shape[0]], dtypeOf(data))];
    return { title: `dot products of ${title}`, about: facts, arrays, axes: PAIRS };
  },
};
