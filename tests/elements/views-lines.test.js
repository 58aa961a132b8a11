// What the views of curves, bars and stairs draw: each is read off by the labels of its own axes.
import { describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { TOKENS } from "../../web/elements/models/adding.js";
import * as adding from "../../web/elements/views/adding-view.js";
import * as bias from "../../web/elements/views/bias-view.js";
import * as distance from "../../web/elements/views/distance-view.js";
import * as ladder from "../../web/elements/views/ladder-view.js";
import * as score from "../../web/elements/views/rope-score.js";
import * as scaling from "../../web/elements/views/scaling-view.js";
import * as wavelengths from "../../web/elements/views/wavelengths-view.js";
import { Drawing, theme } from "./drawing.js";

/** @import { Line, Words } from "./drawing.js" */

/** What a label says. @param {string} words */
const numberIn = (words) => Number(words.replace("\u2212", "-").replaceAll(",", ""));

/**
 * The scale that labels tell: from values to pixels, and back.
 * @param {Words[]} labels @param {"x" | "y"} along @param {(value: number) => number} [shape]
 */
function scaleOf(labels, along, shape = (value) => value) {
  const known = labels.map((each) => ({ value: shape(numberIn(each.words)), at: each[along] }));
  known.sort((a, b) => a.value - b.value);
  const [low, high] = [known[0], known[known.length - 1]];
  const unit = (high.at - low.at) / (high.value - low.value);
  // Labels beside an axis stand half a pixel below their ticks.
  const offset = along === "y" ? -0.5 : 0;
  const scale = {
    unit,
    to: (/** @type {number} */ value) => low.at + offset + (shape(value) - low.value) * unit,
  };
  for (const { value, at } of known) {
    expect(at).toBeCloseTo(low.at + (value - low.value) * unit, 4);
  }
  return scale;
}

/** Labels that are numbers, of one axis. @param {Drawing} drawing @param {(label: Words) => boolean} which */
const numbers = (drawing, which) =>
  drawing.words.filter((each) => /^\u2212?[\d,.]+$/.test(each.words) && which(each));

/** The lines of a colour with so many points. @param {Drawing} drawing @param {string} colour @param {number} count */
const curves = (drawing, colour, count) =>
  drawing.lines.filter(({ points, colour: own }) => own === colour && points.length === count);

/** @param {Line | undefined} line @param {number[][]} points */
function expectPoints(line, points) {
  expect(line?.points).toHaveLength(points.length);
  line?.points.forEach(([x, y], n) => {
    expect(Math.abs(x - points[n][0]), `x of point ${n}`).toBeLessThan(0.01);
    expect(Math.abs(y - points[n][1]), `y of point ${n}`).toBeLessThan(0.01);
  });
}

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
});

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

