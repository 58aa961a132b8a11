// survey.js: the entries of a bias: which of them are masked, and their moments on each diagonal, in each
// column or in each row. Everything that needs no single entries is computed from these.
import { eachBlock } from "../bias/scores.js";
import { formatOf } from "../doctor/elements.js";
import { momentsKernels } from "../kernels/moments.js";
import { copyIn, eachTile, inputAt, inputBlock, suffix, Workspace } from "../workspace.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Format } from "../doctor/elements.js" */

/**
 * @typedef {object} Entries
 * @property {FloatArray} values (heads, queries, keys)
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} limit entries up to this value are masked
 */
/**
 * @typedef {object} Survey
 * @property {number} nonFinite the number of entries that are NaN or +Infinity
 * @property {Format} format of the entries
 * @property {Moments[]} moments of the diagonals, for each head, with the index key − query + queries − 1
 * @property {Partial<Record<Grouping, Moments[]>>} cached moments, which momentsBy keeps
 * @property {{ max: number, rms: number }} deviation of the entries from the means of their diagonals
 * @property {number} spread standard deviation of all entries within their heads
 */
/** @typedef {Entries & Survey} Bias */

/** Maximum finite value of a masked entry: models use −1e4, −1e9 or the lowest value of a
 * format. */
const MAX_MASKED = -9000;
/** Maximum rms deviation that counts as noise, relative to the spread, and absolute. */
const MAX_RELATIVE_NOISE = 0.1;
export const NOISE = 5e-3;
/** Numbers of a group that phasor_moments sums. */
const SUMS_PER_GROUP = 6;

/**
 * @param {FloatArray} values @param {number} heads @param {number} queries @param {number} keys
 * @returns {Bias}
 */
export function readBias(values, heads, queries, keys) {
  const limit = limitOf(values, queries * keys);
  const entries = { values, heads, queries, keys, limit };
  const moments = momentsOf(entries, groupsBy("difference", entries));
  let [variance, count, nonFinite] = [0, 0, 0];
  for (const head of moments) {
    const total = totalOf(head);
    variance += total.squares;
    count += total.count;
    nonFinite += head.nonFinite;
  }
  return {
    ...entries,
    ...{ moments, cached: { difference: moments }, nonFinite },
    format: formatOf(values, undefined, limit),
    deviation: scatterOf(moments),
    spread: Math.sqrt(variance / Math.max(1, count)),
  };
}

/**
 * The limit for masked entries, which are far below all others; −Infinity if some entries lie between, as in a
 * linear bias, or if only some heads have others. Masks that were added have several values, such as −1e4 and −2e4.
 * @param {FloatArray} values @param {number} size of a head
 */
function limitOf(values, size) {
  let limit = -Infinity;
  let level = leastAbove(values, 0, values.length, -Infinity);
  while (level <= MAX_MASKED) {
    let [least, most] = [Infinity, -Infinity];
    for (let head = 0; head < values.length; head += size) {
      const next = leastAbove(values, head, size, 0.9 * level);
      [least, most] = [Math.min(least, next), Math.max(most, next)];
    }
    if (least >= 0.1 * level && (most < Infinity || least === Infinity)) limit = 0.5 * level;
    level = least;
  }
  return limit;
}

/** The smallest of some entries above a limit. @param {FloatArray} values @param {number} from @param {number} count
 * @param {number} limit */
function leastAbove(values, from, count, limit) {
  const workspace = new Workspace(values);
  const kernel = workspace.use(momentsKernels)[`phasor_least_above${suffix(values)}`];
  let least = Infinity;
  eachTile(workspace, count, values.BYTES_PER_ELEMENT, false, (first, length) => {
    least = Math.min(
      least,
      kernel(inputAt(workspace, values, from + first, length), length, limit),
    );
  });
  return least;
}

/**
 * The moments of the entries of a head that are neither masked nor broken, in groups.
 * @typedef {object} Moments
 * @property {Float64Array} counts
 * @property {Float64Array} means
 * @property {Float64Array} squares sums of the squared deviations from the mean
 * @property {Float64Array} low
 * @property {Float64Array} high
 * @property {number} nonFinite the number of entries of the head that are
 */

/** What the entries of a group share. @typedef {"difference" | "key" | "query"} Grouping */
/** Query i and key j are in group rows[i] + columns[j]. @typedef {{ rows: Int32Array, columns: Int32Array, size: number }} Groups */

/**
 * Differences key − query are counted from that of the last query and key 0.
 * @param {Grouping} grouping @param {{ queries: number, keys: number }} bias @returns {Groups}
 */
