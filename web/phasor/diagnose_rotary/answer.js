// answer.js: what was found, in the form in which diagnoseRotary returns it.
import { isFrequencyList } from "./expected.js";
import { segmentsOf } from "./position_mistakes.js";
import { divisor } from "./rows.js";
import { typeOf } from "./rules.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Layout } from "./cache.js" */
/** @import { Comparison } from "./comparison.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Subject } from "./subject.js" */

/** Relative uncertainty of frequencies that a comparison confirms. */
const CONFIRMED_UNCERTAINTY = 1e-6;

/** A diagnosis that says nothing. @param {boolean} vectors @returns {RotaryDiagnosis} */
export const emptyDiagnosis = (vectors) => ({
  ...{ kind: "unknown", layout: null, vectors, pairs: 1, rotaryDim: null, rotaryStart: null },
  ...{ reordered: false, base: null, rule: null, scaling: null, alternatives: [] },
  ...{ frequencies: new Float64Array(1), tolerances: new Float64Array(1).fill(Math.PI) },
  ...{ attentionFactor: null, start: null, step: 1, segments: [{ row: 0, start: null }] },
  ...{ axes: null, direction: 1, swapped: false, negated: false, arithmetic: null, roundoff: 0 },
  ...{ deviation: null, residual: null, findings: [] },
});

/**
 * A rule by its name, base and scaling. A list of frequencies has none.
 * @param {Rule | undefined} rule @param {ExpectedRotary | undefined} expect
 * @returns {Pick<RotaryDiagnosis, "base" | "rule" | "scaling">}
 */
export function ruleProperties(rule, expect) {
  if (!rule || (rule.as === "expected" && isFrequencyList(expect)))
    return { base: null, rule: "explicit", scaling: null };
  const { base, scaling, as } = rule;
  const type = as === "inverted" ? "explicit" : typeOf(scaling);
  return { base, rule: /** @type {RotaryDiagnosis["rule"]} */ (type), scaling };
}

/**
 * The diagnosis of a rotation that a comparison explains.
 * @param {Subject} subject @param {Comparison} comparison
 * @param {ExpectedRotary} expect @param {Layout | null} layout
 * @returns {RotaryDiagnosis}
 */
export function diagnosisOf(subject, comparison, expect, layout) {
  const { model, rule, shape, remaining, residual, expected } = comparison;
  const { turns, places } = model;
  const { frequencies, attentionFactor, axes, direction, rounding } = turns;
  const list = places.lists[0];
  const start = list.length > 0 ? list[0] : null;
  return {
    ...emptyDiagnosis(!subject.cache),
    kind: "rotary",
    layout: subject.cache ? layout : shape.layout,
    pairs: shape.pairs,
    rotaryDim: 2 * shape.pairs,
    rotaryStart: subject.cache ? null : shape.start,
    reordered: model.pairing.target.some((c, f) => c !== model.pairing.source[f]),
    ...ruleProperties(rule, expect),
    frequencies: Float64Array.from(frequencies, Math.abs),
    tolerances: Float64Array.from(frequencies, (w) => CONFIRMED_UNCERTAINTY * Math.abs(w)),
    ...{
      attentionFactor,
      start,
      step: stepOf(list.subarray(0, subject.rows), expected.placement.unit),
    },
    segments: segmentsOf(list.subarray(0, subject.rows), expected.model.places.lists[0]).map(
      ({ row, start }) => ({ row, start }),
    ),
    axes: axes && places.lists.length > 1 ? Int32Array.from(axes) : null,
    ...{ direction, swapped: turns.swapped ?? false, negated: turns.negated ?? false },
    arithmetic: rounding?.format ?? null,
    roundoff: subject.format.roundoff,
    deviation: { max: remaining.max, rms: remaining.rms },
    residual: residual.summary,
  };
}

/** The largest number of which all distances between positions are multiples; 1 for a single one.
 * @param {Float64Array} list @param {number} unit of which positions are multiples */
function stepOf(list, unit) {
  let step = 0;
  for (const position of list) {
    step = divisor(step, Math.round(Math.abs(position - list[0]) / (unit || 1)));
  }
  return (step || 1) * (unit || 1);
}
