// Built files keep the licences of the packages whose code they contain.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { describe, expect, it, vi } from "vitest";
import { licencesOf } from "../../.ci/licences.mjs";
import { figureFile } from "./figure.js";

/** @import { Rolldown } from "vite" */

vi.setConfig({ testTimeout: 180_000 });

const root = new URL("../../", import.meta.url);

/** A package's licence. @param {string} name */
const licence = (name) =>
  readFileSync(new URL(`node_modules/${name}/LICENSE`, root), "utf8").trim();

/** Comments that minifiers keep. @param {string} code */
const legal = (code) => (code.match(/\/\*!.*?\*\//gs) ?? []).join("\n");

describe("a figure as one file", () => {
  it("names phasor's licence and no other, because it contains no other code", async () => {
    const code = await figureFile("waves");
    const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    expect(legal(code)).toContain(`phasor ${version}, MIT License, Copyright`);
    expect(legal(code)).not.toContain("Includes");
  });
});

it("the page's files contain no code of other packages without its licence", async () => {
  const configFile = fileURLToPath(new URL("vite.config.js", root));
  const { output } = /** @type {Rolldown.RolldownOutput} */ (
    await build({ configFile, logLevel: "silent", build: { write: false } })
  );
  for (const file of output) {
    if (file.type !== "chunk") continue;
    for (const { text } of licencesOf(file.moduleIds)) expect(legal(file.code)).toContain(text);
  }
});

it("a package's licence is found for its modules, once for all of them", () => {
  const modules = ["temml"].flatMap((name) =>
    existsSync(new URL(`node_modules/${name}/package.json`, root))
      ? [1, 2].map((n) => `${fileURLToPath(root)}node_modules/${name}/dist/${n}.js`)
      : [],
  );
  const found = licencesOf(modules);
  expect(found).toHaveLength(1);
  expect(found[0].names[0]).toMatch(/^temml /);
  expect(found[0].text).toBe(licence("temml"));
});
