// phases.js: each pair of a cache as a turning arrow, amplitude·e^(i·(phase + frequency·row)).
import { arcTangent, sineAndCosine } from "../elementary.js";

/**
 * Cosines and sines, pair by pair.
 * @typedef {object} Cache
 * @property {number} rows
 * @property {number} pairs
 * @property {Float64Array} cos (pairs, rows)
 * @property {Float64Array} sin (pairs, rows)
 * @property {number} precision relative, of the format that the entries were rounded to
 */
/**
 * @typedef {object} Arrow
 * @property {number} frequency radians a row
 * @property {number} phase of row 0
 * @property {number} amplitude
 * @property {number} error of the frequency
 * @property {number} noise rms of what is left, relative to the amplitude
 */

/** Rows that are summed at each lag. */
const SUMMED = 256;
/** Lags up to which the first rows alone are used. */
const NEAR = 32;
/** Of coherent arrows, from which on a longer lag is trusted. */
const COHERENT = 0.9;

/** @param {Cache} cache @param {number} pair @returns {Arrow} */
export function arrowOf({ rows, cos, sin, precision }, pair) {
  const first = pair * rows;
  const c = cos.subarray(first, first + rows);
  const s = sin.subarray(first, first + rows);
  let frequency = 0;
  for (let lag = 1; lag < rows; lag *= 2) {
    // Angles in few bits are best near the first rows; longer lags need all.
    const count = Math.min(rows, lag < NEAR ? 2 * NEAR : rows) - lag;
    const step = Math.max(1, Math.floor(count / SUMMED));
    let [re, im, size] = [0, 0, 0];
    for (let p = 0; p < count; p += step) {
      const [a, b, x, y] = [c[p], s[p], c[p + lag], s[p + lag]];
      re += a * x + b * y;
      im += a * y - b * x;
      size += 0.5 * (a * a + b * b + x * x + y * y);
    }
    if (lag > 1 && !(re * re + im * im > COHERENT * COHERENT * size * size)) break;
    const angle = arcTangent(im, re);
    const turns = Math.round((frequency * lag - angle) / (2 * Math.PI));
    frequency = (angle + 2 * Math.PI * turns) / lag;
  }
  return refined(c, s, frequency, rows, precision);
}

/** A step of Newton's on the phases, and what is left.
 * @param {Float64Array} c @param {Float64Array} s @param {number} guess @param {number} rows
 * @param {number} precision
 * @returns {Arrow} */
function refined(c, s, guess, rows, precision) {
  const every = Math.ceil(rows / USED);
  const count = Math.ceil(rows / every);
  let frequency = guess;
  let [re, im] = [0, 0];
  for (let turn = 0; turn < 2; turn++) {
    [re, im] = [0, 0];
    let [first, second, total] = [0, 0, 0]; // moments of the row, and the size of all
    const middle = (every * (count - 1)) / 2;
    eachTurned(c, s, frequency, every, (x, y, p) => {
      re += x;
      im += y;
      total += x * x + y * y;
      first += (p - middle) * x;
      second += (p - middle) * y;
    });
    const size = re * re + im * im;
    if (turn > 0 || !(size > 0)) break;
    // The slope of the remaining phase over the rows.
    const slope = (second * re - first * im) / size;
    const moment = (every * every * (count * count - 1)) / 12;
    const shift = slope / moment;
    if (size > COHERENT * COHERENT * total * count && Math.abs(shift) * rows < 1)
      frequency += shift;
  }
  const amplitude = Math.sqrt(re * re + im * im) / count;
  const phase = arcTangent(im, re);
  let left = 0;
  eachTurned(c, s, frequency, every, (x, y) => {
    const [dx, dy] = [x - re / count, y - im / count];
    left += dx * dx + dy * dy;
  });
  const noise = Math.sqrt(left / (2 * count)) / Math.max(amplitude, 1e-300);
  // Slow pairs keep a rounded value for many rows: its error is no noise.
  const usual = (noise * Math.sqrt(12)) / (rows * Math.sqrt(count));
  // Past coherence, the shortest lags alone say it.
  const error = (noise < 0.4 ? usual : UNEVEN) + (2 * precision) / rows + 1e-13;
  return { frequency, phase, amplitude, error, noise };
}

/** Error of a frequency where arrows do not turn evenly. */
const UNEVEN = 2e-3;
const unit = new Float64Array(2);
/** Rows that are used; of more, one in so many. */
const USED = 1024;
/** Steps after which the turning is computed anew. */
const ANEW = 64;

/**
 * The arrows turned back by frequency·row.
 * @param {Float64Array} c @param {Float64Array} s @param {number} frequency
 * @param {number} every one row in so many
 * @param {(x: number, y: number, row: number) => void} visit
 */
function eachTurned(c, s, frequency, every, visit) {
  sineAndCosine(frequency * every, unit);
  const [ds, dc] = unit;
  let [ws, wc] = [0, 1];
  for (let p = 0, n = 0; p < c.length; p += every, n++) {
    if (n % ANEW === 0) {
      sineAndCosine(frequency * p, unit);
      [ws, wc] = unit;
    }
    visit(c[p] * wc + s[p] * ws, s[p] * wc - c[p] * ws, p);
    [wc, ws] = [wc * dc - ws * ds, ws * dc + wc * ds];
  }
}
