// How any figure fits into a page that it does not know, and onto paper.
import { describe, expect, test } from "vitest";
import { centreOf, handleOf, rested } from "./grab.js";
import { onAnEmptyPage, plotOf } from "./support.js";
import { counts, one } from "./test-line.js";

onAnEmptyPage();

describe("in a stranger's page", () => {
  test.each([
    ["display: flex; justify-content: center", ""],
    ["display: flex; flex-direction: column; align-items: center", ""],
    ["display: grid; place-items: center", ""],
    ["", ""],
    ["", "margin: 0 40px"],
  ])("it has its parent's width: %s", async (style, own) => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.style.cssText = `width: 500px; ${style}`;
    place.innerHTML = `<test-line style="${own}"></test-line>`;
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect(line.getBoundingClientRect().width).toBeCloseTo(own ? 420 : 500, 0);
    expect(place.scrollWidth).toBe(500);
  });

  test("a height that is set is kept to", async () => {
    const line = await one('style="height: 420px"');
    expect(line.getBoundingClientRect().height).toBe(420);
    const root = line.shadowRoot.querySelector(".root");
    expect(root.scrollHeight).toBeLessThanOrEqual(420);
    expect(plotOf(line).clientHeight).toBeGreaterThan(230);
  });

  test("its letters are light on a dark ground without color-scheme, and follow the page's size", async () => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.style.cssText = "background: #222; color: #eee; --phasor-font-size: 24px";
    place.innerHTML = "<test-line></test-line>";
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect([line.theme.scheme, line.theme.size]).toEqual(["dark", 24]);
    expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe(
      "rgb(236, 232, 223)",
    );
    expect(handleOf(line, "position").getBoundingClientRect().height).toBeGreaterThan(50);
  });

  test("from right to left, numbers and the drawing stay", async () => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.dir = "rtl";
    place.innerHTML = '<test-line length="21" position="0"></test-line>';
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect(centreOf(handleOf(line, "position")).x).toBeLessThan(
      centreOf(handleOf(line, "factor")).x,
    );
  });
});

test("printing shows it without having been scrolled to, in the colours for paper", async () => {
  const place = document.createElement("div");
  place.className = "mounted";
  place.style.cssText = "background: black; color: white";
  place.innerHTML = '<div style="height: 9000px"></div><test-line></test-line>';
  document.body.prepend(place);
  const line = /** @type {any} */ (place.querySelector("test-line"));
  expect(line.view).toBeUndefined();
  dispatchEvent(new Event("beforeprint"));
  expect(line.view.drawn).toBe(true);
  expect(line.theme.scheme).toBe("light");
  expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe("rgb(29, 28, 26)");
  dispatchEvent(new Event("afterprint"));
  await rested(line);
  line.drawNow();
  expect(line.theme.scheme).toBe("dark");
});

describe("printing a wide window", () => {
  const printed = (/** @type {any} */ line) => {
    const [still, moving] = line.shadowRoot.querySelectorAll("canvas");
    return [still.style.width, moving.style.width, line.view.width];
  };

  test("draws it as wide as paper, and then as before", async () => {
    const line = await placed("width: 1100px");
    const { height } = line.getBoundingClientRect();
    dispatchEvent(new Event("beforeprint"));
    expect(printed(line)).toEqual(["720px", "720px", 720]);
    dispatchEvent(new Event("afterprint"));
    expect(printed(line)).toEqual(["1100px", "1100px", 1100]);
    expect(line.getBoundingClientRect().height).toBe(height);
  });

  test("wipes nothing: in print, that would take the layer below away, too", async () => {
    await placed("width: 500px");
    const cleared = vi.spyOn(CanvasRenderingContext2D.prototype, "clearRect");
    const before = counts.drawn;
    dispatchEvent(new Event("beforeprint"));
    expect(cleared).not.toHaveBeenCalled();
    expect(counts.drawn).toBe(before + 1);
    dispatchEvent(new Event("afterprint"));
    expect(cleared).toHaveBeenCalled();
  });
});
