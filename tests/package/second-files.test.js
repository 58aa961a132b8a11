// Figures whose first file loads a second one on demand: what is requested and when, from another
// origin and under a policy, and what the figure says while the second file is missing.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { figureFile, openBrowser } from "./figure.js";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PAGE = "http://page.test/";
const HERE = "http://page.test/files/";
const CDN = "http://cdn.test/npm/phasor@1.2.3/dist/";
const TRUSTED = "require-trusted-types-for 'script'; trusted-types 'none'";
const HOST = "script-src http://cdn.test 'wasm-unsafe-eval'; worker-src 'none'";

/** The first file of a figure, and the second. @type {Record<string, string>} */
const SECONDS = {
  bugs: "phasor-bugs-diagnosis.js",
  scaling: "phasor-scaling-config.js",
  "length-lab": "phasor-length-lab-training.js",
};

/** @type {Record<string, string>} */
const files = {};
/** @type {import("playwright").Browser} */
let browser;
/** @type {import("playwright").Page} */
let page;

beforeAll(async () => {
  for (const [name, second] of Object.entries(SECONDS)) {
    files[`phasor-${name}.js`] = await figureFile(name);
    files[second] = await figureFile(second.slice("phasor-".length, -".js".length));
  }
  browser = await openBrowser();
});
afterEach(() => page?.close());
afterAll(() => browser?.close());

/**
 * A page with one figure.
 * @param {string} name
 * @param {{ from?: string, query?: string, policy?: string, attributes?: string }} [options]
 */
