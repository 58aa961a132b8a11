// A Vite plugin for `make dev`: when a C file changes, it runs `make kernels`. The files that this writes
// belong to the page, so Vite reloads it. If the compiler fails, the page shows what it says.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = `${root}csrc/`;

/** How long to wait for more changes: an editor or a checkout may write many files. */
const QUIET_MS = 50;

/** Runs make, which inherits DEBUG=1 and other variables of the outer make through MAKEFLAGS.
 * @returns {Promise<string | undefined>} what failed */
const build = () =>
  new Promise((resolve) => {
    execFile("make", ["-j2", "kernels"], { cwd: root }, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      // Leave out the lines that emcc and make print themselves.
      const said = stripVTControlCharacters(stderr).replace(/^(emcc|make).*\n/gm, "");
      resolve(error ? said || error.message : undefined);
    });
  });

/** @returns {import("vite").Plugin} */
export function kernels() {
  return {
    name: "phasor-kernels",
    configureServer({ watcher, ws }) {
      let building = false;
      let changed = false;
      /** @type {NodeJS.Timeout | undefined} */
      let timer;

      async function run() {
        if (building) return;
        building = true;
        while (changed) {
          changed = false;
          const message = await build();
          if (message && !changed) ws.send({ type: "error", err: { message, stack: "" } });
        }
        building = false;
      }

      watcher.add(sources);
      watcher.on("all", (_event, file) => {
        if (!file.startsWith(sources) || !/\.[ch]$/.test(file)) return;
        changed = true;
        clearTimeout(timer);
        timer = setTimeout(run, QUIET_MS);
      });
    },
  };
}
