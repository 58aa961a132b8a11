// The figures in dist/: alone, together, from another origin, from a disk, and under policies.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { figures } from "../../rolldown.config.js";
import { inChromium } from "../chromium.js";
import { some } from "../long.js";
import { until } from "../until.js";
import { here, load, onCdn, openPage } from "./figure.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const chromium = inChromium();

/** @type {import("playwright").Page | undefined} */
let page;
afterEach(() => page?.close());

/** @param {string} html @param {Parameters<typeof openPage>[2]} [options] */
async function open(html, options) {
  const opened = await openPage(chromium(), html, options);
  page = opened.page;
  return { ...opened, page: opened.page };
}

test("figures share a group, and loading a file twice breaks nothing", async () => {
  const again = `${here("heatmap")}?again`;
  const { page, messages } = await open(
    `${[here("clocks"), here("heatmap"), again].map(load).join("")}
     <phasor-heatmap group="post" position="12"></phasor-heatmap>
     <phasor-clocks group="post"></phasor-clocks>
     <phasor-clocks></phasor-clocks>`,
    { policy: "require-trusted-types-for 'script'; trusted-types 'none'" },
  );
  const position = (/** @type {string} */ figure) =>
    page.locator(`${figure} .handle`).first().getAttribute("aria-valuenow");
  const selector = "phasor-clocks:not([group])";
  await page.locator(`${selector} canvas`).first().waitFor();
  expect(await position("phasor-clocks[group]")).toBe("12");
  expect(await position(selector)).toBe("37");
  await page.locator("phasor-heatmap .handle").press("ArrowRight");
  await until(async () => expect(await position("phasor-clocks[group]")).toBe("13"));
  expect(await position(selector)).toBe("37");
  expect(messages).toEqual([]);
});

test.each(/** @type {const} */ (["light", "dark"]))(
  "a figure fills the screen, in the colours of its page: %s",
  async (colorScheme) => {
    const { page } = await open(
      `<meta name="color-scheme" content="light dark"><style>body { margin: 3rem }</style>
       ${load(here("heatmap"))}<phasor-heatmap></phasor-heatmap>`,
    );
    await page.emulateMedia({ colorScheme });
    const state = () =>
      page.evaluate(() => {
        const figure = /** @type {any} */ (document.querySelector("phasor-heatmap"));
        const root = figure.shadowRoot.querySelector(".root");
        const title = root.querySelector(".title").getBoundingClientRect();
        const { backgroundColor } = getComputedStyle(root);
        const { width, height } = root.getBoundingClientRect();
        const fills = width === innerWidth && height >= innerHeight;
        const isWhole = title.top >= 0 && title.left >= 0 && title.right <= innerWidth;
        return { fills, isWhole, backgroundColor, ...figure.theme, drawing: figure.view.height };
      });
    await page.locator("canvas").first().waitFor();
    const before = await state();
    await page.getByText("full screen", { exact: true }).click();
    await page.getByText("exit full screen").waitFor();
    await expect.poll(async () => (await state()).fills).toBe(true);
    await expect.poll(async () => (await state()).size).toBeGreaterThan(16);
    const full = await state();
    const { scheme, ink, paper } = before;
    expect(full).toMatchObject({ scheme: colorScheme, ink, isWhole: true, backgroundColor: paper });
    expect(scheme).toBe(colorScheme);
    expect(full.drawing).toBeGreaterThan(before.drawing);
    await page.getByText("exit full screen").click();
    await page.getByText("full screen", { exact: true }).waitFor();
    await expect.poll(state).toEqual(before);
  },
);

test("two pasted lines make the same figure in a page with and without a doctype", async () => {
  const height = async (/** @type {string} */ doctype) => {
    const { page } = await open(`${load(onCdn("clocks"))}\n<phasor-clocks></phasor-clocks>`, {
      doctype,
    });
    await page.locator("canvas").first().waitFor();
    const box = await page.locator("phasor-clocks").boundingBox();
    await page.close();
    return Math.round(box?.height ?? 0);
  };
  const quirks = await height("");
  expect(quirks).toBe(await height("<!doctype html>"));
  expect(quirks).toBeGreaterThan(100);
});

test.each(some(figures, 5))("<phasor-%s> draws from another origin", async (name) => {
  const { page, messages } = await open(`${load(onCdn(name))}<phasor-${name}></phasor-${name}>`);
  await page.locator(`phasor-${name} canvas`).first().waitFor();
  expect(messages).toEqual([]);
});

/** The text in and around a figure's drawing. @param {import("playwright").Locator} figure */
const words = (figure) =>
  figure.evaluate((/** @type {any} */ element) => {
    element.drawNow();
    element.view.announce(false);
    return element.shadowRoot.textContent;
  });

const CONFIG = '{"model_type": "llama", "head_dim": 32, "max_position_embeddings": 1000}';
/**
 * What a reader does that needs code or a worker that the figure has not loaded yet, and what it then says.
 * @type {[name: string, act: (figure: import("playwright").Locator) => Promise<unknown>, answer: string, worker: string][]}
 */
