import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-heatmap.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { sinusoidal } from "../../web/phasor/index.js";
import { drawingOf } from "./drawing.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, sentenceOf, textsOf } from "./grab.js";
import { layer, mount, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

/** Which of the colours `among` one column of the drawing has, from the top, without repetitions.
 * @param {any} figure @param {number} x @param {number[]} palette */
function coloursDown(figure, x, palette) {
  const canvas = layer(figure, "still");
  const { top, height } = canvas.getBoundingClientRect();
  /** @type {number[]} */
  const colours = [];
  for (let y = top; y < top + height; y += 0.5) {
    const pixel = pixelUnder(canvas, { x, y });
    if (palette.includes(pixel) && colours[colours.length - 1] !== pixel) colours.push(pixel);
  }
  return colours;
}

/** Whether one list occurs in another. @param {number[]} list @param {number[]} part */
const contains = (list, part) =>
  list.some((_, n) => part.every((entry, at) => list[n + at] === entry));

/** @param {number[]} list */
const distinct = (list) => list.filter((entry, n) => n === 0 || entry !== list[n - 1]);

describe("<phasor-heatmap>", () => {
  test("says the sine and cosine of its position and pair", async () => {
    const [figure] = await mount(
      '<phasor-heatmap d-model="12" length="40" base="50" position="3" pair="2"></phasor-heatmap>',
    );
    await rested();
    // sin and cos of 3 / 50^(4/12) are 0.727 and 0.686.
    expect(sentenceOf(figure)).toContain("in 23.1 words: sine .73, cosine .69.");
  });

  test.each([
    ["interleaved", "light"],
    ["concatenated", "dark"],
  ])("has columns with the colours of their position's values: %s, %s", async (layout, scheme) => {
    document.documentElement.style.colorScheme = scheme;
    // With 12 rows, each is so high that the colours of its neighbours are not mixed in.
    const [figure] = await mount(
      `<phasor-heatmap d-model="12" length="40" base="50" layout="${layout}"></phasor-heatmap>`,
    );
    const table = colourTable("diverging", /** @type {"light" | "dark"} */ (scheme));
    const values = sinusoidal(40, 12, { base: 50 });
    const dimension = (/** @type {number} */ n) =>
      layout === "interleaved" ? n : n < 6 ? 2 * n : 2 * (n - 6) + 1;
    for (const position of [3, 17, 39]) {
      figure.position = position;
      await rested();
      const { x } = centreOf(handleOf(figure, "position").firstElementChild ?? figure);
      const expected = Array.from(
        { length: 12 },
        (_, n) => table[entryOf(values[position * 12 + dimension(n)], -1, 1)],
      );
      const inner = distinct(expected).slice(1, -1);
      // A pill at the end of the ruler stays within the drawing; its column does not move with it.
      if (position < 39)
        expect(contains(coloursDown(figure, x, inner), inner), `${position}`).toBe(true);
    }
  });

  test("allows dragging the position, which eases to an integer; Escape undoes it", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    const handle = handleOf(figure, "position");
    const from = centreOf(handle);
    figure.position = 38;
    await rested();
    const step = centreOf(handle).x - from.x;
    figure.position = 37;
    await rested();
    await drag(figure, from, { x: from.x + 10.3 * step, y: from.y });
    expect(figure.position).toBe(47);
    expect(Math.abs(centreOf(handle).x - (from.x + 10 * step))).toBeLessThan(1);
    await drag(figure, centreOf(handle), { x: from.x, y: from.y }, { release: false });
    expect(figure.position).toBe(37);
    await keys(handle, "Escape");
    expect(figure.position).toBe(47);
    await keys(handle, "ArrowDown", "PageDown");
    expect([figure.pair, figure.position]).toEqual([7, 37]);
  });

  test("lists the hands' sines and cosines, in columns or in a row", async () => {
    const [wide, narrow] = await mount(`
      <phasor-heatmap d-model="16" position="11" pair="2"></phasor-heatmap>
      <phasor-heatmap d-model="16" position="11" pair="2" style="width: 420px"></phasor-heatmap>`);
    const values = sinusoidal(128, 16).subarray(11 * 16, 12 * 16);
    const numberOf = (/** @type {string} */ text) => Number(text.replace("\u2212", "-"));
    const { words } = drawingOf(wide);
    const below = (/** @type {string} */ name) => {
      const head = words.findLast(({ text }) => text === name);
      return words
        .filter(({ right, top }) => head && Math.abs(right - head.right) < 1 && top > head.bottom)
        .map(({ text }) => numberOf(text));
    };
    const [sines, cosines] = [below("sin"), below("cos")];
    expect(sines).toHaveLength(8);
    sines.forEach((sine, pair) => {
      expect(sine, `${pair}`).toBeCloseTo(values[2 * pair], 1);
      expect(cosines[pair], `${pair}`).toBeCloseTo(values[2 * pair + 1], 1);
    });
    // A row below the table: the chosen pair's sine, and others.
    const row = drawingOf(narrow).words.filter(({ text }) => /^[\u2212+]?\d?\.\d+$/.test(text));
    expect(new Set(row.map(({ top }) => Math.round(top))).size).toBe(1);
    expect(row.length).toBeGreaterThan(3);
    const all = Array.from({ length: 8 }, (_, pair) => values[2 * pair]);
    let from = 0;
    for (const { text } of row) {
      const at = all.findIndex((sine, n) => n >= from && Math.abs(sine - numberOf(text)) < 0.06);
      expect(at, text).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
  });

  test("says why it is empty, and zooming restores it", async () => {
    const [figure] = await mount(`<phasor-heatmap length="${2 ** 53}"></phasor-heatmap>`);
    expect(textsOf(figure).join(" ")).toContain("the mean of a turn is 0");
    for (let n = 0; n < 46; n++) figure.change(figure.spec.more(figure.p, {}).at(-2).press(figure));
    await rested();
    expect(textsOf(figure).join(" ")).not.toContain("the mean of a turn is 0");
  });
});
