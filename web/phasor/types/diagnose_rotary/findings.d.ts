import type { Finding } from "../diagnose/messages.js";
import type { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js";
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { RotaryDiagnosis, ExpectedRotary } from "../diagnose_rotary.js" */
/** @param {RotaryDiagnosis} found @param {boolean} coarse @returns {Finding[]} */
export declare function describe(found: RotaryDiagnosis, coarse: boolean): Finding[];
/**
 * The findings, with the differences from what is expected in place of what it decides.
 * @param {Finding[]} findings @param {RotaryDiagnosis} found @param {ExpectedRotary} expect
 * @returns {Finding[]}
 */
export declare function compare(
  findings: Finding[],
  found: RotaryDiagnosis,
  expect: ExpectedRotary,
): Finding[];
