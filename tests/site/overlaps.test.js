// No line of a page's text lies on another, and no note in the margin on anything wide beside the text.
import { expect, test } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { visits } from "./visits.js";

const site = visits();

/** Pairs of lines that share a place. Uses only what is in this function, because its text is sent to browsers. */
function overlaps() {
  const main = /** @type {Element} */ (document.querySelector("main"));
  const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  /** @type {{ box: DOMRect, element: Element, text: string }[]} */
  const lines = [];
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const { data, parentElement } = /** @type {Text} */ (node);
    const element = /** @type {Element} */ (parentElement);
    // Formulas are laid out by the browser, and spoken from quiet words. The list of chapters stays in view, and so do
    // figures beside their steps.
    if (!data.trim() || element.closest("math, .quiet, .led, .rail")) continue;
    if (getComputedStyle(element).visibility === "hidden") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 2 && box.height > 2) lines.push({ box, element, text: data.trim() });
  }
  for (const element of document.querySelectorAll(".led, main figure, main pre"))
    if (element.getClientRects().length > 0)
      lines.push({ box: element.getBoundingClientRect(), element, text: element.className });
  lines.sort((one, other) => one.box.top - other.box.top);
  return lines.flatMap(({ box, element, text }, n) => {
    const pairs = [];
    for (const other of lines.slice(n + 1)) {
      if (other.box.top > box.bottom - 6) break;
      if (element.contains(other.element) || other.element.contains(element)) continue;
      const overlapX = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const overlapY = Math.min(box.bottom, other.box.bottom) - other.box.top;
      if (overlapX > 3 && overlapY > 8)
        pairs.push(`${text.slice(0, 40)} / ${other.text.slice(0, 40)}`);
    }
    return pairs;
  });
}

test.each(Object.keys(pages))(
  "no line of %s lies on another, in windows from 320 to 1920 pixels, and in letters twice as large",
  async (file) => {
    const page = await site.open(file, { bypassCSP: true });
    await page.addStyleTag({ content: "section { content-visibility: visible !important; }" });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const browser = await page.context().newCDPSession(page);
    const windows = [320, 375, 480, 768, 1024, 1280, 1366, 1440, 1920].map((width) => [width, 16]);
    for (const [width, standard] of [...windows, [375, 24], [375, 32], [1280, 32]]) {
      await browser.send("Page.setFontSizes", { fontSizes: { standard } });
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(`(${overlaps})()`), `${width}, ${standard}`).toEqual([]);
      // Larger letters than usual may make the links scroll, but neither the bar nor, at 24 pixels, the page.
      const selector = standard <= 24 ? "html, .bar" : ".bar";
      const bars = await page.locator(standard === 16 ? `${selector}, .links` : selector).all();
      for (const bar of bars)
        expect
          .soft(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
          .toBe(0);
    }
  },
  60_000,
);
