// The package as its users get it: packed, installed, imported by Node, bundled by every common
// bundler in its default configuration, and run. Also the layout of the tarball.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import webpack from "webpack";
import { figures } from "../../rolldown.config.js";
import * as phasor from "../../web/phasor/index.js";
import { inChromium } from "../chromium.js";
import { createConsumer, root, run } from "./consumer.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const chromium = inChromium();

/** @type {ReturnType<typeof createConsumer>} */
let consumer;
beforeAll(() => {
  consumer = createConsumer();
});
afterAll(() => consumer?.remove());

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** The files of an entry of "exports". @param {string | object} entry @returns {string[]} */
const leavesOf = (entry) =>
  typeof entry === "string" ? [entry] : Object.values(entry).flatMap(leavesOf);

const expected = JSON.stringify([...phasor.sinusoidal(3, 4)]);
const ONE = `import { sinusoidal } from "phasor";
globalThis.answer = JSON.stringify([...sinusoidal(3, 4)]);
globalThis.process?.stdout.write(globalThis.answer);`;
/** The beginning of the kernels of attention, as text: bundlers do not rewrite it. */
const attention =
  /unpack\("(.{200,2000}?)(?=.{0,4}"|.*")/
    .exec(readFileSync(join(root, "web/phasor/kernels/attention.js"), "utf8"))?.[1]
    .slice(-100) ?? "";
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

/** Each bundler as on the first page of its manual, minified. Returns the file.
 * @type {Record<string, (entry: string, name: string) => Promise<string>>} */
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
    // Minifying everything takes a minute, and shows no more than minifying one function.
    const optimization = { minimize: name === "one" };
    await bundleWithWebpack({ context: consumer.folder, entry, output, optimization });
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
    expect(run(process.execPath, ["one.mjs"], consumer.folder)).toBe(expected);
  });

  it("works in `node --eval`", () => {
    const line = 'import("phasor").then(({ nerf }) => process.stdout.write(String(nerf([0], 1))))';
    expect(run(process.execPath, ["--eval", line], consumer.folder)).toBe("0,0,1");
  });

  it("works with bundlers that build for Node", async () => {
    const entry = consumer.write(
      "doctor.mjs",
      `import { diagnose, ropeFromConfig, sinusoidal } from "phasor";
const { code } = diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]).findings[0];
const { dHead } = ropeFromConfig({ model_type: "llama", hidden_size: 64, num_attention_heads: 4 });
process.stdout.write(\`\${code} \${dHead}\`);`,
    );
    for (const format of /** @type {const} */ (["esm", "cjs"])) {
      const outfile = join(consumer.folder, `doctor.bundle.${format === "esm" ? "mjs" : "cjs"}`);
      await esbuild.build({
        entryPoints: [entry],
        bundle: true,
        platform: "node",
        format,
        outfile,
      });
      expect(run(process.execPath, [outfile], consumer.folder)).toBe("starts-at-1 16");
    }
    const path = join(consumer.folder, "webpack-node");
    await bundleWithWebpack({
      ...{ context: consumer.folder, entry, target: "node20", experiments: { outputModule: true } },
      optimization: { minimize: false },
      output: { path, filename: "out.mjs", module: true, chunkFormat: "module" },
    });
    expect(run(process.execPath, ["out.mjs"], path)).toBe("starts-at-1 16");
  });

  it("takes the kernels from phasor/phasor.wasm if the program supplies them first", () => {
    const setUp = `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initialize, sinusoidal } from "phasor";
initialize(readFileSync(fileURLToPath(import.meta.resolve("phasor/phasor.wasm"))));
WebAssembly.Module = class { constructor() { throw new Error("compiled"); } };`;
    consumer.write("supplied.mjs", ONE.replace(/^import .*$/m, setUp));
    expect(run(process.execPath, ["supplied.mjs"], consumer.folder)).toBe(expected);
  });

  it("runs the command", () => {
    const command = join(consumer.folder, "node_modules/.bin/phasor");
    const phasor = (/** @type {string} */ line) => run(command, line.split(" "), consumer.folder);
    expect(phasor("table 1 4")).toBe("0,1,0,1\n");
    expect(phasor("rope --d-head 4")).toContain("attention factor: 1");
    expect(phasor("bias alibi --heads 1")).toBe("0.00390625\n");
    expect(phasor("plot 4 4 -o p.png")).toBe("");
    expect(phasor("table 64 32 -o t.npy")).toBe("");
    expect(phasor("diagnose t.npy")).toContain("nothing wrong");
  });

  it.skipIf(!process.features.require_module)("requires the package and its entries", () => {
    consumer.write(
      "all.cjs",
      `const phasor = require("phasor");
const { readNpy } = require("phasor/formats");
const { TinyModel } = require("phasor/lab");
const { PhasorHeatmap } = require("phasor/heatmap");
const { figure } = require("phasor/figure");
for (const exported of [phasor.RotaryEmbedding, readNpy, TinyModel, PhasorHeatmap, figure]) {
  if (typeof exported !== "function") throw new Error(typeof exported);
}
process.stdout.write(JSON.stringify([...phasor.sinusoidal(3, 4)]));`,
    );
    expect(run(process.execPath, ["all.cjs"], consumer.folder)).toBe(expected);
  });
});

