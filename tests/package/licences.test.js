// What is built for pages keeps the licences of the packages whose code is in it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { describe, expect, it, vi } from "vitest";
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
  /** @type {[figure: string, has: string[], lacks: string[]][]} */
  const figures = [
    ["clocks", ["lit"], ["uplot"]],
    ["waves", ["lit", "uplot"], []],
  ];

  it.each(figures)("%s has those of %j, each once", async (figure, has, lacks) => {
    const code = await figureFile(figure);
    for (const name of has) expect(legal(code).split(licence(name))).toHaveLength(2);
    for (const name of lacks) expect(code).not.toContain(licence(name));
    for (const name of ["@lit/reactive-element", "lit-element", "lit-html"]) {
      expect(legal(code)).toContain(`${name} `);
    }
    const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    expect(legal(code)).toContain(`phasor ${version}, MIT License, Copyright`);
  });
});

it("the page's files have them where the code is", async () => {
  const configFile = fileURLToPath(new URL("vite.config.js", root));
  const { output } = /** @type {Rolldown.RolldownOutput} */ (
    await build({ configFile, logLevel: "silent", build: { write: false } })
  );
  /** @type {Record<string, number>} */
  const files = { lit: 0, uplot: 0 };
  for (const file of output) {
    if (file.type !== "chunk") continue;
    for (const name of Object.keys(files)) {
      const part = new RegExp(`/node_modules/(@lit/)?${name}(-\\w+)?/`);
      if (!file.moduleIds.some((id) => part.test(id))) continue;
      files[name]++;
      expect(legal(file.code), file.fileName).toContain(licence(name));
    }
  }
  expect(files.lit).toBeGreaterThan(0);
  expect(files.uplot).toBeGreaterThan(0);
});
