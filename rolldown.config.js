import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

/** The path of a file of the project. @param {string} path */
export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));
const [copyright] = /^Copyright .*$/m.exec(readFileSync(here("LICENSE"), "utf8")) ?? [];

/** The names of the figures, without "phasor-". */
export const figures = readdirSync(here("web/elements")).flatMap(
  (file) => /^phasor-(.+)\.js$/.exec(file)?.[1] ?? [],
);

const figureAt = (/** @type {string} */ name) => here(`web/elements/phasor-${name}.js`);

/** The sources of the package's entries, by their public names. Keep in step with package.json and tsconfig.json. */
export const sources = Object.fromEntries([
  ...figures.map((name) => [`phasor/${name}`, figureAt(name)]),
  ["phasor", here("web/phasor/index.js")],
  ["phasor/lab", here("web/phasor/lab.js")],
  // The model has the name of its figure.
  ["phasor/story", here("web/phasor/story.js")],
  ["phasor/story-figure", figureAt("story")],
  ["phasor/formats", here("web/formats/index.js")],
  ["phasor/figure", here("web/elements/core/index.js")],
  ["phasor/phasor.wasm", here("web/phasor/phasor.wasm")],
]);

/** Entries that are one file each, in dist/. */
const FUNCTIONS = { phasor: "phasor", formats: "phasor/formats" };
/** How many figures must share a module for it to belong to the chunk that all of them load. */
const SHARED_BY = 10;

/** @type {import("rolldown").RolldownOptions} */
const common = {
  platform: "neutral",
  resolve: { alias: sources },
  preserveEntrySignatures: "strict",
};
/** @type {import("rolldown").OutputOptions} */
const output = {
  dir: here("dist"),
  // Classic scripts are read in the encoding of their page, and engines keep ASCII in half the memory.
  charset: "ascii",
  postBanner: `/*! phasor ${version}, MIT License, ${copyright} */`,
  codeSplitting: false,
};
/** Names and line breaks are kept: Node.js prints the line that threw an error. */
const readable = { ...output, comments: { legal: true, jsdoc: false, annotation: true } };

export default defineConfig([
  // For Node.js and CDNs.
  ...Object.entries(FUNCTIONS).map(([name, entry]) => ({
    ...common,
    input: { [name]: sources[entry] },
    output: readable,
  })),
  { ...common, input: { tags: here("web/elements/tags.js") }, output },
  // The command, over these files: in parts, because each subcommand loads what it needs.
  {
    ...common,
    input: { phasor: here("web/cli/phasor.js") },
    platform: "node",
    resolve: {},
    external: [...Object.values(FUNCTIONS), "phasor/lab", "phasor/story"],
    output: {
      ...{ ...readable, dir: here("dist/cli"), chunkFileNames: "[name].js" },
      codeSplitting: { groups: [{ name: "shared", minShareCount: 3 }] },
    },
  },
  // The figures, for CDNs, folders and bundlers. The workers' files have their own names, because figures start them
  // by address.
  {
    ...common,
    platform: "browser",
    input: {
      figure: sources["phasor/figure"],
      ...Object.fromEntries(figures.map((name) => [name, figureAt(name)])),
      "bugs-worker": here("web/elements/figures/bugs-worker.js"),
      "length-lab-worker": here("web/elements/figures/length-lab-worker.js"),
      "story-worker": here("web/elements/figures/story-worker.js"),
    },
    output: {
      ...output,
      dir: here("dist/figures"),
      minify: true,
      codeSplitting: { groups: [{ name: "core", minShareCount: SHARED_BY }] },
    },
  },
  // All figures as one classic script, which also works from a disk. It has no address from which to start workers:
  // figures then work in the page.
  {
    ...common,
    platform: "browser",
    input: here("web/elements/index.js"),
    transform: { define: { "import.meta.url": "undefined" } },
    output: {
      ...{ ...output, dir: undefined, file: here("dist/figures.js") },
      ...{ format: "iife", name: "phasor", minify: true },
    },
  },
]);
