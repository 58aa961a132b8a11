// comparison.js: subtracts the expected rotation and explains what remains.
import { formatNumber, note, plural, problem } from "../diagnose/messages.js";
import { expectedAxes, expectedRule, isFrequencyList, sizesOf } from "./expected.js";
import { notRotated, reorderedOutput } from "./findings.js";
import { hypotheses } from "./hypotheses.js";
import { sample, usedPositions } from "./measured_positions.js";
import { pairingOf } from "./model.js";
import { axisName, largePlaces, placeText, residualFinding } from "./places.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary } from "../diagnose_rotary.js" */
/** @import { Residual } from "../doctor/residual.js" */
/** @import { Placement } from "./expected.js" */
/** @import { Layout } from "./cache.js" */
/** @import { Identification } from "./identify.js" */
/** @import { Variant } from "./mistakes.js" */
/** @import { Shape } from "./model.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */

/** Number of groups and vectors of each on which hypotheses are tried first. */
const GROUPS_SAMPLED = 40;
const VECTORS_SAMPLED = 3;
/** Share of the entries above the limits, or of the root mean square, that a hypothesis may leave. */
const MAX_SHARE_ABOVE = 0.25;
const MAX_SHARE_RMS = 0.05;
/** Share of the entries whose vectors are copies by chance, if nothing explains the others. */
const MAX_SHARE_UNTOUCHED = 0.05;
/** Share of the entries that rounding twice may leave above their limits. */
const MAX_SHARE_FLIPPED = 0.05;
/** Largest error of an angle, in radians, that float32 may explain in a hypothesis. */
const MAX_UNCERTAINTY = 0.05;

/**
 * What is expected, ready to be subtracted.
 * @typedef {object} Expected
 * @property {ExpectedRotary} expect @property {Rule} rule
 * @property {Model} model @property {Shape} shape
 * @property {Placement} placement
 * @property {Finding[]} notes about a rotation that is as good as the expected one
 */
/**
 * The vectors in which the residual is large.
 * @typedef {object} Scope
 * @property {number[]} groups @property {Vector[]} vectors
 * @property {number[]} batches @property {number[]} rows
 * @property {((at: number) => boolean) | undefined} [skip] vectors that are left out
 * @property {number[][]} axes indices of each axis but the last
 */
/**
 * @typedef {object} Comparison
 * @property {Residual} residual after subtracting what is expected
 * @property {Residual} remaining after subtracting `model`
 * @property {Finding[]} findings
 * @property {Model} model what explains the vectors best
 * @property {Rule} rule @property {Shape} shape
 * @property {Identification} [diagnosis] if the model was read from the entries
 * @property {boolean} explained
 * @property {boolean} complete whether nothing is left
 * @property {Expected} expected
 */

/**
 * What is expected, with the length of the sequence for rules that depend on it.
 * @param {ExpectedRotary} expect @param {Placement} placement @param {number} rows
 * @returns {ExpectedRotary}
 */
function withLength(expect, { positionsGiven, places }, rows) {
  const type = expect.scaling?.type ?? expect.scaling?.rope_type;
  const dependsOnLength = type === "dynamic" || type === "longrope";
  if (!dependsOnLength || expect.length !== undefined) return expect;
  let length = positionsGiven ? 0 : rows;
  for (const list of places.lists)
    for (const p of list) length = Math.max(length, Math.ceil(p) + 1);
  // The factor that comes with a rule's list is for another length.
  const keepsFactor = expect.frequencies === undefined || isFrequencyList(expect);
  return { ...expect, length, attentionFactor: keepsFactor ? expect.attentionFactor : undefined };
}

/**
 * The models of what is expected: several if roles or the layout are not given, or if interleaved pairs may come out
 * as halves.
 * @param {ExpectedRotary} expected @param {Subject} subject @param {Placement} placement
 * @returns {Expected[]}
 */
