import { describe, expect, test } from "vitest";
import * as scaling from "../../web/elements/views/scaling-view.js";
import { Drawing, theme } from "./drawing.js";
import { curves, numbers, scaleOf } from "./reading.js";

describe("scaling", () => {
  const plain = Float64Array.of(6, 60, 600, 6000, 60000);
  /** @type {any[]} */
  const rules = [
    { rule: "yarn", own: true, divisors: Float64Array.of(1, 1, 2, 4, 4) },
    { rule: "linear", own: false, divisors: Float64Array.of(4, 4, 4, 4, Infinity) },
    { rule: "longrope", own: false, divisors: new Float64Array(), missing: "not here" },
  ].map((rule) => ({ ...rule, wavelengths: rule.divisors.map((by, pair) => by * plain[pair]) }));
  const contexts = { original: 4096, factor: 4, extended: 16384 };

  test.each([
    [1000, 1],
    [560, 1],
    [400, 2],
    [280, 3],
  ])("%i pixels wide, the panels take %i rows", (width, rows) => {
    const size = { width, height: scaling.heightOf(width, rules.length), ratio: 1 };
    expect(size.height / rows).toBeGreaterThan(180);
    const drawing = new Drawing(size);
    const model = { rules, plain, contexts, pair: 2 };
    scaling.drawData(drawing.context, size, model, theme);
    scaling.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    const names = drawing.words.filter(({ words }) => /^(YaRN|linear|LongRoPE)/i.test(words));
    expect(names).toHaveLength(3);
    expect(names[0].words).toMatch(/, its own$/);
    expect(new Set(names.map(({ y }) => y)).size).toBe(rows);
    const curve = curves(drawing, "muted", 5);
    const ruled = curves(drawing, "dimension", 5);
    expect([curve.length, ruled.length]).toEqual([3, 2]);
    const levels = scaleOf(
      numbers(
        drawing,
        ({ x, align, y }) => align === "right" && x < 60 && y < curve[0].points[0][1] + 40,
      ),
      "y",
      Math.log10,
    );
    curve.forEach(({ points }, n) => {
      // Panels of a row have the same scale; those below, the same further down.
      const shift = points[0][1] - levels.to(6);
      expect(points[0][0]).toBeGreaterThan(names[n].x);
      expect(points[4][0]).toBeLessThan(size.width);
      points.forEach(([x, y], pair) => {
        expect(y - shift).toBeCloseTo(levels.to(plain[pair]), 4);
        expect(x).toBeCloseTo(points[0][0] + ((points[4][0] - points[0][0]) * pair) / 4, 6);
      });
      expect(points[0][1]).toBeLessThan(size.height - 20);
      expect(names[n].y).toBeLessThan(points[4][1]);
      if (n < 2) {
        rules[n].wavelengths.forEach((/** @type {number} */ own, /** @type {number} */ pair) => {
          const y = ruled[n].points[pair][1] - shift;
          if (Number.isFinite(own)) expect(y).toBeCloseTo(levels.to(own), 4);
          else expect(y).toBeLessThan(levels.to(240000));
        });
      }
      const limits = drawing.lines.filter(
        ({ colour, points: [[left, y], [, to]] }) =>
          colour === "position" &&
          y === to &&
          left < points[0][0] &&
          left > names[n].x - 2 &&
          Math.abs(y - points[2][1]) < 150,
      );
      expect(limits.map(({ dashed }) => dashed)).toEqual([true, false]);
      expect(limits[0].points[0][1] - shift).toBeCloseTo(levels.to(4096), 4);
      expect(limits[1].points[0][1] - shift).toBeCloseTo(levels.to(16384), 4);
    });
    for (const [words, count] of /** @type {const} */ ([
      ["÷1", 1],
      ["÷2", 1],
      ["÷4", 3],
      ["still", 1],
      ["not for this model", 1],
    ])) {
      expect(drawing.saying(words), words).toHaveLength(count);
    }
    const rings = drawing.circles.filter(({ colour }) => colour === "ink");
    expect(rings.map(({ x }) => x)).toEqual(ruled.map(({ points }) => points[2][0]));
    expect(rings.map(({ y }) => y)).toEqual(ruled.map(({ points }) => points[2][1]));
  });
});
