// commands.js: the table of subcommands. A module has the rows of some of them, and is loaded when one
// is used, so that phasor starts fast.
import { didYouMean } from "../phasor/check/errors.js";

/** @import { Command, Row } from "./arguments.js" */

const tables = () => import("./tables.js");
const rope = () => import("./rope.js");

/**
 * What each command does, in a few words; other words for it, for hints; the module that has its row.
 * @type {Record<string, [summary: string, also: string, load: () => Promise<{ rows: Record<string, Row> }>]>}
 */
const table = {
  table: ["write a sinusoidal table", "sinusoidal encoding", tables],
  grid: ["write a sinusoidal table for the cells of a grid", "2d sinusoidal2d image", tables],
  nerf: ["write NeRF's encoding of coordinates", "fourier", tables],
  rope: [
    "show or write the frequencies of a rotary embedding, or compare two",
    "rotary frequencies wavelengths",
    rope,
  ],
  cache: ["write the cosines and sines for a model's configuration", "caches config cos sin", rope],
  bias: ["write attention biases: ALiBi, T5, Swin", "alibi t5 swin", () => import("./bias.js")],
  dot: ["write the dot products of all pairs of rows", "dotproducts products gram", tables],
  similarity: [
    "write the cosine similarity of all pairs of rows, or the mean by distance",
    "cosine distance",
    tables,
  ],
  statistics: [
    "show or write the norms, means and variances of a table",
    "stats norms variance",
    tables,
  ],
  diagnose: [
    "identify a table and report what is wrong with it",
    "doctor check identify verify",
    () => import("./diagnose.js"),
  ],
  compare: [
    "compare the arrays in two files, to units in the last place",
    "diff difference allclose",
    () => import("./compare.js"),
  ],
  plot: [
    "draw any of these in the terminal or as PNG or SVG",
    "draw heatmap show png svg",
    () => import("./plot.js"),
  ],
  lab: [
    "train small transformers and test them on longer sequences",
    "train",
    () => import("./lab.js"),
  ],
  story: [
    "have a small language model write, and break its positions",
    "break model write",
    () => import("./story.js"),
  ],
  completion: [
    "print the completion script for bash, zsh or fish",
    "complete completions",
    () => import("./completion.js"),
  ],
};

/** What each command does. @type {Record<string, string>} */
export const commands = Object.fromEntries(
  Object.entries(table).map(([name, [summary]]) => [name, summary]),
);

/** A command; undefined if there is none of this name. @param {string | undefined} name
 * @returns {Promise<Command | undefined>} */
export async function commandOf(name) {
  if (name === undefined || !Object.hasOwn(commands, name)) return undefined;
  const [, , load] = table[name];
  const { rows } = await load();
  return { name, ...rows[name] };
}

/** The commands whose results can be drawn. */
export async function drawable() {
  const all = await Promise.all(Object.keys(commands).map(commandOf));
  return all.filter((command) => command !== undefined).filter(({ make }) => make);
}

/** A hint to the command or global option that an unknown word probably means. @param {string} word */
export function commandHint(word) {
  const synonym = Object.keys(table).find((name) =>
    table[name][1].split(" ").includes(word.toLowerCase()),
  );
  return didYouMean(synonym ?? word, [...Object.keys(commands), "help", "--help", "--version"]);
}
