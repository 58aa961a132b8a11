import { describe, expect, test, vi } from "vitest";
import { ComparisonView } from "../../web/elements/views/comparison-view.js";
import { Drawing, theme } from "./drawing.js";
import { handed } from "./handed.js";

vi.mock("../../web/elements/canvas/lines.js", () => import("./handed.js"));
const nowhere = /** @type {HTMLElement} */ ({});

describe("comparison", () => {
  const curves = [
    { name: /** @type {const} */ ("rope"), words: "RoPE", values: Float64Array.of(1, 0.5, -0.3) },
    { name: /** @type {const} */ ("none"), words: "none", values: Float64Array.of(1, 1, 1) },
    { name: /** @type {const} */ ("alibi"), words: "ALiBi", values: Float64Array.of(1, 0.9, 0.98) },
  ];

  /** @param {number} width @param {import("../../web/elements/views/comparison-view.js").Curve[]} [shown] */
  function drawn(width, shown = curves) {
    const size = { width, height: 320, ratio: 1 };
    const drawing = new Drawing(size);
    const view = new ComparisonView(nowhere);
    /** @type {import("../../web/elements/views/comparison-view.js").ComparisonModel} */
    const model = { curves: shown, distances: 3, distance: 1, marked: "rope" };
    handed.length = 0;
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, lines: handed[0], size };
  }

  test("the axes say where the lines are", () => {
    const { drawing, lines } = drawn(700);
    const { frame, scales } = lines;
    const [low, high] = scales.y.range;
    const height = (/** @type {number} */ value) =>
      frame.top + ((high - value) / (high - low)) * frame.height;
    expect(low).toBeLessThan(-0.3);
    expect(high).toBeGreaterThan(1);
    const labels = drawing.words.filter(
      ({ words, x }) => x < frame.left && /^\u2212?\d\.\d$/.test(words),
    );
    expect(labels.map(({ words }) => words)).toContain("0.5");
    for (const { words, y } of labels) {
      expect(Math.abs(y - height(Number(words.replace("\u2212", "-"))))).toBeLessThan(1);
    }
    const zero = drawing.lines.find(
      ({ colour, points: [from, to] }) => colour === "hairline" && to[0] - from[0] > 100,
    );
    expect(zero?.points[0][1]).toBeCloseTo(height(0), 6);
    const [from, to] = scales.x.range;
    for (const k of [0, 1, 2]) {
      const x = frame.left + ((k - from) / (to - from)) * frame.width;
      const [label] = drawing.words.filter(
        ({ words, y }) => words === String(k) && y > frame.top + frame.height,
      );
      expect(label.x).toBeCloseTo(x, 6);
      if (k !== 1) continue;
      curves.forEach(({ values }, n) => {
        const dot = drawing.circles.filter(({ colour }) => colour !== "paper")[n];
        expect(dot.x).toBeCloseTo(x, 6);
        expect(dot.y).toBeCloseTo(height(values[1]), 6);
        expect(dot.radius > 4).toBe(n === 0);
      });
    }
  });

  test("names and values stand at the right, in the lines' order and apart", () => {
    const { drawing, lines, size } = drawn(700);
    const places = ["none", "ALiBi", "RoPE"].map((words) => drawing.saying(words)[0]);
    const values = ["1.000", "0.900", "0.500"].map((words) => drawing.saying(words)[0]);
    places.forEach(({ x, y }, n) => {
      expect(x).toBeGreaterThan(lines.frame.left + lines.frame.width);
      expect(values[n].y).toBe(y);
      expect(values[n].x).toBeLessThanOrEqual(size.width);
      if (n > 0) expect(y - places[n - 1].y).toBeGreaterThan(12);
    });
    expect(drawn(500).drawing.saying("RoPE")).toEqual([]);
  });

  test("names of lines that end together stand apart above the axis", () => {
    for (const end of [-0.3, 0.5, 1]) {
      const together = curves.map((curve) => ({ ...curve, values: Float64Array.of(1, end, end) }));
      const { drawing, lines } = drawn(700, together);
      const { frame } = lines;
      const places = curves.map(({ words }) => drawing.saying(words)[0].y).sort((a, b) => a - b);
      expect(places[1] - places[0]).toBeGreaterThan(12);
      expect(places[2] - places[1]).toBeGreaterThan(12);
      expect(places[0]).toBeGreaterThan(frame.top - 1);
      expect(places[2]).toBeLessThan(frame.top + frame.height + 1);
    }
  });
});
