// build.js OUT: builds the documentation's site with VitePress, which `make docs` installs under build/docs/.
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pages } from "./pages.js";

const here = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = here("build/docs");
const source = join(folder, "pages");
const out = resolve(process.argv[2] ?? here("build/site/docs"));

rmSync(source, { recursive: true, force: true });
for (const { path, text } of pages()) {
  const file = join(source, `${path}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const name of ["rope.png", "story.png", "architecture.svg", "raw-module.cc"]) {
  cpSync(here(`docs/${name}`), join(source, name));
  cpSync(here(`docs/${name}`), join(source, "public", name));
}
writeFileSync(join(source, "index.md"), home());
mkdirSync(join(source, ".vitepress"), { recursive: true });
writeFileSync(
  join(source, ".vitepress/config.js"),
  `export { default } from ${JSON.stringify(pathToFileURL(here("web/docs/config.js")).href)};\n`,
);
cpSync(here("web/site/icon.svg"), join(source, "public/icon.svg"));
rmSync(join(source, "node_modules"), { force: true });
symlinkSync(join(folder, "node_modules"), join(source, "node_modules"));

const { build } = await import(
  pathToFileURL(createRequire(join(folder, "package.json")).resolve("vitepress")).href
);
await build(source, { outDir: out });

/** The first page. */
function home() {
  return `---
layout: home
title: phasor
hero:
  name: phasor
  text: Positional encodings for transformers
  tagline: Exact at position 1,000,000 and far beyond, with the same bits in every engine
  image: { src: /rope.png, alt: "A query and a key rotated by their positions, and the score against the distance" }
  actions:
    - { theme: brand, text: Start, link: ./start }
    - { theme: alt, text: The explanation, link: ../index.html, target: _self }
    - { theme: alt, text: Gallery, link: ../gallery.html, target: _self }
features:
  - { title: Functions, details: "Tables, RoPE, biases, gradients, analysis", link: ./api/ }
  - { title: Command, details: "npx phasor makes, shows and checks tables", link: ./cli }
  - { title: Doctor, details: "What is wrong with a port, in a sentence", link: ./wrong-ports }
  - { title: Figures, details: "Twenty custom elements for your own page", link: ./embedding }
---
`;
}
