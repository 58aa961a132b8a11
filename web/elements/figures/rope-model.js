// A made-up query and key, rotated by a rotary embedding, and the parts of their score.
import { sinusoidalAt, wavelengths } from "../../phasor/index.js";

/** @import { DataOf, Params, Table } from "../core/types.js" */

/** @typedef {Params<{ layout: "interleaved" | "half", show: "score" | "five" | "cache" | "forgotten" }>} P */
/** @typedef {Pick<P, "layout" | "dModel">} Pairing which features form a pair */

/**
 * @typedef {object} D
 * @property {Float64Array} q @property {Float64Array} k before rotation
 * @property {Float64Array} wavelengths
 * @property {number} second the key's position; in a cache, it is before the query
 * @property {number} by the position by which the query is rotated
 * @property {Float64Array} turnedQ @property {Float64Array} turnedK
 * @property {number} first the first of `places`; all of them lie in the text if it is long enough
 * @property {{ position: number, values: Float64Array }[]} places the query, rotated for each of PLACES positions
 * @property {Float64Array} adds what each pair adds to the score
 * @property {number} score
 * @property {number[]} pairs a fast, the chosen and a slow pair, or all if there are only one or two
 * @property {number} offset @property {number} reach largest distance that the chart shows, on either side
 * @property {number} start @property {number} past the first key of a cache that is shown, and the position after the last
 * @property {{ xs: Float64Array, ys: Float64Array, step: number }} curve distances, `step` apart, and
 *   their scores
 * @property {{ keys: Float64Array, right: Float64Array, forgotten: Float64Array }} cache positions of its keys, and
 *   their scores with the query rotated by its position and by 0
 */

/** Smallest range of distances in the chart, on either side. */
export const REACH = 40;
const MAX_CURVE_SAMPLES = 2400;
/** Positions at which the same vector is shown. */
export const PLACES = 5;
/** Most keys of a cache to show; they are the last ones. */
const MOST_KEYS = 512;

// Made up: the key's features are slightly larger than the query's, so that near keys have high
// scores, and no feature is zero.
/** @param {number} width @param {number} middle */
const features = (width, middle) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 12) - middle) / 6);

/** @param {Pairing} p @param {number} pair @returns {[number, number]} its features: neighbours, or one from each half */
export const featuresOf = ({ layout, dModel }, pair) =>
  layout === "half" ? [pair, pair + dModel / 2] : [2 * pair, 2 * pair + 1];

/** @param {Pairing} p @param {number} feature */
export const pairOf = ({ layout, dModel }, feature) =>
  layout === "half" ? feature % (dModel / 2) : Math.floor(feature / 2);

/** @param {Pick<P, "show">} p */
export const isCache = ({ show }) => show === "cache" || show === "forgotten";

/** A vector, rotated for a position, which can be fractional. @param {P} p @param {Float64Array} x @param {number} position */
function rotate({ dModel, base, layout }, x, position) {
  const waves = sinusoidalAt([position], dModel, { base, dtype: "float64" });
  const result = new Float64Array(dModel);
  for (let pair = 0; pair < dModel / 2; pair++) {
    const [a, z] = featuresOf({ layout, dModel }, pair);
    const [sin, cos] = [waves[2 * pair], waves[2 * pair + 1]];
    result[a] = x[a] * cos - x[z] * sin;
    result[z] = x[a] * sin + x[z] * cos;
  }
  return result;
}

/** The scores by offset Δ; each pair adds multiples of cos ωΔ and sin ωΔ. @param {Pairing & Pick<P, "base">} p @param {Pick<D, "q" | "k">} d @param {Float64Array} offsets */
function scoresAt({ dModel, base, layout }, { q, k }, offsets) {
  const waves = sinusoidalAt(offsets, dModel, { base, dtype: "float64" });
  const scores = new Float64Array(offsets.length);
  for (let pair = 0; pair < dModel / 2; pair++) {
    const [a, z] = featuresOf({ layout, dModel }, pair);
    const [along, across] = [q[a] * k[a] + q[z] * k[z], q[z] * k[a] - q[a] * k[z]];
    for (let n = 0, at = 2 * pair; n < scores.length; n++, at += dModel)
      scores[n] += along * waves[at + 1] + across * waves[at];
  }
  return scores;
}

/** @type {DataOf<P, D>} */
export const data = {
  q: ({ dModel }) => features(dModel, 5.5),
  k: ({ dModel }) => features(dModel, 4.5),
  wavelengths: ({ dModel, base }) => wavelengths(dModel, { base }),
  second: (p, { start }) =>
    isCache(p) ? Math.max(Math.min(p.second, Math.max(p.position, 1) - 1), start) : p.second,
  by: (p) => (p.show === "forgotten" ? 0 : p.position),
  turnedQ: (p, { q, by }) => rotate(p, q, by),
  turnedK: (p, { k, second }) => rotate(p, k, second),
  first: ({ position, length }) => Math.min(position, Math.max(length - PLACES, 0)),
  places: (p, { q, first }) =>
    Array.from({ length: PLACES }, (_, n) => ({
      position: first + n,
      values: rotate(p, q, first + n),
    })),
  adds: ({ layout, dModel }, { turnedQ, turnedK }) =>
    Float64Array.from({ length: dModel / 2 }, (_, pair) => {
      const [a, z] = featuresOf({ layout, dModel }, pair);
      return turnedQ[a] * turnedK[a] + turnedQ[z] * turnedK[z];
    }),
  score: (_, { adds }) => adds.reduce((sum, part) => sum + part, 0),
  pairs: ({ dModel, pair }) =>
    dModel > 4 ? [0, pair, Math.floor((7 * dModel) / 16)] : [0, 1].slice(0, dModel / 2),
  reach(_, { offset }) {
    let reach = REACH;
    while (reach < Math.abs(offset)) reach *= 2;
    return reach;
  },
  offset: ({ position }, { second }) => second - position,
  start: (p) => Math.max(0, Math.round(p.position) - MOST_KEYS),
  past: (p) => Math.max(Math.round(p.position), 1),
  curve({ dModel, base, layout }, { q, k, reach }) {
    const step = Math.max(2 ** Math.ceil(Math.log2((2 * reach) / MAX_CURVE_SAMPLES)), 1 / 4);
    const xs = Float64Array.from({ length: (2 * reach) / step + 1 }, (_, n) => n * step - reach);
    return { xs, ys: scoresAt({ dModel, base, layout }, { q, k }, xs), step };
  },
  cache({ dModel, base, layout }, { q, k, start, past }) {
    const keys = Float64Array.from({ length: past - start }, (_, n) => start + n);
    const of = (/** @type {Float64Array} */ offsets) =>
      scoresAt({ dModel, base, layout }, { q, k }, offsets);
    return { keys, right: of(keys.map((n) => n - past)), forgotten: of(keys) };
  },
};

/** @param {P} p @param {D} d @returns {Table} */
export function table(p, d) {
  if (p.show === "five") {
    const rows = d.places.flatMap(({ position, values }) =>
      Array.from(values, (value, f) => [position, f, value]),
    );
    return { columns: ["position", "feature", "value"], rows };
  }
  if (isCache(p)) {
    const { keys, right, forgotten } = d.cache;
    const rows = Array.from(keys, (n, at) => [n, right[at], forgotten[at]]);
    return { columns: ["key", "score", "score without the offset"], rows };
  }
  const rows = Array.from(d.wavelengths, (turn, n) => [n, (2 * Math.PI) / turn, d.adds[n]]);
  return { columns: ["pair", "frequency", "contribution"], rows };
}
