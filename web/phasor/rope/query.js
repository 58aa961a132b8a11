// query.js: factors for queries that grow with the position.
import * as check from "../check.js";
import { logarithm } from "../elementary.js";
import { positionAt } from "./positions.js";

/** @import { Positions } from "./positions.js" */
/** @import { Division } from "./sections.js" */

/**
 * The factor of a query at position p, which keeps attention sharp over long contexts:
 *
 * | type | factor | models |
 * | --- | --- | --- |
 * | llama4 | 1 + beta·ln(1 + ⌊(p + offset)/length⌋) | Llama 4 (offset 1, in layers that do not rotate), Ministral 3 |
 * | log | 1 + beta·ln((p + offset)/length), at least 1 | Inkling |
 * | logn | ln(p + offset)/ln(length), at least 1 | the first Qwen (offset 1), Grok 2 |
 *
 * @typedef {object} QueryLength
 * @property {number} length in tokens; above 1 for logn
 * @property {number | undefined} [offset] 0 by default
 */
/**
 * The factor of queries; see the table in `QueryLength`. `beta` is required, except for logn, which
 * has none.
 * @typedef {QueryLength & (
 *   | { type: "llama4" | "log", beta: number }
 *   | { type: "logn", beta?: number | undefined }
 * )} QueryScaling
 */
/** @typedef {{ type: QueryScaling["type"], length: number, offset: number, beta: number }} Temperature */

const types = /** @type {const} */ (["llama4", "log", "logn"]);
const names = /** @type {const} */ (["type", "length", "offset", "beta"]);

/**
 * @param {string} where @param {unknown} value @param {Division} division
 * @returns {Temperature | undefined}
 */
export function readQueryScaling(where, value, division) {
  if (value === undefined) return undefined;
  const checked = check.options(where, /** @type {QueryScaling} */ (value), names, "queryScaling");
  const { type, length, offset = 0, beta } = checked;
  check.oneOf(where, "queryScaling.type", type, types);
  check.number(where, "queryScaling.length", length, 1, 2 ** 53);
  check.position(where, "queryScaling.offset", offset);
  if (type === "logn") {
    if (length === 1) check.fail(RangeError, where, "queryScaling.length", "above 1", length);
    if (beta !== undefined && check.finite(where, "queryScaling.beta", beta) !== 1) {
      check.fail(RangeError, where, "queryScaling.beta", '1 or left out, for type "logn"', beta);
    }
  } else {
    check.number(where, "queryScaling.beta", beta, 0, 1e6);
  }
  if (division.axes > 1) {
    check.fail(RangeError, where, "queryScaling", "left out with sections", value);
  }
  return { type, length, offset, beta: beta ?? 1 };
}

/** The factor of a position. @param {Temperature} scaling @param {number} position */
export function queryFactor({ type, length, offset, beta }, position) {
  const past = position + offset;
  if (type === "llama4") return 1 + beta * logarithm(1 + Math.max(0, Math.floor(past / length)));
  const ratio = Math.max(1, past / length);
  if (type === "log") return 1 + beta * logarithm(ratio);
  return ratio > 1 ? logarithm(past) / logarithm(length) : 1;
}

/**
 * The factors of all rows.
 * @param {Temperature} scaling @param {Positions} positions
 * @param {number} rows @param {boolean} inverse
 * @returns {Float64Array | undefined} undefined if all are 1
 */
export function queryFactors(scaling, positions, rows, inverse) {
  const list = new Float64Array(rows);
  let any = false;
  for (let i = 0; i < rows; i++) {
    const factor = queryFactor(scaling, positionAt(positions, 0, i));
    any ||= factor !== 1;
    list[i] = inverse ? 1 / factor : factor;
  }
  return any ? list : undefined;
}
