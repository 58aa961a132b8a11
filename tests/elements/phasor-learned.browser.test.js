import { expect, test } from "vitest";
import "../../web/elements/phasor-learned.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { rows as packed } from "../../web/elements/figures/learned-table.js";
import {
  centreOf,
  drag,
  handleOf,
  keys,
  pixelUnder,
  point,
  rested,
  sentenceOf,
  textsOf,
} from "./grab.js";
import { csvOf, layer, mountIn, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

const [COUNT, STRIDE, WIDTH] = [48, 4, 64];
const entries = new Int8Array(
  Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)).buffer,
);
/** @param {number} m @param {number} n */
const product = (m, n) => {
  let sum = 0;
  for (let c = 0; c < WIDTH; c++) sum += entries[m * WIDTH + c] * entries[n * WIDTH + c];
  return sum;
};
/** The cosine of two rows, by its formula. @param {number} m @param {number} n */
const cosine = (m, n) => product(m, n) / Math.sqrt(product(m, m) * product(n, n));

/** @param {string} [attributes] @param {number} [width] */
async function learned(attributes = "", width = 1000) {
  const figure = await mountIn(width, `<phasor-learned ${attributes}></phasor-learned>`);
  await rested();
  return figure;
}

test("the numbers are the cosines of the rows, each in its colour", async () => {
  const figure = await learned();
  const { rows } = csvOf(figure);
  expect(rows).toHaveLength(COUNT);
  for (const [m, [position, ...values]] of rows.entries()) {
    expect(position).toBe(STRIDE * m);
    values.forEach((value, n) => {
      expect(Math.abs(value - cosine(m, n)), `${m} ${n}`).toBeLessThan(1e-12);
    });
  }
  const canvas = layer(figure, "still");
  const table = colourTable("diverging", "light");
  const box = plotOf(figure).getBoundingClientRect();
  let compared = 0;
  for (let i = 0; i < 300; i++) {
    const at = { x: box.left + 40 + ((i * 89) % 420), y: box.top + 40 + ((i * 61) % 420) };
    point(figure, "pointermove", at);
    const { position = -1, second = -1 } = figure.shared.hover ?? {};
    const [m, n] = [position / STRIDE, second / STRIDE];
    // Away from the lines at 128, and from the row that is framed.
    if (m < 0 || n < 0 || [m, n].some((row) => Math.abs(row - 31.5) < 1) || Math.abs(m - 10) < 1)
      continue;
    const entry = entryOf(cosine(m, n), -1, 1);
    const neighbours = [-1, 0, 1].map((step) => table[entry + step] >>> 0);
    if (neighbours.includes(pixelUnder(canvas, at))) compared++;
  }
  // Pixels at the edges of cells are mixed.
  expect(compared).toBeGreaterThan(100);
});

test("a cell that the pointer is on says its cosine", async () => {
  const figure = await learned();
  const box = plotOf(figure).getBoundingClientRect();
  point(figure, "pointermove", { x: box.left + 120, y: box.top + 300 });
  await rested();
  const { position, second } = figure.shared.hover;
  const value = cosine(position / STRIDE, second / STRIDE)
    .toFixed(2)
    .replace("-", "−");
  expect(textsOf(figure)).toContain(`rows ${position} and ${second}: ${value}`);
});

test("keys and drags select a row, in the square and along the curve", async () => {
  const figure = await learned();
  expect(figure.row).toBe(40);
  await keys(handleOf(figure, "row m"), "End");
  expect(figure.row).toBe(188);
  expect(textsOf(figure)).toContain("row 188 and all others");
  const handle = handleOf(figure, "row n");
  const end = centreOf(handle);
  await keys(handle, "Home");
  const start = centreOf(handleOf(figure, "row n"));
  expect(figure.row).toBe(0);
  await drag(figure, start, { x: (start.x + end.x) / 2, y: start.y + 30 });
  expect(Math.abs(figure.row - 94)).toBeLessThanOrEqual(4);
});

test("says whether a text reached the row", async () => {
  const figure = await learned('row="40"');
  figure.row = 152;
  await rested();
  expect(sentenceOf(figure)).toBe(
    `Row 152, no text reached it: cosine ${cosine(38, 39).toFixed(2)} with row 156.`,
  );
  figure.row = 60;
  await rested();
  expect(sentenceOf(figure)).toContain("Row 60, a text reached it");
});

test.each([320, 375, 640, 1000])("its notes stand inside, in a column of %i px", async (width) => {
  const figure = await learned('row="152"', width);
  const [narrow, small] = [width < 590, width < 900];
  expect(textsOf(figure)).toContain(
    small ? "no text from 128 on" : "no text reached rows from 128 on",
  );
  // There is no room for the curve beside the square.
  expect(textsOf(figure).includes("like no other")).toBe(!narrow);
  expect(figure.scrollWidth).toBeLessThanOrEqual(width);
});
