import { describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import * as bias from "../../web/elements/views/bias-view.js";
import { Drawing, theme } from "./drawing.js";
import { curves, expectPoints, expectValues, numbers, scaleOf, spread } from "./reading.js";

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

  test.each([900, 400])(
    "%i pixels wide: a Swin window, the query's patch and the key's",
    (width) => {
      const [across, query, key] = [4, 6, 9];
      const patches = {
        values: spread(across * across),
        side: across,
        range: { kind: /** @type {const} */ ("diverging"), low: -1, high: 1 },
      };
      const logs = Float64Array.of(-1, -0.8, -0.5, 0, 0.5, 0.8, 1);
      const { drawing, size } = drawn(width, { kind: "swin", patches, logs, query, key });
      const [, window] = drawing.pictures;
      expectValues(window, patches.values, across, across);
      const cell = window.width / across;
      const boxes = drawing.frames.filter(({ colour }) => colour === "position");
      expect(boxes.map(({ dashed }) => dashed)).toEqual([false, true]);
      boxes.forEach((box, n) => {
        const patch = [query, key][n];
        expect(box.x + box.width / 2).toBeCloseTo(window.left + ((patch % 4) + 0.5) * cell, 6);
        expect(box.y + box.height / 2).toBeCloseTo(
          window.top + (Math.floor(patch / 4) + 0.5) * cell,
          6,
        );
        expect(box.width).toBeLessThanOrEqual(cell);
        expect(box.width).toBeGreaterThan(cell - 4);
      });
      const said = drawing.words.find(({ words }) => /^bias of patch 6/.test(words));
      expect(said?.colour).toBe("position");
      expect(said?.y).toBeLessThan(window.top);
      // Swin V2's coordinates, along their own axes; the marked distance is larger.
      const below = drawing.words.filter(
        ({ y, x }) => y > window.top + window.height && x > window.left - 50,
      );
      const labels = below.filter(({ words }) => /^\u2212?[0-3]$/.test(words));
      const down = scaleOf(
        labels.filter(({ align }) => align === "right"),
        "y",
      );
      const along = scaleOf(
        labels.filter(({ align }) => align === "center"),
        "x",
      );
      const dots = drawing.circles.filter(({ colour }) => /^(offset|dimension)$/.test(colour));
      expect(dots).toHaveLength(7);
      dots.forEach(({ x, y, radius, colour }, n) => {
        expect(x).toBeCloseTo(along.to(n - 3), 6);
        expect(y).toBeCloseTo(down.to(logs[n]), 6);
        // The query is in column 2, the key in column 1.
        expect([radius, colour]).toEqual(n - 3 === 1 ? [5, "offset"] : [3, "dimension"]);
        expect(x).toBeLessThan(size.width);
        expect(y).toBeLessThan(size.height);
      });
      expect(drawing.saying("patch of the key")).toHaveLength(1);
    },
  );
});
