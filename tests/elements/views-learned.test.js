import { describe, expect, test } from "vitest";
import * as learned from "../../web/elements/views/learned-view.js";
import { Drawing, theme } from "./drawing.js";
import { expectValues, middle, spread } from "./reading.js";

describe("learned", () => {
  const [length, width] = [10, 8];
  const losses = [0.5, 0.05, 0.004];

  /** @param {number} figure */
  function drawn(figure, trained = 6) {
    /** @type {learned.LearnedModel} */
    const model = {
      ...{ length, width, trained, losses, lastStep: 4, greatest: 2 },
      table: spread(length * width).map((value) => 2 * value),
      cosines: spread(length * length),
      target: spread(trained * trained),
      mark: { position: 3, second: 7 },
    };
    const size = { width: figure, height: learned.heightOf(figure), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new learned.LearnedView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size, model };
  }

  test.each([1000, 800, 500, 360])("%i pixels wide, three matrices fit", (figure) => {
    const trained = 6;
    const { drawing, size, model } = drawn(figure);
    const [table, cosines, target] = drawing.pictures;
    expectValues(table, model.table, width, length, 2);
    expectValues(cosines, model.cosines, length, length);
    expectValues(target, model.target, trained, trained);
    expect(Math.abs(cosines.width - cosines.height)).toBeLessThan(2);
    // The wanted part is drawn where its positions are, in a square as large.
    expect(target.width / cosines.width).toBeCloseTo(trained / length, 1);
    expect(target.top).toBe(cosines.top);
    expect(target.left).toBeGreaterThan(cosines.left + cosines.width);
    expect(target.left + cosines.width).toBeLessThanOrEqual(size.width);
    if (figure >= 800) {
      expect([table.top, table.height]).toEqual([cosines.top, cosines.height]);
      expect(table.left + table.width).toBeLessThan(cosines.left);
    } else {
      expect(table.top + table.height).toBeLessThan(cosines.top);
      expect(table.width).toBeGreaterThan(2 * cosines.width);
    }
    expect(cosines.width).toBeGreaterThan(figure / 4);
  });

  test("the squares have positions at their left unless the table is there", () => {
    const said = (/** @type {number} */ figure) => {
      const { drawing } = drawn(figure);
      const [table, cosines] = drawing.pictures;
      const near = ({ x = 0, y = 0 }, /** @type {typeof table} */ { left, top, height }) =>
        x < left && x > left - 16 && y > top && y < top + height;
      return [table, cosines].map(
        (panel) =>
          drawing.words.filter((each) => /^\d+$/.test(each.words) && near(each, panel)).length > 1,
      );
    };
    expect([said(1000), said(500)]).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("the marked rows and the edge of training are where their positions are", () => {
    const trained = 6;
    const { drawing } = drawn(1000);
    const [table, cosines] = drawing.pictures;
    const bands = drawing.lines.filter(
      ({ colour, points: [from, to] }) => colour === "position" && from[1] === to[1],
    );
    for (const panel of [table, cosines]) {
      const own = bands.filter(({ points: [[x]] }) => x === panel.left).map(({ points }) => points);
      const edges = [3, 4].map((row) => panel.top + (row * panel.height) / length);
      own.forEach(([[, y], [x]], n) => {
        expect(Math.abs(y - edges[n])).toBeLessThan(1);
        expect(x).toBe(panel.left + panel.width);
      });
      expect(own).toHaveLength(2);
    }
    const [second] = drawing.lines.filter(
      ({ colour, dashed, points: [[x]] }) => dashed && colour === "position" && x > cosines.left,
    );
    const [x] = middle(cosines, length, length, 7, 0);
    expect(Math.abs(second.points[0][0] - x)).toBeLessThan(1);
    const edge = drawing.lines.filter(
      ({ colour, points: { length, 0: from } }) =>
        colour === "ink" && length === 3 && from[0] === cosines.left && from[1] < table.top + 300,
    );
    const corner = cosines.left + (trained * cosines.width) / length;
    expect(edge[0].points[1][0]).toBeCloseTo(corner, 6);
    const below = cosines.top + (trained * cosines.height) / length;
    expect(edge[0].points[1][1]).toBeCloseTo(below, 6);
    const [words] = drawing.saying(`never trained from ${trained} on`);
    expect(words.y).toBeGreaterThan(table.top + (trained * table.height) / length);
  });

  test("what is never trained is named where there is room, and only then", () => {
    /** @param {number} trained */
    const named = (trained) =>
      drawn(500, trained).drawing.words.filter(({ words }) => words.startsWith("never trained"));
    expect([1, 8, 9, 10].map((trained) => named(trained).length)).toEqual([1, 1, 0, 0]);
  });

  test("the losses fall along a logarithmic axis", () => {
    const { drawing, size } = drawn(1000);
    const [table] = drawing.pictures;
    const curve = drawing.lines.find(
      ({ colour, points }) =>
        colour === "ink" && points.length === 3 && points[0][1] > table.top + table.height,
    );
    const points = curve?.points ?? [];
    expect(points[1][0] - points[0][0]).toBeCloseTo(points[2][0] - points[1][0], 6);
    const decade = (points[1][1] - points[0][1]) / Math.log10(losses[0] / losses[1]);
    expect(decade).toBeGreaterThan(5);
    expect((points[2][1] - points[1][1]) / Math.log10(losses[1] / losses[2])).toBeCloseTo(
      decade,
      6,
    );
    // Of four steps two are done: the curve ends at the label 2, half way along.
    const below = drawing.words.filter(({ y }) => y > points[2][1]);
    const at = (/** @type {string} */ words) => below.find((each) => each.words === words)?.x ?? 0;
    expect(at("2")).toBeCloseTo(points[2][0], 6);
    expect(points[2][0] - at("0")).toBeCloseTo((at("4") - at("0")) / 2, 6);
    const tick = drawing.words.find(({ words }) => words === "10⁻²");
    if (tick) {
      const y = points[1][1] + decade * Math.log10(0.05 / 0.01);
      expect(Math.abs(tick.y - y)).toBeLessThan(1);
    }
    const [last] = drawing.saying("0.00400");
    expect(Math.abs(last.x - points[2][0])).toBeLessThan(10);
    expect(drawing.circles.some(({ x, y }) => x === points[2][0] && y === points[2][1])).toBe(true);
    expect(at("4")).toBeLessThan(size.width);
  });
});
