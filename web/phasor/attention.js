// attention.js: attention, its weights, and how it depends on the order of its input.
import { attend } from "./attend.js";
import { LARGEST_DISTANCE } from "./bias/scores.js";
import * as check from "./check.js";

/** @import { FloatArray } from "./check.js" */

/**
 * The attention weights of one head with the same number of queries and keys. For several heads,
 * different lengths and weighted sums of values see `attention`:
 *
 *     softmax(scale·q·kᵀ + bias)
 *
 * Scores are summed feature by feature in q's type, and each operation is rounded; then `softmax` is
 * applied. A query whose keys are all masked gets zeros. Scores that are too large for the type give
 * correct weights, but take more time: finite q, k, bias and scale never give NaN.
 *
 * @template {FloatArray} T
 * @param {T} q (L, d)
 * @param {T} k (L, d)
 * @param {readonly [length: number, d: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.bias] (L, L), added to the scores; −Infinity masks
 * @param {boolean | undefined} [options.causal] whether query i sees keys 0 … i only; false by default
 * @param {number | undefined} [options.scale] 1/√d by default
 * @param {T | undefined} [options.out] (L, L); must not overlap q, k or bias
 * @returns {T} (L, L): row i holds the weights of query i
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function attentionWeights(q, k, shape, options) {
  const where = "phasor.attentionWeights";
  const checked = check.options(where, options, ["bias", "causal", "scale", "out"]);
  const [length, depth] = check.shape(where, "shape", shape, ["length", "d"]);
  check.count(where, "shape[1] (d)", depth, 1);
  check.floats(where, "q", q, length * depth, [length, depth]);
  check.floats(where, "k", k, length * depth, [length, depth]);
  check.sameType(where, "k", k, q);
  const { bias, causal = false, scale = 1 / Math.sqrt(depth), out } = checked;
  const size = length * length;
  if (bias !== undefined) {
    check.floats(where, "bias", bias, size, [length, depth]);
    check.sameType(where, "bias", bias, q);
  }
  check.boolean(where, "causal", causal);
  check.finite(where, "scale", scale);
  const result = check.output(where, out, size, q, { disjoint: { q, k, bias } });
  const offset = causal ? 0 : undefined;
  const sizes = { heads: 1, queries: length, keys: length, depth };
  if (size > 0) attend({ q, k, bias, weights: result, ...sizes, offset, scale });
  return /** @type {T} */ (result);
}

/**
 * Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1) of several heads:
 *
 *     softmax(scale·q·kᵀ + bias)·v
 *
 * The weights have the same bits as those of `attentionWeights`. The values are summed in q's type, in
 * ascending order of keys: first within blocks of 128 keys, then over the blocks. So a query gives the
 * same result alone or with other queries, and whether keys are masked or omitted. Accuracy, compared
 * with exact sums of these weights: for n keys the error is at most (128 + n/128)·u·Σ|w||v|, where u is
 * 2^-24 in float32 and 2^-53 in float64. A key with weight 0 contributes nothing, even if its value is
 * not finite; a query that sees no key gives zeros; finite arguments never give NaN or infinities.
 *
 * @template {FloatArray} T
 * @param {T} q (heads, queryLength, dHead)
 * @param {T} k (heads, keyLength, dHead)
 * @param {T} v (heads, keyLength, dHead)
 * @param {readonly [heads: number, queryLength: number, keyLength: number, dHead: number]} shape
 * @param {object} [options]
 * @param {T | undefined} [options.bias] (heads, queryLength, keyLength), or (1, queryLength, keyLength)
 *   for all heads; added to the scores; −Infinity masks
 * @param {boolean | undefined} [options.causal] whether query i sees keys 0 … offset + i only; false by
 *   default
 * @param {number | undefined} [options.offset] the position of query 0 among the keys, for `causal`: an
 *   integer within ±(2^31 − 1); keyLength − queryLength by default, so that the last query sees all keys
 * @param {number | undefined} [options.scale] 1/√dHead by default
 * @param {T | undefined} [options.weights] (heads, queryLength, keyLength), receives the weights;
 *   must not overlap any input
 * @param {T | undefined} [options.out] (heads, queryLength, dHead); must not overlap weights or any input
 * @returns {T} (heads, queryLength, dHead)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 *
 * @example
 * // The next token against a cache of 10 keys:
 * // attention(q, k, v, [8, 1, 10, 64], { bias: alibiBias(8, 1, 10, { offset: 9 }) });
 */
