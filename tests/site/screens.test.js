// On usual screens, a guided figure stands whole in the window while its steps pass by.
import { expect, test } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { some } from "../long.js";
import { atRest } from "./rest.js";
import { visits } from "./visits.js";

const site = visits();

/** Heights at which a step is read, as parts of the window; after the last one, the figure leaves. */
const READ = 0.15;
const READ_LAST = 0.52;

const SIZES = [
  [1366, 650],
  [1280, 720],
  [1024, 768],
];
const screens = Object.keys(pages).flatMap((file) =>
  SIZES.map(([width, height]) => ({ file, width, height })),
);

test.each(some(screens, 2))(
  "every guided figure and its step of $file stand whole in a window of $width by $height pixels",
  async ({ file, width, height }) => {
    const page = await site.openWhole(file, { viewport: { width, height } });
    const leds = await page.locator(".led").all();
    expect(leds.length).toBeGreaterThan(1);
    for (const led of leds) {
      await led.evaluate((led) => led.scrollIntoView());
      await page.evaluate(`(${atRest})(window)`);
      const steps = await led.locator(".step").all();
      for (const step of steps) {
        const part = step === steps.at(-1) ? READ_LAST : READ;
        const snapshot = () =>
          step.evaluate((step, part) => {
            scrollBy(0, step.getBoundingClientRect().top - part * innerHeight);
            const box = /** @type {HTMLElement} */ (step.closest(".led")?.querySelector("figure"));
            const { top, bottom } = box.getBoundingClientRect();
            const words = /** @type {Element} */ (step.querySelector(":scope > p"));
            const figure = /** @type {any} */ (
              [...box.children].find(({ localName }) => localName.startsWith("phasor-"))
            );
            return {
              isCurrent: step.classList.contains("current"),
              isWhole:
                top >= 55 && bottom <= innerHeight + 1 && box.scrollHeight <= box.clientHeight + 1,
              isDrawn: figure.view.panels.every(
                (/** @type {any} */ { panel, plot }) =>
                  plot.box.top + plot.box.height <= figure.view.height + 1 &&
                  (!panel.fixed || plot.frame.height >= panel.height - 1),
              ),
              isRead: words.getBoundingClientRect().bottom <= innerHeight,
            };
          }, part);
        const name = await step.evaluate(
          (step) => `${step.closest("section")?.id}: ${step.textContent?.trim().slice(0, 40)}`,
        );
        await expect
          .poll(snapshot, { message: name })
          .toEqual({ isCurrent: true, isWhole: true, isDrawn: true, isRead: true });
      }
    }
  },
  120_000,
);
