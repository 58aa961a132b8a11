// README.md states the oldest browsers. No file needs newer syntax: esbuild, which rewrites what a target
// does not understand, finds nothing to rewrite.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { alias, elements } from "../../vite.config.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8").replace(/\s+/g, " ");

/** The oldest browsers, as esbuild names them. @param {RegExp} pattern */
const oldest = (pattern) => {
  const [, ...versions] = pattern.exec(readme) ?? [];
  return ["chrome", "firefox", "safari"].map((name, i) => `${name}${versions[i]}`);
};
const functions = oldest(
  /functions need Chrome or Edge \d+ \((\d+) after .*?\), Firefox (\d+), Safari (\d+\.\d+)/,
);
const figures = oldest(/figures need Chrome or Edge (\d+), Firefox (\d+) or Safari (\d+\.\d+)/);

/** A bundle for a target. @param {string} file @param {string | string[]} target */
async function bundle(file, target) {
  const { outputFiles } = await build({
    entryPoints: [`${root}${file}`],
    bundle: true,
    write: false,
    format: "esm",
    target,
    logLevel: "error",
    plugins: [
      {
        name: "phasor",
        setup({ onResolve }) {
          for (const { find, replacement } of alias) {
            onResolve({ filter: find }, ({ path }) => ({ path: path.replace(find, replacement) }));
          }
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/** @type {[file: string, browsers: string[]][]} */
const files = [
  ["web/phasor/index.js", functions],
  ["web/formats/index.js", functions],
  ...elements.map((name) => /** @type {any} */ ([`web/elements/phasor-${name}.js`, figures])),
];
it.each(files)("%s needs no syntax newer than that of %j", async (file, browsers) => {
  expect(await bundle(file, browsers)).toBe(await bundle(file, "esnext"));
});

it("esbuild rewrites what a browser lacks", async () => {
  const before = await bundle("web/phasor/index.js", "chrome90");
  expect(before).not.toBe(await bundle("web/phasor/index.js", "esnext"));
});
