// commands.js: the table of subcommands. Help, completion, hints and the tests of docs/cli.md all
// come from it and from the options of each command.
import { didYouMean } from "../phasor/check/options.js";

/** @import { Command } from "./arguments.js" */
/**
 * @typedef {object} Entry
 * @property {string} summary what it does, in a few words
 * @property {string[]} also other words for it, for hints
 * @property {() => Promise<{ command: Command }>} load loads the command when it is used, so that
 *   phasor starts fast
 */

/** @type {Record<string, Entry>} */
export const commands = {
  table: {
    summary: "write a sinusoidal table",
    also: ["sinusoidal", "encoding"],
    load: () => import("./table.js"),
  },
  grid: {
    summary: "write a sinusoidal table for the cells of a grid",
    also: ["2d", "sinusoidal2d", "image"],
    load: () => import("./grid.js"),
  },
  nerf: {
    summary: "write NeRF's encoding of coordinates",
    also: ["fourier"],
    load: () => import("./nerf.js"),
  },
  rope: {
    summary: "show or write the frequencies, sines and cosines of a rotary embedding",
    also: ["rotary", "frequencies", "wavelengths"],
    load: () => import("./rope.js"),
  },
  cache: {
    summary: "write the cosines and sines for a model's configuration",
    also: ["caches", "config", "cos", "sin"],
    load: () => import("./cache.js"),
  },
  bias: {
    summary: "write attention biases: ALiBi, T5, Swin",
    also: ["alibi", "t5", "swin"],
    load: () => import("./bias.js"),
  },
  dot: {
    summary: "write the dot products of all pairs of rows",
    also: ["dotproducts", "products", "gram"],
    load: () => import("./dot.js"),
  },
  similarity: {
    summary: "write the cosine similarity of all pairs of rows, or the mean by distance",
    also: ["cosine", "distance"],
    load: () => import("./similarity.js"),
  },
  statistics: {
    summary: "show or write the norms, means and variances of a table",
    also: ["stats", "norms", "variance"],
    load: () => import("./statistics.js"),
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

/** A command's entry. @param {string | undefined} name */
export function entryOf(name) {
  return name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** A hint to the command or global option that an unknown word probably means. @param {string} word */
export function commandMeant(word) {
  const lower = word.toLowerCase();
  const meant = Object.entries(commands).find(([, { also }]) => also.includes(lower));
  const names = meant ? [meant[0]] : [...Object.keys(commands), "help", "--help", "--version"];
  return didYouMean(meant?.[0] ?? word, names);
}
