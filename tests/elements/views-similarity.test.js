import { expect, test } from "vitest";
import * as distance from "../../web/elements/views/distance-view.js";
import { Drawing, theme } from "./drawing.js";
import { curves, expectPoints, numbers, scaleOf } from "./reading.js";

test("distance: lines and mark are where the axes say", () => {
  const size = { width: 600, height: 300, ratio: 1 };
  const drawing = new Drawing(size);
  const values = [-3, -1, 0, 2, 6, 4, 1];
  /** @type {distance.DistanceModel} */
  const model = {
    lines: [
      { start: 5, first: -3, values },
      { start: 1000, first: -1, values: values.slice(2) },
    ],
    ...{ first: -3, length: 4, range: { low: -3, high: 6 }, title: "dot product" },
    label: String,
    mark: { offset: 1, value: 6 },
  };
  distance.drawDistanceData(drawing.context, size, model, theme);
  distance.drawDistanceCrosshair(drawing.context, size, model, theme);
  expect(drawing.mixed).toEqual([]);
  const across = scaleOf(
    numbers(drawing, ({ align }) => align === "center"),
    "x",
  );
  const down = scaleOf(
    numbers(drawing, ({ align }) => align === "right"),
    "y",
  );
  expect(across.unit).toBeGreaterThan(0);
  expect(down.unit).toBeLessThan(0);
  expectPoints(
    curves(drawing, "hairline", 7)[0],
    values.map((value, n) => [across.to(n - 3), down.to(value)]),
  );
  expectPoints(
    curves(drawing, "cosine", 5)[0],
    values.slice(2).map((value, n) => [across.to(n - 1), down.to(value)]),
  );
  const zero = drawing.boxes.find(({ width }) => width > 400);
  expect(Math.abs((zero?.y ?? 0) - down.to(0))).toBeLessThan(1);
  const ring = drawing.circles.find(({ colour }) => colour === "offset");
  expect(ring?.x).toBeCloseTo(across.to(1), 6);
  expect(ring?.y).toBeCloseTo(down.to(6), 1);
  // The legend: a piece of each line, then its name, one after the other.
  const [first, second] = ["from 5", "from 1,000"].map((words) => drawing.saying(words)[0]);
  const samples = drawing.lines.filter(({ points: [[, y], [, to]] }) => y === to && y < 40);
  expect(samples.map(({ colour }) => colour).slice(0, 2)).toEqual(["hairline", "cosine"]);
  expect(samples[0].points[1][0]).toBeLessThan(first.x);
  expect(first.x + 6 * first.words.length).toBeLessThan(samples[1].points[0][0]);
  expect(samples[1].points[1][0]).toBeLessThan(second.x);
  expect(samples[1].points[1][0]).toBeGreaterThan(second.x - 10);
  expect(drawing.saying("offset k")).toHaveLength(1);
});
