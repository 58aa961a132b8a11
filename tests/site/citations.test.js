// Citations open in a popover: by pointer and by keyboard, inside the window, with what the source is cited for.
import { describe, expect, test } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { references } from "../../web/site/build/references.js";
import { some } from "../long.js";
import { atRest } from "./rest.js";
import { visits } from "./visits.js";

const site = visits();

/** What is wrong with an open popover. Uses only what is in this function, because its text is sent to browsers. @param {Element} box */
function faultsOf(box) {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const faults = [];
  if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight)
    faults.push(`stands at ${[left, top, right, bottom]}`);
  if (box.scrollWidth > box.clientWidth + 1) faults.push("is cut");
  return faults;
}

const windows = [
  [320, 640],
  [375, 667],
  [1440, 900],
];

describe.each(some(windows, 1))("in a window of %i by %i pixels", (width, height) => {
  test.each(Object.keys(pages))(
    "every citation of %s opens where it stands",
    async (file) => {
      const page = await site.open(file, { viewport: { width, height } });
      const box = page.locator(".citation");
      const links = await page.locator(".cite a:visible").all();
      expect(links.length).toBeGreaterThan(10);
      for (const [n, link] of links.entries()) {
        const name = `${await link.getAttribute("href")}, link ${n}`;
        await link.evaluate((link) => link.scrollIntoView({ block: "center" }));
        await page.evaluate(`(${atRest})(window)`);
        if (n % 2) await link.click();
        else {
          await link.focus();
          await page.keyboard.press("Enter");
        }
        expect(await box.isVisible(), name).toBe(true);
        expect(await box.evaluate(faultsOf), name).toEqual([]);
        const key = (await link.getAttribute("href"))?.replace("#ref-", "") ?? "";
        const { title, year, where, use } = references[key];
        const text = await box.innerText();
        for (const part of [title, `(${year})`, where, `Cited for ${use}.`])
          expect(text, name).toContain(part);
        await page.keyboard.press("Escape");
        expect(await box.isVisible(), name).toBe(false);
      }
    },
    180_000,
  );
});
