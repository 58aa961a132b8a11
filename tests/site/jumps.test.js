// What a reader reads stays where it is while fonts and figures load.
import { expect, test } from "vitest";
import { atRest } from "./rest.js";
import { visits } from "./visits.js";

const site = visits();

/** Pixels that a reader scrolls at a time. */
const STEP = 700;

/** Notes errors, and what moves vertically, and by how much. Numbers that follow a figure may change their width. */
const NOTE = `globalThis.moves = [];
globalThis.errors = [];
addEventListener("error", ({ message }) => errors.push(message));
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    const moved = sources.filter(({ previousRect, currentRect }) => Math.abs(currentRect.y - previousRect.y) > 0.5);
    const where = moved.map(({ node, previousRect, currentRect }) =>
      (node?.id || node?.nodeName || "inside a figure") + " " + previousRect.y + " to " + currentRect.y);
    if (moved.length > 0) moves.push({ value, where: where.join(", ") + " at " + scrollY });
  }
}).observe({ type: "layout-shift", buffered: true });`;

/** Notes the elements whose sizes are observed. */
const WATCH = `globalThis.observed = new Map();
globalThis.ResizeObserver = class extends ResizeObserver {
  observe(element, options) {
    super.observe(element, options);
    observed.set(element, this);
  }
  unobserve(element) {
    super.unobserve(element);
    observed.delete(element);
  }
  disconnect() {
    super.disconnect();
    for (const [element, observer] of observed) if (observer === this) observed.delete(element);
  }
};`;

/** Names of observed elements in chapters that are not laid out. */
const SKIPPED = `[...observed.keys()]
  .filter((element) => !element.checkVisibility({ contentVisibilityAuto: true }))
  .map((element) => (element.getRootNode().host ?? element).localName)`;

/** Formulas in the window that are wider than the text and were not made smaller. */
const WIDE = `[...document.querySelectorAll("main .formula")]
  .filter((formula) => formula.checkVisibility({ contentVisibilityAuto: true }))
  .filter((formula) => formula.getBoundingClientRect().top < innerHeight && formula.getBoundingClientRect().bottom > 0)
  .filter(({ clientWidth, scrollWidth, style }) => scrollWidth > clientWidth && !style.getPropertyValue("--fit"))
  .map(({ textContent }) => textContent)`;

/** @param {import("playwright").Page} page */
async function expectNoMoves(page) {
  const moves = /** @type {{ value: number, where: string }[]} */ (await page.evaluate("moves"));
  const sum = moves.reduce((sum, { value }) => sum + value, 0);
  expect(sum, moves.map(({ where }) => where).join("; ")).toBeLessThan(0.01);
  // An observer that resizes what it observes makes the window report one.
  expect(await page.evaluate("errors")).toEqual([]);
}

/** Loads every font, because some fallback fonts are missing on this machine; then the page measures its formulas
 * again. @param {import("playwright").Page} page */
async function loadFonts(page) {
  await page.evaluate(async () => {
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    await document.fonts.ready;
  });
  await page.evaluate(`(${atRest})(window)`);
}

test.each([
  [412, 823],
  [1440, 900],
])("the first screen does not jump while fonts load, at %i by %i px", async (width, height) => {
  const page = await site.newPage({ viewport: { width, height } });
  await page.addInitScript(NOTE);
  // The fonts arrive when the page has been drawn without them.
  await page.route("**/*.woff2", async (route) => {
    await page.locator("main.ready").waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await route.continue();
  });
  await page.goto(site.at("index.html"), { waitUntil: "commit" });
  await page.locator("main.ready").waitFor();
  await loadFonts(page);
  await expectNoMoves(page);
});

test.each([320, 1000])(
  "the page does not jump while figures load, at %i px",
  async (width) => {
    const page = await site.open("index.html", { viewport: { width, height: 900 } }, (page) =>
      page.addInitScript(WATCH),
    );
    await loadFonts(page);
    await page.evaluate(NOTE);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += STEP) {
      await page.evaluate((top) => scrollTo(0, top), top);
      await page.evaluate(`(${atRest})(window)`);
      // Firefox reports an error if a chapter with one is laid out in a frame in which another size changes.
      expect(await page.evaluate(SKIPPED)).toEqual([]);
      expect(await page.evaluate(WIDE)).toEqual([]);
    }
    expect(await page.evaluate("observed.size")).toBeGreaterThan(0);
    await expectNoMoves(page);
  },
  120_000,
);
