// How every figure behaves in a page: it does not take its mouse wheel, it is accessible, and it
// looks right on paper and in forced colours.
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

/** @param {object} media as CDP has it */
async function emulate(media) {
  await session().send("Emulation.setEmulatedMedia", media);
  await settled();
}

describe.each(tags)("<%s>", (tag) => {
  test("has no finding of axe, also with the share menu open", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    expect(await faultsOf(figure)).toEqual([]);
    press(figure, "share");
    await settled();
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
    await emulate({ media: "print" });
    // A figure of the core draws for paper at the event beforeprint.
    if (figure.view) window.dispatchEvent(new Event("beforeprint"));
    expect(figure.theme.scheme).toBe("light");
    expect(figure.theme.paper).not.toBe(dark.paper);
    expect(inked(topLayer(figure))).toBe(true);
    if (figure.view) window.dispatchEvent(new Event("afterprint"));
    if (controls) expect(controls.getBoundingClientRect().height).toBe(0);
    await emulate({ media: "" });
    expect(figure.theme.scheme).toBe("dark");
  });

  test("uses the system's colours in forced-colors mode", async () => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const before = themePixel(figure, "position");
    await emulate({ features: [{ name: "forced-colors", value: "active" }] });
    const probe = document.createElement("i");
    probe.style.color = "Highlight";
    document.querySelector(".mounted")?.append(probe);
    expect(figure.theme.position).toBe(getComputedStyle(probe).color);
    expect(themePixel(figure, "position")).not.toBe(before);
    expect(inked(topLayer(figure))).toBe(true);
  });
});
