import { describe, expect, test, vi } from "vitest";
import { WavesView } from "../../web/elements/views/waves-view.js";
import { Drawing, theme } from "./drawing.js";
import { handed } from "./handed.js";

vi.mock("../../web/elements/canvas/lines.js", () => import("./handed.js"));
const nowhere = /** @type {HTMLElement} */ ({});

describe("waves", () => {
  /** @param {number} positions in view */
  function drawn(positions, every = 4) {
    const size = { width: 703, height: 300, ratio: 1 };
    const drawing = new Drawing(size);
    const view = new WavesView(nowhere);
    const at = { sine: 1, cosine: 0 };
    const samples = new Float32Array(13);
    /** @type {import("../../web/elements/views/waves-view.js").WavesModel} */
    const model = {
      lanes: [2, 5].map((pair) => ({ pair, wavelength: 8, sine: samples, cosine: samples, at })),
      origin: 100,
      positions: Float64Array.from({ length: 13 }, (_, n) => n / 4),
      every,
      span: { start: 100, end: 100 + positions },
      mark: { position: 102, second: 105, pair: 5, wave: "sin" },
    };
    handed.length = 0;
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, lines: handed[0] };
  }

  test("whole positions are points where they are 9 pixels apart", () => {
    const { lines } = drawn(8);
    const { width } = lines.frame;
    expect(width % 9).toBe(0); // or nothing is exactly as far apart
    for (const [positions, shown] of /** @type {const} */ ([
      [width / 9, true],
      [width / 9 + 1, false],
    ])) {
      for (const { points } of drawn(positions).lines.series) {
        expect(points.show()).toBe(shown);
        expect(points.filter()).toEqual(shown ? [0, 4, 8, 12] : null);
      }
    }
  });

  test("the library's scales put values where the labels are", () => {
    const { drawing, lines } = drawn(8);
    const { frame, scales, series } = lines;
    expect(scales.x.range()).toEqual([-0.5, 7.5]);
    expect(series.map((/** @type {any} */ each) => each.scale)).toEqual([
      ...["lane 0", "lane 0", "lane 1", "lane 1"],
    ]);
    const place = (/** @type {number} */ lane, /** @type {number} */ value) => {
      const [bottom, top] = scales[`lane ${lane}`].range;
      return frame.top + ((top - value) / (top - bottom)) * frame.height;
    };
    for (const [words, value] of /** @type {const} */ ([
      ["+1", 1],
      ["0", 0],
      ["\u22121", -1],
    ])) {
      const [label] = drawing.saying(words).filter(({ x }) => x < frame.left);
      expect(Math.abs(label.y - place(0, value))).toBeLessThan(1);
    }
    // The marked wave is ringed, at its value.
    const ring = drawing.circles.filter(({ colour }) => colour === "dimension");
    expect(ring).toHaveLength(1);
    expect(ring[0].y).toBeCloseTo(place(1, 1), 6);
    expect(ring[0].x).toBeCloseTo(frame.left + (2.5 / 8) * frame.width, 6);
    for (const lane of [0, 1]) {
      const dots = drawing.circles.filter(({ radius }) => radius < 5).slice(2 * lane, 2 * lane + 2);
      expect(dots.map(({ colour }) => colour)).toEqual(["cosine", "sine"]);
      expect(dots[0].y).toBeCloseTo(place(lane, 0), 6);
      expect(dots[1].y).toBeCloseTo(place(lane, 1), 6);
    }
    const label = drawing.words.find(({ words, y }) => words === "102" && y > frame.top);
    expect(label?.x).toBeCloseTo(ring[0].x, 6);
  });

  test("envelopes are whole lines that let each other through", () => {
    const pens = (/** @type {number} */ every) =>
      drawn(8, every).lines.series.map((/** @type {any} */ { dash, alpha }) => [
        dash?.length,
        alpha,
      ]);
    expect(pens(4).slice(0, 2)).toEqual([
      [undefined, undefined],
      [2, 1],
    ]);
    expect(pens(0).slice(0, 2)).toEqual([
      [undefined, undefined],
      [undefined, 0.5],
    ]);
  });
});
