import { describe, expect, test } from "vitest";
import * as shift from "../../web/elements/views/shift-view.js";
import { Drawing, theme } from "./drawing.js";
import { beside, expectValues, spread, under } from "./reading.js";

describe("shift", () => {
  const [width, angle] = [8, 0.7];
  const matrix = spread(width * width);
  const turn = (/** @type {number} */ at) => ({ sine: Math.sin(at), cosine: Math.cos(at) });

  /** @param {number} figure @param {number} offset @param {number} by @param {shift.ShiftModel["twin"]} [twin] */
  function drawn(figure, offset, by, twin) {
    /** @type {shift.ShiftModel} */
    const model = {
      ...{ matrix, width, pair: 2, position: 5, offset, from: turn(angle), to: turn(angle + by) },
      twin,
      block: [Math.cos(by), Math.sin(by), -Math.sin(by), Math.cos(by)],
    };
    const size = { width: figure, height: shift.heightOf(figure), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new shift.ShiftView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([900, 360])("%i pixels wide, the pair's block is marked in the matrix", (figure) => {
    const { drawing } = drawn(figure, 3, 1.2);
    const [picture] = drawing.pictures;
    expect(picture.width).toBe(picture.height);
    expectValues(picture, matrix, width, width);
    const box = drawing.frames.find(({ colour }) => colour === "dimension");
    if (!box) throw new Error("no mark");
    const cell = picture.width / width;
    for (const [at, edge] of [
      [box.x, picture.left + 4 * cell],
      [box.x + box.width, picture.left + 6 * cell],
      [box.y, picture.top + 4 * cell],
      [box.y + box.height, picture.top + 6 * cell],
    ]) {
      expect(Math.abs(at - edge)).toBeLessThan(4);
    }
    expect(under(drawing, picture, "4")[0].x).toBeCloseTo(picture.left + 4.5 * cell, 6);
    expect(beside(drawing, picture, "4")[0].colour).toBe("dimension");
  });

  test.each([
    [900, 3, 1.2],
    [360, 3, 1.2],
    [900, -4, -1.2],
  ])("%i pixels wide, k = %i: the dial turns as the pair does", (figure, offset, by) => {
    const { drawing, size } = drawn(figure, offset, by);
    const sign = offset < 0 ? "\u2212" : "+";
    expect(drawing.saying(`p ${sign} ${Math.abs(offset)}`)).toHaveLength(1);
    expect(drawing.saying(`M, k = ${String(offset).replace("-", "\u2212")}`)).toHaveLength(1);
    const face = drawing.circles.reduce((a, b) => (a.radius >= b.radius ? a : b));
    const [picture] = drawing.pictures;
    if (figure === 900) expect(face.x - face.radius).toBeGreaterThan(picture.left + picture.width);
    else expect(face.y - face.radius).toBeGreaterThan(picture.top + picture.height);
    expect(face.x + face.radius).toBeLessThanOrEqual(size.width);
    // Hands start at the middle and point as a clock's do.
    for (const [colour, at] of /** @type {const} */ ([
      ["position", angle],
      ["offset", angle + by],
    ])) {
      const hand = drawing.lines.find(
        ({ points: [[x, y]], colour: own }) => own === colour && x === face.x && y === face.y,
      );
      const [x, y] = hand?.points[1] ?? [Number.NaN, Number.NaN];
      expect(Math.atan2(x - face.x, face.y - y)).toBeCloseTo(at, 6);
    }
    const way = drawing.circles.find(({ radius }) => radius > 10 && radius < face.radius / 2);
    expect(way?.from).toBeCloseTo(angle - Math.PI / 2, 6);
    expect(way?.to).toBeCloseTo(angle + by - Math.PI / 2, 6);
    expect(way?.anticlockwise).toBe(by < 0);
  });

  test("the block's four numbers stand as in the matrix, within brackets", () => {
    const { drawing, size } = drawn(900, 3, 1.2);
    const [[a, d], [b], [c]] = [Math.cos(1.2), Math.sin(1.2), -Math.sin(1.2)].map((value) =>
      drawing.saying(value.toFixed(4).replace("-", "\u2212")),
    );
    expect([a.y, b.y, c.y, d.y].map((y) => y - a.y)).toEqual([0, 0, c.y - a.y, c.y - a.y]);
    expect([a.x - c.x, b.x - d.x]).toEqual([0, 0]);
    expect(c.y - a.y).toBeGreaterThan(12);
    expect(b.x - a.x).toBeGreaterThan(40);
    const brackets = drawing.lines.filter(({ points }) => points.length === 4);
    const inside = brackets.map(({ points }) => Math.sign(points[0][0] - points[1][0]));
    expect(inside).toEqual([1, -1]);
    expect(brackets[0].points[1][0]).toBeLessThan(a.x - 7 * 6);
    expect(brackets[1].points[1][0]).toBeGreaterThan(b.x);
    expect(brackets[0].points[3][1]).toBeGreaterThan(c.y);
    expect(brackets[0].points[3][1]).toBeLessThan(size.height);
    expect(drawing.saying("pair 2")[0].x).toBeLessThan(brackets[0].points[1][0]);
  });

  test("words on the dial stay in the figure", () => {
    for (let at = -3; at < 3; at += 0.25) {
      const { drawing, size } = drawn(360, 1234567, at);
      // Two hands that are close have one label.
      if (Math.abs(at) < 0.5) continue;
      const [{ x, words }] = drawing.words.filter(({ words }) => words.startsWith("p +"));
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + 6 * words.length).toBeLessThanOrEqual(size.width);
    }
  });

  test("a twin has the same sine, and each hand's is a dot on the level line", () => {
    const by = 1.2;
    const ends = { from: turn(Math.PI - angle), to: turn(Math.PI - angle + by) };
    const { drawing } = drawn(900, 3, by, ends);
    const face = drawing.circles.reduce((a, b) => (a.radius >= b.radius ? a : b));
    const dots = drawing.circles.filter(({ y, radius }) => y === face.y && radius < 5);
    const sines = dots.map(({ x }) => (x - face.x) / face.radius);
    const [own, first, second] = [angle, angle + by, Math.PI - angle + by].map(Math.sin);
    expect(sines[1] / sines[0]).toBeCloseTo(first / own, 6);
    expect(sines[2] / sines[0]).toBeCloseTo(second / own, 6);
    expect(dots.map(({ colour }) => colour)).toEqual(["position", "offset", "offset"]);
    const falls = drawing.lines.filter(
      ({ dashed, points: [[x], [to, level]] }) => dashed && x === to && level === face.y,
    );
    expect(falls.map(({ points: [[x]] }) => x)).toEqual(dots.map(({ x }) => x));
    // From the tips: as high above the level line as the cosines say.
    falls.forEach(({ points: [[x, y]] }, n) => {
      const at = [angle, angle + by, Math.PI - angle + by][n];
      expect(Math.cos(Math.atan2(x - face.x, face.y - y) - at)).toBeCloseTo(1, 6);
    });
    const clear = drawing.lines.filter(
      ({ colour, dashed, points: [[x, y]] }) =>
        colour === "muted" && dashed && x === face.x && y === face.y,
    );
    expect(clear).toHaveLength(2);
  });
});
