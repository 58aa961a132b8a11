// hypotheses.js: what may explain a residual, likeliest first.
import { LARGEST_POSITION } from "../check.js";
import { plural, problem } from "../diagnose/messages.js";
import { arcTangent, logarithm, square } from "../elementary.js";
import { differences } from "./differences.js";
import { attentionFinding, axesFindings, differsBy } from "./findings.js";
import { changingLengths } from "./identify.js";
import { byOtherPositions } from "./measured_positions.js";
import { mistakenRules, pairings, ranges, roundings } from "./mistakes.js";
import { cellsOf, pairingOf } from "./model.js";
import { typeOf } from "./rules.js";

/** @import { Placement } from "./expected.js" */
/** @import { Expected, Scope } from "./comparison.js" */
/** @import { Identification } from "./identify.js" */
/** @import { Variant } from "./mistakes.js" */
/** @import { Places } from "./model.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */

/**
 * What may explain the residual, likeliest first.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @param {number[]} groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
export function* hypotheses(subject, expected, scope, groups, vectors, wrong) {
  const { expect, model, rule, shape } = expected;
  if (shape.pairs === 0) {
    yield* ranges(model, shape, { ...expect, rotates: undefined, rotaryDim: undefined });
    return;
  }
  yield* byOtherAxes(subject, expected, groups, vectors, wrong);
  yield* roundings(model);
  const linear = typeOf(rule.scaling) === "linear";
  const factors = factorsOf(subject, model, rule, groups, vectors);
  // Frequencies that are not divided look like positions that are multiplied.
  if (linear) yield* byRules(subject, expected, factors);
  for (const variant of byOtherPositions(subject, expected, scope)) {
    if (!linear || !variant.findings.some(({ code }) => code === "other-step")) yield variant;
  }
  yield* pairwise(subject, expected, groups, vectors, wrong);
  yield* pairings(model, shape, expect, subject.cache);
  for (const attentionFactor of factors) {
    if (attentionFactor === rule.attentionFactor) continue;
    const turns = { ...model.turns, attentionFactor };
    const finding = attentionFinding(attentionFactor, rule.attentionFactor, rule.scaling);
    yield { model: { ...model, turns }, findings: [finding] };
  }
  // Fewer features that turn look like slow pairs, but rounding changes some entries of those.
  const fewer = !subject.cache && hasCopies(subject, model, groups, vectors);
  if (fewer) yield* ranges(model, shape, expect);
  const gains = gainsOf(subject, model);
  if (gains) yield gains;
  yield* byRules(subject, expected, factors);
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
 * @param {Subject} subject @param {Expected} expected
 * @param {number[]} factors attention factors that lengths allow
 * @returns {Generator<Variant, void, void>}
 */
