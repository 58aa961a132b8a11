// measured_positions.js: finds the positions by which vectors were turned, given the frequencies.
import { LARGEST_POSITION } from "../check.js";
import { problem } from "../diagnose/messages.js";
import { evenIndices as indicesOf } from "../doctor/changes.js";
import { arcTangent } from "../elementary.js";
import { attentionFinding, turnedBackwards } from "./findings.js";
import { MAX_ROWS_LISTED, positionFindings } from "./position_mistakes.js";
import { positionOf } from "./start.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Expected, Scope } from "./comparison.js" */
/** @import { Variant } from "./mistakes.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */

/** Number of groups whose positions are looked for. */
const MAX_GROUPS = 4096;
/** Number of groups, and of vectors of each, that are looked at first. */
const GROUPS_SAMPLED = 40;
const VECTORS_SAMPLED = 3;
/** Number of vectors that determine a position. */
const MAX_VECTORS = 16;
/** Radians rms that the phases of a position may be off. */
const MAX_PHASE_RESIDUAL = 0.2;
/** Roundings of a phase, in units of the roundoff, and the error of phases in float32. */
const ROUNDINGS = 3;
const ERROR_OF_FLOAT32 = 1e-6;
/** Distance from a multiple of the unit that counts as one. */
const MAX_UNIT_FRACTION = 0.3;

/**
 * The positions by which groups were turned, axis by axis; NaN if no position explains the phases.
 * @param {Subject} subject @param {Model} model @param {number[]} groups
 * @param {readonly Vector[]} vectors of each group to look at
 * @param {number} unit of which positions are multiples; 0 if they are any numbers
 * @returns {Float64Array[]} for each axis, (groups)
 */
export function usedPositions(subject, model, groups, vectors, unit) {
  const { frequencies, axes, direction } = model.turns;
  const { lists, byBatch } = model.places;
  const pairs = frequencies.length;
  const sums = subject.sums(model.pairing, pairs, groups, vectors);
  const [phases, errors] = [new Float64Array(pairs), new Float64Array(pairs)];
  const sizes = frequencies.map(Math.abs);
  const narrow = ROUNDINGS * subject.format.roundoff + ERROR_OF_FLOAT32;
  const used = lists.map(() => new Float64Array(groups.length));
  groups.forEach((group, k) => {
    lists.forEach((list, axis) => {
      const expected = list[byBatch ? group : group % subject.rows];
      /** @param {number} from */
      const positionNear = (from) => {
        for (let i = 0; i < pairs; i++) {
          const at = 6 * (k * pairs + i);
          const [re, im] = [sums[at + 3], sums[at + 4]];
          const follows = lists.length === 1 || axes?.[i] === axis;
          const isUnknown = !follows || (re === 0 && im === 0) || frequencies[i] === 0;
          const sense = frequencies[i] < 0 ? -direction : direction;
          phases[i] = sense * arcTangent(im, re) - sizes[i] * from;
          errors[i] = isUnknown ? Infinity : narrow + Math.abs(from) * sizes[i] * ERROR_OF_FLOAT32;
        }
        return positionOf(phases, errors, sizes, false);
      };
      let best = Number.NaN;
      let least = MAX_PHASE_RESIDUAL;
      for (const from of expected === 0 ? [0] : [expected, 0]) {
        const fit = positionNear(from);
        if (!(fit.residual < least)) continue;
        least = fit.residual;
        best = from + fit.start;
      }
      const rounded = unit > 0 ? unit * Math.round(best / unit) : best;
      const position = Math.abs(best - rounded) < MAX_UNIT_FRACTION * unit ? rounded + 0 : best;
      used[axis][k] = Math.abs(position) <= LARGEST_POSITION ? position : Number.NaN;
    });
  });
  return used;
}

/**
 * Groups at other positions.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @returns {Generator<Variant, void, void>}
 */
