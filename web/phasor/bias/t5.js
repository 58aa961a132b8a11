// t5.js: learned biases for buckets of distances.
import * as check from "../check.js";
import { biasOutput, LARGEST_DISTANCE, layout, output } from "./scores.js";
import { addToTable, fillFromTable, integers } from "./tables.js";

/** @import { Dtype, FloatArray, TableArray, TableOf } from "../check.js" */

const LARGEST_BUCKETS = 4096;
const bucketOptions = /** @type {const} */ (["bidirectional", "maxDistance"]);
const biasOptions = /** @type {const} */ ([...bucketOptions, "offset", "out"]);

/**
 * @typedef {object} T5Options
 * @property {boolean | undefined} [bidirectional] whether later keys have their own buckets, the second
 *   half; true by default. Otherwise they all share bucket 0.
 * @property {number | undefined} [maxDistance] keys at this distance or farther share the last bucket; more
 *   than ⌊n/2⌋ for n buckets per direction; 128 by default
 */

/** The assignment of distances to buckets. @typedef {{ buckets: number, bidirectional: boolean, maxDistance: number }} Scheme */

/**
 * @param {string} where @param {unknown} buckets @param {T5Options} options
 * @param {string} [prefix] of the names in error messages
 * @returns {Scheme}
 */
export function bucketScheme(where, buckets, options, prefix = "") {
  const { bidirectional = true, maxDistance = 128 } = options;
  const name = `${prefix}buckets`;
  check.boolean(where, `${prefix}bidirectional`, bidirectional);
  const count = check.integer(where, name, buckets, bidirectional ? 4 : 2, LARGEST_BUCKETS);
  if (bidirectional && count % 2 === 1) check.fail(RangeError, where, name, "even", buckets);
  const min = Math.floor(count / (bidirectional ? 4 : 2)) + 1;
  check.integer(where, `${prefix}maxDistance`, maxDistance, min, LARGEST_DISTANCE);
  return { buckets: count, bidirectional, maxDistance };
}

/** The buckets of consecutive relative positions. @param {Scheme} scheme @param {number} first
 * @param {number} count */
export const bucketsFrom = ({ buckets, bidirectional, maxDistance }, first, count) =>
  integers(count, (kernels, out, at, some) =>
    kernels.phasor_t5_buckets(out, first + at, some, buckets, Number(bidirectional), maxDistance),
  );

/**
 * The bucket of a relative position in the bias of T5 (Raffel et al. 2020). Half of the buckets per
 * direction hold a single distance each; larger distances share the others logarithmically. The
 * computation is exact; for the usual 32 buckets and maxDistance 128, float32 code gives the same
 * buckets.
 *
 * @param {number} relativePosition key − query, an integer
 * @param {T5Options & { buckets?: number | undefined }} [options] buckets: the total number,
 *   2 … 4096; even and at least 4 if bidirectional; 32 by default
 * @returns {number} 0 … buckets − 1
 * @throws {TypeError | RangeError} naming the argument
 */
export function t5Bucket(relativePosition, options) {
  const where = "phasor.t5Bucket";
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  const checked = check.options(where, options, [...bucketOptions, "buckets"]);
  check.finite(where, "relativePosition", relativePosition);
  const { buckets = 32 } = checked;
  check.integer(where, "relativePosition", relativePosition, MIN_SAFE_INTEGER, MAX_SAFE_INTEGER);
  return bucketsFrom(bucketScheme(where, buckets, checked), relativePosition, 1)[0];
}

/**
 * @param {string} where @param {unknown} shape @param {unknown[]} lengths of queries and keys
 * @param {T5Options & { offset?: number | undefined }} options
 */
function t5Arguments(where, shape, [queries, keys], options) {
  const [buckets, heads] = check.shape(where, "shape", shape, ["buckets", "heads"]);
  const { offset = 0 } = options;
  return {
    scheme: bucketScheme(where, buckets, options),
    matrix: layout(where, heads, queries, keys, offset),
    buckets,
    heads,
  };
}

/**
 * The relative position bias of T5, which you add to the scores. T5 does not scale scores by 1/√d.
 *
 * @template {FloatArray} T
 * @overload
 * @param {T} table (buckets, heads), learned
 * @param {readonly [buckets: number, heads: number]} shape
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, dtype?: undefined, out?: T | undefined }}
 *   [options] offset: the position of query 0 among the keys, an integer, 0 by default; out: (heads,
 *   queryLength, keyLength); must not overlap the table
 * @returns {T} (heads, queryLength, keyLength)
 */
/**
 * @template {Dtype} D
 * @overload
 * @param {FloatArray} table
 * @param {readonly [buckets: number, heads: number]} shape
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, dtype: D, out?: undefined }} options dtype: of the result,
 *   the table's by default; each value is rounded once
 * @returns {TableOf<D>}
 */
/**
 * @template {TableArray} T
 * @overload
 * @param {FloatArray} table
 * @param {readonly [buckets: number, heads: number]} shape
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, dtype?: Dtype | undefined, out: T }} options
 * @returns {T}
 */
/**
 * @param {FloatArray} table
 * @param {readonly [buckets: number, heads: number]} shape
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, dtype?: Dtype | undefined, out?: TableArray }} [options]
 * @returns {TableArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function t5Bias(table, shape, queryLength, keyLength, options) {
  const where = "phasor.t5Bias";
  const checked = check.options(where, options, [...biasOptions, "dtype"]);
  const lengths = [queryLength, keyLength];
  const { scheme, matrix, buckets, heads } = t5Arguments(where, shape, lengths, checked);
  check.floats(where, "table", table, buckets * heads, [buckets, heads]);
  const size = heads * queryLength * keyLength;
  const result = biasOutput(where, checked.dtype, checked.out, size, { table });
  fillFromTable(table, matrix, result, (first, count) => bucketsFrom(scheme, first, count));
  return check.arrayOf(result);
}

/**
 * The gradient of `t5Bias` with respect to its table. Each entry is the sum of the gradients of the
 * entries that it filled, computed in double and rounded once.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, queryLength, keyLength)
 * @param {readonly [buckets: number, heads: number]} shape of the table
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number | undefined, out?: T | undefined }} [options] the same as
 *   for `t5Bias`; out: (buckets, heads), overwritten; must not overlap gradBias
 * @returns {T} (buckets, heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function t5BiasBackward(gradBias, shape, queryLength, keyLength, options) {
  const where = "phasor.t5BiasBackward";
  const checked = check.options(where, options, biasOptions);
  const lengths = [queryLength, keyLength];
  const { scheme, matrix, buckets, heads } = t5Arguments(where, shape, lengths, checked);
  const forHeads = ` for ${heads} heads of ${queryLength} × ${keyLength}`;
  check.floats(where, "gradBias", gradBias, heads * queryLength * keyLength, forHeads);
  const result = output(where, checked.out, buckets * heads, { gradBias });
  const totals = check.allocate(where, "float64", buckets * heads);
  addToTable(gradBias, matrix, totals, (first, count) => bucketsFrom(scheme, first, count));
  result.set(totals);
  return /** @type {T} */ (result);
}
