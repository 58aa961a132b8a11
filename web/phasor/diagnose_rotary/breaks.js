// breaks.js: rows at which positions start anew, or jump.
import { arcTangent, sineAndCosine } from "../elementary.js";
import { wrapped } from "./sample.js";
import { smallest } from "./select.js";
import { positionOf, senseOf, zeroOf } from "./start.js";

/** @import { Read } from "./cache.js" */
/** @import { Turning } from "./start.js" */

/** Rows that follow each other. @typedef {{ row: number, end: number }} Run */

/** Pairs that are looked at: fast ones show small jumps, slow ones are even where angles are coarse. */
const PAIRS = 16;
/** Squared chords of a step's deviation: the least that is a jump, also where angles are coarse, and how many
 * times the usual one. */
const JUMPS = [2e-4, 0.06];
const RARE = 30;
/** The part of the pairs that a jump moves, where coarse angles make some jump in every row. */
const MANY = 0.3;
const turned = new Float64Array(2);

/**
 * The runs of rows that turn evenly; one alone if no rows stand out.
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
 * How far each row is from where the one before it leads.
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
  // The usual step: that of all rows, then without those that jump.
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
  // Short vectors show noise more than turning.
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

/**
 * The position of the first row of a run; null if its phases have none.
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
