// breaks.js: finds rows at which positions restart or jump, and rows that are all at one position.
import { arcTangent, sineAndCosine } from "../elementary.js";
import { wrapped } from "./sample.js";
import { smallest } from "./select.js";
import { positionOf, senseOf, zeroOf } from "./start.js";

/** @import { Arithmetic } from "./goodness_of_fit.js" */
/** @import { Read } from "./cache.js" */
/** @import { Turning } from "./start.js" */

/** Rows at consecutive positions. @typedef {{ row: number, end: number }} Run */

/** Number of pairs to examine: fast ones show small jumps, slow ones turn evenly despite coarse
 * angles. */
const PAIRS = 16;
/** The deviation of a step is a squared chord. A jump is at least this large (fine angles, coarse
 * angles), and RARE times the usual deviation. */
const JUMPS = [2e-4, 0.06];
const RARE = 30;
/** Minimum share of pairs that jump, since with coarse angles some pairs jump in every row. */
const MANY = 0.3;
const turned = new Float64Array(2);

/**
 * The runs of rows that turn evenly; a single run if no row stands out.
 * @param {Read} read @returns {Run[]}
 */
export function runsOf(read) {
  const { rows, pairs } = read;
  const every = Math.max(1, Math.floor(pairs / PAIRS));
  const far = JUMPS.map(() => new Float64Array(rows));
  const votes = new Float64Array(rows);
  const [sorted, steps, chords] = [1, 2, 1].map((size) => new Float64Array(size * rows));
  let looked = 0;
  for (let i = 0; i < pairs; i += i < 4 ? 1 : every) {
    looked++;
    chordsOf(read, i, steps, chords);
    sorted.set(chords);
    const usual = smallest(sorted.subarray(1), Math.floor(0.8 * (rows - 1)));
    JUMPS.forEach((least, k) => {
      const limit = Math.max(least, RARE * usual);
      const own = far[k];
      for (let p = 1; p < rows; p++) {
        const ratio = chords[p] / limit;
        if (ratio > own[p]) own[p] = ratio;
        if (k === 0 && ratio > 1) votes[p]++;
      }
    });
  }
  const shares = votes.map((count) => count / (MANY * looked));
  const whole = [{ row: 0, end: rows }];
  const cuts = [...far, shares].map((each) => cutAt(each, rows));
  return cuts.find((runs) => runs.length <= 1 + rows / 8) ?? whole;
}

/** @param {Float64Array} far above 1 where a run ends @param {number} rows */
function cutAt(far, rows) {
  /** @type {Run[]} */
  const runs = [];
  let row = 0;
  for (let p = 1; p <= rows; p++) {
    if (p < rows && !(far[p] > 1)) continue;
    runs.push({ row, end: p });
    row = p;
  }
  return runs;
}

/**
 * The deviation of each row from the continuation of the previous row.
 * @param {Read} read @param {number} pair @param {Float64Array} steps (rows, 2), to work in
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

/** Some rows as a cache of their own. @param {Read} read @param {Run} run @returns {Read} */
export function partOf(read, { row, end }) {
  const count = end - row;
  /** @param {Float64Array} values */
  const cut = (values) => {
    const part = new Float64Array(read.pairs * count);
    for (let i = 0; i < read.pairs; i++) {
      part.set(values.subarray(i * read.rows + row, i * read.rows + end), i * count);
    }
    return part;
  };
  return {
    ...read,
    rows: count,
    cos: cut(read.cos),
    sin: cut(read.sin),
    weights: read.weights && cut(read.weights),
    present: read.present?.slice(row, end),
  };
}

/** Number of rows of a run that are used to find its first position. */
const SHOWN = 16;
/** Mean squared chords of angles: below SAME, the expected position is accepted; another position
 * must be below OTHER. */
const SAME = 1e-3;
const OTHER = 4e-3;
/** Factor by which another position must be better than the expected one. */
const WORSE = 4;
/** Maximum distance of the positions that are tried. */
const REACH = 64;

/**
 * The position of the first row of a run whose angles are in 16 bits: the continuation of the
 * previous rows, unless another position explains the angles much better. Positions are rounded
 * like angles.
 * @param {Read} read @param {Run} run @param {ArrayLike<number>} frequencies @param {Turning} turning
 * @param {Arithmetic} arithmetic @param {number} should the continuation of the previous rows
 */
