// toeplitz.js: dot products of sinusoidal rows from their distance, without multiplying rows.

import * as check from "./check.js";
import { arrange } from "./conventions.js";
import { analysisKernels } from "./kernels/analysis.js";
import { fillTable } from "./table.js";
import { inputAt, outputAt, Workspace } from "./workspace.js";

/** @import { ArrayOf, FloatArray, OneOf } from "./check.js" */

/** Rows that are computed at a time. */
const ROWS = 64;

/**
 * The dot product of two encodings at each distance: out[k] = Σ_i cos kω_i, so that out[0] is
 * dModel/2. This is the result of `similarityByDistance` for a sinusoidal table, without the table.
 *
 * @param {number} length distances 0 … length − 1
 * @param {number} dModel even, 2 … 65536
 * @param {object} [options]
 * @param {number | undefined} [options.base] above 1; 10000 by default
 * @returns {Float64Array<ArrayBuffer>} (length), each within dModel·2^-52·(1 + dModel/16) of the exact value
 * @throws {TypeError | RangeError} naming the argument
 */
export function sinusoidalSimilarity(length, dModel, options) {
  return byDistance("phasor.sinusoidalSimilarity", length, dModel, options);
}

/**
 * @param {string} where @param {number} length @param {number} dModel
 * @param {{ base?: number | undefined } | undefined} options
 */
function byDistance(where, length, dModel, options) {
  const { base } = check.options(where, options, ["base"]);
  check.count(where, "length", length);
  const arrangement = arrange(where, dModel, base);
  const sums = check.allocate(where, "float64", length);
  const rows = new Float64Array(Math.min(ROWS, length) * dModel);
  const workspace = new Workspace(rows);
  const top = workspace.top;
  for (let first = 0; first < length; first += ROWS) {
    const count = Math.min(ROWS, length - first);
    const part = rows.subarray(0, count * dModel);
    fillTable(part, arrangement, first);
    workspace.top = top;
    // Row by row, because a whole tile of the widest rows would not fit.
    for (let r = 0; r < count; r++) {
      workspace.top = top;
      const row = inputAt(workspace, part, r * dModel, dModel);
      const to = outputAt(workspace, sums, first + r, 1);
      workspace.use(analysisKernels).phasor_cosine_sums(to, row, 1, dModel / 2);
      workspace.flush();
    }
  }
  return sums;
}

/**
 * The result of `dotProducts` for a sinusoidal table with any start: the values Σ_i cos kω_i for
 * k = 0 … length − 1 are computed once and copied along the diagonals. For any other table use
 * `dotProducts`, which multiplies rows.
 *
 * @template {"float32" | "float64" | undefined} [D="float32"]
 * @overload
 * @param {number} length rows and columns
 * @param {number} dModel even, 2 … 65536
 * @param {{ base?: number | undefined, dtype?: OneOf<D, "float32" | "float64">, out?: undefined }} [options] dtype: "float32" by default
 * @returns {ArrayOf<D>} (length, length)
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} length
 * @param {number} dModel
 * @param {{ base?: number | undefined, dtype?: "float32" | "float64" | undefined, out: T }} options
 *   out: (length, length), filled and returned
 * @returns {T}
 */
/**
 * @param {number} length
 * @param {number} dModel
 * @param {{ base?: number | undefined, dtype?: "float32" | "float64" | undefined,
 *   out?: FloatArray | undefined }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function sinusoidalDotProducts(length, dModel, options) {
  const where = "phasor.sinusoidalDotProducts";
  const { base, dtype, out } = check.options(where, options, ["base", "dtype", "out"]);
  check.count(where, "length", length);
  const result = check.result(where, length * length, dtype, out);
  const sums = byDistance(where, length, dModel, { base });
  // Row i of the matrix is a window of … s2 s1 s0 s1 s2 … that moves by one.
  const mirrored = new (check.isFloat32(result) ? Float32Array : Float64Array)(
    Math.max(0, 2 * length - 1),
  );
  for (let k = 0; k < length; k++) {
    mirrored[length - 1 - k] = sums[k];
    mirrored[length - 1 + k] = sums[k];
  }
  for (let i = 0; i < length; i++) {
    result.set(mirrored.subarray(length - 1 - i, 2 * length - 1 - i), i * length);
  }
  return result;
}
