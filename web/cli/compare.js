// compare.js: the subcommand `phasor compare`.

import { sizeOf } from "../formats/shape.js";
import { formatOf } from "../phasor/doctor/elements.js";
import { exponentOf } from "../phasor/elementary.js";
import { arg } from "./arguments.js";
import { arrayIn, loadOneOf, nameOf, tensorOption, withContainer } from "./input.js";
import { complain, jsonLines, round, say, toJson } from "./say.js";

/** @import { Container } from "../formats/container.js" */
/** @import { ShapedArray } from "../formats/shape.js" */
/** @import { Row } from "./arguments.js" */
/**
 * @typedef {object} Place
 * @property {number} size of the difference
 * @property {number[]} index
 * @property {[number, number]} values
 */
/**
 * @typedef {object} Comparison
 * @property {string} name of the array, "" in files of one array
 * @property {[number[] | null, number[] | null]} shapes null for a file without it
 * @property {string} [dtype] the coarser of the two types, whose units in the last place are counted; or "integers"
 * @property {number} [count] entries
 * @property {number} [different] entries
 * @property {Place | null} [largest] absolute difference, infinite if only one of the numbers is
 *   finite; null if there is none
 * @property {Place | null} [units] the largest difference in units in the last place
 * @property {number} [rms] root mean square of the finite differences
 */

const DIFFERENT = 1;
/** An array cannot be read. */
const INCOMPLETE = 2;
/** The format of arrays without fractions, whose unit is 1. */
const integers = { name: "integers", roundoff: 0, floor: 0.5 };

/** @type {Record<string, Row>} */
export const rows = {
  compare: {
    about:
      "Compares the arrays in two files of any format: their shapes, the largest difference and where it\n" +
      "is, the root mean square, and units in the last place of the coarser type. In files with several\n" +
      "arrays, compares those of the same name. The exit code is 1 if shapes differ or a difference is\n" +
      "above the tolerance, and 2 if an array cannot be read.",
    operands: { A: { kind: "file" }, B: { kind: "file" } },
    options: {
      tolerance: arg.number("the largest difference that is accepted", { min: 0, default: 0 }),
      tensor: tensorOption,
      json: arg.flag("print an array of comparisons as JSON"),
      quiet: arg.flag("print nothing: the exit code says whether they differ", { short: "q" }),
    },
    examples: [
      "phasor compare mine.npy theirs.npy --tolerance 1e-6",
      "phasor table 64 32 | phasor compare - table.npy",
      "phasor compare old.safetensors new.safetensors --tensor wpe.weight",
    ],

    async run({ a, b, tolerance, tensor, json, quiet }) {
      const files = [a, b];
      /** @type {string[]} */
      const unread = [];
      const results = await withContainer(a, (one) =>
        withContainer(b, (other) => compareFiles([one, other], files, tensor, unread)),
      );
      for (const message of unread) complain(message);
      const differ = results.some(
        ({ count, largest }) => count === undefined || (largest?.size ?? 0) > tolerance,
      );
      if (json) say(jsonLines(toJson(results)));
      else if (!quiet) say(results.flatMap((result) => linesOf(result, files)));
      if (unread.length > 0) return INCOMPLETE;
      return differ ? DIFFERENT : 0;
    },
  },
};

/**
 * Compares the named array, or the only one of each file, or of several those of the same name.
 * @param {Container[]} containers @param {string[]} files @param {string | undefined} tensor
 * @param {string[]} unread takes what is wrong with arrays that cannot be read
 */
