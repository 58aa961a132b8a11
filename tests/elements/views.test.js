// What views draw, as a reader sees it: pictures, and words, lines and marks by where they are beside
// them. Nothing here asks a view where things go.
import { describe, expect, test, vi } from "vitest";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { ComparisonView } from "../../web/elements/views/comparison-view.js";
import * as grid from "../../web/elements/views/grid-view.js";
import { HeatmapView } from "../../web/elements/views/heatmap-view.js";
import * as learned from "../../web/elements/views/learned-view.js";
import { PrecisionView } from "../../web/elements/views/precision-view.js";
import * as shift from "../../web/elements/views/shift-view.js";
import { WavesView } from "../../web/elements/views/waves-view.js";
import { Drawing, theme } from "./drawing.js";

/** @import { Picture } from "./drawing.js" */

/** What was handed to the library that draws lines. @type {any[]} */
const handed = vi.hoisted(() => []);
vi.mock("../../web/elements/canvas/lines.js", () => ({
  Lines: class {
    /** @param {any} data @param {any} _size @param {any} frame @param {any} _key @param {() => any} pens */
    draw(data, _size, frame, _key, pens) {
      handed.push({ data, frame, ...pens() });
    }
    focus() {}
    remove() {}
  },
  joined: (/** @type {unknown} */ lines) => lines,
}));
const nowhere = /** @type {HTMLElement} */ ({});

const diverging = colourTable("diverging", "light");

/** The colour of a value from -most to most. @param {number} value */
const colourOf = (value, most = 1) => diverging[entryOf(value, -most, most)];

/** The middle of a picture's cell. @param {Picture} picture @param {number} columns @param {number} rows @param {number} column @param {number} row @returns {[x: number, y: number]} */
const middle = ({ left, top, width, height }, columns, rows, column, row) => [
  left + ((column + 0.5) * width) / columns,
  top + ((row + 0.5) * height) / rows,
];

/** Every cell of a picture has its value's colour. @param {Picture} picture @param {ArrayLike<number>} values @param {number} columns @param {number} rows */
function expectValues(picture, values, columns, rows, most = 1) {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const seen = picture.pixel(...middle(picture, columns, rows, column, row));
      expect(seen, `row ${row}, column ${column}`).toBe(
        colourOf(values[row * columns + column], most),
      );
    }
  }
}

/** Some values from -1 to 1. @param {number} count */
const spread = (count) => Float64Array.from({ length: count }, (_, n) => Math.cos(3 * n + 1));

/** The places where a label stands under a picture. @param {Drawing} drawing @param {Picture} picture @param {string} label */
const under = (drawing, picture, label) =>
  drawing
    .saying(label)
    .filter(({ y }) => y > picture.top + picture.height && y < picture.top + picture.height + 20);

/** Those at its left. @param {Drawing} drawing @param {Picture} picture @param {string} label */
const beside = (drawing, picture, label) =>
  drawing
    .saying(label)
    .filter(({ x, y }) => x < picture.left && y > picture.top && y < picture.top + picture.height);

