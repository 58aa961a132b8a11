// The ways to tell a model about position, side by side: how alike each makes two positions that are
// so far apart, and what can be measured of it.
import {
  alibiBias,
  dotProducts,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  relativeScores,
  similarityByDistance,
  sinusoidal,
  sinusoidalSimilarity,
  softmax,
  t5Bias,
  t5Bucket,
  wavelengths,
} from "../../phasor/index.js";

/** @typedef {"sinusoidal" | "learned" | "rope" | "alibi" | "t5" | "none"} SchemeName */

/** @type {readonly [name: SchemeName, words: string][]} */
export const SCHEMES = [
  ["sinusoidal", "sinusoidal"],
  ["learned", "learned"],
  ["rope", "RoPE"],
  ["alibi", "ALiBi"],
  ["t5", "T5"],
  ["none", "none"],
];

export const NAMES = SCHEMES.map(([name]) => name);

/**
 * @typedef {object} Setting
 * @property {number} length distances 0 … length − 1; of a measure, the length trained on
 * @property {number} dModel
 * @property {number} base
 * @property {number} heads
 * @property {number} head the one whose ALiBi bias is shown
 */

/** T5's buckets, and the distance from which on all share the last. */
export const T5 = { buckets: 32, maxDistance: 128 };
/** T5 learns its table. This one stands for it: bucket b has the bias −b/8. */
const T5_TABLE = Float64Array.from({ length: T5.buckets }, (_, bucket) => -bucket / 8);
/** Below this part of the weight of its own position a key hardly counts. */
const FAINT = 0.01;
/** Rows of a sinusoidal table that are compared with as many further on. */
const COMPARED = 64;
const LAST_POSITION = 2 ** 53;

/** Features of a head: an even number. @param {Setting} setting */
export const headWidth = ({ dModel, heads }) => Math.max(2, 2 * Math.floor(dModel / heads / 2));

/** In parts of the value at distance 0. @param {Float64Array} values */
const relative = (values) => values.map((value) => value / values[0]);

/**
 * What a row of biases multiplies weights by, from distance 0 on.
 * @param {Float64Array} bias of the last query to every key, the farthest first
 */
const weighed = (bias) => relative(softmax(bias, [1, bias.length]).reverse());

/** @type {Record<SchemeName, (setting: Setting) => Float64Array>} */
const CURVES = {
  sinusoidal: ({ length, dModel, base }) =>
    relative(sinusoidalSimilarity(length, dModel, { base })),
  learned: ({ length, dModel }) => {
    const { table } = new LearnedPositionalEncoding(length, dModel, { dtype: "float64" });
    return relative(similarityByDistance(table, [length, dModel]));
  },
  rope: (setting) => {
    const width = headWidth(setting);
    const ones = new Float64Array(width).fill(1);
    const rotary = new RotaryEmbedding(width, { base: setting.base });
    return relative(relativeScores(ones, ones, rotary, setting.length));
  },
  alibi: ({ length, heads, head }) => {
    const bias = alibiBias(heads, 1, length, { offset: length - 1, dtype: "float64" });
    return weighed(bias.slice(head * length, (head + 1) * length));
  },
  t5: ({ length }) => {
    const { buckets, maxDistance } = T5;
    const options = { bidirectional: false, maxDistance, offset: length - 1 };
    return weighed(t5Bias(T5_TABLE, [buckets, 1], 1, length, options));
  },
  none: ({ length }) => weighed(new Float64Array(length)),
};

/** How alike two positions are at each distance, 1 at distance 0: (length). @param {SchemeName} name @param {Setting} setting */
export const curveOf = (name, setting) => CURVES[name](setting);

/**
 * What the schemes do past the length, as far as it can be measured.
 * @param {Setting} setting @param {Float64Array} alibi its curve
 */
export function measure(setting, alibi) {
  const { length, dModel, base } = setting;
  const count = Math.min(length, COMPARED);
  const products = (/** @type {number} */ start) =>
    dotProducts(sinusoidal(count, dModel, { base, start, dtype: "float64" }), [count, dModel]);
  const [here, there] = [products(0), products(Math.min(length, LAST_POSITION - count))];
  const lengths = wavelengths(headWidth(setting), { base });
  const faint = alibi.findIndex((weight) => weight < FAINT);
  let shared = 0;
  while (t5Bucket(-shared, { bidirectional: false, ...T5 }) < T5.buckets - 1) shared++;
  return {
    /** The most that two dot products differ, of the first positions and of those past the length. */
    difference: here.reduce((most, value, n) => Math.max(most, Math.abs(value - there[n])), 0),
    /** Pairs of a head that do not turn once within the length. */
    unturned: lengths.filter((own) => own > length).length,
    pairs: lengths.length,
    /** The distance from which on ALiBi leaves less than a hundredth; undefined: none so near. */
    faint: faint < 0 ? undefined : faint,
    /** The last distance that was looked at for it. */
    last: alibi.length - 1,
    /** The distance from which on T5 has one bucket for all. */
    shared,
  };
}
