import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-rope.js";
import "../../web/elements/phasor-wavelengths.js";
import { tipOf } from "../../web/elements/canvas/dial.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { scientific } from "../../web/elements/core/numbers.js";
import { roundedScore } from "../../web/elements/models/rope.js";
import { handsOf, planRope } from "../../web/elements/views/rope-view.js";
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

const WIDTH = 64;
/** The features of q (middle 5) and k (middle 4) as complex numbers, turned. @param {number} middle @param {number} pair @param {number} position @param {boolean} half */
function turned(middle, pair, position, half) {
  const feature = (/** @type {number} */ f) => (((7 * f + 3) % 11) - middle) / 5;
  const a = feature(half ? pair : 2 * pair);
  const z = feature(half ? pair + WIDTH / 2 : 2 * pair + 1);
  const angle = position * 10000 ** ((-2 * pair) / WIDTH);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [a * cos - z * sin, a * sin + z * cos];
}

/** @param {number} query @param {number} key @param {boolean} [half] */
function parts(query, key, half = false) {
  return Array.from({ length: WIDTH / 2 }, (_, pair) => {
    const [q, k] = [turned(5, pair, query, half), turned(4, pair, key, half)];
    return q[0] * k[0] + q[1] * k[1];
  });
}

const sum = (/** @type {number[]} */ list) => list.reduce((total, each) => total + each, 0);
const text = (/** @type {number} */ value) => value.toFixed(4).replace("-", "\u2212");
/** @param {any} figure @returns {number[][]} */
const rowsOf = (figure) =>
  figure
    .toCSV()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((/** @type {string} */ row) => row.split(",").map(Number));
/** @param {any} figure */
const planOf = (figure) => planRope(sizeOf(layer(figure, "data")), figure.dModel);

/** Whether an arrow on the dial of the chosen pair ends where it should. @param {any} figure @param {[number, number]} position @param {"position" | "offset"} colour */
function arrowAt(figure, [query, key], colour) {
  const [q, k] = [turned(5, figure.pair, query, false), turned(4, figure.pair, key, false)];
  const longest = Math.max(Math.hypot(...q), Math.hypot(...k));
  const [a, z] = (colour === "position" ? q : k).map((each) => each / longest);
  const [x, y] = tipOf(handsOf(planOf(figure).dials[1]), { sine: z, cosine: a }, 0.6);
  return apart(pixelAt(layer(figure, "crosshair"), x, y), themePixel(figure, colour)) < 60;
}

describe("one query, one key", () => {
  test("the arrows are the turned pair, the sum is the score", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    expect(arrowAt(figure, [37, 47], "position")).toBe(true);
    expect(arrowAt(figure, [37, 47], "offset")).toBe(true);
    expect(readOutOf(figure)).toContain(`q·k = ${text(sum(parts(37, 47)))}`);
    slide(figure, "query-at", 90);
    slide(figure, "key-at", 12);
    await settled(figure);
    expect([figure.position, figure.second]).toEqual([90, 12]);
    expect(arrowAt(figure, [90, 12], "position")).toBe(true);
    const expected = parts(90, 12);
    rowsOf(figure).forEach(([pair, frequency, contribution], n) => {
      expect(pair).toBe(n);
      expect(frequency).toBeCloseTo(10000 ** ((-2 * n) / WIDTH), 14);
      expect(contribution).toBeCloseTo(expected[n], 12);
    });
  });

  test("a shift of both turns the arrows and leaves the score", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    const before = rowsOf(figure);
    slide(figure, "shift-both-by", 203);
    await settled(figure);
    expect(figure.shift).toBe(203);
    expect(arrowAt(figure, [240, 250], "position")).toBe(true);
    expect(arrowAt(figure, [37, 47], "position")).toBe(false);
    rowsOf(figure).forEach(([, , contribution], n) => {
      expect(contribution).toBeCloseTo(before[n][2], 12);
    });
    const head = { dModel: WIDTH, base: 10000, layout: /** @type {const} */ ("interleaved") };
    const change =
      roundedScore(head, { query: 240, key: 250 }) - roundedScore(head, { query: 37, key: 47 });
    expect(Math.abs(change)).toBeLessThan(1e-5);
    expect(readOutOf(figure)).toContain(`in float32: ${scientific(change, 1)}`);
    expect(readOutOf(figure)).toContain(text(sum(parts(37, 47))));
  });

  test("the layout says which features are a pair", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    press(figure, "pair halves");
    await settled(figure);
    expect(figure.layout).toBe("half");
    const expected = parts(37, 47, true);
    rowsOf(figure).forEach(([, , value], n) => {
      expect(value).toBeCloseTo(expected[n], 12);
    });
    const { strip } = planOf(figure);
    pointer(figure, "pointermove", (strip.width * 40.5) / WIDTH, strip.top + 5);
    expect(figure.shared.marked.pair).toBe(8);
    press(figure, "pair neighbours");
    await settled(figure);
    pointer(figure, "pointermove", (strip.width * 40.5) / WIDTH, strip.top + 5);
    expect(figure.shared.marked.pair).toBe(20);
  });

  test("the strip has the colours of q's features", async () => {
    const [figure] = await mount("<phasor-rope></phasor-rope>");
    const { strip } = planOf(figure);
    const table = colourTable("diverging", "light");
    for (const f of [0, 1, 5, 30, 63]) {
      const x = ((f + 0.5) / WIDTH) * strip.width;
      const value = (((7 * f + 3) % 11) - 5) / 5;
      expect(pixelAt(layer(figure, "data"), x, strip.top + 7)).toBe(table[entryOf(value, -1, 1)]);
    }
  });
});

