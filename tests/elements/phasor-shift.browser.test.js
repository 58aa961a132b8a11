import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-shift.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { tipOf } from "../../web/elements/canvas/dial.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planShift } from "../../web/elements/views/shift-view.js";
import {
  relativePositionMatrix,
  sinusoidal,
  verifyRelativePosition,
} from "../../web/phasor/index.js";
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

/** @param {any} figure */
const planOf = (figure) => planShift(sizeOf(layer(figure, "data")), figure.dModel);

/** @param {any} figure @param {number} position @param {number} pair @param {string} colour */
function arrowTo(figure, position, pair, colour) {
  const at = position * 64 + 2 * pair;
  const turn = { sine: VALUES[at], cosine: VALUES[at + 1] };
  return [0.5, 0.7, 0.95].every((part) => {
    const [x, y] = tipOf(planOf(figure).dial, turn, part);
    return apart(pixelAt(layer(figure, "crosshair"), x, y), themePixel(figure, colour)) < 60;
  });
}

describe("the matrix", () => {
  test("has the colours of the kernel's entries", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    const check = (/** @type {number} */ offset) => {
      const matrix = relativePositionMatrix(offset, 64);
      const { across, down } = planOf(figure);
      const table = colourTable("diverging", "light");
      for (const [row, column] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [12, 13],
        [13, 12],
        [40, 40],
        [40, 41],
        [63, 62],
        [5, 30],
        [63, 63],
      ]) {
        const x = toPixel(across, column + 0.5);
        const y = toPixel(down, row + 0.5);
        expect(pixelAt(layer(figure, "data"), x, y), `${row}, ${column}`).toBe(
          table[entryOf(matrix[row * 64 + column], -1, 1)],
        );
      }
    };
    check(10);
    slide(figure, "offset", -3);
    await settled(figure);
    expect(figure.second).toBe(34);
    check(-3);
  });
});

describe("the arrows", () => {
  test("are the pair at p and at p + k", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    expect(arrowTo(figure, 37, 6, "position")).toBe(true);
    expect(arrowTo(figure, 47, 6, "offset")).toBe(true);
    slide(figure, "position", 60);
    figure.pair = 3;
    await settled(figure);
    expect([figure.position, figure.second]).toEqual([60, 70]);
    expect(arrowTo(figure, 60, 3, "position")).toBe(true);
    expect(arrowTo(figure, 70, 3, "offset")).toBe(true);
    expect(arrowTo(figure, 37, 6, "position")).toBe(false);
  });

  test("the residual is the package's, within rounding", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    for (const [position, offset] of [
      [37, 10],
      [5, 60],
      [100, -33],
    ]) {
      figure.position = position;
      figure.second = position + offset;
      const { errors } = verifyRelativePosition(VALUES, [128, 64], offset);
      const greatest = Math.max(...errors);
      expect(greatest).toBeLessThan(2e-15);
      expect(figure.residual).toBeLessThanOrEqual(greatest + 2e-16);
    }
    await settled(figure);
    expect(readOutOf(figure)).toMatch(
      /^p = 100, k = −33, pair 6, λ = 35.3, residual (\S+·)?10⁻¹[⁵⁶⁷]$/,
    );
  });

  test("a sine alone has two places to go", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    const radio = figure.shadowRoot.querySelector('input[value="sine"]');
    radio.click();
    await settled(figure);
    expect(figure.parts).toBe("sine");
    const [sine, cosine] = VALUES.subarray(37 * 64 + 12);
    const matrix = relativePositionMatrix(10, 64);
    const other = matrix[12 * 64 + 12] * sine - matrix[12 * 64 + 13] * cosine;
    const text = (/** @type {number} */ value) => value.toFixed(4).replace("-", "\u2212");
    expect(readOutOf(figure)).toBe(
      `p = 37, k = 10, pair 6, from sin ${text(sine)} to ${text(VALUES[47 * 64 + 12])} or to ${text(other)}`,
    );
    const twin = tipOf(planOf(figure).dial, { sine, cosine: -cosine }, 0.97);
    expect(
      apart(pixelAt(layer(figure, "crosshair"), ...twin), themePixel(figure, "muted")),
    ).toBeLessThan(60);
    press(figure, "reset");
    expect(figure.parts).toBe("both");
  });
});

describe("reader", () => {
  test("keys move position and pair and keep the offset", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect([figure.position, figure.second, figure.pair]).toEqual([38, 48, 7]);
    await userEvent.keyboard("{End}");
    expect([figure.position, figure.second]).toEqual([117, 127]);
    await userEvent.keyboard("{Home}");
    expect([figure.position, figure.second]).toEqual([0, 10]);
  });

  test("a block under the pointer is marked, a click chooses its pair", async () => {
    const [figure] = await mount("<phasor-shift></phasor-shift>");
    const { across, down } = planOf(figure);
    const [x, y] = [toPixel(across, 41), toPixel(down, 41)];
    pointer(figure, "pointermove", x, y);
    await settled(figure);
    expect(readOutOf(figure)).toContain("pair 20");
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect(figure.pair).toBe(20);
  });

  test.each([320, 560, 900])("fits in %i px", async (width) => {
    const [figure] = await mount(
      `<div style="width: ${width}px"><phasor-shift></phasor-shift></div>`,
    );
    const { dial, frame, numbers } = planOf(figure);
    const size = sizeOf(layer(figure, "data"));
    expect(frame.left + frame.width).toBeLessThanOrEqual(size.width + 0.5);
    expect(dial.x + dial.radius).toBeLessThan(size.width);
    expect(numbers.y + 48).toBeLessThanOrEqual(size.height);
  });
});
