import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { alias } from "./vite.config.js";
import { sitePage } from "./web/site/build/plugin.js";

const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

// Two projects: `node` for the package, and `browser` for the elements and the page, in a real Chromium
// ($CHROMIUM, or Debian's). `npx vitest run --project node` runs one of them.
export default defineConfig({
  cacheDir: "build/vite",
  logLevel: "error",
  resolve: { alias },
  test: {
    // LONG=1: the long form of tests that try many settings.
    env: { LONG: process.env.LONG ?? "" },
    // A busy machine needs longer than the default to open a page.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/**/*.test.js"],
          exclude: ["tests/**/*.browser.test.js"],
        },
      },
      {
        extends: true,
        plugins: [sitePage()],
        // As in production.
        resolve: { conditions: ["module", "browser", "production"] },
        // Bundled before the tests start: a dependency found later would reload the page during a test.
        optimizeDeps: {
          entries: ["web/{elements,site}/**/*.js"],
          include: ["axe-core", "fast-check"],
        },
        test: {
          name: "browser",
          include: ["tests/**/*.browser.test.js"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ["--no-sandbox"] } }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
