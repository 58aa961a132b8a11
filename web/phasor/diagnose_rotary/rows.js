// rows.js: arranges rows by given positions, and finds where positions restart, jump, or stay.
import { arcTangent, sineAndCosine, wrapped } from "../elementary.js";
import { frequencyOf } from "./sample.js";
import { positionOf, senseOf, zeroAngle } from "./start.js";

/** @import { Waves } from "./cache.js" */
/** @import { Turning } from "./start.js" */

/** Rows at consecutive positions. @typedef {{ row: number, end: number }} Run */

/** Number of pairs to examine: fast ones show small jumps, slow ones turn evenly despite coarse
 * angles. */
const PAIRS_SAMPLED = 16;
/** The deviation of a step is a squared chord. A jump is at least this large (fine angles, coarse
 * angles), and MIN_USUAL_DEVIATIONS times the usual deviation. */
const MIN_JUMPS = [2e-4, 0.06];
const MIN_USUAL_DEVIATIONS = 30;
/** Minimum share of pairs that jump, since with coarse angles some pairs jump in every row. */
const MIN_SHARE_OF_PAIRS = 0.3;
/**
 * The runs of rows that turn evenly; a single run if no row stands out.
 * @param {Waves} waves @returns {Run[]}
 */
export function runsOf(waves) {
  const { rows, pairs } = waves;
  const every = Math.max(1, Math.floor(pairs / PAIRS_SAMPLED));
  const ratiosByLimit = MIN_JUMPS.map(() => new Float64Array(rows));
  const votes = new Float64Array(rows);
  const [steps, chords] = [2, 1].map((size) => new Float64Array(size * rows));
  let sampled = 0;
  for (let i = 0; i < pairs; i += i < 4 ? 1 : every) {
    sampled++;
    chordsOf(waves, i, steps, chords);
    const usual = chords.slice(1).sort()[Math.floor(0.8 * (rows - 1))];
    MIN_JUMPS.forEach((least, k) => {
      const limit = Math.max(least, MIN_USUAL_DEVIATIONS * usual);
      const ratios = ratiosByLimit[k];
      for (let p = 1; p < rows; p++) {
        const ratio = chords[p] / limit;
        if (ratio > ratios[p]) ratios[p] = ratio;
        if (k === 0 && ratio > 1) votes[p]++;
      }
    });
  }
  const shares = votes.map((count) => count / (MIN_SHARE_OF_PAIRS * sampled));
  const whole = [{ row: 0, end: rows }];
  const cuts = [...ratiosByLimit, shares].map((ratios) => cutAt(ratios, rows));
  return cuts.find((runs) => runs.length <= 1 + rows / 8) ?? whole;
}

/** @param {Float64Array} ratios above 1 where a run ends @param {number} rows */
function cutAt(ratios, rows) {
  /** @type {Run[]} */
  const runs = [];
  let row = 0;
  for (let p = 1; p <= rows; p++) {
    if (p < rows && !(ratios[p] > 1)) continue;
    runs.push({ row, end: p });
    row = p;
  }
  return runs;
}

/**
 * The deviation of each row from the continuation of the previous row.
 * @param {Waves} read @param {number} pair @param {Float64Array} steps (rows, 2), to work in
 * @param {Float64Array} chords (rows), the result
 */
function chordsOf({ rows, cos, sin, weights }, pair, steps, chords) {
  const first = pair * rows;
  for (let p = 1; p < rows; p++) {
    const at = first + p;
    const x = cos[at];
    const y = sin[at];
    const re = cos[at - 1] * x + sin[at - 1] * y;
    const im = cos[at - 1] * y - sin[at - 1] * x;
    const size = Math.max(Math.sqrt(re * re + im * im), 1e-300);
    steps[2 * p] = re / size;
    steps[2 * p + 1] = im / size;
  }
  chords.fill(0);
  // The usual step: first of all rows, then without the rows that jump.
  for (let turn = 0; turn < 3; turn++) {
    let re = 0;
    let im = 0;
    for (let p = 1; p < rows; p++) {
      if (chords[p] > 0.2) continue;
      re += steps[2 * p];
      im += steps[2 * p + 1];
    }
    const size = Math.max(Math.sqrt(re * re + im * im), 1e-300);
    for (let p = 1; p < rows; p++) {
      chords[p] = 2 - (2 * (steps[2 * p] * re + steps[2 * p + 1] * im)) / size;
    }
  }
  // Short vectors show more noise than rotation.
  for (let p = 1; weights && p < rows; p++) {
    chords[p] *= Math.min(1, weights[first + p], weights[first + p - 1]);
  }
}

