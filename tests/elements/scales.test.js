// Scales: from numbers to pixels and back.
import { expect, test } from "vitest";
import { bind, cells, linear, log } from "../../web/elements/core/scales.js";
import { ticks } from "../../web/elements/core/ticks.js";

test.each([
  [0, 100, 5, [0, 20, 40, 60, 80, 100]],
  [-0.3, 0.3, 3, [-0.2, 0, 0.2]],
  [90, 3700, 8, [500, 1000, 1500, 2000, 2500, 3000, 3500]],
])(
  "from %d to %d, at most %d numbers are at an axis, and round ones",
  (low, high, max, expected) => {
    expect(ticks(low, high, max)).toEqual(expected);
  },
);

test.each([
  ["linear", linear(-2, 8), 50, (/** @type {number} */ value) => value + 1],
  [
    "logarithmic",
    log(0.01, 1000),
    200 / Math.log(1e5),
    (/** @type {number} */ value) => value * Math.E,
  ],
  ["of cells", cells(3, 10), 20, (/** @type {number} */ value) => value + 1],
])(
  "the scale %s inverts itself in both directions and has the right step",
  (_, spec, unit, next) => {
    const size = spec.kind === "linear" ? 500 : 200;
    for (const direction of [1, -1]) {
      const scale = bind(spec, 30, direction * size);
      const half = spec.kind === "cells" ? 10 : 0;
      expect(scale.at(spec.from)).toBeCloseTo(30 + direction * half, 9);
      for (const value of [spec.from, 4, 7.5]) {
        expect(scale.of(scale.at(value))).toBeCloseTo(value, 9);
        expect(scale.at(next(value)) - scale.at(value)).toBeCloseTo(direction * scale.unit, 9);
      }
      expect(scale.unit).toBeCloseTo(unit, 9);
    }
  },
);