export function* byOtherPositions(subject, { model, rule, placement }, scope) {
  const { positionsGiven, unit } = placement;
  const { rows, batch } = subject;
  const { lists, byBatch } = model.places;
  const groups = sample(scope.groups, MAX_GROUPS);
  // Unless some rows are explained, all of them would take long.
  const sampled = sample(groups, GROUPS_SAMPLED);
  const near = usedPositions(subject, model, sampled, sample(scope.vectors, VECTORS_SAMPLED), unit);
  if (near.every((list) => list.every(Number.isNaN))) return;
  const measured = usedPositions(subject, model, groups, sample(scope.vectors, MAX_VECTORS), unit);
  const actual = lists.map((list) =>
    Float64Array.from({ length: batch * rows }, (_, group) => list[byBatch ? group : group % rows]),
  );
  const expected = actual.map((list) => list.slice());
  let hasChanges = false;
  measured.forEach((list, axis) => {
    list.forEach((position, k) => {
      if (Number.isNaN(position) || position === actual[axis][groups[k]]) return;
      actual[axis][groups[k]] = position;
      hasChanges = true;
    });
  });
  if (!hasChanges) return;
  const batches = scope.batches.length < batch ? scope.batches : [...Array(batch).keys()];
  /** @param {Float64Array[]} lists */
  const modelAt = (lists) => ({ ...model, places: { lists, byBatch: true } });
  // Positions that do not explain their group are not believed.
  /** @type {Set<number>} */
  const large = new Set();
  subject.residual(modelAt(actual), { ...scope, large });
  const plausible = actual.map((list, axis) =>
    list.map((p, group) => (large.has(group) ? expected[axis][group] : p)),
  );
  /** @param {Float64Array[]} positions */
  const findings = (positions) => findingsOf(positions, expected, rows, batches, positionsGiven);
  if (!subject.cache) {
    // A second rotation rounds again.
    const { attentionFactor } = model.turns;
    const twice = modelAt(expected.map((list) => list.map((p) => 2 * p)));
    const turns = { ...model.turns, attentionFactor: attentionFactor * attentionFactor };
    const factors =
      attentionFactor === 1
        ? []
        : [attentionFinding(turns.attentionFactor, attentionFactor, rule.scaling)];
    const both = [...findings(twice.places.lists), ...factors];
    yield { model: { ...twice, turns }, findings: both, rough: true };
  }
  if (lists.length > 1) {
    // Slow pairs do not show the positions of their axis: it may be off as the fastest one is, or ignored.
    const { frequencies, axes } = model.turns;
    const fastest = axes?.[frequencies.indexOf(Math.max(...frequencies))] ?? 0;
    const shifts = actual[fastest].map((p, group) => p - expected[fastest][group]);
    const shiftedAlike = expected.map((list) => list.map((p, group) => p + shifts[group]));
    for (const positions of [shiftedAlike, lists.map(() => actual[fastest])]) {
      yield { model: modelAt(positions), findings: findings(positions) };
    }
  }
  const changed = groups.filter((group) =>
    plausible.some((list, a) => list[group] !== expected[a][group]),
  );
  const all = findings(plausible);
  const vague =
    changed.length > MAX_ROWS_LISTED && all.some(({ code }) => code === "other-positions");
  if (all.length > 0) yield { model: modelAt(plausible), findings: all, vague };
}

/**
 * Findings about other positions, axis by axis.
 * @param {Float64Array[]} actual (B, T) of each axis, as used @param {Float64Array[]} expected
 * @param {number} rows @param {number[]} batches @param {boolean} positionsGiven
 */
function findingsOf(actual, expected, rows, batches, positionsGiven) {
  // Turned backwards, and by other positions.
  const all = actual.flatMap((list) => [...list]);
  const below = all.every((p) => p <= 0) && all.some((p) => p < 0);
  const isBackward = below && expected.every((list) => list.every((p) => p >= 0));
  const isOnlyReversed = actual.every((list, axis) =>
    list.every((p, group) => p === -expected[axis][group]),
  );
  const sense = isBackward && !isOnlyReversed ? -1 : 1;
  /** @type {Finding[]} */
  const findings = [];
  for (let axis = 0; axis < expected.length; axis++) {
    if (actual[axis].every((p, group) => sense * p === expected[axis][group])) continue;
    const named = axisFinding(actual, expected, axis, rows);
    const ofAxis = named
      ? [named]
      : positionFindings({
          ...{ rows, batches, positionsGiven },
          expected: (b, t) => expected[axis][b * rows + t],
          used: (b, t) => sense * actual[axis][b * rows + t],
        });
    for (const { message, ...finding } of ofAxis) {
      const isFree = isBackward && !positionsGiven && finding.code === "other-start";
      findings.push({
        ...finding,
        severity: isFree ? "note" : finding.severity,
        message: expected.length > 1 ? `Axis ${axis}: ${message}` : message,
      });
    }
  }
  if (isBackward) {
    if (isOnlyReversed) findings.length = 0;
    if (!findings.some(({ code }) => code === "turned-backwards")) findings.push(turnedBackwards());
  }
  return findings;
}

/**
 * An axis that is ignored, or another order of the rows.
 * @param {Float64Array[]} actual @param {Float64Array[]} expected @param {number} axis @param {number} rows
 * @returns {Finding | undefined}
 */
function axisFinding(actual, expected, axis, rows) {
  if (actual.length < 2) return undefined;
  if (actual[axis].every((p) => p === 0)) {
    return problem("ignored-axis", "its positions are ignored, and its pairs do not turn.");
  }
  const other = expected.findIndex(
    (list, a) => a !== axis && list.every((p, group) => p === actual[axis][group]),
  );
  if (other >= 0) {
    const message = `its positions are ignored: its pairs turn by those of axis ${other}.`;
    return problem("ignored-axis", message);
  }
  const last = actual[actual.length - 1];
  const size = Math.max(...last) + 1;
  // Other positions in raster order are no other order of the rows.
  const raster = actual.slice(-2).every((list, k) => {
    const largest = Math.max(...list);
    const largestGiven = Math.max(...expected[expected.length + k - 2]);
    return list.every((p, group) => {
      const t = group % rows;
      return (
        largest === largestGiven &&
        p === (k === 0 ? Math.floor(t / size) % (largest + 1) : t % size)
      );
    });
  });
  if (!raster) return undefined;
  const message = `rows turn by positions in raster order, 0 to ${size - 1} in each line; the given positions are in another order, as of merged patches.`;
  return problem("raster-order", message);
}

/** Some of a list, evenly. @template T @param {T[]} list @param {number} max @returns {T[]} */
export const sample = (list, max) => indicesOf(list.length, max).map((k) => list[k]);
