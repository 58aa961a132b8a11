import type { FloatArray } from "./check.js";
import type { Finding } from "./diagnose/messages.js";
import type { Angles } from "./diagnose_rotary/arithmetic.js";
import type { Layout } from "./diagnose_rotary/cache.js";
import type { RopeOptions, RopeScaling } from "./rope/scaling.js";
export type RotaryDiagnosis = {
  /**
   * unknown: no arrows that turn evenly from row to row
   */
  kind: "rotary" | "unknown";
  /**
   * null for a cache with one column for each pair
   */
  layout: Layout | null;
  /**
   * whether vectors were given, not a cache
   */
  vectors: boolean;
  pairs: number;
  /**
   * features that turn
   */
  rotaryDim: number | null;
  /**
   * the first of them; null for a cache
   */
  rotaryStart: number | null;
  /**
   * null if the rule is not known
   */
  base: number | null;
  /**
   *   explicit: none that is known here
   */
  rule: "default" | "linear" | "ntk" | "yarn" | "llama3" | "proportional" | "explicit" | null;
  /**
   * its parameters. A stretched base ("ntk", "dynamic") is told from
   * another base only where it is stretched from a usual one by a round factor
   */
  scaling: RopeScaling | null;
  /**
   * (pairs), radians a row, as measured
   */
  frequencies: Float64Array<ArrayBuffer>;
  /**
   * (pairs), how exactly that is known
   */
  tolerances: Float64Array<ArrayBuffer>;
  attentionFactor: number | null;
  /**
   * position of row 0
   */
  start: number | null;
  direction: 1 | -1;
  /**
   * whether cosines and sines are exchanged
   */
  swapped: boolean;
  /**
   * whether both have the wrong sign
   */
  negated: boolean;
  /**
   * of the angles; null where the entries do not tell
   */
  arithmetic: Angles | null;
  /**
   * of the entries from even turning
   */
  deviation: {
    max: number;
    rms: number;
  } | null;
  /**
   * problems first
   */
  findings: Finding[];
};
export type ExpectedRotary = RopeOptions & {
  dHead?: number | undefined;
  layout?: Layout | undefined;
  rotaryStart?: number | undefined;
  direction?: 1 | -1 | undefined;
};
/**
 * Tells from a rotary cache, or from vectors before and after somebody's rotation, how they turn: layout,
 * features, base, scaling rule, attention factor, position of row 0, direction and the arithmetic of
 * the angles. Rows are consecutive positions, 8 or more of them.
 *
 * @param {{ cos: FloatArray, sin: FloatArray } | { input: FloatArray, output: FloatArray }} data cos and
 *   sin: (T, r/2), or (T, r) doubled by halves or by neighbours; input and output: (…, T, dHead)
 * @param {readonly number[]} shape [T, columns] or [..., T, dHead]
 * @param {object} [options]
 * @param {ExpectedRotary | undefined} [options.expect] what it should be; each difference becomes a finding
 * @returns {RotaryDiagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * const { cos, sin } = new RotaryEmbedding(64, { base: 500000, maxLength: 32 });
 * diagnoseRotary({ cos, sin }, [32, 32]).base; // 500000
 */
export declare function diagnoseRotary(
  data:
    | {
        cos: FloatArray;
        sin: FloatArray;
      }
    | {
        input: FloatArray;
        output: FloatArray;
      },
  shape: readonly number[],
  options?: {
    expect?: ExpectedRotary | undefined;
  },
): RotaryDiagnosis;
