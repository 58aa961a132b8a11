import { describe, expect, test } from "vitest";
import * as score from "../../web/elements/views/rope-score.js";
import * as rope from "../../web/elements/views/rope-view.js";
import { Drawing, theme } from "./drawing.js";
import { curves, expectPoints, expectValues, numbers, scaleOf, spread } from "./reading.js";

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

describe("rope", () => {
  const width = 12;
  const query = spread(width);
  const turn = (/** @type {number} */ at) => ({ sine: Math.sin(at), cosine: Math.cos(at) });
  const layouts = /** @type {const} */ ({
    interleaved: (/** @type {number} */ pair) => [2 * pair, 2 * pair + 1],
    half: (/** @type {number} */ pair) => [pair, pair + 6],
    nested: (/** @type {number} */ pair) => [pair, 11 - pair],
  });

  /** @param {number} wide @param {keyof typeof layouts} [layout] */
  function drawn(wide, layout = "half") {
    const size = { width: wide, height: rope.heightOf(wide), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {any} */
    const model = {
      ...{ width, query, pair: 2, features: layouts[layout], score: 1, cache: undefined },
      contributions: Float64Array.of(1, -0.5, 0.25, 0.75, -1, 0.5),
      turns: [0, 2, 5].map((pair, n) => ({
        name: ["fast", "chosen", "slow"][n],
        pair,
        wavelength: 10 ** (n + 1),
        contribution: [1, 0.25, -0.5][n],
        query: { from: turn(n + 0.1), to: turn(n + 0.7) },
        key: { from: turn(n + 1.5), to: turn(n + 2.3) },
      })),
    };
    const view = new rope.RopeView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  /** How far below the strip each arc hangs, by its ends in features. @param {Drawing} drawing @param {string} colour */
  const arcsOf = (drawing, colour) => {
    const [strip] = drawing.pictures;
    return drawing.lines
      .filter((line) => line.points.length === 5 && line.colour === colour)
      .map(({ points }) => ({
        ends: [points[0], points[4]].map(([x]) => ((x - strip.left) * width) / strip.width - 0.5),
        depth: points[2][1] - strip.top - strip.height,
      }));
  };

  test.each([900, 500])("%i pixels wide: arcs join a pair's features", (wide) => {
    for (const layout of /** @type {const} */ (["interleaved", "half", "nested"])) {
      const { drawing } = drawn(wide, layout);
      expectValues(drawing.pictures[0], query, width, 1);
      const arcs = arcsOf(drawing, "hairline");
      expect(arcs).toHaveLength(6);
      arcs.forEach(({ ends, depth }, pair) => {
        expect(ends).toEqual(layouts[layout](pair).map((at) => expect.closeTo(at, 6)));
        expect(depth).toBeGreaterThan(3);
        expect(depth).toBeLessThan(34);
      });
      const marked = arcsOf(drawing, "dimension");
      expect(marked.map(({ ends: [from] }) => Math.round(from))).toEqual(
        [0, 2, 5].map((pair) => layouts[layout](pair)[0]),
      );
      // What is as far apart hangs as low, wherever it is; what is farther apart, no higher.
      for (const one of arcs) {
        for (const other of arcs) {
          const [near, far] = [one, other].map(({ ends }) => Math.round(ends[1] - ends[0]));
          if (near === far) expect(one.depth).toBeCloseTo(other.depth, 6);
          else if (near < far) expect(one.depth).toBeLessThan(other.depth + 1e-9);
        }
      }
      if (layout === "nested") expect(arcs[5].depth).toBeLessThan(arcs[0].depth - 5);
    }
  });

  test.each([900, 500])("%i pixels wide: the marked pair's features have lines", (wide) => {
    const { drawing } = drawn(wide);
    const [strip] = drawing.pictures;
    const lines = drawing.lines.filter(
      ({ colour, points: [[x, y], [to]] }) => colour === "dimension" && x === to && y < strip.top,
    );
    const edges = [2, 3, 8, 9].map((feature) => strip.left + (feature * strip.width) / width);
    expect(lines).toHaveLength(4);
    lines.forEach(({ points: [[x, y], [, to]] }, n) => {
      expect(Math.abs(x - edges[n])).toBeLessThan(1);
      expect(y).toBeLessThan(strip.top);
      expect(to).toBeGreaterThan(strip.top + strip.height);
    });
  });

  test.each([900, 500])("%i pixels wide: dials show where query and key are turned", (wide) => {
    const { drawing, size } = drawn(wide);
    const names = ["fast", "chosen", "slow"].map((words) => drawing.saying(words)[0]);
    const faces = drawing.circles.filter(({ radius }) => radius > 30);
    expect(faces).toHaveLength(3);
    faces.forEach((face, n) => {
      expect(face.colour).toBe(n === 1 ? "dimension" : "hairline");
      expect(face.x).toBeCloseTo(names[n].x, 6);
      expect(names[n].y).toBeLessThan(face.y - face.radius);
      expect(face.x - face.radius).toBeGreaterThan(0);
      expect(face.x + face.radius).toBeLessThan(n < 2 ? names[n + 1].x : size.width);
      for (const [colour, dashed, at] of /** @type {const} */ ([
        ["position", true, n + 0.1],
        ["position", false, n + 0.7],
        ["offset", true, n + 1.5],
        ["offset", false, n + 2.3],
      ])) {
        const hand = drawing.lines.find(
          (line) =>
            line.colour === colour &&
            line.dashed === dashed &&
            line.points[0][0] === face.x &&
            line.points[0][1] === face.y,
        );
        const [x, y] = hand?.points[1] ?? [Number.NaN, Number.NaN];
        const way = Math.atan2(x - face.x, face.y - y) - at;
        expect(Math.cos(way)).toBeCloseTo(1, 6);
      }
      const [pair] = drawing.saying(`pair ${[0, 2, 5][n]}`);
      const wave = drawing.words.filter(({ words }) => words.startsWith("λ = "))[n];
      expect(Number(wave.words.slice(4).replace(",", ""))).toBe(10 ** (n + 1));
      const [part] = drawing.saying(["+1.0000", "+0.2500", "\u22120.5000"][n]);
      const below = [pair, wave, part].map(({ y }) => y);
      expect(below).toEqual(below.toSorted((a, b) => a - b));
      expect(below[0]).toBeGreaterThan(face.y + face.radius);
      for (const { x } of [pair, wave, part]) expect(x).toBeCloseTo(face.x, 6);
    });
    const letters = ["q", "k"].map((words) => drawing.saying(words));
    expect(letters.map(({ length }) => length)).toEqual([3, 3]);
  });

  test.each([900, 500])(
    "%i pixels wide: which feature, and which bar, is under a pixel",
    (wide) => {
      const { drawing, size } = drawn(wide);
      const plan = rope.planRope(size, width);
      const [{ left, top, width: across, height }] = drawing.pictures;
      for (let feature = 0; feature < width; feature++) {
        const x = left + (feature * across) / width;
        expect(rope.featureAt(plan, x + 1e-6, top)).toBe(feature);
        expect(rope.featureAt(plan, x + across / width - 1e-6, top + height)).toBe(feature);
      }
      expect(rope.featureAt(plan, left, top)).toBe(0);
      expect(rope.featureAt(plan, left - 1e-6, top)).toBeUndefined();
      expect(rope.featureAt(plan, left + across, top)).toBeUndefined();
      expect(rope.featureAt(plan, left, top - 1e-6)).toBeUndefined();
      // Arcs belong to it.
      expect(rope.featureAt(plan, left, top + height + 33.9)).toBe(0);
      expect(rope.featureAt(plan, left, top + height + 34)).toBeUndefined();
      const bars = [...drawing.boxes, ...drawing.frames].filter(
        ({ y, width }) => y > top + 80 && width > 10,
      );
      expect(bars).toHaveLength(6);
      for (const bar of bars) {
        const middle = bar.x + bar.width / 2;
        const [before] = [bars.filter(({ x }) => x < bar.x).length];
        expect(rope.cellAt(plan, 6, middle, plan.score.top)).toBe(before);
        expect(bar.x + bar.width).toBeLessThanOrEqual(size.width);
        expect(bar.y + bar.height).toBeLessThan(size.height);
      }
    },
  );
});