export function expectedModels(expected, subject, placement) {
  const expect = withLength(expected, placement, subject.rows);
  const { places } = placement;
  const { width, cache } = subject;
  const { rotaryDim } = sizesOf(expect);
  const pairs = rotaryDim / 2;
  const start = cache ? 0 : (expect.rotaryStart ?? 0);
  if (start + rotaryDim > width) return [];
  const rule = /** @type {Rule} */ (expectedRule(expect, pairs));
  const axes = expect.sections && pairs > 0 ? expectedAxes(expect, pairs) : null;
  const { xpos, queryScaling } = expect;
  const factors = !cache && (xpos || queryScaling) ? { xpos, queryScaling } : undefined;
  const roles = factors ? /** @type {const} */ (["query", "key"]) : [undefined];
  /** @type {Layout[]} */
  const layouts = cache
    ? ["interleaved"]
    : expect.layout
      ? [expect.layout]
      : ["half", "interleaved"];
  const { frequencies, attentionFactor } = rule;
  const direction = expect.direction ?? 1;
  const common = { frequencies, axes, attentionFactor, direction, factors };
  const candidates = layouts.map((layout) => ({ layout, reordered: false }));
  const last = layouts[layouts.length - 1];
  if (!cache && last === "interleaved") candidates.push({ layout: last, reordered: true });
  return candidates.flatMap(({ layout, reordered }) =>
    roles.map((role) => {
      const shape = { width, start, pairs, layout };
      const model = {
        pairing: pairingOf(shape, { reordered }),
        turns: { ...common, role },
        places,
      };
      const notes = reordered ? [reorderedOutput(pairs)] : [];
      return { expect, rule, model, shape, placement, notes };
    }),
  );
}

/**
 * The residual, and findings that say where it is large and why.
 * @param {Subject} subject @param {Expected[]} models
 * @param {(expected: Expected) => Iterable<Variant>} fallback further hypotheses
 * @returns {Comparison}
 */
export function compareModels(subject, models, fallback) {
  const match = models.find(({ model }) => subject.fits(model));
  for (const expected of match ? [match] : models) {
    const comparison = compareEquivalent(subject, expected);
    if (comparison) return comparison;
  }
  /** @type {Comparison | undefined} */
  let best;
  for (const expected of models) {
    const { notes } = expected;
    if (best?.complete && notes.length > 0) break;
    const comparison = compareWith(subject, expected, fallback);
    const { findings } = comparison;
    const difference = best ? unexplained(comparison) - unexplained(best) : -1;
    if (best && notes.length > 0 ? !comparison.complete : difference > 0) continue;
    if (best && difference === 0 && findings.length >= best.findings.length) continue;
    const otherFindings = findings.filter(({ code }) => notes.every((note) => note.code !== code));
    best = { ...comparison, findings: [...otherFindings, ...notes] };
  }
  return /** @type {Comparison} */ (best);
}

/** Entries that an explanation leaves. @param {Comparison} comparison */
const unexplained = ({ complete, remaining }) => (complete ? 0 : remaining.above);

/**
 * @param {Subject} subject @param {Expected} expected
 * @param {(expected: Expected) => Iterable<Variant>} fallback @returns {Comparison}
 */
function compareWith(subject, expected, fallback) {
  const { model } = expected;
  const residual = subject.wholeResidual(model);
  const common = { ...explainedBy(expected), residual };
  /** @param {Residual} rest @param {Scope["skip"]} [skip] */
  const explain = (rest, skip) =>
    explanationOf(subject, expected, { ...scopeOf(rest, subject), skip }, rest, fallback);
  const unrotated = unrotatedVectors(subject, expected);
  if (unrotated && !unrotated.rest.isLarge)
    return { ...common, remaining: residual, findings: [unrotated.finding] };
  const full = explain(residual);
  // Rows at position 0 are copies too if positions restart.
  const explanation = unrotated && !full.complete ? explain(unrotated.rest, unrotated.skip) : full;
  const isMostOfIt = unrotated && unrotated.rest.above > (1 - MAX_SHARE_UNTOUCHED) * residual.above;
  const { findings, complete } = explanation;
  if (unrotated && explanation !== full && (complete || !isMostOfIt))
    findings.unshift(unrotated.finding);
  if (!complete && !expected.placement.positionsGiven && model.places.lists.length > 1) {
    findings[findings.length - 1].message += " Give `positions`: each axis may have its own.";
  }
  return { ...common, ...explanation };
}

/**
 * Vectors that are copies of their input, or zeros, and what remains in the others.
 * @param {Subject} subject @param {Expected} expected
 */
