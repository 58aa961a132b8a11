// commands.js: the table of subcommands. A module has the rows of some of them, and is loaded when one
// is used, so that phasor starts fast.
import { didYouMean } from "../phasor/check/errors.js";

/** @import { Command, Row } from "./arguments.js" */

/** What each command does, in a few words. @type {Record<string, string>} */
export const commands = {
  table: "write a sinusoidal table",
  grid: "write a sinusoidal table for the cells of a grid",
  nerf: "write NeRF's encoding of coordinates",
  rope: "show or write the frequencies, sines and cosines of a rotary embedding",
  cache: "write the cosines and sines for a model's configuration",
  bias: "write attention biases: ALiBi, T5, Swin",
  dot: "write the dot products of all pairs of rows",
  similarity: "write the cosine similarity of all pairs of rows, or the mean by distance",
  statistics: "show or write the norms, means and variances of a table",
  diagnose: "identify a table and report what is wrong with it",
  compare: "compare the arrays in two files, to units in the last place",
  plot: "draw any of these in the terminal or as PNG or SVG",
  lab: "train small transformers and test them on longer sequences",
  story: "have a small language model write, and break its positions",
  completion: "print the completion script for bash, zsh or fish",
};

/** Other words for commands, for hints. @type {Record<string, string>} */
const otherWords = {
  table: "sinusoidal encoding",
  grid: "2d sinusoidal2d image",
  nerf: "fourier",
  rope: "rotary frequencies wavelengths",
  cache: "caches config cos sin",
  bias: "alibi t5 swin",
  dot: "dotproducts products gram",
  similarity: "cosine distance",
  statistics: "stats norms variance",
  diagnose: "doctor check identify verify",
  compare: "diff difference allclose",
  plot: "draw heatmap show png svg",
  lab: "train",
  story: "break model write",
  completion: "complete completions",
};

const rope = () => import("./rope.js");
const tables = () => import("./tables.js");
/** Loads the rows of commands; tables.js has those of the others.
 * @type {Record<string, () => Promise<{ rows: Record<string, Row> }>>} */
const modules = {
  ...{ rope, cache: rope },
  bias: () => import("./bias.js"),
  diagnose: () => import("./diagnose.js"),
  compare: () => import("./compare.js"),
  plot: () => import("./plot.js"),
  lab: () => import("./lab.js"),
  story: () => import("./story.js"),
  completion: () => import("./completion.js"),
};

/** A command; undefined if there is none of this name. @param {string | undefined} name
 * @returns {Promise<Command | undefined>} */
export async function commandOf(name) {
  if (name === undefined || !Object.hasOwn(commands, name)) return undefined;
  const { rows } = await (modules[name] ?? tables)();
  return { name, ...rows[name] };
}

/** The commands whose results can be drawn. */
export async function drawable() {
  const all = await Promise.all(Object.keys(commands).map(commandOf));
  return all.filter((command) => command !== undefined).filter(({ make }) => make);
}

/** A hint to the command or global option that an unknown word probably means. @param {string} word */
export function commandMeant(word) {
  const meant = Object.keys(commands).find((name) =>
    otherWords[name].split(" ").includes(word.toLowerCase()),
  );
  return didYouMean(meant ?? word, [...Object.keys(commands), "help", "--help", "--version"]);
}
