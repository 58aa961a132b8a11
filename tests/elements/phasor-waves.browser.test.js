import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-waves.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { planLanes, toLane } from "../../web/elements/views/lanes.js";
import { sinusoidal, sinusoidalAt } from "../../web/phasor/index.js";
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

/** @param {any} figure @param {number} lanes */
const planOf = (figure, lanes) =>
  planLanes(sizeOf(layer(figure, "data")), lanes, figure.shared.span);

/** uPlot's canvas. @param {any} figure @returns {HTMLCanvasElement} */
const linesOf = (figure) => figure.shadowRoot.querySelector(".lines canvas");

/** The least difference to a colour in a small square about a place. @param {HTMLCanvasElement} canvas @param {number} x @param {number} y @param {number} colour */
function nearest(canvas, x, y, colour) {
  let least = 255;
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      const pixel = pixelAt(canvas, x + dx, y + dy);
      if (pixel >>> 24 > 128) least = Math.min(least, apart(pixel, colour));
    }
  }
  return least;
}

describe("lines", () => {
  test("a sine goes through the kernel's values", async () => {
    const [figure] = await mount('<phasor-waves pairs="0 8 16"></phasor-waves>');
    const values = sinusoidal(128, 64);
    const plan = planOf(figure, 4);
    const sine = themePixel(figure, "sine");
    [6, 0, 8, 16].forEach((pair, lane) => {
      for (const position of [1, 20, 63, 110]) {
        const x = toPixel(plan.position, position + 0.5);
        const y = toLane(plan, lane, values[position * 64 + 2 * pair]);
        expect(nearest(linesOf(figure), x, y, sine), `pair ${pair}, p ${position}`).toBeLessThan(
          60,
        );
        const other = toLane(plan, lane, -values[position * 64 + 2 * pair] || 0.9);
        if (Math.abs(other - y) > 8) {
          expect(nearest(linesOf(figure), x, other, sine)).toBeGreaterThan(60);
        }
      }
    });
  });

  test("the cosine has another colour", async () => {
    const [figure] = await mount('<phasor-waves pairs="16"></phasor-waves>');
    const plan = planOf(figure, 2);
    const cosine = themePixel(figure, "cosine");
    const values = sinusoidal(128, 64);
    // Dashed: some of these places are in a gap.
    const differences = Array.from({ length: 16 }, (_, position) =>
      nearest(
        linesOf(figure),
        toPixel(plan.position, position + 0.5),
        toLane(plan, 1, values[position * 64 + 33]),
        cosine,
      ),
    );
    expect(Math.min(...differences)).toBeLessThan(60);
    expect(Math.max(...differences)).toBeGreaterThan(60);
  });
});

describe("far out", () => {
  test("many positions to a pixel become an envelope of the kernel's values", async () => {
    const [figure] = await mount(
      `<phasor-waves length="${2 ** 24}" d-model="64" pair="31" pairs="0"></phasor-waves>`,
    );
    const plan = planOf(figure, 2);
    const sine = themePixel(figure, "sine");
    // The slowest pair still turns many times; the fastest fills its lane from -1 to 1.
    const middle = plan.frame.left + plan.frame.width / 2;
    for (const value of [-0.9, -0.4, 0.4, 0.9]) {
      const there = [-3, -2, -1, 0, 1, 2, 3].map((by) =>
        nearest(linesOf(figure), middle + by, toLane(plan, 1, value), sine),
      );
      expect(Math.min(...there), `value ${value}`).toBeLessThan(90);
    }
    figure.shared.view({ start: 2 ** 23, end: 2 ** 23 + 40_000 });
    await settled(figure);
    for (const by of [5000, 12_345, 33_333]) {
      const position = 2 ** 23 + by;
      const x = toPixel(planOf(figure, 2).position, position);
      const y = toLane(plan, 0, sinusoidalAt([position], 64)[62]);
      expect(nearest(linesOf(figure), x, y, sine)).toBeLessThan(90);
    }
  });

  test("the last positions there are have their values", async () => {
    const end = 2 ** 53;
    const [figure] = await mount(
      `<phasor-waves length="${end}" position="${end - 4}" pairs="16"></phasor-waves>`,
    );
    figure.shared.view({ start: end - 16, end });
    await settled(figure);
    const plan = planOf(figure, 2);
    for (const by of [3, 8, 13]) {
      const x = plan.frame.left + ((by + 0.5) / 16) * plan.frame.width;
      const y = toLane(plan, 1, sinusoidalAt([end - 16 + by], 64)[32]);
      expect(nearest(linesOf(figure), x, y, themePixel(figure, "sine"))).toBeLessThan(90);
    }
    expect(readOutOf(figure)).toContain("p = 9,007,199,254,740,988,");
  });
});

describe("reader", () => {
  test("the sliders move pair and position", async () => {
    const [figure] = await mount("<phasor-waves></phasor-waves>");
    slide(figure, "pair", 3);
    slide(figure, "position", 90);
    await settled(figure);
    expect([figure.pair, figure.position]).toEqual([3, 90]);
    const values = sinusoidal(128, 64);
    expect(readOutOf(figure)).toBe(
      `p = 90, pair 3, λ = 14.9, sin ${values[90 * 64 + 6].toFixed(4)}, cos ${values[90 * 64 + 7].toFixed(4)}`.replace(
        /-/g,
        "\u2212",
      ),
    );
  });

  test("the keyboard moves position and pair, and keeps a pair", async () => {
    const [figure] = await mount('<phasor-waves pairs="0 8"></phasor-waves>');
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}");
    expect([figure.position, figure.pair]).toEqual([38, 8]);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await settled(figure);
    expect(figure.shadowRoot.querySelector(".plot").getAttribute("aria-label")).toContain(
      "0, 7, 8",
    );
  });

  test("the button keeps the pair under the crosshair and lets it go", async () => {
    const [figure] = await mount('<phasor-waves pairs="0 8"></phasor-waves>');
    const height = plotOf(figure).offsetHeight;
    press(figure, "keep pair 6");
    await settled(figure);
    expect(plotOf(figure).offsetHeight).toBeGreaterThan(height);
    press(figure, "let go of pair 6");
    await settled(figure);
    expect(plotOf(figure).offsetHeight).toBe(height);
  });

  test("a click on a lane chooses its pair, position and the nearer wave", async () => {
    const [figure] = await mount('<phasor-waves pairs="0 8 16"></phasor-waves>');
    const plan = planOf(figure, 4);
    const values = sinusoidal(128, 64);
    const x = toPixel(plan.position, 20.5);
    const y = toLane(plan, 3, values[20 * 64 + 33]);
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect([figure.position, figure.pair, figure.wave]).toEqual([20, 16, "cos"]);
  });

  test("a narrower model drops pairs that it does not have", async () => {
    const [figure] = await mount('<phasor-waves pairs="0 8 16"></phasor-waves>');
    figure.dModel = 8;
    await settled(figure);
    expect(figure.pair).toBe(3);
    expect(figure.shadowRoot.querySelector(".plot").getAttribute("aria-label")).toContain(
      "pairs 0 and",
    );
  });
});
