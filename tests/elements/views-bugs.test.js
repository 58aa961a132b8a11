import { describe, expect, test } from "vitest";
import { heightOf } from "../../web/elements/views/bugs-plan.js";
import { BugsView } from "../../web/elements/views/bugs-view.js";
import { Drawing, theme } from "./drawing.js";
import {
  beside,
  expectPoints,
  expectValues,
  middle,
  numbers,
  scaleOf,
  spread,
  under,
} from "./reading.js";

describe("bugs", () => {
  const [start, rows, columns] = [20, 6, 8];
  const values = spread(rows * columns);
  const right = {
    values: values.map((value, n) => (n % 3 ? value : -value)),
    difference: values.map((value, n) => (n % 3 ? 0 : 2 * value)),
    range: { kind: /** @type {const} */ ("diverging"), low: -2, high: 2 },
    norms: Float64Array.from({ length: rows }, () => 2),
  };
  const norms = Float64Array.from({ length: rows }, (_, row) =>
    Math.hypot(...values.subarray(row * columns, (row + 1) * columns)),
  );
  const gram = spread(rows * rows);
  const range = { kind: /** @type {const} */ ("diverging"), low: -1, high: 1 };
  const mark = { position: 22, second: 24, column: 5, pair: 2 };

  /** @param {number} width @param {Partial<import("../../web/elements/views/bugs-view.js").BugsModel>} [more] @param {any} [sheet] */
  function drawn(width, more, sheet) {
    const size = { width, height: heightOf(width), ratio: 1 };
    const drawing = new Drawing(size);
    /** @type {import("../../web/elements/views/bugs-view.js").BugsModel} */
    const model = {
      sheet: {
        start,
        rows,
        columns,
        values,
        range,
        right,
        norms,
        gram,
        gramRange: range,
        ...sheet,
      },
      ...{ beside: "right", mark, columns: [], ...more },
    };
    const view = new BugsView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  /** The circle that a right pair describes: its middle is 0, its radius 1. @param {Drawing} drawing */
  const circleOf = (drawing) => {
    const [circle] = drawing.circles.filter(({ colour }) => colour === "hairline");
    return (/** @type {number} */ x, /** @type {number} */ y) => [
      circle.x + x * circle.radius,
      circle.y - y * circle.radius,
    ];
  };

  test.each([1000, 600, 400])("%i pixels wide: three matrices, named and marked", (width) => {
    const { drawing, size } = drawn(width);
    const [own, other, products] = drawing.pictures;
    expect(drawing.pictures).toHaveLength(3);
    expectValues(own, values, columns, rows);
    expectValues(other, right.values, columns, rows);
    expectValues(products, gram, rows, rows);
    const named = /** @type {const} */ ([
      ["this table", own],
      ["as it should be", other],
      ["dot products", products],
    ]);
    for (const [words, picture] of named) {
      const [title, ...more] = drawing.saying(words);
      expect(more).toEqual([]);
      expect([title.colour, title.align]).toEqual(["ink", "left"]);
      expect(title.y).toBeLessThan(picture.top);
      expect(title.y).toBeGreaterThan(picture.top - 26);
      expect(Math.abs(title.x - picture.left)).toBeLessThan(50);
      expect(picture.left + picture.width).toBeLessThanOrEqual(size.width);
      expect(picture.top + picture.height).toBeLessThan(size.height);
    }
    for (const picture of [own, other]) {
      const [label] = beside(drawing, picture, "22");
      expect(Math.abs(label.y - picture.top - (2.5 * picture.height) / rows)).toBeLessThan(1);
      expect(label.colour).toBe("position");
      const x = picture.left + (5.5 * picture.width) / columns;
      const column = under(drawing, picture, "5").find((each) => Math.abs(each.x - x) < 1e-6);
      expect(column?.colour).toBe("dimension");
    }
    const [x, y] = middle(products, rows, rows, 4, 2);
    const q = under(drawing, products, "24").find((each) => Math.abs(each.x - x) < 1e-6);
    const p = beside(drawing, products, "22").find((each) => Math.abs(each.y - y) < 1);
    expect([q?.colour, p?.colour]).toEqual(["position", "position"]);
    expect(drawing.saying("position q")).toHaveLength(1);
    expect(drawing.saying("dimension")).toHaveLength(2);
  });

  test("instead of the right table, the difference from it", () => {
    const { drawing } = drawn(1000, { beside: "difference" });
    expectValues(drawing.pictures[1], right.difference, columns, rows, 2);
    expect(drawing.saying("difference")).toHaveLength(1);
    expect(drawing.saying("as it should be")).toEqual([]);
  });

  test("without a right table there is one matrix less", () => {
    const { drawing } = drawn(1000, {}, { right: undefined });
    expect(drawing.pictures).toHaveLength(2);
    expect(drawing.saying("as it should be")).toEqual([]);
    expect(drawing.saying("dimension")).toHaveLength(1);
  });

  test.each([1000, 600, 400])("%i pixels wide: the rows' norms along their axes", (width) => {
    const { drawing } = drawn(width);
    const [title] = drawing.saying("norm of each row");
    expect(title.colour).toBe("ink");
    const [name] = drawing.saying("position p");
    expect(name.y).toBeGreaterThan(title.y + 50);
    expect(name.colour).toBe("position");
    const own = numbers(
      drawing,
      ({ x, y }) => x < name.x + 20 && x >= title.x && y > title.y + 10 && y < name.y + 1,
    );
    const down = scaleOf(
      own.filter(({ align }) => align === "right"),
      "y",
    );
    const across = scaleOf(
      own.filter(({ align }) => align === "center"),
      "x",
    );
    const lines = drawing.lines.filter(({ points }) => points.length === rows);
    const places = (/** @type {Float64Array} */ of) =>
      [...of].map((norm, row) => [across.to(start + row), down.to(norm)]);
    expectPoints(
      lines.find(({ colour }) => colour === "hairline"),
      places(right.norms),
    );
    expectPoints(
      lines.find(({ colour }) => colour === "ink"),
      places(norms),
    );
    const [dot] = drawing.circles.filter(({ colour }) => colour === "position");
    expect([dot.x, dot.y]).toEqual([
      expect.closeTo(across.to(22), 4),
      expect.closeTo(down.to(norms[2]), 4),
    ]);
  });

  test.each([0, 1, 2, 3])("pair %i: one column across, the other up", (pair) => {
    const { drawing } = drawn(1000, { mark: { ...mark, pair } });
    const at = circleOf(drawing);
    const [x, y] = [0, 1].map((part) =>
      Array.from({ length: rows }, (_, row) => values[row * columns + 2 * pair + part]),
    );
    const [title] = drawing.saying(`columns ${2 * pair} and ${2 * pair + 1}`);
    expect(title.colour).toBe("dimension");
    const path = drawing.lines.filter(
      ({ colour, points }) => colour === "dimension" && points.length === rows,
    );
    expect(path).toHaveLength(1);
    expectPoints(
      path[0],
      x.map((each, row) => at(each, y[row])),
    );
    const dots = drawing.boxes.filter(({ width, height }) => width === 2 && height === 2);
    expectPoints(
      { points: dots.map((dot) => [dot.x + 1, dot.y + 1]), colour: "", dashed: false },
      x.map((each, row) => at(each, y[row])),
    );
    // A hand from the middle to the marked row.
    const hand = drawing.lines.find(
      ({ colour, points: [[left], [to]] }) =>
        colour === "position" && left === at(0, 0)[0] && left !== to,
    );
    expectPoints(hand, [at(0, 0), at(x[2], y[2])]);
    const [, dot] = drawing.circles.filter(({ colour }) => colour === "position");
    expect([dot.x, dot.y]).toEqual(at(x[2], y[2]).map((place) => expect.closeTo(place, 4)));
    // Its axes cross at the middle.
    const axes = drawing.lines.filter(
      ({ colour, points }) =>
        colour === "hairline" &&
        points.length === 2 &&
        points.some(([left, top]) => left === at(0, 0)[0] || top === at(0, 0)[1]),
    );
    expect(axes).toHaveLength(2);
    expect(drawing.saying("a circle if sine and cosine")).toHaveLength(1);
  });

  test("a last column without a partner has no curve", () => {
    const { drawing } = drawn(1000, { mark: { ...mark, pair: 4 } });
    expect(drawing.saying("columns 8 and 9")).toHaveLength(1);
    expect(drawing.boxes.filter(({ width, height }) => width === 2 && height === 2)).toEqual([]);
  });

  test("what is no number is crossed out, and no curve goes through it", () => {
    const holes = values.slice();
    for (const column of [4, 5, 6]) holes[3 * columns + column] = Number.NaN;
    const { drawing } = drawn(
      1000,
      {},
      { values: holes, norms: norms.map((n, row) => (row === 3 ? NaN : n)) },
    );
    const at = circleOf(drawing);
    const pieces = drawing.lines.filter(
      ({ colour, points: { length, 0: from } }) =>
        colour === "dimension" && length < rows && length > 1 && from[0] > 600 && from[1] > 300,
    );
    const place = (/** @type {number} */ row) =>
      at(values[row * columns + 4], values[row * columns + 5]);
    expectPoints(
      pieces.find(({ points }) => points.length === 3),
      [0, 1, 2].map(place),
    );
    expectPoints(
      pieces.find(({ points }) => points.length === 2),
      [4, 5].map(place),
    );
    expect(drawing.boxes.filter(({ width, height }) => width === 2 && height === 2)).toHaveLength(
      5,
    );
    const [own] = drawing.pictures;
    const covers = drawing.boxes.filter(
      ({ colour, x, width }) => colour === "paper" && x === own.left && width === own.width,
    );
    expect(covers).toHaveLength(1);
  });

  test("columns that a finding concerns have a line above them, the others fade", () => {
    const { drawing } = drawn(1000, { columns: [1, 6] });
    for (const { left, top, width, height } of drawing.pictures.slice(0, 2)) {
      const wide = width / columns;
      const inside = drawing.boxes.filter(({ x }) => x >= left - 1 && x < left + width);
      const lines = inside.filter(
        (box) => box.colour === "dimension" && box.y < top && box.y > top - 8,
      );
      expect(lines.map(({ x }) => Math.round((x - left) / wide))).toEqual([1, 6]);
      for (const line of lines) expect(Math.abs(line.width - wide)).toBeLessThan(2);
      const veils = inside.filter(
        (box) => box.colour === "paper" && box.y === top && box.height === height,
      );
      expect(veils.map(({ x }) => Math.round((x - left) / wide))).toEqual([0, 2, 3, 4, 5, 7]);
    }
  });
});
