// sinusoidal.js: tables of sines and cosines.
import { arithmetics, fillRounded } from "./arithmetic.js";
import { check } from "./check.js";
import { planFor, STEPS, STRIP_PAIRS } from "./plan.js";
import { Stage, suffix } from "./stage.js";

/** @import { Arithmetic } from "./arithmetic.js" */
/** @import { ArrayOf, FloatArray } from "./check.js" */

/** Rows made from one anchor, and steps whose rows go out together: see csrc/sinusoidal.c. */
const BLOCK = 2 * STEPS;
const GROUP = 8;

const dtypes = /** @type {const} */ (["float32", "float64"]);
const conventionNames = /** @type {const} */ (["vaswani"]);

/**
 * How a table is laid out and spaced. "vaswani", the paper's, is the default: sine and cosine of a
 * pair next to each other, ω_i = base^(-2i/dModel).
 * @typedef {typeof conventionNames[number]} Convention
 */

/**
 * @typedef {object} TableOptions
 * @property {number} [base] above 1; 10000 by default
 * @property {Convention} [convention] "vaswani" by default
 */
/** @typedef {TableOptions & { arithmetic?: Arithmetic }} SinusoidalOptions */

/**
 * The sinusoidal encodings of the positions start … start + length − 1:
 *
 *     out[r, 2i]     = sin((start + r)·ω_i)
 *     out[r, 2i + 1] = cos((start + r)·ω_i)       ω_i = base^(-2i/dModel)
 *
 * Source: Vaswani et al. 2017, section 3.5. Accuracy against exact arithmetic: float32 within
 * 0.5 ulp + 2^-50, float64 within 2^-51. The same bits in every engine.
 *
 * @template {"float32" | "float64"} [D="float32"]
 * @overload
 * @param {number} length rows, 0 or more
 * @param {number} dModel even, 2 … 65536
 * @param {SinusoidalOptions & { start?: number, dtype?: D, out?: undefined }} [options] start: the first
 *   position, any number within ±2^53, 0 by default; dtype: "float32" by default
 * @returns {ArrayOf<D>} (length, dModel)
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} length
 * @param {number} dModel
 * @param {SinusoidalOptions & { start?: number, out: T }} options out: (length, dModel), filled and
 *   returned
 * @returns {T}
 */
/**
 * @param {number} length
 * @param {number} dModel
 * @param {SinusoidalOptions & { start?: number, dtype?: "float32" | "float64", out?: FloatArray }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidal(length, dModel, options) {
  const where = "phasor.sinusoidal";
  check.count(where, "length", length);
  check.dModel(where, dModel);
  const { base, arithmetic, start = 0, dtype, out } = tableOptions(where, options);
  check.position(where, "start", start);
  check.lastPosition(where, start, length);
  const table = output(where, length * dModel, dtype, out);
  if (arithmetic === "exact") fillTable(table, dModel, base, start);
  else fillRounded(table, dModel, base, arithmetic, positionsFrom(start));
  return table;
}

/**
 * The sinusoidal encodings of any positions, fractional and negative ones too. At an integer
 * position the result has the same bits as the row of `sinusoidal`.
 *
 * @template {"float32" | "float64"} [D="float32"]
 * @overload
 * @param {ArrayLike<number>} positions each within ±2^53
 * @param {number} dModel even, 2 … 65536
 * @param {SinusoidalOptions & { dtype?: D, out?: undefined }} [options] dtype: "float32" by default
 * @returns {ArrayOf<D>} (positions.length, dModel)
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {ArrayLike<number>} positions
 * @param {number} dModel
 * @param {SinusoidalOptions & { out: T }} options out: (positions.length, dModel), filled and returned
 * @returns {T}
 */
/**
 * @param {ArrayLike<number>} positions
 * @param {number} dModel
 * @param {SinusoidalOptions & { dtype?: "float32" | "float64", out?: FloatArray }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidalAt(positions, dModel, options) {
  const where = "phasor.sinusoidalAt";
  const at = check.positions(where, "positions", positions);
  check.dModel(where, dModel);
  const { base, arithmetic, dtype, out } = tableOptions(where, options);
  const table = output(where, at.length * dModel, dtype, out, at);
  /** @param {Float64Array} into @param {number} first */
  const write = (into, first) => into.set(at.subarray(first, first + into.length));
  if (arithmetic === "exact") fillPositions(table, dModel, base, write);
  else fillRounded(table, dModel, base, arithmetic, write);
  return table;
}

/**
 * @param {string} where
 * @param {SinusoidalOptions & { start?: number, dtype?: "float32" | "float64", out?: FloatArray }} [options]
 */
function tableOptions(where, options) {
  const {
    base = 10000,
    convention = "vaswani",
    arithmetic = "exact",
    ...rest
  } = check.options(where, options);
  check.base(where, base);
  check.oneOf(where, "convention", convention, conventionNames);
  check.oneOf(where, "arithmetic", arithmetic, arithmetics);
  return { base, arithmetic, ...rest };
}

