// identify.js: diagnoses cosines and sines from the entries alone.
import { bySeverity, isProblem, note, problem } from "../diagnose/messages.js";
import { Line } from "../doctor/line.js";
import { logarithm, square } from "../elementary.js";
import { emptyDiagnosis, ruleProperties } from "./answer.js";
import { arrowsOf } from "./arrows.js";
import { readCache } from "./cache.js";
import { compare } from "./differences.js";
import { expectedRule, sizesOf } from "./expected.js";
import { allHeld, describe, describeAlone, unknown } from "./findings.js";
import { relatedRules } from "./mistakes.js";
import { segmentsOf } from "./position_mistakes.js";
import { ERROR_OF_16_BITS, ERROR_OF_FLOAT32, readingsOf } from "./reading.js";
import {
  axesOf,
  MIN_ROWS,
  movingOf,
  nearInteger,
  partOf,
  placedAt,
  positionsOf,
  runsOf,
} from "./rows.js";
import { isUsual } from "./rules.js";
import { sampleRows } from "./sample.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Placement } from "./expected.js" */
/** @import { Subject } from "./subject.js" */
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Waves } from "./cache.js" */
/** @import { PairingMistake } from "./model.js" */
/** @import { Readings } from "./reading.js" */
/** @import { Run } from "./rows.js" */
/** @import { Rule } from "./rules.js" */

/** Noise in radians from which on arrows do not turn evenly. */
const MAX_NOISE = 0.7;
/** Radians per row up to which an arrow stands still. */
const MAX_STILL = 1e-6;
/** Maximum difference between a measured start and the equal given start. */
const MAX_START_ERROR = 0.02;

/**
 * The readings for one arrangement of the rows.
 * @typedef {object} Arrangement
 * @property {Readings} readings
 * @property {number} first row of the cache that the readings begin with
 * @property {Run[]} runs
 * @property {number | undefined} givenStart position of row 0, if positions are given
 * @property {number} step expected positions from one row to the next
 * @property {Int32Array<ArrayBuffer> | null} axes
 */

/** @typedef {RotaryDiagnosis & { fits: number, identifiedRule: Rule | undefined, positions?: Float64Array, mistake?: PairingMistake }} Identification positions of the rows */

/** @param {Waves} waves @param {Placement} placement @param {ExpectedRotary | undefined} expect @returns {Identification} */
function identify(waves, placement, expect) {
  const arrangement = arrangeRows(waves, placement, expect);
  const { readings, first } = arrangement;
  const { sample, arrows, all, turning, arithmetic } = readings;
  const noise = arrows.map((arrow) => arrow.noise).sort((a, b) => a - b)[waves.pairs >> 1];
  const rules = all.map(({ rule }) => rule);
  const [rule] = rules;
  const coarse = all.length > 0 && all[0].arithmetic.name.endsWith("16");
  const tolerance = coarse ? ERROR_OF_16_BITS : ERROR_OF_FLOAT32;
  /** @type {Identification} */
  const measured = {
    ...emptyDiagnosis(waves.vectors),
    ...{
      layout: waves.layout,
      pairs: waves.pairs,
      reordered: waves.reordered,
      roundoff: waves.unit,
    },
    ...{ ...turning, start: null, axes: arrangement.axes, fits: all.length, identifiedRule: rule },
    frequencies: Float64Array.from(arrows, ({ frequency }) => Math.abs(frequency) / turning.step),
    tolerances: Float64Array.from(
      arrows,
      (arrow) =>
        (arrow.noise > 0.5 ? Math.PI : 8 * arrow.error + tolerance * Math.abs(arrow.frequency)) /
        turning.step,
    ),
    deviation: { max: Math.max(...arrows.map((arrow) => arrow.noise)), rms: noise },
  };
  if (!(all.length > 0 || noise < MAX_NOISE) || sample.amplitude <= 1e-6) {
    return { ...measured, findings: [unknown(false, waves.vectors)] };
  }
  /** @type {Identification} */
  const diagnosis = {
    ...measured,
    ...{ kind: "rotary", rotaryDim: 2 * waves.pairs },
    rotaryStart: waves.vectors ? waves.rotaryStart : null,
    ...ruleProperties(rule, expect),
    attentionFactor: nearOne(sample.amplitude, waves.unit),
  };
  const frequencies = rule?.frequencies ?? arrows.map(({ frequency }) => Math.abs(frequency));
  const margin = coarse ? 0.3 : 0.05;
  const positions = positionsOf(waves, arrangement.runs, first, frequencies, turning, margin);
  const segments = segmentsOf(
    positions,
    positions.map((_, row) => turning.step * row),
  );
  diagnosis.positions = positions;
  diagnosis.segments = segments.map(({ row, start }) => ({ row, start }));
  diagnosis.start = diagnosis.segments[0].start;
  diagnosis.arithmetic = arithmetic;
  diagnosis.alternatives = rules.slice(1).map(({ base, scaling, step, frequencies }) => {
    return { base, scaling, step, frequencies };
  });
  if (!rule && arrows.every(({ frequency, error }) => Math.abs(frequency) < MAX_STILL + error)) {
    return { ...diagnosis, findings: [{ ...allHeld }] };
  }
  const differences = expect
    ? compare(diagnosis, rules, expect, arrangement.step)
    : describeAlone(diagnosis, rules, arrangement.givenStart);
  const rowFindings = [
    ...describe(diagnosis, coarse, arrangement.givenStart, segments),
    ...lengthFindings(waves, coarse ? 0 : noise),
  ];
  const isStill = expect && sizesOf(expect).rotaryDim === 0;
  return {
    ...diagnosis,
    findings: bySeverity([...(isStill ? [] : rowFindings), ...differences]),
  };
}

