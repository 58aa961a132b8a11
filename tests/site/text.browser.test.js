// The text: numbers that can be dragged, numbers that follow, phrases that highlight.
import { describe, expect, test } from "vitest";
import { sinusoidalAt } from "../../web/phasor/index.js";
import { until } from "../until.js";
import { drawAll, expectSilence, frames, openPage } from "./support.js";

/** @import { Page } from "./support.js" */

expectSilence();

/** @param {Page} page @param {string} selector @returns {HTMLElement} */
const find = ({ document }, selector) =>
  /** @type {HTMLElement} */ (document.querySelector(selector));

/** @param {Page} page @param {HTMLElement} element @param {string} key @param {object} [options] */
function press({ window }, element, key, options) {
  const event = new window.KeyboardEvent("keydown", {
    key,
    cancelable: true,
    bubbles: true,
    ...options,
  });
  element.dispatchEvent(event);
  return event;
}

describe("numbers that can be dragged", () => {
  test("are sliders that keys move", async () => {
    const page = await openPage();
    const position = find(page, '#formula drag-number[name="position"]');
    expect(position.getAttribute("role")).toBe("slider");
    expect(position.tabIndex).toBe(0);
    const steps = [
      ["ArrowRight", {}, 38],
      ["ArrowUp", { shiftKey: true }, 48],
      ["ArrowLeft", {}, 47],
      ["PageDown", {}, 37],
      ["Home", {}, 0],
      ["ArrowDown", {}, 0],
      ["End", {}, 127],
    ];
    for (const [key, options, value] of steps) {
      expect(press(page, position, String(key), Object(options)).defaultPrevented).toBe(true);
      expect(position.textContent).toBe(String(value));
      expect(position.getAttribute("aria-valuenow")).toBe(String(value));
    }
    expect(press(page, position, "a").defaultPrevented).toBe(false);
  });

  test("can be dragged by a pointer", async () => {
    const page = await openPage();
    const offset = find(page, '#similarity drag-number[name="offset"]');
    offset.scrollIntoView();
    offset.setPointerCapture = () => {};
    const move = (/** @type {string} */ type, /** @type {number} */ clientX) =>
      offset.dispatchEvent(new page.window.PointerEvent(type, { clientX, pointerId: 1 }));
    move("pointermove", 500);
    expect(offset.textContent).toBe("10");
    move("pointerdown", 100);
    move("pointermove", 125);
    expect(offset.textContent).toBe("15");
    move("pointermove", 0);
    expect(offset.textContent).toBe("−10");
    move("pointerup", 0);
    move("pointermove", 200);
    expect(offset.textContent).toBe("−10");
  });

  test.each([
    ["base", "ArrowRight", "20,000"],
    ["base", "ArrowLeft", "5,000"],
    ["dModel", "ArrowRight", "66"],
    ["length", "ArrowRight", "256"],
    ["pair", "End", "31"],
  ])("%s has separate steps: %s", async (name, key, text) => {
    const page = await openPage({ file: /base|length/.test(name) ? "deeper.html" : "index.html" });
    const number = find(page, `drag-number[name="${name}"]`);
    press(page, number, key);
    expect(number.textContent).toBe(text);
  });

  test("change the figures and the numbers of formulas", async () => {
    const page = await openPage();
    await drawAll(page, ["waves"]);
    const position = find(page, '#formula drag-number[name="position"]');
    press(page, position, "PageUp");
    await frames(page.window);
    expect(page.figure("waves").position).toBe(47);
    const sine = sinusoidalAt([47], 64, { dtype: "float64" })[12];
    expect(find(page, '#formula .formula [data-live="sine"]').textContent).toBe(
      sine.toFixed(4).replace("-", "−"),
    );
  });
});

describe("phrases that highlight", () => {
  test("mark while the pointer or the focus is on them, and stay on a click", async () => {
    const page = await openPage();
    await drawAll(page, ["heatmap"]);
    const heatmap = page.figure("heatmap");
    const phrase = find(page, '#table [data-show="pair=31"]');
    const send = (/** @type {string} */ type) => phrase.dispatchEvent(new page.window.Event(type));
    for (const [on, off] of [
      ["pointerenter", "pointerleave"],
      ["focus", "blur"],
    ]) {
      send(on);
      await until(() => expect(heatmap.p.hover?.pair).toBe(31));
      send(off);
      await until(() => expect(heatmap.p.hover).toBeUndefined());
    }
    press(page, phrase, "Enter");
    expect(heatmap.pair).toBe(31);
    press(page, find(page, '#table [data-show="pair=0"]'), " ");
    expect(heatmap.pair).toBe(0);
  });

  test("refer only to existing targets", async () => {
    const page = await openPage({ fragment: "#table.d-model=16" });
    await drawAll(page, ["heatmap"]);
    find(page, '#table [data-show="pair=31"]').click();
    expect(page.figure("heatmap").pair).toBe(7);
  });
});

describe("notes in the margin", () => {
  test.each([
    [1280, "index.html"],
    [1440, "index.html"],
    [1440, "deeper.html"],
  ])("end before the next chapter and cover nothing, at %i px: %s", async (width, file) => {
    const page = await openPage({ width, file });
    await page.document.fonts.ready;
    const all = (/** @type {string} */ selector) =>
      /** @type {HTMLElement[]} */ ([...page.document.querySelectorAll(selector)]);
    for (const section of all("section")) section.style.contentVisibility = "visible";
    await frames(page.window);
    const notes = all(".note");
    const blocks = all("main :is(.led, figure, table, pre, p, h2, h3, dl, .formula, .note)");
    expect(notes.length).toBeGreaterThan(2);
    for (const note of notes) {
      const text = note.textContent?.trim().slice(0, 40);
      const box = note.getBoundingClientRect();
      expect(box.left, text).toBeGreaterThan(width / 2);
      const chapter = /** @type {HTMLElement} */ (note.closest("section"));
      expect(box.bottom, text).toBeLessThanOrEqual(chapter.getBoundingClientRect().bottom);
      const covered = blocks.filter((other) => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        const overlaps = left < box.right && right > box.left;
        return !note.contains(other) && overlaps && top < box.bottom - 1 && bottom > box.top + 1;
      });
      expect(
        covered.map(({ outerHTML }) => outerHTML.slice(0, 60)),
        text,
      ).toEqual([]);
    }
  });
});
