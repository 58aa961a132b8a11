// refusals.js: the test of a function's errors. Each bad argument must give the right class and a
// message with function, argument and value, write nothing, and leave the next call as it was.
import { describe, expect, it } from "vitest";
import { optional, required } from "./bad.js";
import { same } from "./helpers.js";

/** @typedef {import("./bad.js").Bad} Bad */
/** @typedef {[value: any, Kind: Bad[1], name: string, got: string]} Row */

/**
 * A function, arguments that are good, and for each argument what is bad. Options come last; a
 * name with a dot is one of them.
 * @typedef {object} Subject
 * @property {string} name
 * @property {(...list: any[]) => any} call
 * @property {() => any[]} good
 * @property {Record<string, Row[]>} bad by the index of an argument, or the name of an option
 */

/** @param {string} name @param {Bad[]} list @returns {Row[]} */
export const of = (name, list) => list.map(([value, Kind, got]) => [value, Kind, name, got]);

// ---- rows for arguments of a kind ----

const { outside, wrongLengths, noFloats } = required;
/** @param {number} n */
export const seventh = (n) => new Float32Array(n).fill(7);

/** @param {...Row} list @returns {Row[]} */
export const rows = (...list) => list;

/** An output that follows no input. @param {number} size */
export const free = (size) => ({
  dtype: [...of("dtype", optional.name), ...rows(["float64", TypeError, "dtype", '"float64"'])],
  out: [...of("out", noFloats), ...of("out.length", wrongLengths(size))],
});

/** An output of the type of a float32 input. @param {number} size */
export const like = (size) => [
  ...of("out", noFloats),
  ...of("out.length", wrongLengths(size)),
  ...rows([new Float64Array(size), TypeError, "out", `Float64Array of length ${size}`]),
];

/** A tensor. @param {string} name @param {number} length */
export const tensor = (name, length) => [
  ...of(name, required.floats),
  ...of(`${name}.length`, wrongLengths(length)),
];

/** The same as that of another type. @param {string} name @param {number} length */
export const second = (name, length) => [
  ...tensor(name, length),
  ...rows([new Float64Array(length), TypeError, name, `Float64Array of length ${length}`]),
];

/** An integer within limits. @param {string} name @param {number[]} beyond */
export const integer = (name, ...beyond) => [
  ...of(
    name,
    required.count.filter(([value]) => value !== -1 && value !== -0.5),
  ),
  ...of(name, outside(...beyond)),
];

/** Of an optional argument. @param {Row[]} list */
export const given = (list) => list.filter(([value]) => value !== undefined);

// ---- the test ----

/** Puts a bad value in its place. @param {any[]} list @param {string} place @param {any} value */
function spoil(list, place, value) {
  if (/^\d$/.test(place)) list[Number(place)] = value;
  else list[list.length - 1] = { ...list[list.length - 1], [place]: value };
  return list;
}

/** The arrays among good arguments and options. @param {any[]} list @param {any} bad */
const arraysOf = (list, bad) =>
  [...list, ...Object.values(list.at(-1) ?? {})].filter(
    (each) => each !== bad && ArrayBuffer.isView(each) && "slice" in each,
  );

/** @param {Subject[]} subjects */
export function testRefusals(subjects) {
  describe.each(subjects)("$name", ({ name, call, good, bad }) => {
    const wanted = call(...good());

    it.each(Object.keys(bad))("argument or option %s", (place) => {
      expect(bad[place].length).toBeGreaterThan(3);
      for (const [value, Kind, argument, got] of bad[place]) {
        const list = spoil(good(), place, value);
        const arrays = arraysOf(list, value);
        const before = arrays.map((each) => each.slice());
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
        arrays.forEach((each, i) => {
          same(each, before[i], what);
        });
        same(call(...good()), wanted, `after ${what}`);
      }
    });

    it("takes what is good", () => {
      const list = good();
      if (list.at(-1)?.base) same(call(...spoil(list, "base", 100)), wanted);
      expect(call(...good())).toHaveLength(wanted.length);
    });
  });
}
