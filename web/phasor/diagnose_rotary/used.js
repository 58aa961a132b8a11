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
 * The sums over some vectors of a group that show by which angle each pair turned: (pairs, 2), cosines
 * and sines times squared lengths.
 * @param {Subject} subject @param {Model} model @param {number} group
 * @param {readonly Vector[]} vectors @param {Float64Array} sums
 */
export function sumsOf(subject, { pairing }, group, vectors, sums) {
  const { input, output } = subject;
  const { source, partner, sign, pair, target } = pairing;
  sums.fill(0);
  for (const [outer, inner] of vectors) {
    const at = subject.startOf(group, outer, inner);
    for (let f = 0; f < source.length; f++) {
      const value = output[at + target[f]];
      sums[2 * pair[f]] += value * input[at + source[f]];
      sums[2 * pair[f] + 1] += value * sign[f] * input[at + partner[f]];
    }
  }
}

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
  const sums = new Float64Array(2 * pairs);
  /** @type {Arrow[]} */
  const arrows = Array.from({ length: pairs }, () => {
    return { frequency: 0, error: 1, phase: 0, phaseError: 0, noise: 0 };
  });
  const sizes = frequencies.map(Math.abs);
  const narrow = ROUNDINGS * subject.format.roundoff + FINE;
  const used = lists.map(() => new Float64Array(groups.length));
  groups.forEach((group, k) => {
    sumsOf(subject, model, group, vectors, sums);
    lists.forEach((list, axis) => {
      const should = list[each ? group : group % subject.rows];
      /** @param {number} from */
      const near = (from) => {
        for (let i = 0; i < pairs; i++) {
          const [re, im] = [sums[2 * i], sums[2 * i + 1]];
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
 * @param {Subject} subject @param {Model} model
 * @param {{ cos: Float64Array, sin: Float64Array }} cells of the groups
 * @param {number[]} groups @param {readonly Vector[]} vectors
 */
export function meansOf(subject, model, { cos, sin }, groups, vectors) {
  const pairs = model.turns.frequencies.length;
  const sums = new Float64Array(2 * pairs);
  const means = new Float64Array(2 * pairs);
  const sizes = new Float64Array(pairs);
  groups.forEach((group, k) => {
    sumsOf(subject, model, group, vectors, sums);
    for (let i = 0; i < pairs; i++) {
      const [re, im] = [sums[2 * i], sums[2 * i + 1]];
      const [c, s] = [cos[k * pairs + i], sin[k * pairs + i]];
      means[2 * i] += re * c + im * s;
      means[2 * i + 1] += im * c - re * s;
      sizes[i] += Math.sqrt((re * re + im * im) * (c * c + s * s));
    }
  });
  for (let i = 0; i < pairs; i++) {
    const scale = sizes[i] > 0 ? 1 / sizes[i] : 0;
    means[2 * i] *= scale;
    means[2 * i + 1] *= scale;
  }
  return means;
}
