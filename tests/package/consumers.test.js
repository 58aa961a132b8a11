// The package as its users get it: packed, installed, imported by Node, bundled by every common
// bundler in its default configuration, and run. Also its types and layout, for a strict consumer.
import { readFileSync, statSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, dirname, join } from "node:path";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { chromium } from "playwright";
import { rollup } from "rollup";
import * as vite from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import webpack from "webpack";
import { pack } from "../../.ci/carry.mjs";
import { elements, seconds } from "../../vite.config.js";
import * as phasor from "../../web/phasor/index.js";
import { createConsumer, root, run } from "./consumer.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** @type {ReturnType<typeof createConsumer>} */
let consumer;
/** @type {import("playwright").Browser} */
let browser;
beforeAll(async () => {
  consumer = createConsumer();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});
afterAll(async () => {
  await browser?.close();
  consumer?.remove();
});

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** The files of an entry of "exports". @param {string | object} entry @returns {string[]} */
const leavesOf = (entry) =>
  typeof entry === "string" ? [entry] : Object.values(entry).flatMap(leavesOf);

const wanted = JSON.stringify([...phasor.sinusoidal(3, 4)]);
const ONE = `import { sinusoidal } from "phasor";
globalThis.answer = JSON.stringify([...sinusoidal(3, 4)]);
globalThis.process?.stdout.write(globalThis.answer);`;
/** The kernels of attention, as text: bundlers do not rewrite it. */
const attention = pack(readFileSync(join(root, "build/kernels/attention.wasm")));
const ALL = `import * as phasor from "phasor";
import "phasor/heatmap";
globalThis.phasor = phasor;`;

/** @param {webpack.Configuration} configuration @returns {Promise<void>} */
const bundleWithWebpack = (configuration) =>
  new Promise((resolve, reject) => {
    webpack({ mode: "production", ...configuration }, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else resolve();
    });
  });

/**
 * Each bundler as on the first page of its manual, minified. Returns the file.
 * @type {Record<string, (entry: string, name: string) => Promise<string>>}
 */
const bundlers = {
  vite: async (entry, name) => {
    await vite.build({
      configFile: false,
      logLevel: "silent",
      root: consumer.folder,
      build: {
        outDir: `vite-${name}`,
        rolldownOptions: { input: entry, output: { entryFileNames: "out.mjs" } },
      },
    });
    return join(consumer.folder, `vite-${name}`, "out.mjs");
  },
  webpack: async (entry, name) => {
    const path = join(consumer.folder, `webpack-${name}`);
    const output = { path, filename: "out.mjs" };
    await bundleWithWebpack({ context: consumer.folder, entry, output });
    return join(path, "out.mjs");
  },
  rollup: async (entry, name) => {
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true })],
      onwarn: (warning) => {
        throw new Error(warning.message);
      },
    });
    const { output } = await bundle.generate({ format: "es" });
    // Rollup does not minify.
    const { code } = await esbuild.transform(output[0].code, { minify: true });
    return consumer.write(`rollup-${name}.mjs`, code);
  },
  esbuild: async (entry, name) => {
    const outfile = join(consumer.folder, `esbuild-${name}.mjs`);
    await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: "esm",
      outfile,
    });
    return outfile;
  },
};