function unrotatedVectors(subject, { model }) {
  if (subject.cache) return undefined;
  const { lists, byBatch } = model.places;
  // Vectors at position 0 do not change in a right rotation either, unless it has a factor.
  const isStill = (/** @type {number} */ group) =>
    model.turns.attentionFactor === 1 &&
    lists.every((list) => list[byBatch ? group : group % subject.rows] === 0);
  for (const [name, test] of [
    ["copies", (/** @type {number} */ at) => subject.isCopy(at) && !isStill(subject.groupOf(at))],
    ["zeros", (/** @type {number} */ at) => subject.isZero(at)],
  ]) {
    const skip = /** @type {(at: number) => boolean} */ (test);
    if (!subject.some(skip)) continue;
    const residual = subject.residual(model, { skip: (at) => !skip(at) });
    if (!residual.isLarge) continue;
    const places = largePlaces(residual, subject, model.pairing);
    const where = placeText(places, subject, model.pairing, false);
    const rest = subject.residual(model, { skip });
    if (name === "zeros") {
      const message = `${where === "" ? "All vectors" : `In ${where}: vectors`} are zeros: look for memory that is never written, or a copy that is not used.`;
      return { rest, skip, finding: problem("zeros", message) };
    }
    const all = places.axes.every((indices, axis) =>
      axis === subject.axis
        ? [...Array(subject.rows).keys()].every((row) => indices.includes(row) || isStill(row))
        : indices.length === subject.sizes[axis],
    );
    if (all) return { rest, skip, finding: notRotated(true) };
    const others = places.axes.some((indices, axis) => {
      return axis !== subject.axis && indices.length < subject.sizes[axis];
    });
    const advice = others
      ? "index or reshape so that the rotation reaches them"
      : "a loop, a chunk or a kernel leaves them out";
    const message = `In ${where}: vectors are copies of the input, they are not rotated: ${advice}.`;
    const code = others ? "not-rotated" : "rows-not-rotated";
    return { rest, skip, finding: problem(code, message) };
  }
  return undefined;
}

/** What is common to explanations by what is expected. @param {Expected} expected */
const explainedBy = (expected) => {
  const { model, rule, shape } = expected;
  return { model, rule, shape, expected, explained: true, complete: true };
};

/**
 * The expected rotation, or one that is as good: if no positions were given, rows from another position on or, of
 * several axes, at any positions.
 * @param {Subject} subject @param {Expected} expected
 * @returns {Comparison | undefined}
 */
function compareEquivalent(subject, expected) {
  const { model, placement, notes } = expected;
  /** @param {Model} good @param {Finding[]} more */
  const accept = (good, ...more) => {
    const remaining = subject.wholeResidual(good);
    const common = explainedBy({ ...expected, model: good });
    return { ...common, residual: remaining, remaining, findings: [...more, ...notes] };
  };
  if (subject.fits(model)) return accept(model);
  if (placement.positionsGiven) return undefined;
  const { lists } = model.places;
  const { frequencies, axes } = model.turns;
  const several = lists.length > 1;
  const groups = several ? [...Array(subject.groups).keys()] : [0];
  const vectors = several ? sample(subject.vectors, VECTORS_SAMPLED) : subject.vectors;
  const used = usedPositions(subject, model, groups, vectors, placement.unit);
  // The fastest pair shows its position best.
  const [start] = used[several ? (axes?.[frequencies.indexOf(Math.max(...frequencies))] ?? 0) : 0];
  const advice = several || subject.rows === 1 ? "; give `positions` to have them compared" : "";
  if (Math.abs(start) < 2 ** 52 && start !== 0 && (start !== 1 || subject.rows === 1)) {
    const list = Float64Array.from({ length: subject.rows }, (_, row) => start + row);
    const shifted = { ...model, places: { lists: lists.map(() => list), byBatch: false } };
    const message = `Row 0 is position ${formatNumber(start)}${advice}.`;
    if (subject.fits(shifted)) return accept(shifted, note("other-start", message));
  }
  const moves = subject.rows === 1 || used.some((list) => list.some((p) => p !== list[0]));
  if (!several || !moves || !used.every((list) => list.every(Number.isInteger))) return undefined;
  const placed = { ...model, places: { lists: used, byBatch: true } };
  if (!subject.fits(placed)) return undefined;
  const group = groups.findIndex((group) => used.some((list) => list[group] !== group));
  const at = used.map((list) => formatNumber(list[group])).join(", ");
  const message = `Each axis has positions of its own: row ${group % subject.rows} is at ${at}${advice}.`;
  return accept(placed, note("other-positions", message));
}

/** @param {Residual} residual @param {Subject} subject @returns {Scope} */
function scopeOf(residual, subject) {
  const { axis, sizes, rows } = subject;
  const last = sizes.length - 1;
  const axes = sizes.slice(0, last).map((_, a) => residual.indices(a));
  const batches = axis > 0 ? axes[0] : [0];
  const wrongRows = axes[axis];
  const groups = batches.flatMap((b) => wrongRows.map((t) => b * rows + t));
  /** @param {number} from @param {number} to @param {number} index */
  const within = (from, to, index) => {
    let rest = index;
    for (let a = to - 1; a >= from; a--) {
      if (residual.aboveByIndex[a][rest % sizes[a]] === 0) return false;
      rest = Math.floor(rest / sizes[a]);
    }
    return true;
  };
  const vectors = subject.vectors.filter(
    ([outer, inner]) => within(1, axis, outer) && within(axis + 1, last, inner),
  );
  return { groups, vectors, batches, rows: wrongRows, axes };
}

