// The package's types, as strict programs see them: with every supported TypeScript, in every way of
// finding modules, with and without the DOM, and in the templates of frameworks. TYPES=all (make
// test-types) requires the compilers, which it installs; otherwise those that are installed do.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConsumer, root, run } from "./consumer.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const sources = join(root, "tests/package/types");
/** Where `make test-types` installs compilers and frameworks. */
const installed = join(root, "build/types");
const tools = join(installed, "node_modules");
const all = process.env.TYPES === "all" || existsSync(join(tools, "svelte-check"));
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
  // Without a type of its own, a .ts file is CommonJS to nodenext.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  copyFileSync(join(root, "tests/package/undefined.ts"), join(folder, "undefined.ts"));
  const program = readFileSync(join(folder, "program.ts"), "utf8");
  writeFileSync(join(folder, "program.cts"), program);
  writeFileSync(join(folder, "figures.cts"), readFileSync(join(folder, "figures.ts"), "utf8"));
});
afterAll(() => consumer?.remove());

const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  // With declarations, which name every type that an export has.
  ...{ declaration: true, skipLibCheck: false, target: "es2022", types: [], jsx: "react-jsx" },
};
const bundler = { module: "preserve", moduleResolution: "bundler" };
const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
const noDom = ["es2022"];
const dom = ["es2022", "dom", "dom.iterable"];
const core = ["program.ts", "undefined.ts"];

/** @type {Record<string, [options: object, lib: string[], files: string[]]>} */
const programs = {
  "bundler, without the DOM": [bundler, noDom, core],
  "nodenext, ES modules and CommonJS, without the DOM": [nodenext, noDom, [...core, "program.cts"]],
  "nodenext, figures": [nodenext, dom, ["figures.ts", "figures.cts"]],
  "bundler, figures in React and Preact": [bundler, dom, ["figures.ts", "react.tsx", "preact.tsx"]],
};
/** What found packages before "exports"; TypeScript 7 has it no longer. */
const node10 = { module: "commonjs", moduleResolution: "node10" };
const old = /** @type {const} */ ({
  "node10, without the DOM": [node10, noDom, core],
  "node10, figures": [node10, dom, ["figures.ts"]],
});

/** @type {[version: string, compiler: string][]} */
const compilers = [
  ...["5.4", "5.6", "5.8", "6.0"].map(
    (version) =>
      /** @type {[string, string]} */ ([version, join(tools, `typescript-${version}/lib/tsc.js`)]),
  ),
  ["today's", join(root, "node_modules/typescript/bin/tsc")],
];

/** @param {string} compiler @param {[object, readonly string[], readonly string[]]} program */
function compile(compiler, [how, lib, files]) {
  const compilerOptions = { ...strict, ...how, lib, outDir: "out" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run(process.execPath, [compiler, "-p", folder, "--pretty", "false"], folder);
}

describe.each(compilers)("TypeScript %s", (version, compiler) => {
  const here = existsSync(compiler) || all;
  const rows = Object.entries({ ...programs, ...(/^5/.test(version) ? old : {}) }).filter(
    ([, [, , files]]) => all || !files.some((file) => file.endsWith("x")),
  );
  it.runIf(here).each(rows)("%s", (_, program) => compile(compiler, /** @type {any} */ (program)));
});
