// A query and a key that a rotary embedding turns, and what their score consists of.
import { dotProducts, RotaryEmbedding } from "../../phasor/index.js";

/** @import { Turn } from "../canvas/dial.js" */

/** @typedef {"interleaved" | "half"} Layout which features are a pair: neighbours, or one of each half */

/** @typedef {{ dModel: number, base: number, layout: Layout }} Head */

/** Where query and key are turned to. @typedef {{ query: number, key: number }} Positions */

/**
 * Keys of a cache, from `start` up to the query's position `past`.
 * @typedef {{ start: number, past: number, marked: number, forgets: boolean }} Cached
 */

/**
 * A pair on a dial, its features as parts of the longest pair's length.
 * @typedef {object} PairTurn
 * @property {string} name
 * @property {number} pair
 * @property {number} wavelength
 * @property {number} contribution to the score
 * @property {{ from: Turn, to: Turn }} query
 * @property {{ from: Turn, to: Turn }} key
 */

/**
 * @typedef {object} CacheScores
 * @property {number} start position of the first key
 * @property {Float64Array} right scores with the query where it belongs
 * @property {Float64Array} forgotten scores with the query at position 0
 * @property {boolean} forgets which of them is looked at
 * @property {number} key marked
 */

/**
 * @typedef {object} RopeModel
 * @property {number} width features
 * @property {Float64Array} query as it was
 * @property {(pair: number) => [number, number]} features of a pair
 * @property {number} pair marked
 * @property {Float64Array} frequencies
 * @property {PairTurn[]} turns
 * @property {Float64Array} contributions of all pairs
 * @property {number} score
 * @property {Positions} positions
 * @property {CacheScores | undefined} cache
 */

/** Features between −1 and 1 that differ from pair to pair. @param {number} width */
const queryOf = (width) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 11) - 5) / 5);
/** Like the query, so that near keys have high scores. @param {number} width */
const keyOf = (width) =>
  Float64Array.from({ length: width }, (_, f) => (((7 * f + 3) % 11) - 4) / 5);

/** @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
function dot(one, other) {
  const rows = new Float64Array(2 * one.length);
  rows.set(one);
  rows.set(other, one.length);
  return dotProducts(rows, [2, one.length])[1];
}

/** @param {Head} head */
const rotaryOf = ({ dModel, base, layout }) => new RotaryEmbedding(dModel, { base, layout });

/** Both features of a pair. @param {Head} head @param {number} pair @returns {[number, number]} */
const featuresOf = ({ dModel, layout }, pair) =>
  layout === "half" ? [pair, pair + dModel / 2] : [2 * pair, 2 * pair + 1];

/** The pair of a feature. @param {Head} head @param {number} feature */
export const pairOf = ({ dModel, layout }, feature) =>
  layout === "half" ? feature % (dModel / 2) : Math.floor(feature / 2);

/** @param {Head} head @param {Positions} positions @param {number} pair marked @param {Cached} [cached] @returns {RopeModel} */
export function turn(head, positions, pair, cached) {
  const { dModel } = head;
  const rotary = rotaryOf(head);
  const { frequencies } = rotary;
  const [q, k] = [queryOf(dModel), keyOf(dModel)];
  const turned = (/** @type {Float64Array} */ x, /** @type {number} */ offset) =>
    rotary.apply(x, [1, dModel], { offset });
  const [query, key] = [turned(q, positions.query), turned(k, positions.key)];
  const contributions = Float64Array.from(frequencies, (_, which) => {
    const [a, z] = featuresOf(head, which);
    return dot([query[a], query[z]], [key[a], key[z]]);
  });
  /** @param {ArrayLike<number>} x @param {number} which @returns {Turn} */
  const handOf = (x, which) => {
    const [a, z] = featuresOf(head, which);
    const lengths = [q, k].map((whole) => Math.hypot(whole[a], whole[z]));
    const longest = Math.max(...lengths) || 1;
    return { sine: x[z] / longest, cosine: x[a] / longest };
  };
  const shown = [0, pair, dModel / 2 - 1];
  return {
    width: dModel,
    query: q,
    features: (which) => featuresOf(head, which),
    pair,
    frequencies,
    turns: shown.map((which, n) => ({
      name: ["fast", "chosen", "slow"][n],
      pair: which,
      wavelength: (2 * Math.PI) / frequencies[which],
      contribution: contributions[which],
      query: { from: handOf(q, which), to: handOf(query, which) },
      key: { from: handOf(k, which), to: handOf(key, which) },
    })),
    contributions,
    score: dot(query, key),
    positions,
    cache: cached && scoresOf(rotary, dModel, cached),
  };
}

/** The query's scores against the cached keys, with its offset and without. @param {RotaryEmbedding} rotary @param {number} dModel @param {Cached} cached @returns {CacheScores} */
function scoresOf(rotary, dModel, { start, past, marked, forgets }) {
  const count = past - start;
  const keys = new Float64Array(count * dModel);
  for (let n = 0; n < count; n++) keys.set(keyOf(dModel), n * dModel);
  rotary.apply(keys, [count, dModel], { offset: start, out: keys });
  const against = (/** @type {number} */ offset) => {
    const query = rotary.apply(queryOf(dModel), [1, dModel], { offset });
    return Float64Array.from({ length: count }, (_, n) =>
      dot(query, keys.subarray(n * dModel, (n + 1) * dModel)),
    );
  };
  return { start, right: against(past), forgotten: against(0), forgets, key: marked };
}

/** The score in float32, as a model has it. @param {Head} head @param {Positions} positions */
export function roundedScore(head, { query, key }) {
  const { dModel } = head;
  const rotary = rotaryOf(head);
  const rows = new Float32Array(2 * dModel);
  const turned = (/** @type {Float64Array} */ x, /** @type {number} */ offset) =>
    rotary.apply(Float32Array.from(x), [1, dModel], { offset });
  rows.set(turned(queryOf(dModel), query));
  rows.set(turned(keyOf(dModel), key), dModel);
  return dotProducts(rows, [2, dModel])[1];
}