describe("Node", () => {
  it("imports the package", () => {
    consumer.write("one.mjs", ONE);
    expect(run(process.execPath, ["one.mjs"], consumer.folder)).toBe(wanted);
  });

  it("loads a part at the first call of its functions, which use the same memory and modules", () => {
    consumer.write(
      "parts.mjs",
      `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { diagnose, initialize, ropeFromConfig, RotaryEmbedding, sinusoidal } from "phasor";
const { cache } = createRequire(import.meta.url);
const loaded = () =>
  Object.keys(cache).map((file) => file.replace(/^.*phasor\\.node\\.(\\w+)\\.cjs$/, "$1")).join();
let compiled = 0;
WebAssembly.Module = class extends WebAssembly.Module {
  constructor(bytes) {
    super(bytes);
    compiled++;
  }
};
const said = [];
initialize(readFileSync(fileURLToPath(import.meta.resolve("phasor/phasor.wasm"))));
said.push(compiled);
const table = sinusoidal(64, 32, { start: 1 });
said.push(loaded(), diagnose(table, [64, 32]).findings[0].code, loaded(), compiled);
const llama = ropeFromConfig({ model_type: "llama", hidden_size: 64, num_attention_heads: 4 });
said.push(new RotaryEmbedding(llama.dHead, llama).dHead, loaded());
process.stdout.write(JSON.stringify(said));`,
    );
    expect(JSON.parse(run(process.execPath, ["parts.mjs"], consumer.folder))).toEqual([
      ...[1, "", "starts-at-1", "diagnosis,common,attention,rotary", 1],
      ...[16, "diagnosis,common,attention,rotary,config"],
    ]);
  });

  it("loads parts in `node --eval`, too, where `require` is global and resolves from the current folder", () => {
    const line = 'import("phasor").then(({ nerf }) => process.stdout.write(String(nerf([0], 1))))';
    expect(run(process.execPath, ["--eval", line], consumer.folder)).toBe("0,0,1");
  });

  it("works with a bundler that takes the file for Node", async () => {
    const source = consumer.write(
      "part.js",
      `import { diagnose, sinusoidal } from "phasor";
process.stdout.write(diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]).findings[0].code);`,
    );
    const conditions = ["node"]; // without "module"
    for (const format of /** @type {const} */ (["esm", "cjs"])) {
      const outfile = join(consumer.folder, `part.bundle.${format === "esm" ? "mjs" : "cjs"}`);
      await esbuild.build({
        ...{ entryPoints: [source], bundle: true, platform: "node", conditions, format, outfile },
        logOverride: { "empty-import-meta": "silent" },
      });
      expect(run(process.execPath, [outfile], consumer.folder)).toBe("starts-at-1");
    }
  });

  it.each([
    ["webpack", {}],
    ["webpack as ncc runs it", { createRequire: false }],
  ])("works with %s, which knows no `require` in modules", async (name, javascript) => {
    const entry = consumer.write(
      "emitted.mjs",
      `import { diagnose, ropeFromConfig, sinusoidal } from "phasor";
const { code } = diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]).findings[0];
const { dHead } = ropeFromConfig({ model_type: "llama", hidden_size: 64, num_attention_heads: 4 });
process.stdout.write(\`\${code} \${dHead}\`);`,
    );
    const path = join(consumer.folder, name);
    await bundleWithWebpack({
      ...{ context: consumer.folder, entry, target: "node20", experiments: { outputModule: true } },
      output: { path, filename: "out.mjs", module: true, chunkFormat: "module" },
      // Without "module".
      resolve: { byDependency: { esm: { conditionNames: ["node", "import"] } } },
      module: { parser: { javascript } },
    });
    expect(run(process.execPath, ["out.mjs"], path)).toBe("starts-at-1 16");
  });

  it("imports phasor/core, which takes the kernels from phasor/phasor.wasm", () => {
    const setUp = `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initialize, sinusoidal } from "phasor/core";
initialize(readFileSync(fileURLToPath(import.meta.resolve("phasor/phasor.wasm"))));`;
    consumer.write("core.mjs", ONE.replace(/^import .*$/m, setUp));
    expect(run(process.execPath, ["core.mjs"], consumer.folder)).toBe(wanted);
  });
});

