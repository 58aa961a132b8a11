import { expect, test } from "vitest";
import "../../web/elements/phasor-learned.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { LearnedPositionalEncoding } from "../../web/phasor/index.js";
import { until } from "../until.js";
import { drawingOf } from "./drawing.js";
import { centreOf, drag, handleOf, pixelUnder, point, press, rested, textsOf } from "./grab.js";
import { press as click, layer, mount, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

const [LENGTH, D] = [64, 64];
const wanted = (/** @type {number} */ apart) => 32 * Math.exp(-Math.abs(apart) / 8);

/** Gradient descent by its formula. @param {number} trained @param {number} steps */
function slowly(trained, steps) {
  const { table } = new LearnedPositionalEncoding(LENGTH, D, { seed: 0, dtype: "float64" });
  const rows = Array.from({ length: LENGTH }, (_, n) => [...table.subarray(n * D, (n + 1) * D)]);
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, value, c) => sum + value * b[c], 0);
  const errors = () =>
    rows
      .slice(0, trained)
      .map((row, p) => rows.slice(0, trained).map((other, q) => dot(row, other) - wanted(p - q)));
  for (let step = 0; step < steps; step++) {
    const error = errors();
    const before = rows.map((row) => [...row]);
    for (let p = 0; p < trained; p++)
      for (let q = 0; q < trained; q++)
        for (let c = 0; c < D; c++)
          rows[p][c] -= (trained / (3 * D)) * (4 / trained ** 2) * error[p][q] * before[q][c];
  }
  const loss =
    errors()
      .flat()
      .reduce((sum, each) => sum + each ** 2, 0) /
    trained ** 2;
  return {
    rows,
    loss,
    product: (/** @type {number} */ m, /** @type {number} */ n) => dot(rows[m], rows[n]),
  };
}

/** @param {number[]} one @param {number[]} other */
const farthest = (one, other) => Math.max(...one.map((value, n) => Math.abs(value - other[n])));

/** @param {string} attributes */
async function trainedOne(attributes = 'trained="10"') {
  const [figure] = await mount(
    `<div style="width: 1000px"><phasor-learned ${attributes}></phasor-learned></div>`,
  );
  await until(() => expect(figure.d.busy).toBe(false));
  await rested();
  return figure;
}
/** The cell that the figure reports at a place; NaN at the edges of cells.
 * @param {any} figure @param {{ x: number, y: number }} at */
function cellAt(figure, { x, y }) {
  const found = [-1, 0, 1].map((by) => {
    point(figure, "pointermove", { x: x + by, y: y + by });
    const { position = Number.NaN, second = Number.NaN } = figure.shared.hover ?? {};
    return [position, second];
  });
  const same = found.every((each) => each.join() === found[0].join());
  return same ? found[0] : [Number.NaN, Number.NaN];
}
/** @param {any} figure @param {number} steps @param {number} loss */
function expectLoss(figure, steps, loss) {
  const text = textsOf(figure).find((each) => each.startsWith("step ")) ?? "";
  const [, step, value] = /step ([\d,]+): loss ([\d.]+)/.exec(text) ?? [];
  expect(Number(step.replace(",", ""))).toBe(steps);
  expect(Number(value)).toBe(Number(loss.toPrecision(3)));
}

test("scrubbing the curve shows the losses of gradient descent", async () => {
  const figure = await trainedOne();
  expectLoss(figure, 0, slowly(10, 0).loss);
  const handle = handleOf(figure, "steps");
  const start = centreOf(handle);
  press(handle, "End");
  await rested();
  expect(figure.steps).toBe(2000);
  const end = centreOf(handle);
  // The axis is of square roots, so the first steps have much of it.
  const x = start.x + Math.sqrt(80 / 2000) * (end.x - start.x);
  await drag(figure, end, { x, y: end.y - 40 });
  expect(figure.steps).toBe(80);
  expect(centreOf(handle).x).toBeCloseTo(x, -0.5);
  const truth = slowly(10, 80);
  expectLoss(figure, 80, truth.loss);
  const rows = figure.toCSV().trimEnd().split("\r\n").slice(1);
  rows.forEach((/** @type {string} */ row, /** @type {number} */ n) => {
    const [position, ...values] = row.split(",").map(Number);
    expect(position).toBe(n);
    expect(farthest(values, truth.rows[n])).toBeLessThan(1e-9);
  });
  press(handle, "Escape");
  await rested();
  expect(figure.steps).toBe(2000);
});

