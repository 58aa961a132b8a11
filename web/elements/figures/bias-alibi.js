// The ALiBi part of <phasor-bias>: eight heads' attention weights on the keys up to a query.
import { alibiBias } from "../../phasor/index.js";
import { bars, bracket, cells, decimal, label, linear, rule, times, whole } from "../core/index.js";
import { softmax } from "./bias-numbers.js";

/** @import { DataOf, Panel } from "../core/types.js" */
/** @import { P } from "./bias.js" */

/**
 * @typedef {object} AlibiData
 * @property {number} at the query's position, rounded to a whole number
 * @property {Float64Array[]} ridges for each head, the weights of keys 0 … m
 * @property {number[]} reach for each head, how many of the last words hold BRACKET_SHARE of the weight
 */

export const HEADS = 8;
export const WORDS = 96;
const BRACKET_SHARE = 0.9;
/** Distance from one head's baseline to the next, in units of weight: all heads share one scale. */
const BASELINE_STEP = 0.174;
const TOP_WEIGHT = 0.42;
/** Pixels for a weight of 1. */
export const SCALE = 265;

/** @type {DataOf<P, AlibiData>} */
export const alibiData = {
  at: ({ query }) => Math.round(query),
  ridges(_, { at }) {
    const bias = alibiBias(HEADS, 1, at + 1, { offset: at, dtype: "float64" });
    return times(HEADS, (head) => softmax(bias.subarray(head * (at + 1), (head + 1) * (at + 1))));
  },
  reach: (_, { ridges }) => ridges.map(wordsHolding),
};

/** @param {Float64Array} weights */
function wordsHolding(weights) {
  let [sum, count] = [0, 0];
  while (sum < BRACKET_SHARE && count < weights.length) sum += weights[weights.length - ++count];
  return count;
}

/** @param {P} p @param {AlibiData} d @returns {Panel<P, AlibiData>} */
export function alibi({ query }, { at, ridges, reach }) {
  const isEarly = query < WORDS / 2;
  const ridge = (/** @type {Float64Array} */ weights, /** @type {number} */ head) => {
    const base = -head * BASELINE_STEP;
    const from = at + 1 - reach[head];
    const keys = Array.from(weights, (_, key) => key);
    const tops = Array.from(weights, (weight) => base + weight);
    const style = { colour: "dimension", base, part: 0.74 };
    const words = head === 0 ? `90 % within **${reach[head]} words**` : `**${reach[head]}**`;
    return [
      bars(keys.slice(0, from), tops.slice(0, from), { ...style, opacity: 0.35 }),
      bars(keys.slice(from), tops.slice(from), style),
      bracket(from - 0.5, at + 0.5, { colour: "dimension", y: base - 0.034, drop: 6 }),
      isEarly
        ? label(words, query, base, { dx: 12, dy: -12, colour: "ink", halo: true })
        : label(words, from - 0.5, base, {
            dx: -4,
            dy: -12,
            colour: "ink",
            keep: true,
            halo: true,
          }),
    ];
  };
  return {
    name: "alibi",
    height: SCALE * (TOP_WEIGHT + (HEADS - 1) * BASELINE_STEP + 0.06),
    margin: { left: 34, top: 58 },
    x: cells(0, WORDS, { name: "keys, equally good →" }),
    y: linear(-(HEADS - 1) * BASELINE_STEP - 0.06, TOP_WEIGHT, {
      axis: "right",
      ticks: [0, 0.2, 0.4],
      label: (weight) => decimal(weight, 1).replace(/^\.0$/, "0"),
    }),
    still: () => [
      label("head", 0, 0, { dx: -34, dy: -30, align: "left" }),
      times(HEADS, (head) => [
        rule({ y: -head * BASELINE_STEP }, { colour: "line", width: 1 }),
        label(`**${head + 1}**`, 0, -head * BASELINE_STEP, { dx: -18, dy: -6, strong: "ink" }),
      ]),
    ],
    marks: () => [
      ridges.map(ridge),
      rule({ x: query }, { colour: "position" }),
      label(`query at **${whole(at)}**`, query, TOP_WEIGHT, {
        dx: isEarly ? 26 : -26,
        dy: -22,
        colour: "position",
        size: 16,
      }),
    ],
    press: "query *m*",
    handles: [
      {
        name: "query *m*",
        y: TOP_WEIGHT + 22 / SCALE,
        value: query,
        min: 4,
        max: WORDS - 1,
        words: `${at}: 90 % of the weight within ${reach.join(", ")} words`,
        set: (value) => ({ kind: "alibi", query: value }),
      },
    ],
  };
}

/** @param {P} _ @param {AlibiData} d */
export const sayAlibi = (_, { at, reach }) =>
  `ALiBi, query at ${at}: heads 1 to 8 give 90 % of their weight to the last ${reach.join(", ")} words.`;

/** @param {P} _ @param {AlibiData} d */
export const tableAlibi = (_, { at, ridges }) => ({
  columns: ["key", ...ridges.map((_, head) => `head ${head + 1}`)],
  rows: times(at + 1, (key) => [key, ...ridges.map((weights) => weights[key])]),
});
