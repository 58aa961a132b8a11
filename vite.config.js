import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig } from "vite";
import { licences } from "./.ci/licences.mjs";
import { nodeParts } from "./.ci/node-parts.mjs";
import { denseStyles, minifiedTwice, oneModule, onlyUsed } from "./.ci/one-file.mjs";
import { requireParts } from "./.ci/require-parts.mjs";
import { SECOND_FILES } from "./web/elements/second-files.js";
import { sitePage } from "./web/site/build/plugin.js";

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("./package.json"), "utf8"));
const [copyright] = /^Copyright .*$/m.exec(readFileSync(here("./LICENSE"), "utf8")) ?? [];

/** The names of the elements, without "phasor-". */
export const elements = readdirSync(here("./web/elements")).flatMap(
  (file) => /^phasor-(.+)\.js$/.exec(file)?.[1] ?? [],
);

/**
 * Resolves the package's public names to its sources.
 * Keep in step with "exports" in package.json and "paths" in tsconfig.json.
 */
export const alias = [
  { find: /^phasor$/, replacement: here("./web/phasor/index.js") },
  { find: /^phasor\/lab$/, replacement: here("./web/phasor/lab.js") },
  { find: /^phasor\/phasor\.wasm$/, replacement: here("./web/phasor/phasor.wasm") },
  { find: /^phasor\/formats$/, replacement: here("./web/formats/index.js") },
  { find: /^phasor\/figure$/, replacement: here("./web/elements/core/index.js") },
  {
    find: new RegExp(`^phasor/(${elements.join("|")})$`),
    replacement: `${here("./web/elements/")}phasor-$1.js`,
  },
];

/** Vite does not print how long plugins take. */
const checks = { bundlerTimings: false };

/**
 * What every file in dist/ is built with.
 * @param {import("vite").Rolldown.RolldownOptions} rolldownOptions @param {boolean} [common] for `require`
 * @returns {import("vite").UserConfig}
 */
const shipped = (rolldownOptions, common = false) => ({
  root: here("."),
  resolve: { alias },
  plugins: [licences(`phasor ${version}, MIT License, ${copyright}`), laterOf(common)],
  environments: { client: { resolve: { conditions: ["module", "browser", "production"] } } },
  build: {
    outDir: here("./dist"),
    emptyOutDir: false,
    minify: "oxc",
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      ...rolldownOptions,
      preserveEntrySignatures: "strict",
      checks,
    },
  },
});

/** Figures' second files, without "phasor-". */
export const seconds = Object.values(SECOND_FILES);

/**
 * What replaces web/elements/figures/NAME-later.js, with which a figure loads the rest of it. In a file on its own,
 * the rest is in the second file. CommonJS has it at once, and no address to load a worker from: figures work in the
 * page then.
 * @param {boolean} common
 * @returns {import("vite").Plugin}
 */
const laterOf = (common) => ({
  name: "later-of-a-figure",
  enforce: "pre",
  load(id) {
    const [, name = ""] = /\/figures\/([\w-]+)-later\.js$/.exec(id) ?? [];
    if (!name) return undefined;
    const second = `${SECOND_FILES[name]}.js`;
    return common
      ? `import * as rest from "./${second}";
         export const source = { name: "A part of this figure", load: async () => rest };
         export const openWorker = () => { throw new Error("no worker here"); };`
      : `import { secondFile } from "../core/second-file.js";
         export const source = secondFile(import.meta.url, "phasor-${second}");
         export const { openWorker } = source;`;
  },
});

/**
 * A single file for a script tag or an import by address: dist/NAME.js.
 * @param {string} name @param {string} source
 */
const fileBuild = (name, source) =>
  shipped({
    input: here(source),
    output: { entryFileNames: `${name}.js`, codeSplitting: false },
  });

/** A figure, or the second file of one: dist/phasor-NAME.js. @param {string} name */
export const elementBuild = (name) => {
  const source = seconds.includes(name) ? `figures/${name}` : `phasor-${name}`;
  const config = fileBuild(`phasor-${name}`, `./web/elements/${source}.js`);
  return {
    ...config,
    plugins: [oneModule(name), onlyUsed(name), denseStyles(), minifiedTwice(), config.plugins],
  };
};

/** All functions: dist/phasor.js. */
export const browserBuild = () => fileBuild("phasor", "./web/phasor/index.js");

/**
 * Files for `require`, which share their code: dist/NAME.cjs. Not minified, because Node.js prints the line
 * that threw an uncaught error.
 * @param {Record<string, string>} sources by NAME
 */
