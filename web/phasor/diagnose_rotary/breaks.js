// breaks.js: rows at which positions start anew, or jump.
import { arcTangent, sineAndCosine } from "../elementary.js";
import { frequencyOf } from "./phases.js";
import { wrapped } from "./sample.js";
import { positionOf, senseOf, zeroOf } from "./start.js";

/** @import { Read } from "./cache.js" */
/** @import { Turning } from "./start.js" */

/** Rows that follow each other. @typedef {{ row: number, end: number }} Run */

/** The fastest pairs show jumps best. */
const PAIRS = 8;
/** Of a step's deviation: squared chord. */
const JUMP = 0.06;
const turned = new Float64Array(2);

/**
 * The runs of rows that turn evenly; one alone if no rows stand out.
 * @param {Read} read @returns {Run[]}
 */
export function runsOf(read) {
  const { rows, cos, sin } = read;
  const whole = [{ row: 0, end: rows }];
  const far = new Float64Array(rows);
  for (let i = 0; i < Math.min(PAIRS, read.pairs); i++) {
    const frequency = frequencyOf(read, i);
    sineAndCosine(frequency, turned);
    const [fs, fc] = turned;
    for (let p = 1; p < rows; p++) {
      const at = i * rows + p;
      const [a, b, x, y] = [cos[at - 1], sin[at - 1], cos[at], sin[at]];
      const [re, im] = [a * x + b * y, a * y - b * x];
      const size = Math.sqrt(re * re + im * im);
      const chord = size > 0 ? 2 - (2 * (re * fc + im * fs)) / size : 0;
      far[p] = Math.max(far[p], chord);
    }
  }
  const usual = far.slice(1).sort()[Math.floor(0.8 * (rows - 1))];
  const limit = Math.max(JUMP, 30 * usual);
  /** @type {Run[]} */
  const runs = [];
  let row = 0;
  for (let p = 1; p <= rows; p++) {
    if (p < rows && !(far[p] > limit)) continue;
    runs.push({ row, end: p });
    row = p;
  }
  return runs.length > 1 + rows / 8 ? whole : runs;
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
