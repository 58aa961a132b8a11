// The T5 part of <phasor-bias>: one bias for each bucket of distances.
import {
  bars,
  bracket,
  byColumn,
  cells,
  clamp,
  dot,
  fixed,
  label,
  linear,
  path,
  rule,
  times,
  whole,
} from "../core/index.js";
import { SCALE } from "./bias-alibi.js";
import { BUCKETS, biasesOf, bucketsBack, DISTANCES, softmax } from "./bias-numbers.js";

/** @import { DataOf, Handle, Panel, Patch, Plot } from "../core/types.js" */
/** @import { P } from "./bias.js" */

/**
 * @typedef {object} T5Data
 * @property {Int32Array} buckets the bucket of each distance
 * @property {[first: number, last: number][]} steps the first and the last distance of each bucket
 * @property {Float64Array} biases of each bucket
 * @property {Float64Array} weights of each distance
 * @property {number} share the chosen bucket's share of the weight
 */

/** @type {DataOf<P, T5Data>} */
export const t5Data = {
  buckets: bucketsBack,
  steps: (_, { buckets }) =>
    times(BUCKETS, (bucket) => [buckets.indexOf(bucket), buckets.lastIndexOf(bucket)]),
  biases: (p) => biasesOf(p.biases),
  weights: (_, { buckets, biases }) => softmax(Array.from(buckets, (bucket) => biases[bucket])),
  share: ({ bucket }, { steps, weights }) =>
    weights
      .subarray(steps[bucket][0], steps[bucket][1] + 1)
      .reduce((total, weight) => total + weight, 0),
};

/** The state change that sets a bucket's bias. @param {T5Data} d @param {number} bucket @param {number} bias @returns {Patch<P>} */
function withBias({ biases }, bucket, bias) {
  const edited = Array.from(biases, (value, n) => (n === bucket ? Number(bias.toFixed(2)) : value));
  const entries = edited.flatMap((value, n) => (value === -n / 8 ? [] : [`${n}:${value}`]));
  return { kind: "t5", bucket, biases: entries.join(" ") };
}

/** The state change that selects the bucket of a distance. @param {T5Data} d @param {number} distance @returns {Patch<P>} */
const bucketAt = ({ buckets }, distance) => ({
  kind: "t5",
  bucket: buckets[clamp(Math.round(distance), 0, DISTANCES - 1)],
});

/** @param {number[]} step */
const distances = ([first, last]) =>
  first === last
    ? `distance ${first}`
    : last === DISTANCES - 1
      ? `distances from ${first} on`
      : `distances ${first} to ${last}`;

/** @param {number} share */
const percent = (share) => `${fixed(100 * share, share < 0.095 ? 1 : 0)} %`;

/** Both panels use these margins, so their distances line up. */
const MARGIN = { left: 34, right: 20 };

/** @param {P} p @param {T5Data} d @returns {Panel<P, T5Data>} */
function stairs({ bucket }, d) {
  const { steps, biases, share } = d;
  const [middle, bias] = [(steps[bucket][0] + steps[bucket][1]) / 2, biases[bucket]];
  const left = middle > 70;
  // Keeps the label below the panel's heading and above the neighbouring steps; steps at the right
  // are higher.
  const up = bias > 0.5 ? 6 : bias > -1 ? 28 : left ? 72 : 50;
  const limits = { min: -5, max: 1, step: 0.1, stride: 0.5 };
  /** A grip for a step; only the selected bucket also takes keys. @param {number} n @returns {Handle<P>} */
  const grip = (n) => ({
    name: `step ${n}`,
    look: "none",
    keys: false,
    x: (steps[n][0] + steps[n][1]) / 2,
    y: biases[n],
    along: "y",
    reach: 16,
    ...limits,
    set: (value) => withBias(d, n, value),
  });
  return {
    name: "stairs",
    heading: "learned bias (here: made up)",
    height: 262,
    x: cells(0, DISTANCES, { flip: true, axis: "none" }),
    margin: MARGIN,
    y: linear(-5, 1, { axis: "none" }),
    tap: (x) => bucketAt(d, x),
    still: (_, { steps, biases }) => [
      [0, -2, -4].map((bias) => [
        rule({ y: bias }, { colour: "line", width: 1 }),
        label(whole(bias), DISTANCES - 0.5, bias, { dx: -10, size: 14 }),
      ]),
      steps.map(([from, to], n) =>
        from === to
          ? dot(from, biases[n], { colour: "dimension", radius: 1.75, ring: false })
          : path([from - 0.3, to + 0.3], [biases[n], biases[n]], { colour: "dimension", width: 3 }),
      ),
    ],
    marks: () =>
      [`**bucket ${bucket}**`, distances(steps[bucket]), `bias **${fixed(bias, 2)}**`].map(
        (text, n) =>
          label(text, middle, bias, {
            dx: left ? 26 : -26,
            dy: 21 * n - up,
            colour: "position",
            halo: true,
            keep: true,
          }),
      ),
    handles: [
      ...times(BUCKETS, grip),
      {
        name: "bias",
        x: middle,
        along: "y",
        value: bias,
        ...limits,
        words: `${fixed(bias, 2)}: ${percent(share)} of the weight on bucket ${bucket}`,
        set: (value) => withBias(d, bucket, value),
      },
    ],
  };
}

