// phases.js: each pair of a cache as a rotating arrow, amplitude·e^(i·(phase + frequency·row)).
import { arcTangent } from "../elementary.js";

/** @import { Read } from "./cache.js" */

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
const SUMMED = 256;
/** Lags below this use only the first rows. */
const NEAR = 32;
/** Minimum coherence of the arrows at which a longer lag is trusted. */
const COHERENT = 0.9;

/**
 * The frequency of a pair: from the turn between neighbouring rows, then between rows farther and farther
 * apart.
 * @param {Read} read @param {number} pair
 */
export function frequencyOf({ rows, cos, sin, weights }, pair) {
  const first = pair * rows;
  const c = cos.subarray(first, first + rows);
  const s = sin.subarray(first, first + rows);
  const w = weights?.subarray(first, first + rows);
  let frequency = 0;
  for (let lag = 1; lag < rows; lag *= 2) {
    // Low-precision angles are best near the first rows; longer lags need all rows.
    const count = Math.min(rows, lag < NEAR ? 2 * NEAR : rows) - lag;
    const step = Math.max(1, Math.floor(count / SUMMED));
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
      // Missing rows are zeros and add nothing.
      size += weight * Math.sqrt((a * a + b * b) * (x * x + y * y));
    }
    if (!(size > 0)) continue;
    if (lag > 1 && !(re * re + im * im > COHERENT * COHERENT * size * size)) break;
    const angle = arcTangent(im, re);
    const turns = Math.round((frequency * lag - angle) / (2 * Math.PI));
    frequency = (angle + 2 * Math.PI * turns) / lag;
  }
  return frequency;
}
