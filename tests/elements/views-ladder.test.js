import { describe, expect, test } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import * as ladder from "../../web/elements/views/ladder-view.js";
import { Drawing, theme } from "./drawing.js";
import { curves, expectPoints, numbers, scaleOf } from "./reading.js";

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