describe("a cache", () => {
  test("scores with the offset and without", async () => {
    const [figure] = await mount('<phasor-rope position="90" second="20"></phasor-rope>');
    press(figure, "decode with a cache");
    await settled(figure);
    expect(figure.cache).toBe("forgotten");
    const rows = rowsOf(figure);
    expect(rows).toHaveLength(90);
    for (const [key, right, forgotten] of rows) {
      expect(right).toBeCloseTo(sum(parts(90, key)), 10);
      expect(forgotten).toBeCloseTo(sum(parts(0, key)), 10);
    }
    expect(readOutOf(figure)).toBe(
      `key n = 20, query m = 90, score ${text(sum(parts(90, 20)))}, offset forgotten ${text(sum(parts(0, 20)))}`,
    );
    expect(arrowAt(figure, [0, 20], "position")).toBe(true);
    figure.shadowRoot.querySelector('input[value="right"]').click();
    await settled(figure);
    expect(figure.cache).toBe("right");
    expect(arrowAt(figure, [90, 20], "position")).toBe(true);
    slide(figure, "keys-in-the-cache", 1);
    await settled(figure);
    expect(rowsOf(figure)).toHaveLength(1);
  });

  test("a key is chosen by pointer and keys", async () => {
    const [figure] = await mount('<phasor-rope position="90" cache="right"></phasor-rope>');
    const { score } = planOf(figure);
    pointer(figure, "pointermove", score.left + (30.5 / 90) * score.width, score.top + 9);
    await settled(figure);
    expect(readOutOf(figure)).toContain("key n = 30,");
    plotOf(figure).focus();
    await userEvent.keyboard("{End}{ArrowLeft}");
    expect(figure.second).toBe(88);
  });
});

describe("reader", () => {
  test("keys shift both, and choose a pair that the group shares", async () => {
    const [figure, other] = await mount(
      '<phasor-rope group="r"></phasor-rope><phasor-wavelengths group="r"></phasor-wavelengths>',
    );
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowDown}");
    expect([figure.shift, other.pair]).toEqual([11, 7]);
    await userEvent.keyboard("{Home}");
    expect(figure.shift).toBe(-37);
    const { score } = planOf(figure);
    pointer(figure, "pointermove", score.left + (20.5 / 32) * score.width, score.top + 9);
    await settled(figure, other);
    expect(readOutOf(other)).toContain("pair 20");
  });

  test("a link restores layout, cache and shift; reset takes them back", async () => {
    const [figure, copy] = await mount(
      '<phasor-rope layout="half" cache="forgotten" shift="9" position="50"></phasor-rope><phasor-rope></phasor-rope>',
    );
    copy.fromURL(figure.toURL());
    await settled(copy);
    expect([copy.layout, copy.cache, copy.shift, copy.position]).toEqual([
      "half",
      "forgotten",
      9,
      50,
    ]);
    press(copy, "reset");
    expect([copy.layout, copy.cache, copy.shift, copy.position]).toEqual([
      "interleaved",
      "off",
      0,
      37,
    ]);
  });

  test.each([320, 768, 1400])("fits in %i px", async (width) => {
    const [figure] = await mount(
      `<div style="width: ${width}px"><phasor-rope></phasor-rope></div>`,
    );
    const { dials, score } = planOf(figure);
    const size = sizeOf(layer(figure, "data"));
    expect(score.left + score.width).toBeLessThanOrEqual(size.width);
    expect(score.top + score.height + 44).toBeLessThanOrEqual(size.height + 1);
    expect(dials[0].x).toBeGreaterThan(dials[0].radius);
  });
});
