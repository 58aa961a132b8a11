// What marks, axes and paragraphs draw, read from the figure's SVG: the positions of words and
// lines.
import { expect, onTestFinished, test } from "vitest";
import { colourTable, ENTRIES } from "../../web/elements/colour/maps.js";
import {
  area,
  bracket,
  cell,
  cells,
  cross,
  dots,
  label,
  line,
  linear,
  path,
  raster,
  row,
  tags,
} from "../../web/elements/core/index.js";
import { SvgContext } from "../../web/elements/core/svg.js";
import { toLinear } from "./colour.js";
import { drawingOf, meet } from "./drawing.js";
import { pixelUnder } from "./grab.js";
import { layer, mount, onAnEmptyPage } from "./support.js";
import { declare } from "./test-line.js";

onAnEmptyPage();

const HEIGHT = 200;
/** @type {() => any} what the figure shows */
let panels;

declare("test-marks", {
  panels: () => panels(),
});

/** The contents of a drawing. @param {() => any[]} marks panels */
async function drawMarks(marks) {
  // The dot lets `mount` see that something is drawn.
  panels = () => [...marks(), { height: 9, marks: () => dots([4], [4]) }];
  const [element] = await mount("<test-marks></test-marks>");
  return drawingOf(element);
}

/** A panel over the whole drawing, whose scales run from 0 to 10. @param {any[]} marks */
const plainMarks = (marks) => () => [
  {
    height: HEIGHT,
    x: linear(0, 10, { axis: "none" }),
    y: linear(0, 10, { axis: "none" }),
    marks: () => marks,
  },
];

test("words start, end or are centred at their place", async () => {
  const { width, words } = await drawMarks(
    plainMarks(
      /** @type {const} */ (["left", "center", "right"]).map((align, n) =>
        label("some words", 5, 2 + 3 * n, { align }),
      ),
    ),
  );
  const [left, center, right] = words;
  expect(left.left).toBeCloseTo(width / 2, 0);
  expect(Math.abs(center.x - width / 2)).toBeLessThan(1);
  expect(right.right).toBeCloseTo(width / 2, 0);
  words.forEach(({ y, text }, n) => {
    expect(Math.abs(y - HEIGHT * (0.8 - 0.3 * n)), text).toBeLessThan(3);
  });
});

test.each([
  [40, "left"],
  [-40, "right"],
])("a leader line goes from the place to the words: %i", async (dx, align) => {
  const mark = label("some words", 5, 5, {
    dx,
    dy: -30,
    leader: true,
    align: /** @type {any} */ (align),
  });
  const { width, words, lines } = await drawMarks(plainMarks([mark]));
  const [place, end] = [
    [width / 2, HEIGHT / 2],
    [width / 2 + dx, HEIGHT / 2 - 30],
  ];
  expect(lines).toEqual([[place, end]]);
  expect(Math.abs((dx > 0 ? words[0].left : words[0].right) - end[0])).toBeLessThan(1);
});

test("tags: each line goes from its point to its word, and no word covers another", async () => {
  const values = { one: 5, two: 5.1, three: 5.2, four: 1 };
  const entries = Object.entries(values).map(([text, y]) => ({ y, text, colour: "ink" }));
  const { width, words, lines } = await drawMarks(plainMarks([tags(4, entries)]));
  expect(words.map(({ text }) => text)).toEqual(Object.keys(values));
  const leaders = lines.filter((points) => points.length === 2);
  words.forEach((word, n) => {
    const [[fromX, fromY], [toX, toY]] = leaders[n];
    expect([fromX, fromY]).toEqual(
      [0.4 * width, HEIGHT * (1 - entries[n].y / 10)].map((at) => Math.round(100 * at) / 100),
    );
    expect(toX).toBeLessThan(word.left);
    expect(Math.abs(toY - word.y), word.text).toBeLessThan(3);
    for (const other of words.slice(n + 1)) expect(meet(word, other), other.text).toBe(false);
  });
});

test.each([16, 24])("a value is written in its cell, with letters of %i", async (size) => {
  document.documentElement.style.setProperty("--phasor-font-size", `${size}px`);
  onTestFinished(() => void document.documentElement.style.removeProperty("--phasor-font-size"));
  const count = 30;
  const high = (HEIGHT * size) / 16;
  const values = Array.from({ length: 2 * count }, (_, n) => n);
  const { width, words } = await drawMarks(() => [
    {
      height: HEIGHT,
      x: cells(0, count, { axis: "none" }),
      y: cells(0, 2, { axis: "none" }),
      marks: () =>
        raster({
          ...{ values, columns: count, rows: 2, low: 0, high: values.length - 1 },
          label: (value) => `cell ${value}`,
        }),
    },
  ]);
  expect(words.map(({ text }) => text)).toEqual(values.map((n) => `cell ${n}`));
  const table = colourTable("diverging", "light");
  const lightOf = (/** @type {number} */ pixel) =>
    toLinear(pixel).reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0.05);
  words.forEach(({ x, y, left, right, colour }, n) => {
    expect(Math.abs(x - ((n % count) + 0.5) * (width / count)), `${n}`).toBeLessThan(1);
    expect(Math.abs(y - (Math.floor(n / count) + 0.5) * (high / 2)), `${n}`).toBeLessThan(3);
    expect(right - left).toBeLessThan(width / count);
    const [red, green, blue] = (colour.match(/\w\w/g) ?? []).map((part) =>
      Number.parseInt(part, 16),
    );
    const [ink, cell] = [
      lightOf((blue << 16) | (green << 8) | red),
      lightOf(table[Math.round((n / (values.length - 1)) * (ENTRIES - 1))]),
    ];
    expect(Math.max(ink / cell, cell / ink), `${n}`).toBeGreaterThan(3.5);
  });
});

