import { describe, expect, test } from "vitest";
import * as score from "../../web/elements/views/rope-score.js";
import { Drawing, theme } from "./drawing.js";
import { curves, expectPoints, numbers, scaleOf } from "./reading.js";

describe("score", () => {
  const frame = { left: 50, top: 30, width: 320, height: 180 };

  test("each pair's bar begins where the last ends", () => {
    const drawing = new Drawing({ width: 400, height: 300, ratio: 1 });
    const contributions = Float64Array.of(2, -0.5, 1, -3, 0.25, 1, 0.25, 0.5);
    const model = { contributions, score: 1.5, pair: 3 };
    score.drawSum(drawing.context, frame, model, theme);
    expect(drawing.mixed).toEqual([]);
    const down = scaleOf(
      numbers(drawing, ({ align, x }) => align === "right" && x < 50),
      "y",
    );
    const across = scaleOf(
      numbers(drawing, ({ align }) => align === "center"),
      "x",
    );
    let sum = 0;
    contributions.forEach((each, pair) => {
      const [from, to] = [down.to(sum), down.to(sum + each)];
      sum += each;
      const boxes = each > 0 ? drawing.boxes : drawing.frames;
      const bar = boxes.find(({ x, width }) => Math.abs(x + width / 2 - across.to(pair)) < 0.1);
      expect(bar?.width).toBeGreaterThan(20);
      expect(bar?.width).toBeLessThan(40);
      const edge = each > 0 ? 0 : 0.5;
      expect((bar?.y ?? 0) - edge).toBeCloseTo(Math.min(from, to), 4);
      expect((bar?.height ?? 0) + 2 * edge).toBeCloseTo(Math.max(from, to) - Math.min(from, to), 4);
    });
    const level = drawing.lines.find(({ colour }) => colour === "ink");
    expect(level?.points.map(([, y]) => y)).toEqual([
      expect.closeTo(down.to(1.5), 4),
      expect.closeTo(down.to(1.5), 4),
    ]);
    const zero = drawing.lines.find(
      ({ colour, points: [, [x]] }) => colour === "hairline" && x === 370,
    );
    expect(zero?.points[0][1]).toBeCloseTo(down.to(0), 4);
    expect(drawing.saying("q·k = 1.5000")).toHaveLength(1);
    // Labels of small ranges have a decimal, those of large ones none.
    expect(numbers(drawing, ({ align, x }) => align === "right" && x < 50)[0].words).toMatch(
      /\.\d$/,
    );
  });

  test.each([
    [3.4, 1],
    [2, 1],
    [6, 0],
  ])(
    "scores that reach from half of -%d to half of it have labels of %i decimals",
    (all, decimals) => {
      const drawing = new Drawing({ width: 400, height: 300, ratio: 1 });
      const contributions = Float64Array.of(all / 2, -all, all / 2);
      score.drawSum(drawing.context, frame, { contributions, score: 0, pair: 0 }, theme);
      const labels = numbers(drawing, ({ align, x }) => align === "right" && x < 50);
      for (const { words } of labels) expect(words.split(".")[1]?.length ?? 0).toBe(decimals);
      expect(labels.length).toBeGreaterThan(1);
    },
  );

  test("many pairs' bars are as thin as a pixel, those that take away paler", () => {
    const drawing = new Drawing({ width: 400, height: 300, ratio: 1 });
    const contributions = Float64Array.from({ length: 512 }, (_, n) => (n % 2 ? -1 : 2));
    score.drawSum(drawing.context, frame, { contributions, score: 256, pair: 0 }, theme);
    expect(drawing.mixed).toEqual([]);
    expect(drawing.boxes).toHaveLength(512);
    expect(new Set(drawing.boxes.map(({ width }) => width))).toEqual(new Set([1]));
    expect(drawing.boxes.every(({ height }) => height >= 1)).toBe(true);
    expect(numbers(drawing, ({ align, x }) => align === "right" && x < 50)[1].words).toMatch(
      /^\d+$/,
    );
  });

  test.each([false, true])("a cache whose offset is forgotten: %s", (forgets) => {
    const drawing = new Drawing({ width: 400, height: 300, ratio: 1 });
    const right = Float64Array.of(1, 3, -2, 5, 4);
    const forgotten = Float64Array.of(0, -1, 2, -4, 1);
    score.drawCache(
      drawing.context,
      frame,
      { start: 10, right, forgotten, forgets, key: 13 },
      theme,
    );
    const down = scaleOf(
      numbers(drawing, ({ align, x }) => align === "right" && x < 50),
      "y",
    );
    const across = scaleOf(
      numbers(drawing, ({ align }) => align === "center"),
      "x",
    );
    for (const [colour, scores] of /** @type {const} */ ([
      ["position", right],
      ["offset", forgotten],
    ])) {
      const [line] = curves(drawing, colour, 5);
      expectPoints(
        line,
        [...scores].map((each, n) => [across.to(10 + n), down.to(each)]),
      );
      expect(line.dashed).toBe(colour === "offset");
    }
    const ring = drawing.circles.find(({ colour }) => colour === "ink");
    expect(ring?.x).toBeCloseTo(across.to(13), 4);
    expect(ring?.y).toBeCloseTo(down.to(forgets ? -4 : 5), 4);
    expect(drawing.saying("q at 15")[0].align).toBe("left");
  });
});
