import { describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { TOKENS } from "../../web/elements/models/adding.js";
import * as adding from "../../web/elements/views/adding-view.js";
import { Drawing, theme } from "./drawing.js";

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
