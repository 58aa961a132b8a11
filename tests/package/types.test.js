// The package's types in strict programs: with every supported TypeScript, in every way of finding
// modules, with and without the DOM, and in the templates of frameworks. With TYPES=all (make
// test-types), all compilers are installed and used; otherwise only the current one.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as phasor from "../../web/phasor/index.js";
import { createConsumer, root, run } from "./consumer.js";
import { completionsAt } from "./editor.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const sources = join(root, "tests/package/types");
/** Where `make test-types` installs compilers and frameworks. */
const installed = join(root, "build/types");
const tools = join(installed, "node_modules");
const all = process.env.TYPES === "all";
const folder = join(installed, "programs");

/** @type {ReturnType<typeof createConsumer>} */
let consumer;
beforeAll(() => {
  consumer = createConsumer();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/phasor"), { recursive: true });
  const place = join(folder, "node_modules/phasor");
  run("tar", ["-xzf", consumer.tarball, "-C", place, "--strip-components=1"], root);
  for (const name of readdirSync(sources)) copyFileSync(join(sources, name), join(folder, name));
  // Without "type" in package.json, nodenext treats a .ts file as CommonJS.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  copyFileSync(join(root, "tests/package/undefined.ts"), join(folder, "undefined.ts"));
  writeFileSync(join(folder, "svelte.config.js"), "export default {};\n");
  const program = readFileSync(join(folder, "program.ts"), "utf8");
  writeFileSync(join(folder, "program.cts"), program);
});
afterAll(() => consumer?.remove());

const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  // With declarations, which must name the type of every export.
  ...{ declaration: true, skipLibCheck: false, target: "es2022", types: [], jsx: "react-jsx" },
};
const bundler = { module: "preserve", moduleResolution: "bundler" };
const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
const noDom = ["es2022"];
const dom = ["es2022", "dom", "dom.iterable"];
const core = ["program.ts", "undefined.ts"];

/** @typedef {[name: string, options: object, lib: string[], files: string[]]} Program */
const tags = ["react.tsx", "preact.tsx"];
/** @type {Program[]} */
const programs = [
  ["nodenext, without the DOM", nodenext, noDom, core],
  ["bundler, with figures", bundler, dom, ["program.ts", "figures.ts", ...(all ? tags : [])]],
];
/** Since version 5.8, a CommonJS file may require ES modules. @type {Program} */
const common = ["nodenext, CommonJS", nodenext, noDom, ["program.cts"]];

/** @type {[version: string, compiler: string][]} */
const compilers = [
  ...["5.4", "5.6", "5.8", "6.0"].map(
    (version) =>
      /** @type {[string, string]} */ ([version, join(tools, `typescript-${version}/lib/tsc.js`)]),
  ),
  ["today's", join(root, "node_modules/typescript/bin/tsc")],
];

function configure(/** @type {Program} */ [, how, lib, files]) {
  const compilerOptions = { ...strict, ...how, lib, outDir: "out" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
}

describe.each(all ? compilers : compilers.slice(-1))("TypeScript %s", (version, compiler) => {
  const rows = ["5.4", "5.6"].includes(version) ? programs : [...programs, common];
  it.each(rows)("accepts the program %s", (...program) => {
    configure(program);
    run(process.execPath, [compiler, "-p", folder, "--pretty", "false"], folder);
  });
});

// Only `make test-types` installs them.
if (all) {
  describe("types in templates", () => {
    /** @param {string} program @param {string[]} parameters */
    const tool = (program, parameters) =>
      run(process.execPath, [join(tools, program), ...parameters], folder);

    it("of Vue are checked", () => {
      configure(["", bundler, dom, ["Page.vue"]]);
      tool("vue-tsc/bin/vue-tsc.js", ["-p", folder, "--noEmit"]);
    });

    it("of Svelte are checked", () => {
      configure(["", bundler, dom, ["Page.svelte"]]);
      const check = ["--tsconfig", "tsconfig.json", "--output", "machine"];
      tool("svelte-check/bin/svelte-check", check);
      configure(["", bundler, dom, ["Wrong.svelte"]]);
      expect(() => tool("svelte-check/bin/svelte-check", check)).toThrow("diagonal");
    });
  });
}

if (all) {
  describe("editors complete", () => {
    const numbers = ["float32", "float64"];
    const dtypes = [...numbers, "float16", "bfloat16"];

    it.each([
      ...["sinusoidal(2, 4", "sinusoidalAt([2], 4", "sinusoidal2d(2, 2, 8", "nerf([1], 4"].map(
        (call) => /** @type {[string, string[]]} */ ([`${call}, { dtype: "`, dtypes]),
      ),
      ['alibiBias(2, 2, 2, { dtype: "', dtypes],
      ['new RotaryEmbedding(8, { dtype: "', dtypes],
      ['new RotaryEmbedding(8, { layout: "', ["interleaved", "half"]],
      ['new SinusoidalPositionalEncoding(8, 8, { dtype: "', numbers],
      ['new LearnedPositionalEncoding(8, 8, { dtype: "', numbers],
      ['ropeFromConfig("{}", { part: "', ["text", "vision", "audio"]],
    ])("%s", (expression, words) => {
      const offered = completionsAt(tools, folder, expression);
      expect(offered.toSorted()).toEqual(words.toSorted());
    });
  });
}

describe("editors show", () => {
  const text = readFileSync(join(root, "dist/types/index.d.ts"), "utf8");

  it("what a class does at its constructor", () => {
    const constructors = [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*constructor\(/g)];
    expect(constructors.length).toBeGreaterThan(3);
    for (const [, comment] of constructors) expect(comment).toMatch(/^\s*\* [A-Z]/);
  });

  it.each(Object.keys(phasor))("what %s does, for each of its overloads", (name) => {
    const declared = [
      ...text.matchAll(
        new RegExp(`^(?:export )?declare (?:function|class|const) ${name}\\b`, "gm"),
      ),
    ];
    expect(declared.length).toBeGreaterThan(0);
    for (const { index: at } of declared) {
      const [comment] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, at)) ?? [""];
      expect(comment.length, `${name} at ${at}`).toBeGreaterThan(60);
    }
  });
});
