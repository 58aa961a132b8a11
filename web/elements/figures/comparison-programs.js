// Programs that print the weights of <phasor-comparison>, one row per distance.
import { pythonNormal } from "../core/programs.js";

/** @import { Programs } from "../core/types.js" */

const HEAD = "distance,none,learned,ALiBi,sinusoidal,T5,RoPE";

/** The exponent of two in ALiBi's slope. @param {{ heads: number, head: number }} p */
function slopeExponent({ heads, head }) {
  const power = 2 ** Math.floor(Math.log2(heads));
  return head < power ? (-8 * (head + 1)) / power : (-4 * (2 * (head - power) + 1)) / power;
}

/** @param {{ length: number, base: number, heads: number, head: number }} p length: the longest in training @returns {Programs} */
export function comparisonPrograms(p) {
  const { length, base, heads, head } = p;
  return {
    javascript: `\
import {
  alibiBias, LearnedPositionalEncoding, RotaryEmbedding, relativeScores, similarityByDistance,
  sinusoidalSimilarity, t5Bucket,
} from "phasor";

const [length, d] = [${length}, 64];
const count = 2 * length + 1;
const vector = new Float64Array(d).fill(Math.SQRT1_2); // as long as a row of sines and cosines
const { table } = new LearnedPositionalEncoding(length, d, { dtype: "float64" });
const alibi = alibiBias(${heads}, 1, count, { offset: count - 1, dtype: "float64" });
const scores = [
  new Float64Array(count),
  similarityByDistance(table, [length, d]).map((score) => score / Math.sqrt(d)),
  alibi.slice(${head} * count, ${head + 1} * count).reverse(),
  sinusoidalSimilarity(count, d, { base: ${base} }).map((score) => score / Math.sqrt(d)),
  Float64Array.from({ length: count }, (_, n) => -t5Bucket(-n, { bidirectional: false }) / 8),
  relativeScores(vector, vector, new RotaryEmbedding(d, { base: ${base} }), count).map((score) => score / Math.sqrt(d)),
];
console.log("${HEAD}");
for (let n = 0; n < count; n++) {
  console.log([n, ...scores.map((own) => Math.exp(own[n] - own[0]))].join());
}
`,
    python: `\
import numpy as np

length, d = ${length}, 64
n = np.arange(2 * length + 1)
${pythonNormal}
P = normal(0, length * d, 0.02).reshape(length, d)
learned = np.full(2 * length + 1, np.nan)
learned[:length] = [np.trace(P @ P.T, k) / (length - k) for k in range(length)]
cosines = np.cos(np.outer(n, ${base} ** (-np.arange(0, d, 2) / d))).sum(axis=1)
far = 16 + (np.log(np.maximum(n, 16) / 16) / np.log(8) * 16).astype(int)
bucket = np.where(n < 16, n, np.minimum(far, 31))
alibi = -(2.0 ** ${slopeExponent(p)}) * n
root = np.sqrt(d)
scores = [0 * n, learned / root, alibi, cosines / root, -bucket / 8, cosines / root]
print("${HEAD}")
for k in n:
    print(k, *(np.exp(own[k] - own[0]) for own in scores), sep=",")
`,
  };
}
