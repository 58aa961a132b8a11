// query.js: factors for queries that grow with the position.
import * as check from "../check.js";
import { LLAMA4, LOG, LOGN } from "../kernels/constants.js";
import { ropeKernels } from "../kernels/rope.js";
import { positionAt } from "./positions.js";

/** @import { Workspace } from "../workspace.js" */
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

const rules = { llama4: LLAMA4, log: LOG, logn: LOGN };
const names = /** @type {const} */ (["type", "length", "offset", "beta"]);

/**
 * @param {string} where @param {unknown} value @param {Division} division
 * @returns {Temperature | undefined}
 */
export function readQueryScaling(where, value, division) {
  if (value === undefined) return undefined;
  const checked = check.options(where, /** @type {QueryScaling} */ (value), names, "queryScaling");
  const { type, length, offset = 0, beta } = checked;
  check.oneOf(
    where,
    "queryScaling.type",
    type,
    /** @type {(typeof type)[]} */ (Object.keys(rules)),
  );
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

/** The factors of rows: their positions, numbered through all batch elements, and whether they are undone.
 * @typedef {{ scaling: Temperature, positions: Positions, inverse: boolean }} QueryFactors */

/** @param {{ queryScaling?: Temperature | undefined }} rotary @param {Positions} positions
 * @param {{ inverse?: boolean | undefined }} options @returns {QueryFactors | undefined} */
export const factorsOf = ({ queryScaling: scaling }, positions, { inverse = false }) =>
  scaling && { scaling, positions, inverse };

/**
 * Computes the factors of `count` rows.
 * @param {Workspace} workspace @param {QueryFactors} factors @param {number} first row @param {number} count
 * @returns {number} pointer
 */
export function factorsAt(workspace, { scaling, positions, inverse }, first, count) {
  const { type, length, offset, beta } = scaling;
  const to = workspace.reserve(8 * count);
  const list = workspace.doubles(to, count);
  for (let i = 0; i < count; i++) list[i] = positionAt(positions, 0, first + i);
  const kernel = workspace.use(ropeKernels).phasor_query_factors;
  kernel(to, count, rules[type], length, offset, beta, Number(inverse));
  return to;
}
