// statistics.js: the subcommand `phasor statistics`.
import { encodingStatistics } from "phasor";
import { about } from "./input.js";
import { inMemory, POSITIONS } from "./made.js";
import { destinationOf, outputOptions, wantsNumbers, writeMade } from "./output.js";
import { few, say } from "./say.js";
import { sourceAbout, sourceOf, sourceOperands, sourceOptions, sourceUsage } from "./source.js";

/** @import { Arguments, Command } from "./arguments.js" */
/** @import { Made } from "./made.js" */

const values = /** @type {const} */ (["norms", "mean", "variance"]);

/** @type {Command} */
export const command = {
  name: "statistics",
  usage: sourceUsage,
  about:
    "Shows the norms of a table's rows, the means and variances of its columns, and its range.\n" +
    `With --values, --format, --output or --json, writes them in float64.\n${sourceAbout}`,
  operands: sourceOperands,
  options: {
    values: {
      ...{ value: "WHAT", choices: values },
      help: `what to write: ${values.join(", ")};\nall by default, in .npz or with --json`,
    },
    ...sourceOptions,
    ...outputOptions,
  },
  examples: [
    "phasor statistics table.npy",
    "phasor statistics 512 64 --values variance",
    "phasor plot statistics table.npy --values norms",
  ],

  async make(args) {
    return (await measured(args)).made;
  },

  async run(args) {
    const writes = args.has("values") || args.flag("json") || wantsNumbers(args);
    const destination = writes ? destinationOf(args) : undefined;
    const { made, lines } = await measured(args);
    if (destination) await writeMade(destination, made);
    else say(lines);
  },
};

/** @param {Arguments} args @returns {Promise<{ made: Made, lines: string[] }>} */
async function measured(args) {
  const { title, file, pe, shape, about: facts } = await sourceOf(args);
  const found = about(file, () => encodingStatistics(pe, shape));
  const { min, max } = found;
  const only = args.choice("values", values);
  const arrays = values
    .filter((name) => only === undefined || name === only)
    .map((name) => inMemory(name, found[name], [found[name].length], "float64"));
  const [rows, columns] = shape;
  return {
    made: {
      title: `${only ?? "norms"} of ${title}`,
      about: { ...facts, rows, columns, min, max },
      arrays,
      axes: {
        ...POSITIONS,
        rows: only === "mean" || only === "variance" ? "columns" : "positions",
      },
    },
    lines: [
      `${title}: ${rows} × ${columns}`,
      `  entries   ${few(min)} to ${few(max)}`,
      `  norms     ${range(found.norms)}`,
      `  mean      ${range(found.mean)} by column`,
      `  variance  ${range(found.variance)} by column`,
    ],
  };
}

/** The minimum and maximum of some numbers, as text. @param {Float64Array} list */
function range(list) {
  let [low, high] = [list[0], list[0]];
  for (const each of list) [low, high] = [Math.min(low, each), Math.max(high, each)];
  return `${few(low)} to ${few(high)}`;
}