function commonBuild(sources) {
  const input = Object.entries(sources).map(([name, file]) => [name, here(file)]);
  const output = {
    format: /** @type {const} */ ("cjs"),
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name].cjs",
    keepNames: true,
    comments: { jsdoc: false }, // web/phasor/ has them
  };
  const config = shipped({ input: Object.fromEntries(input), output }, true);
  return { ...config, build: { ...config.build, minify: false } };
}

/** Everything that package.json exports, but for `phasor/core`. */
export const requireBuild = () => {
  const config = commonBuild({
    phasor: "./web/phasor/index.js",
    formats: "./web/formats/index.js",
    lab: "./web/phasor/lab.js",
    figure: "./web/elements/core/index.js",
    ...Object.fromEntries(
      elements.map((name) => [`phasor-${name}`, `./web/elements/phasor-${name}.js`]),
    ),
  });
  return { ...config, plugins: [config.plugins, requireParts()] };
};

/** `phasor/core`, which has no kernels, for `require`: dist/core.cjs. */
export const coreBuild = () => {
  const config = commonBuild({ core: "./web/phasor/index.js" });
  return { ...config, plugins: [config.plugins, kernelsFor("core")] };
};

/**
 * The same in modules, of which a bundler keeps those that are used: dist/core/.
 * @returns {import("vite").UserConfig}
 */
export const coreModulesBuild = () => ({
  root: here("."),
  plugins: [kernelsFor("core")],
  build: {
    outDir: here("./dist/core"),
    minify: false,
    target: "es2022",
    lib: { entry: here("./web/phasor/index.js"), formats: ["es"] },
    rolldownOptions: {
      checks,
      output: {
        preserveModules: true,
        preserveModulesRoot: here("./web/phasor"),
        entryFileNames: "[name].js",
        comments: { jsdoc: false, legal: false, annotation: true },
        minify: { compress: true, mangle: false, codegen: false },
      },
    },
  },
});

/**
 * The package for Node, which loads few files faster than many modules: web/phasor/phasor.node.js, and its
 * parts beside it. `vite build --mode node`.
 * @returns {import("vite").UserConfig}
 */
const nodeBuild = () => ({
  root: here("."),
  // A library build keeps its line breaks: Node.js prints the line that threw an uncaught error.
  plugins: [kernelsFor("node"), nodeParts(), asciiOnly()],
  build: {
    outDir: here("./web/phasor"),
    emptyOutDir: false,
    minify: "oxc",
    target: "es2022",
    // Node.js prints the class name of an object.
    rolldownOptions: { output: { keepNames: true }, checks },
  },
});

/**
 * Replaces the modules in web/phasor/kernels/ by those that were generated for Node or for `phasor/core`.
 * @param {"node" | "core"} variant
 * @returns {import("vite").Plugin}
 */
function kernelsFor(variant) {
  return {
    name: "kernels",
    enforce: "pre",
    load(id) {
      const [, name] = /\/web\/phasor\/kernels\/(\w+)\.js$/.exec(id) ?? [];
      if (!name || name === "constants") return undefined;
      return readFileSync(here(`./build/kernels/${variant}/${name}.js`), "utf8");
    },
  };
}

/**
 * Escapes all other characters, because engines store pure ASCII text in one byte per character.
 * @returns {import("vite").Plugin}
 */
function asciiOnly() {
  return {
    name: "ascii",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, (letter) => {
          return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
        });
      }
    },
  };
}

/**
 * The figures' own files, which the built page has beside it, for `make dev`.
 * @type {import("vite").Plugin}
 */
const figureFiles = {
  name: "figure-files",
  configureServer(server) {
    server.middlewares.use("/figures", async ({ url = "" }, response, next) => {
      const [, name = ""] = /^\/phasor-([\w-]+)\.js$/.exec(url) ?? [];
      if (![...elements, ...seconds].includes(name)) return next();
      const { build: how, ...config } = elementBuild(name);
      const quiet = {
        configFile: /** @type {const} */ (false),
        logLevel: /** @type {const} */ ("silent"),
      };
      const built = await build({ ...config, ...quiet, build: { ...how, write: false } });
      response.setHeader("content-type", "text/javascript");
      response.end(/** @type {any[]} */ ([built].flat())[0].output[0].code);
    });
  },
};

// The page. The relative `base` lets the built page work under any path.
/** @type {import("vite").UserConfig} */
const site = {
  root: here("./web/site"),
  base: "./",
  resolve: { alias },
  plugins: [sitePage(), licences(), figureFiles],
  server: { fs: { allow: [here(".")] } },
  worker: { format: "es" },
  build: {
    outDir: here("./build/site"),
    emptyOutDir: true,
    // The page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks,
      input: [here("./web/site/index.html"), here("./web/site/gallery.html")],
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === "node") return nodeBuild();
  return [...elements, ...seconds].includes(mode) ? elementBuild(mode) : site;
});
