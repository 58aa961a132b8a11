// Bad arguments to every public function: the error must have the right class, its message must
// name function, argument and value, nothing may be written, and the next call must work.
// properties.test.js tries random values.
import * as phasor from "phasor";
import { describe, expect, it } from "vitest";
import { publicNames } from "../engines/public.js";
import { same } from "./helpers.js";
import { subjects } from "./subjects/subjects.js";

/** The contents of a result, for exact comparison. @param {any} result @returns {any} */
const contents = (result) =>
  ArrayBuffer.isView(result) ? result : new TextEncoder().encode(JSON.stringify(result));

/** Puts a bad value into its place. @param {any[]} list @param {string} place @param {any} value */
function spoil(list, place, value) {
  if (/^\d$/.test(place)) list[Number(place)] = value;
  else list[list.length - 1] = { ...list[list.length - 1], [place]: value };
  return list;
}

/** The arrays among good arguments and options. @param {any[]} list @param {any} bad */
const arraysOf = (list, bad) =>
  list
    .flatMap((value) => (value?.constructor === Object ? Object.values(value) : [value]))
    .filter((value) => value !== bad && ArrayBuffer.isView(value) && "slice" in value);

describe.each(subjects)("$name", ({ name, call, good, bad }) => {
  const expected = contents(call(...good()));

  it.each(Object.keys(bad))("refuses bad values of the argument or option %s", (place) => {
    expect(bad[place].length).toBeGreaterThan(3);
    for (const [value, Kind, argument, got] of bad[place]) {
      const list = spoil(good(), place, value);
      const arrays = arraysOf(list, value);
      const before = arrays.map((array) => array.slice());
      let error = /** @type {any} */ (undefined);
      try {
        call(...list);
      } catch (thrown) {
        error = thrown;
      }
      const what = `${argument} ${got}`;
      expect(error, what).toBeDefined();
      expect(error.constructor, `${what}: ${error.message}`).toBe(Kind);
      expect(error.message.startsWith(`phasor.${name}: ${argument} `), error.message).toBe(true);
      expect(error.message, what).toContain(got);
      expect(error.message.length, what).toBeLessThan(200);
      arrays.forEach((array, i) => {
        same(array, before[i], what);
      });
    }
    same(contents(call(...good())), expected, "afterwards");
  });

  it("accepts good arguments", () => {
    const list = good();
    if (list.at(-1)?.base) same(contents(call(...spoil(list, "base", 100))), expected);
    same(contents(call(...good())), expected);
  });
});

it("every public function has a subject", () => {
  const names = new Set(subjects.map(({ name }) => name));
  const neighbours = [
    ...["Arena.reset", "LearnedPositionalEncoding.zeroGradient"], // they take no arguments
    ...["conventions", "initialize", "ready"], // memory.test.js and conventions.test.js
  ];
  expect(
    publicNames(phasor)
      .filter((name) => !names.has(name))
      .sort(),
    "without an entry in tests/phasor/subjects/",
  ).toEqual(neighbours.sort());
});
