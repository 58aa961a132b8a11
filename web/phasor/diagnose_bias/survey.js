// survey.js: the entries of a bias: which of them are masked, and their moments on each diagonal, in each
// column or in each row. Everything that needs no single entries is computed from these.
import { formatOf } from "../doctor/elements.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Format } from "../doctor/elements.js" */

/**
 * @typedef {object} Bias
 * @property {FloatArray} values (heads, queries, keys)
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} limit entries up to this value are masked
 * @property {number} masked the number of masked entries
 * @property {number} broken the number of entries that are NaN or +Infinity
 * @property {Format} format of the entries
 */

/** Maximum finite value of a masked entry: models use −1e4, −1e9 or the lowest value of a
 * format. */
const MASKING = -9000;

/**
 * @param {FloatArray} values @param {number} heads @param {number} queries @param {number} keys
 * @returns {Bias}
 */
export function readBias(values, heads, queries, keys) {
  let lowest = 0;
  let [hidden, broken] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const x = values[at];
    if (x >= lowest && x < Infinity) continue;
    if (x === -Infinity) hidden++;
    else if (x < lowest) lowest = x;
    else broken++;
  }
  const limit = limitOf(values, queries * keys, lowest);
  let masked = hidden;
  if (limit > -Infinity) {
    masked = 0;
    for (let at = 0; at < values.length; at++) if (values[at] <= limit) masked++;
  }
  return {
    values,
    heads,
    queries,
    keys,
    limit,
    masked,
    broken,
    format: formatOf(values, undefined, limit),
  };
}

/**
 * The limit for masked entries, which are far below all others; −Infinity if some entries lie between, as in a
 * linear bias, or if some head has no others.
 * @param {FloatArray} values @param {number} size of a head @param {number} lowest finite entry
 */
function limitOf(values, size, lowest) {
  if (!(lowest <= MASKING)) return -Infinity;
  let highest = -Infinity;
  let blind = 0;
  for (let head = 0; head < values.length; head += size) {
    let seen = false;
    for (let at = head; at < head + size; at++) {
      const x = values[at];
      if (x > highest) highest = x;
      if (!(x > 0.9 * lowest)) continue;
      if (x < 0.1 * lowest) return -Infinity;
      seen = true;
    }
    if (!seen) blind++;
  }
  return blind === 0 || highest === lowest ? 0.5 * lowest : -Infinity;
}

/**
 * The moments of the entries that are neither masked nor broken, in groups.
 * @typedef {object} Moments
 * @property {Float64Array} counts
 * @property {Float64Array} means
 * @property {Float64Array} squares sums of the squared deviations from the mean
 * @property {Float64Array} low
 * @property {Float64Array} high
 */

/** What the entries of a group share. @typedef {"difference" | "key" | "query"} Along */
/** Query i and key j are in group rows[i] + columns[j]. @typedef {{ rows: Int32Array, columns: Int32Array, size: number }} Groups */

/**
 * Differences key − query are counted from that of the last query and key 0.
 * @param {Along} along @param {{ queries: number, keys: number }} bias @returns {Groups}
 */
export function groupsAlong(along, { queries, keys }) {
  const isDifference = along === "difference";
  return {
    rows: Int32Array.from({ length: queries }, (_, i) =>
      isDifference ? queries - 1 - i : along === "query" ? i : 0,
    ),
    columns: Int32Array.from({ length: keys }, (_, j) => (along === "query" ? 0 : j)),
    size: isDifference ? queries + keys - 1 : along === "key" ? keys : queries,
  };
}

/** @param {Bias} bias @param {Groups} groups @param {number} [only] a single head @returns {Moments[]} for each head */
export function momentsOf({ values, heads, queries, keys, limit }, groups, only) {
  const { rows, columns, size } = groups;
  const list = only === undefined ? Array.from({ length: heads }, (_, head) => head) : [only];
  return list.map((head) => {
    const [counts, first, sums, squares, low, high] = Array.from(
      { length: 6 },
      () => new Float64Array(size),
    );
    let at = head * queries * keys;
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < keys; j++, at++) {
        const group = rows[i] + columns[j];
        const x = values[at];
        if (!(x > limit && x < Infinity)) continue;
        if (counts[group]++ === 0) {
          first[group] = low[group] = high[group] = x;
          continue;
        }
        // Sums of differences from the first entry are exact where all entries are equal.
        const d = x - first[group];
        if (d === 0) continue;
        sums[group] += d;
        squares[group] += d * d;
        if (x < low[group]) low[group] = x;
        else if (x > high[group]) high[group] = x;
      }
    }
    for (let group = 0; group < size; group++) {
      if (sums[group] === 0) continue;
      const mean = sums[group] / counts[group];
      first[group] += mean;
      squares[group] = Math.max(0, squares[group] - mean * sums[group]);
    }
    return { counts, means: first, squares, low, high };
  });
}

/**
 * The number of entries of a head, their mean, and the sum of the squared deviations from it.
 * @param {Moments} moments
 */
export function totalOf({ counts, means, squares }) {
  let [count, mean, within] = [0, 0, 0];
  for (let group = 0; group < counts.length; group++) {
    const n = counts[group];
    if (n === 0) continue;
    const d = means[group] - mean;
    count += n;
    mean += (d * n) / count;
    within += squares[group] + (d * d * n * (count - n)) / count;
  }
  return { count, mean, squares: within };
}

/**
 * How far the entries of a head are from a value of each group, by default their mean: the largest distance, the sum
 * of squares, and the rms of the part that rounding does not explain.
 * @param {Moments} moments @param {(group: number) => number} [expectedOf] @param {number} [precision] relative
 */
export function deviationOf({ counts, means, squares, low, high }, expectedOf, precision = 0) {
  let [max, sum, excess, count, groups] = [0, 0, 0, 0, 0];
  for (let group = 0; group < counts.length; group++) {
    const n = counts[group];
    if (n === 0) continue;
    const value = expectedOf ? expectedOf(group) : means[group];
    const residual = means[group] - value;
    const square = squares[group] / n + residual * residual;
    max = Math.max(max, high[group] - value, value - low[group]);
    sum += n * square;
    const beyond = Math.max(0, Math.sqrt(square) - 2 * precision * Math.abs(means[group]));
    excess += n * beyond * beyond;
    count += n;
    groups++;
  }
  return { max, sum, excess: Math.sqrt(excess / Math.max(1, count)), count, groups };
}
