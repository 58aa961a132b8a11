// What arrives at the package's users: its size in a bundle, as the README has it, and that bundlers
// take it apart and carry the WebAssembly module once.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, it, vi } from "vitest";
import wasm from "../web/phasor/wasm.js";

vi.setConfig({ testTimeout: 60_000 });

const root = new URL("../", import.meta.url);
const library = fileURLToPath(new URL("web/phasor/index.js", root));

/** A minified bundle of a module that says this. @param {string} code */
async function bundle(code) {
  const entry = "virtual:entry";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: fileURLToPath(root),
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : undefined),
      },
    ],
    build: {
      write: false,
      minify: "oxc",
      target: "es2022",
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
      modulePreload: { polyfill: false },
    },
  });
  const [{ output }] = /** @type {any[]} */ ([result].flat());
  expect(output).toHaveLength(1);
  return Buffer.from(output[0].code);
}

/** @type {[what: string, bytes: () => Promise<Buffer>][]} */
const parts = [
  ["every function", () => bundle(`export * from ${JSON.stringify(library)};`)],
  ["`sinusoidal` alone", () => bundle(`export { sinusoidal } from ${JSON.stringify(library)};`)],
  [
    "of which the WebAssembly module, as a file",
    async () => readFileSync(new URL("web/phasor/phasor.wasm", root)),
  ],
];

describe("size", () => {
  it.each(parts)("%s: about as the README says", async (what, make) => {
    const bytes = await make();
    const readme = readFileSync(new URL("README.md", root), "utf8");
    const row = readme.split("\n").find((line) => line.startsWith(`| ${what} |`)) ?? "";
    const [plain, zipped] = (row.match(/\d+(?= KB)/g) ?? []).map(Number);
    const kilobytes = [bytes.length / 1000, gzipSync(bytes, { level: 9 }).length / 1000];
    const found = kilobytes.map(Math.round).join(" KB and ");
    expect(Math.abs(kilobytes[0] / plain - 1), `it is ${found} KB`).toBeLessThan(0.25);
    expect(Math.abs(kilobytes[1] / zipped - 1), `it is ${found} KB`).toBeLessThan(0.25);
  });
});

describe("a bundle", () => {
  it("carries the module once", async () => {
    const code = (await parts[0][1]()).toString("latin1");
    expect(code.split(wasm.slice(0, 200))).toHaveLength(2);
  });

  it("leaves out what is not used", async () => {
    const code = await bundle(`import ${JSON.stringify(library)};`);
    expect(code.length).toBeLessThan(100);
  });
});

describe("what Node loads", () => {
  it("is one file with the same functions and the same bits", async () => {
    const path = fileURLToPath(new URL("web/phasor/phasor.node.js", root));
    const one = await import(/* @vite-ignore */ path);
    const many = await import("../web/phasor/index.js");
    expect(Object.keys(one).sort()).toEqual(Object.keys(many).sort());
    expect(one.sinusoidal(300, 66)).toEqual(many.sinusoidal(300, 66));
    expect(readFileSync(path, "utf8")).not.toMatch(/^import /m);
    const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    expect(exports["."].node).toBe("./web/phasor/phasor.node.js");
  });
});
