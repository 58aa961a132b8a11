// What the package says of a table or of a rotation: in the page, or in a worker.
import { ruleInWords } from "../../phasor/diagnose_rotary/words.js";
import { diagnose, diagnoseRotary } from "../../phasor/index.js";

/** @typedef {import("../../phasor/diagnose_rotary.js").RotaryDiagnosis} RotaryDiagnosis */
/** @typedef {import("../../phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */
/** @typedef {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>} Numbers */

/**
 * A table; or cosines and sines, or vectors before and after a rotation. Those made of `bare` frequencies
 * have no attention factor and no layout.
 * @typedef {{ values: Numbers, shape: [number, number] }
 *   | { data: { cos: Numbers, sin: Numbers } | { input: Numbers, output: Numbers }, shape: number[], bare?: boolean, expect?: ExpectedRotary }} Question
 */
/** @typedef {{ kind: string, layout?: RotaryDiagnosis["layout"], rotaryStart?: number | null, rotaryDim?: number | null, pairs?: number, summary?: string, findings: { code: string, severity: string, message: string }[], problem?: string }} Answer */

/** @param {Question} question @returns {Answer} */
export function answerTo(question) {
  try {
    if ("values" in question) {
      const { kind, findings } = diagnose(question.values, question.shape);
      return { kind, findings };
    }
    const { data, shape, bare, expect } = question;
    const asked = bare && expect ? { ...expect, attentionFactor: 1, layout: undefined } : expect;
    const found = diagnoseRotary(data, shape, { expect: asked });
    const { kind, layout, rotaryStart, rotaryDim, pairs } = found;
    const findings = found.findings.filter(({ code }) => !(bare && code.endsWith("-factor")));
    return { kind, layout, rotaryStart, rotaryDim, pairs, summary: inWords(found), findings };
  } catch (error) {
    return { kind: "unknown", findings: [], problem: /** @type {Error} */ (error).message };
  }
}

/** @param {RotaryDiagnosis} found */
function inWords({ kind, layout, rotaryDim, base, scaling, step, start }) {
  if (kind === "unknown") return "nothing turns evenly from row to row";
  return [
    layout && `pairs of ${layout === "half" ? "halves" : "neighbours"}`,
    `${rotaryDim} features turn`,
    base === null ? "frequencies of no known rule" : ruleInWords({ base, scaling, step }),
    start !== null && `row 0 is position ${Number(start.toPrecision(6))}`,
  ]
    .filter(Boolean)
    .join(", ");
}
