// diagnose_rotary.js: says what a rotary embedding does, and what is wrong with it.
//
// Each pair is an arrow that turns from row to row. The rules that may have produced the
// frequencies are tried on the angles themselves: a rule that differs by no more than rounding and
// noise is a reading. If there are several readings, all are named. Vectors before and after a
// rotation give the arrows by least squares.
import * as check from "./check.js";
import { alongLast, axesOf, axisOf, cacheShape } from "./diagnose_rotary/axes.js";
import { readCache } from "./diagnose_rotary/cache.js";
import { bySeverity, diagnosed, likeliest } from "./diagnose_rotary/diagnosed.js";
import { sizesOf } from "./diagnose_rotary/expected.js";
import {
  notFiniteFinding,
  notRotated,
  tokenAxisNote,
  unknown,
} from "./diagnose_rotary/findings.js";
import { otherwiseOf } from "./diagnose_rotary/otherwise.js";
import { readPositions } from "./diagnose_rotary/positions.js";
import { rotationsOf } from "./diagnose_rotary/vectors.js";
import { ropeFrequencies } from "./rope/scaling.js";

/** @import { Dtype, FloatArray } from "./check.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { Angles } from "./diagnose_rotary/arithmetic.js" */
/** @import { Layout, Read } from "./diagnose_rotary/cache.js" */
/** @import { RotaryOptions } from "./rope/options.js" */
/** @import { RopeOptions, RopeScaling } from "./rope/scaling.js" */

/**
 * @typedef {object} RotaryDiagnosis
 * @property {"rotary" | "unknown"} kind unknown: no arrows that turn evenly from row to row
 * @property {Layout | null} layout null for a cache with one column for each pair
 * @property {boolean} vectors whether vectors were given instead of a cache
 * @property {number} pairs
 * @property {number | null} rotaryDim number of features that are rotated
 * @property {number | null} rotaryStart the first of them; null for a cache
 * @property {boolean} reordered whether the pairs (2i, 2i + 1) of the vectors come out as (i, i + r/2)
 * @property {number | null} base null if the rule is not known
 * @property {"default" | "linear" | "ntk" | "yarn" | "llama3" | "proportional" | "dynamic" | "longrope" | "explicit" | null} rule
 *   explicit: no known rule
 * @property {RopeScaling | null} scaling the rule's parameters. A stretched base ("ntk", "dynamic")
 *   is distinguished from another base only if it is a usual base stretched by a round factor
 * @property {{ base: number, scaling: RopeScaling | null, step: number, frequencies: Float64Array }[]} alternatives
 *   other rules that fit as well
 * @property {Float64Array<ArrayBuffer>} frequencies (pairs), in radians per position, as measured;
 *   with a step above 1, those of fast pairs lack whole turns
 * @property {Float64Array<ArrayBuffer>} tolerances (pairs), the uncertainties of the frequencies
 * @property {number | null} attentionFactor
 * @property {number | null} start position of row 0
 * @property {number} step positions from one row to the next
 * @property {{ row: number, start: number | null }[]} segments the runs of consecutive positions:
 *   the first row and the first position of each
 * @property {Int32Array<ArrayBuffer> | null} axes (pairs), the axis of the positions that rotate
 *   the pair, −1 if it cannot be determined; null for one axis
 * @property {1 | -1} direction
 * @property {boolean} swapped whether cosines and sines are exchanged
 * @property {boolean} negated whether both have the wrong sign
 * @property {Angles | null} arithmetic of the angles; null if it cannot be determined
 * @property {number} roundoff relative, of the narrowest format that holds the entries
 * @property {{ max: number, rms: number } | null} deviation of the angles from a uniform rotation,
 *   in radians: of the noisiest pair, and of the median
 * @property {Finding[]} findings problems first
 */
/**
 * The options of a `RotaryEmbedding`, or what `ropeFromConfig` returned. `maxLength`, `xpos`, `arithmetic`
 * and `dtype` are not compared.
 * @typedef {RopeOptions & RotaryOptions & { dHead?: number | undefined, dtype?: Dtype | undefined }} ExpectedRotary
 */

