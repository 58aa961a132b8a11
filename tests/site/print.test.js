// The built page on paper, printed by a reader who has not scrolled.
import { expect, test } from "vitest";
import { visits } from "./visits.js";

const site = visits();
/** @type {import("playwright").Page} */
let page;

const FIGURES = 16;

/** Records what would be printed in each figure's place, after the figures have drawn for print. */
const NOTE = `addEventListener("beforeprint", () => {
  const hasInk = (canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
  };
  const all = [...document.querySelectorAll("main figure > *")].filter((element) =>
    element.localName.startsWith("phasor-"),
  );
  globalThis.printed = all.map((figure) => ({
    name: figure.id || figure.localName,
    drawn: [...(figure.shadowRoot?.querySelectorAll(".plot canvas") ?? [])].some(hasInk),
  }));
});`;

/** @param {(page: import("playwright").Page) => unknown} [before] */
async function open(before) {
  page = await site.open("", { viewport: { width: 1280, height: 800 } }, before);
}

/** @returns {Promise<{ name: string, drawn: boolean }[]>} */
async function print() {
  // After the figures' own listeners, which were added when they were defined.
  await page.evaluate(NOTE);
  await page.pdf();
  return page.evaluate("globalThis.printed");
}

test("printing draws every figure, even if it was not scrolled into view", async () => {
  page = await site.openWhole("", { viewport: { width: 1280, height: 800 } });
  const printed = await print();
  expect(printed).toHaveLength(FIGURES);
  expect(printed.filter(({ drawn }) => !drawn)).toEqual([]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.emulateMedia({ media: "print" });
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll("main figure > *")].flatMap((figure) =>
      [...(figure.shadowRoot?.querySelectorAll("button, input, select, textarea, summary") ?? [])]
        .filter((control) => control.checkVisibility())
        .map((control) => `${figure.localName}: ${control.textContent}`),
    ),
  );
  expect(controls, "what nobody can press on paper").toEqual([]);
});

test("printing fills at most 36 pages, and most of the first", async () => {
  await open();
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
  expect(pages?.length).toBeGreaterThan(10);
  expect(pages?.length).toBeLessThanOrEqual(36);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print" });
  const top = await page.evaluate(
    () => document.querySelector("#order")?.getBoundingClientRect().top,
  );
  expect(top).toBeLessThan(400);
});

test("printing shows the fallback text of a figure that has not loaded, and no empty space", async () => {
  await open((page) => page.route(/\/assets\/phasor-[^/]*\.js$/, () => {}));
  await page.emulateMedia({ media: "print" });
  const places = await page.evaluate(() =>
    [...document.querySelectorAll("main figure > :not(:defined)")]
      .filter(({ localName }) => localName.startsWith("phasor-"))
      .map((figure) => {
        const words = /** @type {HTMLElement} */ (figure.querySelector(".words"));
        const lacking = getComputedStyle(/** @type {Element} */ (words.firstElementChild)).display;
        const { content } = getComputedStyle(figure, "::before");
        const empty = figure.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
        return { seen: getComputedStyle(words).visibility, content, lacking, isFull: empty < 40 };
      }),
  );
  expect(places).toHaveLength(FIGURES);
  for (const place of places) {
    expect(place).toMatchObject({ seen: "visible", lacking: "none", isFull: true });
    expect(place.content).toContain("not been loaded");
  }
});

test("printing requests what is missing, for the next time", async () => {
  // Without prefetching.
  await open((page) => page.addInitScript("window.requestIdleCallback = () => 0"));
  expect((await print()).every(({ drawn }) => drawn)).toBe(false);
  await expect.poll(() => page.locator("main figure > :not(:defined)").count()).toBe(0);
  expect((await print()).filter(({ drawn }) => !drawn)).toEqual([]);
});
