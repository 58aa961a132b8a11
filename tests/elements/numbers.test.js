// How figures format numbers.
import { expect, test } from "vitest";
import { fixed, whole } from "../../web/elements/core/index.js";

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