describe("require", () => {
  it("returns the same functions, also in a Node that cannot require ES modules", () => {
    consumer.write(
      "all.cjs",
      `const phasor = require("phasor");
const { readNpy } = require("phasor/formats");
const { PhasorHeatmap } = require("phasor/heatmap");
const { figure } = require("phasor/figure");
for (const each of [phasor.RotaryEmbedding, readNpy, PhasorHeatmap, figure]) {
  if (typeof each !== "function") throw new Error(typeof each);
}
process.stdout.write(JSON.stringify([...phasor.sinusoidal(3, 4)]));`,
    );
    const old = process.allowedNodeEnvironmentFlags.has("--experimental-require-module");
    const flags = old ? ["--no-experimental-require-module"] : [];
    expect(run(process.execPath, [...flags, "all.cjs"], consumer.folder)).toBe(wanted);
  });

  it("loads a part when one of its functions is first read, and has plain properties", () => {
    consumer.write(
      "late.cjs",
      `const phasor = require("phasor");
const loaded = () =>
  Object.keys(require.cache)
    .map((file) => /chunks.(\\w+)\\.cjs$/.exec(file)?.[1]).filter(Boolean).join();
const said = [loaded()];
const table = phasor.sinusoidal(64, 32, { start: 1 });
said.push(loaded(), phasor.diagnose(table, [64, 32]).findings[0].code, loaded());
const { value, ...how } = Object.getOwnPropertyDescriptor(phasor, "sinusoidal");
said.push(value === phasor.sinusoidal, how, Object.keys(phasor).sort());
phasor.softmax = "mocked";
said.push(phasor.softmax);
process.stdout.write(JSON.stringify(said));`,
    );
    expect(JSON.parse(run(process.execPath, ["late.cjs"], consumer.folder))).toEqual([
      "",
      "main",
      "starts-at-1",
      "main,diagnosis,common,attention,rotary",
      true,
      { writable: true, enumerable: true, configurable: true },
      Object.keys(phasor).sort(),
      "mocked",
    ]);
  });

  it("provides named exports to a module that imports CommonJS", () => {
    consumer.write(
      "names.mjs",
      `import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const file = createRequire(import.meta.url).resolve("phasor");
process.stdout.write(JSON.stringify(Object.keys(await import(pathToFileURL(file)))));`,
    );
    const names = JSON.parse(run(process.execPath, ["names.mjs"], consumer.folder));
    expect(names).toEqual(expect.arrayContaining(Object.keys(phasor)));
  });

  it("returns phasor/core, which contains no kernels", () => {
    consumer.write(
      "core.cjs",
      `const { initialize, sinusoidal } = require("phasor/core");
let message = "";
try { sinusoidal(3, 4); } catch (error) { message = error.message; }
if (!message.includes("initialize")) throw new Error(message);
initialize(require("node:fs").readFileSync(require.resolve("phasor/phasor.wasm")));
process.stdout.write(JSON.stringify([...sinusoidal(3, 4)]));`,
    );
    expect(run(process.execPath, ["core.cjs"], consumer.folder)).toBe(wanted);
  });
});

describe("dist/phasor.js", () => {
  it("has every function, for import by address", async () => {
    const page = await browser.newPage();
    const file = join(root, "dist/phasor.js");
    await page.route("http://phasor.test/**", (route) =>
      route.request().url().endsWith(".js")
        ? route.fulfill({ contentType: "text/javascript", path: file })
        : route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
    );
    await page.goto("http://phasor.test/");
    /** @type {any} */
    const answer = await page.evaluate(`import("./phasor.js").then((phasor) => ({
      names: Object.keys(phasor), table: JSON.stringify([...phasor.sinusoidal(3, 4)]),
    }))`);
    await page.close();
    expect(answer.table).toBe(wanted);
    expect(answer.names.sort()).toEqual(Object.keys(phasor).sort());
  });
});

describe.each(Object.keys(bundlers))("the bundler %s", (name) => {
  it("makes a bundle that runs in a browser and in Node, and omits unused code", async () => {
    const one = await bundlers[name](consumer.write("one.js", ONE), "one");
    const all = await bundlers[name](consumer.write("all.js", ALL), "all");

    expect(run(process.execPath, [one], consumer.folder)).toBe(wanted);

    const page = await browser.newPage();
    await page.addScriptTag({ type: "module", content: readFileSync(one, "utf8") });
    await page.waitForFunction("globalThis.answer"); // a module runs some time after its tag was added
    expect(await page.evaluate("globalThis.answer")).toBe(wanted);
    await page.close();

    expect(statSync(one).size).toBeLessThan(60_000);
    expect(statSync(all).size).toBeGreaterThan(200_000);
    for (const kept of ["phasor.diagnose", attention]) {
      expect(readFileSync(one, "utf8").includes(kept)).toBe(false);
      expect(readFileSync(all, "utf8").includes(kept)).toBe(true);
    }
  });
});