/** @param {number} amplitude @param {number} unit */
const nearOne = (amplitude, unit) =>
  Math.abs(amplitude - 1) < Math.max(4e-3, 1.3 * unit) ? 1 : amplitude;

/** Maximum distance of rows from even steps. */
const MAX_UNEVEN_STEP = 0.4;

/**
 * The readings of all rows in order, of the rows between jumps, or of rows at the given positions.
 * @param {Waves} waves @param {Placement} placement @param {ExpectedRotary | undefined} expect
 * @returns {Arrangement}
 */
function arrangeRows(waves, placement, expect) {
  const expected = expect && expectedRule(expect, waves.pairs);
  const preferred = expected ? [expected] : [];
  /** @type {Rule[] | undefined} */
  let rules;
  const related = () => {
    rules ??= expect && expected ? [...relatedRules(expect, waves.pairs, expected)] : [];
    return rules;
  };
  /** @param {Waves} part @param {number} [step] @param {number} [from] the position of its first row */
  const readings = (part, step, from) => readingsOf(part, preferred, related, step, from);
  const runs = [{ row: 0, end: waves.rows }];
  const common = { axes: null, runs, first: 0, givenStart: undefined, step: 1 };
  const lists = unitsOf(placement, waves.rows);
  const { unit } = placement;
  const givenStart = lists.length > 0 ? unit * lists[0][0] : undefined;
  /** @type {Arrangement | undefined} */
  let measured;
  if (givenStart !== undefined) {
    const { axes, likeliest } =
      lists.length === 1 ? { axes: null, likeliest: undefined } : axesOf(waves, lists);
    const { waves: cache, first, step: rowStep } = placedAt(waves, lists, likeliest);
    const step = unit * rowStep;
    const placed = readings(cache, step, unit * first);
    const { turning, all } = placed;
    const shift = (turning.start ?? 0) - unit * first;
    const near =
      Math.abs(shift) < MAX_START_ERROR * unit ? givenStart : nearInteger(givenStart + shift);
    const start = turning.start === null ? null : near;
    const shifted = { ...placed, turning: { ...turning, start } };
    measured = { ...common, readings: shifted, givenStart, axes, step };
    if (all.length > 0 || axes) return measured;
  }
  const parts = runsOf(waves);
  /** @type {Readings | undefined} */
  let whole;
  if (parts.length > 1) {
    const longest = parts.reduce((a, b) => (b.end - b.row > a.end - a.row ? b : a));
    const part = longest.end - longest.row >= 8 ? readings(partOf(waves, longest)) : undefined;
    const narrow = part?.all.some(({ arithmetic }) => arithmetic.name.endsWith("16"));
    const allRows = !part || part.all.length === 0 || narrow ? readings(waves) : undefined;
    const fits = part && part.all.length > 0 && !(allRows && allRows.all.length > 0);
    if (fits) {
      const { turning, all } = part;
      const { rule } = all[0];
      const positions = positionsOf(waves, parts, longest.row, rule.frequencies, turning);
      const evenAt = (/** @type {number} */ row) =>
        (turning.start ?? 0) + turning.step * (row - longest.row);
      if (positions.some((position, row) => Math.abs(position - evenAt(row)) > MAX_UNEVEN_STEP)) {
        return { ...common, readings: part, runs: parts, first: longest.row, givenStart };
      }
    }
    whole = allRows ?? readings(waves);
  }
  const consecutive = identifyParts(waves, whole ?? readings(waves), readings);
  // Unless a rule shows that rows are consecutive, they are where the caller says.
  if (measured && consecutive.readings.all.length === 0) return measured;
  return { ...common, ...consecutive, givenStart };
}

