// The package under a content security policy: it evaluates no code, and where WebAssembly is
// forbidden the error says what to allow.
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { inChromium } from "../chromium.js";
import { serveFolder } from "../serving.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const chromium = inChromium();

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The output of the page under a policy.
 * @param {string} policy @param {string} script @param {string} wait */
async function under(policy, script, wait) {
  const server = await serveFolder(root, {
    headers: { "content-security-policy": policy },
    files: {
      "/index.html": `<!doctype html><title>policy</title><link rel="icon" href="data:,">
        <script src="/watch.js"></script><script type="module" src="${script}"></script>
        <phasor-heatmap></phasor-heatmap>`,
      "/page.js": `import { sinusoidal } from "./dist/phasor.js";
        try { globalThis.answer = [...sinusoidal(1, 4)].join(" "); } catch (error) { globalThis.answer = String(error); }`,
      "/watch.js": `globalThis.violations = [];
        addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));`,
    },
  });
  const page = await chromium().newPage();
  await page.goto(server.address);
  // Playwright's waiting runs in the page, which may not evaluate code.
  await expect.poll(() => page.evaluate(wait)).toBeTruthy();
  const answer = await page.evaluate("globalThis.answer");
  const violations = await page.evaluate("globalThis.violations");
  await page.close();
  server.close();
  return { answer, violations };
}

describe("a content security policy", () => {
  it("need not allow the evaluation of code, only WebAssembly", async () => {
    const rules = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";
    const { answer, violations } = await under(rules, "/page.js", "globalThis.answer");
    expect(answer).toBe("0 1 0 1");
    expect(violations).toEqual([]);
  });

  it("that forbids WebAssembly causes an error that says what to allow", async () => {
    const rules = "default-src 'none'; img-src data:; script-src 'self'";
    const { answer } = await under(rules, "/page.js", "globalThis.answer");
    expect(answer).toBe(
      "Error: phasor: the content security policy forbids WebAssembly; allow 'wasm-unsafe-eval' in script-src",
    );
  });

  it("may forbid inline styles and everything else, and figures still draw", async () => {
    const rules = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";
    const isDrawn = `document.querySelector("phasor-heatmap").shadowRoot?.querySelector("canvas")?.width > 300`;
    const { violations } = await under(rules, "/dist/figures/heatmap.js", isDrawn);
    expect(violations).toEqual([]);
  });
});