const needs = [
  ["bugs", (figure) => set(figure, { bugs: "start" }), "starts-at-1", "bugs-worker.js"],
  ["models", (figure) => set(figure, { config: CONFIG }), "The pasted model", ""],
  [
    "length-lab",
    (figure) => figure.getByRole("button", { name: "train" }).click(),
    "Training: RoPE",
    "length-lab-worker.js",
  ],
  ["story", (figure) => set(figure, { number: "1000" }), "0.86 nats a word", "story-worker.js"],
];
/** @param {import("playwright").Locator} figure @param {Record<string, unknown>} patch */
const set = (figure, patch) =>
  figure.evaluate((/** @type {any} */ element, values) => element.set(values), patch);

describe.each(needs)("phasor-%s", (name, act, answer, worker) => {
  test.each([
    ["beside the page", here(name), ""],
    ["from another origin", onCdn(name), ""],
    ["under a policy that forbids workers", onCdn(name), "worker-src 'none'"],
    [
      "under Trusted Types",
      onCdn(name),
      "require-trusted-types-for 'script'; trusted-types 'none'",
    ],
  ])("loads what a reader needs, %s", async (_, address, policy) => {
    const { page, messages, requests } = await open(
      `${load(address)}<phasor-${name}></phasor-${name}>`,
      { policy },
    );
    const figure = page.locator(`phasor-${name}`);
    await figure.locator("canvas").first().waitFor();
    const before = requests.length;
    await act(figure);
    await expect.poll(() => words(figure)).toContain(answer);
    expect(requests.length).toBeGreaterThan(before);
    if (worker && !policy) {
      expect(page.workers().length).toBeGreaterThan(0);
      expect(requests).toContain(`figures/${worker}`);
    }
    // The console reports what a policy forbids.
    if (!policy) expect(messages).toEqual([]);
  });
});

test("a figure says when a part of it is missing, and loads it at the reader's next attempt", async () => {
  const { page, requests } = await open(`${load(here("models"))}<phasor-models></phasor-models>`, {
    missing: /models-config/,
  });
  const figure = page.locator("phasor-models");
  await figure.locator("canvas").first().waitFor();
  await set(figure, { config: CONFIG });
  await expect.poll(() => words(figure)).toContain("A part of this figure could not be loaded");
  const count = requests.length;
  await figure.getByRole("button", { name: "load it again" }).click();
  await expect.poll(() => words(figure)).toContain("could not be loaded");
  expect(requests.length).toBeGreaterThanOrEqual(count);
});

test("<phasor-bugs> has an answer to tables with NaN, also together with other bugs", async () => {
  const { page, messages } = await open(
    `${load(here("bugs"))}<phasor-bugs d-model="16"></phasor-bugs>`,
  );
  const figure = page.locator("phasor-bugs");
  await figure.locator("canvas").first().waitFor();
  for (const bugs of ["nan", "start nan", "float16 nan"]) {
    await set(figure, { bugs });
    await expect.poll(() => words(figure)).toContain("not-finite");
    await set(figure, { bugs: "" });
    await expect.poll(() => words(figure)).toContain("nothing is wrong");
  }
  expect(messages).toEqual([]);
});

test("figures.js, one classic script, has every figure, from a disk and without a network", async () => {
  page = await chromium().newPage({ viewport: { width: 1200, height: 1000 } });
  /** @type {string[]} */
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  await page.context().setOffline(true);
  const empty = new URL("empty.html", import.meta.url);
  await page.goto(pathToFileURL(empty.pathname).href);
  await page.evaluate(
    ([address, html]) =>
      new Promise((resolve) => {
        document.body.innerHTML = html;
        const script = document.createElement("script");
        script.src = address;
        script.onload = resolve;
        document.head.append(script);
      }),
    [
      new URL("../../dist/figures.js", import.meta.url).href,
      figures.map((name) => `<phasor-${name}></phasor-${name}>`).join(""),
    ],
  );
  for (const name of figures) await page.locator(`phasor-${name} canvas`).first().waitFor();
  const bugs = page.locator("phasor-bugs");
  await set(bugs, { bugs: "start" });
  await expect.poll(() => words(bugs)).toContain("starts-at-1");
  expect(await words(bugs)).toContain("exponents over d \u2212 2");
  expect(messages).toEqual([]);
});

test("figures that were removed are collected, also if what they load later never comes", async () => {
  const { page } = await open(figures.map((name) => load(here(name))).join(""), {
    missing: /-(diagnosis|config|session|worker)/,
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.enable");
  const count = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
    return { nodes, jsEventListeners };
  };
  const round = (/** @type {number} */ copies) =>
    page.evaluate(
      async ([names, copies]) => {
        const modules = names.flatMap((name) =>
          Array.from({ length: copies }, () => document.createElement(`phasor-${name}`)),
        );
        document.body.append(...modules);
        for (const figure of /** @type {any[]} */ (modules)) figure.drawNow();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        for (const figure of modules) figure.remove();
      },
      /** @type {const} */ ([figures, copies]),
    );
  await round(1);
  const before = await count();
  await round(3);
  // What a promise or an observer still holds goes with a later collection.
  await expect.poll(count).toEqual(before);
});

test("web/elements/index.js names every figure", async () => {
  const all = await import("../../web/elements/index.js");
  expect(
    Object.values(all).map((/** @type {any} */ { tag }) => tag.replace("phasor-", "")),
  ).toEqual(figures.toSorted());
  const files = readdirSync(new URL("../../dist/figures/", import.meta.url));
  for (const name of figures) expect(files).toContain(`${name}.js`);
});