/**
 * Positions of the first batch element by axis, in units; none if they are 0, 1, 2, … or any numbers.
 * @param {Placement} placement @param {number} rows
 */
function unitsOf({ positionsGiven, places, unit }, rows) {
  if (!positionsGiven || unit === 0) return [];
  const lists = places.lists.map((list) =>
    list.slice(0, rows).map((position) => Math.round(position / unit) + 0),
  );
  const isDefault = unit === 1 && lists.length === 1 && lists[0].every((p, row) => p === row);
  return isDefault ? [] : lists;
}

/**
 * If nothing explains all rows, the first or last rows may all be at one position, or one half of
 * the rows may be as expected in 16 bits, where coarse angles hide a small jump.
 * @param {Waves} waves @param {Readings} whole @param {(read: Waves) => Readings} readings
 * @returns {{ readings: Readings, runs?: Run[], first?: number }}
 */
function identifyParts(waves, whole, readings) {
  if (whole.all.length > 0) return { readings: whole };
  const moving = movingOf(waves);
  const count = moving.end - moving.row;
  if (count < waves.rows && count >= MIN_ROWS) {
    const part = readings(partOf(waves, moving));
    const heldRows = [...Array(waves.rows).keys()].filter((p) => p < moving.row || p >= moving.end);
    const runs = [...heldRows.map((row) => ({ row, end: row + 1 })), moving];
    runs.sort((a, b) => a.row - b.row);
    if (part.all.length > 0) return { readings: part, runs, first: moving.row };
  }
  if (waves.rows < 64) return { readings: whole };
  const middle = waves.rows >> 1;
  const runs = [
    { row: 0, end: middle },
    { row: middle, end: waves.rows },
  ];
  for (const run of runs) {
    const part = readings(partOf(waves, run));
    const [reading] = part.all;
    if (reading?.rule.as !== undefined && reading.arithmetic.name.endsWith("16")) {
      return { readings: part, runs, first: run.row };
    }
  }
  return { readings: whole };
}

/**
 * Chooses among several ranges of rotated features: the expected range, or one whose rule has a
 * usual base. If ranges of other sizes fit equally well, a finding says so.
 * @param {Identification[]} diagnoses @param {ExpectedRotary | undefined} expect
 */
