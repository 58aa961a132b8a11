import { describe, expect, test } from "vitest";
import { colourTable, ENTRIES, entryOf, rangeFor } from "../../web/elements/colour/maps.js";
import { DEFICIENCIES, difference, seenWith, toLab, toLinear } from "./colour.js";

const SCHEMES = /** @type {const} */ (["light", "dark"]);
const KINDS = /** @type {const} */ (["diverging", "sequential"]);
const lab = (/** @type {number} */ pixel) => toLab(toLinear(pixel));

test("CIEDE2000 agrees with the published pairs", () => {
  // Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 17 and 25.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(
    1.2644,
    4,
  );
});

describe.each(SCHEMES)("the %s colour maps", (scheme) => {
  test.each(KINDS)("%s: are opaque, and all entries differ", (kind) => {
    const table = colourTable(kind, scheme);
    expect(table).toHaveLength(ENTRIES);
    expect(new Set(table).size).toBeGreaterThan(ENTRIES - 4);
    for (const pixel of table) expect(pixel >>> 24).toBe(255);
  });

  test.each(KINDS)("%s: have steps that look about equal", (kind) => {
    const table = colourTable(kind, scheme);
    const steps = [];
    for (let n = 0; n + 8 < ENTRIES; n += 8) {
      // Not in the middle of a diverging map, which should stand out.
      if (kind === "diverging" && n < ENTRIES / 2 && n + 8 >= ENTRIES / 2) continue;
      steps.push(difference(lab(table[n]), lab(table[n + 8])));
    }
    const mean = steps.reduce((sum, step) => sum + step) / steps.length;
    expect(Math.min(...steps) / mean).toBeGreaterThan(0.6);
    expect(Math.max(...steps) / mean).toBeLessThan(1.6);
  });

  test("have the background's colour in the middle of the diverging map, and equally strong sides", () => {
    const table = colourTable("diverging", scheme);
    const paper = scheme === "light" ? 0xfff8fdff : 0xff1a1716;
    expect(difference(lab(table[127]), lab(paper))).toBeLessThan(1);
    expect(difference(lab(table[128]), lab(paper))).toBeLessThan(1);
    for (let n = 0; n < ENTRIES / 2; n += 4) {
      const [below] = lab(table[n]);
      const [above] = lab(table[ENTRIES - 1 - n]);
      expect(Math.abs(below - above)).toBeLessThan(6);
    }
  });

  test("have lightness that rises or falls steadily from the middle", () => {
    const table = colourTable("diverging", scheme);
    const sign = scheme === "light" ? -1 : 1;
    for (let n = 128; n + 4 < ENTRIES; n += 4) {
      expect(sign * (lab(table[n + 4])[0] - lab(table[n])[0])).toBeGreaterThan(0);
      expect(sign * (lab(table[251 - n])[0] - lab(table[255 - n])[0])).toBeGreaterThan(0);
    }
  });

  test.each(Object.entries(DEFICIENCIES))("have distinct signs for %s vision", (_name, matrix) => {
    const table = colourTable("diverging", scheme);
    const labSeen = (/** @type {number} */ pixel) => toLab(seenWith(matrix, toLinear(pixel)));
    for (let n = 0; n < 96; n += 8) {
      expect(difference(labSeen(table[n]), labSeen(table[ENTRIES - 1 - n]))).toBeGreaterThan(15);
    }
  });

  test("have blue for negative values and orange for positive ones", () => {
    const table = colourTable("diverging", scheme);
    expect(lab(table[48])[2]).toBeLessThan(-20);
    expect(lab(table[207])[2]).toBeGreaterThan(20);
    expect(lab(colourTable("sequential", scheme)[160])[2]).toBeGreaterThan(20);
  });
});

describe("the colours of values", () => {
  test("use all entries of the map from end to end", () => {
    expect([-1, -0.999, 0, 0.999, 1].map((value) => entryOf(value, -1, 1))).toEqual([
      0, 0, 128, 255, 255,
    ]);
    expect(entryOf(-0.001, -1, 1)).toBe(127);
    expect([-5, 5].map((value) => entryOf(value, -1, 1))).toEqual([0, 255]);
  });

  test("come from a diverging map if some are negative, otherwise from a sequential one from zero", () => {
    expect(rangeFor(8, 32)).toEqual({ kind: "sequential", low: 0, high: 32 });
    expect(rangeFor(-3, 32)).toEqual({ kind: "diverging", low: -32, high: 32 });
    expect(rangeFor(-40, 32)).toEqual({ kind: "diverging", low: -40, high: 40 });
    expect(rangeFor(0, 0)).toEqual({ kind: "sequential", low: 0, high: 1 });
  });
});
