import { describe, expect, test } from "vitest";
import {
  featuresOfPatches,
  KINDS,
  mropeSizes,
  partOf,
  sectionsOf,
  similaritiesTo,
  widthFor,
} from "../../web/elements/figures/grid-model.js";

const GRID = { rows: 3, columns: 5, width: 32, base: 300 };

/** A feature of a patch, by the formulas. @param {string} kind @param {number} row @param {number} column @param {number} feature */
function feature(kind, row, column, feature) {
  const { width, base } = GRID;
  const [half, quarter] = [width / 2, width / 4];
  const first = feature < half;
  const sine = (/** @type {boolean} */ is, /** @type {number} */ angle) =>
    is ? Math.sin(angle) : Math.cos(angle);
  if (kind === "mae") {
    const angle = (first ? column : row) * base ** (-(feature % quarter) / quarter);
    return sine(feature % half < quarter, angle);
  }
  const pair = Math.floor(feature / 2);
  const even = feature % 2 === 0;
  if (kind === "mrope") {
    const coordinate = pair < 4 ? 0 : pair < 10 ? row : column;
    return sine(!even, coordinate * base ** ((-2 * pair) / width));
  }
  const from = kind === "detr" ? 1 : 0;
  const coordinate = from + (first ? row : column);
  return sine(even === (kind === "detr"), coordinate * base ** (-(pair % quarter) / quarter));
}

describe.each(KINDS.map(([kind]) => kind))("<phasor-grid> with %s:", (kind) => {
  const patches = { kind, ...GRID };
  const features = featuresOfPatches(patches);

  test("features are sines and cosines of their section's coordinate", () => {
    for (let patch = 0; patch < 15; patch++) {
      for (let f = 0; f < 32; f++) {
        const expected = feature(kind, Math.floor(patch / 5), patch % 5, f);
        expect(features[patch * 32 + f], `${patch}, ${f}`).toBeCloseTo(expected, 13);
      }
    }
  });

  test("a section changes only along its axis, and the sections add up to the similarity", () => {
    const sections = sectionsOf(kind, 32);
    for (const [other, still] of [
      [9, "rows"],
      [12, "columns"],
    ]) {
      const parts = sections.map((section) => partOf(features, 32, section, 7, Number(other)));
      const whole = parts.reduce((sum, part) => sum + part, 0);
      expect(similaritiesTo(features, patches, 7)[Number(other)]).toBeCloseTo(whole, 12);
      sections.forEach(({ axis, from, to }, n) => {
        if (axis === still || axis === "time") expect(parts[n]).toBeCloseTo((to - from) / 2, 12);
        else expect(parts[n]).toBeLessThan((to - from) / 2 - 0.001);
      });
    }
  });
});

test("<phasor-grid> divides 128 features like Qwen2-VL; widths are multiples of four", () => {
  expect(mropeSizes(128)).toEqual([16, 24, 24]);
  expect([2, 4, 6, 64, 66].map(widthFor)).toEqual([4, 4, 4, 64, 64]);
});
