import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { sources } from "./rolldown.config.js";
import { sitePage } from "./web/site/build/plugin.js";

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Resolves the package's public names to its sources. */
export const alias = Object.entries(sources).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));

// The page. The relative `base` lets the built page work under any path.
export default defineConfig({
  root: here("./web/site"),
  base: "./",
  resolve: { alias },
  plugins: [sitePage()],
  server: { fs: { allow: [here(".")] } },
  worker: { format: "es" },
  build: {
    outDir: here("./build/site"),
    emptyOutDir: true,
    // The page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Vite does not print how long plugins take.
      checks: { bundlerTimings: false },
      input: [here("./web/site/index.html"), here("./web/site/gallery.html")],
    },
  },
});
