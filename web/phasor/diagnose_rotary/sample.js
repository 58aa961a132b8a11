// sample.js: the rotating arrow of each pair, amplitude·e^(i·(phase + frequency·row)), fitted to the angles of some rows,
// with their errors from rounding and noise.
import { Line } from "../doctor/line.js";
import { arcTangent, logarithm, sineAndCosine, square, wrapped } from "../elementary.js";
import { RMS_ROUNDING } from "./cache.js";

/** @import { Waves } from "./cache.js" */

/**
 * @typedef {object} Arrow
 * @property {number} frequency radians per row, within ±π
 * @property {number} error of the frequency
 * @property {number} phase of row 0
 * @property {number} phaseError
 * @property {number} noise rms deviation from an even rotation in radians; above 1, it does not
 *   rotate
 */

/** Number of rows summed at each lag. */
const ROWS_SUMMED = 256;
/** Lags below this use only the first rows. */
const MAX_NEAR_LAG = 32;
/** Minimum coherence of the arrows at which a longer lag is trusted. */
const MIN_COHERENCE = 0.9;

/**
 * The index of a pair's first row, and the distance of its nearest two; rows that are missing are zeros.
 * @param {Waves} read @param {number} pair
 */
export function spacingOf({ rows, cos, sin }, pair) {
  const [from, end] = [pair * rows, (pair + 1) * rows];
  let [first, last, gap] = [end, end, rows];
  for (let at = from; at < end && gap > 1; at++) {
    if (cos[at] === 0 && sin[at] === 0) continue;
    if (last < end) gap = Math.min(gap, at - last);
    else first = at;
    last = at;
  }
  return { first, gap };
}

/**
 * The frequency of a pair: from the turn between its nearest rows, then between rows farther and farther
 * apart.
 * @param {Waves} waves @param {number} pair
 */
export function frequencyOf(waves, pair) {
  const { first, gap } = spacingOf(waves, pair);
  const end = (pair + 1) * waves.rows;
  const rows = end - first;
  const [c, s] = [waves.cos.subarray(first, end), waves.sin.subarray(first, end)];
  const w = waves.weights?.subarray(first, end);
  let frequency = 0;
  for (let lag = gap; lag < rows; lag *= 2) {
    // Low-precision angles are best near the first rows; longer lags need all rows.
    const count = Math.min(rows, lag < MAX_NEAR_LAG ? 2 * MAX_NEAR_LAG : rows) - lag;
    const step = Math.max(1, Math.floor(count / ROWS_SUMMED));
    let re = 0;
    let im = 0;
    let size = 0;
    for (let p = 0; p < count; p += step) {
      const weight = w ? w[p] * w[p + lag] : 1;
      const a = c[p];
      const b = s[p];
      const x = c[p + lag];
      const y = s[p + lag];
      re += weight * (a * x + b * y);
      im += weight * (a * y - b * x);
      size += weight * Math.sqrt((a * a + b * b) * (x * x + y * y));
    }
    if (!(size > 0)) continue;
    if (lag > gap && !(re * re + im * im > MIN_COHERENCE * MIN_COHERENCE * size * size)) break;
    const angle = arcTangent(im, re);
    const turns = Math.round((frequency * lag - angle) / (2 * Math.PI));
    frequency = (angle + 2 * Math.PI * turns) / lag;
  }
  return frequency;
}

/**
 * @typedef {object} Sample
 * @property {number} pairs
 * @property {Int32Array} rows the rows of the sample
 * @property {Float64Array} theta (pairs, rows) angles within ±π
 * @property {Float64Array} twice (pairs, rows) |sin 2θ|: the effect of relative errors of the
 *   entries
 * @property {Float64Array} bound (pairs, rows) maximum error of each angle from rounding of the
 *   entries
 * @property {Float64Array} spread (pairs, rows) standard deviation of each angle, with the noise
 * @property {number} noise standard deviation beyond rounding, relative to the amplitude
 * @property {number} quiet the same for the quieter pairs, since the quietest pair may underestimate
 *   it
 * @property {(variance: number, times: number) => Arrow[]} setSpread sets the spread to noise of a
 *   given variance plus `times` the variance of rounding; returns the arrows fitted with these
 *   weights
 * @property {boolean} isNoisy whether there are errors beyond rounding
 * @property {number} amplitude median length
 */

const FIRST_ROWS = 96;
const LATER_ROWS = 96;
/** Noise is visible if squared residuals exceed those of rounding by this factor. */
const MIN_NOISE_RATIO = 3;
/** Bound of the error of an angle that zeros do not show. */
const MAX_ANGLE_BOUND = 4;
/** Arrows with more noise, in radians, cannot be followed. */
const MAX_NOISE = 0.6;

