import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-clocks.js";
import { tipOf } from "../../web/elements/canvas/dial.js";
import { planClocks } from "../../web/elements/views/clocks-view.js";
import { sinusoidal } from "../../web/phasor/index.js";
import {
  apart,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  slide,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const VALUES = sinusoidal(128, 64, { dtype: "float64" });

/** Whether a dial's hand of a colour stands where the kernel's values put it. @param {any} figure @param {number} pair @param {number} position @param {string} [colour] */
function pointsTo(figure, pair, position, colour = "position") {
  const canvas = layer(figure, "crosshair");
  const dial = planClocks(sizeOf(canvas), figure.dModel / 2)[pair];
  const at = position * 64 + 2 * pair;
  const turn = { sine: VALUES[at], cosine: VALUES[at + 1] };
  return [0.6, 0.8, 1].every((part) => {
    const [x, y] = tipOf(dial, turn, part);
    const near = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].map((dy) => apart(pixelAt(canvas, x + dx, y + dy), themePixel(figure, colour))),
    );
    return Math.min(...near) < 60;
  });
}

describe("hands", () => {
  test("stand at the kernel's angles", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    for (const pair of [0, 1, 5, 7, 12, 20, 31]) {
      expect(pointsTo(figure, pair, 37), `pair ${pair}`).toBe(true);
    }
    for (const pair of [0, 3, 9, 12]) expect(pointsTo(figure, pair, 55)).toBe(false);
    slide(figure, "position", 55);
    await settled(figure);
    for (const pair of [0, 3, 9, 12]) expect(pointsTo(figure, pair, 55)).toBe(true);
  });

  test("what a slow hand reaches is drawn on its rim, and no more", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    const canvas = layer(figure, "data");
    const dials = planClocks(sizeOf(canvas), 32);
    const muted = themePixel(figure, "muted");
    const onRim = (/** @type {number} */ pair, /** @type {number} */ position) => {
      const at = position * 64 + 2 * pair;
      const [x, y] = tipOf(dials[pair], { sine: VALUES[at], cosine: VALUES[at + 1] });
      return apart(pixelAt(canvas, x, y), muted) < 60;
    };
    expect([20, 60, 120].map((position) => onRim(13, position))).toEqual([true, true, true]);
    const past = sinusoidal(200, 64);
    const [x, y] = tipOf(dials[13], { sine: past[180 * 64 + 26], cosine: past[180 * 64 + 27] });
    expect(apart(pixelAt(canvas, x, y), muted)).toBeGreaterThan(60);
    expect(onRim(6, 20)).toBe(false);
  });
});

describe("reader", () => {
  test("the read-out has the kernel's values", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    const [sine, cosine] = VALUES.subarray(37 * 64 + 12);
    const degrees = ((Math.atan2(sine, cosine) * 180) / Math.PI).toFixed(1);
    expect(readOutOf(figure)).toBe(
      `p = 37, pair 6, λ = 35.3, hand at ${degrees}°, sin ${sine.toFixed(4)}, cos ${cosine.toFixed(4)}`,
    );
  });

  test("sliders and keys move what they should", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    slide(figure, "width", 32);
    slide(figure, "base", 2);
    await settled(figure);
    expect([figure.dModel, figure.base]).toEqual([32, 50]);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect([figure.position, figure.pair]).toEqual([38, 7]);
    await userEvent.keyboard("{End}");
    expect(figure.position).toBe(127);
    press(figure, "reset");
    expect([figure.dModel, figure.base, figure.position, figure.pair]).toEqual([64, 10000, 37, 6]);
  });

  test("a dial under the pointer is marked, a click chooses its pair", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    const { x, y } = planClocks(sizeOf(layer(figure, "data")), 32)[17];
    pointer(figure, "pointermove", x + 3, y);
    await settled(figure);
    expect(readOutOf(figure)).toContain("pair 17");
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect(figure.pair).toBe(17);
  });
});

describe("guessing", () => {
  test("the hidden hands stay, the reader's move, and agree at the right position", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    figure.challenge(90);
    await settled(figure);
    expect(readOutOf(figure)).toBe("p = 37: not there yet");
    expect(pointsTo(figure, 9, 37)).toBe(true);
    expect(pointsTo(figure, 9, 90, "ink")).toBe(true);
    slide(figure, "position", 90);
    await settled(figure);
    expect(readOutOf(figure)).toBe("p = 90: found, all hands agree");
    press(figure, "show it");
    await settled(figure);
    expect(readOutOf(figure)).toContain("p = 90, pair 6");
  });

  test("the button hides one within the encoding, and shows it on request", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    press(figure, "guess the position");
    await settled(figure);
    const { secret } = figure;
    expect(secret).toBeGreaterThanOrEqual(0);
    expect(secret).toBeLessThan(128);
    press(figure, "show it");
    expect(figure.position).toBe(secret);
  });
});