test("<phasor-learned> trains while the button is held", async () => {
  const figure = await trainedOne();
  const button = [...figure.shadowRoot.querySelectorAll("button")].find(
    (each) => each.textContent === "train",
  );
  button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await rested();
  button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  const { steps } = figure;
  expect(steps).toBeGreaterThan(0);
  await rested();
  expect(figure.steps).toBe(steps);
  expectLoss(figure, steps, slowly(10, steps).loss);
});

test("the learned and the wanted similarity share a fixed scale; nothing is learned beyond the texts", async () => {
  const figure = await trainedOne('trained="20"');
  const canvas = layer(figure, "still");
  const table = colourTable("diverging", "light");
  const box = plotOf(figure).getBoundingClientRect();
  for (const steps of [0, 106]) {
    figure.steps = steps;
    await rested();
    const truth = slowly(20, steps === 0 ? 0 : 106);
    let [learned, aims, beyond] = [0, 0, 0];
    for (let n = 0; n < 200; n++) {
      // Two thirds of the positions are about where texts end.
      const size = n % 3 ? 150 : 430;
      const at = { x: box.left + 34 + ((n * 89) % size), y: box.top + 40 + ((n * 61) % size) };
      const [m, other] = cellAt(figure, at);
      if (Number.isNaN(m)) continue;
      const value = m > other ? truth.product(m, other) : wanted(m - other);
      if (other > m && other >= 20) continue;
      if (Math.abs(m - other) < 2 || Math.abs(m - 19.5) < 1 || Math.abs(other - 19.5) < 1) continue;
      const found = pixelUnder(canvas, at);
      const entry = entryOf(value, -32, 32);
      const near = [entry - 1, entry, entry + 1].map((each) => table[each] >>> 0);
      expect(near, `${m} ${other} after ${steps}`).toContain(found);
      if (m >= 20) beyond++;
      else if (m > other) learned++;
      else aims++;
    }
    expect(Math.min(learned, aims, beyond)).toBeGreaterThan(3);
  }
  point(figure, "pointermove", { x: box.left + 60, y: box.top + 120 });
  await rested();
  const { position: m, second: n } = figure.shared.hover;
  const truth = slowly(20, 106);
  expect(textsOf(figure)).toContain(
    `learned ${truth.product(m, n).toFixed(1)}, wanted ${wanted(m - n).toFixed(1)}`.replace(
      "-",
      "−",
    ),
  );
});

test("<phasor-learned> says what is wanted, and how long texts are", async () => {
  const figure = await trainedOne('trained="8"');
  const texts = textsOf(figure);
  expect(texts.join("\n")).toContain("Wanted is 32·exp(−|m − n|/8): this task is given its answer");
  expect(texts).toContain("no text reached beyond 8");
});

test("a link keeps the number of steps even before training reaches it", async () => {
  const [figure] = await mount('<phasor-learned trained="30" steps="500"></phasor-learned>');
  const [, row] = figure.toCSV().split("\r\n");
  const truth = slowly(30, 500).rows[0];
  expect(figure.toURL()).toContain("steps=500");
  expect(farthest(row.split(",").slice(1).map(Number), truth)).toBeLessThan(1e-9);
});

test.each([8, 20, 30, 48, 60])(
  "with texts of %i words, the text in the square stays inside it",
  async (trained) => {
    const [figure] = await mount(
      `<div style="width: 640px"><phasor-learned trained="${trained}"></phasor-learned></div>`,
    );
    const { words } = drawingOf(figure);
    const zero = /** @type {any} */ (words.find(({ text }) => text === "0"));
    const inside = words.filter(
      ({ text }) => /wanted|^learned|no text/.test(text) && !/−/.test(text),
    );
    expect(inside.length).toBeGreaterThan(0);
    for (const { text, left } of inside) expect(left, text).toBeGreaterThan(zero.right);
  },
);

test("another initial table starts untrained", async () => {
  const [figure] = await mount('<phasor-learned steps="20"></phasor-learned>');
  click(figure, "sinusoids");
  expect([figure.init, figure.steps]).toEqual(["sinusoidal", 0]);
});
