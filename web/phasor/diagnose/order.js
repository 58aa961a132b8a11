// order.js: finds the order of rows that were permuted.
import { arcTangent } from "../elementary.js";
import { sampleOf, somePairs } from "./fit.js";
import { entriesOf, explained, isCircle, isPlausible } from "./inverses.js";
import { problem } from "./messages.js";
import { pairsOf } from "./model.js";

/** @import { Explanation } from "./explain.js" */
/** @import { Hidden } from "./altered.js" */
/** @import { Statistics } from "./statistics.js" */

/** Explains the rows in another order. @param {Statistics} statistics @param {number[]} order */
function ordered({ pe, length, width }, order) {
  return explained(length, width, (rows) => {
    const table = pe.slice(0, rows * width);
    for (let to = 0; to < rows; to++) {
      table.set(pe.subarray(order[to] * width, (order[to] + 1) * width), to * width);
    }
    return table;
  });
}

/** Maximum number of rows by which `placed` moves a row. */
const REACH = 24;

/**
 * The order in which each row is where it fits best; undefined if two rows fit best in one place.
 * @param {Statistics} statistics @param {number[]} order @param {Explanation} explanation
 */
function placed(statistics, order, { identified: { model } }) {
  const { length, width, padded } = statistics;
  const pairs = somePairs(pairsOf(width, padded), 16);
  const here = sampleOf(statistics, model.layout, order, pairs);
  const places = Array.from({ length }, (_, row) => row);
  const wanted = [...entriesOf({ ...here, rows: places }, model)].map((each) => each.wanted);
  /** @type {number[]} */
  const better = new Array(length).fill(-1);
  for (let r = 0; r < length; r++) {
    let [best, min] = [-1, Infinity];
    for (let to = Math.max(0, r - REACH); to <= Math.min(length - 1, r + REACH); to++) {
      let squares = 0;
      for (let c = 0; c < 2 * pairs.length; c++) {
        const value = here.values[c & 1][(c >> 1) * length + r];
        const miss = value - wanted[c * length + to];
        if (miss - miss === 0) squares += miss * miss;
      }
      if (squares < min) [best, min] = [to, squares];
    }
    if (better[best] >= 0) return undefined;
    better[best] = order[r];
  }
  return better;
}

/** @param {Statistics} statistics @returns {Hidden | undefined} */
export function sorted(statistics) {
  const { pe, length, width, padded } = statistics;
  const pairs = pairsOf(width, padded);
  const ends = [
    [2 * pairs - 2, 2 * pairs - 1],
    [pairs - 1, 2 * pairs - 1],
  ];
  for (const [a, b] of pairs > 1 ? ends : ends.slice(0, 1)) {
    if (!isCircle(statistics, a, b)) continue;
    const angles = Float64Array.from({ length }, (_, row) =>
      arcTangent(pe[row * width + a], pe[row * width + b]),
    );
    const upwards = [...angles.keys()].sort((p, q) => angles[p] - angles[q] || p - q);
    for (const first of [upwards, upwards.slice().reverse()]) {
      let order = first;
      let found = ordered(statistics, order);
      if (!found || found.explanation.identified.model.rate < 0) continue;
      if (found.explanation.verdict.noise > 0 || found.explanation.verdict.wrongRows.length > 0) {
        // In a slow pair, noise swaps neighbouring rows; all columns together tell them apart.
        const better = placed(statistics, order, found.explanation);
        const again = better && ordered(statistics, better);
        if (better && again) [order, found] = [better, again];
      }
      if (!isPlausible(found.explanation)) continue;
      const moved = order.filter((from, to) => from !== to).length;
      const [moving] = order.map((from, to) => [from, to]).filter(([from, to]) => from !== to);
      return {
        ...found,
        columns: Array.from({ length: width }, (_, c) => c),
        implied: [],
        findings: [
          problem(
            "shuffled-rows",
            `The rows are out of order: ${moved} of ${length} are elsewhere (row ${moving[0]} belongs ` +
              `where row ${moving[1]} is). Look for positions that were shuffled with the data, or ` +
              "sorted as text.",
          ),
        ],
      };
    }
  }
  return undefined;
}
