import { expect, test, vi } from "vitest";
import { PrecisionView } from "../../web/elements/views/precision-view.js";
import { Drawing, theme } from "./drawing.js";
import { handed } from "./handed.js";

vi.mock("../../web/elements/canvas/lines.js", () => import("./handed.js"));
const nowhere = /** @type {HTMLElement} */ ({});

test("precision: points, names and hands are where position and error say", () => {
  const size = { width: 800, height: 348, ratio: 1 };
  const drawing = new Drawing(size);
  const turn = (/** @type {number} */ at) => ({ sine: Math.sin(at), cosine: Math.cos(at) });
  const points = (/** @type {number[]} */ ...errors) =>
    errors.map((error, n) => ({ position: 10 ** (2 + n), error }));
  /** @type {import("../../web/elements/views/precision-view.js").Line[]} */
  const rows = [
    {
      kind: "float32",
      points: points(1e-6, 1e-5, 1e-4),
      lost: undefined,
      error: 1e-5,
      hand: turn(0.5),
    },
    { kind: "ggml", points: points(1e-5, 1e-4, 1e-3), lost: undefined, error: 1e-4, hand: turn(1) },
    { kind: "float16", points: points(0.01, 0.1, 1.5), lost: 65535, error: 0.1, hand: turn(2) },
    {
      ...{ kind: /** @type {const} */ ("bfloat16"), points: points(0.1, 1.5, 1.9, 2) },
      ...{ lost: undefined, error: 1.5, hand: { sine: Number.NaN, cosine: Number.NaN } },
    },
  ];
  const model = { lines: rows, position: 1000, pair: 3, exact: turn(0.4) };
  const colours = { float32: "a", ggml: "b", float16: "c", bfloat16: "d" };
  const view = new PrecisionView(nowhere);
  handed.length = 0;
  view.drawData(drawing.context, size, model, theme, colours);
  view.drawCrosshair(drawing.context, size, model, theme, colours);
  expect(drawing.mixed).toEqual([]);
  const { frame, scales, data } = handed[0];
  const place = (/** @type {number} */ position, /** @type {number} */ error) => ({
    x:
      frame.left +
      ((Math.log10(position) - scales.x.range[0]) / (scales.x.range[1] - scales.x.range[0])) *
        frame.width,
    y:
      frame.top +
      ((scales.y.range[1] - Math.log10(error)) / (scales.y.range[1] - scales.y.range[0])) *
        frame.height,
  });
  expect(data[1]).toEqual({ places: [2, 3, 4], values: [-5, -4, -3] });
  for (const { kind, error, points: own, lost } of rows) {
    const colour = colours[kind];
    const { x, y } = place(1000, error);
    const dot = drawing.circles.find((each) => each.colour === colour);
    expect(dot?.x).toBeCloseTo(x, 4);
    expect(dot?.y).toBeCloseTo(y, 4);
    const [name] = drawing.saying(kind);
    expect(name.colour).toBe(colour);
    if (own.some(({ error }) => error >= 1)) {
      // Above the frame, and not past the line's end.
      const last = own[own.length - 1];
      expect(name.y).toBeLessThan(frame.top);
      expect(name.x).toBeLessThanOrEqual(place(lost ?? last.position, 1).x + 1e-9);
    } else {
      expect(name.y).toBeGreaterThan(frame.top);
    }
  }
  const [cross] = drawing.saying("NaN from here");
  expect(Math.abs(cross.x - place(65535, 1).x)).toBeLessThan(4);
  for (const power of [3, 4, 5, 6]) {
    const label = drawing.words.find(
      ({ words, y }) =>
        y > frame.top + frame.height && words === (power === 3 ? "1,000" : `10${"⁰¹²³⁴⁵⁶"[power]}`),
    );
    expect(label?.x).toBeCloseTo(place(10 ** power, 1).x, 4);
  }
  const one = drawing.words.find(({ words, x }) => words === "1" && x < frame.left);
  expect(Math.abs((one?.y ?? 0) - place(1000, 1).y)).toBeLessThan(1);
  const face = drawing.circles.reduce((a, b) => (a.radius >= b.radius ? a : b));
  for (const [colour, at] of /** @type {const} */ ([
    ["position", 0.4],
    ["a", 0.5],
    ["b", 1],
    ["c", 2],
  ])) {
    const hand = drawing.lines.find(
      ({ points: [[x, y]], colour: own }) => own === colour && x === face.x && y === face.y,
    );
    const [x, y] = hand?.points[1] ?? [Number.NaN, Number.NaN];
    expect(Math.atan2(x - face.x, face.y - y)).toBeCloseTo(at, 6);
  }
  expect(drawing.lines.some(({ colour, points: [[x]] }) => colour === "d" && x === face.x)).toBe(
    false,
  );
  expect(drawing.saying("pair 3")).toHaveLength(1);
});
