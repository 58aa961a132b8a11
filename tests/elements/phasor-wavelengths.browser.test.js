import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-wavelengths.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { placeOf, planWavelengths } from "../../web/elements/views/wavelengths-view.js";
import { wavelengths } from "../../web/phasor/index.js";
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

/** @param {any} figure */
function planOf(figure) {
  const { dModel, base, length } = figure;
  const lengths = wavelengths(dModel, { base });
  const model = { wavelengths: lengths, limit: lengths[0] * base, length };
  return { plan: planWavelengths(sizeOf(layer(figure, "data")), model), lengths };
}

/** The colour in the middle of a pair's point. @param {any} figure @param {number} pair */
function pointOf(figure, pair) {
  const { plan, lengths } = planOf(figure);
  const { x, y } = placeOf(plan, lengths, pair);
  return pixelAt(layer(figure, "data"), x, y);
}

/** @param {any} figure @param {number} length */
function lineAt(figure, length) {
  const { plan } = planOf(figure);
  const x = toPixel(plan.length, Math.log10(length));
  const colours = [-1, 0, 1].map((by) =>
    apart(
      pixelAt(layer(figure, "data"), x + by, plan.frame.top + plan.frame.height - 2),
      themePixel(figure, "position"),
    ),
  );
  return Math.min(...colours) < 60;
}

describe("points", () => {
  test("stand at the kernel's wavelengths: full if the pair turns once, else open", async () => {
    const [figure] = await mount("<phasor-wavelengths></phasor-wavelengths>");
    const { lengths } = planOf(figure);
    lengths.forEach((own, pair) => {
      const colour = themePixel(figure, own <= 128 ? "dimension" : "paper");
      expect(apart(pointOf(figure, pair), colour), `pair ${pair}`).toBeLessThan(30);
    });
    expect(lineAt(figure, 128)).toBe(true);
    expect(plotOf(figure).getAttribute("aria-label")).toContain("of which 11 turn");
  });

  test("the line follows the length, and pairs change sides", async () => {
    const [figure] = await mount("<phasor-wavelengths></phasor-wavelengths>");
    expect(apart(pointOf(figure, 18), themePixel(figure, "paper"))).toBeLessThan(30);
    slide(figure, "length", 9);
    await settled(figure);
    expect(figure.length).toBe(4096);
    expect(lineAt(figure, 4096)).toBe(true);
    expect(lineAt(figure, 128)).toBe(false);
    expect(apart(pointOf(figure, 18), themePixel(figure, "dimension"))).toBeLessThan(30);
    slide(figure, "base", 15);
    slide(figure, "width", 16);
    await settled(figure);
    expect([figure.base, figure.dModel]).toEqual([1e6, 16]);
    expect(apart(pointOf(figure, 1), themePixel(figure, "dimension"))).toBeLessThan(30);
  });

  test("the longest text there is still has its place", async () => {
    const [figure] = await mount(`<phasor-wavelengths length="${2 ** 53}"></phasor-wavelengths>`);
    expect(lineAt(figure, 2 ** 53)).toBe(true);
    expect(readOutOf(figure)).toContain("in 9,007,199,254,740,992 positions");
  });
});

describe("reader", () => {
  test("the read-out has wavelength and turns", async () => {
    const [figure] = await mount("<phasor-wavelengths></phasor-wavelengths>");
    const own = wavelengths(64)[6];
    expect(readOutOf(figure)).toBe(
      `pair 6 (dims 12, 13), λ = ${own.toPrecision(3)}, ${(128 / own).toPrecision(3)} turns in 128 positions`,
    );
  });

  test("keys and pointer choose a pair, left and right the length", async () => {
    const [figure] = await mount("<phasor-wavelengths></phasor-wavelengths>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect([figure.pair, figure.length]).toEqual([7, 256]);
    await userEvent.keyboard("{End}");
    expect(figure.pair).toBe(31);
    const { plan, lengths } = planOf(figure);
    const { x, y } = placeOf(plan, lengths, 20);
    pointer(figure, "pointermove", x, y);
    await settled(figure);
    expect(readOutOf(figure)).toContain("pair 20");
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect(figure.pair).toBe(20);
    press(figure, "reset");
    expect([figure.pair, figure.length]).toEqual([6, 128]);
  });
});
