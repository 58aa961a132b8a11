// relative.js: the score of a query and a key under a rotary embedding, distance by distance.

import * as check from "../check.js";
import { analysisKernels } from "../kernels/analysis.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { copyIn, eachTile, Workspace } from "../workspace.js";
import { FROM_ZERO } from "./positions.js";
import { factorsAt, factorsOf } from "./query.js";
import { RotaryEmbedding, rotaryOf } from "./rope.js";
import { rowsOf } from "./rows.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Rotary } from "./rotary.js" */

/**
 * The score q_m·k_0 of one query and one key, with the query at the positions m = 0 … length − 1
 * and the key at position 0. At any other positions with the distance m, the score is the same. It
 * includes attention factors, but not 1/√d.
 *
 * For pairs (a, z) of q and (b, y) of k it is Σ (ab + zy)·cos mω_i + (ay − zb)·sin mω_i, plus the
 * products of the features that are not rotated, computed in double. It includes factors of queries
 * (queryScaling).
 *
 * @param {FloatArray} q (dHead)
 * @param {FloatArray} k (dHead)
 * @param {RotaryEmbedding<any>} rotary
 * @param {number} length at most the rotary's maxLength
 * @returns {Float64Array<ArrayBuffer>} (length)
 * @throws {TypeError | RangeError} naming the argument
 */
export function relativeScores(q, k, rotary, length) {
  const where = "phasor.relativeScores";
  if (!(rotary instanceof RotaryEmbedding)) {
    check.fail(TypeError, where, "rotary", "a RotaryEmbedding", rotary);
  }
  const parameters = rotaryOf(rotary);
  const { dHead, maxLength } = parameters;
  check.floats(where, "q", q, dHead, " as dHead is");
  check.floats(where, "k", k, dHead, " as dHead is");
  check.count(where, "length", length);
  if (length > maxLength) {
    check.fail(RangeError, where, "length", `at most maxLength ${maxLength}`, length);
  }
  const scores = check.allocate(where, "float64", length);
  const { pairs } = parameters.angles;
  const rows = rowsOf(where, parameters, "_f64", {}, "query", FROM_ZERO, {
    ...{ shape: [], length, batch: 1, blocks: 1, heads: 1, size: length },
  });
  const key = rotary.apply(Float64Array.from(k), [1, dHead], { role: "key" });
  const { ofCosines, ofSines, unrotated } = scoreFactors(q, key, parameters);
  const workspace = new Workspace();
  const dots = workspace.use(analysisKernels).phasor_dots_f64;
  const split = workspace.use(sinusoidalKernels).phasor_split_f64;
  const a = copyIn(workspace, ofCosines, 0, pairs);
  const b = copyIn(workspace, ofSines, 0, pairs);
  const tile = workspace.tileRows(length, 2 * rows.bytes);
  const { top } = workspace;
  for (let first = 0; first < length && pairs > 0; first += tile) {
    const count = Math.min(tile, length - first);
    workspace.top = top;
    const values = workspace.reserve(count * rows.bytes);
    const cos = workspace.reserve(8 * count * pairs);
    const sin = workspace.reserve(8 * count * pairs);
    const out = workspace.reserve(8 * count);
    rows.compute(workspace, first, count, values);
    split(sin, cos, pairs, values, count, pairs);
    dots(out, 1, cos, pairs, a, pairs, count, 1, pairs, 0);
    dots(out, 1, sin, pairs, b, pairs, count, 1, pairs, 1);
    scores.set(workspace.doubles(out, count), first);
  }
  for (let m = 0; m < length; m++) scores[m] += unrotated;
  const factors = factorsOf(parameters, FROM_ZERO, {});
  if (factors)
    eachTile(workspace, length, 8, true, (first, count) => {
      const values = workspace.doubles(factorsAt(workspace, factors, first, count), count);
      for (let m = 0; m < count; m++) scores[first + m] *= values[m];
    });
  return scores;
}

/**
 * The factors of the cosines and sines of a query's rotation in its score.
 * @param {FloatArray} q @param {FloatArray} k @param {Rotary} form
 */
function scoreFactors(q, k, { dHead, rotaryDim, rotaryStart, layout }) {
  const pairs = rotaryDim / 2;
  const ofCosines = new Float64Array(pairs);
  const ofSines = new Float64Array(pairs);
  for (let i = 0; i < pairs; i++) {
    const first = rotaryStart + (layout === "half" ? i : 2 * i);
    const second = first + (layout === "half" ? pairs : 1);
    ofCosines[i] = q[first] * k[first] + q[second] * k[second];
    ofSines[i] = q[first] * k[second] - q[second] * k[first];
  }
  let unrotated = 0;
  for (let i = 0; i < dHead; i++) {
    if (i < rotaryStart || i >= rotaryStart + rotaryDim) unrotated += q[i] * k[i];
  }
  return { ofCosines, ofSines, unrotated };
}
