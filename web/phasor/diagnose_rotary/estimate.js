// estimate.js: what the entries alone say: which features turn, by which rule and arithmetic, and by which positions.

import { bySeverity } from "../doctor/findings.js";
import { continued, movingOf, partOf, runsOf } from "./breaks.js";
import { compare } from "./compare.js";
import { expectedRule, isList, relatedRules, sizesOf } from "./expected.js";
import { allHeld, describe, fewInCommon } from "./findings.js";
import { lengthFindings } from "./lengths.js";
import { placesFindings, placesUsed } from "./moved.js";
import { segmentsOf } from "./moves.js";
import { pairingOf } from "./pairing.js";
import { axesOf, placedAt } from "./places.js";
import { readingsOf } from "./reading.js";
import { isUsual } from "./rules.js";

/** @import { Finding } from "../doctor/findings.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Angles, Arithmetic } from "./arithmetic.js" */
/** @import { Found } from "./arrows.js" */
/** @import { Run } from "./breaks.js" */
/** @import { Places, Rounding } from "./cells.js" */
/** @import { Slip } from "./pairing.js" */
/** @import { Asked } from "./positions.js" */
/** @import { Readings } from "./reading.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model, Subject } from "./subject.js" */

/** Noise in radians from which on arrows do not turn evenly. */
const EVEN = 0.7;
/** Relative error of angles: in 16 bits, and in float32. */
const COARSE = 6e-3;
const FINE = 3e-7;
/** Radians per row up to which an arrow stands still. */
const STILL = 1e-6;
/** Maximum difference between a measured start and the equal given start. */
const NEAR = 0.02;
/** Minimum number of rows. */
const LEAST = 8;

/**
 * What was found, with what compares it.
 * @typedef {RotaryDiagnosis & { fits: number, ruled: Rule | undefined, slip: Slip, rounding: Rounding | undefined,
 *   places: Places | undefined }} Estimate
 */
/**
 * The readings of some rows.
 * @typedef {object} Told
 * @property {Readings} readings
 * @property {number} first row that the readings begin with
 * @property {number} step expected positions from one row to the next
 * @property {Int32Array<ArrayBuffer> | null} axes
 * @property {boolean} [apart] whether the axes have too few positions in common for a diagnosis
 */

/**
 * @param {Found} read @param {Subject} subject @param {Asked} asked
 * @param {ExpectedRotary | undefined} expect @param {string} where
 * @returns {Estimate}
 */
export function estimateOf(read, subject, asked, expect, where) {
  const { readings, first, step, axes, apart } = tellOf(read, asked, expect);
  const { sample, arrows, all, turning, arithmetic } = readings;
  const noise = arrows.map((each) => each.noise).sort((a, b) => a - b)[read.pairs >> 1];
  const even = all.length > 0 || noise < EVEN;
  const kind = even && sample.amplitude > 1e-6 ? "rotary" : "unknown";
  const rules = all.map(({ rule }) => rule);
  const [rule] = rules;
  const listed = rule?.as === "expected" && isList(expect);
  const coarse = coarseOf(all);
  const loose = coarse ? COARSE : FINE;
  const begin = turning.start === null ? null : turning.start - turning.step * first;
  const start = begin === null ? null : nearInteger(begin, coarse ? 0.3 : 0.05);
  /** @type {Estimate} */
  const found = {
    kind,
    ...{ layout: read.layout, vectors: read.vectors, pairs: read.pairs, rotaryDim: 2 * read.pairs },
    rotaryStart: read.vectors ? read.rotaryStart : null,
    reordered: read.reordered,
    base: listed ? null : (rule?.base ?? null),
    rule:
      rule && !listed && rule.as !== "inverted"
        ? /** @type {RotaryDiagnosis["rule"]} */ (
            rule.scaling?.type ?? rule.scaling?.rope_type ?? "default"
          )
        : "explicit",
    scaling: rule?.scaling ?? null,
    alternatives: rules.slice(1).map(({ base, scaling, step, frequencies }) => {
      return { base, scaling, step, frequencies };
    }),
    frequencies: Float64Array.from(arrows, ({ frequency }) => Math.abs(frequency) / turning.step),
    tolerances: Float64Array.from(
      arrows,
      ({ frequency, error, noise: own }) =>
        (own > 0.5 ? Math.PI : 8 * error + loose * Math.abs(frequency)) / turning.step,
    ),
    attentionFactor: nearOne(sample.amplitude, read.unit),
    ...turning,
    ...{ residual: null, start, segments: [{ row: 0, start }], axes },
    arithmetic: /** @type {Angles | null} */ (arithmetic),
    roundoff: read.unit,
    deviation: { max: Math.max(...arrows.map((each) => each.noise)), rms: noise },
    findings: /** @type {Finding[]} */ ([]),
    ...{ fits: all.length, ruled: rule, slip: read.slip, rounding: coarse && roundingOf(coarse) },
    places: undefined,
  };
  const nowhere = { start: null, segments: [{ row: 0, start: null }] };
  if (kind === "unknown") {
    const nothing = { rotaryDim: null, rotaryStart: null, base: null, rule: null, scaling: null };
    return { ...found, ...nothing, ...nowhere, attentionFactor: null, arithmetic: null };
  }
  if (apart) {
    Object.assign(found, nowhere, { arithmetic: null, deviation: null });
    found.tolerances.fill(Math.PI);
    const others = expect ? compare([], found, [], expect, where, step) : [];
    found.findings = bySeverity([...others, { ...fewInCommon }]);
    return found;
  }
  if (!rule && arrows.every(({ frequency, error }) => Math.abs(frequency) < STILL + error)) {
    found.findings = [{ ...allHeld }];
    return found;
  }
  found.findings = [
    ...placed(found, subject, asked),
    ...describe(found, coarse !== undefined, rules, asked.lists.length > 0),
    ...lengthFindings(read, coarse ? 0 : noise),
  ];
  if (expect) found.findings = compare(found.findings, found, rules, expect, where, step);
  if (read.finding) found.findings.unshift(read.finding);
  found.findings = bySeverity(found.findings);
  return found;
}

