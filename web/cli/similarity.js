// similarity.js: the subcommand `phasor similarity`.
import { cosineSimilarity, similarityByDistance } from "phasor";
import { dtypeOf } from "../formats/write.js";
import { PAIRS } from "./dot.js";
import { about } from "./input.js";
import { inMemory, POSITIONS } from "./made.js";
import { outputOptions } from "./output.js";
import { sourceAbout, sourceOf, sourceOperands, sourceOptions, sourceUsage } from "./source.js";

/** @import { Command } from "./arguments.js" */

/** @type {Command} */
export const command = {
  name: "similarity",
  usage: sourceUsage,
  about:
    "Writes the cosine of the angle between each pair of rows of a table, (rows, rows); or with\n" +
    `--by-distance the mean dot product at each distance, (rows).\n${sourceAbout}`,
  operands: sourceOperands,
  options: {
    "by-distance": { help: "the mean dot product of rows at each distance, in float64" },
    ...sourceOptions,
    ...outputOptions,
  },
  examples: [
    "phasor similarity table.npy -o similarity.npy",
    "phasor similarity 512 64 --by-distance",
    "phasor plot similarity 512 64 --by-distance",
  ],

  async make(args) {
    const { title, file, pe, shape, about: facts } = await sourceOf(args);
    if (args.flag("by-distance")) {
      const data = about(file, () => similarityByDistance(pe, shape));
      const arrays = [inMemory("similarity", data, [shape[0]], "float64")];
      const axes = { ...POSITIONS, rows: "distances" };
      return { title: `mean dot product of ${title} by distance`, about: facts, arrays, axes };
    }
    const data = about(file, () => cosineSimilarity(pe, shape));
    const arrays = [inMemory("similarity", data, [shape[0], shape[0]], dtypeOf(data))];
    return { title: `cosine similarity of ${title}`, about: facts, arrays, axes: PAIRS };
  },
};
