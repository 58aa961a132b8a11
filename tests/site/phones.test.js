// On phones a guided figure is pinned above its steps: its drawing is whole, with one line of words and one button for
// everything else.
import { expect, test } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { some } from "../long.js";
import { atRest } from "./rest.js";
import { visits } from "./visits.js";

const site = visits();

/** What is wrong with a figure in its pinned box. Uses only what is in this function, because its text is sent to browsers. @param {Element} led */
function faultsOf(led) {
  /** The least height of a panel that may shrink. */
  const LEAST = 44;
  const figure = /** @type {any} */ (
    [...led.querySelectorAll("figure > *")].find(({ localName }) => localName.startsWith("phasor-"))
  );
  const faults = [];
  const box = figure.parentElement.getBoundingClientRect();
  const content = figure.shadowRoot.querySelector("figure");
  const end = (/** @type {Element} */ element) => element.getBoundingClientRect().bottom;
  if (getComputedStyle(figure.parentElement).position !== "sticky") faults.push("is not pinned");
  if (end(content) > box.bottom + 1) faults.push(`ends ${end(content) - box.bottom} below the box`);
  const hint = figure.shadowRoot.querySelector(".hint");
  const right = (/** @type {Element} */ element) => element.getBoundingClientRect().right;
  for (const bold of hint.querySelectorAll("b:first-child"))
    if (right(bold) > right(hint)) faults.push(`cuts “${bold.textContent}”`);
  const { panels, height } = figure.view;
  for (const { panel, plot } of panels) {
    const { top, height: high } = plot.box;
    if (top + high > height + 1) faults.push(`${panel.name} ends at ${top + high} of ${height}`);
    if (!panel.fixed && !panel.text && plot.frame.height < LEAST)
      faults.push(`${panel.name} is ${plot.frame.height} high`);
  }
  return faults;
}

const SIZES = [
  [320, 640],
  [375, 740],
];
const phones = SIZES.flatMap(([width, height]) =>
  Object.keys(pages).map((file) => ({ width, height, file })),
);

test.each(some(phones, 2))(
  "in a window of $width by $height pixels, the pinned figures of $file are whole",
  async ({ width, height, file }) => {
    const page = await site.openWhole(file, {
      ...{ viewport: { width, height }, hasTouch: true, isMobile: true },
      reducedMotion: "reduce",
    });
    // On a phone, a page that is wider than its window grows the window.
    expect(await page.evaluate(() => innerWidth)).toBe(width);
    const leds = await page.locator(".led").all();
    expect(leds.length).toBeGreaterThan(1);
    for (const led of leds) {
      await led.evaluate((led) => led.scrollIntoView());
      await page.evaluate(`(${atRest})(window)`);
      for (const step of await led.locator(".step").all()) {
        await step.evaluate((step) => {
          scrollBy(0, step.getBoundingClientRect().top - 0.8 * innerHeight);
        });
        const name = await step.evaluate(
          (step) => `${step.closest("section")?.id}: ${step.textContent?.trim().slice(0, 40)}`,
        );
        await expect
          .poll(() => step.evaluate((step) => step.classList.contains("current")), {
            message: name,
          })
          .toBe(true);
        await expect.poll(() => led.evaluate(faultsOf), { message: name }).toEqual([]);
      }
    }
  },
  180_000,
);

test("everything else hangs from the figure, behind one button", async () => {
  const page = await site.open("index.html", {
    ...{ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
  });
  const figure = page.locator("phasor-rope");
  await figure.evaluate((figure) => figure.closest(".led")?.scrollIntoView());
  await page.evaluate(`(${atRest})(window)`);
  const reset = figure.getByRole("button", { name: "reset" });
  const base = figure.getByRole("slider", { name: "base" });
  expect(await reset.isVisible()).toBe(false);
  const summary = figure.locator("summary");
  const { width, height } = /** @type {any} */ (await summary.boundingBox());
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  const before = await figure.evaluate((figure) => figure.getBoundingClientRect().height);
  await summary.tap();
  expect(await reset.isVisible()).toBe(true);
  const sheet = /** @type {any} */ (await base.boundingBox());
  const box = /** @type {any} */ (await figure.locator("xpath=..").boundingBox());
  expect(sheet.y).toBeGreaterThan(box.y + box.height);
  expect(await figure.evaluate((figure) => figure.getBoundingClientRect().height)).toBe(before);
});
