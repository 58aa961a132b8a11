import { describe, expect, test } from "vitest";
import * as grid from "../../web/elements/views/grid-view.js";
import { Drawing, theme } from "./drawing.js";
import { beside, expectValues, middle, spread, under } from "./reading.js";

describe("grid", () => {
  const similarities = spread(12);
  const features = { patch: spread(16), other: spread(16).reverse() };
  const sections = [
    { axis: "column", from: 0, to: 10, order: "sines, cosines", part: 0.25 },
    { axis: "row", from: 10, to: 16, order: "sines, cosines", part: -0.5 },
  ];

  /** @param {number} width */
  function drawn(width) {
    /** @type {grid.GridModel} */
    const model = {
      ...{ rows: 3, columns: 4, width: 16, similarities, features },
      range: { kind: "diverging", low: -1, high: 1 },
      sections: /** @type {any} */ (sections),
      patch: { row: 1, column: 2 },
      other: { row: 2, column: 0 },
      marked: [3, 12],
    };
    const size = { width, height: grid.heightOf(width, model), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new grid.GridView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([900, 360])("%i pixels wide, the patches are square and marked", (width) => {
    const { drawing } = drawn(width);
    const [picture] = drawing.pictures;
    expect(Math.abs(picture.width / 4 - picture.height / 3)).toBeLessThan(0.5);
    expectValues(picture, similarities, 4, 3);
    for (const [colour, row, column] of /** @type {const} */ ([
      ["position", 1, 2],
      ["offset", 2, 0],
    ])) {
      const box = drawing.frames.find((each) => each.colour === colour);
      expect(box?.x).toBeCloseTo(picture.left + (column * picture.width) / 4, 6);
      expect(box?.y).toBeCloseTo(picture.top + (row * picture.height) / 3, 6);
      expect(box?.width).toBeCloseTo(picture.width / 4, 6);
      expect(box?.height).toBeCloseTo(picture.height / 3, 6);
    }
    for (let column = 0; column < 4; column++) {
      const [x] = middle(picture, 4, 3, column, 0);
      expect(under(drawing, picture, String(column))[0].x).toBeCloseTo(x, 6);
    }
    for (let row = 0; row < 3; row++) {
      const [, y] = middle(picture, 4, 3, 0, row);
      expect(Math.abs(beside(drawing, picture, String(row))[0].y - y)).toBeLessThan(1);
    }
    const gaps = drawing.lines.filter(({ colour }) => colour === "paper");
    expect(gaps.slice(0, 5).map(({ points: [[x], [to]] }) => x === to)).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  test.each([900, 360])("%i pixels wide, features lie in strips", (width) => {
    const { drawing, size } = drawn(width);
    const strips = drawing.pictures.slice(1);
    expect(strips).toHaveLength(4);
    sections.forEach(({ axis, from, to, part }, n) => {
      const [upper, lower] = strips.slice(2 * n, 2 * n + 2);
      expectValues(upper, features.patch.slice(from, to), to - from, 1);
      expectValues(lower, features.other.slice(from, to), to - from, 1);
      expect(lower.top).toBeGreaterThan(upper.top + upper.height);
      expect(lower.top + lower.height).toBeLessThan(size.height);
      const [name] = drawing.saying(axis).filter(({ colour }) => colour === "ink");
      expect(name.y).toBeLessThan(upper.top);
      const [dims] = drawing.saying(`dims ${from} to ${to - 1}`);
      expect([dims.y, dims.x > name.x, dims.colour]).toEqual([name.y, true, "dimension"]);
      const [product] = drawing.saying(`dot product ${part.toFixed(3).replace("-", "\u2212")}`);
      expect(product.y).toBeGreaterThan(lower.top + lower.height);
      // The marked feature: a box around both of its cells.
      const feature = [3, 12][n];
      const [left, right] = [feature, feature + 1].map(
        (at) => upper.left + ((at - from) * upper.width) / (to - from),
      );
      const box = drawing.frames.filter(({ colour }) => colour === "dimension")[n];
      expect(box.x).toBeCloseTo(left, 6);
      expect(box.x + box.width).toBeCloseTo(right, 6);
      for (const [edge, at] of [
        [box.y, upper.top],
        [box.y + box.height, lower.top + lower.height],
      ]) {
        expect(Math.abs(edge - at)).toBeLessThan(4);
      }
    });
    // As long as they are wide.
    expect(strips[0].width / strips[2].width).toBeCloseTo(10 / 6, 1);
    const bars = drawing.boxes.filter(({ width, height }) => width < 5 && height > 20);
    expect(bars.map(({ colour }) => colour)).toEqual(["position", "offset", "position", "offset"]);
    bars.forEach(({ x, y, width }, n) => {
      expect(y).toBe(strips[n].top);
      expect(x + width).toBeLessThan(strips[n].left);
      expect(x + width).toBeGreaterThan(strips[n].left - 10);
    });
  });
});