/**
 * @param {string} where @param {number} length
 * @param {"float32" | "float64" | undefined} dtype @param {unknown} out
 * @param {Float64Array} [positions]
 */
function output(where, length, dtype, out, positions) {
  if (dtype !== undefined) check.oneOf(where, "dtype", dtype, dtypes);
  const given = check.output(where, out, length, undefined, positions ? [positions] : []);
  const kind = given ? check.dtypeOf(given) : (dtype ?? "float32");
  if (dtype !== undefined && dtype !== kind) {
    check.fail(TypeError, where, "dtype", `"${kind}" as out is, or left out`, dtype);
  }
  return given ?? check.allocate(where, kind, length);
}

/**
 * Fills a table (…, dModel) with the positions from `start` on. Arguments have been checked.
 * @param {FloatArray} table @param {number} dModel @param {number} base @param {number} start
 */
export function fillTable(table, dModel, base, start) {
  if (!Number.isInteger(start)) {
    fillPositions(table, dModel, base, positionsFrom(start));
    return;
  }
  const kernel = `phasor_table${suffix(table)}`;
  eachStrip(table, dModel, base, ({ stage, turns, steps, pairs, rows, output }) => {
    const padded = pairs + (pairs % 2);
    const work = stage.reserve(8 * padded * (stage.inPlace ? 2 + 4 * GROUP : 2));
    const rowBytes = 2 * pairs * table.BYTES_PER_ELEMENT;
    const tall = stage.inPlace ? rows : stage.tileRows(rows, rowBytes, BLOCK);
    const top = stage.top;
    for (let first = 0; first < rows; ) {
      // A tile ends where a block of rows around an anchor does, so that no anchor is needed twice.
      const past = (((start + first + STEPS) % BLOCK) + BLOCK) % BLOCK;
      const count = Math.min(rows - first, tall > past ? tall - past : tall);
      stage.top = top;
      const { to, stride } = output(first, count);
      stage.kernels[kernel](to, stride, turns, steps(), work, start + first, count, pairs);
      stage.flush();
      first += count;
    }
  });
}

/**
 * Writes start + first, start + first + 1, …
 * @param {number} start
 * @returns {(into: Float64Array, first: number) => void}
 */
function positionsFrom(start) {
  return (into, first) => {
    // One rounding, so that a position does not depend on where a tile begins.
    for (let r = 0; r < into.length; r++) into[r] = start + (first + r);
  };
}

/**
 * Fills a table (…, dModel) with any positions. Arguments have been checked.
 * @param {FloatArray} table @param {number} dModel @param {number} base
 * @param {(into: Float64Array, first: number) => void} positions writes those from `first` on
 */
function fillPositions(table, dModel, base, positions) {
  const kernel = `phasor_at${suffix(table)}`;
  eachStrip(table, dModel, base, ({ stage, turns, pairs, rows, output }) => {
    const rowBytes = 2 * pairs * table.BYTES_PER_ELEMENT + 8;
    stage.eachTile(rows, rowBytes, true, (first, count) => {
      const at = stage.reserve(8 * count);
      positions(stage.doubles(at, count), first);
      const { to, stride } = output(first, count);
      stage.kernels[kernel](to, stride, turns, at, count, pairs);
      stage.flush();
    });
  });
}

/**
 * A strip of a table's columns, narrow enough for its steps to fit into memory.
 * @typedef {object} Strip
 * @property {Stage} stage
 * @property {number} turns pointer to the frequencies of its pairs
 * @property {() => number} steps pointer to their steps
 * @property {number} pairs
 * @property {number} rows
 * @property {(first: number, count: number) => { to: number, stride: number }} output where to
 *   write rows
 */

/**
 * @param {FloatArray} table @param {number} dModel @param {number} base
 * @param {(strip: Strip) => void} body
 */
function eachStrip(table, dModel, base, body) {
  if (table.length === 0) return;
  const stage = new Stage(table);
  const all = dModel / 2;
  const { turns, steps } = planFor(stage, `${base} ${dModel}`, (to) => {
    stage.kernels.phasor_turns(to, all, base, 2, dModel);
  });
  const top = stage.top;
  for (let pair = 0; pair < all; pair += STRIP_PAIRS) {
    const pairs = Math.min(STRIP_PAIRS, all - pair);
    const width = 2 * pairs;
    stage.top = top;
    body({
      stage,
      turns: turns + 16 * pair,
      steps: () => steps(pair, pairs),
      pairs,
      rows: table.length / dModel,
      output: (first, count) => ({
        to: stage.outputBlock(table, first * dModel + 2 * pair, count, width, dModel),
        stride: stage.inPlace ? dModel : width,
      }),
    });
  }
}