/** Some rows as a cache of their own. @param {Waves} waves @param {Run} run @returns {Waves} */
export function partOf(waves, { row, end }) {
  const count = end - row;
  /** @param {Float64Array} values */
  const cut = (values) => {
    const part = new Float64Array(waves.pairs * count);
    for (let i = 0; i < waves.pairs; i++) {
      part.set(values.subarray(i * waves.rows + row, i * waves.rows + end), i * count);
    }
    return part;
  };
  return {
    ...waves,
    rows: count,
    cos: cut(waves.cos),
    sin: cut(waves.sin),
    weights: waves.weights && cut(waves.weights),
    present: waves.present?.slice(row, end),
  };
}

/**
 * The position of each row; NaN in runs whose phases no position explains.
 * @param {Waves} waves @param {Run[]} runs @param {number} first row of the run that was read
 * @param {ArrayLike<number>} frequencies @param {Turning} turning of that run
 * @param {number} [tolerance] distance from an integer that counts as one
 */
export function positionsOf(waves, runs, first, frequencies, turning, tolerance) {
  const positions = new Float64Array(waves.rows);
  for (const run of runs) {
    const { row, end } = run;
    const start = row === first ? turning.start : positionAt(waves, run, frequencies, turning);
    const near = start === null ? Number.NaN : nearInteger(start, tolerance);
    for (let p = row; p < end; p++) positions[p] = near + turning.step * (p - row);
  }
  return positions;
}

/** The nearest integer if it is near enough, otherwise the number. @param {number} position
 * @param {number} [tolerance] */
export function nearInteger(position, tolerance = 0.05) {
  const near = Math.round(position) + 0;
  return Math.abs(position - near) < tolerance ? near : position;
}

/**
 * The position of the first row of a run; null if no position explains its phases.
 * @param {Waves} waves @param {Run} run @param {ArrayLike<number>} frequencies @param {Turning} turning
 */
function positionAt(waves, { row, end }, frequencies, turning) {
  const count = Math.min(16, end - row);
  const sense = senseOf(turning);
  const phases = Array.from({ length: waves.pairs }, (_, i) => {
    let [re, im] = [0, 0];
    for (let k = 0; k < count; k++) {
      const at = i * waves.rows + row + k;
      const angle = wrapped(sense * frequencies[i] * turning.step * k);
      sineAndCosine(angle, turned);
      const [fs, fc] = turned;
      re += waves.cos[at] * fc + waves.sin[at] * fs;
      im += waves.sin[at] * fc - waves.cos[at] * fs;
    }
    return sense * (arcTangent(im, re) - zeroAngle(turning));
  });
  const errors = phases.map(() => 2e-3 + waves.unit);
  const fit = positionOf(phases, errors, frequencies, false);
  return fit.residual < 0.2 ? fit.start : null;
}

/** Number of pairs to examine: the fastest. */
const FAST_PAIRS_SAMPLED = 4;
/** Share of the usual squared step from row to row up to which a row does not turn. */
const MAX_HELD_STEP = 0.01;
/** Minimum number of rows; fewer are jumps. */
const MIN_HELD_ROWS = 3;

/** The rows between those at the beginning and at the end that do not turn.
 * @param {Waves} read @returns {Run} */
export function movingOf({ rows, pairs, cos, sin }) {
  const steps = new Float64Array(rows);
  for (let i = 0; i < Math.min(FAST_PAIRS_SAMPLED, pairs); i++) {
    for (let at = i * rows + 1; at < (i + 1) * rows; at++) {
      const re = cos[at] * cos[at - 1] + sin[at] * sin[at - 1];
      const im = sin[at] * cos[at - 1] - cos[at] * sin[at - 1];
      const size = Math.sqrt(re * re + im * im);
      steps[at - i * rows] += size > 0 ? 1 - re / size : 0;
    }
  }
  // There may be more held rows than others, so the limit follows the largest steps.
  const limit = MAX_HELD_STEP * steps.slice(1).sort()[Math.floor(0.95 * (rows - 2))];
  let [first, last] = [1, rows - 1];
  while (first < rows && steps[first] < limit) first++;
  while (last > first && steps[last] < limit) last--;
  return {
    row: first >= MIN_HELD_ROWS ? first : 0,
    end: rows - 1 - last >= MIN_HELD_ROWS ? last + 1 : rows,
  };
}

/**
 * A cache with one row per position, in order; positions without a row are missing.
 * @typedef {object} Placed
 * @property {Waves} waves
 * @property {number} first position of row 0
 * @property {number} step positions from one row to the next
 */

