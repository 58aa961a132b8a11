// hypotheses_start.js: finds the position of the first row, wherever a table starts within ±2^24.
//
// The angle of pair i in row 0 is start·ω_i, which a table shows only modulo a turn. The slowest pair allows one
// position, roughly, in each of its turns; the faster pairs exclude all but one of them.
import { arcTangent, exponential, logarithm, square } from "../elementary.js";
import { Workspace } from "../workspace.js";
import { predict, sampleOf, samplePairs, sampleRows, shiftBase } from "./fit.js";
import { denominators, MAX_BASE, pairsOf, turnsOfModel } from "./model.js";
import { halfUlp } from "./observe.js";

/** @import { Model, Order } from "./model.js" */
/** @import { Sample } from "./fit.js" */
/** @import { Statistics } from "./observe.js" */

const TURN = 2 * Math.PI;
const ROWS_SAMPLED = 48;
const PAIRS_SAMPLED = 32;
/** Maximum magnitudes of a start, tried one after the other. */
const MAX_STARTS = [2 ** 16, 2 ** 24];
/** Minimum error of an angle, in turns, and of a step: that of an arc tangent and of a logarithm. */
const MIN_ERROR = 2 ** -54;
/** Relative error of a computed position. */
const POSITION_ERROR = 2 ** -51;
/** Tolerance for an angle or a step, in standard errors. */
const MAX_STANDARD_ERRORS = 6;
/** Maximum number of intervals of positions that are tried. */
const MAX_INTERVALS = 2 ** 24;
const MAX_POSITIONS = 1024;

/**
 * The angles of a table's pairs in the middle of its rows.
 * @typedef {object} Phases
 * @property {Model} model has the base, and a start for which the middle row is position 0
 * @property {number} middle a row
 * @property {number[]} pairs
 * @property {number[]} angles in turns, within ±½
 * @property {number} error of an angle, in turns
 * @property {number} stepError
 */

/**
 * @param {Statistics} statistics @param {Model} model with an approximate base and an unknown start
 * @returns {Phases | undefined}
 */
export function phasesOf(statistics, model) {
  const pairCount = pairsOf(statistics.width, statistics.padded);
  const pairs = samplePairs(pairCount, PAIRS_SAMPLED);
  const denominator = 2 * pairCount;
  let base = exponential(model.step * denominator);
  /** @type {Phases | undefined} */
  let phases;
  for (let window = 32; ; window *= 4) {
    const rows = sampleRows(statistics.rows, window, ROWS_SAMPLED);
    const sample = sampleOf(statistics, model.layout, rows, pairs);
    const middle = Math.round(rows.reduce((sum, row) => sum + row, 0) / rows.length);
    let isGood = false;
    for (let round = 0; round < 4; round++) {
      if (!(base > 1 && base <= MAX_BASE)) return phases;
      const from = { ...model, start: -middle, step: logarithm(base) / denominator };
      /** @type {Model} */
      const centred = { ...from, rate: 1, exact: { base, denominator } };
      const rotated = rotateBack(sample, centred, model, statistics.format);
      if (!rotated) break;
      const { angles, error, stepChange, stepError } = rotated;
      isGood = error < 0.05;
      if (!isGood) break;
      phases = { model: centred, middle, pairs, angles, error, stepError };
      base = shiftBase(base, stepChange * denominator);
      if (Math.abs(stepChange) < 0.1 * stepError) break;
    }
    if (!isGood || window >= statistics.rows.length) return phases;
  }
}

/**
 * Subtracts the angles of a model that starts at the middle row. The rest is a constant angle for
 * each pair, and a slope that gives the error of the step.
 * @param {Sample} sample @param {Model} centred @param {Model} model @param {Statistics["format"]} format
 */
function rotateBack(sample, centred, { order, rate, amplitude }, format) {
  const { rows, pairs, columns, values } = sample;
  const waves = predict(sample, { ...centred, order: "sin-cos", amplitude: 1 });
  const count = rows.length;
  const angles = [];
  let [squares, terms, slopes, weight] = [0, 0, 0, 0];
  for (let k = 0; k < pairs.length; k++) {
    const xs = new Float64Array(count);
    const ys = new Float64Array(count);
    let [x, y] = [0, 0];
    for (let r = 0; r < count; r++) {
      const place = r * columns.length + 2 * k;
      const [a, z] = [values[place], values[place + 1]];
      const sine = (order === "sin-cos" ? a : z) * (rate < 0 ? -1 : 1);
      const cosine = order === "sin-cos" ? z : a;
      xs[r] = cosine * waves[place + 1] + sine * waves[place];
      ys[r] = sine * waves[place + 1] - cosine * waves[place];
      if (xs[r] - xs[r] !== 0 || ys[r] - ys[r] !== 0) continue;
      x += xs[r];
      y += ys[r];
    }
    const size = Math.sqrt(x * x + y * y);
    if (!(size > 0)) return undefined;
    angles.push(arcTangent(y, x) / TURN);
    const n = 2 * pairs[k];
    const w = exponential(-centred.step * n);
    for (let r = 0; r < count; r++) {
      const angle = arcTangent(ys[r] * x - xs[r] * y, xs[r] * x + ys[r] * y);
      if (angle - angle !== 0) continue;
      const derivative = (rows[r] + centred.start) * w * -n;
      squares += angle * angle;
      terms++;
      slopes += angle * derivative;
      weight += derivative * derivative;
    }
  }
  if (!(terms > 3 * pairs.length && weight > 0)) return undefined;
  const stepChange = slopes / weight;
  const variance = Math.max(0, squares - slopes * stepChange) / terms;
  const min = (0.5 * halfUlp(format)) / Math.min(1, amplitude);
  const rms = Math.max(Math.sqrt(variance), min, 2 ** -55);
  const error = Math.max(rms / (TURN * Math.sqrt(terms / pairs.length)), MIN_ERROR);
  return { angles, error, stepChange, stepError: rms / Math.sqrt(weight) };
}

