// The first screen: its text and drawing at each position, and its keys, mouse and touch input.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { pixelUnder } from "../elements/grab.js";
import { until } from "../until.js";
import { closePages, expectSilence, frames, inWindow, openPage, session } from "./support.js";

/** @import { Page } from "./support.js" */

/** The words of the sentence. */
const TEXT =
  `This is the house that Jack built. This is the malt that lay in the house that Jack built.
This is the rat that ate the malt that lay in the house that Jack built. This is the cat that killed the
rat that ate the malt that lay in the house that Jack built. This is the dog that worried the cat that
killed the rat that ate the malt that lay in the house that Jack built. This is the cow with the crumpled
horn that tossed the dog that worried the cat that killed the rat that ate the malt that lay in the house
that Jack built.`
    .split(/\s+/)
    .map((word) => word.replace(".", ""));

inWindow();

expectSilence();
beforeEach(async () => {
  await session().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
});
afterEach(async () => {
  await session().send("Emulation.setEmulatedMedia", { features: [] });
});

/** @param {Page} page */
const parts = ({ document }) => ({
  hook: /** @type {HTMLElement} */ (document.querySelector("#hook")),
  slider: /** @type {HTMLElement} */ (document.querySelector(".hook-slider")),
  line: /** @type {HTMLElement} */ (document.querySelector(".hook-line")),
  canvas: /** @type {HTMLCanvasElement} */ (document.querySelector("#hook canvas")),
  sentence: /** @type {HTMLElement} */ (document.querySelector(".hook-said")),
});

/** Opens the page and waits until its first screen is drawn. @param {Parameters<typeof openPage>[0]} options */
async function openHook(options) {
  const page = await openPage(options);
  await until(() => expect(parts(page).slider.ariaValueNow).not.toBe(null));
  return page;
}

/** @param {Page} page */
const at = (page) => Number(parts(page).slider.getAttribute("aria-valuenow"));

/** @param {Page} page @param {string} key @param {object} [modifiers] */
async function press(page, key, modifiers = {}) {
  const { slider } = parts(page);
  const event = new page.window.KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    ...modifiers,
  });
  slider.dispatchEvent(event);
  await frames(page.window);
  return event.defaultPrevented;
}

/** @param {Page} page @param {string} type @param {number} clientX @param {object} [options] */
function point(page, type, clientX, options = {}) {
  const { slider, line } = parts(page);
  const { top, height } = slider.getBoundingClientRect();
  line.setPointerCapture = () => {};
  const event = { clientX, clientY: top + height / 2, pointerId: 1, bubbles: true, ...options };
  line.dispatchEvent(new page.window.PointerEvent(type, event));
}

