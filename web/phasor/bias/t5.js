// t5.js: learned biases for buckets of distances.
import * as check from "../check.js";
import { power } from "../elementary.js";
import { biasOutput, LARGEST_DISTANCE, layout, output } from "./scores.js";
import { layTable, sumTable } from "./tables.js";

/** @import { Dtype, FloatArray, TableArray, TableOf } from "../check.js" */

const LARGEST_BUCKETS = 4096;
const bucketOptions = /** @type {const} */ (["bidirectional", "maxDistance"]);
const biasOptions = /** @type {const} */ ([...bucketOptions, "offset", "out"]);

/**
 * @typedef {object} T5Options
 * @property {boolean | undefined} [bidirectional] whether later keys have their own buckets, the second
 *   half; true by default. Otherwise they all share bucket 0.
 * @property {number | undefined} [maxDistance] the distance from which on all keys share the last bucket; more
 *   than ⌊n/2⌋ for n buckets per direction; 128 by default
 */

/**
 * The assignment of distances to buckets.
 * @typedef {{ bidirectional: boolean, perDirection: number, exact: number, thresholds: number[] }} Scheme
 *   perDirection: buckets per direction; exact: the number of buckets with a single distance; thresholds:
 *   the smallest distances of the buckets after the first shared one
 */

/** @param {string} where @param {unknown} buckets @param {T5Options} options @returns {Scheme} */
export function bucketScheme(where, buckets, { bidirectional = true, maxDistance = 128 }) {
  check.boolean(where, "bidirectional", bidirectional);
  const all = bidirectional
    ? evenFrom4(where, buckets)
    : check.integer(where, "buckets", buckets, 2, LARGEST_BUCKETS);
  const perDirection = bidirectional ? all / 2 : all;
  const exact = Math.floor(perDirection / 2);
  const distance = check.integer(where, "maxDistance", maxDistance, exact + 1, LARGEST_DISTANCE);
  return {
    bidirectional,
    perDirection,
    exact,
    thresholds: thresholdsOf(perDirection, exact, distance),
  };
}

/** @param {string} where @param {unknown} buckets */
function evenFrom4(where, buckets) {
  const max = check.integer(where, "buckets", buckets, 4, LARGEST_BUCKETS);
  return max % 2 === 0 ? max : check.fail(RangeError, where, "buckets", "even", buckets);
}

/**
 * The smallest distance n of each bucket exact + m, m = 1 … K − 1 with K = perDirection − exact: the smallest n
 * such that
 *
 *     ln(n/exact)/ln(distance/exact)·K ≥ m,  that is  n^K ≥ distance^m·exact^(K − m)
 *
 * This is decided in integers wherever a rounded logarithm could be wrong.
 * @param {number} perDirection @param {number} exact @param {number} distance
 */
export function thresholdsOf(perDirection, exact, distance) {
  const shared = perDirection - exact;
  const thresholds = [];
  for (let m = 1; m < shared; m++) {
    const about = exact * power(distance / exact, m / shared);
    let min = Math.ceil(about);
    const nearest = Math.round(about);
    if (Math.abs(about - nearest) < 1e-12 * about) {
      const power = BigInt(distance) ** BigInt(m) * BigInt(exact) ** BigInt(shared - m);
      min = BigInt(nearest) ** BigInt(shared) >= power ? nearest : nearest + 1;
    }
    thresholds.push(min);
  }
  return thresholds;
}

/** @param {Scheme} scheme @param {number} relative key − query */
function bucketOf({ bidirectional, perDirection, exact, thresholds }, relative) {
  const start = bidirectional && relative > 0 ? perDirection : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(-relative, 0);
  if (distance < exact) return start + distance;
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle] <= distance) low = middle + 1;
    else high = middle;
  }
  return start + exact + low;
}

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
  return bucketOf(bucketScheme(where, buckets, checked), relativePosition);
}

/**
 * @param {string} where @param {unknown} shape @param {unknown[]} lengths of queries and keys
 * @param {T5Options & { offset?: number | undefined }} options
 */
function t5Arguments(where, shape, [queries, keys], options) {
  const [buckets, heads] = check.shape(where, "shape", shape, ["buckets", "heads"]);
  const { offset = 0 } = options;
  return {
    rules: bucketScheme(where, buckets, options),
    matrix: layout(where, heads, queries, keys, offset),
    buckets,
    heads,
  };
}

/** The buckets of consecutive relative positions. @param {Scheme} scheme @param {number} first
 * @param {number} count */
export function bucketsFrom(scheme, first, count) {
  const buckets = new Int32Array(count);
  for (let i = 0; i < count; i++) buckets[i] = bucketOf(scheme, first + i);
  return buckets;
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
  const { rules, matrix, buckets, heads } = t5Arguments(where, shape, lengths, checked);
  check.floats(where, "table", table, buckets * heads, [buckets, heads]);
  const size = heads * queryLength * keyLength;
  const result = biasOutput(where, checked.dtype, checked.out, size, { table });
  layTable(table, matrix, result, (first, count) => bucketsFrom(rules, first, count));
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
  const { rules, matrix, buckets, heads } = t5Arguments(where, shape, lengths, checked);
  const because = ` for ${heads} heads of ${queryLength} × ${keyLength}`;
  check.floats(where, "gradBias", gradBias, heads * queryLength * keyLength, because);
  const result = output(where, checked.out, buckets * heads, { gradBias });
  const totals = check.allocate(where, "float64", buckets * heads);
  sumTable(gradBias, matrix, totals, (first, count) => bucketsFrom(rules, first, count));
  result.set(totals);
  return /** @type {T} */ (result);
}