function* byRules(subject, { expect, model, rule, shape }, factors) {
  for (const other of mistakenRules(expect, shape.pairs, rule)) {
    for (const attentionFactor of new Set([...factors, other.attentionFactor])) {
      const { frequencies, finding } = other;
      const turns = { ...model.turns, frequencies, attentionFactor };
      const findings = finding ? [finding] : differences(other, rule, expect);
      if (differsBy(subject.format, attentionFactor, rule.attentionFactor)) {
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
 * @param {Subject} subject @param {Model} model @param {Rule} rule @param {number[]} groups @param {Vector[]} vectors
 */
function factorsOf(subject, model, { attentionFactor }, groups, vectors) {
  const measured = lengthOf(subject, model, groups, vectors);
  const within = 2 * subject.format.roundoff + 1e-5;
  const candidates = [attentionFactor, 1, attentionFactor * attentionFactor];
  const near = candidates.filter((factor) => Math.abs(measured / factor - 1) <= within);
  const usable = measured > 1e-6 && measured < 1e6;
  return near.length > 0 ? [...new Set(near)] : usable ? [measured] : [attentionFactor];
}

/** Number of rows that show a constant phase. */
const MIN_ROWS_OF_PHASE = 3;
/** Coherence from which on a pair follows an axis, or has a constant phase. */
const MIN_COHERENCE = 0.98;

/**
 * For each pair, the mean arrow relative to what a model predicts: (pairs, 2), at most 1 in length.
 * @param {Float64Array} sums of the groups @param {Float64Array} cells of the groups @param {number} pairs
 */
function meanArrows(sums, cells, pairs) {
  const means = new Float64Array(2 * pairs);
  const sizes = new Float64Array(pairs);
  for (let at = 0, from = 0; at < sums.length / 6; at++, from++) {
    const i = at % pairs;
    if (i === 0 && at > 0) from += 2 * pairs;
    const [re, im] = [sums[6 * at + 3], sums[6 * at + 4]];
    const [c, s] = [cells[from], cells[from + pairs]];
    means[2 * i] += re * c + im * s;
    means[2 * i + 1] += im * c - re * s;
    sizes[i] += Math.sqrt((re * re + im * im) * (c * c + s * s));
  }
  for (let i = 0; i < pairs; i++) {
    const scale = sizes[i] > 0 ? 1 / sizes[i] : 0;
    means[2 * i] *= scale;
    means[2 * i + 1] *= scale;
  }
  return means;
}

/**
 * For each pair, how well it follows a model with other angles: (pairs, 2).
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {Vector[]} vectors
 * @returns {(other: Partial<Model["turns"]>) => Float64Array}
 */
function meansWith(subject, { pairing, turns, places }, groups, vectors) {
  const pairs = turns.frequencies.length;
  const sums = subject.sums(pairing, pairs, groups, vectors);
  return (other) =>
    meanArrows(sums, cellsOf({ ...turns, ...other }, places, subject.rows, groups), pairs);
}

/**
 * Pairs that follow another axis.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
function* byOtherAxes(subject, { model }, groups, vectors, wrong) {
  const { turns, places } = model;
  const { axes } = turns;
  const pairs = turns.frequencies.length;
  if (!axes || places.lists.length === 1) return;
  const means = meansWith(subject, model, groups, vectors);
  const unchanged = means({});
  const actual = Int32Array.from(axes);
  const best = Float64Array.from({ length: pairs }, (_, i) => unchanged[2 * i]);
  for (let axis = 0; axis < places.lists.length; axis++) {
    const byAxis = means({ axes: new Int32Array(pairs).fill(axis) });
    for (const i of wrong) {
      if (!(byAxis[2 * i] > best[i] + 1e-12)) continue;
      best[i] = byAxis[2 * i];
      actual[i] = axis;
    }
  }
  const findings = axesFindings(actual, axes);
  if (findings.length > 0)
    yield { model: { ...model, turns: { ...turns, axes: actual } }, findings };
}

/**
 * Pairs that do not turn, turn the other way, or begin at another angle.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @param {number[]} wrong pairs that rounding does not explain
 * @returns {Generator<Variant, void, void>}
 */
function* pairwise(subject, { model }, groups, vectors, wrong) {
  const { turns } = model;
  const { frequencies } = turns;
  const pairs = frequencies.length;
  const means = meansWith(subject, model, groups, vectors);
  const unchanged = means({});
  const fixed = means({ frequencies: new Float64Array(pairs) });
  const backward = means({ frequencies: frequencies.map((w) => -w) });
  const actual = Float64Array.from(frequencies);
  /** @type {number[][]} */
  const [stopped, reversed] = [[], []];
  for (const i of wrong) {
    const best = Math.max(unchanged[2 * i], fixed[2 * i], backward[2 * i]);
    if (best === unchanged[2 * i]) continue;
    const isStopped = best === fixed[2 * i];
    actual[i] = isStopped ? 0 : -frequencies[i];
    (isStopped ? stopped : reversed).push(i);
  }
  const findings = [];
  if (stopped.length > 0) {
    const message = `${plural("Pair", stopped)} ${stopped.length === 1 ? "does" : "do"} not turn; ${stopped.length === 1 ? "it" : "they"} should.`;
    findings.push(problem("pairs-not-rotated", message, stopped));
  }
  if (reversed.length > 0) {
    const message = `${plural("Pair", reversed)} ${reversed.length === 1 ? "turns" : "turn"} backwards: change the sign of the sines.`;
    findings.push(problem("pairs-turned-backwards", message, reversed));
  }
  if (findings.length > 0 && stopped.length + reversed.length < pairs) {
    yield { model: { ...model, turns: { ...turns, frequencies: actual } }, findings };
  }
  const phases = new Float64Array(pairs);
  const shifted = [];
  for (const i of wrong) {
    const [re, im] = [unchanged[2 * i], unchanged[2 * i + 1]];
    if (re * re + im * im < MIN_COHERENCE) continue;
    phases[i] = arcTangent(im, re);
    shifted.push(i);
  }
  const rows = new Set(groups.map((group) => group % subject.rows)).size;
  if (shifted.length === 0 || rows < MIN_ROWS_OF_PHASE) return;
  const isAll = shifted.length === pairs;
  const message = `${isAll ? "Each pair is" : plural("Pair", shifted) + (shifted.length === 1 ? " is" : " are")} turned by a constant angle more, in every row: look for a phase or an offset that is added to the angles.`;
  const finding = problem("constant-phase", message, isAll ? [] : shifted);
  const turned = { ...model, turns: { ...turns, phases } };
  yield { model: turned, findings: [finding], vague: true };
}

/**
 * The rotation that entries show, to be subtracted.
 * @param {Identification | undefined} diagnosis @param {Subject} subject @param {Expected} expected
 * @returns {Generator<Variant, void, void>}
 */
export function* hypothesesOf(diagnosis, subject, expected) {
  if (!diagnosis || diagnosis.kind === "unknown") return;
  const { pairs, direction, swapped, negated, identifiedRule, arithmetic, findings, axes } =
    diagnosis;
  const layout = (subject.cache ? null : diagnosis.layout) ?? expected.shape.layout;
  const start = subject.cache ? 0 : (diagnosis.rotaryStart ?? 0);
  // A cache is laid out by the pairs that are expected.
  if (subject.cache ? pairs !== expected.shape.pairs : start + 2 * pairs > subject.width) return;
  const shape = { width: subject.width, start, pairs, layout };
  const pairing = pairingOf(shape, diagnosis.mistake);
  const frequencies = identifiedRule?.frequencies ?? diagnosis.frequencies;
  if (frequencies.length !== pairs) return;
  const expectedAxes = expected.model.turns.axes;
  const mergedAxes =
    axes && expectedAxes?.length === axes.length
      ? axes.map((a, i) => (a < 0 ? expectedAxes[i] : a))
      : expectedAxes;
  const rule = identifiedRule ?? { ...expected.rule, frequencies, attentionFactor: 1 };
  const groups = Array.from({ length: subject.groups }, (_, group) => group);
  const sampled = groups.filter((group) => group % Math.ceil(groups.length / 64) === 0);
  const model = { ...expected.model, pairing };
  for (const attentionFactor of factorsOf(subject, model, rule, sampled, subject.vectors)) {
    for (const places of identifiedPlaces(diagnosis, expected.placement)) {
      for (const rounding of roundingsOf(arithmetic)) {
        const turns = { frequencies, axes: pairs === expectedAxes?.length ? mergedAxes : null };
        const extra = { attentionFactor, direction, swapped, negated, rounding };
        const identified = { pairing, turns: { ...turns, ...extra }, places };
        yield { model: identified, shape, rule, diagnosis, findings };
      }
    }
  }
}

/** @param {Identification["arithmetic"]} name */
function roundingsOf(name) {
  if (name !== "bfloat16" && name !== "float16") return [undefined];
  const frequencies = { format: name, frequencies: true };
  return [
    { ...frequencies, positions: true, products: true },
    { ...frequencies, positions: false, products: false },
  ];
}

/**
 * The positions that were found: those given, moved by a constant, or runs of consecutive ones.
 * @param {Identification} diagnosis @param {Placement} placement @returns {Places[]}
 */
function identifiedPlaces({ start, positions }, { positionsGiven, places }) {
  /** @type {Places[]} */
  const all = [];
  const { lists, byBatch } = places;
  if (positionsGiven && start !== null) {
    all.push({ lists: lists.map((list) => list.map((p) => p + start - lists[0][0])), byBatch });
  }
  if (positions?.every((p) => !Number.isNaN(p))) all.push({ lists: [positions], byBatch: false });
  return all.filter(({ lists }) =>
    lists.every((list) => list.every((p) => Math.abs(p) <= LARGEST_POSITION)),
  );
}
