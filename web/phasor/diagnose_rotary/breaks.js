// breaks.js: finds runs of rows that turn evenly.
import { sineAndCosine } from "../elementary.js";
import { wrapped } from "./sample.js";
import { smallest } from "./select.js";
import { senseOf, zeroOf } from "./start.js";

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

/** Number of rows that show whether a run continues another. */
const SHOWN = 16;
/** Half the mean squared error of angles up to which it does. */
const SAME = 0.02;

/**
 * Whether all runs continue a reading of one of them.
 * @param {Read} read @param {Run[]} runs @param {number} first row of the reading
 * @param {ArrayLike<number>} frequencies @param {Turning} turning
 */
export function continued({ rows, pairs, cos, sin }, runs, first, frequencies, turning) {
  const [zero, sense] = [zeroOf(turning), senseOf(turning)];
  return runs.every(({ row, end }) => {
    let [off, size] = [0, 0];
    for (let i = 0; i < pairs; i++) {
      for (let p = row; p < Math.min(end, row + SHOWN); p++) {
        const position = (turning.start ?? 0) + turning.step * (p - first);
        sineAndCosine(wrapped(zero + sense * position * frequencies[i]), turned);
        const [c, s] = [cos[i * rows + p], sin[i * rows + p]];
        const length = Math.sqrt(c * c + s * s);
        off += length - c * turned[1] - s * turned[0];
        size += length;
      }
    }
    return off <= SAME * size;
  });
}

/** Number of pairs that show whether rows move: the fastest. */
const FASTEST = 4;
/** Share of the usual squared step from row to row up to which a row does not turn. */
const NONE = 0.01;

/**
 * The rows between those at the beginning and at the end that are all at one position, as with padding or clipped
 * positions.
 * @param {Read} read @returns {Run}
 */
export function movingOf({ rows, pairs, cos, sin }) {
  const steps = new Float64Array(rows);
  for (let i = 0; i < Math.min(FASTEST, pairs); i++) {
    for (let at = i * rows + 1; at < (i + 1) * rows; at++) {
      const re = cos[at] * cos[at - 1] + sin[at] * sin[at - 1];
      const im = sin[at] * cos[at - 1] - cos[at] * sin[at - 1];
      const size = Math.sqrt(re * re + im * im);
      steps[at - i * rows] += size > 0 ? 1 - re / size : 0;
    }
  }
  // There may be more held rows than others, so the limit follows the largest steps.
  const limit = NONE * smallest(steps.slice(1), Math.floor(0.95 * (rows - 2)));
  let [row, last] = [1, rows - 1];
  while (row < rows && steps[row] < limit) row++;
  while (last > row && steps[last] < limit) last--;
  return { row: row - 1, end: last + 1 };
}
