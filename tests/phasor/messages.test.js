// What came, as errors tell it: in few words, whatever it is.
import { expect, it } from "vitest";
import { sinusoidal } from "../../web/phasor/index.js";

/** @type {[what: string, given: unknown, told: string][]} */
const given = [
  ["a text of 60 letters", "x".repeat(60), `"${"x".repeat(60)}"`],
  ["a longer text", "x".repeat(61), "a string of length 61"],
  ["a list of 60 letters", [`${"x".repeat(58)}`], `["${"x".repeat(58)}"]`],
  ["a longer list", ["x".repeat(60)], "an array of length 1"],
  ["a list of lists", [[1], 2, null], "[an array, 2, null]"],
  ["a huge list", new Array(1e6).fill(1), "an array of length 1000000"],
  ["a BigInt", 12n, "12n"],
  ["nought below", -0.5, "-0.5"],
  ["a function", () => 1, "a function"],
  ["a symbol", Symbol("s"), "a symbol"],
  ["an array of numbers", new Int16Array(3), "Int16Array of length 3"],
  ["a view", new DataView(new ArrayBuffer(8)), "DataView"],
  ["an object", { a: 1 }, "an object"],
  ["a date", new Date(0), "an object"],
  ["nothing", null, "null"],
  ["not a number", Number.NaN, "NaN"],
  ["true", true, "true"],
];

it.each(given)("%s", (_, value, told) => {
  expect(() => sinusoidal(4, /** @type {any} */ (value))).toThrow(
    new RegExp(`^phasor\\.sinusoidal: dModel must be .*, got ${told.replace(/[[\]"]/g, "\\$&")}$`),
  );
});
