import type { FloatArray } from "./check.js";
/**
 * The dot products of all pairs of rows, pe·peᵀ. Only half of them are computed, so the matrix is
 * exactly symmetric. For a sinusoidal table an entry depends only on the distance: Σ cos ω_i(p − q).
 * Products are summed in pe's type. The error is at most (d/4 + 3)·2^-24·Σ|a||b| + d·2^-150 in float32
 * and (d/2 + 3)·2^-53·Σ|a||b| + d·2^-1075 in float64. For finite rows, an entry is infinite only if its
 * exact value is too large for the type.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.out] (L, L), apart from pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function dotProducts<T extends FloatArray>(
  pe: T,
  shape: readonly [length: number, dModel: number],
  options?: {
    out?: T | undefined;
  },
): T;
/**
 * The cosine of the angle between each pair of rows: from −1 to 1, exactly 1 for a row with itself, 0 if
 * one row is all zeros, NaN if one is not finite. The error is at most (d/4 + 5)·2^-24 in float32 and
 * (2d + 8)·2^-53 in float64, however large or small the finite entries are.
 *
 * @template {FloatArray} T
 * @param {T} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.out] (L, L), apart from pe
 * @returns {T} (L, L), in pe's type
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export declare function cosineSimilarity<T extends FloatArray>(
  pe: T,
  shape: readonly [length: number, dModel: number],
  options?: {
    out?: T | undefined;
  },
): T;
/**
 * The mean dot product of two rows at each distance: out[k] = mean over p of pe[p]·pe[p + k]. For finite
 * rows, a mean is infinite or 0 only if no double is nearer to its exact value.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape
 * @returns {Float64Array<ArrayBuffer>} (L)
 * @throws {TypeError | RangeError} naming the argument
 */
export declare function similarityByDistance(
  pe: FloatArray,
  shape: readonly [length: number, dModel: number],
): Float64Array<ArrayBuffer>;
/**
 * The Euclidean norms of the rows.
 * @param {FloatArray} pe @param {number} length @param {number} width
 */
export declare function rowNorms(
  pe: FloatArray,
  length: number,
  width: number,
): Float64Array<ArrayBuffer>;
