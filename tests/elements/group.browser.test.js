import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import "../../web/elements/phasor-clocks.js";
import "../../web/elements/phasor-heatmap.js";
import "../../web/elements/phasor-shift.js";
import "../../web/elements/phasor-similarity.js";
import "../../web/elements/phasor-wavelengths.js";
import "../../web/elements/phasor-waves.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { planClocks } from "../../web/elements/views/clocks-view.js";
import { planHeatmap } from "../../web/elements/views/heatmap-view.js";
import { planLanes } from "../../web/elements/views/lanes.js";
import { planSimilarity } from "../../web/elements/views/similarity-view.js";
import {
  apart,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  slide,
  themePixel,
} from "./support.js";

// Tall enough for all of them: what is out of view is not drawn.
beforeAll(() => page.viewport(1000, 3200));
afterAll(() => page.viewport(1280, 800));

let number = 0;
onAnEmptyPage();
beforeEach(() => {
  number++;
});

/** Three figures of one group, and one of another. */
const mountAll = () =>
  mount(`
    <phasor-heatmap group="g${number}" orientation="along" length="64"></phasor-heatmap>
    <phasor-waves group="g${number}"></phasor-waves>
    <phasor-similarity group="g${number}"></phasor-similarity>
    <phasor-heatmap></phasor-heatmap>
  `);

/** @param {any} heatmap @param {number} position @param {number} column */
function placeIn(heatmap, position, column) {
  const plan = planHeatmap(sizeOf(layer(heatmap, "data")), {
    orientation: "along",
    positions: heatmap.shared.span,
    columns: { start: 0, end: heatmap.dModel },
  });
  return [toPixel(plan.position, position + 0.5), toPixel(plan.column, column + 0.5)];
}

describe("a group", () => {
  test("shares its parameters, and no others", async () => {
    const [heatmap, waves, similarity, stranger] = await mountAll();
    expect([waves.length, similarity.length, stranger.length]).toEqual([64, 64, 128]);
    slide(heatmap, "width", 32);
    await settled(heatmap, waves, similarity);
    expect([waves.dModel, similarity.dModel, stranger.dModel]).toEqual([32, 32, 64]);
    slide(waves, "position", 9);
    expect([heatmap.position, similarity.position, stranger.position]).toEqual([9, 9, 37]);
  });

  test("has one crosshair: the heatmap's pointer is marked in the waves and the matrix", async () => {
    const [heatmap, waves, similarity, stranger] = await mountAll();
    const [x, y] = placeIn(heatmap, 50, 21);
    pointer(heatmap, "pointermove", x, y);
    await settled(heatmap, waves, similarity, stranger);
    expect(readOutOf(waves)).toContain("p = 50, pair 10");
    expect(readOutOf(similarity)).toContain("p = 50, q = 47");
    expect(readOutOf(stranger)).toContain("p = 37");

    const inWaves = layer(waves, "crosshair");
    const lanes = planLanes(sizeOf(inWaves), 6, waves.shared.span);
    const between = lanes.frame.top + lanes.frame.height - 2;
    const accent = themePixel(waves, "position");
    const markedAt = (/** @type {number} */ position) =>
      Math.min(
        ...[-1, 0, 1].map((by) =>
          apart(pixelAt(inWaves, toPixel(lanes.position, position + 0.5) + by, between), accent),
        ),
      );
    expect(markedAt(50)).toBeLessThan(60);
    expect(markedAt(37)).toBeGreaterThan(60);

    const inMatrix = layer(similarity, "crosshair");
    const matrix = planSimilarity(sizeOf(inMatrix), 64);
    const row = (/** @type {number} */ position) =>
      Math.min(
        ...Array.from({ length: 13 }, (_, n) =>
          apart(
            pixelAt(inMatrix, matrix.frame.left + 10, toPixel(matrix.down, position) + n - 1),
            themePixel(similarity, "position"),
          ),
        ),
      );
    expect(row(50)).toBeLessThan(60);
    expect(row(37)).toBeGreaterThan(60);

    pointer(heatmap, "pointerleave", x, y);
    await settled(waves);
    expect(readOutOf(waves)).toContain("p = 37, pair 6");
  });

  test("and the other way round: a lane under the pointer is marked in the heatmap", async () => {
    const [heatmap, waves] = await mountAll();
    const plan = planLanes(sizeOf(layer(waves, "data")), 6, waves.shared.span);
    const x = toPixel(plan.position, 30.5);
    const y = plan.frame.top + (3.5 / 6) * plan.frame.height;
    pointer(waves, "pointermove", x, y);
    await settled(heatmap, waves);
    expect(readOutOf(heatmap)).toMatch(/^p = 30, dim 1[67] \(pair 8,/);
    const canvas = layer(heatmap, "crosshair");
    const [, row] = placeIn(heatmap, 30, 16);
    const accent = themePixel(heatmap, "dimension");
    const near = Array.from({ length: 25 }, (_, n) =>
      apart(pixelAt(canvas, sizeOf(canvas).width / 3, row + n - 12), accent),
    );
    expect(Math.min(...near)).toBeLessThan(60);
  });

  test("dials, wavelengths and shift have that crosshair too", async () => {
    const [heatmap, clocks, lengths, shift] = await mount(`
      <phasor-heatmap group="g${number}" orientation="along" length="64"></phasor-heatmap>
      <phasor-clocks group="g${number}"></phasor-clocks>
      <phasor-wavelengths group="g${number}"></phasor-wavelengths>
      <phasor-shift group="g${number}"></phasor-shift>
    `);
    const [x, y] = placeIn(heatmap, 50, 21);
    pointer(heatmap, "pointermove", x, y);
    await settled(heatmap, clocks, lengths, shift);
    expect(readOutOf(clocks)).toContain("p = 50, pair 10");
    expect(readOutOf(lengths)).toContain("pair 10 (dims 20, 21)");
    expect(readOutOf(shift)).toContain("p = 50, k = −3, pair 10");
    pointer(heatmap, "pointerleave", x, y);
    const size = sizeOf(layer(clocks, "data"));
    const dial = planClocks(size, 32)[4];
    pointer(clocks, "pointermove", dial.x, dial.y);
    await settled(heatmap, clocks);
    expect(readOutOf(heatmap)).toMatch(/^p = 37, dim 8 \(pair 4,/);
  });

  test("positions line up: heatmap along and waves share their axis, zoomed too", async () => {
    const [heatmap, waves] = await mountAll();
    const both = () =>
      [10, 40].map((position) => [
        placeIn(heatmap, position, 0)[0],
        toPixel(
          planLanes(sizeOf(layer(waves, "data")), 6, waves.shared.span).position,
          position + 0.5,
        ),
      ]);
    for (const [one, other] of both()) expect(one).toBeCloseTo(other, 3);
    press(heatmap, "zoom in");
    await settled(heatmap, waves);
    expect(waves.shared.span.end - waves.shared.span.start).toBeCloseTo(64 / 1.5, 6);
    for (const [one, other] of both()) expect(one).toBeCloseTo(other, 3);
  });

  test("a figure can change its group, and leave and come back", async () => {
    const [heatmap, waves, , stranger] = await mountAll();
    stranger.group = `g${number}`;
    await settled(stranger);
    expect(stranger.length).toBe(64);
    const place = waves.parentElement;
    waves.remove();
    heatmap.position = 5;
    place.append(waves);
    await settled(waves);
    expect(waves.position).toBe(5);
    expect(waves.shadowRoot.querySelectorAll("canvas")).toHaveLength(3);
  });
});
