// attention_reference.js: attention in plain loops, rounding after each operation and adding in the
// order that the package documents, and random inputs for the tests of attention.
import { attention, softmax } from "phasor";
import { array, noise, random, same } from "./helpers.js";

/** @typedef {import("./helpers.js").Floats} Floats */
/** @typedef {[heads: number, queryLength: number, keyLength: number, dHead: number]} Shape */
/** @typedef {{ bias?: Floats, causal?: boolean, offset?: number, scale?: number }} Options */

const none = Number.NEGATIVE_INFINITY;
/** Unit roundoff: half the distance between neighbouring numbers at 1. */
export const u = { float32: 2 ** -24, float64: 2 ** -53 };

/** @param {Floats} x @returns {"float32" | "float64"} */
const kindOf = (x) => (x instanceof Float32Array ? "float32" : "float64");

/** One row of weights: scores, rounded after each operation, and their softmax. @param {Floats} q
 * @param {Floats} k @param {Shape} shape @param {Options} options @param {number} head
 * @param {number} query */
export function weightsPlainly(q, k, [_, queries, keys, d], options, head, query) {
  const { bias, causal = false, offset = keys - queries, scale = 1 / Math.sqrt(d) } = options;
  const round = kindOf(q) === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  const visible = causal ? Math.max(0, Math.min(keys, query + offset + 1)) : keys;
  const row = array(kindOf(q), visible);
  const biasHead = bias?.length === queries * keys ? 0 : head;
  for (let j = 0; j < visible; j++) {
    let sum = 0;
    for (let c = 0; c < d; c++) {
      const product = q[(head * queries + query) * d + c] * k[(head * keys + j) * d + c];
      sum = round(sum + round(product));
    }
    const score = round(sum * round(scale));
    row[j] = bias ? score + bias[(biasHead * queries + query) * keys + j] : score;
  }
  const out = array(kindOf(q), keys);
  out.set(softmax(row, [1, visible]));
  return out;
}

/** The weighted sums in the order that the package documents: 128 keys at a time.
 * @param {Floats} weights of one query @param {Floats} v @param {Shape} shape @param {number} head */
export function sumsPlainly(weights, v, [_, __, keys, d], head) {
  const round = kindOf(v) === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  return array(
    kindOf(v),
    Array.from({ length: d }, (_, c) => {
      let all = 0;
      for (let first = 0; first < keys; first += 128) {
        let sum = 0;
        for (let j = first; j < Math.min(keys, first + 128); j++) {
          if (weights[j] === 0) continue;
          sum = round(sum + round(weights[j] * v[(head * keys + j) * d + c]));
        }
        all = round(all + sum);
      }
      return all;
    }),
  );
}

/** @param {"float32" | "float64"} dtype @param {Shape} shape */
export function inputs(dtype, [heads, queries, keys, d], seed = 1) {
  return [
    noise(dtype, heads * queries * d, seed),
    noise(dtype, heads * keys * d, seed + 1),
    noise(dtype, heads * keys * d, seed + 2),
  ];
}

/** `count` scores between ±size. @param {"float32" | "float64"} dtype @param {number} count @param {number} size */
export function scores(dtype, count, size = 8, seed = 1) {
  return noise(dtype, count, seed).map((x) => x * size);
}

/** A random permutation of `length` indices. @param {number} length @param {number} seed */
export function shuffle(length, seed) {
  const next = random(seed);
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(((next() + 1) / 2) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Biases, some of which mask. @param {"float32" | "float64"} dtype @param {number} count */
export function biases(dtype, count) {
  return noise(dtype, count, 9).map((x, i) => (i % 7 === 3 ? none : 3 * x));
}

/** Throws unless weights and outputs match the plain loops to the bit, for every `step`-th query.
 * @param {Floats[]} arrays @param {Shape} shape @param {Options} options @param {number} [step] */
export function compare([q, k, v], shape, options, step = 1) {
  const [heads, queries, keys, d] = shape;
  const weights = array(kindOf(q), heads * queries * keys).fill(7);
  const out = attention(q, k, v, shape, { ...options, weights });
  same(attention(q, k, v, shape, options), out, "without weights");
  for (let row = 0; row < heads * queries; row += step) {
    const head = Math.floor(row / queries);
    const what = `${shape}, row ${row}`;
    const expected = weightsPlainly(q, k, shape, options, head, row % queries);
    same(weights.subarray(row * keys, (row + 1) * keys), expected, `weights of ${what}`);
    const sums = sumsPlainly(expected, v, shape, head);
    same(out.subarray(row * d, (row + 1) * d), sums, what);
  }
  return out;
}
