// The package's diagnosis of a table or of a rotation; runs in the page or in a worker.
import { diagnose, diagnoseRotary } from "../../phasor/index.js";
import { whole } from "../core/numbers.js";

/** @import { ExpectedRotary, RotaryDiagnosis } from "../../phasor/diagnose_rotary.js" */
/** @import { RopeOptions } from "../../phasor/rope/scaling.js" */

/** @typedef {Float32Array | Float64Array} Numbers */
/** @typedef {{ values: Numbers, shape: [number, number] }} TableQuestion */
/**
 * Cosines and sines, or vectors before and after a rotation. `bare`: made from frequencies alone,
 * without an attention factor or a layout.
 * @typedef {{ data: { cos: Numbers, sin: Numbers } | { input: Numbers, output: Numbers }, shape: number[], bare?: boolean, expect?: ExpectedRotary }} RotaryQuestion
 */
/** @typedef {TableQuestion | RotaryQuestion} Question */
/** @typedef {{ kind: string, layout?: RotaryDiagnosis["layout"], rotaryStart?: number | null, rotaryDim?: number | null, pairs?: number, summary?: string, findings: { code: string, severity: string, message: string }[], problem?: string }} Answer */

/** @param {Question} question @returns {Answer} */
export function answerTo(question) {
  try {
    if ("values" in question) {
      const { kind, findings } = diagnose(question.values, question.shape);
      return { kind, findings };
    }
    const { data, shape, bare, expect } = question;
    const expected = bare && expect ? { ...expect, attentionFactor: 1, layout: undefined } : expect;
    const diagnosis = diagnoseRotary(data, shape, { expect: expected });
    const { kind, layout, rotaryStart, rotaryDim, pairs } = diagnosis;
    const findings = diagnosis.findings.filter(({ code }) => !(bare && code.endsWith("-factor")));
    return { kind, layout, rotaryStart, rotaryDim, pairs, summary: inWords(diagnosis), findings };
  } catch (error) {
    return { kind: "unknown", findings: [], problem: /** @type {Error} */ (error).message };
  }
}

/** @type {Record<string, string>} */
const NAMES = { yarn: "YaRN", llama3: "Llama 3’s rule", ntk: "NTK", longrope: "LongRoPE" };

/** A rule for frequencies in words; without a base, the file's own list. @param {Pick<RopeOptions, "base" | "scaling">} rule */
export function ruleWords({ base, scaling }) {
  if (base === undefined) return "the file’s own frequencies";
  const words = `base ${Number.isInteger(base) ? whole(base) : base}`;
  if (!scaling?.type || scaling.type === "default") return words;
  const { type, factor, original_max_position_embeddings: original } = scaling;
  const by = factor == null ? "" : ` by ${Number(factor.toPrecision(4))}`;
  return `${words} with ${NAMES[type] ?? type}${by}${original == null ? "" : ` from ${whole(original)}`}`;
}

/** @param {RotaryDiagnosis} diagnosis */
function inWords({ kind, layout, rotaryDim, base, scaling, start }) {
  if (kind === "unknown") return "no pair rotates at a constant rate from row to row";
  return [
    layout && `pairs of ${layout === "half" ? "halves" : "neighbours"}`,
    `${rotaryDim} features turn`,
    base === null
      ? "no known frequency rule"
      : ruleWords({ base: Number(base.toPrecision(7)), scaling }),
    start !== null && `row 0 is position ${Number(start.toPrecision(6))}`,
  ]
    .filter(Boolean)
    .join(", ");
}
