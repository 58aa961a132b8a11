import { heatmap, sinusoidalAt } from "phasor";
import { describe, expect, it } from "vitest";
import { random } from "./helpers.js";

/** @typedef {import("../../web/phasor/heatmap.js").HeatmapView} View */

/** The table cells that pixel `i` covers, found by testing each cell. @param {number} i
 * @param {number} edge @param {number} size */
function cells(i, edge, size) {
  if (size <= 1) return [Math.floor(edge + (i + 0.5) * size)];
  const covered = [];
  const from = Math.floor(edge + i * size) - 2;
  for (let cell = from; cell <= edge + (i + 1) * size + 2; cell++) {
    if (cell + 0.5 >= edge + i * size && cell + 0.5 < edge + (i + 1) * size) covered.push(cell);
  }
  return covered;
}

/** The mean of all cells that a pixel covers, added up one by one. @param {View} view */
function byHand(view) {
  const { dModel, base = 10000, width, height } = view;
  const { position = 0, positionsPerPixel = 1, column = 0, columnsPerPixel = 1 } = view;
  const isDown = (view.positions ?? "down") === "down";
  const [along, lanes] = isDown ? [height, width] : [width, height];
  const half = dModel / 2;
  const place = (/** @type {number} */ c) =>
    view.layout === "concatenated" ? (c < half ? 2 * c : 2 * (c - half) + 1) : c;
  const means = new Float64Array(along * lanes);
  for (let p = 0; p < along; p++) {
    const positions = cells(p, position, positionsPerPixel);
    const table = sinusoidalAt(positions, dModel, { base, dtype: "float64" });
    for (let l = 0; l < lanes; l++) {
      let sum = 0;
      let count = 0;
      for (const c of cells(l, column, columnsPerPixel)) {
        if (c < 0 || c >= dModel) continue;
        for (let r = 0; r < positions.length; r++) {
          sum += table[r * dModel + place(c)];
          count++;
        }
      }
      means[isDown ? p * lanes + l : l * along + p] = count ? sum / count : Number.NaN;
    }
  }
  return means;
}

/** @type {View[]} */
const views = [
  { dModel: 64, width: 64, height: 50 },
  { dModel: 6, width: 31, height: 47, columnsPerPixel: 0.19, positionsPerPixel: 0.37 },
  {
    dModel: 64,
    width: 90,
    height: 50,
    position: 10.3,
    positionsPerPixel: 7.7,
    columnsPerPixel: 0.7,
  },
  { dModel: 64, width: 40, height: 60, position: -33.25, positionsPerPixel: 1.5, column: -3.5 },
  { dModel: 66, width: 70, height: 9, positionsPerPixel: 1000, base: 500, layout: "concatenated" },
  {
    dModel: 512,
    width: 57,
    height: 20,
    position: 1e6 + 0.5,
    positionsPerPixel: 103.2,
    columnsPerPixel: 9.1,
  },
  { dModel: 2, width: 2, height: 30, position: 2 ** 40, positionsPerPixel: 2 },
];