/**
 * Finds by which positions rows turn, and how they differ from those that were asked for.
 * @param {Estimate} found gets the positions @param {Subject} subject @param {Asked} asked
 */
function placed(found, subject, { places, given, unit }) {
  const { start, step } = found;
  if (start === null) return [];
  const { rows } = subject;
  const usual = given
    ? places
    : { lists: [Float64Array.from({ length: rows }, (_, p) => step * p)], each: false };
  const by = start - usual.lists[0][0];
  const model = modelOf(found, subject, {
    ...usual,
    lists: usual.lists.map((list) => list.map((p) => p + by)),
  });
  const all = Array.from({ length: subject.groups }, (_, group) => group);
  const scope = { groups: all, vectors: subject.vectors };
  const right = subject.fits(model);
  const whole = right ? undefined : placesUsed(subject, model, scope, unit, step);
  found.places = whole ? { lists: whole, each: true } : model.places;
  const [list] = found.places.lists;
  const is = (/** @type {number} */ row) => list[row];
  found.segments = segmentsOf(rows, is, (row) => usual.lists[0][row]);
  found.start = list[0];
  const { each } = found.places;
  const spread = found.places.lists.map((own) =>
    each ? own : Float64Array.from({ length: subject.groups }, (_, group) => own[group % rows]),
  );
  return placesFindings(subject, spread, usual, given, { free: true });
}

/** @param {Estimate} found @param {Subject} subject @param {Places} places @returns {Model} */
function modelOf(found, { width, cache }, places) {
  const { pairs, rotaryStart, ruled, axes, direction, swapped, negated, rounding, slip } = found;
  const layout = cache ? "interleaved" : (found.layout ?? "half");
  const pairing = pairingOf({ width, start: rotaryStart ?? 0, pairs, layout }, slip);
  const frequencies = Float64Array.from(ruled?.frequencies ?? found.frequencies);
  const several = axes && places.lists.length > 1 ? axes.map((axis) => Math.max(0, axis)) : null;
  const turns = { frequencies, axes: several, direction, swapped, negated, rounding };
  return { pairing, turns: { ...turns, attentionFactor: found.attentionFactor ?? 1 }, places };
}

/** The arithmetic of the first reading, if it is in 16 bits. @param {Readings["all"]} all */
const coarseOf = ([first]) =>
  first?.arithmetic.name.endsWith("16") ? first.arithmetic : undefined;

/** @param {Arithmetic} arithmetic in 16 bits @returns {Rounding} */
function roundingOf({ name, angle }) {
  const all = angle !== Math.fround;
  const format = /** @type {Rounding["format"]} */ (name);
  return { format, frequencies: true, positions: all, products: all };
}

/** @param {number} amplitude @param {number} unit */
const nearOne = (amplitude, unit) =>
  Math.abs(amplitude - 1) < Math.max(4e-3, 1.3 * unit) ? 1 : amplitude;

/** The nearest integer if it is near enough, otherwise the number. @param {number} start
 * @param {number} [within] */
function nearInteger(start, within = 0.05) {
  const near = Math.round(start) + 0;
  return Math.abs(start - near) < within ? near : start;
}

/**
 * The readings of rows at the given positions, of all rows in order, or of those that turn evenly.
 * @param {Found} read @param {Asked} asked @param {ExpectedRotary | undefined} expect @returns {Told}
 */