/** Positions this far from the first are left out. */
const MAX_DISTANCE = 65536;
/** Unevenness below which a pair follows an axis. */
const MAX_UNEVENNESS = 0.35;
/** Factor by which the unevenness must be smaller than with any other axis. */
const MAX_SHARE_OF_OTHER_AXES = 0.5;

/** @param {number} a @param {number} b @returns {number} */
export const divisor = (a, b) => (b < 0.5 ? a : divisor(b, a % b));

/**
 * @param {Waves} waves @param {ArrayLike<number>[]} lists positions (rows), whole numbers, axis by axis
 * @param {ArrayLike<number>} [axes] (pairs), by default the only one
 * @returns {Placed}
 */
export function placedAt(waves, lists, axes) {
  const { rows, pairs } = waves;
  let first = Infinity;
  for (const list of lists) for (let p = 0; p < rows; p++) first = Math.min(first, list[p]);
  let [step, farthest] = [0, 0];
  for (const list of lists) {
    for (let p = 0; p < rows; p++) {
      if (list[p] - first >= MAX_DISTANCE) continue;
      step = divisor(step, list[p] - first);
      farthest = Math.max(farthest, list[p] - first);
    }
  }
  step = Math.max(1, step);
  const count = farthest / step + 1;
  const present = new Uint8Array(count);
  const [cos, sin, weights] = Array.from({ length: 3 }, () => new Float64Array(pairs * count));
  for (let i = 0; i < pairs; i++) {
    const positions = lists[axes?.[i] ?? 0];
    for (let p = 0; p < rows; p++) {
      const at = (positions[p] - first) / step;
      if (at >= count) continue;
      present[at] = 1;
      const from = i * rows + p;
      const to = i * count + at;
      const weight = waves.weights ? waves.weights[from] : 1;
      cos[to] += weight * waves.cos[from];
      sin[to] += weight * waves.sin[from];
      weights[to] += weight;
    }
  }
  for (let at = 0; at < cos.length; at++) {
    if (weights[at] === 0) continue;
    cos[at] /= weights[at];
    sin[at] /= weights[at];
  }
  const placed = { ...waves, rows: count, cos, sin, present };
  // Pairs of other axes may lack other positions.
  return {
    waves: { ...placed, weights: axes || waves.weights ? weights : undefined },
    first,
    step,
  };
}

const turned = new Float64Array(2);

/**
 * How unevenly a pair turns with the given positions, from 0 to 1.
 * @param {Waves} waves @param {number} i @param {ArrayLike<number>} positions @param {Placed} placed
 */
function unevennessOf(waves, i, positions, placed) {
  const frequency = frequencyOf(placed.waves, i) / placed.step;
  let [re, im, size] = [0, 0, 0];
  for (let p = 0; p < waves.rows; p++) {
    const at = i * waves.rows + p;
    const weight = waves.weights ? waves.weights[at] : 1;
    sineAndCosine(wrapped(frequency * (positions[p] - placed.first)), turned);
    const [fs, fc] = turned;
    const [c, s] = [waves.cos[at], waves.sin[at]];
    re += weight * (c * fc + s * fs);
    im += weight * (s * fc - c * fs);
    size += weight * Math.sqrt(c * c + s * s);
  }
  return size > 0 ? Math.sqrt(Math.max(0, 1 - (re * re + im * im) / (size * size))) : 1;
}

/** Number of rows that show how a pair turns. */
export const MIN_ROWS = 8;

/**
 * The axis of each pair, and the likeliest where no axis or several explain it: −1 in `axes`.
 * @param {Waves} waves @param {ArrayLike<number>[]} lists positions, axis by axis
 */
export function axesOf(waves, lists) {
  const placed = lists.map((positions) => placedAt(waves, [positions]));
  const axes = new Int32Array(waves.pairs);
  const likeliest = new Int32Array(waves.pairs);
  for (let i = 0; i < waves.pairs; i++) {
    const unevenness = lists.map((positions, axis) =>
      unevennessOf(waves, i, positions, placed[axis]),
    );
    const best = unevenness.indexOf(Math.min(...unevenness));
    const others = unevenness.filter((_, axis) => axis !== best);
    const isClear =
      unevenness[best] < MAX_UNEVENNESS &&
      others.every((other) => unevenness[best] < MAX_SHARE_OF_OTHER_AXES * other - 2e-3);
    likeliest[i] = best;
    axes[i] = isClear ? best : -1;
  }
  return { axes, likeliest };
}
