import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-clocks.js";
import "../../web/elements/phasor-precision.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { tipOf } from "../../web/elements/canvas/dial.js";
import { planPrecision } from "../../web/elements/views/precision-view.js";
import {
  apart,
  inked,
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

const { fround } = Math;

/** Rows of width 64 as they are, and with angles in float32, by the definition. @param {number} p */
function rows(p) {
  const pairs = Array.from({ length: 32 }, (_, i) => {
    const w = 10000 ** (-i / 32);
    return { exact: p * w, float32: fround(fround(p) * fround(w)) };
  });
  return {
    exact: pairs.flatMap(({ exact }) => [Math.sin(exact), Math.cos(exact)]),
    float32: pairs.flatMap(({ float32 }) => [fround(Math.sin(float32)), fround(Math.cos(float32))]),
  };
}

/** @param {number} p */
function errorOf(p) {
  const { exact, float32 } = rows(p);
  return Math.max(...exact.map((value, column) => Math.abs(value - float32[column])));
}

const cells = (/** @type {any} */ figure, /** @type {string} */ kind) =>
  [...figure.shadowRoot.querySelectorAll(`.values .${kind} td`)].map((cell) =>
    cell.textContent.replace("−", "-"),
  );

describe("numbers", () => {
  test("the CSV has the errors of the definition", async () => {
    const [figure] = await mount('<phasor-precision arithmetics="float32"></phasor-precision>');
    const [head, ...lines] = figure.toCSV().trimEnd().split("\r\n");
    expect(head).toBe("position,float32");
    const table = lines.map((/** @type {string} */ line) => line.split(",").map(Number));
    expect([table[0][0], table.at(-1)[0]]).toEqual([1e2, 1e7]);
    for (const [position, error] of table) {
      expect(Math.abs(error - errorOf(position)), `position ${position}`).toBeLessThan(2e-8);
    }
  });

  test("read-out and table are of the position, NaN included", async () => {
    const [figure] = await mount('<phasor-precision at="131071" pair="3"></phasor-precision>');
    const digits = errorOf(131071).toExponential(2).split("e")[0];
    expect(readOutOf(figure)).toContain(`p = 131,071: float32 off by ${digits}·10⁻³`);
    expect(readOutOf(figure)).toContain("float16 NaN");
    const { exact, float32 } = rows(131071);
    expect(cells(figure, "exact")).toEqual([exact[6].toFixed(5), exact[7].toFixed(5), "0"]);
    expect(cells(figure, "float32").slice(0, 2)).toEqual([
      float32[6].toFixed(5),
      float32[7].toFixed(5),
    ]);
    expect(cells(figure, "float16")).toEqual(["NaN", "NaN", "NaN"]);
  });
});

describe("drawing", () => {
  test("lines, the dots at the position, and the right hand", async () => {
    const [figure] = await mount(
      '<phasor-precision at="1000000" arithmetics="float32"></phasor-precision>',
    );
    await settled(figure);
    const canvas = layer(figure, "crosshair");
    const plan = planPrecision(sizeOf(canvas), []);
    const x = toPixel(plan.position, 6);
    const y = toPixel(plan.error, Math.log10(errorOf(1e6)));
    const name = figure.shadowRoot.querySelector(".float32 .name");
    const [red, green, blue] = (getComputedStyle(name).color.match(/\d+/g) ?? []).map(Number);
    const colour = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    expect(apart(pixelAt(canvas, x, y), colour)).toBeLessThan(40);
    expect(apart(pixelAt(canvas, x, y + 30), themePixel(figure, "position"))).toBeLessThan(60);
    const { exact } = rows(1e6);
    const [tipX, tipY] = tipOf(plan.dial, { sine: exact[12], cosine: exact[13] }, 1.055);
    expect(apart(pixelAt(canvas, tipX, tipY), themePixel(figure, "position"))).toBeLessThan(60);
    await vi.waitFor(() =>
      expect(inked(figure.shadowRoot.querySelector(".lines canvas"))).toBe(true),
    );
  });
});

describe("reader", () => {
  test("slider, keys and pointer move the position, keys the pair", async () => {
    const [figure] = await mount("<phasor-precision></phasor-precision>");
    slide(figure, "position", 300);
    expect(figure.at).toBe(1000);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect([figure.at, figure.pair]).toEqual([1001, 7]);
    await userEvent.keyboard("{End}{ArrowRight}");
    await settled(figure);
    expect(figure.at).toBe(1e7);
    await userEvent.keyboard("-");
    expect(figure.at).toBe(5e6);
    const plan = planPrecision(sizeOf(layer(figure, "data")), []);
    const x = toPixel(plan.position, 4);
    pointer(figure, "pointermove", x, 100);
    await settled(figure);
    expect(readOutOf(figure)).toContain("p = 10,000:");
    pointer(figure, "pointerdown", x, 100);
    pointer(figure, "pointerup", x, 100);
    expect(figure.at).toBe(1e4);
    press(figure, "reset");
    expect([figure.at, figure.pair]).toEqual([131071, 6]);
  });

  test("arithmetics are chosen, and kept in links", async () => {
    const [figure] = await mount("<phasor-precision></phasor-precision>");
    figure.shadowRoot.querySelector('input[value="float16"]').click();
    expect(figure.arithmetics).toBe("float32 ggml bfloat16");
    await settled(figure);
    expect(readOutOf(figure)).not.toContain("float16 NaN");
    figure.at = 4096;
    const [other] = await mount("<phasor-precision></phasor-precision>");
    other.fromURL(figure.toURL("https://example.org/"));
    await settled(other);
    expect([other.at, other.arithmetics]).toEqual([4096, "float32 ggml bfloat16"]);
  });

  test("the pair is that of the group", async () => {
    const [figure, clocks] = await mount(
      '<phasor-precision group="far"></phasor-precision><phasor-clocks group="far"></phasor-clocks>',
    );
    slide(clocks, "position", 5);
    slide(figure, "pair", 9);
    expect(clocks.pair).toBe(9);
    await settled(figure);
    expect(cells(figure, "exact")[0]).toBe(Math.sin(131071 * 10000 ** (-9 / 32)).toFixed(5));
  });
});
