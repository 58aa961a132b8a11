import { describe, expect, test } from "vitest";
import { colourTable } from "../../web/elements/colour/maps.js";
import { HeatmapView } from "../../web/elements/views/heatmap-view.js";
import { Drawing, theme } from "./drawing.js";
import { beside, middle, under } from "./reading.js";

const diverging = colourTable("diverging", "light");

describe("heatmap", () => {
  /** @param {"along" | "down"} orientation @param {"value" | "phase"} colouring */
  function drawn(orientation, colouring, width = 700) {
    const size = { width, height: 400, ratio: 1 };
    const drawing = new Drawing(size);
    const view = new HeatmapView();
    /** @type {import("../../web/elements/views/heatmap-view.js").HeatmapModel} */
    const model = {
      orientation,
      colouring,
      paint: ({ width, height, ...from }) =>
        Array.from({ length: width * height }, (_, n) => {
          const [x, y] = [n % width, Math.floor(n / width)].map((at) => at + 0.5);
          const [along, down] = orientation === "along" ? [x, y] : [y, x];
          const position = Math.floor(from.position + along * from.positionsPerPixel);
          return 40 * (position - 10) + Math.floor(from.column + down * from.columnsPerPixel);
        }),
      wavelengthOf: (column) => 2 * Math.PI * 10 ** Math.floor(column / 2),
      positions: { start: 10, end: 15 },
      columns: { start: 0, end: 8 },
      mark: { position: 12, second: 14, column: 6 },
    };
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return drawing;
  }

  test("cells, axes and the crosshair are at the same places", () => {
    const drawing = drawn("along", "value");
    const [picture] = drawing.pictures;
    for (let position = 10; position < 15; position++) {
      for (let column = 0; column < 8; column++) {
        const [x, y] = middle(picture, 5, 8, position - 10, column);
        expect(picture.pixel(x, y)).toBe(diverging[40 * (position - 10) + column]);
      }
      const [x] = middle(picture, 5, 8, position - 10, 0);
      const [label] = under(drawing, picture, String(position));
      expect(label.x).toBeCloseTo(x, 6);
      expect(label.colour).toBe(position === 12 ? "position" : "muted");
    }
    for (const column of [0, 2, 4, 6]) {
      const [, y] = middle(picture, 5, 8, 0, column);
      expect(Math.abs(beside(drawing, picture, String(column))[0].y - y)).toBeLessThan(1);
    }
    const across = drawing.lines.filter(({ colour }) => colour === "dimension");
    const edges = [6, 7].map((column) => picture.top + (column * picture.height) / 8);
    across.forEach(({ points }, n) => {
      expect(points[0][0]).toBe(picture.left);
      expect(points[1][0]).toBe(picture.left + picture.width);
      expect(Math.abs(points[0][1] - edges[n])).toBeLessThan(1);
    });
    expect(across).toHaveLength(2);
    const down = drawing.lines.filter(
      ({ colour, points: [from, to] }) => colour === "position" && from[0] === to[0],
    );
    const second = picture.left + (4.5 * picture.width) / 5;
    const first = [2, 3].map((cell) => picture.left + (cell * picture.width) / 5);
    expect(down.map(({ dashed }) => dashed)).toEqual([true, false, false]);
    down.forEach(({ points }, n) => {
      expect(Math.abs(points[0][0] - [second, ...first][n])).toBeLessThan(1);
    });
  });

  test.each(/** @type {const} */ (["along", "down"]))(
    "positions %s: the titles name both axes",
    (orientation) => {
      for (const [colouring, title] of /** @type {const} */ ([
        ["value", "dimension"],
        ["phase", "pair"],
      ])) {
        const { words, pictures } = drawn(orientation, colouring);
        const bottom = pictures[0].top + pictures[0].height;
        const titles = words.filter(({ words }) => /^(position p|dimension|pair)$/.test(words));
        const [aside, below] = [titles.find(({ y }) => y < 24), titles.find(({ y }) => y > bottom)];
        const named = [aside?.words, below?.words];
        expect(named).toEqual(
          orientation === "along" ? [title, "position p"] : ["position p", title],
        );
        expect(
          words.filter(({ words }) => words === (colouring === "phase" ? "2π" : "+1")),
        ).toHaveLength(1);
      }
    },
  );

  test("where there is room, wavelengths stand at the right", () => {
    const drawing = drawn("along", "value");
    const [picture] = drawing.pictures;
    const [label] = drawing.saying("λ 62.8");
    expect(label.x).toBeGreaterThan(picture.left + picture.width);
    const [, y] = middle(picture, 5, 8, 0, 2);
    expect(Math.abs(label.y - y)).toBeLessThan(1);
    expect(drawn("along", "value", 500).saying("λ 62.8")).toEqual([]);
    expect(drawn("down", "value").saying("λ 62.8")).toEqual([]);
  });
});
