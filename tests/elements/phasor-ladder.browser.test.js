import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-ladder.js";
import { toMiddle } from "../../web/elements/canvas/axes.js";
import { planLadder, toLane } from "../../web/elements/views/ladder-view.js";
import { sinusoidal } from "../../web/phasor/index.js";
import {
  apart,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  slide,
  themePixel,
} from "./support.js";

onAnEmptyPage();

/** @param {any} figure @returns {{ head: string[], rows: number[][] }} */
function csvOf(figure) {
  const [head, ...rows] = figure.toCSV().trim().split("\r\n");
  return {
    head: head.split(","),
    rows: rows.map((/** @type {string} */ row) => row.split(",").slice(1).map(Number)),
  };
}

/** The least distance of two rows. @param {number[][]} rows */
const nearestOf = (rows) =>
  Math.min(
    ...rows.flatMap((one, p) =>
      rows.slice(0, p).map((other) => Math.hypot(...one.map((value, c) => value - other[c]))),
    ),
  );

/** Whether a curve goes through a value at the marked position. @param {any} figure @param {{ lanes: number, waves: number, length: number }} of @param {number} lane @param {number} value @param {string} colour */
function passes(figure, of, lane, value, colour) {
  const canvas = layer(figure, "crosshair");
  const plan = planLadder(sizeOf(canvas), of);
  const x = toMiddle(plan.position, figure.position) - 2;
  const y = toLane(plan, lane, value, [-1, 1]);
  return apart(pixelAt(canvas, x, y), themePixel(figure, colour)) < 60;
}

describe("the steps", () => {
  test("bits are those of the position, as square waves", async () => {
    const [figure] = await mount("<phasor-ladder></phasor-ladder>");
    const { head, rows } = csvOf(figure);
    expect(head.slice(0, 3)).toEqual(["position", "bit 0", "bit 1"]);
    rows.forEach((row, p) => {
      expect(row).toEqual([0, 1, 2, 3, 4, 5, 6].map((b) => ((p >> b) & 1 ? 1 : -1)));
    });
    expect(readOutOf(figure)).toContain(`bits 6 … 0: ${(37).toString(2).padStart(7, "0")}`);
    expect(readOutOf(figure)).toContain("are 2 apart; but it jumps: neighbours up to 5.2915 apart");
    const of = { lanes: 7, waves: 1, length: 128 };
    expect([0, 1, 2].map((b) => passes(figure, of, b, 1, "sine"))).toEqual([true, false, true]);
    expect([0, 1, 2].map((b) => passes(figure, of, b, -1, "sine"))).toEqual([false, true, false]);
  });

  test("the slider mixes them with sines of their periods", async () => {
    const [figure] = await mount('<phasor-ladder length="32"></phasor-ladder>');
    for (const m of [0.25, 1]) {
      slide(figure, "morph", m);
      await settled(figure);
      const { rows } = csvOf(figure);
      rows.forEach((row, p) => {
        row.forEach((value, b) => {
          const square = (p >> b) & 1 ? 1 : -1;
          const sine = -Math.sin((2 * Math.PI * (p + 0.5)) / 2 ** (b + 1));
          expect(value).toBeCloseTo((1 - m) * square + m * sine, 12);
        });
      });
      expect(readOutOf(figure)).toContain(
        `positions 0 and 16 are the nearest: ${nearestOf(rows).toFixed(4)} apart`,
      );
    }
    const of = { lanes: 5, waves: 1, length: 32 };
    expect(passes(figure, of, 4, csvOf(figure).rows[31][4], "sine")).toBe(true);
  });

  test("one sine is the kernel's, of the group's pair", async () => {
    const [figure] = await mount('<phasor-ladder step="sine"></phasor-ladder>');
    const values = sinusoidal(128, 64, { dtype: "float64" });
    expect(csvOf(figure).rows.flat()).toEqual(
      Array.from({ length: 128 }, (_, p) => values[p * 64 + 12]),
    );
    expect(readOutOf(figure)).toContain("positions 9 and 44 look nearly alike: 3·10⁻⁶ apart");
    const one = { lanes: 1, waves: 1, length: 128 };
    expect(passes(figure, one, 0, values[37 * 64 + 12], "sine")).toBe(true);
    figure.pair = 20;
    await settled(figure);
    expect(csvOf(figure).head[1]).toBe("sine of pair 20");
    expect(passes(figure, one, 0, values[37 * 64 + 40], "sine")).toBe(true);
  });

  test("integer and fraction, and many sines with their cosines", async () => {
    const [figure] = await mount('<phasor-ladder length="32" step="integer"></phasor-ladder>');
    expect(readOutOf(figure)).toContain("the largest entry of 32 positions is 31");
    const choose = async (/** @type {string} */ step) => {
      figure.shadowRoot.querySelector(`input[value="${step}"]`).click();
      await settled(figure);
    };
    await choose("fraction");
    expect(csvOf(figure).rows[7]).toEqual([7 / 31]);
    expect(readOutOf(figure)).toContain(`neighbours are ${(1 / 31).toFixed(4)} apart`);
    await choose("many");
    const { head, rows } = csvOf(figure);
    expect(head.slice(1, 3)).toEqual(["pair 0 sine", "pair 0 cosine"]);
    rows.forEach((row, p) => {
      for (let b = 0; b < 5; b++) {
        const angle = (2 * Math.PI * (p + 0.5)) / 2 ** (b + 1);
        expect(row[2 * b]).toBeCloseTo(-Math.sin(angle), 12);
        expect(row[2 * b + 1]).toBeCloseTo(-Math.cos(angle), 12);
      }
    });
    expect(nearestOf(rows)).toBeCloseTo(2, 12);
    expect(readOutOf(figure)).toContain("as 0 and 16, are 2 apart");
    slide(figure, "morph", 0);
    await settled(figure);
    expect(new Set(csvOf(figure).rows.flat())).toEqual(new Set([1, -1]));
    press(figure, "reset");
    await settled(figure);
    expect([figure.step, figure.morph]).toEqual(["binary", ""]);
  });
});

describe("reader", () => {
  test("pointer and keys move the position, in the whole group", async () => {
    const [figure, other] = await mount(`
      <phasor-ladder group="ladder"></phasor-ladder>
      <phasor-ladder group="ladder" step="integer"></phasor-ladder>
    `);
    const plan = planLadder(sizeOf(layer(figure, "data")), { lanes: 7, waves: 1, length: 128 });
    pointer(figure, "pointermove", toMiddle(plan.position, 90), plan.frame.top + 20);
    await settled(figure, other);
    expect(readOutOf(other)).toContain("p = 90, 90");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect([other.position, other.pair]).toEqual([38, 7]);
    await userEvent.keyboard("{End}");
    expect(other.position).toBe(127);
    slide(figure, "position", 5);
    expect(other.position).toBe(5);
  });

  test("of a long text the first 256 positions are shown", async () => {
    const [figure] = await mount(
      '<phasor-ladder length="100000" position="5000" step="integer"></phasor-ladder>',
    );
    expect(csvOf(figure).rows).toHaveLength(256);
    expect(readOutOf(figure)).toContain("p = 255");
  });

  test("a link holds step and mixture", async () => {
    const [one, other] = await mount(
      '<phasor-ladder step="many" morph="0.4" length="20"></phasor-ladder><phasor-ladder></phasor-ladder>',
    );
    other.fromURL(one.toURL());
    await settled(other);
    expect(other.toCSV()).toBe(one.toCSV());
  });
});
