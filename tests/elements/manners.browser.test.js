// What every figure owes the page that it is in: not to hold it up, not to take its wheel, to be open to
// all its readers, and to look right on paper and in the system's colours.
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

/** A task that the reader would notice, in milliseconds. */
const NOTICED = 50;

/** What a reader does: moves each slider, and the pointer. @param {any} figure @returns {(() => void)[]} */
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
  test("no task is long while it is used", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    let best = await longestTasks(figure);
    // On a busy machine others take part of the time: of each step the best of eight counts.
    for (let n = 1; n < 8 && Math.max(...best) > NOTICED; n++) {
      const again = await longestTasks(figure);
      best = best.map((time, step) => Math.min(time, again[step]));
    }
    expect(Math.max(...best)).toBeLessThanOrEqual(NOTICED);
  });

  test("axe finds nothing, nor behind share", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    expect(await faultsOf(figure)).toEqual([]);
    press(figure, "share");
    await settled(figure);
    expect(await faultsOf(figure)).toEqual([]);
  });

  test("the wheel stays with the page", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const wheel = new WheelEvent("wheel", { deltaY: 40, bubbles: true, cancelable: true });
    plotOf(figure).dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(false);
  });

  test("on paper it has the light colours and no controls", async () => {
    document.documentElement.style.colorScheme = "dark";
    const [figure] = await mount(`<${tag}></${tag}>`);
    const [dark, controls] = [figure.theme, figure.shadowRoot.querySelector(".controls")];
    expect(dark.scheme).toBe("dark");
    await emulate({ media: "print" }, figure);
    // A figure of the core draws for paper when it is told that printing begins.
    if (figure.view) window.dispatchEvent(new Event("beforeprint"));
    expect(figure.theme.scheme).toBe("light");
    expect(figure.theme.paper).not.toBe(dark.paper);
    expect(inked(topLayer(figure))).toBe(true);
    if (figure.view) window.dispatchEvent(new Event("afterprint"));
    if (controls) expect(controls.getBoundingClientRect().height).toBe(0);
    await emulate({ media: "" }, figure);
    expect(figure.theme.scheme).toBe("dark");
  });

  test("in forced colours it takes the system's", async () => {
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