/** The first rows, and others at even distances.
 * @param {Pick<Waves, "rows" | "present">} read @returns {Int32Array} */
export function sampleRows({ rows, present }) {
  const list = [];
  const step = Math.max(1, (rows - FIRST_ROWS) / LATER_ROWS);
  for (let p = 0; p < Math.min(rows, FIRST_ROWS); p++) list.push(p);
  for (let p = FIRST_ROWS; Math.floor(p) < rows; p += step) list.push(Math.floor(p));
  return Int32Array.from(present ? list.filter((p) => present[p]) : list);
}

/**
 * The angles, and the arrows fitted to them by weighted least squares.
 * @param {Waves} waves
 * @param {number} [entries] roundoff of the cosines and sines that turned vectors
 * @returns {{ sample: Sample, arrows: Arrow[] }}
 */
export function sampleOf(waves, entries = 0) {
  const { pairs, cos, sin, unit, floor, vectors, part, shared, noise, weights } = waves;
  const sharedVariance = square((RMS_ROUNDING * shared) / part);
  const rows = sampleRows(waves);
  const count = rows.length;
  const [theta, twice, bound, spread, sizes] = Array.from(
    { length: 5 },
    () => new Float64Array(pairs * count),
  );
  for (let i = 0; i < pairs; i++) {
    for (let k = 0; k < count; k++) {
      const at = i * waves.rows + rows[k];
      const to = i * count + k;
      const [c, s] = [cos[at], sin[at]];
      const size = c * c + s * s;
      theta[to] = arcTangent(s, c);
      sizes[to] = Math.sqrt(size);
      twice[to] = size > 0 ? (2 * Math.abs(c * s)) / size : 1;
      // Entries are rounded relative to themselves, rotated vectors relative to the vector.
      const extra = weights && noise > 0 ? noise / Math.max(weights[at], 1e-12) / square(part) : 0;
      const entryError = Math.sqrt(unit * unit + sharedVariance * square(twice[to]) + extra);
      const rounded = vectors ? entryError + twice[to] * entries : twice[to] * unit;
      bound[to] = size > 0 ? rounded + floor / Math.max(sizes[to], 1e-9) : MAX_ANGLE_BOUND;
    }
  }
  const lengths = sizes.filter((size) => size > 0).sort();
  const amplitude = lengths[lengths.length >> 1] ?? 0;
  /** @type {Sample} */
  const sample = {
    ...{
      pairs,
      rows,
      theta,
      twice,
      bound,
      spread,
      noise: 0,
      quiet: 0,
      isNoisy: false,
      amplitude,
    },
    setSpread: () => [],
  };
  return { sample, arrows: arrowsOf(sample, waves) };
}

/**
 * Frequencies and phases, and the noise beyond rounding. It is taken from the pairs with the least
 * noise, since coarse angles affect slow pairs little.
 * @param {Sample} sample @param {Waves} waves
 */
function arrowsOf(sample, waves) {
  const { rows, theta, bound, spread, pairs } = sample;
  const { weights, unit, part, vectors } = waves;
  const count = rows.length;
  const weight = (/** @type {number} */ i, /** @type {number} */ k) =>
    weights ? weights[i * waves.rows + rows[k]] : 1;
  const rough = Array.from({ length: pairs }, (_, i) => phaseOf(sample, i, frequencyOf(waves, i)));
  const all = rough.map((arrow, i) => {
    const fit = refit(sample, arrow, i, (k) => weight(i, k) / Math.max(bound[i * count + k], 1e-9));
    let [squares, rounding] = [0, 0];
    for (let k = 0; k < count; k++) {
      const e = wrapped(theta[i * count + k] - fit.phase - fit.frequency * rows[k]);
      squares += weight(i, k) * e * e;
      rounding += weight(i, k) * square(part * bound[i * count + k]);
    }
    return { squares: squares / Math.max(1, count - 2), rounding: rounding / count };
  });
  // Pairs of zeros show nothing.
  const sums = all.filter(({ rounding }) => rounding > 0);
  const variance = noiseOf(sums, count - 2, vectors && unit > 1e-4 ? 1 : MIN_NOISE_RATIO);
  sample.noise = Math.sqrt(variance);
  // Rounding of vectors acts like noise.
  sample.isNoisy = sample.noise > 1e-6 + 0.02 * unit || (vectors && unit > 1e-4);
  sample.quiet = Math.sqrt(quietVariance(sums));
  sample.setSpread = (noise, times) => {
    for (let i = 0; i < pairs; i++) {
      for (let k = 0; k < count; k++) {
        const at = i * count + k;
        const rounding = times * square(part * bound[at]);
        spread[at] = Math.sqrt(noise / Math.max(weight(i, k), 1e-6) + rounding);
      }
    }
    const floor = sample.isNoisy ? 1e-9 : 1e-9 + 1e-3 * unit;
    return rough.map((arrow, i) =>
      refit(sample, arrow, i, (k) => 1 / square(Math.max(spread[i * count + k], floor))),
    );
  };
  return sample.setSpread(variance, 1);
}

