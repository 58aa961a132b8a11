// rows.js: Subject, the tests' description of a public function, and rows of bad values for each
// kind of argument.
import * as phasor from "phasor";
import { optional, required } from "../bad.js";

/** @typedef {import("../bad.js").Bad} Bad */
/** @typedef {[value: any, Kind: Bad[1], name: string, got: string]} Row */

/**
 * A public function with good arguments and bad ones.
 * @typedef {object} Subject
 * @property {string} name
 * @property {(...list: any[]) => any} call
 * @property {(...sizes: any[]) => any[]} good new good arguments on each call, for sizes from
 * `sizes`
 * or, without sizes, for the sizes that `bad` assumes
 * @property {Record<string, Row[]>} bad by the index of an argument, or the name of an option
 * @property {import("fast-check").Arbitrary<unknown>[]} [sizes] of good arguments
 * @property {any[][]} [large] larger sizes, where memory is copied or computed in pieces
 * @property {(list: any[]) => number} [count] the length of the result, a tensor
 * @property {(result: any, list: any[]) => void} [shaped] throws if a result that is not a tensor
 * has
 * the wrong shape
 * @property {string[]} [needs] required options
 * @property {string[]} [handsOn] options whose errors are about their contents
 */

/** The package without its types, because the tests pass values that they forbid. */
export const untyped = /** @type {any} */ (phasor);

/** The name and the call of a public function. @param {string} name */
export const fn = (name) => ({ name, call: untyped[name] });

/** @param {string} name @param {Bad[]} list @returns {Row[]} */
export const rowsOf = (name, list) => list.map(([value, Kind, got]) => [value, Kind, name, got]);

const { outside, wrongLengths, noFloats } = required;

export const options = rowsOf("options", optional.options);

/** Values that are no rotary embedding. */
export const embedding = rowsOf("rotary", [
  [null, TypeError, "null"],
  [{}, TypeError, "an object"],
  [4, TypeError, "4"],
  [Object, TypeError, "a function"],
]);

export const seventh = (/** @type {number} */ n) => new Float32Array(n).fill(7);

/** @param {...Row} list @returns {Row[]} */
export const rows = (...list) => list;

/** Bad values of an output whose type no input determines. @param {number} size */
export const free = (size) => ({
  dtype: [...rowsOf("dtype", optional.name), ...rows(["float64", TypeError, "dtype", '"float64"'])],
  out: [...rowsOf("out", noFloats), ...rowsOf("out.length", wrongLengths(size))],
});

/** Bad values of an output that must have the type of a float32 input. @param {number} size */
export const tableOfSize = (size) => [
  ...rowsOf("out", noFloats),
  ...rowsOf("out.length", wrongLengths(size)),
  ...rows([new Float64Array(size), TypeError, "out", `Float64Array of length ${size}`]),
];

/** Bad values of a tensor. @param {string} name @param {number} length */
export const tensor = (name, length) => [
  ...rowsOf(name, required.floats),
  ...rowsOf(`${name}.length`, wrongLengths(length)),
];

/** Bad values of a tensor that must have another's type.
 * @param {string} name @param {number} length */
export const second = (name, length) => [
  ...tensor(name, length),
  ...rows([new Float64Array(length), TypeError, name, `Float64Array of length ${length}`]),
];

/** Bad values of an integer within limits. @param {string} name @param {number[]} tooLarge */
export const integer = (name, ...tooLarge) => [
  ...rowsOf(
    name,
    required.count.filter(([value]) => value !== -1 && value !== -0.5),
  ),
  ...rowsOf(name, outside(...tooLarge)),
];

/** Lists with one bad entry.
 * @param {string} name @param {any[]} list good entries @param {Bad[]} bad
 * @returns {Row[]} */
export const entries = (name, list, bad) =>
  bad.map(([value, Kind, got]) => [[...list, value], Kind, `${name}[${list.length}]`, got]);