describe("adding", () => {
  const dModel = 6;
  const some = (/** @type {number} */ seed) =>
    Float64Array.from({ length: TOKENS * dModel }, (_, n) => Math.sin(seed * n + seed));
  const [embeddings, encodings] = [some(1), some(2)];
  const results = embeddings.map((each, n) => each + encodings[n]);
  const norms = [embeddings, encodings, results].map((all) =>
    Float64Array.from({ length: TOKENS }, (_, t) =>
      Math.hypot(...all.subarray(t * dModel, (t + 1) * dModel)),
    ),
  );
  const terms = (/** @type {number} */ query, /** @type {number} */ key) => {
    const parts = {
      contents: 2 - key,
      contentPosition: -0.5 * query,
      positionContent: -1,
      positions: 3,
    };
    return { ...parts, score: Object.values(parts).reduce((a, b) => a + b) };
  };

  test("concatenated, the strip of positions stands to the right of the embeddings'", () => {
    const size = { width: 700, height: adding.heightOf(700), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {any} */
    const of = { combine: "concatenate", where: "after", scale: 1, dModel };
    const both = Float64Array.from({ length: 2 * TOKENS * dModel }, (_, n) => Math.cos(n));
    /** @type {any} */
    const model = { of, width: 2 * dModel, embeddings, encodings, results: both, norms, terms };
    new adding.AddingView().drawData(drawing.context, size, model, theme);
    const [first, second, whole] = drawing.pictures;
    expect(Math.abs(second.left - first.left - first.width)).toBeLessThan(2);
    expect(second.width).toBeGreaterThan(first.width - 2);
    expect(Math.abs(whole.width - first.width - second.width)).toBeLessThan(2);
    expect(whole.left).toBe(first.left);
  });

  test.each([700, 400])("%i pixels wide: strips, norms and the terms of scores", (width) => {
    const size = { width, height: adding.heightOf(width), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {any} */
    const of = { combine: "add", where: "before", scale: 1, dModel };
    /** @type {any} */
    const model = { of, width: dModel, embeddings, encodings, results, norms, terms };
    const view = new adding.AddingView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, { query: 1, key: 3 }, theme);
    expect(drawing.mixed).toEqual([]);
    const table = colourTable("diverging", "light");
    const high = Math.max(...results.map(Math.abs));
    expect(drawing.pictures).toHaveLength(3);
    drawing.pictures.forEach((picture, n) => {
      const { left, top, width, height, pixel } = picture;
      const values = [embeddings, encodings, results][n];
      if (n > 0) {
        const before = drawing.pictures[n - 1];
        expect(top).toBeGreaterThan(before.top + before.height + 12);
        expect(left).toBe(before.left);
      }
      for (let token = 0; token < TOKENS; token++) {
        const y = top + ((token + 0.5) * height) / TOKENS;
        for (let i = 0; i < dModel; i++) {
          const seen = pixel(left + ((i + 0.5) * width) / dModel, y);
          expect(seen).toBe(table[entryOf(values[token * dModel + i], -high, high)]);
        }
        const labels = drawing.words.filter((each) => Math.abs(each.y - y) < 1);
        expect(labels.find(({ x }) => x < left)?.words).toBe(String(token));
        expect(labels.find(({ x }) => x > left + width)?.words).toBe(norms[n][token].toFixed(3));
        const bar = drawing.boxes.find(
          (box) => Math.abs(box.y + box.height / 2 - y) < 1 && box.x > left + width,
        );
        const longest = Math.max(...norms.flatMap((own) => [...own]));
        const full = drawing.boxes.filter(({ x }) => x === bar?.x).map((box) => box.width);
        expect((bar?.width ?? 0) / Math.max(...full)).toBeCloseTo(norms[n][token] / longest, 6);
      }
      const rows = drawing.lines
        .filter(
          ({ colour, points: [[x, y]] }) =>
            colour === "position" && x === left && y > top - 1 && y < top + height + 1,
        )
        .map(({ points: [[, y]], dashed }) => ({ row: ((y - top) / height) * TOKENS, dashed }));
      const near = [
        { row: 3.5, dashed: true },
        { row: 1, dashed: false },
        { row: 2, dashed: false },
      ];
      expect(rows).toHaveLength(3);
      rows.forEach(({ row, dashed }, at) => {
        expect(dashed).toBe(near[at].dashed);
        expect(Math.abs(row - near[at].row)).toBeLessThan(0.15);
      });
    });
    // The terms' bars: one after the other from nought, to either side.
    const last = drawing.pictures[2];
    const bars = drawing.boxes.filter(({ y, height }) => y > last.top + last.height && height > 11);
    const [own, both] = [bars.slice(0, 5), bars.slice(5, 10)];
    for (const [drawn, key] of /** @type {const} */ ([
      [own, 1],
      [both, 3],
    ])) {
      const { contents, contentPosition, positionContent, positions, score } = terms(1, key);
      const values = [contents, contentPosition, positionContent, positions];
      const zero = drawn[4].x + drawn[4].width / 2;
      const unit = drawn[3].width / positions;
      const ends = [zero, zero];
      values.forEach((value, n) => {
        const { x, width } = drawn[n];
        expect(width).toBeCloseTo(Math.abs(value) * unit, 6);
        if (value < 0) expect(x + width).toBeCloseTo(ends[0], 6);
        else expect(x).toBeCloseTo(ends[1], 6);
        if (value < 0) ends[0] = x;
        else ends[1] = x + width;
        expect(x).toBeGreaterThanOrEqual(-1e-9);
        expect(x + width).toBeLessThanOrEqual(size.width + 1e-9);
      });
      const said = score.toFixed(4).replace("-", "\u2212");
      const label = drawing.saying(said).find(({ y }) => y < drawn[0].y && y > drawn[0].y - 20);
      expect(label?.x).toBe(size.width);
      expect(drawn[4].y).toBeLessThan(drawn[0].y);
      expect(drawn[4].y + drawn[4].height).toBeGreaterThan(drawn[0].y + drawn[0].height);
    }
    expect(own[3].width).toBeCloseTo(both[3].width, 6);
    const names = drawing.words.filter(({ words }) => words.startsWith("p·p′"));
    expect(names).toHaveLength(2);
    expect(names[1].y).toBeLessThan(size.height);
    expect(
      new Set(drawing.words.filter(({ words }) => /′ /.test(words)).map(({ y }) => y)).size,
    ).toBe(width === 700 ? 2 : 4);
  });
});

describe("bias", () => {
  const side = 8;
  const values = Float64Array.from({ length: side * side }, (_, n) => Math.sin(n));
  const matrix = {
    values,
    side,
    range: { kind: /** @type {const} */ ("diverging"), low: -1, high: 1 },
  };
  const plain = { windows: undefined, stairs: undefined, patches: undefined, logs: undefined };

  /** @param {number} width @param {Partial<bias.BiasModel>} more */
  function drawn(width, more) {
    const size = { width, height: bias.heightOf(width), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {any} */
    const model = { ...plain, matrix, of: "bias", digits: 2, query: 5, key: 2, head: 1, ...more };
    const view = new bias.BiasView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([900, 400])("%i pixels wide: the query's row and the key's column", (width) => {
    const { drawing } = drawn(width, {
      kind: "t5",
      stairs: { first: -3, buckets: Int32Array.of(3, 2, 1, 0) },
    });
    const [{ left, top, width: across, height, pixel }] = drawing.pictures;
    const table = colourTable("diverging", "light");
    const cell = across / side;
    for (let n = 0; n < values.length; n++) {
      const [x, y] = [left + ((n % side) + 0.5) * cell, top + (Math.floor(n / side) + 0.5) * cell];
      expect(pixel(x, y)).toBe(table[entryOf(values[n], -1, 1)]);
    }
    const lines = drawing.lines.filter(({ colour }) => colour === "position");
    const rows = lines.filter(({ points: [[, y], [, to]] }) => y === to);
    const columns = lines.filter(({ points: [[x], [to]] }) => x === to);
    expect(rows.map(({ dashed }) => dashed)).toEqual([false, false]);
    expect(columns.map(({ dashed }) => dashed)).toEqual([true]);
    rows.forEach(({ points: [[, y]] }, n) => {
      expect(Math.abs(y - (top + (5 + n) * (height / side)))).toBeLessThan(1);
    });
    expect(Math.abs(columns[0].points[0][0] - (left + 2.5 * cell))).toBeLessThan(1);
  });

  test.each([900, 400])("%i pixels wide: T5's stairs", (width) => {
    const buckets = Int32Array.of(5, 4, 3, 3, 1, 0, 7, 8);
    const { drawing, size } = drawn(width, { kind: "t5", stairs: { first: -5, buckets } });
    const [stairs] = curves(drawing, "dimension", 16);
    const beyond = width === 900 ? 450 : 0;
    const upper = stairs.points[0][1];
    const labels = numbers(
      drawing,
      ({ align, x, y }) => align === "right" && x > beyond && y > (width === 900 ? 0 : 400),
    );
    const down = scaleOf(labels, "y");
    const below = numbers(
      drawing,
      ({ align, x, y }) => align === "center" && x > beyond && y > upper,
    );
    const across = scaleOf(
      below.filter(({ y }) => y > size.height - 60),
      "x",
    );
    expectPoints(
      stairs,
      [...buckets].flatMap((bucket, n) => [
        [across.to(n - 5.5), down.to(bucket)],
        [across.to(n - 4.5), down.to(bucket)],
      ]),
    );
    const here = drawing.lines.find(({ colour, dashed }) => colour === "offset" && dashed);
    expect(Math.abs((here?.points[0][0] ?? 0) - across.to(-3))).toBeLessThan(1);
    expect(drawing.saying("key − query")).toHaveLength(1);
  });

  test("ALiBi's windows end at their distances", () => {
    const windows = Float64Array.of(10, 100, 1000, 2000);
    const { drawing } = drawn(900, { kind: "alibi", windows, query: 7, key: 2 });
    const bars = drawing.boxes.filter(({ colour }) => colour === "dimension");
    const labels = numbers(drawing, ({ align, y }) => align === "center" && y > bars[3].y);
    const across = scaleOf(
      labels.filter(({ x }) => x >= bars[0].x),
      "x",
      Math.log10,
    );
    windows.forEach((end, head) => {
      const { x, y, width, height } = bars[head];
      expect(x + width).toBeCloseTo(across.to(end), 4);
      const label = drawing.words.find(
        (each) =>
          each.x > x + width && each.x < x + width + 10 && Math.abs(each.y - y - height / 2) < 1,
      );
      expect(label?.words).toBe(end.toLocaleString("en"));
      expect(bars[head].y - bars[0].y).toBeCloseTo(head * (bars[1].y - bars[0].y), 6);
    });
    const here = drawing.lines.find(({ colour, dashed }) => colour === "offset" && dashed);
    expect(Math.abs((here?.points[0][0] ?? 0) - across.to(5))).toBeLessThan(1);
    expect(drawing.saying("masked: −∞")).toHaveLength(1);
    const mark = drawing.words.find(
      ({ words, x, colour }) => words === "1" && x > 450 && colour === "dimension",
    );
    expect(Math.abs((mark?.y ?? 0) - bars[1].y - bars[1].height / 2)).toBeLessThan(1);
  });
});

describe("ladder", () => {
  test.each([
    [600, 1],
    [400, 2],
  ])("%i pixels wide, %i waves in a lane", (width, waves) => {
    const [lanes, length] = [3, 8];
    const count = lanes * waves;
    const places = Float64Array.from({ length: 17 }, (_, n) => n / 2);
    const at = (/** @type {number} */ p, /** @type {number} */ n) => Math.cos(p * (n + 1));
    /** @type {ladder.LadderModel} */
    const model = {
      ...{ length, lanes, waves, places, range: [-1, 1], sines: true, alike: [1, 5], position: 3 },
      labels: ["first", "second", "third"],
      curves: Float64Array.from({ length: 17 * count }, (_, n) =>
        at(places[Math.floor(n / count)] - 0.5, n % count),
      ),
      codes: Float64Array.from({ length: length * count }, (_, n) =>
        at(Math.floor(n / count), n % count),
      ),
    };
    const size = { width, height: ladder.heightOf(lanes), ratio: 1 };
    const drawing = new Drawing(size);
    ladder.drawCurves(drawing.context, size, model, theme);
    ladder.drawMarked(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    const across = scaleOf(
      numbers(drawing, ({ align, y }) => align === "center" && y > size.height - 44),
      "x",
    );
    const down = scaleOf(
      numbers(drawing, ({ align, x }) => align === "right" && x < 44),
      "y",
    );
    const zeros = drawing.lines
      .filter(({ colour, points: [[, y], [, to]] }) => colour === "hairline" && y === to)
      .map(({ points: [[, y]] }) => y)
      .slice(0, lanes);
    expect(zeros[0]).toBeCloseTo(down.to(0), 4);
    expect(zeros[2] - zeros[1]).toBeCloseTo(zeros[1] - zeros[0], 6);
    model.labels.forEach((words, lane) => {
      const [{ y }] = drawing.saying(words);
      expect(y).toBeLessThan(zeros[lane] + down.unit);
      if (lane > 0) expect(y).toBeGreaterThan(zeros[lane - 1] - down.unit);
    });
    const table = colourTable("diverging", "light");
    for (let wave = 0; wave < waves; wave++) {
      const colour = wave === 1 ? "cosine" : "sine";
      const drawn = curves(drawing, colour, 17);
      expect(drawn).toHaveLength(lanes);
      for (let lane = 0; lane < lanes; lane++) {
        const n = lane * waves + wave;
        const y = (/** @type {number} */ value) => zeros[lane] + value * down.unit;
        expect(drawn[lane].dashed).toBe(wave === 1);
        expectPoints(
          drawn[lane],
          [...places].map((place) => [across.to(place - 0.5), y(at(place - 0.5, n))]),
        );
        const dots = drawing.circles.filter((each) => each.colour === colour);
        for (let p = 0; p < length; p++) {
          const own = dots.filter(
            (each) =>
              Math.abs(each.x - across.to(p)) < 0.01 && Math.abs(each.y - y(at(p, n))) < 0.01,
          );
          // The marked position's is larger.
          expect(own.length, `lane ${lane}, position ${p}`).toBeGreaterThanOrEqual(p === 3 ? 2 : 1);
        }
        const cell = drawing.boxes[lane * waves + wave];
        const pixel = table[entryOf(at(3, n), -1, 1)];
        expect(cell.colour).toBe(
          `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`,
        );
        expect(cell.x).toBeGreaterThan(across.to(length - 0.5));
        expect(cell.x + cell.width).toBeLessThanOrEqual(size.width);
        const middle = cell.y + cell.height / 2;
        expect(Math.abs(middle - zeros[lane])).toBeLessThan(1);
      }
    }
    const alike = drawing.lines.filter(({ colour, dashed }) => colour === "offset" && dashed);
    expect(alike).toHaveLength(2);
    alike.forEach(({ points: [[x]] }, n) => {
      expect(Math.abs(x - across.to([1, 5][n]))).toBeLessThan(1);
    });
    expect(drawing.saying("p = 3")[0].x).toBeLessThanOrEqual(size.width);
    expect(drawing.saying("position p")).toHaveLength(1);
  });
});
