// The package under a content security policy: it evaluates no code, and where WebAssembly is
// forbidden the error says what to allow.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openBrowser } from "./figure.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** @type {import("playwright").Browser} */
let browser;
/** @type {import("node:http").Server} */
let server;
let address = "";
/** The policy of the served page. */
let policy = "";

beforeAll(async () => {
  /** @type {Record<string, string>} */
  const scripts = {
    "/page.js": `import { sinusoidal } from "./dist/phasor.js";
      try { globalThis.answer = [...sinusoidal(1, 4)].join(" "); } catch (error) { globalThis.answer = String(error); }`,
    "/watch.js": `globalThis.violations = [];
      addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));`,
  };
  server = createServer(({ url = "/" }, response) => {
    const file = url.startsWith("/dist/") && readFileSync(new URL(`../..${url}`, import.meta.url));
    const script = file || scripts[url];
    if (script) {
      response.setHeader("content-type", "text/javascript");
      response.end(script);
    } else {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-security-policy", policy);
      response.end(`<!doctype html><title>policy</title><link rel="icon" href="data:,">
        <script src="/watch.js"></script><script type="module" src="${url.slice(2)}"></script>
        <phasor-heatmap></phasor-heatmap>`);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  address = `http://127.0.0.1:${port}/?`;
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** The output of the page under a policy.
 * @param {string} rules @param {string} script @param {string} wait */
async function under(rules, script, wait) {
  policy = rules;
  const page = await browser.newPage();
  await page.goto(address + script);
  // Playwright's waiting runs in the page, which may not evaluate code.
  await expect.poll(() => page.evaluate(wait)).toBeTruthy();
  const answer = await page.evaluate("globalThis.answer");
  const violations = await page.evaluate("globalThis.violations");
  await page.close();
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
    const drawn = `document.querySelector("phasor-heatmap").shadowRoot?.querySelector("canvas")?.width > 300`;
    const { violations } = await under(rules, "/dist/figures/heatmap.js", drawn);
    expect(violations).toEqual([]);
  });
});
