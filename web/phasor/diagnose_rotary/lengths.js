// lengths.js: checks whether arrows keep their length from row to row, as in a rotation.
import { note, problem } from "../diagnose/messages.js";
import { logarithm, square } from "../elementary.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Read } from "./cache.js" */

/** Allowed relative differences of lengths: the minimum, in units of the roundoff, in units of the
 * noise. */
const LEAST = 0.02;
const ROUNDING = 4;
const NOISE = 4;
/** Maximum deviation from a straight line, as a share of the differences, if xPos scales the
 * lengths. */
const STRAIGHT = 0.1;

/**
 * @param {Read} read @param {number} noise of the angles, radians rms @returns {Finding[]}
 */
export function lengthFindings({ rows, pairs, cos, sin, weights, unit, present }, noise) {
  let [most, left] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    let [n, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
    for (let p = 0; p < rows; p++) {
      if (present?.[p] === 0) continue;
      const at = i * rows + p;
      const weight = weights ? weights[at] : 1;
      const length = Math.sqrt(square(cos[at]) + square(sin[at]));
      if (!(weight > 0 && length > 0)) continue;
      const value = logarithm(length);
      n += weight;
      x += weight * p;
      y += weight * value;
      xx += weight * p * p;
      xy += weight * p * value;
      yy += weight * value * value;
    }
    if (!(n > 0)) continue;
    const variance = yy / n - square(y / n);
    const together = xy / n - (x / n) * (y / n);
    const slope = together / Math.max(xx / n - square(x / n), 1e-300);
    if (!(variance > most)) continue;
    most = variance;
    left = variance - slope * together;
  }
  const allowed = Math.max(LEAST, ROUNDING * unit, NOISE * noise);
  if (!(Math.sqrt(most) > allowed)) return [];
  if (left < square(STRAIGHT) * most) {
    const message =
      "Lengths grow or shrink evenly from row to row, as xPos scales queries and keys; a rotation alone does not change them.";
    return [note("changing-lengths", message)];
  }
  const message =
    "Lengths change from row to row, which a rotation does not do: look for a norm or a scaling between input and output.";
  return [problem("changing-lengths", message)];
}