describe("heatmap", () => {
  /** @param {"along" | "down"} orientation @param {"value" | "phase"} colouring */
  function drawn(orientation, colouring, width = 700) {
    const size = { width, height: 400, ratio: 1 };
    const drawing = new Drawing(size);
    const view = new HeatmapView();
    /** @type {import("../../web/elements/views/heatmap-view.js").HeatmapModel} */
    const model = {
      orientation,
      colouring,
      paint: ({ width, height, ...from }) =>
        Array.from({ length: width * height }, (_, n) => {
          const [x, y] = [n % width, Math.floor(n / width)].map((at) => at + 0.5);
          const [along, down] = orientation === "along" ? [x, y] : [y, x];
          const position = Math.floor(from.position + along * from.positionsPerPixel);
          return 40 * (position - 10) + Math.floor(from.column + down * from.columnsPerPixel);
        }),
      wavelengthOf: (column) => 2 * Math.PI * 10 ** Math.floor(column / 2),
      positions: { start: 10, end: 15 },
      columns: { start: 0, end: 8 },
      mark: { position: 12, second: 14, column: 6 },
    };
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return drawing;
  }

  test("cells, axes and the crosshair are at the same places", () => {
    const drawing = drawn("along", "value");
    const [picture] = drawing.pictures;
    for (let position = 10; position < 15; position++) {
      for (let column = 0; column < 8; column++) {
        const [x, y] = middle(picture, 5, 8, position - 10, column);
        expect(picture.pixel(x, y)).toBe(diverging[40 * (position - 10) + column]);
      }
      const [x] = middle(picture, 5, 8, position - 10, 0);
      const [label] = under(drawing, picture, String(position));
      expect(label.x).toBeCloseTo(x, 6);
      expect(label.colour).toBe(position === 12 ? "position" : "muted");
    }
    for (const column of [0, 2, 4, 6]) {
      const [, y] = middle(picture, 5, 8, 0, column);
      expect(Math.abs(beside(drawing, picture, String(column))[0].y - y)).toBeLessThan(1);
    }
    const across = drawing.lines.filter(({ colour }) => colour === "dimension");
    const edges = [6, 7].map((column) => picture.top + (column * picture.height) / 8);
    across.forEach(({ points }, n) => {
      expect(points[0][0]).toBe(picture.left);
      expect(points[1][0]).toBe(picture.left + picture.width);
      expect(Math.abs(points[0][1] - edges[n])).toBeLessThan(1);
    });
    expect(across).toHaveLength(2);
    const down = drawing.lines.filter(
      ({ colour, points: [from, to] }) => colour === "position" && from[0] === to[0],
    );
    const second = picture.left + (4.5 * picture.width) / 5;
    const first = [2, 3].map((cell) => picture.left + (cell * picture.width) / 5);
    expect(down.map(({ dashed }) => dashed)).toEqual([true, false, false]);
    down.forEach(({ points }, n) => {
      expect(Math.abs(points[0][0] - [second, ...first][n])).toBeLessThan(1);
    });
  });

  test.each(/** @type {const} */ (["along", "down"]))(
    "positions %s: the titles name both axes",
    (orientation) => {
      for (const [colouring, title] of /** @type {const} */ ([
        ["value", "dimension"],
        ["phase", "pair"],
      ])) {
        const { words, pictures } = drawn(orientation, colouring);
        const bottom = pictures[0].top + pictures[0].height;
        const titles = words.filter(({ words }) => /^(position p|dimension|pair)$/.test(words));
        const [aside, below] = [titles.find(({ y }) => y < 24), titles.find(({ y }) => y > bottom)];
        const named = [aside?.words, below?.words];
        expect(named).toEqual(
          orientation === "along" ? [title, "position p"] : ["position p", title],
        );
        expect(
          words.filter(({ words }) => words === (colouring === "phase" ? "2π" : "+1")),
        ).toHaveLength(1);
      }
    },
  );

  test("where there is room, wavelengths stand at the right", () => {
    const drawing = drawn("along", "value");
    const [picture] = drawing.pictures;
    const [label] = drawing.saying("λ 62.8");
    expect(label.x).toBeGreaterThan(picture.left + picture.width);
    const [, y] = middle(picture, 5, 8, 0, 2);
    expect(Math.abs(label.y - y)).toBeLessThan(1);
    expect(drawn("along", "value", 500).saying("λ 62.8")).toEqual([]);
    expect(drawn("down", "value").saying("λ 62.8")).toEqual([]);
  });
});