/** @param {P} p @param {T5Data} d @returns {Panel<P, T5Data>} */
function weightsPanel({ bucket }, d) {
  const { steps, weights, share } = d;
  const [first, last] = steps[bucket];
  const middle = (first + last) / 2;
  const at = Array.from(weights, (_, distance) => distance);
  const below = -44 / SCALE;
  const runs = [
    { name: "one each", from: 0, to: 15 },
    { name: "ever wider", from: 16, to: steps[BUCKETS - 1][0] - 1 },
    { name: "rest", from: steps[BUCKETS - 1][0], to: DISTANCES - 1 },
  ];
  return {
    name: "weights",
    heading: "weights",
    height: 0.32 * SCALE,
    margin: { ...MARGIN, bottom: 76 },
    x: cells(0, DISTANCES, { flip: true, ticks: [0, 16, 64, steps[BUCKETS - 1][0]] }),
    y: linear(0, 0.32, { axis: "none" }),
    press: "bucket",
    still: () => [
      rule({ y: 0 }, { colour: "edge", width: 1 }),
      runs.map(({ name, from, to }) => [
        bracket(from - 0.4, to + 0.4, { y: below, drop: 7, colour: "edge" }),
        label(name, (from + to) / 2, below, { dy: 14, align: "center", keep: true }),
      ]),
      label("← distance back", 0, below, { dy: 36, align: "right", keep: true }),
    ],
    marks: () => [
      bars(at, weights, { colour: "dimension", part: 0.8 }),
      bars(at.slice(first, last + 1), weights.subarray(first, last + 1), {
        colour: "position",
        part: 0.8,
      }),
      label(
        `**${percent(share)}** on ${first === last ? "this" : "these"}`,
        middle,
        Math.max(weights[first], 0.06),
        {
          dx: middle > 70 ? 26 : -26,
          dy: -16,
          colour: "position",
          halo: true,
        },
      ),
    ],
    handles: [
      {
        name: "bucket",
        look: "none",
        x: middle,
        y: 0.03,
        width: 16,
        height: 24,
        value: bucket,
        min: 0,
        max: BUCKETS - 1,
        stride: 8,
        words: `${bucket}, ${distances(steps[bucket])}: ${percent(share)} of the weight`,
        set: (value) => ({ kind: "t5", bucket: value }),
        drag: ({ x }) => bucketAt(d, x),
      },
    ],
  };
}

/** @param {P} p @param {T5Data} d @returns {Panel<P, T5Data>[]} */
export const t5 = (p, d) => [stairs(p, d), weightsPanel(p, d)];

/** The band that connects a step with its weights. @param {Record<string, Plot>} plots @param {P} p @param {T5Data} d */
export function t5Band({ stairs, weights }, { bucket }, { steps, biases }) {
  const [first, last] = steps[bucket];
  const [left, right] = [stairs.x.at(last + 0.5), stairs.x.at(first - 0.5)];
  const [top, bottom] = [stairs.y.at(biases[bucket]) + 17, weights.y.at(0)];
  return path([left, right, right, left], [top, top, bottom, bottom], {
    closed: true,
    fill: "position",
    fillOpacity: 0.14,
    width: 0,
  });
}

/** @param {P} p @param {T5Data} d */
export const sayT5 = ({ bucket }, { steps, biases, share }) =>
  `T5, made-up biases: bucket ${bucket}, ${distances(steps[bucket])}, has the bias ${fixed(biases[bucket], 2)} and ${percent(share)} of the weight.`;

/** @param {P} _ @param {T5Data} d */
export const tableT5 = (_, { buckets, biases, weights }) =>
  byColumn({
    distance: times(DISTANCES, (n) => n),
    bucket: buckets,
    bias: Array.from(buckets, (bucket) => biases[bucket]),
    weight: weights,
  });