describe("TypeScript", () => {
  it.each(["bundler", "nodenext"])(
    "accepts the types in strict mode, with moduleResolution %s",
    (how) => {
      consumer.write(
        "program.ts",
        `import { Arena, diagnose, initialize, RotaryEmbedding, sinusoidal } from "phasor";
const table: Float32Array<ArrayBuffer> = sinusoidal(3, 4);
const double: Float64Array<ArrayBuffer> = sinusoidal(3, 4, { dtype: "float64" });
const rope = new RotaryEmbedding(8, { layout: "half", maxLength: 16 });
const kinds: string = diagnose(table, [3, 4]).kind;
const arena: Float32Array = new Arena(1024).float32(4);
initialize(new ArrayBuffer(8));
// @ts-expect-error: no such dtype
sinusoidal(3, 4, { dtype: "float8" });
// @ts-expect-error: no such option
sinusoidal(3, 4, { bass: 1 });
// @ts-expect-error: a float table is no double table
const wrong: Float64Array = sinusoidal(3, 4);
export { arena, double, kinds, rope, wrong };
`,
      );
      const compilerOptions = {
        ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2022", "dom"], types: [] },
        ...{
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
        },
        ...{ module: how === "bundler" ? "preserve" : "nodenext", moduleResolution: how },
      };
      const undefinedOptions = new URL("undefined.ts", import.meta.url);
      consumer.write("undefined.ts", readFileSync(undefinedOptions, "utf8"));
      const files = ["program.ts", "undefined.ts"];
      consumer.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
      run(join(root, "node_modules/.bin/tsc"), ["-p", "."], consumer.folder);
    },
  );
});

describe("the tarball", () => {
  /** @type {string[]} */
  let names;
  beforeAll(() => {
    names = run("tar", ["-tzf", consumer.tarball], root).trim().split("\n");
  });

  it("passes publint", () => {
    const said = run(join(root, "node_modules/.bin/publint"), ["--strict", consumer.tarball], root);
    expect(said).toContain("All good!");
  });

  it("has types at every entry, in every way that TypeScript finds them", () => {
    const typeless = ["phasor.wasm", "custom-elements.json"];
    run(
      join(root, "node_modules/.bin/attw"),
      [consumer.tarball, "--exclude-entrypoints", ...typeless],
      root,
    );
    for (const [name, entry] of Object.entries(manifest.exports)) {
      if (/\.(wasm|json)$/.test(name)) continue;
      const places = manifest.typesVersions["*"][name.slice(2)] ?? [manifest.types.slice(2)];
      expect([entry.types], name).toEqual(places.map((/** @type {string} */ at) => `./${at}`));
    }
  });

  it("contains what is exported, and nothing that only the project needs", () => {
    const { main, module, unpkg, jsdelivr, types, exports } = manifest;
    const files = [main, module, unpkg, jsdelivr, types, ...leavesOf(exports)];
    for (const file of files) expect(names).toContain(file.replace("./", "package/"));
    const rooms =
      /^package\/(web\/(phasor|elements|formats|checkpoints|cli)\/|dist\/|docs\/|csrc\/phasor\.h$|[^/]+$)/;
    expect(names.filter((name) => !rooms.test(name))).toEqual([]);
  });

  it("contains the documents that its documents link to", () => {
    const documents = names.filter((name) => /^package\/(\w+|docs\/[\w-]+)\.md$/.test(name));
    expect(documents).toContain("package/README.md");
    for (const document of documents) {
      const text = readFileSync(join(root, document.replace("package/", "")), "utf8");
      for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)) {
        expect(names, `${document} links to it`).toContain(join(document, "..", target));
      }
    }
  });

  it("has a source map next to each single file, with its sources", () => {
    const files = names.filter((name) => /^package\/dist\/phasor[\w-]*\.js$/.test(name));
    expect(files).toHaveLength(elements.length + seconds.length + 1);
    for (const file of files) {
      const path = join(root, file.replace("package/", ""));
      const code = readFileSync(path, "utf8");
      expect(code.trimEnd().endsWith(`//# sourceMappingURL=${basename(path)}.map`)).toBe(true);
      expect(code).toMatch(/\/\*!\nphasor \d+\.\d+\.\d+, MIT License, Copyright/);
      const { sources, sourcesContent } = JSON.parse(readFileSync(`${path}.map`, "utf8"));
      // A source's text is in the package or in the map.
      for (const [n, source] of sources.entries()) {
        const isPacked = names.includes(join("package/dist", source));
        expect(sourcesContent[n] === null, source).toBe(isPacked);
      }
      // Positions in a figure's file map to its source.
      const [, figure = ""] = /phasor-([\w-]+)\.js$/.exec(path) ?? [];
      if (!elements.includes(figure)) continue;
      const words = `"phasor-${figure}",{`;
      const line = code.split("\n").findIndex((each) => each.includes(words));
      const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
      const { originalSource, originalLine } = /** @type {any} */ (
        map.findEntry(line, code.split("\n")[line].indexOf(words))
      );
      const source = readFileSync(join(dirname(path), originalSource), "utf8");
      expect(source.split("\n")[originalLine], figure).toContain(`figure("phasor-${figure}"`);
    }
  });
});