test("a bracket's ends point to one side, and a cross is two slanted lines", async () => {
  const marks = [bracket(2, 6, { y: 5, drop: 7 }), cross(8, 5, { casing: false })];
  const { width, lines } = await drawMarks(plainMarks(marks));
  const [left, right, middle] = [0.2, 0.6, 0.8].map((part) => part * width);
  const expected = [
    [
      [left, 93],
      [left, 100],
      [right, 100],
      [right, 93],
    ],
    [
      [middle - 6, 94],
      [middle + 6, 106],
      [middle - 6, 106],
      [middle + 6, 94],
    ],
  ];
  expect(lines.flat(2).map(Math.round)).toEqual(expected.flat(2).map(Math.round));
});

test("each cell of a raster has the colour of its value", async () => {
  const across = 16;
  const count = ENTRIES / across;
  panels = () => [
    {
      height: HEIGHT,
      x: cells(0, across, { axis: "none" }),
      y: cells(0, count, { axis: "none" }),
      marks: () =>
        raster({
          values: Array.from({ length: ENTRIES }, (_, n) => n),
          columns: across,
          rows: count,
          low: 0,
          high: ENTRIES - 1,
        }),
    },
  ];
  const [element] = await mount("<test-marks></test-marks>");
  const canvas = layer(element, "moving");
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const pixels = Array.from({ length: ENTRIES }, (_, n) =>
    pixelUnder(canvas, {
      x: left + (((n % across) + 0.5) * width) / across,
      y: top + ((Math.floor(n / across) + 0.5) * height) / count,
    }),
  );
  expect(pixels).toEqual([...colourTable("diverging", "light")]);
});

test("cells are outlined unless the outline has no width", async () => {
  const outlines = async (/** @type {any} */ options) =>
    (await drawMarks(plainMarks([cell({ x: [2, 3] }, options)]))).lines.length;
  expect(await outlines({})).toBe(1);
  expect(await outlines({ fill: "ink" })).toBe(1);
  expect(await outlines({ fill: "ink", width: 0 })).toBe(0);
});

test("a line at the frame's edge has its full width", async () => {
  const { width, clips } = await drawMarks(plainMarks([line([0, 0], [0, 10], { width: 3 })]));
  const [{ left, right, top, bottom }] = clips;
  expect(left).toBeLessThanOrEqual(-1.5);
  expect(top).toBeLessThanOrEqual(-1.5);
  expect(right).toBeGreaterThanOrEqual(width + 1.5);
  expect(bottom).toBeGreaterThanOrEqual(HEIGHT + 1.5);
});

/** The darkness of each pixel of 400 × 120. @param {any} mark */
function inkOf(mark) {
  const context = /** @type {CanvasRenderingContext2D} */ (
    Object.assign(document.createElement("canvas"), { width: 400, height: 120 }).getContext("2d")
  );
  const scale = { at: (/** @type {number} */ value) => value };
  const frame = { left: 0, top: 0, width: 400, height: 120 };
  mark.draw(context, { frame, x: scale, y: scale, unit: 1, ratio: 1, theme: { ink: "#000" } });
  return context.getImageData(0, 0, 400, 120).data.filter((_, n) => n % 4 === 3);
}

const xs = Array.from({ length: 300 }, (_, n) => 10 + n * 1.27);
const ys = xs.map((x) => 60 + 40 * Math.sin(x / 9));
const lows = xs.map((x) => 90 + 20 * Math.cos(x / 5));
/** @type {[number[], number[]]} */
const outline = [
  [...xs, ...xs.toReversed()],
  [...ys, ...lows.toReversed()],
];

