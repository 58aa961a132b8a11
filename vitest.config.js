import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { here } from "./rolldown.config.js";
import { executablePath, filesIn } from "./tests/serving.js";
import { alias } from "./vite.config.js";

const IN_BROWSER = "tests/**/*.browser.test.js";

/** What is shipped, for tests that open it in a frame. @type {import("vite").Plugin} */
const shipped = {
  name: "phasor-shipped",
  configureServer({ middlewares }) {
    middlewares.use("/site", filesIn(here("./build/site")));
    middlewares.use("/figures", filesIn(here("./dist/figures")));
  },
};

// Two projects: `node` for the package, and `browser` for the elements and the page, in a real Chromium
// ($CHROMIUM, or Debian's without windows). `npx vitest run --project node` runs one of them.
export default defineConfig({
  cacheDir: "build/vite",
  logLevel: "error",
  resolve: { alias },
  test: {
    // For the browser, too. LONG=1: tests try all of their settings. SEED: other random ones.
    env: { LONG: process.env.LONG ?? "", SEED: process.env.SEED ?? "1" },
    maxWorkers: "100%", // The browser has finished long before Node, and would leave its processor idle.
    ...{ testTimeout: 60_000, hookTimeout: 60_000 }, // A busy machine is slow to open a page.
    expect: { poll: { interval: 20, timeout: 25_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          isolate: false, // Starting a process for each file takes longer than half of the tests.
          include: ["tests/**/*.test.js"],
          // SKIP: what .ci/run runs otherwise.
          exclude: [IN_BROWSER, ...(process.env.SKIP?.split(" ") ?? [])],
        },
      },
      {
        extends: true,
        plugins: [shipped],
        resolve: { conditions: ["module", "browser", "production"] }, // as in production
        // Bundled before the tests start: a dependency found later would reload the page during a test.
        optimizeDeps: {
          entries: ["web/elements/**/*.js"],
          include: ["axe-core", "fast-check"],
        },
        test: {
          name: "browser",
          include: [IN_BROWSER],
          browser: {
            enabled: true,
            headless: true,
            fileParallelism: false,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ["--no-sandbox"] } }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