/**
 * Models with the start that fits, and the base for exponents divided by d and by d − 2.
 * @param {Statistics} statistics @param {Phases} phases @param {Model} model
 * @returns {{ models: Model[], isUnique: boolean } | undefined} isUnique: whether the start is
 *   unambiguous
 */
export function startFrom(statistics, phases, model) {
  const pairCount = pairsOf(statistics.width, statistics.padded);
  const turnOf = turnsOfModel(new Workspace(), phases.model, pairCount);
  const turns = phases.pairs.map((pair) => turnOf({ pair, member: 0 }));
  const candidatesWithin = (/** @type {number} */ bound) =>
    possiblePositions(phases, turns, bound)
      .map((position) => ({ position, ...fitStepChange(phases, turns, position) }))
      .filter(({ rms }) => rms <= 2 * MAX_STANDARD_ERRORS * phases.error)
      .sort((a, b) => a.rms - b.rms);
  const fits = MAX_STARTS.map(candidatesWithin).find((list) => list.length > 0);
  if (!fits) return undefined;
  const [best, second] = fits;
  const { exact } = phases.model;
  const rate = model.rate < 0 ? -1 : 1;
  const start = best.position - phases.middle;
  if (!exact) return undefined;
  const base = shiftBase(exact.base, best.stepChange * exact.denominator);
  const models = denominators(pairCount).flatMap((denominator) => {
    const step = logarithm(base) / exact.denominator;
    const scaledBase = denominator === exact.denominator ? base : exponential(step * denominator);
    if (!(scaledBase > 1 && scaledBase <= MAX_BASE)) return [];
    return [{ ...model, rate, start, step, exact: { base: scaledBase, denominator } }];
  });
  return { models, isUnique: !second };
}

/**
 * The integers that may be the position of the middle row.
 * @param {Phases} phases @param {bigint[]} turns of each pair per position
 * @param {number} bound
 */
function possiblePositions({ pairs, angles, error, stepError }, turns, bound) {
  /** @type {number[]} */
  const positions = [];
  const rates = turns.map((turn) => Number(turn) / 2 ** 128);
  const last = pairs.length - 1;
  let budget = MAX_INTERVALS;
  /** Narrows an interval of positions by one pair after the other. @param {number} k @param {number} low
   * @param {number} high */
  const narrow = (k, low, high) => {
    if (--budget < 0 || positions.length > MAX_POSITIONS || Math.ceil(low) > high) return;
    if (k < 0) {
      for (
        let position = Math.ceil(low);
        position <= high && positions.length <= MAX_POSITIONS;
        position++
      )
        positions.push(position);
      return;
    }
    const [rate, angle] = [rates[k], angles[k]];
    const reach = Math.max(Math.abs(low), Math.abs(high));
    // The angle at a far position is rounded, like its step.
    const tolerance =
      MAX_STANDARD_ERRORS *
      (error + reach * rate * (POSITION_ERROR + 2 * pairs[k] * (stepError + MIN_ERROR)));
    if (tolerance >= 0.5) return narrow(k - 1, low, high);
    const end = Math.floor(high * rate - angle + tolerance);
    for (let turn = Math.ceil(low * rate - angle - tolerance); turn <= end && budget >= 0; turn++) {
      const [from, to] = [(angle + turn - tolerance) / rate, (angle + turn + tolerance) / rate];
      narrow(k - 1, Math.max(low, from), Math.min(high, to));
    }
  };
  // Distance by distance, since the error of the step grows with it.
  const size = Math.max(0.5 / rates[last], bound / 256);
  for (let from = -bound; from < bound; from += size)
    narrow(last, from, Math.min(from + size, bound));
  return budget < 0 || positions.length > MAX_POSITIONS ? [] : [...new Set(positions)];
}

/** The angle at a position, in turns within ±½. @param {bigint} turn per position @param {number} position an integer */
const phaseOf = (turn, position) =>
  Number(BigInt.asIntN(128, turn * BigInt(position)) >> 64n) / 2 ** 64;

/**
 * The error of the step that makes the angles agree best with a position, and how far they are off then (rms, in
 * turns).
 * @param {Phases} phases @param {bigint[]} turns @param {number} position
 */
function fitStepChange({ pairs, angles }, turns, position) {
  let [sum, weight] = [0, 0];
  const lines = pairs.map((pair, k) => {
    const difference = angles[k] - phaseOf(turns[k], position);
    const residual = difference - Math.round(difference);
    const derivative = (-position * 2 * pair * Number(turns[k])) / 2 ** 128;
    sum += residual * derivative;
    weight += derivative * derivative;
    return { off: residual, along: derivative };
  });
  const stepChange = weight > 0 ? sum / weight : 0;
  const squares = lines.reduce(
    (total, { off, along }) => total + square(off - stepChange * along),
    0,
  );
  return { stepChange, rms: Math.sqrt(squares / pairs.length) };
}
