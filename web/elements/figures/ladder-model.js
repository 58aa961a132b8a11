// The steps from a number to sines, as codes of positions 0 … length − 1: each step's values, also
// between positions, and measures of what is wrong with it.
import { sinusoidalAt } from "../../phasor/index.js";

/** @typedef {"integer" | "fraction" | "binary" | "sine" | "many"} Step */

export const STEPS = /** @type {const} */ (["integer", "fraction", "binary", "sine", "many"]);
/** Most positions to show. */
export const MAX_LENGTH = 256;
/** Distances that differ by less count as equal. */
const MAX_ROUNDING_ERROR = 1e-12;

/**
 * @typedef {object} Of
 * @property {Step} step
 * @property {number} morph from 0, bits, to 1, sines
 * @property {number} length number of positions, up to MAX_LENGTH
 * @property {number} dModel width of the encoding that the step `sine` takes its sine from
 * @property {number} base
 * @property {number} pair of that sine
 */

/**
 * @typedef {object} Measures
 * @property {number} largest absolute value of an entry
 * @property {[number, number]} nearest the first two positions whose codes are closest
 * @property {number} nearestDistance their distance
 * @property {number} neighbourDistance the largest distance between the codes of neighbouring positions
 */

/** How many bits distinguish the positions. @param {number} length */
export const bitsOf = (length) => Math.max(1, Math.ceil(Math.log2(length)));

/** @param {Of} of @returns {{ lanes: number, waves: number }} lanes, and the entries in each */
export function shapeOf({ step, length }) {
  if (step === "binary") return { lanes: bitsOf(length), waves: 1 };
  if (step === "many") return { lanes: bitsOf(length), waves: 2 };
  return { lanes: 1, waves: 1 };
}

/** The names of a code's entries. @param {Of} of @returns {string[]} */
export function namesOf(of) {
  const { step } = of;
  const { lanes } = shapeOf(of);
  const column = (/** @type {string} */ name) =>
    Array.from({ length: lanes }, (_, b) => `${name} ${b}`);
  if (step === "binary") return column("bit");
  if (step === "many") return column("pair").flatMap((pair) => [`${pair} sine`, `${pair} cosine`]);
  return [step === "sine" ? `sine of pair ${of.pair}` : step];
}

/**
 * The codes at any places: position p covers the places from p to p + 1, and its code is that of
 * the middle, p + 1/2.
 * @param {Of} of @param {ArrayLike<number>} places
 * @returns {Float64Array} (places.length, lanes·waves)
 */
export function codesAt({ step, morph, length, dModel, base, pair }, places) {
  const middle = Float64Array.from(places, (place) => place - 0.5);
  if (step === "integer") return middle;
  if (step === "fraction") return middle.map((position) => position / Math.max(length - 1, 1));
  if (step === "sine") {
    const rows = sinusoidalAt(middle, dModel, { base, dtype: "float64" });
    return middle.map((_, n) => rows[n * dModel + 2 * pair]);
  }
  return bentWaves(places, bitsOf(length), morph, step === "many");
}

/**
 * The waves of the bits as they bend into those of the pairs. Bit b is a square wave of period
 * 2^(b + 1): −1 where the bit is 0 and +1 where it is 1. Pair b turns by 2^-b per position, so
 * that its sine has a period of 2π·2^b. Between the two, periods stretch and corners soften. With
 * `pairs`, a second entry is the same wave, a quarter of a period earlier.
 * @param {ArrayLike<number>} places @param {number} bits @param {number} morph @param {boolean} pairs
 */
function bentWaves(places, bits, morph, pairs) {
  const scaled = Float64Array.from(places, (place) => (place - morph / 2) * Math.PI ** -morph);
  // Pair b of this encoding turns by 2^-b per position.
  const angles = scaled.map((place) => Math.PI * place);
  const waves = sinusoidalAt(angles, 2 * bits, { base: 2 ** bits, dtype: "float64" });
  // The square wave of a bit begins with −1, half a turn ahead of a sine.
  const lead = 1 - morph;
  const [cos, sin] = [Math.cos(Math.PI * lead), Math.sin(Math.PI * lead)];
  const columns = pairs ? 2 : 1;
  const codes = new Float64Array(places.length * bits * columns);
  for (let n = 0; n < places.length; n++) {
    for (let b = 0; b < bits; b++) {
      const at = n * bits + b;
      const [s, c] = waves.subarray(2 * at, 2 * at + 2);
      const curves = [s * cos + c * sin, c * cos - s * sin];
      for (let wave = 0; wave < columns; wave++) {
        const half = Math.floor(scaled[n] / 2 ** b + lead + wave / 2);
        const square = half % 2 === 0 ? 1 : -1;
        codes[at * columns + wave] = (1 - morph) * square + morph * curves[wave];
      }
    }
  }
  return codes;
}

/** The codes of all positions. @param {Of} of */
export const codesOf = (of) =>
  codesAt(
    of,
    Float64Array.from({ length: of.length }, (_, position) => position + 0.5),
  );

/** @param {Float64Array} codes (length, width) @param {number} length @returns {Measures} */
export function measure(codes, length) {
  const width = codes.length / length;
  const distanceBetween = (/** @type {number} */ p, /** @type {number} */ q) => {
    let sum = 0;
    for (let c = 0; c < width; c++) sum += (codes[p * width + c] - codes[q * width + c]) ** 2;
    return Math.sqrt(sum);
  };
  /** @type {Measures} */
  const measures = { largest: 0, nearest: [0, 0], nearestDistance: Infinity, neighbourDistance: 0 };
  for (const code of codes) measures.largest = Math.max(measures.largest, Math.abs(code));
  for (let p = 0; p < length; p++) {
    for (let q = p + 1; q < length; q++) {
      const distance = distanceBetween(p, q);
      if (q === p + 1) measures.neighbourDistance = Math.max(measures.neighbourDistance, distance);
      if (distance > measures.nearestDistance - MAX_ROUNDING_ERROR) continue;
      measures.nearest = [p, q];
      measures.nearestDistance = distance;
    }
  }
  return measures;
}
