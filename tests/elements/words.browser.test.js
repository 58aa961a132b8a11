// Placement of words: labels take the first free place, axis numbers make room for handles.
import { expect, test } from "vitest";
import { colourKey, dot, label, linear, rule, tags } from "../../web/elements/core/index.js";
import { nodes } from "../../web/elements/core/text.js";
import { drawingOf, meet } from "./drawing.js";
import { textsOf } from "./grab.js";
import { mountIn, onAnEmptyPage, settled } from "./support.js";
import { declare } from "./test-line.js";

onAnEmptyPage();

/** @type {any} the panel that the figure shows */
let panel;

declare("test-words", {
  panels: () => [panel],
});

const SCALES = { x: linear(0, 10, { axis: "none" }), y: linear(0, 10, { axis: "none" }) };

/** The contents of a panel. @param {any} contents */
async function drawContents(contents) {
  panel = { height: 200, ...SCALES, ...contents };
  const element = await mountIn(500, `<test-words></test-words>`);
  return drawingOf(element);
}

/** @param {any[]} marks @param {any[]} [handles] */
const wordsOf = async (marks, handles = []) => {
  const { words } = await drawContents({ marks: () => [dot(9.9, 0.1), ...marks], handles });
  return words;
};

test("marks become elements of the document, and an escaped asterisk is text", () => {
  const line = document.createElement("p");
  line.append(...nodes("*p* is **at \\*** and 2 \\* 3"));
  expect(line.innerHTML).toBe("<i>p</i> is <b>at *</b> and 2 * 3");
});

/** @param {any} options */
const note = (options) => label("note", 5, 5, options);
const BELOW = { or: [{ y: 2 }] };

const disc = { name: "h", x: 5, y: 5, look: "disc", value: 0, min: 0, max: 1, set: () => ({}) };

test.each([
  ["nothing", [], [], 100],
  ["another word", [label("word", 5, 5)], [], 160],
  ["a dot", [dot(5.2, 5)], [], 160],
  ["a line", [rule({ x: 5.3, from: 4, to: 6 })], [], 160],
  ["a line of the grid", [rule({ x: 5.3 }, { colour: "line" })], [], 100],
  ["names at a cursor", [tags(5, [{ y: 5, text: "name", colour: "ink" }], { dx: 4 })], [], 160],
  ["a handle", [], [disc], 160],
  ["a handle that marks draw", [], [{ ...disc, look: "none" }], 100],
])("a label finds another place where %s is in its way", async (_, marks, handles, y) => {
  const words = await wordsOf([...marks, note(BELOW)], handles);
  const placed = words.find(({ text }) => text === "note");
  expect(Math.abs((placed?.y ?? 0) - y)).toBeLessThan(3);
});

test("a label takes the first free place of several, or a shorter text", async () => {
  const first = label("word", 5, 5);
  const [, placed] = await wordsOf([
    first,
    label("a longer note", 4.6, 5, {
      or: [{ x: 9.9, y: 5 }, { text: "short", y: 7 }, { y: 2 }],
    }),
  ]);
  expect(placed.text).toBe("short");
  expect(Math.abs(placed.y - 60)).toBeLessThan(3);
});

test("without a free place, a label goes where it overlaps least, and an optional label is omitted", async () => {
  const marks = [label("a long line of words", 4, 5), label("w", 5.4, 2)];
  const all = await wordsOf([...marks, note(BELOW)]);
  expect(all.map(({ text }) => text)).toEqual(["a long line of words", "w", "note"]);
  expect(Math.abs(all[2].y - 160)).toBeLessThan(3);
  const fewWords = await wordsOf([...marks, note({ ...BELOW, optional: true })]);
  expect(fewWords.map(({ text }) => text)).toEqual(["a long line of words", "w"]);
});

test("a label near the edge goes to the other side of its place; a long one stays in the panel", async () => {
  const [shortWords, long] = await wordsOf([
    label("some words", 9.5, 8, { dx: 10, keep: true }),
    label("many more words that reach far to the right of it", 5.5, 4, { dx: 10, keep: true }),
  ]);
  expect(Math.abs(shortWords.right - (475 - 10))).toBeLessThan(1.5);
  expect(long.right).toBeLessThanOrEqual(500.5);
  expect(long.left).toBeGreaterThan(0);
});