export function attention(q, k, v, shape, options) {
  const where = "phasor.attention";
  const checked = check.options(where, options, attentionOptions);
  const axes = ["heads", "queryLength", "keyLength", "dHead"];
  const [heads, queries, keys, depth] = check.shape(where, "shape", shape, axes);
  check.count(where, "shape[3] (dHead)", depth, 1);
  const forShape = ` for shape [${heads}, ${queries}, ${keys}, ${depth}]`;
  check.floats(where, "q", q, heads * queries * depth, forShape);
  check.floats(where, "k", k, heads * keys * depth, forShape);
  check.sameType(where, "k", k, q);
  check.floats(where, "v", v, heads * keys * depth, forShape);
  check.sameType(where, "v", v, q);
  const { bias, causal = false, scale = 1 / Math.sqrt(depth) } = checked;
  const pairs = queries * keys;
  if (bias !== undefined) {
    const count = check.floats(where, "bias", bias).length;
    if (count !== pairs && count !== heads * pairs) {
      const allowed = heads === 1 ? "" : ` (or ${pairs}, for all heads)`;
      check.fail(RangeError, where, "bias.length", `${heads * pairs}${allowed}${forShape}`, count);
    }
    check.sameType(where, "bias", bias, q);
  }
  check.boolean(where, "causal", causal);
  const { offset = keys - queries } = checked;
  if (checked.offset !== undefined) {
    check.integer(where, "offset", offset, -LARGEST_DISTANCE, LARGEST_DISTANCE);
  }
  check.finite(where, "scale", scale);
  const inputs = { q, k, v, bias };
  const weights =
    checked.weights === undefined
      ? undefined
      : check.output(where, checked.weights, heads * pairs, q, {
          disjoint: inputs,
          name: "weights",
        });
  const result = check.output(where, checked.out, q.length, q, {
    disjoint: { ...inputs, weights },
  });
  if (keys === 0) result.fill(0);
  else if (q.length > 0) {
    const sizes = { heads, queries, keys, depth };
    const mask = causal ? offset : undefined;
    attend({ q, k, v, bias, weights, out: result, ...sizes, offset: mask, scale });
  }
  return /** @type {T} */ (result);
}

const attentionOptions = /** @type {const} */ ([
  ...["bias", "causal", "offset", "scale", "weights", "out"],
]);

/**
 * How strongly attention depends on the order of its input: the largest entry of
 * |A(πX) − π·A(X)·πᵀ|, where A(X) = attentionWeights(X, X) and (πX)_i = X_π(i). Without positions it is
 * exactly 0 in float32 for lengths up to 4096: permuted words have permuted weights. If pe is given, it
 * is added to the rows both before and after they are permuted, and the result measures the effect of
 * the positions. Sums that are too large for the type are handled.
 *
 * @template {FloatArray} T
 * @param {T} x (L, d)
 * @param {readonly [length: number, d: number]} shape
 * @param {ArrayLike<number | bigint>} permutation each of 0 … L − 1 once
 * @param {{ pe?: T | undefined }} [options] pe: (L, d), none by default
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument
 */
export function permutationError(x, shape, permutation, options) {
  const where = "phasor.permutationError";
  const { pe } = check.options(where, options, ["pe"]);
  const [length, depth] = check.shape(where, "shape", shape, ["length", "d"]);
  check.count(where, "shape[1] (d)", depth, 1);
  const order = check.indices(where, "permutation", permutation, length, length);
  const used = new Uint8Array(length);
  for (const i of order) {
    if (used[i]) {
      throw new RangeError(
        `${where}: permutation must hold each of 0 … ${length - 1} once, got ${i} twice`,
      );
    }
    used[i] = 1;
  }
  check.floats(where, "x", x, length * depth, [length, depth]);
  if (pe !== undefined) {
    check.floats(where, "pe", pe, length * depth, [length, depth]);
    check.sameType(where, "pe", pe, x);
  }
  const kind = check.dtypeOf(x);
  const before = check.allocate(where, kind, x.length);
  const after = check.allocate(where, kind, x.length);
  /** Rows with positions, times a factor. @param {number} factor */
  const addPositions = (factor) => {
    for (let i = 0; i < length; i++) {
      for (let c = 0; c < depth; c++) {
        const at = i * depth + c;
        const position = pe ? pe[at] * factor : 0;
        before[at] = x[at] * factor + position;
        after[at] = x[order[i] * depth + c] * factor + position;
      }
    }
  };
  addPositions(1);
  let scale = 1 / Math.sqrt(depth);
  if (pe && ![before, after].every((rows) => rows.every(Number.isFinite))) {
    addPositions(0.5); // the sums are too large for the type, but half of them is not
    scale *= 4;
  }
  const weights = attentionWeights(before, before, [length, depth], { scale });
  const shuffled = attentionWeights(after, after, [length, depth], { scale });
  let max = 0;
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < length; j++) {
      const error = Math.abs(shuffled[i * length + j] - weights[order[i] * length + order[j]]);
      if (!(error <= max)) max = error;
      if (Number.isNaN(max)) return max;
    }
  }
  return max;
}