async function compareFiles(containers, files, tensor, unread) {
  const lists = containers.map(({ tensors }) => tensors.map(({ name }) => name));
  const isNamed = !lists.flat().includes("");
  const byName = tensor === undefined && isNamed && lists.some(({ length }) => length > 1);
  if (!byName) {
    const [a, b] = await Promise.all(
      containers.map((container, i) =>
        arrayIn(container, files[i], lists[i].length === 1 ? undefined : tensor),
      ),
    );
    return [compareArrays(tensor ?? lists[0][0], a, b)];
  }
  /** @type {Comparison[]} */
  const results = [];
  for (const name of new Set(lists.flat())) {
    const before = unread.length;
    const arrays = [];
    for (const [i, container] of containers.entries())
      arrays.push(lists[i].includes(name) ? await loadOneOf(container, name, unread) : undefined);
    if (unread.length === before) results.push(compareArrays(name, arrays[0], arrays[1]));
  }
  return results;
}

/** @param {string} name @param {ShapedArray | undefined} a @param {ShapedArray | undefined} b
 * @returns {Comparison} */
function compareArrays(name, a, b) {
  const shapes = /** @type {Comparison["shapes"]} */ ([a?.shape ?? null, b?.shape ?? null]);
  if (!a || !b || String(a.shape) !== String(b.shape)) return { name, shapes };
  const areIntegers = [a, b].every(({ data }) => data.every(Number.isInteger));
  const [one, other] = areIntegers ? [integers, integers] : [formatOf(a.data), formatOf(b.data)];
  const format = one.roundoff > other.roundoff ? one : other;
  let [largest, mostUnits, at, unitsAt, squares, different] = [0, 0, -1, -1, 0, 0];
  for (let i = 0; i < a.data.length; i++) {
    const [x, y] = [a.data[i], b.data[i]];
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue;
    different++;
    const gap = Math.abs(x - y);
    const size = gap < Infinity ? gap : Infinity;
    if (size < Infinity) squares += size * size;
    const units = size / unitOf(Math.max(Math.abs(x), Math.abs(y)), format);
    if (size > largest || at < 0) [largest, at] = [size, i];
    if (units > mostUnits || unitsAt < 0) [mostUnits, unitsAt] = [units, i];
  }
  /** @param {number} size @param {number} i @returns {Place | null} */
  const placeOf = (size, i) =>
    i < 0 ? null : { size, index: indexOf(i, a.shape), values: [a.data[i], b.data[i]] };
  return {
    ...{ name, shapes, dtype: format.name, count: a.data.length, different },
    ...{ largest: placeOf(largest, at), units: placeOf(mostUnits, unitsAt) },
    rms: Math.sqrt(squares / a.data.length),
  };
}

/** The unit in the last place of a number. @param {number} size
 * @param {{ roundoff: number, floor: number }} format */
function unitOf(size, { roundoff, floor }) {
  if (!(size > 0 && size < Infinity)) return 2 * floor || Number.MIN_VALUE;
  return Math.max(2 * roundoff * 2 ** exponentOf(size), 2 * floor, Number.MIN_VALUE);
}

/** @param {number} at @param {readonly number[]} shape */
const indexOf = (at, shape) =>
  shape.map((size, axis) => Math.floor(at / sizeOf(shape.slice(axis + 1))) % size);

/** @param {Comparison} result @param {string[]} files */
function linesOf({ name, shapes, dtype, count, different, largest, units, rms = 0 }, files) {
  const title = name === "" ? files.map(nameOf).join(" and ") : name;
  const sizes = shapes.map((shape) => shape && (shape.join(" × ") || "a number"));
  if (sizes.includes(null)) return [`${title}: only in ${nameOf(files[sizes[0] ? 0 : 1])}`];
  if (count === undefined) return [`${title}: the shapes differ, ${sizes[0]} and ${sizes[1]}`];
  const start = `${title}: ${sizes[0]}, ${dtype}`;
  if (!largest || !units) return [`${start}, equal`];
  const where = (/** @type {Place} */ { index, values }) =>
    `at [${index}], ${round(values[0])} and ${round(values[1])}`;
  return [
    `${start}, ${different} of ${count} entries differ`,
    `  largest difference  ${round(largest.size, 3)} ${where(largest)}`,
    `  root mean square    ${round(rms, 3)}`,
    `  units in last place ${round(units.size, 3)} ${where(units)}`,
  ];
}
