// The README's two lines in an otherwise plain page: the text below the figure stays where it is while the figure loads.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser, openPage } from "./figure.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** @type {import("playwright").Browser} */
let browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [lines] = /^<script type="module" src="https:.*\n<phasor-.*$/m.exec(readme) ?? [""];
const pasted = lines.replace(/https:.*?(?=\/dist\/)/, "");
const [, reserved] = /style="(.*?)"/.exec(lines) ?? ["", ""];

const NOTE = `<meta name="viewport" content="width=device-width"><script>
  globalThis.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
</script>`;

const styles = [reserved, "display: block; height: 46rem", "display: flex; height: 30rem"];

test.each(
  [375, 1000].flatMap((width) => styles.map((style) => /** @type {const} */ ([width, style]))),
)("in a window of %i pixels, with %s", async (width, style) => {
  const { page, requests } = await openPage(browser, "");
  await page.setViewportSize({ width, height: 1000 });
  // The file arrives when the text is there.
  await page.route(/\/heatmap\.js$/, async (route) => {
    await page.locator("#below").waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await route.fallback();
  });
  await page.route("http://page.test/post", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html>${NOTE}<h1>A post</h1>\n${pasted.replace(reserved, style)}\n<p id="below">${"Text below. ".repeat(200)}</p>`,
    }),
  );
  await page.goto("http://page.test/post", { waitUntil: "commit" });
  const below = page.locator("#below");
  await below.waitFor();
  const before = await below.boundingBox();
  const figure = page.locator("phasor-heatmap");
  await figure.locator("canvas").first().waitFor();
  // More frames than the figure eases.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
  });
  expect(requests).toContain("figures/heatmap.js");
  expect(await below.boundingBox()).toEqual(before);
  expect(await page.evaluate("shifts")).toEqual([]);
  const free = await figure.evaluate(
    (each) =>
      each.getBoundingClientRect().bottom -
      (each.shadowRoot?.querySelector(".root")?.getBoundingClientRect().bottom ?? 0),
  );
  expect(Math.abs(free), "empty space in the figure").toBeLessThan(1);
  await page.close();
});