export function groupsBy(grouping, { queries, keys }) {
  const rows = Int32Array.from(
    { length: queries },
    (_, i) => ({ difference: queries - 1 - i, key: 0, query: i })[grouping],
  );
  const columns = Int32Array.from({ length: keys }, (_, j) => (grouping === "query" ? 0 : j));
  return { rows, columns, size: rows[0] + rows[queries - 1] + columns[keys - 1] + 1 };
}

/** The moments of all heads along diagonals, keys or queries. @param {Bias} bias @param {Grouping} grouping */
export const momentsBy = (bias, grouping) =>
  (bias.cached[grouping] ??= momentsOf(bias, groupsBy(grouping, bias)));

/** @param {Entries} bias @param {Groups} groups @param {number[]} [list] heads, all by default @returns {Moments[]} */
export function momentsOf({ values, heads, queries, keys, limit }, { rows, columns, size }, list) {
  const workspace = new Workspace(values);
  const add = workspace.use(momentsKernels)[`phasor_moments${suffix(values)}`];
  const { top } = workspace;
  return (list ?? Array.from({ length: heads }, (_, head) => head)).map((head) => {
    const sums = new Float64Array(SUMS_PER_GROUP * size);
    let nonFinite = 0;
    // A block's groups, and the group of each of its rows and columns, fit into scratch memory.
    eachBlock({ heads, queries, keys, offset: 0 }, (block) => {
      const byRow = rows.subarray(block.row, block.row + block.rows);
      const byColumn = columns.subarray(block.column, block.column + block.columns);
      const first = Math.min(...byRow) + Math.min(...byColumn);
      const count = Math.max(...byRow) + Math.max(...byColumn) + 1 - first;
      workspace.top = top;
      const from = byRow.map((group) => group - first);
      const pointers = [
        copyIn(workspace, from, 0, from.length),
        copyIn(workspace, byColumn, 0, byColumn.length),
      ];
      const to = copyIn(workspace, sums, SUMS_PER_GROUP * first, SUMS_PER_GROUP * count);
      eachTile(
        workspace,
        block.rows,
        block.columns * values.BYTES_PER_ELEMENT,
        false,
        (r, tileRows) => {
          const at = (head * queries + block.row + r) * keys + block.column;
          const x = inputBlock(workspace, values, at, tileRows, block.columns, keys);
          const stride = workspace.inPlace ? keys : block.columns;
          nonFinite += add(
            to,
            x,
            stride,
            pointers[0] + 4 * r,
            pointers[1],
            limit,
            tileRows,
            block.columns,
          );
        },
      );
      sums.set(workspace.doubles(to, SUMS_PER_GROUP * count), SUMS_PER_GROUP * first);
    });
    return momentsFrom(sums, size, nonFinite);
  });
}

/** @param {Float64Array} sums see phasor_moments @param {number} size number of groups @param {number} nonFinite
 * @returns {Moments} */
function momentsFrom(sums, size, nonFinite) {
  const [counts, means, squares, low, high] = Array.from(
    { length: 5 },
    () => new Float64Array(size),
  );
  for (let group = 0, at = 0; group < size; group++, at += SUMS_PER_GROUP) {
    const sum = sums[at + 2];
    const mean = sum === 0 ? 0 : sum / sums[at];
    counts[group] = sums[at];
    means[group] = sums[at + 1] + mean;
    squares[group] = Math.max(0, sums[at + 3] - mean * sum);
    low[group] = sums[at + 4];
    high[group] = sums[at + 5];
  }
  return { counts, means, squares, low, high, nonFinite };
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
    const unexplained = Math.max(0, Math.sqrt(square) - 2 * precision * Math.abs(means[group]));
    excess += n * unexplained * unexplained;
    count += n;
    groups++;
  }
  return { max, sum, excess: Math.sqrt(excess / Math.max(1, count)), count, groups };
}

/** How far entries are from the means of their groups; `rms` is an estimate for all. @param {Moments[]} heads */
export function scatterOf(heads) {
  let [max, squares, free] = [0, 0, 0];
  for (const head of heads) {
    const { max: headMax, sum, count, groups } = deviationOf(head);
    max = Math.max(max, headMax);
    squares += sum;
    free += count - groups;
  }
  return { max, rms: Math.sqrt(squares / Math.max(1, free)) };
}

/** Whether a deviation is just noise. @param {{ rms: number }} deviation @param {number} spread */
export const isNoise = ({ rms }, spread) => rms <= NOISE && rms <= MAX_RELATIVE_NOISE * spread;
