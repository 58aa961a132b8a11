// hypotheses.js: what may explain a residual, likeliest first.
import { logarithm, square } from "../elementary.js";
import { typeOf } from "./describe.js";
import { differences } from "./differences.js";
import { attentionFinding } from "./findings.js";
import { changingLengths } from "./lengths.js";
import { byOtherPositions } from "./measured_positions.js";
import { byOtherAxes, pairwise } from "./pair_mistakes.js";
import { mistakenRules } from "./rule_mistakes.js";
import { pairings, ranges, roundings } from "./variants.js";

/** @import { Expected, Scope } from "./comparison.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/**
 * What may explain the residual, likeliest first.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @param {number[]} some groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
export function* hypotheses(subject, expected, scope, some, vectors, wrong) {
  const { expect, model, rule, shape } = expected;
  if (shape.pairs === 0) {
    yield* ranges(model, shape, { ...expect, rotates: undefined, rotaryDim: undefined });
    return;
  }
  yield* byOtherAxes(subject, expected, some, vectors, wrong);
  yield* roundings(model);
  const linear = typeOf(rule.scaling) === "linear";
  const factors = factorsOf(subject, model, rule, some, vectors);
  // Frequencies that are not divided look like positions that are multiplied.
  if (linear) yield* byRules(expected, factors);
  for (const variant of byOtherPositions(subject, expected, scope)) {
    if (!linear || !variant.findings.some(({ code }) => code === "other-step")) yield variant;
  }
  yield* pairwise(subject, expected, some, vectors, wrong);
  yield* pairings(model, shape, expect, subject.cache);
  for (const attentionFactor of factors) {
    if (attentionFactor === rule.attentionFactor) continue;
    const turns = { ...model.turns, attentionFactor };
    const finding = attentionFinding(attentionFactor, rule.attentionFactor, rule.scaling);
    yield { model: { ...model, turns }, findings: [finding] };
  }
  // Fewer features that turn look like slow pairs, but rounding changes some entries of those.
  const fewer = !subject.cache && hasCopies(subject, model, some, vectors);
  if (fewer) yield* ranges(model, shape, expect);
  const gains = gainsOf(subject, model);
  if (gains) yield gains;
  yield* byRules(expected, factors);
  if (!fewer && !subject.cache) yield* ranges(model, shape, expect);
}

/**
 * Whether features that should turn are copied in all vectors.
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {Vector[]} vectors
 */
function hasCopies(subject, { pairing }, groups, vectors) {
  const starts = groups.flatMap((group) =>
    vectors.map(([outer, inner]) => subject.startOf(group, outer, inner)),
  );
  return pairing.target.some((c) =>
    starts.every((at) => subject.output[at + c] === subject.input[at + c]),
  );
}

/**
 * Other rules.
 * @param {Expected} expected @param {number[]} factors attention factors that lengths allow
 * @returns {Generator<Variant, void, void>}
 */
function* byRules({ expect, model, rule, shape }, factors) {
  for (const other of mistakenRules(expect, shape.pairs, rule)) {
    for (const attentionFactor of new Set([...factors, other.attentionFactor])) {
      const { frequencies, finding } = other;
      const turns = { ...model.turns, frequencies, attentionFactor };
      const findings = finding ? [finding] : differences(other, rule, expect);
      if (Math.abs(attentionFactor - rule.attentionFactor) > 1e-6) {
        findings.push(attentionFinding(attentionFactor, rule.attentionFactor, rule.scaling));
      }
      yield { model: { ...model, turns }, rule: { ...rule, ...other, frequencies }, findings };
    }
  }
}

/**
 * Rows whose lengths change.
 * @param {Subject} subject @param {Model} model @returns {Variant | undefined}
 */
function gainsOf(subject, model) {
  const { rows, vectors } = subject;
  const { attentionFactor } = model.turns;
  const gains = Float64Array.from({ length: rows }, (_, row) => {
    return lengthOf(subject, model, [row], vectors) / attentionFactor;
  });
  if (rows < 2 || !gains.every((gain) => gain > 0 && gain < Infinity)) return undefined;
  const log = gains.map((gain) => logarithm(gain));
  const slope = (log[rows - 1] - log[0]) / (rows - 1);
  const even = log.every(
    (value, row) => Math.abs(value - log[0] - slope * row) < 1e-3 + 0.01 * Math.abs(log[rows - 1]),
  );
  const turns = { ...model.turns, gains };
  return { model: { ...model, turns }, findings: [changingLengths(even)] };
}

/**
 * By how much the lengths of rotated features grow.
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {readonly Vector[]} vectors
 */
function lengthOf(subject, { pairing }, groups, vectors) {
  let [before, after] = [0, 0];
  for (const group of groups) {
    for (const [outer, inner] of vectors) {
      const at = subject.startOf(group, outer, inner);
      for (const c of pairing.target) {
        before += square(subject.input[at + c]);
        after += square(subject.output[at + c]);
      }
    }
  }
  return Math.sqrt(after / Math.max(before, 1e-300));
}

/**
 * The attention factors that lengths allow.
 * @param {Subject} subject @param {Model} model @param {Rule} rule
 * @param {number[]} groups @param {Vector[]} vectors
 */
export function factorsOf(subject, model, { attentionFactor }, groups, vectors) {
  const measured = lengthOf(subject, model, groups, vectors);
  const within = 2 * subject.format.roundoff + 1e-5;
  const known = [attentionFactor, 1, attentionFactor * attentionFactor];
  const near = known.filter((factor) => Math.abs(measured / factor - 1) <= within);
  const usable = measured > 1e-6 && measured < 1e6;
  return near.length > 0 ? [...new Set(near)] : usable ? [measured] : [attentionFactor];
}