function coarsePositionAt(read, run, frequencies, turning, arithmetic, should) {
  const count = Math.min(SHOWN, run.end - run.row);
  const every = Math.max(1, Math.floor(read.pairs / PAIRS));
  const [zero, sense] = [zeroOf(turning), senseOf(turning)];
  /** @param {number} start */
  const offOf = (start) => {
    let [off, size] = [0, 0];
    for (let i = 0; i < read.pairs; i += i < 4 ? 1 : every) {
      const frequency = arithmetic.frequency(frequencies[i]);
      for (let k = 0; k < count; k++) {
        const at = i * read.rows + run.row + k;
        const weight = read.weights ? read.weights[at] : 1;
        const [c, s] = [read.cos[at], read.sin[at]];
        const length = Math.sqrt(c * c + s * s);
        const position = arithmetic.angle(start + turning.step * k);
        sineAndCosine(wrapped(zero + sense * arithmetic.angle(position * frequency)), turned);
        off += weight * (length - c * turned[1] - s * turned[0]);
        size += weight * length;
      }
    }
    return size > 0 ? (2 * off) / size : 0;
  };
  const expected = offOf(should);
  if (expected < SAME) return should;
  let best = { start: should, off: expected };
  const near = positionAt(read, run, frequencies, turning);
  for (const middle of near === null ? [should] : [should, Math.round(near)]) {
    const reach = Math.min(REACH, 2 + Math.ceil(Math.abs(middle) / 64));
    for (let start = middle - reach; start <= middle + reach; start++) {
      const off = offOf(start);
      if (off < best.off) best = { start, off };
    }
  }
  return best.off < OTHER && WORSE * best.off < expected ? best.start : should;
}

/**
 * The position of the first row of each run; null if no position explains the phases.
 * @param {Read} read @param {Run[]} runs @param {number} first row of the run that was read
 * @param {ArrayLike<number>} frequencies @param {Turning} turning of that run
 * @param {Arithmetic | undefined} coarse arithmetic of the angles, if they are in 16 bits
 * @returns {(number | null)[]}
 */
export function startsOf(read, runs, first, frequencies, turning, coarse) {
  let [row, start] = [first, turning.start];
  return runs.map((run) => {
    if (run.row === first) start = turning.start;
    else if (!coarse || start === null) return positionAt(read, run, frequencies, turning);
    else {
      const should = start + turning.step * (run.row - row);
      start = coarsePositionAt(read, run, frequencies, turning, coarse, should);
    }
    row = run.row;
    return start;
  });
}

/**
 * The position of the first row of a run; null if no position explains its phases.
 * @param {Read} read @param {Run} run @param {ArrayLike<number>} frequencies @param {Turning} turning
 */
export function positionAt(read, { row, end }, frequencies, turning) {
  const count = Math.min(16, end - row);
  const sense = senseOf(turning);
  const arrows = Array.from({ length: read.pairs }, (_, i) => {
    let [re, im] = [0, 0];
    for (let k = 0; k < count; k++) {
      const at = i * read.rows + row + k;
      const angle = wrapped(sense * frequencies[i] * turning.step * k);
      sineAndCosine(angle, turned);
      const [fs, fc] = turned;
      re += read.cos[at] * fc + read.sin[at] * fs;
      im += read.sin[at] * fc - read.cos[at] * fs;
    }
    const phaseError = 2e-3 + read.unit;
    return { frequency: 0, error: 1, phase: arcTangent(im, re), phaseError, noise: 0 };
  });
  const found = positionOf(arrows, frequencies, zeroOf(turning), sense, false);
  return found.off < 0.2 ? found.start : null;
}

/** Number of pairs to examine: the fastest. */
const FAST_PAIRS = 4;
/** Share of the usual squared step from row to row up to which a row does not turn. */
const STANDING = 0.01;
/** Minimum number of rows; fewer are jumps. */
const HELD_ROWS = 3;

/** @param {Read} read @returns {{ moving: Run, held: Run[] }} */
export function heldOf({ rows, pairs, cos, sin }) {
  const steps = new Float64Array(rows);
  for (let i = 0; i < Math.min(FAST_PAIRS, pairs); i++) {
    for (let at = i * rows + 1; at < (i + 1) * rows; at++) {
      const re = cos[at] * cos[at - 1] + sin[at] * sin[at - 1];
      const im = sin[at] * cos[at - 1] - cos[at] * sin[at - 1];
      const size = Math.sqrt(re * re + im * im);
      steps[at - i * rows] += size > 0 ? 1 - re / size : 0;
    }
  }
  // There may be more held rows than others, so the limit follows the largest steps.
  const limit = STANDING * smallest(steps.slice(1), Math.floor(0.95 * (rows - 2)));
  let [first, last] = [1, rows - 1];
  while (first < rows && steps[first] < limit) first++;
  while (last > first && steps[last] < limit) last--;
  const moving = {
    row: first >= HELD_ROWS ? first : 0,
    end: rows - 1 - last >= HELD_ROWS ? last + 1 : rows,
  };
  const held = [
    { row: 0, end: moving.row },
    { row: moving.end, end: rows },
  ].filter(({ row, end }) => end > row);
  return { moving, held };
}

/**
 * Merges runs of one row each at the same position into one run.
 * @param {{ row: number, start: number | null }[]} segments @param {number} rows @returns {Run[]}
 */
export function heldAmong(segments, rows) {
  /** @type {Run[]} */
  const held = [];
  for (let k = 0; k < segments.length; k++) {
    const { row, start } = segments[k];
    const of = (/** @type {number} */ at) => (at < segments.length ? segments[at].row : rows);
    let last = k;
    while (
      last < segments.length &&
      segments[last].start === start &&
      of(last + 1) === row + last - k + 1
    ) {
      last++;
    }
    if (start === null || last - k < HELD_ROWS) continue;
    held.push({ row, end: row + last - k });
    k = last - 1;
  }
  return held;
}
