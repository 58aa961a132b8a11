import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify, stripVTControlCharacters } from "node:util";
import { defineConfig } from "vite";
import { here, sources } from "./rolldown.config.js";
import { sitePage } from "./web/site/build/plugin.js";

/** Resolves the package's public names to its sources. */
export const alias = Object.entries(sources).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));

/**
 * Runs `make kernels` when a C file changes. The files that this writes belong to the page, so Vite reloads it. If the
 * compiler fails, the page shows its message.
 * @returns {import("vite").Plugin}
 */
const kernels = () => ({
  name: "phasor-kernels",
  configureServer({ watcher, ws }) {
    let due = false;
    let builds = Promise.resolve();
    async function build() {
      await setTimeout(50); // An editor or a checkout may write many files.
      due = false;
      const make = promisify(execFile)("make", ["-j2", "kernels"], { cwd: here(".") });
      const { message, stdout, stderr } = await make.catch((error) => error);
      process.stdout.write(stdout + stderr);
      // Without the lines that emcc and make add.
      const errors = stripVTControlCharacters(stderr).replace(/^(emcc|make).*\n/gm, "");
      if (message && !due)
        ws.send({ type: "error", err: { message: errors || message, stack: "" } });
    }
    watcher.add(here("./csrc")).on("all", (_event, file) => {
      if (due || !/\/csrc\/\w+\.[ch]$/.test(file)) return;
      due = true;
      builds = builds.then(build);
    });
  },
});

// The page. The relative `base` lets the built page work under any path.
export default defineConfig({
  root: here("./web/site"),
  base: "./",
  resolve: { alias },
  plugins: [sitePage(), kernels()],
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
      input: ["index", "deeper", "gallery"].map((name) => here(`./web/site/${name}.html`)),
    },
  },
});
