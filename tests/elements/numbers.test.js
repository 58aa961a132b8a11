// How figures format numbers, and their sliders of numbers.
import { expect, test } from "vitest";
import { fixed, slider, whole } from "../../web/elements/core/index.js";

test.each([
  [0.125, 2, "0.13"],
  [-0.5, 1, "\u22120.5"],
  [999.94, 1, "999.9"],
  [-1234.5678, 4, "\u22121,234.5678"],
  [9234271.25, 1, "9,234,271.3"],
  [1048576, 0, "1,048,576"],
])("a figure formats %d with %d decimals", (value, decimals, text) => {
  expect(fixed(value, decimals)).toBe(text);
});

test.each([
  [7, "7"],
  [-12345, "\u221212,345"],
])("a figure formats %d", (value, text) => {
  expect(whole(value)).toBe(text);
});

test.each([
  [slider.length, { length: 512 }],
  [slider.base, { base: 500000 }],
  [slider.dModel, { dModel: 64 }],
])("a slider stands at the value that it sets: %#", (of, p) => {
  const { value, set } = of(/** @type {any} */ (p));
  expect(set(value)).toEqual(p);
});