describe("the line of words", () => {
  test("is a slider that keys move", async () => {
    const page = await openHook({ width: 1440, height: 900 });
    const { slider } = parts(page);
    expect([slider.role, slider.tabIndex, slider.ariaValueMin, slider.ariaValueMax]).toEqual([
      "slider",
      0,
      "0",
      String(TEXT.length - 1),
    ]);
    expect(at(page)).toBe(37);
    for (const [key, modifiers, expected] of [
      ["ArrowRight", {}, 38],
      ["PageUp", {}, 48],
      ["ArrowLeft", { shiftKey: true }, 38],
      ["ArrowDown", {}, 37],
      ["Home", {}, 0],
      ["ArrowLeft", {}, 0],
      ["End", {}, TEXT.length - 1],
    ]) {
      expect(await press(page, String(key), Object(modifiers))).toBe(true);
      expect(at(page)).toBe(expected);
    }
    expect(await press(page, "a")).toBe(false);
    expect(await press(page, "ArrowLeft", { ctrlKey: true })).toBe(false);
  });

  test("says which occurrence each repeated word is", async () => {
    const page = await openHook({ width: 1440, height: 900 });
    const nth = "first second third fourth fifth sixth seventh".split(" ");
    await press(page, "Home");
    for (let position = 0; position < TEXT.length; position++) {
      const word = TEXT[position].toLowerCase();
      const before = TEXT.slice(0, position).filter((other) => other.toLowerCase() === word).length;
      const all = TEXT.filter((other) => other.toLowerCase() === word).length;
      const text = parts(page).slider.getAttribute("aria-valuetext")?.toLowerCase() ?? "";
      expect(text).toContain(`position ${position} holds the`);
      expect(text).toContain(all === 1 ? `only “${word}”` : `“${word}” of ${all}:`);
      if (all > 1 && before < nth.length) expect(text).toContain(`the ${nth[before]} “`);
      expect(parts(page).sentence.textContent?.toLowerCase()).toBe(text);
      await press(page, "ArrowRight");
    }
  }, 60_000);

  test("can be dragged by mouse and finger, and stops at a word", async () => {
    for (const pointerType of ["mouse", "touch"]) {
      const page = await openHook({ width: 1440, height: 900 });
      expect(page.window.getComputedStyle(parts(page).line).touchAction).toBe("pan-y");
      point(page, "pointerdown", 1000, { pointerType });
      point(page, "pointermove", 700, { pointerType });
      await frames(page.window);
      const dragged = at(page);
      expect(dragged).toBeGreaterThan(39);
      expect(dragged).toBeLessThan(45);
      point(page, "pointerup", 700, { pointerType });
      await frames(page.window);
      expect(Math.abs(at(page) - dragged)).toBeLessThanOrEqual(1);
      point(page, "pointerdown", 400);
      point(page, "pointermove", 1400);
      point(page, "pointercancel", 1400);
      await frames(page.window);
      expect(at(page)).toBeLessThan(dragged - 8);
      closePages();
    }
  });

  test("handles a press before the next frame", async () => {
    const page = await openHook({ width: 1440, height: 900 });
    const before = at(page);
    // A change of colours places everything again.
    page.document.querySelector("#scheme")?.dispatchEvent(new page.window.Event("click"));
    await Promise.resolve();
    point(page, "pointerdown", 1000);
    point(page, "pointermove", 700);
    point(page, "pointercancel", 700);
    await frames(page.window);
    localStorage.clear();
    expect(at(page)).toBeGreaterThan(before + 2);
  });

  test("moves the pill along the words, and to the word under a tap", async () => {
    const page = await openHook({ width: 1440, height: 900 });
    point(page, "pointerdown", 720);
    point(page, "pointermove", 920);
    const standsAt = (/** @type {number} */ x) =>
      until(() => {
        const { left, width } = parts(page).slider.getBoundingClientRect();
        expect(Math.abs(left + width / 2 - x)).toBeLessThan(1);
      });
    await standsAt(920);
    expect(at(page)).toBeGreaterThan(38);
    point(page, "pointerup", 920);
    await standsAt(720);
    const before = at(page);
    point(page, "pointerdown", 500);
    point(page, "pointerup", 500);
    await frames(page.window);
    expect(at(page)).toBeLessThan(before - 1);
    expect(page.document.activeElement).toBe(parts(page).slider);
  });
});

test("the sentence leaves room for the numbers above it, also with wide letters", async () => {
  const page = await openHook({ width: 320, height: 640 });
  const { slider, sentence } = parts(page);
  const room = () => sentence.getBoundingClientRect().top - slider.getBoundingClientRect().bottom;
  const before = await until(() => {
    expect(sentence.offsetHeight).toBeLessThan(30);
    return room();
  });
  page.document.body.style.cssText = "letter-spacing: 0.12em; word-spacing: 0.16em";
  await until(() => {
    expect(sentence.offsetHeight).toBeGreaterThan(40);
    expect(Math.abs(room() - before)).toBeLessThan(2);
  });
});

describe("the tape", () => {
  /** The colours along both edges of a column; the line that a tip draws covers at most one of
   * them.
   * @param {Page} page @param {number} n @param {number} columns */
  function coloursOf(page, n, columns) {
    const { hook, canvas } = parts(page);
    const box = hook.getBoundingClientRect();
    const words = /** @type {HTMLElement} */ (hook.querySelector(".hook-words"));
    const edge = Number.parseFloat(page.window.getComputedStyle(words).paddingInlineStart);
    const column = (box.width - 2 * edge) / columns;
    const colours = [];
    for (const part of [0.105, 0.895]) {
      const x = box.left + edge + (n + part) * column;
      for (let y = box.top + 0.42 * box.height; y < box.bottom - 150; y += 1)
        colours.push(pixelUnder(canvas, { x, y }));
    }
    return new Set(colours);
  }

  test.each([
    [1440, 20, 1, "light"],
    [1440, 20, 1, "dark"],
    [375, 8, 2, "light"],
  ])("shows the sines of the last words at %i px", async (width, columns, step, scheme) => {
    localStorage.setItem("phasor-scheme", scheme);
    const page = await openHook({ width, height: 860 });
    await page.document.fonts.ready;
    await frames(page.window);
    // The graphics processor has lost the canvas.
    const { canvas } = parts(page);
    canvas.getContext("2d")?.reset();
    canvas.dispatchEvent(new Event("contextrestored"));
    await frames(page.window);
    localStorage.clear();
    const table = colourTable("diverging", /** @type {"light" | "dark"} */ (scheme));
    for (const n of [0, 3, 7]) {
      const colours = coloursOf(page, n, columns);
      for (const position of [37, 36, 35, 34, 33]) {
        const value = Math.sin(position * 10000 ** ((-n * step) / 32));
        expect(colours.has(table[entryOf(value, -1, 1)]), `pair ${n * step} at ${position}`).toBe(
          true,
        );
      }
      const ahead = Math.sin(39 * 10000 ** ((-n * step) / 32));
      if (n === 0) expect(colours.has(table[entryOf(ahead, -1, 1)])).toBe(false);
    }
  });
});

