// The README's two lines, and those of docs/embedding.md, in an otherwise plain page: the text below the figure stays
// where it is while the figure loads.
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { parseExamples } from "../../web/site/examples.js";
import { inChromium } from "../chromium.js";
import { some } from "../long.js";
import { openPage } from "./figure.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const chromium = inChromium();

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

/** Opens a page with the lines, whose file arrives late, and waits until the figure stands. @param {number} width @param {string} lines */
async function load(width, lines) {
  const [, name] = /<phasor-([\w-]+)/.exec(lines) ?? [];
  const { page, requests } = await openPage(chromium(), "");
  await page.setViewportSize({ width, height: 1000 });
  // The file arrives when the text is there.
  await page.route(new RegExp(`/${name}\\.js$`), async (route) => {
    await page.locator("#below").waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await route.fallback();
  });
  await page.route("http://page.test/post", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html>${NOTE}<h1>A post</h1>\n${lines}\n<p id="below">${"Text below. ".repeat(200)}</p>`,
    }),
  );
  await page.goto("http://page.test/post", { waitUntil: "commit" });
  const below = page.locator("#below");
  await below.waitFor();
  const before = await below.boundingBox();
  const figure = page.locator(`phasor-${name}`);
  await figure.locator("canvas").first().waitFor();
  // More frames than the figure eases.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
  });
  expect(requests).toContain(`figures/${name}.js`);
  expect(await below.boundingBox()).toEqual(before);
  expect(await page.evaluate("shifts")).toEqual([]);
  return { page, figure };
}

test.each(
  [375, 1000].flatMap((width) => styles.map((style) => /** @type {const} */ ([width, style]))),
)("in a window of %i pixels, with %s", async (width, style) => {
  const { page, figure } = await load(width, pasted.replace(reserved, style));
  const free = await figure.evaluate(
    (figure) =>
      figure.getBoundingClientRect().bottom -
      (figure.shadowRoot?.querySelector(".root")?.getBoundingClientRect().bottom ?? 0),
  );
  expect(Math.abs(free), "empty space in the figure").toBeLessThan(1);
  await page.close();
});

const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

test.each(some(parseExamples(guide), 6))(
  "the lines of docs/embedding.md: $tag",
  async ({ html }) => {
    const { page, figure } = await load(1000, html.replace('src="figures/', 'src="/dist/figures/'));
    // The height is reserved, and hardly more than the figure needs.
    const [reserved, needed] = await figure.evaluate(async (figure) => {
      const { height } = figure.getBoundingClientRect();
      figure.removeAttribute("style");
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return [height, figure.getBoundingClientRect().height];
    });
    expect(reserved).toBeGreaterThanOrEqual(needed);
    expect(reserved - needed).toBeLessThan(64);
    await page.close();
  },
);
