// lengths.js: checks whether arrows keep their length from row to row, as in a rotation.
import { note, problem } from "../diagnose/messages.js";
import { Line } from "../doctor/line.js";
import { logarithm, square } from "../elementary.js";
import { rowsOf } from "./sample.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Read } from "./cache.js" */

/** Allowed relative differences of lengths: the minimum, in units of the roundoff, in units of the
 * noise. */
const MIN_DIFFERENCE = 0.02;
const MIN_ROUNDOFFS = 4;
const MIN_NOISES = 4;
/** Maximum deviation from a straight line, as a share of the differences, if xPos scales the
 * lengths. */
const MAX_BENT = 0.1;

/**
 * @param {Read} read @param {number} noise of the angles, radians rms @returns {Finding[]}
 */
export function lengthFindings({ rows, pairs, cos, sin, weights, unit }, noise) {
  const sampled = rowsOf({ rows, present: undefined });
  let worst = {
    all: square(Math.max(MIN_DIFFERENCE, MIN_ROUNDOFFS * unit, MIN_NOISES * noise)),
    left: -1,
  };
  for (let i = 0; i < pairs; i++) {
    const line = new Line();
    for (const p of sampled) {
      const at = i * rows + p;
      const weight = weights ? weights[at] : 1;
      const length = Math.sqrt(square(cos[at]) + square(sin[at]));
      if (weight > 0 && length > 0) line.add(weight, p, logarithm(length));
    }
    const { variances } = line;
    if (variances.all > worst.all) worst = variances;
  }
  if (worst.left < 0) return [];
  return [changingLengths(worst.left < square(MAX_BENT) * worst.all, note)];
}

/**
 * @param {boolean} even whether lengths grow or shrink by the same factor from row to row
 * @param {typeof note} say how severe that is
 */
export const changingLengths = (even, say = problem) =>
  even
    ? say(
        "changing-lengths",
        "Lengths grow or shrink evenly from row to row, as xPos scales queries and keys; a rotation alone does not change them.",
      )
    : problem(
        "changing-lengths",
        "Lengths change from row to row, which a rotation does not do: look for a norm or a scaling between input and output.",
      );
