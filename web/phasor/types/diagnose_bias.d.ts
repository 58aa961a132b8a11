import type { FloatArray } from "./check.js";
import type { Finding } from "./diagnose/messages.js";
import type { ExpectedBias } from "./diagnose_bias/expected.js";
import type { Form } from "./diagnose_bias/linear.js";
import type { Mask } from "./diagnose_bias/mask.js";
export type BiasDiagnosis = {
  /**
   *   alibi: linear in a distance or an index; relative: an entry for each distance up to a reach;
   *   toeplitz: another function of key − query; mask: nothing but masked entries and zeros
   */
  kind: "alibi" | "t5" | "relative" | "toeplitz" | "swin" | "mask" | "constant" | "unknown";
  mask: Mask["kind"];
  /**
   * the position of query 0 among the keys; null where it does not
   * show
   */
  offset: number | null;
  /**
   * how many keys a query sees, of a sliding window
   */
  window: number | null;
  /**
   * what an ALiBi bias is linear in; with a causal mask a signed
   * difference is a distance
   */
  form: Form | null;
  /**
   * (heads), of an ALiBi bias, above 0 if they have
   * the right sign
   */
  slopes: Float64Array<ArrayBuffer> | null;
  /**
   * null if no rule gives the slopes
   */
  maxBias: number | null;
  /**
   * null where a mask hides whether later keys have their own
   */
  buckets: number | null;
  bidirectional: boolean | null;
  /**
   * null if all that is seen lies before it shows
   */
  maxDistance: number | null;
  reach: number | null;
  /**
   * of a window, as positions are counted row by row
   */
  height: number | null;
  width: number | null;
  /**
   * of the entries from what was found
   */
  deviation: {
    max: number;
    rms: number;
  } | null;
  /**
   * whether each head is a function of
   * key − query; deviation: the largest of the entries from the means of their diagonals
   */
  toeplitz: {
    holds: boolean;
    deviation: number;
  };
  /**
   * problems first; their columns are heads
   */
  findings: Finding[];
};
export type Known = Partial<Omit<BiasDiagnosis, "findings">>;
/** @import { FloatArray } from "./check.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { ExpectedBias } from "./diagnose_bias/expected.js" */
/** @import { Form } from "./diagnose_bias/linear.js" */
/** @import { Mask } from "./diagnose_bias/mask.js" */
/**
 * @typedef {object} BiasDiagnosis
 * @property {"alibi" | "t5" | "relative" | "toeplitz" | "swin" | "mask" | "constant" | "unknown"} kind
 *   alibi: linear in a distance or an index; relative: an entry for each distance up to a reach;
 *   toeplitz: another function of key − query; mask: nothing but masked entries and zeros
 * @property {Mask["kind"]} mask
 * @property {number | null} offset the position of query 0 among the keys; null where it does not
 *   show
 * @property {number | null} window how many keys a query sees, of a sliding window
 * @property {Form | null} form what an ALiBi bias is linear in; with a causal mask a signed
 *   difference is a distance
 * @property {Float64Array<ArrayBuffer> | null} slopes (heads), of an ALiBi bias, above 0 if they have
 *   the right sign
 * @property {number | null} maxBias null if no rule gives the slopes
 * @property {number | null} buckets null where a mask hides whether later keys have their own
 * @property {boolean | null} bidirectional
 * @property {number | null} maxDistance null if all that is seen lies before it shows
 * @property {number | null} reach
 * @property {number | null} height of a window, as positions are counted row by row
 * @property {number | null} width
 * @property {{ max: number, rms: number } | null} deviation of the entries from what was found
 * @property {{ holds: boolean, deviation: number }} toeplitz whether each head is a function of
 *   key − query; deviation: the largest of the entries from the means of their diagonals
 * @property {Finding[]} findings problems first; their columns are heads
 */
/** @typedef {Partial<Omit<BiasDiagnosis, "findings">>} Known */
/**
 * Tells from an attention bias alone what it is: ALiBi, the buckets of T5, a clipped relative bias, the
 * window of Swin, a causal mask; and what is wrong with it: slopes, sign, form, boundaries of buckets,
 * direction, mask. Masked entries are −Infinity, or finite and far below all others (−9000 or less).
 *
 * Of a learned table, the bias says which entries are the same, not which entry is which: give the
 * table in `expect` to have that compared.
 *
 * @param {FloatArray} bias (heads, queryLength, keyLength)
 * @param {readonly [heads: number, queryLength: number, keyLength: number]} shape
 * @param {object} [options]
 * @param {ExpectedBias | undefined} [options.expect] what it should be; each difference becomes a finding
 * @returns {BiasDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * diagnoseBias(alibiBias(8, 16, 16), [8, 16, 16]).kind; // "alibi"
 */
export declare function diagnoseBias(
  bias: FloatArray,
  shape: readonly [heads: number, queryLength: number, keyLength: number],
  options?: {
    expect?: ExpectedBias | undefined;
  },
): BiasDiagnosis;
