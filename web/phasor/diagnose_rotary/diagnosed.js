// diagnosed.js: diagnoses cosines and sines from the entries alone.
import { bySeverity, isProblem, note, problem } from "../diagnose/messages.js";
import { Line } from "../doctor/line.js";
import { logarithm, square } from "../elementary.js";
import { nameOf, nothing } from "./answer.js";
import { arrowsOf } from "./arrows.js";
import { expectedRule, sizesOf } from "./asked.js";
import { readCache } from "./cache.js";
import { compare } from "./differences.js";
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
import { rowsOf } from "./sample.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Asked } from "./asked.js" */
/** @import { Subject } from "./subject.js" */
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Read } from "./cache.js" */
/** @import { Slip } from "./model.js" */
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

/** @typedef {RotaryDiagnosis & { fits: number, ruled: Rule | undefined, positions?: Float64Array, slip?: Slip }} Diagnosed positions of the rows */

/** @param {Read} read @param {Asked} asked @param {ExpectedRotary | undefined} expect @returns {Diagnosed} */
function diagnosed(read, asked, expect) {
  const arranged = arrangedRows(read, asked, expect);
  const { readings, first } = arranged;
  const { sample, arrows, all, turning, arithmetic } = readings;
  const noise = arrows.map((arrow) => arrow.noise).sort((a, b) => a - b)[read.pairs >> 1];
  const rules = all.map(({ rule }) => rule);
  const [rule] = rules;
  const coarse = all.length > 0 && all[0].arithmetic.name.endsWith("16");
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
  if (!(all.length > 0 || noise < MAX_NOISE) || sample.amplitude <= 1e-6) {
    return { ...measured, findings: [unknown(false, read.vectors)] };
  }
  /** @type {Diagnosed} */
  const diagnosis = {
    ...measured,
    ...{ kind: "rotary", rotaryDim: 2 * read.pairs },
    rotaryStart: read.vectors ? read.rotaryStart : null,
    ...nameOf(rule, expect),
    attentionFactor: nearOne(sample.amplitude, read.unit),
  };
  const frequencies = rule?.frequencies ?? arrows.map(({ frequency }) => Math.abs(frequency));
  const within = coarse ? 0.3 : 0.05;
  const positions = positionsOf(read, arranged.runs, first, frequencies, turning, within);
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
    ? compare(diagnosis, rules, expect, arranged.step)
    : describeAlone(diagnosis, rules, arranged.givenStart);
  const intrinsic = [
    ...describe(diagnosis, coarse, arranged.givenStart, segments),
    ...lengthFindings(read, coarse ? 0 : noise),
  ];
  const still = expect && sizesOf(expect).rotaryDim === 0;
  return { ...diagnosis, findings: bySeverity([...(still ? [] : intrinsic), ...differences]) };
}

/** @param {number} amplitude @param {number} unit */
const nearOne = (amplitude, unit) =>
  Math.abs(amplitude - 1) < Math.max(4e-3, 1.3 * unit) ? 1 : amplitude;

/** Maximum distance of rows from even steps. */
const MAX_UNEVEN_STEP = 0.4;

/**
 * The readings of all rows in order, of the rows between jumps, or of rows at the given positions.
 * @param {Read} read @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Arrangement}
 */
function arrangedRows(read, asked, expect) {
  const expected = expect && expectedRule(expect, read.pairs);
  const wanted = expected ? [expected] : [];
  /** @type {Rule[] | undefined} */
  let kept;
  const related = () => {
    kept ??= expect && expected ? [...relatedRules(expect, read.pairs, expected)] : [];
    return kept;
  };
  /** @param {Read} part @param {number} [step] @param {number} [from] the position of its first row */
  const readings = (part, step, from) => readingsOf(part, wanted, related, step, from);
  const runs = [{ row: 0, end: read.rows }];
  const plain = { axes: null, runs, first: 0, givenStart: undefined, step: 1 };
  const lists = unitsOf(asked, read.rows);
  const { unit } = asked;
  const givenStart = lists.length > 0 ? unit * lists[0][0] : undefined;
  /** @type {Arrangement | undefined} */
  let measured;
  if (givenStart !== undefined) {
    const { axes, likeliest } =
      lists.length === 1 ? { axes: null, likeliest: undefined } : axesOf(read, lists);
    const { read: cache, first, step: rowStep } = placedAt(read, lists, likeliest);
    const step = unit * rowStep;
    const placed = readings(cache, step, unit * first);
    const { turning, all } = placed;
    const shift = (turning.start ?? 0) - unit * first;
    const near =
      Math.abs(shift) < MAX_START_ERROR * unit ? givenStart : nearInteger(givenStart + shift);
    const start = turning.start === null ? null : near;
    const shifted = { ...placed, turning: { ...turning, start } };
    measured = { ...plain, readings: shifted, givenStart, axes, step };
    if (all.length > 0 || axes) return measured;
  }
  const cut = runsOf(read);
  /** @type {Readings | undefined} */
  let whole;
  if (cut.length > 1) {
    const longest = cut.reduce((a, b) => (b.end - b.row > a.end - a.row ? b : a));
    const part = longest.end - longest.row >= 8 ? readings(partOf(read, longest)) : undefined;
    const narrow = part?.all.some(({ arithmetic }) => arithmetic.name.endsWith("16"));
    const throughout = !part || part.all.length === 0 || narrow ? readings(read) : undefined;
    const fits = part && part.all.length > 0 && !(throughout && throughout.all.length > 0);
    if (fits) {
      const { turning, all } = part;
      const { rule } = all[0];
      const positions = positionsOf(read, cut, longest.row, rule.frequencies, turning);
      const even = (/** @type {number} */ row) =>
        (turning.start ?? 0) + turning.step * (row - longest.row);
      if (positions.some((position, row) => Math.abs(position - even(row)) > MAX_UNEVEN_STEP)) {
        return { ...plain, readings: part, runs: cut, first: longest.row, givenStart };
      }
    }
    whole = throughout ?? readings(read);
  }
  const consecutive = inParts(read, whole ?? readings(read), readings);
  // Unless a rule shows that rows are consecutive, they are where the caller says.
  if (measured && consecutive.readings.all.length === 0) return measured;
  return { ...plain, ...consecutive, givenStart };
}

