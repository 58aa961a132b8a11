import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

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
    find: /^phasor\/(heatmap|waves|similarity)$/,
    replacement: `${here("./web/elements/")}phasor-$1.js`,
  },
];

// The page. `base` is relative, so that the built page works under any path.
export default defineConfig({
  root: here("./web/site"),
  base: "./",
  resolve: { alias },
  server: { fs: { allow: [here(".")] } },
  build: {
    outDir: here("./build/site"),
    emptyOutDir: true,
  },
});