test.each([
  [3, true],
  [9, false],
])("names at %i are on the side that has room", async (x, isRight) => {
  const [name] = await wordsOf([tags(x, [{ y: 5, text: "a name", colour: "ink" }])]);
  if (isRight) expect(name.left).toBeGreaterThan(50 * x);
  else expect(name.right).toBeLessThan(50 * x);
});

test("optional names are omitted where other words are", async () => {
  const nameTags = tags(5, [{ y: 5, text: "name", colour: "ink" }], {
    side: "right",
    optional: true,
  });
  expect(await wordsOf([label("word", 5.6, 5), nameTags])).toHaveLength(1);
  expect(await wordsOf([label("word", 5.6, 8), nameTags])).toHaveLength(2);
});

test("a colour key becomes shorter next to other words, and otherwise has the requested width", async () => {
  const key = colourKey({ low: "low", high: "high" });
  const widthOf = async (/** @type {any[]} */ marks) => {
    const { words } = await drawContents({
      margin: { top: 40 },
      marks: () => [dot(5, 5), ...marks, key],
    });
    const [low, high] = ["low", "high"].map((name) => words.find(({ text }) => text === name));
    return (high?.left ?? 0) - (low?.right ?? 0);
  };
  const free = await widthOf([]);
  const longWidth = await widthOf([label("x".repeat(42), 0, 10, { dy: -16 })]);
  expect(Math.abs(free - 122)).toBeLessThan(1.5);
  expect(longWidth).toBeLessThan(free - 10);
  expect(longWidth).toBeGreaterThan(50);
});

test("numbers and names of axes are hidden near a handle, and come back", async () => {
  const axes = {
    margin: { left: 30, bottom: 20 },
    x: linear(0, 10, { ticks: [0, 5, 10], name: "across" }),
    y: linear(0, 10, { ticks: [0, 5, 10], name: "up" }),
  };
  const at = async (/** @type {number} */ x, /** @type {number} */ y, dy = 0, dx = 0) => {
    const { words } = await drawContents({
      ...axes,
      handles: [{ ...disc, x, y, dx, dy }],
      marks: () => dot(5, 5),
    });
    return words.map(({ text }) => text);
  };
  const all = ["0", "0", "10", "10", "5", "5", "across", "up"];
  expect((await at(5, 5)).sort()).toEqual(all);
  expect((await at(5, 0, 16)).filter((text) => text === "5")).toHaveLength(1);
  expect((await at(0, 5)).filter((text) => text === "5")).toHaveLength(1);
  expect(await at(0, 10, -16, -45)).not.toContain("up");
  expect(await at(10, 0, 38)).not.toContain("across");
});

test("ticks with custom words have priority and stay within the panel", async () => {
  const strong = [{ at: 10, text: "a long **name**", colour: "position" }, 3];
  const { words } = await drawContents({
    x: linear(0, 10, { ticks: [0, 2, 9, 10], strong }),
    marks: () => dot(5, 5),
  });
  const texts = words.map(({ text }) => text);
  expect(texts.join("|")).toContain("a long |name");
  expect(texts).toContain("3");
  expect(texts).not.toContain("9");
  expect(texts).not.toContain("10");
  expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(500.5);
  words.forEach((one, n) => {
    for (const other of words.slice(n + 1))
      expect(meet(one, other), `${one.text} ${other.text}`).toBe(false);
  });
});

test("words that are kept between frames still take space", async () => {
  panel = {
    height: 200,
    ...SCALES,
    still: () => [label("word", 5, 5), dot(9.9, 0.1)],
    marks: () => [label("note", 5, 5, { optional: true }), label("seen", 1, 1)],
  };
  const element = await mountIn(500, `<test-words></test-words>`);
  for (let frame = 0; frame < 2; frame++) {
    element.redraw();
    await settled();
    expect(textsOf(element)).toEqual(expect.arrayContaining(["word", "seen"]));
    expect(textsOf(element)).not.toContain("note");
  }
});

test.each([
  ["−2", "2", "−2 | +2"],
  ["0", "2", "0 | 2"],
])(
  "a colour key from %s to %s has signs on both sides of zero if it has one on either",
  async (low, high, both) => {
    const { words } = await drawContents({
      margin: { top: 30 },
      marks: () => colourKey({ low, high }),
    });
    expect(words.map(({ text }) => text).join(" | ")).toBe(both);
  },
);
