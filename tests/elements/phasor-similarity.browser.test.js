import { expect, test } from "vitest";
import "../../web/elements/phasor-similarity.js";
import { dotProducts, sinusoidal } from "../../web/phasor/index.js";
import { drawingOf } from "./drawing.js";
import { centreOf, drag, handleOf, keys, press, rested, sentenceOf, textsOf } from "./grab.js";
import { mount, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

/** The product in the figure's text. @param {any} figure */
const product = (figure) => textsOf(figure).find((text) => text.startsWith("product "));

test("the product is constant along a diagonal and changes across it", async () => {
  const [figure] = await mount("<phasor-similarity></phasor-similarity>");
  const table = dotProducts(sinusoidal(128, 64), [128, 64]);
  expect(product(figure)).toBe(`product ${table[10].toFixed(1)}`);
  const handle = handleOf(figure, "positions");
  const from = centreOf(handle);
  await drag(figure, from, { x: from.x + 60, y: from.y + 60 });
  expect(figure.second - figure.position).toBe(10);
  expect(figure.position).toBeGreaterThan(45);
  expect(product(figure)).toBe(`product ${table[10].toFixed(1)}`);
  const there = centreOf(handle);
  await drag(figure, there, { x: there.x + 60, y: there.y });
  const offset = figure.second - figure.position;
  expect(offset).toBeGreaterThan(20);
  expect(product(figure)).toBe(`product ${table[offset].toFixed(1)}`);
});

test("pairs are added up one by one, from the fastest", async () => {
  const [figure] = await mount("<phasor-similarity></phasor-similarity>");
  const slider = figure.shadowRoot.querySelector('input[name="pairs added up, fast ones first"]');
  expect(slider.max).toBe("32");
  for (const pairs of [1, 2, 7, 31]) {
    slider.value = String(pairs);
    slider.dispatchEvent(new Event("change"));
    await rested();
    let sum = 0;
    for (let pair = 0; pair < pairs; pair++) sum += Math.cos(10 * 10000 ** (-pair / 32));
    const label = sum.toFixed(Math.abs(sum) < 10 ? 2 : 1).replace("-", "\u2212");
    expect(product(figure)).toBe(`product ${label}`);
    expect(sentenceOf(figure)).toContain(`from ${pairs} of 32 pairs`);
  }
  // A narrower encoding has fewer.
  figure.dModel = 8;
  await rested();
  expect(slider.max).toBe("4");
  expect(sentenceOf(figure)).not.toContain("pairs");
});

test("a press in the square moves the point, and keys move it in both directions", async () => {
  const [figure] = await mount("<phasor-similarity></phasor-similarity>");
  const handle = handleOf(figure, "positions");
  const from = centreOf(handle);
  await drag(figure, { x: from.x + 80, y: from.y + 30 }, { x: from.x + 80, y: from.y + 30 });
  const [m, n] = [figure.position, figure.second];
  expect(m).toBeGreaterThan(37);
  expect(n).toBeGreaterThan(47);
  press(handle, "ArrowUp");
  press(handle, "ArrowRight", { shiftKey: true });
  expect([figure.position, figure.second]).toEqual([m - 1, n + 10]);
  await keys(handleOf(figure, "offset"), "Home");
  expect(figure.second).toBe(0);
});

test("<phasor-similarity> shows the part of a long text that contains m", async () => {
  const [figure] = await mount(
    '<phasor-similarity length="5000" position="3000" second="3007"></phasor-similarity>',
  );
  expect(handleOf(figure, "positions").getAttribute("aria-valuemin")).toBe("2816");
});

test("a product slightly below zero from rounding is not shown as negative", async () => {
  const keyOf = (/** @type {any} */ figure) =>
    textsOf(figure).find((/** @type {string} */ text) => text.startsWith("colours"));
  // At this base cos 2 + cos 2ω, the least product of three positions, is -3e-6.
  const omega = Math.acos(-Math.cos(2) - 3e-6) / 2;
  const [figure, other] = await mount(`
    <phasor-similarity d-model="4" length="3" position="0" second="1" base="${omega ** -2}"></phasor-similarity>
    <phasor-similarity d-model="4" length="4" position="0" second="1" base="${omega ** -2}"></phasor-similarity>`);
  expect(dotProducts(sinusoidal(3, 4, { base: figure.base }), [3, 4])[2]).toBeLessThan(-1e-6);
  expect(keyOf(figure)).toMatch(/from 0 to 2$/);
  expect(keyOf(other)).toMatch(/from \u2212/);
});

test.each([
  [3, 20000, 255],
  [65535, 9, 65280],
  [250, 260, 260],
  [520, 300, 300],
])("m = %d and n = %d: the point is visible, at n = %d", async (position, second, target) => {
  const [figure] = await mount(
    `<phasor-similarity length="65536" position="${position}" second="${second}"></phasor-similarity>`,
  );
  await rested();
  const table = sinusoidal(256, 64);
  const distance = Math.abs(target - position);
  const value = dotProducts(table, [256, 64])[distance];
  expect(sentenceOf(figure)).toBe(
    `Positions ${position.toLocaleString("en")} and ${target.toLocaleString("en")}: product ${value.toFixed(Math.abs(value) < 10 ? 2 : 1)}, as for any two positions ${distance} apart.`,
  );
  const { x, y } = centreOf(handleOf(figure, "positions"));
  const { left, right, top, bottom } = plotOf(figure).getBoundingClientRect();
  expect(x > left && x < right && y > top && y < bottom).toBe(true);
});

test("the ends of the colours have no needless digits", async () => {
  const [figure] = await mount("<phasor-similarity></phasor-similarity>");
  expect(textsOf(figure)).toContain("colours:  from 0 to 32");
});

test("distances of two positions are integers", async () => {
  const [figure] = await mount(
    '<phasor-similarity length="2" d-model="2" position="1" second="0"></phasor-similarity>',
  );
  const { words } = drawingOf(figure);
  expect(words.map(({ text }) => text).filter((text) => /^−/.test(text))).toEqual(["−1"]);
});
