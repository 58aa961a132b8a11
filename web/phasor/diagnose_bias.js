// diagnose_bias.js: says what an attention bias is, and what is wrong with it.
//
// The mask comes first (diagnose_bias/mask.js). What the mask leaves is tried as lines over a distance or
// an index, as a function of key − query, and as a function of the differences in a window, in this order.
import * as check from "./check.js";
import { bySeverity } from "./diagnose/messages.js";
import { describeBuckets } from "./diagnose_bias/buckets.js";
import { compare, describeBroken } from "./diagnose_bias/compare.js";
import { readExpected } from "./diagnose_bias/expected.js";
import { describeConstant, describeLines } from "./diagnose_bias/lines.js";
import { maskOf } from "./diagnose_bias/mask.js";
import { isNoise, readBias } from "./diagnose_bias/survey.js";
import { describeWindow } from "./diagnose_bias/window.js";
import { readElements } from "./doctor/elements.js";

/** @import { TableArray } from "./check.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { Buckets } from "./diagnose_bias/buckets.js" */
/** @import { BiasResidual, ExpectedBias } from "./diagnose_bias/expected.js" */
/** @import { Form, Lines } from "./diagnose_bias/lines.js" */
/** @import { Mask } from "./diagnose_bias/mask.js" */

/**
 * @typedef {object} BiasDiagnosis
 * @property {"alibi" | "t5" | "relative" | "toeplitz" | "swin" | "mask" | "constant" | "unknown"} kind
 *   alibi: linear in a distance or an index; relative: one entry for each distance up to a maximum;
 *   toeplitz: another function of key − query; mask: nothing but masked entries and zeros
 * @property {Mask["kind"]} mask
 * @property {number | null} offset the position of query 0 among the keys; null if it cannot be
 *   determined
 * @property {number | null} window the number of keys that a query sees, for a sliding window
 * @property {Form | null} form what an ALiBi bias is linear in; with a causal mask a signed
 *   difference is a distance
 * @property {Float64Array<ArrayBuffer> | null} slopes (heads), of an ALiBi bias; above 0 if the
 *   sign is right
 * @property {number | null} maxBias null if no rule gives the slopes
 * @property {number | null} buckets null where a mask hides whether later keys have their own
 * @property {boolean | null} bidirectional
 * @property {number | null} maxDistance null if the distances seen are too small to determine it
 * @property {number | null} reach
 * @property {number | null} depth of a window with three dimensions
 * @property {number | null} height of a window, whose positions are counted row by row
 * @property {number | null} width
 * @property {{ max: number, rms: number } | null} deviation of the entries from what was found
 * @property {{ holds: boolean, deviation: number }} toeplitz whether each head is a function of
 *   key − query; deviation: the largest deviation of an entry from the mean of its diagonal
 * @property {BiasResidual | null} residual of the entries after subtracting what `expect` says; null without it
 * @property {Finding[]} findings problems first; their columns are heads
 */

/** @typedef {Partial<Omit<BiasDiagnosis, "findings">>} BiasProperties */
/** @typedef {{ properties: BiasProperties, findings: Finding[], lines?: Lines, buckets?: Buckets }} Identification
 *   and, of an ALiBi bias or of buckets, what was measured */

/**
 * Determines from an attention bias alone what it is: ALiBi, the buckets of T5, a clipped relative
 * bias, the window of Swin, a causal mask; and what is wrong with it: slopes, sign, form,
 * boundaries of buckets, direction, mask. Masked entries are −Infinity, or finite and far below all
 * others (−9000 or less).
 *
 * With `expect`, the expected bias is made and subtracted. `residual` is what remains; if rounding to the
 * element type does not explain it, findings of severity "problem" say where the entries differ and, if a usual
 * mistake explains all of it, why. Otherwise there is no problem.
 *
 * With a learned table, the bias shows which of its entries are equal, but not which entry of the
 * table they are. To check that too, pass the table in `expect`.
 *
 * @param {TableArray} bias (heads, queryLength, keyLength)
 * @param {readonly [heads: number, queryLength: number, keyLength: number]} shape
 * @param {object} [options]
 * @param {ExpectedBias | undefined} [options.expect] what it should be; each difference becomes a finding
 * @param {"float16" | "bfloat16" | undefined} [options.dtype] of the bits in a Uint16Array; by default the likelier
 * @returns {BiasDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * diagnoseBias(alibiBias(8, 16, 16), [8, 16, 16]).kind; // "alibi"
 */
export function diagnoseBias(bias, shape, options) {
  const where = "phasor.diagnoseBias";
  const { expect, dtype } = check.options(where, options, ["expect", "dtype"]);
  if (dtype !== undefined) check.oneOf(where, "dtype", dtype, ["float16", "bfloat16"]);
  const axes = ["heads", "queryLength", "keyLength"];
  const [heads, queries, keys] = check.shape(where, "shape", shape, axes, 1);
  const sizes = [heads, queries, keys];
  const values = readElements(where, "bias", bias, heads * queries * keys, sizes, dtype);
  const expected = readExpected(where, expect, heads, queries, keys);
  const entries = readBias(values, heads, queries, keys);
  const mask = maskOf(entries);
  const { max, rms } = entries.deviation;
  const isToeplitz = isNoise({ rms }, entries.spread);
  /** @type {Identification | undefined} */
  let identification;
  const identify = () =>
    (identification ??=
      describeLines(entries, mask) ??
      describeConstant(entries, mask) ??
      (isToeplitz ? describeBuckets(entries, mask.offset ?? 0) : describeWindow(entries)));
  const comparison = expected && compare(entries, mask, expected, identify);
  if (!comparison?.properties) identify();
  /** @type {BiasDiagnosis} */
  const diagnosis = {
    ...{ kind: "unknown", mask: mask.kind, offset: mask.offset, window: mask.window, form: null },
    ...{ slopes: null, maxBias: null, buckets: null, bidirectional: null, maxDistance: null },
    ...{ reach: null, depth: null, height: null, width: null, deviation: null },
    ...(comparison?.properties ?? identification?.properties),
    toeplitz: { holds: max === 0 || isToeplitz, deviation: max },
    residual: comparison?.residual ?? null,
    findings: comparison?.findings ?? [
      ...describeBroken(entries),
      ...(identification?.findings ?? []),
      ...mask.findings,
    ],
  };
  bySeverity(diagnosis.findings);
  return diagnosis;
}