/**
 * The variance of the noise; 0 if rounding explains the quietest pair.
 * @param {{ squares: number, rounding: number }[]} sums sums of each pair
 * @param {number} freedom degrees of freedom
 * @param {number} visible factor by which squared sums must exceed those of rounding
 */
function noiseOf(sums, freedom, visible) {
  const none = { squares: Infinity, rounding: Infinity };
  const quietest = sums.reduce((a, b) => (b.squares < a.squares ? b : a), none);
  if (!(quietest.squares > visible * quietest.rounding)) return 0;
  // The smallest of many variances, each from few rows, is biased low (Wilson and Hilferty 1931).
  const share = 2 / (9 * Math.max(1, freedom));
  const rare = Math.sqrt(2 * logarithm(Math.max(2, sums.length / 2)));
  const bias = Math.max(0.4, 1 - share - rare * Math.sqrt(share));
  const small = bias * bias * bias;
  let typical = (quietest.squares - quietest.rounding) / small;
  const reach = 1 + 4 * Math.sqrt(2 / Math.max(1, freedom));
  for (let turn = 0; turn < 4; turn++) {
    const similar = sums.filter(({ squares, rounding }) => squares <= reach * (typical + rounding));
    if (similar.length === 0) break;
    const sum = similar.reduce((all, { squares, rounding }) => all + squares - rounding, 0);
    typical = Math.max(0, sum / similar.length);
  }
  return typical;
}

/** The median variance of the noise in the quieter half of the pairs.
 * @param {{ squares: number, rounding: number }[]} sums */
function quietVariance(sums) {
  const sorted = sums.map(({ squares, rounding }) => squares - rounding).sort((a, b) => a - b);
  return Math.max(0, sorted[Math.floor(sorted.length / 4)] ?? 0);
}

const unitCircle = new Float64Array(2);

/** The phase for a given frequency, and the noise. @param {Sample} sample @param {number} i
 * @param {number} frequency @returns {Arrow} */
function phaseOf({ rows, theta, bound }, i, frequency) {
  let [re, im, count] = [0, 0, 0];
  for (let k = 0; k < rows.length; k++) {
    if (bound[i * rows.length + k] === MAX_ANGLE_BOUND) continue;
    count++;
    sineAndCosine(wrapped(theta[i * rows.length + k] - frequency * rows[k]), unitCircle);
    im += unitCircle[0];
    re += unitCircle[1];
  }
  const share = Math.min(1, Math.sqrt(re * re + im * im) / Math.max(1, count));
  const noise = share > 1e-6 ? Math.sqrt(2 * Math.abs(logarithm(share))) : 5;
  return { frequency, phase: arcTangent(im, re), noise, error: 1, phaseError: 1 };
}

/**
 * Corrects an arrow by a straight line fitted to its residual angles.
 * @param {Sample} sample @param {Arrow} arrow @param {number} i its pair
 * @param {(k: number) => number} weightOf
 * @returns {Arrow}
 */
function refit({ rows, theta }, arrow, i, weightOf) {
  const { frequency, phase, noise } = arrow;
  if (noise > MAX_NOISE) return arrow;
  const count = rows.length;
  const residuals = new Line();
  /** @param {number} k */
  const residualOf = (k) => wrapped(theta[i * count + k] - phase - frequency * rows[k]);
  for (let k = 0; k < count; k++) residuals.add(weightOf(k), rows[k], residualOf(k));
  if (!residuals.isDetermined) return { ...arrow, phaseError: residuals.meanError };
  const { slope, intercept } = residuals;
  let squares = 0;
  for (let k = 0; k < count; k++) {
    squares += weightOf(k) * square(residualOf(k) - intercept - slope * rows[k]);
  }
  // Rounded values stay the same for several rows: their errors are not independent.
  const scale = Math.max(1.5, Math.sqrt(squares / Math.max(1, count - 2)));
  return {
    frequency: frequency + slope,
    phase: wrapped(phase + intercept),
    error: scale * residuals.slopeError + 1e-13,
    phaseError: scale * residuals.interceptError + 1e-13,
    noise,
  };
}
