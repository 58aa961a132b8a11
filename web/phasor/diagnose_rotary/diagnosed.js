// diagnosed.js: diagnoses a cache of cosines and sines.

import { bySeverity, isProblem, note } from "../diagnose/messages.js";
import { nameOf, nothing } from "./answer.js";
import { compare } from "./differences.js";
import { expectedRule, sizesOf } from "./expected.js";
import { allHeld, describe, fewInCommon } from "./findings.js";
import { lengthFindings } from "./lengths.js";
import { readingsOf } from "./reading.js";
import { axesOf, inOrder, placedAt } from "./rows_by_position.js";
import { relatedRules } from "./rule_mistakes.js";
import { isUsual } from "./rules.js";
import { heldAmong, heldOf, partOf, positionAt, runsOf, startsOf } from "./runs.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Run } from "./runs.js" */
/** @import { Read } from "./cache.js" */
/** @import { Slip } from "./pairing.js" */
/** @import { Readings } from "./reading.js" */
/** @import { Rule } from "./rules.js" */

/** Noise in radians from which on arrows do not turn evenly. */
const MAX_NOISE = 0.7;
/** Relative error of angles: in 16 bits, and in float32. */
const ERROR_OF_16_BITS = 6e-3;
const ERROR_OF_FLOAT32 = 3e-7;
/** Radians per row up to which an arrow stands still. */
const MAX_STILL = 1e-6;
/** Maximum difference between a measured start and the equal given start. */
const MAX_SHIFT = 0.02;

/**
 * @typedef {object} Question
 * @property {ExpectedRotary | undefined} expect
 * @property {Float64Array[]} lists positions per axis, in units; empty if rows are consecutive
 * @property {number} unit
 */
/**
 * The readings for one arrangement of the rows.
 * @typedef {object} Arrangement
 * @property {Readings} readings
 * @property {number} first row of the cache that the readings begin with
 * @property {Run[]} runs
 * @property {Run[]} [held] rows at one position
 * @property {Read} read
 * @property {number | undefined} given position of row 0, if positions are given
 * @property {number} step expected positions from one row to the next
 * @property {Int32Array<ArrayBuffer> | null} axes
 * @property {boolean} [unrelated] whether the axes have too few positions in common for a diagnosis
 */

/** @typedef {RotaryDiagnosis & { fits: number, ruled: Rule | undefined, slip?: Slip }} Diagnosed */

/** @param {Read} read @param {Question} question @returns {Diagnosed} */
export function diagnosed(read, question) {
  const { expect } = question;
  const arranged = arrangedRows(read, question);
  const { readings, first } = arranged;
  const { sample, arrows, all, turning, arithmetic } = readings;
  const noise = arrows.map((arrow) => arrow.noise).sort((a, b) => a - b)[read.pairs >> 1];
  const rules = all.map(({ rule }) => rule);
  const [rule] = rules;
  const coarse = coarseOf(all);
  const loose = coarse ? ERROR_OF_16_BITS : ERROR_OF_FLOAT32;
  /** @type {Diagnosed} */
  const measured = {
    ...nothing(read.vectors),
    ...{ layout: read.layout, pairs: read.pairs, reordered: read.reordered, roundoff: read.unit },
    ...{ ...turning, start: null, axes: arranged.axes, fits: all.length, ruled: rule },
    frequencies: Float64Array.from(arrows, ({ frequency }) => Math.abs(frequency) / turning.step),
    tolerances: Float64Array.from(
      arrows,
      (arrow) =>
        (arrow.noise > 0.5 ? Math.PI : 8 * arrow.error + loose * Math.abs(arrow.frequency)) /
        turning.step,
    ),
    deviation: { max: Math.max(...arrows.map((arrow) => arrow.noise)), rms: noise },
  };
  if (!(all.length > 0 || noise < MAX_NOISE) || sample.amplitude <= 1e-6) return measured;
  /** @type {Diagnosed} */
  const found = {
    ...measured,
    ...{ kind: "rotary", rotaryDim: 2 * read.pairs },
    rotaryStart: read.vectors ? read.rotaryStart : null,
    ...nameOf(rule, expect),
    attentionFactor: nearOne(sample.amplitude, read.unit),
  };
  if (arranged.unrelated) {
    found.direction = expect?.direction ?? 1;
    Object.assign(found, { swapped: false, negated: false, deviation: null });
    found.tolerances.fill(Math.PI);
    const others = expect ? compare([], found, [], expect, arranged.step) : [];
    return { ...found, findings: bySeverity([...others, { ...fewInCommon }]) };
  }
  const frequencies = rule?.frequencies ?? arrows.map(({ frequency }) => Math.abs(frequency));
  const starts = startsOf(read, arranged.runs, first, frequencies, turning).map((start, k) => {
    const near = start === null ? null : nearInteger(start, coarse ? 0.3 : 0.05);
    return { row: arranged.runs[k].row, start: near };
  });
  const separate = withoutContinued(starts, turning.step);
  const held = arranged.held ?? heldAmong(separate, read.rows);
  found.segments = separate.filter(({ row }) =>
    held.every((run) => row <= run.row || row >= run.end),
  );
  found.start = found.segments[0].start;
  found.arithmetic = arithmetic;
  found.alternatives = rules.slice(1).map(({ base, scaling, step, frequencies }) => {
    return { base, scaling, step, frequencies };
  });
  if (!rule && arrows.every(({ frequency, error }) => Math.abs(frequency) < MAX_STILL + error)) {
    return { ...found, findings: [{ ...allHeld }] };
  }
  const findings = [
    ...describe(found, coarse !== undefined, rules, arranged.given, held),
    ...lengthFindings(read, coarse ? 0 : noise),
  ];
  const compared = expect && compare(findings, found, rules, expect, arranged.step);
  return { ...found, findings: bySeverity(compared ?? findings) };
}

