import { expect, test } from "vitest";
import * as wavelengths from "../../web/elements/views/wavelengths-view.js";
import { Drawing, theme } from "./drawing.js";
import { numbers, scaleOf } from "./reading.js";

test.each([700, 400])("wavelengths, %i pixels wide: each pair turns or does not", (width) => {
  const own = Float64Array.of(5, 50, 500, 5000, 50000);
  const size = { width, height: 300, ratio: 1 };
  const drawing = new Drawing(size);
  /** @type {wavelengths.WavelengthsModel} */
  const model = {
    ...{ wavelengths: own, limit: 60000, length: 1000, pair: 1 },
    turns: (/** @type {number} */ pair) => `turns ${pair}`,
  };
  wavelengths.drawData(drawing.context, size, model, theme);
  wavelengths.drawCrosshair(drawing.context, size, model, theme);
  expect(drawing.mixed).toEqual([]);
  const across = scaleOf(
    numbers(drawing, ({ align }) => align === "center"),
    "x",
    Math.log10,
  );
  const down = scaleOf(
    numbers(drawing, ({ align, x }) => align === "right" && x < 60),
    "y",
  );
  const points = drawing.circles.filter(({ colour, radius }) => colour !== "paper" && radius <= 4);
  own.forEach((wave, pair) => {
    const marks = drawing.circles.filter(
      ({ x, y }) => Math.abs(x - across.to(wave)) < 0.1 && Math.abs(y - down.to(pair)) < 0.1,
    );
    // Filled, then outlined; the marked one has a ring.
    expect(marks[0].colour).toBe(wave <= 1000 ? "dimension" : "paper");
    expect(marks.some(({ colour }) => colour === "ink")).toBe(pair === 1);
    const stem = drawing.lines.find(
      ({ colour, points: [[, y], [, to]] }) =>
        colour === "hairline" && y === to && Math.abs(y - down.to(pair)) < 0.1,
    );
    const ends = stem?.points.map(([x]) => x) ?? [];
    expect(ends[0]).toBeCloseTo(across.to(Math.min(wave, 1000)), 2);
    expect(ends[1]).toBeCloseTo(across.to(Math.max(wave, 1000)), 2);
  });
  expect(points.length).toBeGreaterThan(5);
  const edge = drawing.lines.find(
    ({ colour, points: [[x], [to]] }) => colour === "position" && x === to,
  );
  expect(edge?.points[0][0]).toBeCloseTo(across.to(1000), 2);
  const brief = width < 480;
  const [left] = drawing.saying(brief ? "3 turn" : "3 pairs turn at least once");
  const [right] = drawing.saying(brief ? "2 never do" : "2 never turn once");
  expect([left.align, right.align]).toEqual(["right", "left"]);
  expect(left.x).toBeLessThan(across.to(1000));
  expect(right.x).toBeGreaterThan(across.to(1000));
  expect(drawing.saying("L = 1,000")[0].x).toBeCloseTo(across.to(1000), 2);
  expect(drawing.saying("turns 1")).toHaveLength(brief ? 0 : 1);

  // What is under a pixel: whole cells, from the frame's first to before its last.
  const plan = wavelengths.planWavelengths(size, model);
  const [top, bottom] = [-0.5, 4.5].map((cell) => Number(down.to(cell).toFixed(6)));
  own.forEach((_, pair) => {
    expect(wavelengths.pairAt(plan, down.to(pair - 0.49))).toBe(pair);
    expect(wavelengths.pairAt(plan, down.to(pair + 0.49))).toBe(pair);
  });
  expect(wavelengths.pairAt(plan, top)).toBe(0);
  expect(wavelengths.pairAt(plan, top - 0.001)).toBeUndefined();
  expect(wavelengths.pairAt(plan, bottom - 0.001)).toBe(4);
  expect(wavelengths.pairAt(plan, bottom)).toBeUndefined();
});
