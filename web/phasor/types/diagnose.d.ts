import type { FloatArray } from "./check.js";
import type { conventions } from "./conventions.js";
import type { Invariants } from "./diagnose/invariants.js";
import type { Finding } from "./diagnose/messages.js";
import type { Layout, Order } from "./diagnose/model.js";
export type Diagnosis = {
  /**
   * unknown: learned, or made in a way that is
   * not known here
   */
  kind: "sinusoidal" | "constant" | "unknown";
  /**
   * the one that layout, order and spacing are
   * those of; null if none
   */
  convention: keyof typeof conventions | null;
  layout: Layout | null;
  order: Order | null;
  spacing: "d" | "d-2" | null;
  /**
   * null where it cannot be told
   */
  base: number | null;
  /**
   * the position of row 0
   */
  start: number | null;
  /**
   * standard errors of the two
   */
  uncertainty: {
    base: number;
    start: number;
  } | null;
  /**
   * of the angles
   */
  arithmetic: "exact" | "float64" | "float32" | "bfloat16" | "float16" | "ggml" | null;
  /**
   * of the entries from exact values
   */
  deviation: {
    max: number;
    rms: number;
  } | null;
  /**
   * that the invariants were held to
   */
  tolerance: number;
  invariants: Invariants;
  /**
   * problems first
   */
  findings: Finding[];
};
/** @import { FloatArray } from "./check.js" */
/** @import { Invariant, Invariants } from "./diagnose/invariants.js" */
/** @import { Layout, Order } from "./diagnose/model.js" */
/** @import { Finding } from "./diagnose/messages.js" */
/** @import { conventions } from "./conventions.js" */
/**
 * @typedef {object} Diagnosis
 * @property {"sinusoidal" | "constant" | "unknown"} kind unknown: learned, or made in a way that is
 *   not known here
 * @property {keyof typeof conventions | null} convention the one that layout, order and spacing are
 *   those of; null if none
 * @property {Layout | null} layout
 * @property {Order | null} order
 * @property {"d" | "d-2" | null} spacing
 * @property {number | null} base null where it cannot be told
 * @property {number | null} start the position of row 0
 * @property {{ base: number, start: number } | null} uncertainty standard errors of the two
 * @property {"exact" | "float64" | "float32" | "bfloat16" | "float16" | "ggml" | null} arithmetic of the angles
 * @property {{ max: number, rms: number } | null} deviation of the entries from exact values
 * @property {number} tolerance that the invariants were held to
 * @property {Invariants} invariants
 * @property {Finding[]} findings problems first
 */
/**
 * Tells from a table alone what it is and what is wrong with it: convention, base, first position,
 * which invariants hold and by how much they fail, and findings, each with the columns it concerns
 * and what to change. All rows have to be consecutive positions.
 *
 * @param {FloatArray} pe (L, d)
 * @param {readonly [length: number, dModel: number]} shape d from 1 on, odd ones too
 * @returns {Diagnosis}
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * diagnose(sinusoidal(64, 32, { start: 1 }), [64, 32]).findings[0].code; // "starts-at-1"
 */
export declare function diagnose(
  pe: FloatArray,
  shape: readonly [length: number, dModel: number],
): Diagnosis;
