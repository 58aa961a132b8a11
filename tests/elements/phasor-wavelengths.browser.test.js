import { expect, test } from "vitest";
import "../../web/elements/phasor-wavelengths.js";
import { wordsOf, writtenIn } from "./drawing.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, textsOf } from "./grab.js";
import { layer, mountIn, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

/** @param {string} attributes */
const wide = (attributes = "") =>
  mountIn(1000, `<phasor-wavelengths ${attributes}></phasor-wavelengths>`);
/** @param {number} pair @param {number} base */
const turn = (pair, base, d = 64) => 2 * Math.PI * base ** ((2 * pair) / d);
/** How high the pill at the end of the text is, in pixels. */
const PILL = 34;
/** How many hands complete a turn. @param {number} length @param {number} base */
const round = (length, base) =>
  Array.from({ length: 32 }, (_, pair) => turn(pair, base)).filter((words) => words <= length)
    .length;

/** The places of words and pairs, from the places of the last dot. @param {any} figure */
async function chartOf(figure) {
  const { base, dModel, pair } = figure;
  const handle = handleOf(figure, "base");
  const at = async (/** @type {object} */ patch) => {
    Object.assign(figure, patch);
    await rested();
    return centreOf(handle);
  };
  const fewPairs = await at({ dModel: 4, base: 1e4 });
  const low = await at({ dModel: 64, base: 100 });
  const high = await at({ base: 1e6 });
  await at({ base, dModel, pair });
  const decade = (high.x - low.x) / (Math.log10(turn(31, 1e6)) - Math.log10(turn(31, 100)));
  // The last of 2 rows is at three quarters of the height, the last of 32 rows at 31.5/32.
  const height = (low.y - fewPairs.y) / (31.5 / 32 - 0.75);
  const top = low.y - (31.5 / 32) * height;
  return {
    x: (/** @type {number} */ words) =>
      low.x + (Math.log10(words) - Math.log10(turn(31, 100))) * decade,
    y: (/** @type {number} */ pair) => top + ((pair + 0.5) / 32) * height,
  };
}
/** @param {any} figure */
function expectCount(figure) {
  const { length, base } = figure;
  const count = round(length, base);
  const texts = textsOf(figure);
  expect(texts).toContain(`${count} of 32 come round`);
  expect(texts).toContain(`${32 - count} do not`);
  expect(texts).toContain(`base ${base.toLocaleString("en")}`);
}

test("dragging the end of the text lets more hands complete a turn", async () => {
  const figure = await wide();
  expectCount(figure);
  expect(round(128, 1e4)).toBe(11);
  const chart = await chartOf(figure);
  const handle = handleOf(figure, "end");
  const from = centreOf(handle);
  expect(from.x).toBeCloseTo(chart.x(128), -0.5);
  await drag(figure, from, { x: chart.x(5000), y: from.y + 30 });
  expect(Math.abs(figure.length / 5000 - 1)).toBeLessThan(0.02);
  expect(centreOf(handle).x).toBeCloseTo(chart.x(5000), -0.5);
  expectCount(figure);
  expect(round(figure.length, 1e4)).toBe(24);
  await keys(handle, "Escape");
  expect(figure.length).toBe(128);
  await keys(handle, "PageUp");
  expect(figure.length).toBe(256);
  expectCount(figure);
});

test("dragging any dot tilts the row of dots, which changes the base", async () => {
  const figure = await wide();
  const chart = await chartOf(figure);
  const handle = handleOf(figure, "base");
  await drag(figure, centreOf(handle), { x: chart.x(1e6), y: chart.y(31) });
  const expected = (1e6 / (2 * Math.PI)) ** (32 / 31);
  expect(Math.abs(figure.base / expected - 1)).toBeLessThan(0.06);
  expectCount(figure);
  const { base } = figure;
  await drag(
    figure,
    { x: chart.x(turn(16, base)), y: chart.y(16) },
    { x: chart.x(200), y: chart.y(20) },
  );
  expect(Math.abs(figure.base / (200 / (2 * Math.PI)) ** 2 - 1)).toBeLessThan(0.06);
  expectCount(figure);
  await keys(handle, "Escape", "End");
  expect(figure.base).toBe(1e6);
});

test("a dot fills clockwise as its hand turns", async () => {
  const figure = await wide();
  const chart = await chartOf(figure);
  const canvas = layer(figure, "moving");
  const neighbour = (/** @type {number} */ pair, /** @type {number} */ by) =>
    pixelUnder(canvas, { x: chart.x(turn(pair, 1e4)) + by, y: chart.y(pair) + 0.5 });
  const full = neighbour(3, 0);
  for (let pair = 0; pair < 32; pair++) {
    const part = 128 / turn(pair, 1e4);
    if (pair === 6 || pair > 28) continue; // The marked dot has an eye, the last ones lie below the handle.
    if (Math.abs(part - 0.25) > 0.06)
      expect(neighbour(pair, 2.5) === full, `${pair}`).toBe(part > 0.25);
    if (Math.abs(part - 0.75) > 0.06)
      expect(neighbour(pair, -2.5) === full, `${pair}`).toBe(part > 0.75);
  }
});

test.each([128, 512])("the end of a text of %i words crosses no words or dots", async (length) => {
  const figure = await wide(`length="${length}"`);
  const chart = await chartOf(figure);
  const { x, y } = centreOf(handleOf(figure, "end"));
  expect(y + PILL / 2).toBeLessThan(chart.y(0));
  const words = writtenIn(figure).filter(({ text }) => /^pair \d|come round$|do not$/.test(text));
  expect(words.length).toBe(3);
  const crossed = words.filter(({ left, right }) => left < x && right > x);
  expect(crossed).toEqual([]);
  expect(wordsOf(words, /^pair/).left).toBeGreaterThan(x);
  // Between the last dot that is full and the first that is not.
  const between = (wordsOf(words, /round$/).y + wordsOf(words, /not$/).y) / 2;
  expect(Math.abs(between - chart.y(round(length, 1e4) - 0.5))).toBeLessThan(3);
});

test("a tap selects the pair, and the text says how often it turns", async () => {
  const figure = await wide();
  const chart = await chartOf(figure);
  expect(textsOf(figure)).toContain(
    `pair 6: a turn in ${turn(6, 1e4).toPrecision(3)} words, ${(128 / turn(6, 1e4)).toPrecision(3)} turns`,
  );
  const at = { x: chart.x(3e5), y: chart.y(20) };
  await drag(figure, at, at);
  expect(figure.pair).toBe(20);
});
