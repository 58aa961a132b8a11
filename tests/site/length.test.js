// The main page can be read to its end: its height, its words and its minutes.
import { expect, test } from "vitest";
import { chaptersOf, pages } from "../../web/site/build/chapters.js";
import { countWords, readingMinutes } from "../../web/site/build/contents.js";
import { readChapter } from "../../web/site/build/files.js";
import { atRest } from "./rest.js";
import { visits } from "./visits.js";

/** Limits of the main page, in a window of 1440 by 900 pixels. */
const MOST_PIXELS = 50_000;
const MOST_WORDS = 8_500;
const MOST_MINUTES = 25;
/** The part of the page before which RoPE begins. */
const ROPE = 0.4;

const site = visits();

test("the main page is short, and comes to RoPE soon", async () => {
  const page = await site.openWhole("", { viewport: { width: 1440, height: 900 } });
  // Chapters out of view are only estimated.
  await page.evaluate(() => {
    for (const section of document.querySelectorAll("section"))
      section.style.contentVisibility = "visible";
  });
  for (const section of await page.locator("main section").all()) {
    await section.evaluate((section) => section.scrollIntoView());
    await page.evaluate(`(${atRest})(window)`);
  }
  const { height, rope } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    rope:
      /** @type {Element} */ (document.querySelector("#rope")).getBoundingClientRect().top +
      scrollY,
  }));
  expect(height).toBeLessThanOrEqual(MOST_PIXELS);
  expect(rope / height).toBeLessThan(ROPE);
});

test("the main page has few words, and five parts that take twenty minutes or a little more", () => {
  const words = chaptersOf("index.html").map(({ name }) => countWords(readChapter(name)));
  expect(words.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(MOST_WORDS);
  const parts = pages["index.html"].filter(({ title }) => title);
  expect(parts).toHaveLength(5);
  const minutes = parts.map(readingMinutes).reduce((a, b) => a + b, 0);
  expect(minutes).toBeLessThanOrEqual(MOST_MINUTES);
});
