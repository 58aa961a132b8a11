// The waves of a pair along a text: lines through samples or, if turns are too short to show, the
// area between the extremes.
import { sinusoidalAt } from "../../phasor/index.js";
import { times } from "../core/index.js";

/**
 * A wave as a line, or as the area between its extremes.
 * @typedef {{ xs: Float64Array } & (
 *   { ys: Float32Array, low?: undefined, high?: undefined } |
 *   { ys?: undefined, low: Float32Array, high: Float32Array })} Wave
 */

const WAVE_SAMPLES = 640;
/** Samples per turn from which, in a long text, a wave is a line, and from which it is the area
 * between its extremes; with fewer, it is a solid band. */
const MIN_SAMPLES = { line: 24, area: 4 };

/** Samples per turn of a wave. @param {number} turn positions per turn @param {number} span */
const samplesOf = (turn, span) => (turn * WAVE_SAMPLES) / span;

/** Whether a wave turns so often that it is a solid band. @param {number} turn positions per turn @param {number} span */
export const isBand = (turn, span) =>
  span > WAVE_SAMPLES && samplesOf(turn, span) < MIN_SAMPLES.area;

/**
 * The sine and the cosine of a pair along a text.
 * @param {number} rate the pair's frequency @param {number} start @param {number} end
 * @returns {[sine: Wave, cosine: Wave]}
 */
export function wavesOf(rate, start, end) {
  const span = end - start;
  const turn = (2 * Math.PI) / rate;
  const places = placesOf(start, span);
  const angles = places.map((place) => place * rate);
  // An encoding of width 2 has frequency 1, so the angles are passed as positions.
  const table = sinusoidalAt(angles, 2);
  const isLine = span <= WAVE_SAMPLES || samplesOf(turn, span) >= MIN_SAMPLES.line;
  /** @type {(which: number) => Wave} */
  const wave = (which) => {
    const values = new Float32Array(places.length).map((_, n) => table[2 * n + which]);
    return isLine
      ? { xs: places, ys: values }
      : extremesOf(places, values, angles, which === 0, isBand(turn, span));
  };
  return [wave(0), wave(1)];
}

/** Places to sample along the text: the positions and places between them, or WAVE_SAMPLES equal steps of a long text. @param {number} start @param {number} span */
function placesOf(start, span) {
  if (span > WAVE_SAMPLES)
    return Float64Array.from(times(WAVE_SAMPLES + 1, (n) => start + (n / WAVE_SAMPLES) * span));
  const every = 2 ** Math.floor(Math.log2(WAVE_SAMPLES / span));
  const count = Math.ceil(span * every) + every;
  return Float64Array.from(times(count, (n) => Math.floor(start) + n / every));
}

/**
 * The lowest and highest values of a wave between each place and the next: those at the two places,
 * or −1 and 1 if a trough or a crest lies between them. Their xs are halfway between the places.
 * @param {Float64Array} places @param {Float32Array} values @param {Float64Array} angles @param {boolean} isSine
 * @param {boolean} isFull whether every interval has a trough and a crest
 * @returns {Wave}
 */
function extremesOf(places, values, angles, isSine, isFull) {
  const crest = isSine ? 1 / 4 : 0;
  const last = values.length - 1;
  const passes = (/** @type {number} */ n, /** @type {number} */ part) => {
    const [from, to] = [n, n + 1].map((at) => Math.floor(angles[at] / (2 * Math.PI) - part));
    return isFull || to > from;
  };
  const low = new Float32Array(last).map((_, n) =>
    passes(n, crest + 1 / 2) ? -1 : Math.min(values[n], values[n + 1]),
  );
  const high = new Float32Array(last).map((_, n) =>
    passes(n, crest) ? 1 : Math.max(values[n], values[n + 1]),
  );
  const half = (places[1] - places[0]) / 2;
  return { xs: places.subarray(0, last).map((place) => place + half), low, high };
}

/** The part of a wave up to a position. @param {Wave} wave @param {number} position @returns {Wave} */
export function upTo({ xs, ys, low, high }, position) {
  const after = xs.findIndex((x) => x > position);
  const count = after < 0 ? xs.length : after;
  const places = xs.subarray(0, count);
  return ys
    ? { xs: places, ys: ys.subarray(0, count) }
    : { xs: places, low: low.subarray(0, count), high: high.subarray(0, count) };
}

/** The values of a line at positions before `end`; NaN between them. @param {Wave} wave @param {number} end */
export const atPositions = ({ xs, ys }, end) =>
  ys?.map((value, n) => (Number.isInteger(xs[n]) && xs[n] < end ? value : Number.NaN));
