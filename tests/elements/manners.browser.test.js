// How every figure behaves in a page: it does not block the page or take its mouse wheel, it is
// accessible, and it looks right on paper and in forced colours.
import { afterEach, describe, expect, test } from "vitest";
import { session } from "../site/support.js";
import {
  faultsOf,
  inked,
  mount,
  onAnEmptyPage,
  plotOf,
  press,
  settled,
  tags,
  themePixel,
  topLayer,
} from "./support.js";

import.meta.glob("../../web/elements/phasor-*.js", { eager: true });

onAnEmptyPage();
afterEach(() => session().send("Emulation.setEmulatedMedia", { media: "", features: [] }));

/** @param {object} media as CDP has it @param {Element[]} figures */
async function emulate(media, ...figures) {
  await session().send("Emulation.setEmulatedMedia", media);
  await settled(.../** @type {any[]} */ (figures));
}

/** The duration of a task that a reader would notice, in milliseconds. */
const NOTICED = 50;

/** A reader's actions: moving each slider, and the pointer.
 * @param {any} figure @returns {(() => void)[]} */
function steps(figure) {
  const plot = plotOf(figure);
  const { left, top, width, height } = plot.getBoundingClientRect();
  const sliders = [...figure.shadowRoot.querySelectorAll("input[type=range]")];
  const slide = (/** @type {HTMLInputElement} */ slider, /** @type {number} */ part) => {
    slider.value = String(Number(slider.min) + part * (Number(slider.max) - Number(slider.min)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const point = (/** @type {number} */ part) => {
    const place = { clientX: left + part * width, clientY: top + part * height };
    plot.dispatchEvent(new PointerEvent("pointermove", { ...place, pointerType: "mouse" }));
  };
  return [
    ...sliders.flatMap((slider) => [0.2, 0.45, 0.7].map((part) => () => slide(slider, part))),
    ...[0.2, 0.4, 0.6, 0.8].map((part) => () => point(part)),
  ];
}

/** The longest noticeable task that each step causes. @param {any} figure */
async function longestTasks(figure) {
  const found = [];
  let longest = 0;
  const note = (/** @type {PerformanceEntry[]} */ entries) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "longtask" });
  for (const step of steps(figure)) {
    longest = 0;
    step();
    await settled(figure);
    note(observer.takeRecords());
    found.push(longest);
  }
  observer.disconnect();
  return found;
}

describe.each(tags)("<%s>", (tag) => {
  test("has no long task while it is used", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    let best = await longestTasks(figure);
    // Other programs may slow the machine down, so the best of eight times counts for each step.
    for (let n = 1; n < 8 && Math.max(...best) > NOTICED; n++) {
      const again = await longestTasks(figure);
      best = best.map((time, step) => Math.min(time, again[step]));
    }
    expect(Math.max(...best)).toBeLessThanOrEqual(NOTICED);
  });

  test("has no finding of axe, also with the share menu open", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    expect(await faultsOf(figure)).toEqual([]);
    press(figure, "share");
    await settled(figure);
    expect(await faultsOf(figure)).toEqual([]);
  });

  test("leaves the wheel to the page", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const wheel = new WheelEvent("wheel", { deltaY: 40, bubbles: true, cancelable: true });
    plotOf(figure).dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(false);
  });

  test("has the light colours and no controls on paper", async () => {
    document.documentElement.style.colorScheme = "dark";
    const [figure] = await mount(`<${tag}></${tag}>`);
    const [dark, controls] = [figure.theme, figure.shadowRoot.querySelector(".controls")];
    expect(dark.scheme).toBe("dark");
    await emulate({ media: "print" }, figure);
    // A figure of the core draws for paper at the event beforeprint.
    if (figure.view) window.dispatchEvent(new Event("beforeprint"));
    expect(figure.theme.scheme).toBe("light");
    expect(figure.theme.paper).not.toBe(dark.paper);
    expect(inked(topLayer(figure))).toBe(true);
    if (figure.view) window.dispatchEvent(new Event("afterprint"));
    if (controls) expect(controls.getBoundingClientRect().height).toBe(0);
    await emulate({ media: "" }, figure);
    expect(figure.theme.scheme).toBe("dark");
  });

  test("uses the system's colours in forced-colors mode", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const before = themePixel(figure, "position");
    await emulate({ features: [{ name: "forced-colors", value: "active" }] }, figure);
    const probe = document.createElement("i");
    probe.style.color = "Highlight";
    document.querySelector(".mounted")?.append(probe);
    expect(figure.theme.position).toBe(getComputedStyle(probe).color);
    expect(themePixel(figure, "position")).not.toBe(before);
    expect(inked(topLayer(figure))).toBe(true);
  });
});
