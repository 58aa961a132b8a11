import { expect, test } from "vitest";
import "../../web/elements/phasor-ladder.js";
import { sinusoidal } from "../../web/phasor/index.js";
import { pass } from "./clock.js";
import { centreOf, drag, handleOf, press, rested, textsOf } from "./grab.js";
import { press as click, csvOf, mount, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

const verdict = (/** @type {any} */ figure) =>
  textsOf(figure).find((text) => /^(Not|Meets)/.test(text)) ?? "";

test("<phasor-ladder> starts with counting, and each step names the requirement that fails", async () => {
  const [figure] = await mount("<phasor-ladder></phasor-ladder>");
  expect(verdict(figure)).toBe("Not bounded. The number grows with the text, here up to 127.");
  click(figure, "2 fraction of the text");
  await rested();
  expect(verdict(figure)).toContain(`A step is worth ${(1 / 127).toFixed(4)} here`);
  click(figure, "3 bits");
  await rested();
  // From 63 to 64 all seven bits change, each from −1 to 1.
  expect(verdict(figure)).toContain(`jumps by up to ${(2 * Math.sqrt(7)).toFixed(1)}`);
  click(figure, "5 many sines");
  await rested();
  expect(verdict(figure)).toBe(
    `Meets all: bounded, smooth, every step is ${STEP.toFixed(2)} long, and no two of these 128 vectors are nearer.`,
  );
});

/** The length of a step if pair n turns by 2^-n: 2·(1 − cos 2^-n) from each of seven pairs. */
const STEP = Math.sqrt(
  Array.from({ length: 7 }, (_, n) => 2 - 2 * Math.cos(0.5 ** n)).reduce((a, b) => a + b),
);

test.each([1, 2, 37, 128, 200, 256])(
  "many sines meet the demands in a text of %i words",
  async (length) => {
    const [figure] = await mount(`<phasor-ladder step="many" length="${length}"></phasor-ladder>`);
    const rows = csvOf(figure).rows.map(([, ...row]) => row);
    expect(rows).toHaveLength(length);
    const distance = (/** @type {number} */ p, /** @type {number} */ q) =>
      Math.hypot(
        ...rows[p].map(
          (/** @type {number} */ value, /** @type {number} */ n) => value - rows[q][n],
        ),
      );
    const pairs = rows[0].length / 2;
    for (const [p, row] of rows.entries()) {
      for (const value of row) expect(Math.abs(value)).toBeLessThanOrEqual(1);
      for (let q = 0; q < p; q++) {
        // The rows differ by their distance alone, and none is nearer than neighbours, so none repeats.
        let square = 0;
        for (let n = 0; n < pairs; n++) square += 2 - 2 * Math.cos((p - q) * 0.5 ** n);
        expect(distance(p, q)).toBeCloseTo(Math.sqrt(square), 10);
        expect(distance(p, q)).toBeGreaterThan(distance(1, 0) - 1e-9);
      }
    }
  },
);

test("one sine gives two positions nearly the same number", async () => {
  const [figure] = await mount('<phasor-ladder step="sine"></phasor-ladder>');
  const [one, other] = (/(\d+) and (\d+)/.exec(verdict(figure)) ?? []).slice(1).map(Number);
  const table = sinusoidal(128, 64, { dtype: "float64" });
  const distance = (/** @type {number} */ p, /** @type {number} */ q) =>
    Math.abs(table[p * 64 + 12] - table[q * 64 + 12]);
  let least = Infinity;
  for (let p = 0; p < 128; p++)
    for (let q = p + 1; q < 128; q++) least = Math.min(least, distance(p, q));
  expect(distance(one, other)).toBeCloseTo(least, 10);
  expect(textsOf(figure)).toContain(`${one} and ${other}: nearly equal`);
});

test("the position can be dragged, and its bits are written next to the lanes", async () => {
  const [figure] = await mount('<phasor-ladder step="binary"></phasor-ladder>');
  const handle = handleOf(figure, "position");
  const from = centreOf(handle);
  await drag(figure, from, { x: from.x + 150, y: from.y });
  const { position } = figure;
  expect(position).toBeGreaterThan(45);
  const bits = Array.from({ length: 7 }, (_, n) => `bit ${n} ${(position >> n) & 1}`);
  expect(handle.getAttribute("aria-valuetext")).toBe(`${position}: ${bits.join(", ")}`);
  press(handle, "Escape");
  expect(figure.position).toBe(37);
});

test("<phasor-ladder> morphs bits into sines", async () => {
  const [figure] = await mount('<phasor-ladder step="binary"></phasor-ladder>');
  click(figure, "5 many sines");
  const bends = [];
  for (let n = 0; n < 60; n++) {
    pass(1000 / 60);
    bends.push(figure.p.bend);
  }
  expect(bends.filter((bend) => bend > 0 && bend < 1).length).toBeGreaterThan(0);
  expect(figure.p.bend).toBe(1);
});

test("reset of <phasor-ladder> restores the page's attributes", async () => {
  const [figure] = await mount('<phasor-ladder step="sine"></phasor-ladder>');
  click(figure, "1 count");
  await rested();
  click(figure, "reset");
  expect(figure.step).toBe("sine");
});
