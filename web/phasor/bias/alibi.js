// alibi.js: biases that decrease linearly with the distance.

import * as check from "../check.js";
import { biasKernels } from "../kernels/bias.js";
import { eachTile, outputAt, suffix, Workspace } from "../workspace.js";
import { eachBlock, LARGEST_HEADS, layout, slide } from "./scores.js";

/** @import { Dtype, NewTable, TableArray, TableOf } from "../check.js" */
/** @import { Output } from "../workspace.js" */
/** @import { Layout } from "./scores.js" */

const LARGEST_EXPONENT = 1000;

/**
 * The slopes of ALiBi (Press et al. 2021). If the number of heads n is a power of two, head j has the
 * slope 2^(−maxBias·(j + 1)/n). Otherwise the slopes are those for the next smaller power of
 * two, followed by the first, third, fifth … slope for the next larger one.
 *
 * @param {number} heads 1 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.maxBias] the exponent of the last head, above 0, at most 1000;
 *   8 by default, as in the paper (`alibi_bias_max` of MPT's configurations)
 * @returns {Float64Array<ArrayBuffer>} (heads), the nearest doubles
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * alibiSlopes(4); // Float64Array [0.25, 0.0625, 0.015625, 0.00390625]
 */
export function alibiSlopes(heads, options) {
  const where = "phasor.alibiSlopes";
  const { maxBias = 8 } = check.options(where, options, ["maxBias"]);
  check.integer(where, "heads", heads, 1, LARGEST_HEADS);
  return slopesOf(heads, checkMaxBias(where, maxBias));
}

/** @param {string} where @param {unknown} maxBias */
function checkMaxBias(where, maxBias) {
  if (typeof maxBias === "number" && maxBias > 0 && maxBias <= LARGEST_EXPONENT) return maxBias;
  const allowed = `a number above 0 and at most ${LARGEST_EXPONENT}`;
  return check.reject(where, "maxBias", allowed, maxBias);
}

/** @param {number} heads @param {number} maxBias */
function slopesOf(heads, maxBias) {
  const out = new Float64Array(heads);
  const workspace = new Workspace(out);
  workspace
    .use(biasKernels)
    .phasor_alibi_slopes(outputAt(workspace, out, 0, heads), heads, maxBias);
  workspace.flush();
  return out;
}

/**
 * The biases of ALiBi, which you add to the scores. Query i is at position offset + i, key j at
 * position j:
 *
 *     "distance"     −slope·(offset + i − j), as in the paper; without `causal` −slope·|offset + i − j|
 *     "key-index"    slope·j, as in the authors' code: it differs from the paper by a constant in each
 *                    row, which does not change a causal softmax
 *
 * With `causal` the entries of later keys, j > offset + i, are −Infinity, so the bias is also the mask.
 * An entry is the product computed in double, rounded to the type.
 *
 * @template {Dtype | undefined} [D="float32"]
 * @overload
 * @param {number} heads 1 … 65536
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {AlibiOptions & NewTable<D>} [options]
 * @returns {TableOf<D>} (heads, queryLength, keyLength)
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {number} heads
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {AlibiOptions & { out: T, dtype?: Dtype | undefined }} options out: (heads, queryLength, keyLength), filled and returned
 * @returns {T}
 */
/**
 * @param {number} heads @param {number} queryLength @param {number} keyLength
 * @param {AlibiOptions & { dtype?: Dtype | undefined, out?: TableArray | undefined }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function alibiBias(heads, queryLength, keyLength, options) {
  const where = "phasor.alibiBias";
  const {
    causal = true,
    form = "distance",
    offset = 0,
    maxBias = 8,
    dtype,
    out,
  } = check.options(where, options, ["causal", "form", "offset", "maxBias", "dtype", "out"]);
  const matrix = layout(where, heads, queryLength, keyLength, offset);
  check.boolean(where, "causal", causal);
  check.oneOf(where, "form", form, ["distance", "key-index"]);
  checkMaxBias(where, maxBias);
  const result = check.tableResult(where, heads * queryLength * keyLength, dtype, out);
  if (result.length === 0) return check.arrayOf(result);
  const slopes = slopesOf(heads, maxBias);
  const workspace = new Workspace(result);
  const alibi = workspace.use(biasKernels)[`phasor_alibi${suffix(result)}`];
  const top = workspace.top;
  eachBlock(matrix, (block) => {
    const { column, columns, first, count } = block;
    for (let head = 0; head < heads; head++) {
      const slope = slopes[head];
      workspace.top = top;
      const line = workspace.reserve(count * result.BYTES_PER_ELEMENT);
      if (form === "key-index") {
        alibi(line, column, columns, slope, slope);
        repeatLine(workspace, result, matrix, head, block, line, causal);
      } else {
        alibi(line, first, count, slope, causal ? Number.NEGATIVE_INFINITY : -slope);
        slide(workspace, result, matrix, head, block, line);
      }
    }
  });
  return check.arrayOf(result);
}

/**
 * @typedef {object} AlibiOptions
 * @property {boolean | undefined} [causal] whether later keys are masked; true by default
 * @property {"distance" | "key-index" | undefined} [form] "distance" by default
 * @property {number | undefined} [offset] the position of query 0 among the keys, such as the number of
 *   keys that are already in the cache; an integer within ±(2^31 − 1), 0 by default
 * @property {number | undefined} [maxBias] see `alibiSlopes`; 8 by default
 */

/**
 * Writes the same line to every row, and masks the later keys of each row if `causal`.
 * @param {Workspace} workspace @param {Output} out @param {Layout} layout @param {number} head
 * @param {{ row: number, rows: number, column: number, columns: number }} block
 * @param {number} line pointer @param {boolean} causal
 */
function repeatLine(workspace, out, { queries, keys, offset }, head, block, line, causal) {
  const { row, rows, column, columns } = block;
  const size = out.BYTES_PER_ELEMENT;
  const slideKernel = workspace.use(biasKernels)[`phasor_slide${suffix(out)}`];
  const mask = workspace.use(biasKernels)[`phasor_mask${suffix(out)}`];
  const start = (head * queries + row) * keys + column;
  eachTile(workspace, rows, columns * size, true, (first, count) => {
    const to = workspace.outputBlock(out, start + first * keys, count, columns, keys);
    const stride = workspace.inPlace ? keys : columns;
    const visible = offset + row + first + 1 - column;
    slideKernel(to, stride, line, 0, count, columns);
    if (causal) mask(to, stride, Math.max(-count, Math.min(columns, visible)), count, columns);
    workspace.flush();
  });
}