/**
 * Positions of the first batch element by axis, in units; none if they are 0, 1, 2, … or any numbers.
 * @param {Asked} asked @param {number} rows
 */
function unitsOf({ positionsGiven, places, unit }, rows) {
  if (!positionsGiven || unit === 0) return [];
  const lists = places.lists.map((list) =>
    list.slice(0, rows).map((position) => Math.round(position / unit) + 0),
  );
  const usual = unit === 1 && lists.length === 1 && lists[0].every((p, row) => p === row);
  return usual ? [] : lists;
}

/**
 * If nothing explains all rows, the first or last rows may all be at one position, or one half of
 * the rows may be as expected in 16 bits, where coarse angles hide a small jump.
 * @param {Read} read @param {Readings} whole @param {(read: Read) => Readings} readings
 * @returns {{ readings: Readings, runs?: Run[], first?: number }}
 */
function inParts(read, whole, readings) {
  if (whole.all.length > 0) return { readings: whole };
  const moving = movingOf(read);
  const count = moving.end - moving.row;
  if (count < read.rows && count >= MIN_ROWS) {
    const part = readings(partOf(read, moving));
    const still = [...Array(read.rows).keys()].filter((p) => p < moving.row || p >= moving.end);
    const runs = [...still.map((row) => ({ row, end: row + 1 })), moving];
    runs.sort((a, b) => a.row - b.row);
    if (part.all.length > 0) return { readings: part, runs, first: moving.row };
  }
  if (read.rows < 64) return { readings: whole };
  const middle = read.rows >> 1;
  const runs = [
    { row: 0, end: middle },
    { row: middle, end: read.rows },
  ];
  for (const run of runs) {
    const part = readings(partOf(read, run));
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
 * @param {Diagnosed[]} diagnoses @param {ExpectedRotary | undefined} expect
 */
export function likeliest(diagnoses, expect) {
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
 * @param {Subject} subject @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Diagnosed | undefined}
 */
export function ofVectors(subject, asked, expect) {
  if (subject.rows < MIN_ROWS) return undefined;
  const also = expect && { start: expect.rotaryStart ?? 0, size: sizesOf(expect).rotaryDim };
  // Positions of their own: one batch element shows the frequencies.
  const all = arrowsOf(subject, asked.places.byBatch, also).map(({ finding, slip, ...read }) => {
    const diagnosis = diagnosed(read, asked, expect);
    const findings = finding ? bySeverity([finding, ...diagnosis.findings]) : diagnosis.findings;
    return { ...diagnosis, findings, slip };
  });
  return all.length > 0 ? likeliest(all, expect) : undefined;
}

/**
 * The diagnosis of a cache from the entries alone.
 * @param {FloatArray} cos (rows, columns) @param {FloatArray} sin @param {number} rows
 * @param {number} columns @param {Asked} asked @param {ExpectedRotary | undefined} expect
 * @returns {Diagnosed | undefined}
 */
export function ofCache(cos, sin, rows, columns, asked, expect) {
  return rows < MIN_ROWS ? undefined : diagnosed(readCache(cos, sin, rows, columns), asked, expect);
}

/** Allowed relative differences of lengths: the minimum, in units of the roundoff, in units of the
 * noise. */
const MIN_DIFFERENCE = 0.02;
const MIN_ROUNDOFFS = 4;
const MIN_NOISES = 4;
/** Maximum deviation from a straight line, as a share of the differences, if xPos scales the lengths. */
const MAX_BENT_ANGLE = 0.1;

/**
 * @param {Read} read @param {number} noise of the angles, radians rms @returns {Finding[]}
 */
function lengthFindings({ rows, pairs, cos, sin, weights, unit }, noise) {
  const sampled = rowsOf({ rows, present: undefined });
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
 * @param {boolean} even whether lengths grow or shrink by the same factor from row to row
 * @param {typeof note} say how severe that is
 */
export const changingLengths = (even, say = problem) =>
  even
    ? say(
        "changing-lengths",
        "Lengths grow or shrink evenly from row to row, as xPos scales queries and keys; a rotation alone does not change them.",
      )
    : problem(
        "changing-lengths",
        "Lengths change from row to row, which a rotation does not do: look for a norm or a scaling between input and output.",
      );
