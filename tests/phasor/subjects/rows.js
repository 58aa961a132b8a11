// rows.js: what the tests know of a public function (Subject), and rows of bad values for an argument
// of a kind.
import { optional, required } from "../bad.js";

/** @typedef {import("../bad.js").Bad} Bad */
/** @typedef {[value: any, Kind: Bad[1], name: string, got: string]} Row */

/**
 * A function with good arguments and with bad ones.
 * @typedef {object} Subject
 * @property {string} name
 * @property {(...list: any[]) => any} call
 * @property {(...sizes: any[]) => any[]} good arguments, new ones each time, for any sizes of `sizes` or
 * for those that `bad` is about
 * @property {Record<string, Row[]>} bad by the index of an argument, or the name of an option
 * @property {import("fast-check").Arbitrary<unknown>[]} [sizes] of good arguments
 * @property {(list: any[]) => number} [count] the length of the result, a tensor
 * @property {(result: any, list: any[]) => void} [shaped] throws if a result that is no tensor has not
 * its shape
 * @property {string[]} [needs] options that it cannot do without
 * @property {string[]} [handsOn] options whose errors are those of what lies within
 */

/** @param {string} name @param {Bad[]} list @returns {Row[]} */
export const of = (name, list) => list.map(([value, Kind, got]) => [value, Kind, name, got]);

const { outside, wrongLengths, noFloats } = required;

export const options = of("options", optional.options);

/** @param {number} n */
export const seventh = (n) => new Float32Array(n).fill(7);

/** @param {...Row} list @returns {Row[]} */
export const rows = (...list) => list;

/** An output of a type that no input says. @param {number} size */
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

/** A tensor of the type of another. @param {string} name @param {number} length */
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

/** One bad entry in a list. @param {string} name @param {any[]} list good entries @param {Bad[]} bad
 * @returns {Row[]} */
export const entries = (name, list, bad) =>
  bad.map(([value, Kind, got]) => [[...list, value], Kind, `${name}[${list.length}]`, got]);