describe("heatmap", () => {
  for (const view of views) {
    it(`shows exact means: ${JSON.stringify(view)}`, () => {
      const picture = heatmap(view);
      const means = byHand(view);
      expect(picture.length).toBe(means.length);
      let checked = 0;
      for (let i = 0; i < means.length; i++) {
        if (Number.isNaN(means[i])) {
          expect(picture[i]).toBe(128);
          continue;
        }
        // The nearest index, or either one if the mean is halfway between two.
        const error = Math.abs(picture[i] - (means[i] * 127.5 + 127.5));
        if (error > 0.5 + 1e-9) expect.fail(`pixel ${i}: ${picture[i]} for ${means[i]}`);
        checked++;
      }
      expect(checked).toBeGreaterThan(0);
    });

    it(`shows the transposed picture: ${JSON.stringify(view)}`, () => {
      const upright = heatmap(view);
      const { width, height } = view;
      const lying = heatmap({ ...view, width: height, height: width, positions: "across" });
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          expect(lying[x * height + y]).toBe(upright[y * width + x]);
        }
      }
    });
  }

  it("does not alias: entries that oscillate within a pixel become grey", () => {
    const picture = heatmap({ dModel: 2, width: 2, height: 100, positionsPerPixel: 100003 });
    for (const index of picture) expect(Math.abs(index - 127.5)).toBeLessThan(1);
  });

  it("paints the last positions, and large pictures in tiles", () => {
    const end = heatmap({ dModel: 8, width: 8, height: 4, position: 2 ** 53 - 4 });
    const table = sinusoidalAt([2 ** 53 - 4, 2 ** 53 - 3, 2 ** 53 - 2, 2 ** 53 - 1], 8, {
      dtype: "float64",
    });
    end.forEach((index, i) => {
      expect(Math.abs(index - (table[i] * 127.5 + 127.5))).toBeLessThanOrEqual(0.5 + 1e-9);
    });
    const large = heatmap({ dModel: 16, width: 1000, height: 1200, columnsPerPixel: 0.016 });
    const small = heatmap({
      dModel: 16,
      width: 1000,
      height: 3,
      columnsPerPixel: 0.016,
      position: 1197,
    });
    expect(large.subarray(1197000)).toEqual(small);
  });

  it("overwrites all of a given picture", () => {
    const out = new Uint8ClampedArray(8 * 8).fill(3);
    const view = { dModel: 4, width: 8, height: 8 };
    expect(heatmap(view, { out })).toBe(out);
    expect(Array.from(out)).toEqual(Array.from(heatmap(view)));
    expect(heatmap({ ...view, column: 100 }).every((index) => index === 128)).toBe(true);
    expect(heatmap({ ...view, height: 0 }).length).toBe(0);
  });

  /** Compares pixels with pixels made alone. @param {View} view @param {number} count */
  function singlePixels(view, count) {
    const picture = heatmap(view);
    const { width, height, position = 0, positionsPerPixel = 1 } = view;
    const { column = 0, columnsPerPixel = 1, positions = "down" } = view;
    expect(picture).toHaveLength(width * height);
    const next = random(width + height);
    const below = (/** @type {number} */ n) => Math.floor(((next() + 1) / 2) * n);
    for (let i = 0; i < count; i++) {
      const [x, y] = i === 0 ? [width - 1, height - 1] : [below(width), below(height)];
      const [along, lane] = positions === "down" ? [y, x] : [x, y];
      const one = heatmap({
        ...view,
        width: 1,
        height: 1,
        position: position + along * positionsPerPixel,
        column: column + lane * columnsPerPixel,
      });
      expect(picture[y * width + x], `pixel ${x}, ${y} of ${JSON.stringify(view)}`).toBe(one[0]);
    }
  }

  /** @type {View[]} */
  const large = [
    { dModel: 57344, width: 57344, height: 150 },
    { dModel: 65536, width: 70000, height: 37, column: -2000, layout: "concatenated" },
    { dModel: 65536, width: 3, height: 40, columnsPerPixel: 30000, layout: "concatenated" },
    { dModel: 65536, width: 4096, height: 60, columnsPerPixel: 16 },
    { dModel: 64, width: 1, height: 2_000_000 },
    { dModel: 64, width: 300_000, height: 2, columnsPerPixel: 1 / 8192, column: 3 },
    { dModel: 64, width: 2, height: 300_000, columnsPerPixel: 1 / 8192, positions: "across" },
    { dModel: 64, width: 200_000, height: 2, positions: "across", positionsPerPixel: 2 ** 30 },
  ];
  it.each(large)("paints %j", (view) => singlePixels(view, 10));

  it("paints pictures of any size", () => {
    const next = random(12);
    const pick = (/** @type {number[]} */ of) => of[Math.floor(((next() + 1) / 2) * of.length)];
    const randomUpTo = (/** @type {number} */ max) => Math.floor(max ** ((next() + 1) / 2));
    for (let i = 0; i < 150; i++) {
      const width = randomUpTo(40000);
      const height = randomUpTo(Math.min(20000, 200_000 / width));
      singlePixels(
        {
          dModel: 2 * randomUpTo(32768),
          width,
          height,
          position: randomUpTo(2 ** 40),
          positionsPerPixel: pick([0.25, 1, 1, 3, 2 ** 20]),
          column: randomUpTo(20000) - randomUpTo(20000),
          columnsPerPixel: pick([0.125, 1, 1, 5, 1024]),
          layout: next() > 0 ? "interleaved" : "concatenated",
          positions: next() > 0 ? "down" : "across",
        },
        2,
      );
    }
  });

  it.each([
    [0, 1e8],
    [1e8, 0],
    [0, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 0],
  ])("makes a picture without pixels at once: %d × %d", (width, height) => {
    for (const positions of /** @type {const} */ (["down", "across"])) {
      const view = { dModel: 64, width, height, positions, positionsPerPixel: 2 ** -20 };
      expect(heatmap(view)).toHaveLength(0);
    }
  });

  it("refuses a view that is not an object", () => {
    expect(() => heatmap(/** @type {any} */ (3))).toThrow(
      new TypeError("phasor.heatmap: view must be an object, got 3"),
    );
  });
});