function tellOf(read, { lists, unit }, expect) {
  const expected = expect && expectedRule(expect, read.pairs);
  const wanted = expected ? [expected] : [];
  /** @type {Rule[] | undefined} */
  let kept;
  const related = () => {
    kept ??= expect && expected ? relatedRules(expect, read.pairs, expected) : [];
    return kept;
  };
  /** @param {Run} run */
  const readings = (run) =>
    readingsOf(run.end - run.row < read.rows ? partOf(read, run) : read, wanted, related);
  const plain = { axes: null, first: 0, step: 1 };
  if (lists.length > 0) {
    const { axes, common } =
      lists.length === 1 ? { axes: null, common: placedAt(read, lists[0]) } : axesOf(read, lists);
    if (common) {
      const step = unit * common.step;
      const found = readingsOf(common.read, wanted, related, step);
      const { turning, all } = found;
      if (all.length > 0 || axes) {
        const off = turning.start === null ? 0 : turning.start - unit * common.first;
        const given = unit * lists[0][0];
        const at = Math.abs(off) < NEAR * unit ? given : nearInteger(given + off);
        const start = turning.start === null ? null : at;
        return { ...plain, readings: { ...found, turning: { ...turning, start } }, axes, step };
      }
    }
    const whole = { row: 0, end: read.rows };
    if (axes) return { ...plain, readings: { ...readings(whole), all: [] }, axes, apart: true };
  }
  return { ...plain, ...ofRuns(read, readings) };
}

/**
 * @param {Found} read @param {(run: Run) => Readings} readings
 * @returns {{ readings: Readings, first: number }}
 */
function ofRuns(read, readings) {
  const { rows } = read;
  const runs = runsOf(read);
  const longest = runs.reduce((a, b) => (b.end - b.row > a.end - a.row ? b : a));
  const part =
    runs.length > 1 && longest.end - longest.row >= LEAST ? readings(longest) : undefined;
  const fits = part !== undefined && part.all.length > 0;
  if (fits && !coarseOf(part.all)) {
    const { frequencies } = part.all[0].rule;
    if (!continued(read, runs, longest.row, frequencies, part.turning)) {
      return { readings: part, first: longest.row };
    }
  }
  const whole = readings({ row: 0, end: rows });
  if (whole.all.length > 0) return { readings: whole, first: 0 };
  if (fits) return { readings: part, first: longest.row };
  const moving = movingOf(read);
  if (moving.end - moving.row >= LEAST && moving.end - moving.row < rows - 1) {
    const found = readings(moving);
    if (found.all.length > 0) return { readings: found, first: moving.row };
  }
  // Coarse angles hide a small jump.
  const middle = rows >> 1;
  for (const run of rows < 64
    ? []
    : [
        { row: 0, end: middle },
        { row: middle, end: rows },
      ]) {
    const found = readings(run);
    if (coarseOf(found.all) && found.all[0].rule.as !== undefined) {
      return { readings: found, first: run.row };
    }
  }
  return { readings: whole, first: 0 };
}

/**
 * Chooses among several ranges of rotated features: the expected range, or one whose rule has a
 * usual base. If ranges of other sizes fit equally well, a finding says so.
 * @param {Estimate[]} all @param {ExpectedRotary | undefined} expect
 */
export function likeliest(all, expect) {
  const fitting = all.filter(({ fits }) => fits > 0);
  if (expect) {
    const { rotaryDim } = sizesOf(expect);
    // The fewest problems, preferably with a usual base.
    const cost = (/** @type {RotaryDiagnosis} */ { findings, base, rotaryDim: turns }) =>
      findings.filter(({ severity }) => severity === "problem").length +
      (base !== null && (isUsual(base) || base === expect.base) ? 0 : 1) +
      (turns === rotaryDim ? 0 : 0.5);
    const some = fitting.length > 0 ? fitting : all;
    return some.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  }
  const usual = fitting.filter(({ base }) => base !== null && isUsual(base));
  const some = usual.length > 0 ? usual : fitting.length > 0 ? fitting : all;
  const [found] = some;
  const dims = new Set(some.map(({ rotaryDim }) => rotaryDim));
  if (dims.size === 1) return found;
  const message = `Slow pairs turn too little to tell how many features turn, and the base: ${some
    .map(({ rotaryDim, base, rule }) => `${rotaryDim} of base ${base ?? "unknown"} (${rule})`)
    .join(", or ")}.`;
  const findings = found.findings.filter(({ code }) => code !== "unknown-rule");
  /** @type {Finding} */
  const hidden = { code: "hidden-rotaryDim", severity: "note", columns: [], message };
  return { ...found, findings: [...findings, hidden] };
}