describe.each(Object.keys(bundlers))("the bundler %s", (name) => {
  it("makes a bundle that runs in a browser and in Node, and omits unused code", async () => {
    const one = await bundlers[name](consumer.write("one.js", ONE), "one");
    const all = await bundlers[name](consumer.write("all.js", ALL), "all");

    expect(run(process.execPath, [one], consumer.folder)).toBe(expected);

    const page = await chromium().newPage();
    await page.addScriptTag({ type: "module", content: readFileSync(one, "utf8") });
    await page.waitForFunction("globalThis.answer"); // a module runs some time after its tag was added
    expect(await page.evaluate("globalThis.answer")).toBe(expected);
    await page.close();

    expect(statSync(one).size).toBeLessThan(60_000);
    expect(statSync(all).size).toBeGreaterThan(200_000);
    for (const text of ["phasor.diagnose", attention]) {
      expect(readFileSync(one, "utf8").includes(text)).toBe(false);
      expect(readFileSync(all, "utf8").includes(text)).toBe(true);
    }
  });
});

describe("the tarball", () => {
  /** @type {string[]} */
  let names;
  beforeAll(() => {
    names = run("tar", ["-tzf", consumer.tarball], root).trim().split("\n");
  });

  it("passes publint", () => {
    const report = run(
      join(root, "node_modules/.bin/publint"),
      ["--strict", consumer.tarball],
      root,
    );
    expect(report).toContain("All good!");
  });

  it("has types at every entry", () => {
    run(
      join(root, "node_modules/.bin/attw"),
      [
        consumer.tarball,
        "--profile",
        "esm-only",
        "--exclude-entrypoints",
        "phasor.wasm",
        "story.safetensors",
        "custom-elements.json",
      ],
      root,
    );
  });

  it("contains what is exported, and nothing that only the project needs", () => {
    const { main, module, types, bin, exports } = manifest;
    const files = [main, module, types, bin.phasor, ...leavesOf(exports)];
    for (const file of files.map((file) => file.replace(/^(\.\/)?/, "package/"))) {
      if (!file.includes("*")) expect(names).toContain(file);
    }
    for (const name of figures) {
      expect(names).toContain(`package/dist/figures/${name}.js`);
      expect(names).toContain(`package/dist/types/figures/${name}.d.ts`);
    }
    const rooms =
      /^package\/(web\/phasor\/|dist\/|csrc\/phasor\.h$|(package\.json|README\.md|CHANGELOG\.md|LICENSE)$)/;
    expect(names.filter((name) => !rooms.test(name))).toEqual([]);
  });

  it("has no more files and bytes than are known", () => {
    expect(names.length).toBeLessThanOrEqual(300);
    expect(statSync(consumer.tarball).size).toBeLessThanOrEqual(1_610_000);
  });

  it("names its version and licence in every file of dist/", () => {
    for (const name of names.filter((name) => /^package\/dist\/.*\.js$/.test(name))) {
      const code = readFileSync(join(root, name.replace("package/", "")), "utf8");
      expect(code, name).toMatch(/\/\*! phasor \d+\.\d+\.\d+, MIT License, Copyright/);
    }
  });
});