describe("grid", () => {
  const similarities = spread(12);
  const features = { patch: spread(16), other: spread(16).reverse() };
  const sections = [
    { axis: "column", from: 0, to: 10, order: "sines, cosines", part: 0.25 },
    { axis: "row", from: 10, to: 16, order: "sines, cosines", part: -0.5 },
  ];

  /** @param {number} width */
  function drawn(width) {
    /** @type {grid.GridModel} */
    const model = {
      ...{ rows: 3, columns: 4, width: 16, similarities, features },
      range: { kind: "diverging", low: -1, high: 1 },
      sections: /** @type {any} */ (sections),
      patch: { row: 1, column: 2 },
      other: { row: 2, column: 0 },
      marked: [3, 12],
    };
    const size = { width, height: grid.heightOf(width, model), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new grid.GridView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([900, 360])("%i pixels wide, the patches are square and marked", (width) => {
    const { drawing } = drawn(width);
    const [picture] = drawing.pictures;
    expect(Math.abs(picture.width / 4 - picture.height / 3)).toBeLessThan(0.5);
    expectValues(picture, similarities, 4, 3);
    for (const [colour, row, column] of /** @type {const} */ ([
      ["position", 1, 2],
      ["offset", 2, 0],
    ])) {
      const box = drawing.frames.find((each) => each.colour === colour);
      expect(box?.x).toBeCloseTo(picture.left + (column * picture.width) / 4, 6);
      expect(box?.y).toBeCloseTo(picture.top + (row * picture.height) / 3, 6);
      expect(box?.width).toBeCloseTo(picture.width / 4, 6);
      expect(box?.height).toBeCloseTo(picture.height / 3, 6);
    }
    for (let column = 0; column < 4; column++) {
      const [x] = middle(picture, 4, 3, column, 0);
      expect(under(drawing, picture, String(column))[0].x).toBeCloseTo(x, 6);
    }
    for (let row = 0; row < 3; row++) {
      const [, y] = middle(picture, 4, 3, 0, row);
      expect(Math.abs(beside(drawing, picture, String(row))[0].y - y)).toBeLessThan(1);
    }
    const gaps = drawing.lines.filter(({ colour }) => colour === "paper");
    expect(gaps.slice(0, 5).map(({ points: [[x], [to]] }) => x === to)).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  test.each([900, 360])("%i pixels wide, features lie in strips", (width) => {
    const { drawing, size } = drawn(width);
    const strips = drawing.pictures.slice(1);
    expect(strips).toHaveLength(4);
    sections.forEach(({ axis, from, to, part }, n) => {
      const [upper, lower] = strips.slice(2 * n, 2 * n + 2);
      expectValues(upper, features.patch.slice(from, to), to - from, 1);
      expectValues(lower, features.other.slice(from, to), to - from, 1);
      expect(lower.top).toBeGreaterThan(upper.top + upper.height);
      expect(lower.top + lower.height).toBeLessThan(size.height);
      const [name] = drawing.saying(axis).filter(({ colour }) => colour === "ink");
      expect(name.y).toBeLessThan(upper.top);
      const [dims] = drawing.saying(`dims ${from} to ${to - 1}`);
      expect([dims.y, dims.x > name.x, dims.colour]).toEqual([name.y, true, "dimension"]);
      const [product] = drawing.saying(`dot product ${part.toFixed(3).replace("-", "\u2212")}`);
      expect(product.y).toBeGreaterThan(lower.top + lower.height);
      // The marked feature: a box around both of its cells.
      const feature = [3, 12][n];
      const [left, right] = [feature, feature + 1].map(
        (at) => upper.left + ((at - from) * upper.width) / (to - from),
      );
      const box = drawing.frames.filter(({ colour }) => colour === "dimension")[n];
      expect(box.x).toBeCloseTo(left, 6);
      expect(box.x + box.width).toBeCloseTo(right, 6);
      for (const [edge, at] of [
        [box.y, upper.top],
        [box.y + box.height, lower.top + lower.height],
      ]) {
        expect(Math.abs(edge - at)).toBeLessThan(4);
      }
    });
    // As long as they are wide.
    expect(strips[0].width / strips[2].width).toBeCloseTo(10 / 6, 1);
    const bars = drawing.boxes.filter(({ width, height }) => width < 5 && height > 20);
    expect(bars.map(({ colour }) => colour)).toEqual(["position", "offset", "position", "offset"]);
    bars.forEach(({ x, y, width }, n) => {
      expect(y).toBe(strips[n].top);
      expect(x + width).toBeLessThan(strips[n].left);
      expect(x + width).toBeGreaterThan(strips[n].left - 10);
    });
  });
});

describe("shift", () => {
  const [width, angle] = [8, 0.7];
  const matrix = spread(width * width);
  const turn = (/** @type {number} */ at) => ({ sine: Math.sin(at), cosine: Math.cos(at) });

  /** @param {number} figure @param {number} offset @param {number} by */
  function drawn(figure, offset, by) {
    /** @type {shift.ShiftModel} */
    const model = {
      ...{ matrix, width, pair: 2, position: 5, offset, from: turn(angle), to: turn(angle + by) },
      twin: undefined,
      block: [Math.cos(by), Math.sin(by), -Math.sin(by), Math.cos(by)],
    };
    const size = { width: figure, height: shift.heightOf(figure), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new shift.ShiftView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size };
  }

  test.each([900, 360])("%i pixels wide, the pair's block is marked in the matrix", (figure) => {
    const { drawing } = drawn(figure, 3, 1.2);
    const [picture] = drawing.pictures;
    expect(picture.width).toBe(picture.height);
    expectValues(picture, matrix, width, width);
    const box = drawing.frames.find(({ colour }) => colour === "dimension");
    if (!box) throw new Error("no mark");
    const cell = picture.width / width;
    for (const [at, edge] of [
      [box.x, picture.left + 4 * cell],
      [box.x + box.width, picture.left + 6 * cell],
      [box.y, picture.top + 4 * cell],
      [box.y + box.height, picture.top + 6 * cell],
    ]) {
      expect(Math.abs(at - edge)).toBeLessThan(4);
    }
    expect(under(drawing, picture, "4")[0].x).toBeCloseTo(picture.left + 4.5 * cell, 6);
    expect(beside(drawing, picture, "4")[0].colour).toBe("dimension");
  });

  test.each([
    [900, 3, 1.2],
    [360, 3, 1.2],
    [900, -4, -1.2],
  ])("%i pixels wide, k = %i: the dial turns as the pair does", (figure, offset, by) => {
    const { drawing, size } = drawn(figure, offset, by);
    const sign = offset < 0 ? "\u2212" : "+";
    expect(drawing.saying(`p ${sign} ${Math.abs(offset)}`)).toHaveLength(1);
    expect(drawing.saying(`M, k = ${String(offset).replace("-", "\u2212")}`)).toHaveLength(1);
    const face = drawing.circles.reduce((a, b) => (a.radius >= b.radius ? a : b));
    const [picture] = drawing.pictures;
    if (figure === 900) expect(face.x - face.radius).toBeGreaterThan(picture.left + picture.width);
    else expect(face.y - face.radius).toBeGreaterThan(picture.top + picture.height);
    expect(face.x + face.radius).toBeLessThanOrEqual(size.width);
    // Hands start at the middle and point as a clock's do.
    for (const [colour, at] of /** @type {const} */ ([
      ["position", angle],
      ["offset", angle + by],
    ])) {
      const hand = drawing.lines.find(
        ({ points: [[x, y]], colour: own }) => own === colour && x === face.x && y === face.y,
      );
      const [x, y] = hand?.points[1] ?? [Number.NaN, Number.NaN];
      expect(Math.atan2(x - face.x, face.y - y)).toBeCloseTo(at, 6);
    }
    const way = drawing.circles.find(({ radius }) => radius > 10 && radius < face.radius / 2);
    expect(way?.from).toBeCloseTo(angle - Math.PI / 2, 6);
    expect(way?.to).toBeCloseTo(angle + by - Math.PI / 2, 6);
    expect(way?.anticlockwise).toBe(by < 0);
  });

  test("the block's four numbers stand as in the matrix, within brackets", () => {
    const { drawing, size } = drawn(900, 3, 1.2);
    const [[a, d], [b], [c]] = [Math.cos(1.2), Math.sin(1.2), -Math.sin(1.2)].map((value) =>
      drawing.saying(value.toFixed(4).replace("-", "\u2212")),
    );
    expect([a.y, b.y, c.y, d.y].map((y) => y - a.y)).toEqual([0, 0, c.y - a.y, c.y - a.y]);
    expect([a.x - c.x, b.x - d.x]).toEqual([0, 0]);
    expect(c.y - a.y).toBeGreaterThan(12);
    expect(b.x - a.x).toBeGreaterThan(40);
    const brackets = drawing.lines.filter(({ points }) => points.length === 4);
    const inside = brackets.map(({ points }) => Math.sign(points[0][0] - points[1][0]));
    expect(inside).toEqual([1, -1]);
    expect(brackets[0].points[1][0]).toBeLessThan(a.x - 7 * 6);
    expect(brackets[1].points[1][0]).toBeGreaterThan(b.x);
    expect(brackets[0].points[3][1]).toBeGreaterThan(c.y);
    expect(brackets[0].points[3][1]).toBeLessThan(size.height);
    expect(drawing.saying("pair 2")[0].x).toBeLessThan(brackets[0].points[1][0]);
  });

  test("words on the dial stay in the figure", () => {
    for (let at = -3; at < 3; at += 0.25) {
      const { drawing, size } = drawn(360, 1234567, at);
      // Two hands that are close have one label.
      if (Math.abs(at) < 0.5) continue;
      const [{ x, words }] = drawing.words.filter(({ words }) => words.startsWith("p +"));
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + 6 * words.length).toBeLessThanOrEqual(size.width);
    }
  });
});

describe("learned", () => {
  const [length, width] = [10, 8];
  const losses = [0.5, 0.05, 0.004];

  /** @param {number} figure */
  function drawn(figure, trained = 6) {
    /** @type {learned.LearnedModel} */
    const model = {
      ...{ length, width, trained, losses, lastStep: 4, greatest: 2 },
      table: spread(length * width).map((value) => 2 * value),
      cosines: spread(length * length),
      target: spread(trained * trained),
      mark: { position: 3, second: 7 },
    };
    const size = { width: figure, height: learned.heightOf(figure), ratio: 1 };
    const drawing = new Drawing(size);
    const view = new learned.LearnedView();
    view.drawData(drawing.context, size, model, theme);
    view.drawCrosshair(drawing.context, size, model, theme);
    expect(drawing.mixed).toEqual([]);
    return { drawing, size, model };
  }

  test.each([1000, 800, 500, 360])("%i pixels wide, three matrices fit", (figure) => {
    const trained = 6;
    const { drawing, size, model } = drawn(figure);
    const [table, cosines, target] = drawing.pictures;
    expectValues(table, model.table, width, length, 2);
    expectValues(cosines, model.cosines, length, length);
    expectValues(target, model.target, trained, trained);
    expect(Math.abs(cosines.width - cosines.height)).toBeLessThan(2);
    // The wanted part is drawn where its positions are, in a square as large.
    expect(target.width / cosines.width).toBeCloseTo(trained / length, 1);
    expect(target.top).toBe(cosines.top);
    expect(target.left).toBeGreaterThan(cosines.left + cosines.width);
    expect(target.left + cosines.width).toBeLessThanOrEqual(size.width);
    if (figure >= 800) {
      expect([table.top, table.height]).toEqual([cosines.top, cosines.height]);
      expect(table.left + table.width).toBeLessThan(cosines.left);
    } else {
      expect(table.top + table.height).toBeLessThan(cosines.top);
      expect(table.width).toBeGreaterThan(2 * cosines.width);
    }
    expect(cosines.width).toBeGreaterThan(figure / 4);
  });

  test("the marked rows and the edge of training are where their positions are", () => {
    const trained = 6;
    const { drawing } = drawn(1000);
    const [table, cosines] = drawing.pictures;
    const bands = drawing.lines.filter(
      ({ colour, points: [from, to] }) => colour === "position" && from[1] === to[1],
    );
    for (const panel of [table, cosines]) {
      const own = bands.filter(({ points: [[x]] }) => x === panel.left).map(({ points }) => points);
      const edges = [3, 4].map((row) => panel.top + (row * panel.height) / length);
      own.forEach(([[, y], [x]], n) => {
        expect(Math.abs(y - edges[n])).toBeLessThan(1);
        expect(x).toBe(panel.left + panel.width);
      });
      expect(own).toHaveLength(2);
    }
    const [second] = drawing.lines.filter(
      ({ colour, dashed, points: [[x]] }) => dashed && colour === "position" && x > cosines.left,
    );
    const [x] = middle(cosines, length, length, 7, 0);
    expect(Math.abs(second.points[0][0] - x)).toBeLessThan(1);
    const edge = drawing.lines.filter(
      ({ colour, points: { length, 0: from } }) =>
        colour === "ink" && length === 3 && from[0] === cosines.left && from[1] < table.top + 300,
    );
    const corner = cosines.left + (trained * cosines.width) / length;
    expect(edge[0].points[1][0]).toBeCloseTo(corner, 6);
    const below = cosines.top + (trained * cosines.height) / length;
    expect(edge[0].points[1][1]).toBeCloseTo(below, 6);
    const [words] = drawing.saying(`never trained from ${trained} on`);
    expect(words.y).toBeGreaterThan(table.top + (trained * table.height) / length);
  });

  test("what is never trained is named where there is room, and only then", () => {
    /** @param {number} trained */
    const named = (trained) =>
      drawn(500, trained).drawing.words.filter(({ words }) => words.startsWith("never trained"));
    expect([1, 8, 9, 10].map((trained) => named(trained).length)).toEqual([1, 1, 0, 0]);
  });

  test("the losses fall along a logarithmic axis", () => {
    const { drawing, size } = drawn(1000);
    const [table] = drawing.pictures;
    const curve = drawing.lines.find(
      ({ colour, points }) =>
        colour === "ink" && points.length === 3 && points[0][1] > table.top + table.height,
    );
    const points = curve?.points ?? [];
    expect(points[1][0] - points[0][0]).toBeCloseTo(points[2][0] - points[1][0], 6);
    const decade = (points[1][1] - points[0][1]) / Math.log10(losses[0] / losses[1]);
    expect(decade).toBeGreaterThan(5);
    expect((points[2][1] - points[1][1]) / Math.log10(losses[1] / losses[2])).toBeCloseTo(
      decade,
      6,
    );
    // Of four steps two are done: the curve ends at the label 2, half way along.
    const below = drawing.words.filter(({ y }) => y > points[2][1]);
    const at = (/** @type {string} */ words) => below.find((each) => each.words === words)?.x ?? 0;
    expect(at("2")).toBeCloseTo(points[2][0], 6);
    expect(points[2][0] - at("0")).toBeCloseTo((at("4") - at("0")) / 2, 6);
    const tick = drawing.words.find(({ words }) => words === "10⁻²");
    if (tick) {
      const y = points[1][1] + decade * Math.log10(0.05 / 0.01);
      expect(Math.abs(tick.y - y)).toBeLessThan(1);
    }
    const [last] = drawing.saying("0.00400");
    expect(Math.abs(last.x - points[2][0])).toBeLessThan(10);
    expect(drawing.circles.some(({ x, y }) => x === points[2][0] && y === points[2][1])).toBe(true);
    expect(at("4")).toBeLessThan(size.width);
  });
});

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
