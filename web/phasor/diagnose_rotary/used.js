// used.js: finds the positions by which vectors were turned, given the frequencies.
import { arcTangent } from "../elementary.js";
import { wrapped } from "./sample.js";
import { positionOf } from "./start.js";

/** @import { Arrow } from "./phases.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */

/** Radians rms that the phases of a position may be off. */
const NEAR = 0.2;
/** Roundings of a phase, in units of the roundoff, and the error of phases in float32. */
const ROUNDINGS = 3;
const FINE = 1e-6;
/** The largest position. */
const LARGEST = 2 ** 53;
/** Distance from a multiple of the unit that counts as one. */
const WHOLE = 0.3;

/**
 * The positions by which groups were turned, axis by axis; NaN if no position explains the phases.
 * @param {Subject} subject @param {Model} model @param {number[]} groups
 * @param {readonly Vector[]} vectors of each group to look at
 * @param {number} unit of which positions are multiples; 0 if they are any numbers
 * @returns {Float64Array[]} for each axis, (groups)
 */
export function positionsUsed(subject, model, groups, vectors, unit) {
  const { frequencies, axes, direction } = model.turns;
  const { lists, each } = model.places;
  const pairs = frequencies.length;
  const sums = subject.sums(model.pairing, pairs, { groups, vectors }, groups.length, (k) => k);
  /** @type {Arrow[]} */
  const arrows = Array.from({ length: pairs }, () => {
    return { frequency: 0, error: 1, phase: 0, phaseError: 0, noise: 0 };
  });
  const sizes = frequencies.map(Math.abs);
  const narrow = ROUNDINGS * subject.format.roundoff + FINE;
  const used = lists.map(() => new Float64Array(groups.length));
  groups.forEach((group, k) => {
    lists.forEach((list, axis) => {
      const should = list[each ? group : group % subject.rows];
      /** @param {number} from */
      const near = (from) => {
        for (let i = 0; i < pairs; i++) {
          const at = 6 * (k * pairs + i);
          const [re, im] = [sums[at + 3], sums[at + 4]];
          const own = lists.length === 1 || axes?.[i] === axis;
          const lost = !own || (re === 0 && im === 0) || frequencies[i] === 0;
          arrows[i].noise = lost ? 1 : 0;
          const sense = frequencies[i] < 0 ? -direction : direction;
          arrows[i].phase = wrapped(sense * arcTangent(im, re) - sizes[i] * from);
          arrows[i].phaseError = narrow + Math.abs(from) * sizes[i] * FINE;
        }
        return positionOf(arrows, sizes, 0, 1, false);
      };
      let best = Number.NaN;
      let least = NEAR;
      for (const from of should === 0 ? [0] : [should, 0]) {
        const found = near(from);
        if (!(found.off < least)) continue;
        least = found.off;
        best = from + found.start;
      }
      const whole = unit > 0 ? unit * Math.round(best / unit) : best;
      const position = Math.abs(best - whole) < WHOLE * unit ? whole + 0 : best;
      used[axis][k] = Math.abs(position) <= LARGEST ? position : Number.NaN;
    });
  });
  return used;
}

/**
 * For each pair, the mean arrow relative to what a model predicts: (pairs, 2), at most 1 in length.
 * @param {Float64Array} sums of the groups @param {Float64Array} cells of the groups @param {number} pairs
 */
export function meansOf(sums, cells, pairs) {
  const means = new Float64Array(2 * pairs);
  const sizes = new Float64Array(pairs);
  for (let at = 0, from = 0; at < sums.length / 6; at++, from++) {
    const i = at % pairs;
    if (i === 0 && at > 0) from += 2 * pairs;
    const [re, im] = [sums[6 * at + 3], sums[6 * at + 4]];
    const [c, s] = [cells[from], cells[from + pairs]];
    means[2 * i] += re * c + im * s;
    means[2 * i + 1] += im * c - re * s;
    sizes[i] += Math.sqrt((re * re + im * im) * (c * c + s * s));
  }
  for (let i = 0; i < pairs; i++) {
    const scale = sizes[i] > 0 ? 1 / sizes[i] : 0;
    means[2 * i] *= scale;
    means[2 * i + 1] *= scale;
  }
  return means;
}