test("the tips draw lines down the tape, up to their places", async () => {
  const page = await openHook({ width: 1440, height: 860 });
  await page.document.fonts.ready;
  await frames(page.window);
  const { hook, canvas } = parts(page);
  const box = hook.getBoundingClientRect();
  const words = /** @type {HTMLElement} */ (hook.querySelector(".hook-words"));
  const edge = Number.parseFloat(page.window.getComputedStyle(words).paddingInlineStart);
  const column = (box.width - 2 * edge) / 20;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  if (!copy) throw new Error("no context");
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  /** @param {number} n @param {number} y @param {(red: number, green: number, blue: number) => boolean} is */
  const where = (n, y, is) =>
    Array.from({ length: 53 }, (_, x) => x - 26).filter((x) => {
      const at = 4 * (y * canvas.width + Math.floor(edge + (n + 0.5) * column + x));
      return data[at + 3] === 255 && is(data[at], data[at + 1], data[at + 2]);
    });
  const rows = Array.from({ length: 400 }, (_, y) => y);
  const mean = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0) / all.length;
  /** The middle of a column's line, relative to the middle of the column.
   * @param {number} n @param {number} y */
  const lineAt = (n, y) => mean(where(n, y, (...parts) => Math.max(...parts) < 60));
  // The tip of the slowest hand covers the end of its line with a disc.
  const isTip = (/** @type {number} */ red, /** @type {number} */ green) => red > 150 && green < 60;
  const slowRows = rows.filter((y) => Number.isFinite(lineAt(19, y)));
  const disc = rows.filter((y) => y > slowRows[0] + 200 && where(19, y, isTip).length > 2);
  const tip = mean(disc.filter((y) => y < disc[0] + 14));
  expect(slowRows[0]).toBeLessThan(40);
  // A fast line is a sine with a period of 2π rows.
  const lower = rows.filter((y) => y > slowRows[0] && y < tip - 10);
  const turns = lower.filter((y) => lineAt(0, y - 1) < 0 && lineAt(0, y) >= 0);
  const row = (turns[turns.length - 1] - turns[0]) / (turns.length - 1) / (2 * Math.PI);
  expect(turns.length).toBeGreaterThan(3);
  for (const n of [0, 2, 19])
    for (const back of [12, 20, 31, 60, 121, 187]) {
      const omega = 10000 ** (-n / 32);
      const expected = 25 * Math.sin((37 - back / row) * omega);
      const middle = lineAt(n, Math.round(tip - back));
      // The tip is known to a pixel, by which a fast line moves sideways.
      const limit = 2 + (25 / row) * omega;
      expect(Math.abs(middle - expected), `${n}, ${back} above the tip`).toBeLessThan(limit);
    }
});

describe("the opening animation", () => {
  beforeEach(() => session().send("Emulation.setEmulatedMedia", { features: [] }));

  /**
   * Opens the page and returns the positions that its slider passed until 37. The page itself records
   * them: on a slow machine the opening may be over before a test can look.
   * @param {string} [onFirst] code that the page runs at the first position
   */
  async function positionsPassed(onFirst = "") {
    const { identifier } = await session().send("Page.addScriptToEvaluateOnNewDocument", {
      source: `const passed = globalThis.passed = [];
        new MutationObserver((changes) => {
          for (const { target } of changes)
            if (target.className === "hook-slider" && passed.push(Number(target.ariaValueNow)) === 1) {
              ${onFirst}
            }
        }).observe(document, { subtree: true, attributeFilter: ["aria-valuenow"] });`,
    });
    const page = await openHook({ width: 1000, height: 800 });
    await session().send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    await until(() => expect(at(page)).toBe(37));
    await frames(page.window);
    return /** @type {number[]} */ (/** @type {any} */ (page.window).passed);
  }

  test("goes from the first word to the 37th, once", async () => {
    const passed = await positionsPassed();
    expect(passed[0]).toBe(0);
    expect(passed.at(-1)).toBe(37);
    expect(passed).toEqual(passed.toSorted((a, b) => a - b));
  });

  test("ends with any input", async () => {
    const passed = await positionsPassed('dispatchEvent(new Event("wheel"));');
    expect([...new Set(passed)]).toEqual([0, 37]);
  });
});
