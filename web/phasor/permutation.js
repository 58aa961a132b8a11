// permutation.js: how attention depends on the order of its input.
import { attentionWeights } from "./attention.js";
import * as check from "./check.js";

/** @import { FloatArray } from "./check.js" */

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
  const met = new Uint8Array(length);
  for (const i of order) {
    if (met[i]) {
      throw new RangeError(
        `${where}: permutation must hold each of 0 … ${length - 1} once, got ${i} twice`,
      );
    }
    met[i] = 1;
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
  const place = (factor) => {
    for (let i = 0; i < length; i++) {
      for (let c = 0; c < depth; c++) {
        const at = i * depth + c;
        const position = pe ? pe[at] * factor : 0;
        before[at] = x[at] * factor + position;
        after[at] = x[order[i] * depth + c] * factor + position;
      }
    }
  };
  place(1);
  let scale = 1 / Math.sqrt(depth);
  if (pe && ![before, after].every((rows) => rows.every(Number.isFinite))) {
    place(0.5); // the sums are too large for the type, but half of them is not
    scale *= 4;
  }
  const weights = attentionWeights(before, before, [length, depth], { scale });
  const shuffled = attentionWeights(after, after, [length, depth], { scale });
  let max = 0;
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < length; j++) {
      const off = Math.abs(shuffled[i * length + j] - weights[order[i] * length + order[j]]);
      if (!(off <= max)) max = off;
      if (Number.isNaN(max)) return max;
    }
  }
  return max;
}