/**
 * The hypothesis that leaves least.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope @param {Residual} residual
 * @param {(expected: Expected) => Iterable<Variant>} fallback
 * @returns {Pick<Comparison, "remaining" | "findings" | "model" | "explained" | "complete"> & Partial<Comparison>}
 */
function explanationOf(subject, expected, scope, residual, fallback) {
  const { model } = expected;
  const groups = sample(scope.groups, GROUPS_SAMPLED);
  const vectors = sample(scope.vectors, VECTORS_SAMPLED);
  const { skip } = scope;
  const isEverywhere =
    scope.groups.length === subject.groups && scope.vectors.length === subject.vectors.length;
  const original = isEverywhere ? residual : subject.residual(model, scope);
  const sampled = subject.residual(model, { groups, vectors, skip });
  // Other positions and frequencies must not leave fast pairs so uncertain that anything passes.
  const uncertain = MAX_UNCERTAINTY;
  /** @type {Variant & { remaining: Residual } | undefined} */
  let best;
  /** @param {Iterable<Variant>} variants */
  const tryVariants = (variants) => {
    for (const variant of variants) {
      const sample = subject.residual(variant.model, { groups, vectors, skip, uncertain });
      if (!removes(sample, sampled)) continue;
      const remaining = subject.residual(variant.model, { ...scope, uncertain });
      if (!removes(remaining, original)) continue;
      const isSimpler = best?.vague && !variant.vague && remaining.above === 0;
      if (best && costOf(remaining) >= costOf(best.remaining) && !isSimpler) continue;
      best = { ...variant, remaining };
      const complete =
        remaining.above === 0 || (variant.rough && remaining.share < MAX_SHARE_FLIPPED);
      if (complete && !variant.vague) return true;
    }
    return false;
  };

  const { pairs: wrong } = largePlaces(original, subject, model.pairing);
  const likely = hypotheses(subject, expected, scope, groups, vectors, wrong);
  if (!tryVariants(likely)) tryVariants(fallback(expected));
  if (!best) {
    const finding = residualFinding(residual, subject, model.pairing);
    return {
      findings: [finding],
      model,
      remaining: residual,
      explained: finding.code === "noise",
      complete: false,
    };
  }
  const { remaining, findings, rough, vague, ...variant } = best;
  // A hypothesis that holds everywhere is not about the places where it shows.
  const isLocal =
    !isEverywhere && subject.residual(best.model, { skip, uncertain }).above > remaining.above;
  const list = findings.map((finding) => (isLocal ? inScope(finding, scope, subject) : finding));
  const complete = !remaining.isLarge || (rough === true && remaining.share < MAX_SHARE_FLIPPED);
  if (!complete) list.push(residualFinding(remaining, subject, best.model.pairing));
  return { ...variant, remaining, findings: list, explained: true, complete };
}

/** @param {Residual} remaining */
const costOf = (remaining) => (remaining.above === 0 ? 0 : remaining.rms);

/** Whether a hypothesis removes most of a residual. @param {Residual} remaining @param {Residual} original */
const removes = (remaining, original) =>
  remaining.above <= MAX_SHARE_ABOVE * original.above ||
  remaining.rms <= MAX_SHARE_RMS * original.rms;

/** Says where a finding holds, if not everywhere. @param {Finding} finding @param {Scope} scope
 * @param {Subject} subject @returns {Finding} */
function inScope(finding, { axes }, subject) {
  if (finding.severity === "note" || finding.message.startsWith("In ")) return finding;
  const parts = axes.flatMap((indices, a) => {
    const rows = a === subject.axis;
    // Row 0 does not turn.
    const isEverywhere = indices.length >= subject.sizes[a] - (rows ? 1 : 0);
    return isEverywhere || (rows && OF_ROWS.has(finding.code))
      ? []
      : [plural(axisName(subject, a), indices)];
  });
  if (parts.length === 0) return finding;
  return { ...finding, message: `In ${parts.join(", ")}: ${finding.message}` };
}

/** Findings that name the rows themselves. */
const OF_ROWS = new Set([
  ...["rows-not-rotated", "held-positions", "restarting-positions", "jumping-positions"],
  ...["other-positions", "rounded-positions", "other-step", "ignored-positions", "not-rotated"],
  ...["starts-at-1", "other-start", "low-precision-angles", "turned-backwards", "differs-base"],
]);
