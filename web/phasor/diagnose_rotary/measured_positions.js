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
export function positionsUsed(subject, model, groups, vectors, unit) {
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
      const should = list[byBatch ? group : group % subject.rows];
      /** @param {number} from */
      const near = (from) => {
        for (let i = 0; i < pairs; i++) {
          const at = 6 * (k * pairs + i);
          const [re, im] = [sums[at + 3], sums[at + 4]];
          const follows = lists.length === 1 || axes?.[i] === axis;
          const lost = !follows || (re === 0 && im === 0) || frequencies[i] === 0;
          const sense = frequencies[i] < 0 ? -direction : direction;
          phases[i] = sense * arcTangent(im, re) - sizes[i] * from;
          errors[i] = lost ? Infinity : narrow + Math.abs(from) * sizes[i] * ERROR_OF_FLOAT32;
        }
        return positionOf(phases, errors, sizes, false);
      };
      let best = Number.NaN;
      let least = MAX_PHASE_RESIDUAL;
      for (const from of should === 0 ? [0] : [should, 0]) {
        const fit = near(from);
        if (!(fit.residual < least)) continue;
        least = fit.residual;
        best = from + fit.start;
      }
      const whole = unit > 0 ? unit * Math.round(best / unit) : best;
      const position = Math.abs(best - whole) < MAX_UNIT_FRACTION * unit ? whole + 0 : best;
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
export function* byOtherPositions(subject, { model, rule, asked }, scope) {
  const { positionsGiven, unit } = asked;
  const { rows, batch } = subject;
  const { lists, byBatch } = model.places;
  const groups = evenly(scope.groups, MAX_GROUPS);
  // Unless some rows are explained, all of them would take long.
  const looked = evenly(groups, GROUPS_SAMPLED);
  const near = positionsUsed(subject, model, looked, evenly(scope.vectors, VECTORS_SAMPLED), unit);
  if (near.every((list) => list.every(Number.isNaN))) return;
  const used = positionsUsed(subject, model, groups, evenly(scope.vectors, MAX_VECTORS), unit);
  const whole = lists.map((list) =>
    Float64Array.from({ length: batch * rows }, (_, group) => list[byBatch ? group : group % rows]),
  );
  const should = whole.map((list) => list.slice());
  let any = false;
  used.forEach((list, axis) => {
    list.forEach((position, k) => {
      if (Number.isNaN(position) || position === whole[axis][groups[k]]) return;
      whole[axis][groups[k]] = position;
      any = true;
    });
  });
  if (!any) return;
  const batches = scope.batches.length < batch ? scope.batches : [...Array(batch).keys()];
  /** @param {Float64Array[]} lists */
  const at = (lists) => ({ ...model, places: { lists, byBatch: true } });
  // Positions that do not explain their group are not believed.
  /** @type {Set<number>} */
  const large = new Set();
  subject.residual(at(whole), { ...scope, large });
  const believed = whole.map((list, axis) =>
    list.map((p, group) => (large.has(group) ? should[axis][group] : p)),
  );
  /** @param {Float64Array[]} is */
  const findings = (is) => findingsOf(is, should, rows, batches, positionsGiven);
  if (!subject.cache) {
    // A second rotation rounds again.
    const { attentionFactor } = model.turns;
    const twice = at(should.map((list) => list.map((p) => 2 * p)));
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
    const by = whole[fastest].map((p, group) => p - should[fastest][group]);
    const alike = should.map((list) => list.map((p, group) => p + by[group]));
    for (const is of [alike, lists.map(() => whole[fastest])]) {
      yield { model: at(is), findings: findings(is) };
    }
  }
  const changed = groups.filter((group) =>
    believed.some((list, a) => list[group] !== should[a][group]),
  );
  const all = findings(believed);
  const vague =
    changed.length > MAX_ROWS_LISTED && all.some(({ code }) => code === "other-positions");
  if (all.length > 0) yield { model: at(believed), findings: all, vague };
}

/**
 * Findings about other positions, axis by axis.
 * @param {Float64Array[]} whole (B, T) of each axis, as used @param {Float64Array[]} should
 * @param {number} rows @param {number[]} batches @param {boolean} positionsGiven
 */
function findingsOf(whole, should, rows, batches, positionsGiven) {
  // Turned backwards, and by other positions.
  const all = whole.flatMap((list) => [...list]);
  const below = all.every((p) => p <= 0) && all.some((p) => p < 0);
  const back = below && should.every((list) => list.every((p) => p >= 0));
  const simply = whole.every((list, axis) => list.every((p, group) => p === -should[axis][group]));
  const sense = back && !simply ? -1 : 1;
  /** @type {Finding[]} */
  const findings = [];
  for (let axis = 0; axis < should.length; axis++) {
    if (whole[axis].every((p, group) => sense * p === should[axis][group])) continue;
    const named = axisFinding(whole, should, axis, rows);
    const ofAxis = named
      ? [named]
      : positionFindings({
          ...{ rows, batches, positionsGiven },
          should: (b, t) => should[axis][b * rows + t],
          is: (b, t) => sense * whole[axis][b * rows + t],
        });
    for (const { message, ...finding } of ofAxis) {
      const free = back && !positionsGiven && finding.code === "other-start";
      findings.push({
        ...finding,
        severity: free ? "note" : finding.severity,
        message: should.length > 1 ? `Axis ${axis}: ${message}` : message,
      });
    }
  }
  if (back) {
    if (simply) findings.length = 0;
    if (!findings.some(({ code }) => code === "turned-backwards")) findings.push(turnedBackwards());
  }
  return findings;
}

/**
 * An axis that is ignored, or another order of the rows.
 * @param {Float64Array[]} is @param {Float64Array[]} should @param {number} axis @param {number} rows
 * @returns {Finding | undefined}
 */
function axisFinding(is, should, axis, rows) {
  if (is.length < 2) return undefined;
  if (is[axis].every((p) => p === 0)) {
    return problem("ignored-axis", "its positions are ignored, and its pairs do not turn.");
  }
  const other = should.findIndex(
    (list, a) => a !== axis && list.every((p, group) => p === is[axis][group]),
  );
  if (other >= 0) {
    const message = `its positions are ignored: its pairs turn by those of axis ${other}.`;
    return problem("ignored-axis", message);
  }
  const last = is[is.length - 1];
  const size = Math.max(...last) + 1;
  // Other positions in raster order are no other order of the rows.
  const raster = is.slice(-2).every((list, k) => {
    const most = Math.max(...list);
    const mostGiven = Math.max(...should[should.length + k - 2]);
    return list.every((p, group) => {
      const t = group % rows;
      return most === mostGiven && p === (k === 0 ? Math.floor(t / size) % (most + 1) : t % size);
    });
  });
  if (!raster) return undefined;
  const message = `rows turn by positions in raster order, 0 to ${size - 1} in each line; the given positions are in another order, as of merged patches.`;
  return problem("raster-order", message);
}

/** Some of a list, evenly. @template T @param {T[]} list @param {number} most @returns {T[]} */
export const evenly = (list, most) => indicesOf(list.length, most).map((k) => list[k]);