async function open(name, { from = HERE, query = "", policy = "", attributes = "" } = {}) {
  page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  const second = SECONDS[name];
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  /** The requests for the second file. @type {string[]} */
  const requests = [];
  const state = { isThere: true };
  await page.context().route("**/*", (route) => {
    const url = new URL(route.request().url());
    const file = url.pathname.replace(/^.*\//, "");
    if (file === second) {
      requests.push(url.href);
      if (!state.isThere) return route.fulfill({ status: 404, body: "none" });
    }
    if (files[file]) {
      return route.fulfill({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: files[file],
      });
    }
    return route.fulfill({
      contentType: "text/html",
      headers: policy ? { "content-security-policy": policy } : {},
      body: `<!doctype html><link rel="icon" href="data:,">
        <script type="module" src="${from}phasor-${name}.js${query}"></script>
        <phasor-${name} ${attributes}></phasor-${name}>`,
    });
  });
  await page.goto(PAGE);
  const figure = page.locator(`phasor-${name}`);
  await figure.locator("canvas").first().waitFor();
  /** The text in the drawing and around it. */
  const words = () =>
    figure.evaluate((/** @type {any} */ element) => {
      element.drawNow();
      element.view.tell(false);
      return element.shadowRoot.textContent;
    });
  /** @param {string} text */
  const says = (text) => expect.poll(words, { timeout: 15_000 }).toContain(text);
  const set = (/** @type {Record<string, unknown>} */ patch) =>
    figure.evaluate((/** @type {any} */ element, patch) => element.set(patch), patch);
  // The browser's own message about a failed request.
  const faults = () => said.filter((each) => !/^Failed to load resource/.test(each));
  return { figure, requests, state, words, says, set, faults };
}

/** A reader's action that needs the second file of each figure, and the text that it shows. */
const CONFIG = '{"model_type": "llama", "head_dim": 32, "max_position_embeddings": 1000}';
/** @typedef {Awaited<ReturnType<typeof open>>} Opened */
/** @type {[name: string, ask: (opened: Opened) => Promise<void>, answer: string][]} */
const asking = [
  ["bugs", ({ set }) => set({ bugs: "start" }), "starts-at-1"],
  ["scaling", ({ set }) => set({ config: CONFIG }), "The pasted model"],
  [
    "length-lab",
    ({ figure }) => figure.getByRole("button", { name: "train" }).click(),
    "Training: RoPE",
  ],
];

describe.each(asking)("phasor-%s.js", (name, ask, answer) => {
  const file = SECONDS[name];

  test("requests its second file when a reader needs it, and not before", async () => {
    const opened = await open(name);
    await page.waitForTimeout(600);
    expect(opened.requests).toEqual([]);
    await ask(opened);
    await opened.says(answer);
    expect(new Set(opened.requests)).toEqual(new Set([HERE + file]));
    expect(opened.faults()).toEqual([]);
  });

  test.each([
    ["under a policy that names the host", HOST],
    ["under Trusted Types", TRUSTED],
    ["without a policy", ""],
  ])("works from another origin, %s", async (_, policy) => {
    const opened = await open(name, { from: CDN, query: "?v=7", policy });
    await ask(opened);
    await opened.says(answer);
    expect(new Set(opened.requests)).toEqual(new Set([`${CDN}${file}?v=7`]));
    // The console reports what a policy forbids; the figure then works in the page.
    if (!policy) expect(opened.faults()).toEqual([]);
  });

  test("says which file is missing, still works, and loads it at the next attempt", async () => {
    const opened = await open(name);
    opened.state.isThere = false;
    await ask(opened);
    await opened.says(`${file} could not be loaded. It belongs beside phasor-${name}.js.`);
    expect(await opened.words()).not.toContain("nothing is wrong");
    const before = opened.requests.length;
    await page.waitForTimeout(500);
    expect(opened.requests.length).toBe(before);
    opened.state.isThere = true;
    const again = name === "length-lab" ? "train" : "load it again";
    await opened.figure.getByRole("button", { name: again, exact: true }).first().click();
    await opened.says(answer);
    expect(await opened.words()).not.toContain("could not be loaded");
    expect(opened.faults()).toEqual([]);
  });
});

describe("phasor-bugs.js", () => {
  const file = SECONDS.bugs;

  test("has the cards, the tests and their results for the right table without the second file", async () => {
    const { figure, state, set, words, requests } = await open("bugs");
    state.isThere = false;
    expect(await words()).toContain("nothing is wrong");
    expect(requests).toEqual([]);
    await set({ bugs: "exponent" });
    expect(await words()).toContain("✗ all rows have the length");
    expect(await figure.evaluate((/** @type {any} */ each) => each.toCode("c"))).toContain("main");
    const svg = await figure.evaluate((/** @type {any} */ each) => each.toSVG());
    expect(svg).toContain("A frequency for each column");
  });

  test("loads the tab of rotary embeddings, and says so in its place", async () => {
    const { figure, state, set, says, requests } = await open("bugs");
    state.isThere = false;
    await set({ kind: "rotary" });
    await says(`${file} could not be loaded`);
    expect(await figure.evaluate((/** @type {any} */ each) => each.toCSV())).toBe("offset\r\n");
    // Switching to another tab and back is another attempt.
    state.isThere = true;
    await set({ kind: "table" });
    await says("row 0 is");
    await set({ kind: "rotary" });
    await says("Expected: pairs of halves");
    await says("nothing is wrong");
    expect(requests.at(-1)).toBe(`${HERE}${file}`);
    expect(requests.some((each) => each.endsWith("?attempt=1"))).toBe(true);
  });

  test("loads its second file for a link with a configuration", async () => {
    const { says } = await open("bugs", {
      attributes: `kind="rotary" config='${CONFIG.replaceAll('"', "&quot;")}'`,
    });
    await says("The configuration says pairs of halves, base 10,000");
  });

  test("reads a file that was dropped while its reader was missing", async () => {
    const { figure, state, says } = await open("bugs");
    state.isThere = false;
    await figure.evaluate((/** @type {any} */ element) => {
      const carried = new DataTransfer();
      const rows = Array.from({ length: 20 }, (_, n) => `${Math.sin(n)},${Math.cos(n)}`);
      carried.items.add(new File([rows.join("\n")], "mine.csv"));
      element.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true }));
    });
    await says(`${file} could not be loaded`);
    state.isThere = true;
    await figure.locator(".extra").getByRole("button", { name: "load it again" }).click();
    await says("mine.csv: 20 positions by 2 numbers");
  });

  test("fills its section for files when a reader opens it", async () => {
    const { figure, requests } = await open("bugs");
    expect(await figure.getByRole("button", { name: "choose a file" }).count()).toBe(0);
    await figure.getByText("your own file").click();
    await figure.getByRole("button", { name: "choose a file" }).waitFor();
    expect(requests).toEqual([`${HERE}${file}`]);
  });

  test("prints what is missing, and the verdict at the next print", async () => {
    const { figure, words, requests } = await open("bugs", { attributes: 'bugs="swapped"' });
    const print = () =>
      figure.evaluate((/** @type {any} */ element) => {
        dispatchEvent(new Event("beforeprint"));
        element.view.tell(false);
        const text = element.shadowRoot.textContent;
        dispatchEvent(new Event("afterprint"));
        return text;
      });
    const first = await print();
    if (!first.includes("swapped-sine-cosine")) expect(first).toContain("Print again to see it");
    await expect.poll(words).toContain("swapped-sine-cosine");
    expect(await print()).toContain("swapped-sine-cosine");
    expect(requests.length).toBeGreaterThan(0);
  });
});