export function chooseLikeliest(diagnoses, expect) {
  const fitting = diagnoses.filter(({ fits }) => fits > 0);
  if (expect) {
    const { rotaryDim } = sizesOf(expect);
    // The fewest problems, preferably with a usual base.
    const cost = (/** @type {RotaryDiagnosis} */ { findings, base, rotaryDim: turns }) =>
      findings.filter(isProblem).length +
      (base !== null && (isUsual(base) || base === expect.base) ? 0 : 1) +
      (turns === rotaryDim ? 0 : 0.5);
    const likely = fitting.length > 0 ? fitting : diagnoses;
    return likely.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  }
  const usual = fitting.filter(({ base }) => base !== null && isUsual(base));
  const likely = usual.length > 0 ? usual : fitting.length > 0 ? fitting : diagnoses;
  const [diagnosis] = likely;
  if (new Set(likely.map(({ rotaryDim }) => rotaryDim)).size === 1) return diagnosis;
  const message = `Slow pairs turn too little to tell how many features turn, and the base: ${likely
    .map(({ rotaryDim, base, rule }) => `${rotaryDim} of base ${base ?? "unknown"} (${rule})`)
    .join(", or ")}.`;
  const findings = diagnosis.findings.filter(({ code }) => code !== "unknown-rule");
  return { ...diagnosis, findings: [...findings, note("hidden-rotaryDim", message)] };
}

/**
 * The diagnosis of vectors from the entries alone, if they show a rotation.
 * @param {Subject} subject @param {Placement} placement @param {ExpectedRotary | undefined} expect
 * @returns {Identification | undefined}
 */
export function identifyVectors(subject, placement, expect) {
  if (subject.rows < MIN_ROWS) return undefined;
  const range = expect && { start: expect.rotaryStart ?? 0, size: sizesOf(expect).rotaryDim };
  // Positions of their own: one batch element shows the frequencies.
  const all = arrowsOf(subject, placement.places.byBatch, range).map(
    ({ finding, mistake, ...read }) => {
      const diagnosis = identify(read, placement, expect);
      const findings = finding ? bySeverity([finding, ...diagnosis.findings]) : diagnosis.findings;
      return { ...diagnosis, findings, mistake };
    },
  );
  return all.length > 0 ? chooseLikeliest(all, expect) : undefined;
}

/**
 * The diagnosis of a cache from the entries alone.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @param {Placement} placement @param {ExpectedRotary | undefined} expect
 * @returns {Identification | undefined}
 */
export function identifyCache(cos, sin, rows, columns, placement, expect) {
  return rows < MIN_ROWS
    ? undefined
    : identify(readCache(cos, sin, rows, columns), placement, expect);
}

/** Allowed relative differences of lengths: the minimum, in units of the roundoff, in units of the
 * noise. */
const MIN_DIFFERENCE = 0.02;
const MIN_ROUNDOFFS = 4;
const MIN_NOISES = 4;
/** Maximum deviation from a straight line, as a share of the differences, if xPos scales the lengths. */
const MAX_BENT_ANGLE = 0.1;

/**
 * @param {Waves} read @param {number} noise of the angles, radians rms @returns {Finding[]}
 */
function lengthFindings({ rows, pairs, cos, sin, weights, unit }, noise) {
  const sampled = sampleRows({ rows, present: undefined });
  let worst = {
    total: square(Math.max(MIN_DIFFERENCE, MIN_ROUNDOFFS * unit, MIN_NOISES * noise)),
    residual: -1,
  };
  for (let i = 0; i < pairs; i++) {
    const line = new Line();
    for (const p of sampled) {
      const at = i * rows + p;
      const weight = weights ? weights[at] : 1;
      const length = Math.sqrt(square(cos[at]) + square(sin[at]));
      if (weight > 0 && length > 0) line.add(weight, p, logarithm(length));
    }
    const { variances } = line;
    if (variances.total > worst.total) worst = variances;
  }
  if (worst.residual < 0) return [];
  return [changingLengths(worst.residual < square(MAX_BENT_ANGLE) * worst.total, note)];
}

/**
 * @param {boolean} isEven whether lengths grow or shrink by the same factor from row to row
 * @param {typeof note} createFinding how severe that is
 */
export const changingLengths = (isEven, createFinding = problem) =>
  isEven
    ? createFinding(
        "changing-lengths",
        "Lengths grow or shrink evenly from row to row, as xPos scales queries and keys; a rotation alone does not change them.",
      )
    : problem(
        "changing-lengths",
        "Lengths change from row to row, which a rotation does not do: look for a norm or a scaling between input and output.",
      );
