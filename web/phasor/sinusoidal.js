// sinusoidal.js: tables of sines and cosines.
import { arithmetics } from "./arithmetic.js";
import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { fillTable } from "./table.js";

/** @import { Arithmetic } from "./arithmetic.js" */
/** @import { Dtype, List, NewTable, TableArray, TableOf } from "./check.js" */
/** @import { Arrangement, Convention } from "./conventions.js" */

/**
 * @typedef {object} TableOptions
 * @property {number | undefined} [base] above 1; 10000 by default
 * @property {Convention | undefined} [convention] layout and spacing: the name of a preset or an object,
 *   see `conventions`; "vaswani", the paper's, by default
 */
/** @typedef {TableOptions & { arithmetic?: Arithmetic | undefined }} SinusoidalOptions */
/**
 * `start` is the first position: any number within ±2^53, 0 by default.
 * @typedef {SinusoidalOptions & { start?: number | undefined }} RowOptions
 */

/**
 * The sinusoidal encodings of the positions start … start + length − 1:
 *
 *     out[r, 2i]     = sin((start + r)·ω_i)
 *     out[r, 2i + 1] = cos((start + r)·ω_i)       ω_i = base^(-2i/dModel)
 *
 * Source: Vaswani et al. 2017, section 3.5. Accuracy against exact arithmetic: float32 within
 * 0.5 ulp + 2^-50, float64 within 2^-51; float16 and bfloat16 are the float64 values rounded once. The
 * bits are the same in every engine.
 *
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {number} length rows, 0 or more
 * @param {number} dModel 2 … 65536; even, unless the convention allows odd widths
 * @param {RowOptions & NewTable<D>} [options]
 * @returns {TableOf<D>} (length, dModel)
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {number} length
 * @param {number} dModel
 * @param {RowOptions & { out: T, dtype?: Dtype | undefined }} options out: (length, dModel), filled
 *   and returned; a Uint16Array requires dtype
 * @returns {T}
 */
/**
 * @param {number} length
 * @param {number} dModel
 * @param {RowOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidal(length, dModel, options) {
  const where = "phasor.sinusoidal";
  const checked = check.options(where, options, [...tableOptions, "start"]);
  const { start = 0, base, convention, arithmetic, dtype, out } = checked;
  check.count(where, "length", length);
  const arrangement = arrange(where, dModel, base, convention);
  if (arithmetic !== undefined) checkArithmetic(where, arithmetic, arrangement);
  check.position(where, "start", start, length);
  const table = check.tableResult(where, length * dModel, dtype, out);
  fillTable(table, arrangement, start, arithmetic);
  return check.arrayOf(table);
}

/**
 * The sinusoidal encodings of arbitrary positions, which may be fractional or negative. A position
 * gives the same bits as in `sinusoidal`.
 *
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {List} positions each within ±2^53
 * @param {number} dModel 2 … 65536; even, unless the convention allows odd widths
 * @param {SinusoidalOptions & NewTable<D>} [options]
 * @returns {TableOf<D>} (positions.length, dModel)
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {List} positions
 * @param {number} dModel
 * @param {SinusoidalOptions & { out: T, dtype?: Dtype | undefined }} options out:
 *   (positions.length, dModel), filled and returned
 * @returns {T}
 */
/**
 * @param {List} positions
 * @param {number} dModel
 * @param {SinusoidalOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidalAt(positions, dModel, options) {
  const where = "phasor.sinusoidalAt";
  const checked = check.options(where, options, tableOptions);
  const { base, convention, arithmetic, dtype, out } = checked;
  const arrangement = arrange(where, dModel, base, convention);
  if (arithmetic !== undefined) checkArithmetic(where, arithmetic, arrangement);
  const at = check.positions(where, "positions", positions);
  const table = check.tableResult(where, at.length * dModel, dtype, out);
  check.clear(where, "out", check.arrayOf(table), { positions: at });
  fillTable(table, arrangement, at, arithmetic);
  return check.arrayOf(table);
}

const tableOptions = /** @type {const} */ (["base", "convention", "arithmetic", "dtype", "out"]);

/** @param {string} where @param {Arithmetic} arithmetic @param {Arrangement} arrangement */
function checkArithmetic(where, arithmetic, { shift }) {
  check.oneOf(where, "arithmetic", arithmetic, arithmetics);
  if (shift && arithmetic !== "exact") {
    const allowed = '"exact" with a spacing other than 0 and 1';
    check.fail(RangeError, where, "arithmetic", allowed, arithmetic);
  }
}