/**
 * A copy of `expect`, with each option read once.
 * @param {string} where @param {ExpectedRotary} asked @returns {ExpectedRotary}
 */
function readExpected(where, asked) {
  if (typeof asked !== "object" || asked === null) {
    check.fail(TypeError, where, "expect", "an object", asked);
  }
  const { maxLength, xpos, arithmetic, dtype, ...expect } = asked;
  const { dHead, rotaryDim, layout, direction } = expect;
  if (dHead === undefined && rotaryDim === undefined) {
    check.fail(TypeError, where, "expect.dHead", "an integer", dHead);
  }
  if (layout !== undefined) check.oneOf(where, "expect.layout", layout, ["half", "interleaved"]);
  if (direction !== undefined && direction !== 1 && direction !== -1) {
    check.reject(where, "expect.direction", "1 or -1", direction);
  }
  try {
    ropeFrequencies(dHead ?? rotaryDim ?? 2, expect); // checks the others
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const Kind = error instanceof TypeError ? TypeError : RangeError;
    throw new Kind(error.message.replace("phasor.ropeFrequencies", where));
  }
  return expect;
}

/**
 * Determines how a rotary embedding rotates, from its cache or from vectors before and after a
 * rotation: layout, features, base, scaling rule, attention factor, position of row 0, direction
 * and the arithmetic of the angles. There must be at least 8 rows, at consecutive positions unless
 * `positions` is given.
 *
 * @param {{ cos: FloatArray, sin: FloatArray } | { input: FloatArray, output: FloatArray }} data cos and
 *   sin: (T, r/2), or (T, r) doubled by halves or by neighbours; input and output: (…, T, dHead)
 * @param {readonly number[]} shape [T, columns] or [..., T, dHead]; in that of a cache, axes of
 *   size 1 are ignored
 * @param {object} [options]
 * @param {ExpectedRotary | undefined} [options.expect] what it should be; each difference becomes a finding
 * @param {ArrayLike<number | bigint> | undefined} [options.positions] (T) of the rows; or (axes, T), one
 *   axis after the other; integer multiples of one number. By default, consecutive positions
 * @param {number | undefined} [options.tokenAxis] the index of the axis T of vectors. By default
 *   the second-to-last, or another axis if vectors turn along that and not along the second-to-last
 * @returns {RotaryDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * const { cos, sin } = new RotaryEmbedding(64, { base: 500000, maxLength: 32 });
 * diagnoseRotary({ cos, sin }, [32, 32]).base; // 500000
 */
