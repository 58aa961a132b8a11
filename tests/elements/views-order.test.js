import { describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import * as order from "../../web/elements/views/order-view.js";
import { Drawing, theme } from "./drawing.js";
import { middle } from "./reading.js";

describe("order", () => {
  const both = [0, 1].map((n) =>
    Float32Array.from({ length: 9 }, (_, at) => (n === 0 ? 0.05 + at / 12 : 0.6 - at / 20)),
  );

  /** @param {number} width @param {string[]} words */
  function drawn(width, words) {
    const size = { width, height: order.heightOf(width, words), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {any} */
    const model = { words, without: { weights: both[0] }, with: { weights: both[1] } };
    const view = new order.OrderView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, { row: 2, column: 0 }, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([
    [900, ["dog", "bites", "man"], false],
    [500, ["dog", "bites", "man"], false],
    [360, ["a", "sesquipedal", "bee"], true],
  ])("%i pixels wide, %j: weights, and words at rows and columns", (width, words, cut) => {
    const { drawing, size } = drawn(width, words);
    expect(drawing.pictures).toHaveLength(2);
    const high = Math.max(...both[0], ...both[1]);
    const table = colourTable("sequential", "light");
    drawing.pictures.forEach((picture, n) => {
      for (let at = 0; at < 9; at++) {
        const [column, row] = [at % 3, Math.floor(at / 3)];
        // Off the middle, where a cell's number may stand.
        const [x, y] = middle(picture, 3, 3, column, row);
        expect(picture.pixel(x - picture.width / 8, y)).toBe(table[entryOf(both[n][at], 0, high)]);
      }
      expect(Math.abs(picture.width - picture.height)).toBeLessThan(1);
      expect(picture.left + picture.width).toBeLessThanOrEqual(size.width);
      expect(picture.top + picture.height).toBeLessThanOrEqual(size.height);
      words.forEach((word, at) => {
        const long = cut && at === 1;
        const said = drawing.words.filter(({ words }) =>
          long ? words.startsWith("ses") : words === word,
        );
        const [x, y] = middle(picture, 3, 3, at, at);
        const [beside] = said.filter(
          (each) => each.x < picture.left && each.x > picture.left - 20 && Math.abs(each.y - y) < 2,
        );
        expect([beside.align, beside.upright]).toEqual(["right", false]);
        expect(beside.colour).toBe(at === 2 ? "position" : "muted");
        const [above] = said.filter(
          (each) => each.y < picture.top && each.y > picture.top - 20 && Math.abs(each.x - x) < 2,
        );
        expect(above.align).toBe(above.upright ? "left" : "center");
        expect(above.colour).toBe(at === 0 ? "position" : "muted");
        // Six pixels a letter: it stands in the figure, and below the title.
        expect(beside.x - 6 * beside.words.length).toBeGreaterThanOrEqual(-1);
        if (above.upright) {
          expect(above.y - 6 * above.words.length).toBeGreaterThan(picture.top - 100);
        }
        expect(/…$/.test(beside.words)).toBe(long);
      });
      const [title] = drawing.saying(n === 0 ? "without position" : "with position");
      expect(title.colour).toBe(n === 0 ? "ink" : "position");
      expect(title.y).toBeLessThan(picture.top - 10);
      // Lines on both sides of the marked row and column.
      const own = drawing.lines.filter(
        ({ colour, points: [[x, y]] }) =>
          colour === "position" &&
          x > picture.left - 1 &&
          x < picture.left + picture.width &&
          y > picture.top - 1 &&
          y < picture.top + picture.height,
      );
      const rows = own.filter(({ points: [[, y], [, to]] }) => y === to);
      const columns = own.filter(({ points: [[x], [to]] }) => x === to);
      expect([rows.length, columns.length]).toEqual([1, 2]);
      expect(Math.abs(rows[0].points[0][1] - picture.top - (2 * picture.height) / 3)).toBeLessThan(
        1,
      );
      columns.forEach(({ points: [[x]] }, side) => {
        expect(Math.abs(x - picture.left - (side * picture.width) / 3)).toBeLessThan(1);
      });
    });
    const [first, second] = drawing.pictures;
    if (width === 900) {
      expect(second.left).toBeGreaterThan(first.left + first.width);
      expect(second.top).toBe(first.top);
    } else {
      expect(second.top).toBeGreaterThan(first.top + first.height + 20);
      expect(second.left).toBe(first.left);
    }
    expect(drawing.saying(high.toFixed(2))).toHaveLength(1);
  });

  test("a word that finds no room keeps as many letters as fit with their mark", () => {
    const { drawing } = drawn(360, ["a", "sesquipedalian", "bee"]);
    const [{ words }] = drawing.words.filter(({ words }) => words.startsWith("ses"));
    // 54 pixels, and one more, of 6 a letter.
    expect(words).toBe("sesquipe…");
  });

  test("what is under a pixel", () => {
    const words = ["dog", "bites", "man"];
    const { drawing, size } = drawn(900, words);
    const plan = order.planOrder(size, words);
    for (const picture of drawing.pictures) {
      const { left, top, width, height } = picture;
      expect(order.cellAt(plan, left, top)).toEqual({ row: 0, column: 0 });
      expect(order.cellAt(plan, ...middle(picture, 3, 3, 1, 2))).toEqual({ row: 2, column: 1 });
      expect(order.cellAt(plan, left - 0.5, top)).toBeUndefined();
      expect(order.cellAt(plan, left, top - 0.5)).toBeUndefined();
      expect(order.cellAt(plan, left + width, top)).toBeUndefined();
      expect(order.cellAt(plan, left, top + height)).toBeUndefined();
    }
  });
});