test.each([
  ["a line", line(xs, ys), path(xs, ys)],
  ["a line that is seen through", line(xs, ys, { opacity: 0.5 }), path(xs, ys, { opacity: 0.5 })],
  ["a dashed line", line(xs, ys, { dash: [5, 4] }), path(xs, ys, { dash: [5, 4] })],
  [
    "an area",
    area(xs, lows, ys),
    path(...outline, { closed: true, fill: "ink", fillOpacity: 0.2, width: 0 }),
  ],
])("%s with many points looks the same as drawn in one piece", (_, mark, onePiece) => {
  const [pieces, expected] = [inkOf(mark), inkOf(onePiece)];
  const difference = expected.map((ink, n) => Math.abs(ink - pieces[n]));
  const sum = (/** @type {Uint8ClampedArray} */ all) => all.reduce((total, ink) => total + ink, 0);
  expect(sum(expected)).toBeGreaterThan(50_000);
  expect(Math.max(...difference) / Math.max(...expected)).toBeLessThan(0.6);
  expect(sum(difference) / sum(expected)).toBeLessThan(0.005);
});

test("a pixel that covers several cells has the colour of their mean", () => {
  const [columns, rows] = [12, 10];
  const values = Float64Array.from({ length: columns * rows }, (_, n) => Math.sin(n * n));
  const canvas = Object.assign(document.createElement("canvas"), { width: 4, height: 5 });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const frame = { left: 0, top: 0, width: 4, height: 5 };
  const plot = { frame, unit: 1, ratio: 1, theme: { scheme: "light" } };
  raster({ values, columns, rows }).draw(context, /** @type {any} */ (plot));
  const pixels = new Uint32Array(context.getImageData(0, 0, 4, 5).data.buffer);
  const table = colourTable("diverging", "light");
  const expected = Array.from(pixels, (_, n) => {
    const [left, top] = [3 * (n % 4), 2 * Math.floor(n / 4)];
    let sum = 0;
    for (const y of [top, top + 1])
      for (const x of [left, left + 1, left + 2]) sum += values[y * columns + x];
    return table[Math.round((sum / 6 + 1) * 0.5 * (ENTRIES - 1))];
  });
  expect([...pixels]).toEqual(expected);
});

test("a long line and a long area are one path each in SVG", () => {
  const measure = document.createElement("canvas").getContext("2d");
  const context = new SvgContext(/** @type {CanvasRenderingContext2D} */ (measure));
  const scale = { at: (/** @type {number} */ value) => value };
  const frame = { left: 0, top: 0, width: 400, height: 120 };
  const plot = { frame, x: scale, y: scale, unit: 1, ratio: 1, theme: { ink: "#000" } };
  for (const mark of [line(xs, ys), area(xs, lows, ys)])
    mark.draw(/** @type {any} */ (context), /** @type {any} */ (plot));
  const text = context.toString(400, 120, "", "");
  const drawMarks = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(drawMarks.querySelectorAll(":not(clipPath) > path")).toHaveLength(2);
});

test("a paragraph has all its words, in lines within the panel", async () => {
  const text = `Many words, **some of them bold**, ${"and more of them ".repeat(30)}at the end.`;
  const { width, words } = await drawMarks(() => [{ text }]);
  const tops = [...new Set(words.map(({ top }) => Math.round(top)))];
  const lines = tops.map((top) =>
    words
      .filter((word) => Math.round(word.top) === top)
      .map((word) => word.text)
      .join(""),
  );
  const numbers = lines.join(" ").split(/\s+/);
  expect(numbers).toEqual(text.replaceAll("**", "").split(/\s+/));
  expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(width + 1);
  expect(lines.length).toBeGreaterThan(2);
});

test.each([3, 18, 20.5, 50, 97])(
  "numbers of an axis keep their distance from %d, which has priority",
  async (strong) => {
    const { words } = await drawMarks(() => [
      { height: 40, x: linear(0, 100, { strong: [strong], axis: "bottom" }) },
    ]);
    expect(words.map(({ text }) => text)).toContain(String(strong));
    expect(words.length).toBeGreaterThan(4);
    const inOrder = [...words].sort((one, other) => one.left - other.left);
    for (const [n, { text, right }] of inOrder.slice(0, -1).entries())
      expect(inOrder[n + 1].left, text).toBeGreaterThan(right + 3);
    const numbers = inOrder.map(({ text }) => Number(text));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  },
);

test("an axis without room for all its numbers keeps those at the ends", async () => {
  const ticks = [-327_680, -163_840, 0, 163_840, 327_680];
  const axis = (/** @type {number} */ width) => [
    row({ width, height: HEIGHT, x: linear(-327_680, 327_680, { ticks }), marks: () => [] }),
  ];
  const numbers = async (/** @type {number} */ width) => {
    const { words } = await drawMarks(() => axis(width));
    return words.map(({ text }) => text);
  };
  expect(await numbers(600)).toEqual(["−327,680", "−163,840", "0", "163,840", "327,680"]);
  expect(await numbers(200)).toEqual(["−327,680", "0", "327,680"]);
});

test("a ruler with room for a single number has few ticks", async () => {
  const { lines } = await drawMarks(() => [
    row({ width: 60, height: HEIGHT, x: cells(0, 4096, { axis: "ruler" }), marks: () => [] }),
  ]);
  const points = lines.reduce((total, line) => total + line.length, 0);
  expect(points).toBeGreaterThan(4);
  expect(points).toBeLessThan(100);
});
