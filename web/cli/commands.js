// commands.js: the table of subcommands. A module has the rows of some of them, and is loaded when one
// is used, so that phasor starts fast.
import { didYouMean } from "../phasor/check/options.js";

/** @import { Command, Row } from "./arguments.js" */
/**
 * @typedef {object} Entry
 * @property {string} summary what it does, in a few words
 * @property {string[]} also other words for it, for hints
 * @property {() => Promise<{ rows: Record<string, Row> }>} load
 */

/** @type {Record<string, Entry>} */
export const commands = {
  table: {
    summary: "write a sinusoidal table",
    also: ["sinusoidal", "encoding"],
    load: () => import("./tables.js"),
  },
  grid: {
    summary: "write a sinusoidal table for the cells of a grid",
    also: ["2d", "sinusoidal2d", "image"],
    load: () => import("./tables.js"),
  },
  nerf: {
    summary: "write NeRF's encoding of coordinates",
    also: ["fourier"],
    load: () => import("./tables.js"),
  },
  rope: {
    summary: "show or write the frequencies, sines and cosines of a rotary embedding",
    also: ["rotary", "frequencies", "wavelengths"],
    load: () => import("./rope.js"),
  },
  cache: {
    summary: "write the cosines and sines for a model's configuration",
    also: ["caches", "config", "cos", "sin"],
    load: () => import("./rope.js"),
  },
  bias: {
    summary: "write attention biases: ALiBi, T5, Swin",
    also: ["alibi", "t5", "swin"],
    load: () => import("./bias.js"),
  },
  dot: {
    summary: "write the dot products of all pairs of rows",
    also: ["dotproducts", "products", "gram"],
    load: () => import("./tables.js"),
  },
  similarity: {
    summary: "write the cosine similarity of all pairs of rows, or the mean by distance",
    also: ["cosine", "distance"],
    load: () => import("./tables.js"),
  },
  statistics: {
    summary: "show or write the norms, means and variances of a table",
    also: ["stats", "norms", "variance"],
    load: () => import("./tables.js"),
  },
  diagnose: {
    summary: "identify a table and report what is wrong with it",
    also: ["doctor", "check", "identify", "verify"],
    load: () => import("./diagnose.js"),
  },
  compare: {
    summary: "compare the arrays in two files, to units in the last place",
    also: ["diff", "difference", "allclose"],
    load: () => import("./compare.js"),
  },
  plot: {
    summary: "draw any of these in the terminal or as PNG or SVG",
    also: ["draw", "heatmap", "show", "png", "svg"],
    load: () => import("./plot.js"),
  },
  lab: {
    summary: "train small transformers and test them on longer sequences",
    also: ["train"],
    load: () => import("./lab.js"),
  },
  story: {
    summary: "have a small language model write, and break its positions",
    also: ["break", "model", "write"],
    load: () => import("./story.js"),
  },
  completion: {
    summary: "print the completion script for bash, zsh or fish",
    also: ["complete", "completions"],
    load: () => import("./completion.js"),
  },
};

/** A command; undefined if there is none of this name. @param {string | undefined} name
 * @returns {Promise<Command | undefined>} */
export async function commandOf(name) {
  if (name === undefined || !Object.hasOwn(commands, name)) return undefined;
  const { rows } = await commands[name].load();
  return { name, ...rows[name] };
}

/** The commands whose results can be drawn. */
export async function drawable() {
  const all = await Promise.all(Object.keys(commands).map(commandOf));
  return all.filter((command) => command !== undefined).filter(({ make }) => make);
}

/** A hint to the command or global option that an unknown word probably means. @param {string} word */
export function commandMeant(word) {
  const lower = word.toLowerCase();
  const meant = Object.entries(commands).find(([, { also }]) => also.includes(lower));
  const names = meant ? [meant[0]] : [...Object.keys(commands), "help", "--help", "--version"];
  return didYouMean(meant?.[0] ?? word, names);
}