export function diagnoseRotary(data, shape, options) {
  const where = "phasor.diagnoseRotary";
  const names = ["expect", "positions", "tokenAxis"];
  const { expect: asked, positions, tokenAxis } = check.options(where, options, names);
  const expect = asked === undefined ? undefined : readExpected(where, asked);
  const given = /** @type {{ [name: string]: FloatArray | undefined }} */ (
    check.options(where, data, ["cos", "sin", "input", "output"], "data")
  );
  const vectors = given.input !== undefined || given.output !== undefined;
  const turns = expect !== undefined && sizesOf(expect).rotaryDim > 0;
  if (!vectors) {
    const [rows, columns] = cacheShape(where, shape);
    check.integer(where, "shape[0] (T)", rows, 8, Number.MAX_SAFE_INTEGER);
    check.integer(where, "shape[1] (columns)", columns, 2, 65536);
    const cos = check.floats(where, "data.cos", given.cos, rows * columns, [rows, columns]);
    const sin = check.floats(where, "data.sin", given.sin, rows * columns, [rows, columns]);
    const places = readPositions(where, positions, rows);
    const bad = notFinite([cos, sin]);
    if (bad > 0) return unreadable(rows, vectors, [notFiniteFinding(bad)]);
    const question = { where, vectors, expect, ...places };
    const found = diagnosed(readCache(cos, sin, rows, columns), question);
    return found.kind === "rotary"
      ? plain(found)
      : plain({ ...found, findings: [unknown(turns, false)] });
  }
  const sizes = check.leading(where, "shape", shape, ["T", "dHead"]);
  const axis = axisOf(where, sizes, tokenAxis, positions);
  const rows = sizes[axis];
  const width = sizes[sizes.length - 1];
  check.integer(where, axis === sizes.length - 2 ? "shape (T)" : `shape[${axis}] (T)`, rows, 8);
  check.integer(where, "shape (dHead)", width, 2, 65536);
  const size = sizes.reduce((all, each) => all * each, 1);
  const input = check.floats(where, "data.input", given.input, size, sizes);
  const output = check.floats(where, "data.output", given.output, size, sizes);
  const places = readPositions(where, positions, rows);
  const bad = notFinite([input, output]);
  if (bad > 0) return unreadable(rows, vectors, [notFiniteFinding(bad)]);
  if (isSame(input, output)) {
    const findings = expect && !turns ? [] : [notRotated(turns)];
    return unreadable(rows, vectors, findings);
  }
  const also = expect && { start: expect.rotaryStart ?? 0, size: sizesOf(expect).rotaryDim };
  const axes = tokenAxis === undefined ? axesOf(sizes, axis, positions) : [axis];
  for (const look of ways) {
    for (const each of axes) {
      const [before, after] = [input, output].map((values) => alongLast(values, sizes, each));
      const count = sizes[each];
      const reads = look(before, after, size / count / width, count, width, also);
      if (reads.length === 0) continue;
      const own = each === axis ? places : readPositions(where, positions, count);
      const question = { where, vectors, expect, ...own };
      const all = reads.map(({ finding, ...read }) => {
        const found = diagnosed(read, question);
        return finding ? { ...found, findings: bySeverity([finding, ...found.findings]) } : found;
      });
      const found = plain(likeliest(all, expect));
      if (before !== input && tokenAxis === undefined) found.findings.push(tokenAxisNote(each));
      return found;
    }
  }
  return unreadable(rows, vectors, [unknown(turns, true)]);
}

/** @param {FloatArray[]} arrays */
function notFinite(arrays) {
  let count = 0;
  for (const array of arrays) {
    // Differences of finite numbers are 0, and so is their sum.
    let sum = 0;
    for (let at = 0; at < array.length; at++) sum += array[at] - array[at];
    if (sum !== 0) for (const x of array) if (!Number.isFinite(x)) count++;
  }
  return count;
}

/**
 * The diagnosis of data that shows no rotation.
 * @param {number} rows @param {boolean} vectors @param {Finding[]} findings
 */
function unreadable(rows, vectors, findings) {
  const none = { cos: new Float64Array(rows), sin: new Float64Array(rows) };
  const unread = { pairs: 1, unit: 0, floor: 0, part: 1, shared: 0, noise: 0, layout: null };
  const empty = { rows, ...unread, rotaryStart: 0, vectors };
  const nothing = { ...empty, ...none, weights: undefined, present: undefined, reordered: false };
  const where = "phasor.diagnoseRotary";
  const question = { where, vectors, expect: undefined, lists: [], unit: 1 };
  const found = plain(diagnosed(nothing, question));
  return { ...found, findings };
}

/**
 * The ways to read vectors: as rotated, or as the result of a known mistake.
 * @type {((...vectors: Parameters<typeof rotationsOf>) => (Read & { finding?: Finding })[])[]}
 */
const ways = [
  rotationsOf,
  (...vectors) => {
    const found = otherwiseOf(...vectors);
    return found ? [{ ...found.read, finding: found.finding }] : [];
  },
];

/** @param {FloatArray} a @param {FloatArray} b */
function isSame(a, b) {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** @param {RotaryDiagnosis & { fits: number }} found @returns {RotaryDiagnosis} */
function plain({ fits, ...found }) {
  return found;
}
