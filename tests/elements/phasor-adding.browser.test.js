import { expect, test } from "vitest";
import "../../web/elements/phasor-adding.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, tap, textsOf } from "./grab.js";
import { csvOf, layer, mountIn, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

/** @param {string} attributes */
const wide = (attributes = "") => mountIn(1000, `<phasor-adding ${attributes}></phasor-adding>`);
/** Word, place and input of each number. @param {any} figure */
const rowsOf = (figure) => csvOf(figure).rows.map(([, ...row]) => row);
/** @param {number} factor of a word of length 1; every place has length √32 */
const share = (factor) => factor ** 2 / (factor ** 2 + 32);
/** @param {number} value */
const number = (value) => String(Number(value.toPrecision(3)));
/** The text must match the numbers.
 * @param {any} figure @param {number} factor @param {number} position */
function expectShown(figure, factor, position) {
  const rows = rowsOf(figure);
  expect(rows).toHaveLength(64);
  const lengths = [0, 1, 2].map((column) => Math.hypot(...rows.map((row) => row[column])));
  expect(lengths[0]).toBeCloseTo(factor, 10);
  const texts = textsOf(figure);
  expect(texts).toContain(`${number(factor)} × word`);
  expect(texts).toContain(`+ place ${position}`);
  for (const length of lengths) expect(texts).toContain(`length ${number(length)}`);
  expect(texts).toContain(`${Math.round(100 * share(factor))} % word`);
  expect(texts).toContain(`${Math.round(100 * (1 - share(factor)))} % place`);
}

/** The bar's ends, from the positions of the seam. @param {any} figure */
async function barOf(figure) {
  const handle = handleOf(figure, "factor");
  const at = async (/** @type {number} */ factor) => {
    figure.factor = factor;
    await rested();
    return centreOf(handle);
  };
  const [even, high] = [await at(Math.sqrt(32)), await at(64)];
  const width = (high.x - even.x) / (share(64) - 0.5);
  return {
    y: even.y,
    left: even.x - width / 2,
    width,
    x: (/** @type {number} */ part) => even.x + (part - 0.5) * width,
  };
}

test("dragging the seam changes the factor of the word", async () => {
  const figure = await wide();
  expectShown(figure, 8, 37);
  const bar = await barOf(figure);
  const handle = handleOf(figure, "factor");
  await drag(figure, centreOf(handle), { x: bar.x(0.3), y: bar.y + 8 });
  const factor = Math.sqrt((32 * 0.3) / 0.7);
  expect(figure.factor).toBeCloseTo(factor, 1);
  expect(centreOf(handle).x).toBeCloseTo(bar.x(0.3), -0.5);
  expectShown(figure, figure.factor, 37);
  await keys(handle, "Escape");
  expect(figure.factor).toBe(64);
});

test.each([1, 5.66, 8, 64])("the seam snaps to × %d when it is near", async (factor) => {
  const figure = await wide(`factor="${factor === 1 ? 20 : 2.5}"`);
  const handle = handleOf(figure, "factor");
  const from = centreOf(handle);
  const bar = await barOf(figure);
  figure.factor = factor === 1 ? 20 : 2.5;
  await rested();
  await drag(figure, from, { x: bar.x(share(factor)) - 5, y: from.y });
  expect(figure.factor).toBe(factor);
  await drag(figure, centreOf(handle), { x: bar.x(share(factor)) - 30, y: from.y });
  expect(figure.factor).not.toBe(factor);
});

test("keys step through the named factors, and a tap on a name selects it", async () => {
  const figure = await wide();
  const handle = handleOf(figure, "factor");
  const factors = [];
  for (let n = 0; n < 20; n++) {
    await keys(handle, "ArrowLeft");
    factors.push(figure.factor);
  }
  expect(factors).toContain(5.66);
  expect(new Set(factors).size).toBe(20);
  await keys(handle, "Home");
  expect(figure.factor).toBe(0.5);
  const bar = await barOf(figure);
  const at = { x: bar.x(share(8)) + 30, y: bar.y + 80 };
  await tap(figure, at);
  expect(figure.factor).toBe(8);
  expect(textsOf(figure)).toContain("the Transformer");
});

test("all strips have one scale: equal numbers have equal colours", async () => {
  const figure = await wide('factor="64" position="0"');
  const bar = await barOf(figure);
  const canvas = layer(figure, "still");
  const top = plotOf(figure).getBoundingClientRect().top;
  // Position 0 is 0, 1, 0, 1, …, which gives the colours of 0 and 1 in the strip above the line.
  const column = (/** @type {number} */ n) => bar.x((n + 0.5) / 64);
  const rows = rowsOf(figure);
  /** @type {number[][]} */
  const colours = [];
  for (let y = top; y < bar.y - 40; y += 4) {
    colours.push(rows.map((_, n) => pixelUnder(canvas, { x: column(n), y })));
  }
  const isPlace = (/** @type {number[]} */ line) =>
    new Set(line).size === 2 && line.every((colour, n) => colour === line[n % 2] && colour >>> 24);
  const place = colours.find(isPlace) ?? [];
  expect(place).toHaveLength(64);
  const word = colours.find((line) => line.every((colour) => colour >>> 24)) ?? [];
  const input = [...colours].reverse().find((line) => line.every((colour) => colour >>> 24)) ?? [];
  // At × 64 most numbers of the word and of the sum are beyond the scale.
  const rowsAbove = rows.flatMap(([value, , sum], n) => (value > 2 && sum > 2 ? [n] : []));
  expect(rowsAbove.length).toBeGreaterThan(15);
  for (const n of rowsAbove)
    expect([word[n], input[n]]).toEqual([word[rowsAbove[0]], word[rowsAbove[0]]]);
  expect(word[rowsAbove[0]]).not.toBe(place[1]);
});

test("the position is the group's position", async () => {
  const figure = await wide('position="5"');
  expectShown(figure, 8, 5);
});