/** The arithmetic of the first reading, if it is in 16 bits. @param {Readings["all"]} all */
const coarseOf = ([first]) =>
  first?.arithmetic.name.endsWith("16") ? first.arithmetic : undefined;

/** Removes runs that continue the previous run. @param {RotaryDiagnosis["segments"]} starts
 * @param {number} step */
function withoutContinued(starts, step) {
  const kept = starts.slice(0, 1);
  for (const run of starts.slice(1)) {
    const last = kept[kept.length - 1];
    const should = (last.start ?? 0) + step * (run.row - last.row);
    const unknown = run.start === null || last.start === null;
    if (unknown || Math.abs((run.start ?? 0) - should) > 0.4) kept.push(run);
  }
  return kept;
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
 * The readings of all rows in order, of the rows between jumps, or of rows at the given positions.
 * @param {Read} read @param {Question} question @returns {Arrangement}
 */
function arrangedRows(read, { expect, lists, unit }) {
  const expected = expect && expectedRule(expect, read.pairs);
  const wanted = expected ? [expected] : [];
  /** @type {Rule[] | undefined} */
  let kept;
  const related = () => {
    kept ??= expect && expected ? relatedRules(expect, read.pairs, expected) : [];
    return kept;
  };
  /** @param {Read} some @param {number} [step] */
  const readings = (some, step) => readingsOf(some, wanted, related, step);
  const alone = [{ row: 0, end: read.rows }];
  const plain = { axes: null, runs: alone, read, first: 0, given: undefined, step: 1 };
  const given = lists.length > 0 ? unit * lists[0][0] : undefined;
  if (given !== undefined) {
    const { axes, common } =
      lists.length === 1 ? { axes: null, common: placedAt(read, lists[0]) } : axesOf(read, lists);
    if (common) {
      const step = unit * common.step;
      const placed = readings(common.read, step);
      const { turning, all } = placed;
      if (all.length > 0 || axes) {
        const shift = (turning.start ?? 0) - unit * common.first;
        const near = Math.abs(shift) < MAX_SHIFT * unit ? given : nearInteger(given + shift);
        const start = turning.start === null ? null : near;
        const shifted = { ...placed, turning: { ...turning, start } };
        return { ...plain, readings: shifted, given, axes, step };
      }
    }
    if (axes) return { ...plain, readings: { ...readings(read), all: [] }, axes, unrelated: true };
  }
  const runs = runsOf(read);
  if (runs.length > 1) {
    const longest = runs.reduce((a, b) => (b.end - b.row > a.end - a.row ? b : a));
    const part = longest.end - longest.row >= 8 ? readings(partOf(read, longest)) : undefined;
    const narrow = part?.all.some(({ arithmetic }) => arithmetic.name.endsWith("16"));
    const throughout = !part || part.all.length === 0 || narrow ? readings(read) : undefined;
    const fits = part && part.all.length > 0 && !(throughout && throughout.all.length > 0);
    if (fits && jumps(read, runs, longest.row, part)) {
      return { ...plain, readings: part, runs, first: longest.row, given };
    }
    return { ...plain, ...inParts(read, throughout ?? readings(read), readings), given };
  }
  return { ...plain, ...inParts(read, readings(read), readings), given };
}

/**
 * If nothing explains all rows, the first or last rows may all be at one position, or one half of
 * the rows may be as expected in 16 bits, where coarse angles hide a small jump.
 * @param {Read} read @param {Readings} whole @param {(read: Read) => Readings} readings
 * @returns {{ readings: Readings, runs?: Run[], first?: number, held?: Run[] }}
 */
function inParts(read, whole, readings) {
  if (whole.all.length > 0) return { readings: whole };
  const { moving, held } = heldOf(read);
  if (held.length > 0 && moving.end - moving.row >= 8) {
    const part = readings(partOf(read, moving));
    const runs = [...held.map(({ row }) => ({ row, end: row + 1 })), moving];
    runs.sort((a, b) => a.row - b.row);
    if (part.all.length > 0) return { readings: part, runs, first: moving.row, held };
  }
  if (read.rows < 64) return { readings: whole };
  const middle = read.rows >> 1;
  const runs = [
    { row: 0, end: middle },
    { row: middle, end: read.rows },
  ];
  for (const run of runs) {
    const part = readings(partOf(read, run));
    const [found] = part.all;
    if (found?.rule.as !== undefined && found.arithmetic.name.endsWith("16")) {
      return { readings: part, runs, first: run.row };
    }
  }
  return { readings: whole };
}

/** Whether some run does not continue the run that was read. @param {Read} read
 * @param {Run[]} runs @param {number} first row of that run @param {Readings} readings */
function jumps(read, runs, first, { all, turning }) {
  return runs.some((run) => {
    const start = positionAt(read, run, all[0].rule.frequencies, turning);
    const should = (turning.start ?? 0) + turning.step * (run.row - first);
    return start !== null && Math.abs(start - should) > 0.4;
  });
}

/** Whether the positions are 0, 1, 2, …, as without given positions. @param {Float64Array[]} lists
 * @param {number} rows */
export const areUsual = (lists, rows) =>
  lists.length === 1 && lists[0][0] === 0 && inOrder(lists[0], rows);

/**
 * Chooses among several ranges of rotated features: the expected range, or one whose rule has a
 * usual base. If ranges of other sizes fit equally well, a finding says so.
 * @param {Diagnosed[]} all @param {ExpectedRotary | undefined} expect
 */
export function likeliest(all, expect) {
  const fitting = all.filter(({ fits }) => fits > 0);
  if (expect) {
    const { rotaryDim } = sizesOf(expect);
    // The fewest problems, preferably with a usual base.
    const cost = (/** @type {RotaryDiagnosis} */ { findings, base, rotaryDim: turns }) =>
      findings.filter(isProblem).length +
      (base !== null && (isUsual(base) || base === expect.base) ? 0 : 1) +
      (turns === rotaryDim ? 0 : 0.5);
    const some = fitting.length > 0 ? fitting : all;
    return some.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  }
  const usual = fitting.filter(({ base }) => base !== null && isUsual(base));
  const some = usual.length > 0 ? usual : fitting.length > 0 ? fitting : all;
  const [found, ...others] = some;
  if (others.length === 0) return found;
  const dims = [...new Set(some.map(({ rotaryDim }) => rotaryDim))];
  const message = `Slow pairs turn too little to tell how many features turn, and the base: ${some
    .map(({ rotaryDim, base, rule }) => `${rotaryDim} of base ${base ?? "unknown"} (${rule})`)
    .join(", or ")}.`;
  if (dims.length === 1) return found;
  const findings = found.findings.filter(({ code }) => code !== "unknown-rule");
  return { ...found, findings: [...findings, note("hidden-rotaryDim", message)] };
}
