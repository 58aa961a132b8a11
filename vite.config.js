import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { sitePage } from "./web/site/build/plugin.js";

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The package under its own name, as its users import it: straight from the sources.
 * Kept in step with "exports" in package.json and "paths" in tsconfig.json.
 */
export const alias = [
  { find: /^phasor$/, replacement: here("./web/phasor/index.js") },
  { find: /^phasor\/phasor\.wasm$/, replacement: here("./web/phasor/phasor.wasm") },
  {
    find: /^phasor\/(heatmap|waves|similarity|wavelengths|clocks|shift)$/,
    replacement: `${here("./web/elements/")}phasor-$1.js`,
  },
];

/** The elements, by the name after "phasor-". */
export const elements = ["heatmap", "waves", "similarity", "wavelengths", "clocks", "shift"];

/**
 * One file that holds all an element needs, for a script tag. `vite build --mode heatmap` writes
 * build/elements/phasor-heatmap.js.
 * @param {string} name
 * @returns {import("vite").UserConfig}
 */
export const elementBuild = (name) => ({
  root: here("."),
  resolve: { alias },
  // As in production, whatever the mode is called; without this, Lit would say that it is not.
  define: { "process.env.NODE_ENV": '"production"' },
  environments: { client: { resolve: { conditions: ["module", "browser", "production"] } } },
  build: {
    outDir: here("./build/elements"),
    emptyOutDir: false,
    minify: "oxc",
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: here(`./web/elements/phasor-${name}.js`),
      preserveEntrySignatures: "strict",
      output: { entryFileNames: `phasor-${name}.js`, codeSplitting: false },
    },
  },
});

/**
 * The package as one file, which Node loads several times faster than its many modules:
 * `vite build --mode node` writes web/phasor/phasor.node.js. Bundlers take the modules.
 * @type {import("vite").UserConfig}
 */
const nodeBuild = {
  root: here("."),
  build: {
    outDir: here("./web/phasor"),
    emptyOutDir: false,
    minify: "oxc",
    target: "es2022",
    lib: {
      entry: here("./web/phasor/index.js"),
      formats: ["es"],
      fileName: () => "phasor.node.js",
    },
  },
};

// The page. `base` is relative, so that the built page works under any path.
/** @type {import("vite").UserConfig} */
const site = {
  root: here("./web/site"),
  base: "./",
  resolve: { alias },
  plugins: [sitePage()],
  server: { fs: { allow: [here(".")] } },
  build: {
    outDir: here("./build/site"),
    emptyOutDir: true,
    rolldownOptions: {
      input: [here("./web/site/index.html"), here("./web/site/gallery.html")],
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === "node") return nodeBuild;
  return elements.includes(mode) ? elementBuild(mode) : site;
});
