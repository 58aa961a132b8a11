// used.js: finds the positions by which vectors were turned, given the frequencies.
import { formats } from "../doctor/elements.js";
import { arcTangent, sineAndCosine } from "../elementary.js";
import { roundings } from "./cells.js";
import { wrapped } from "./sample.js";
import { positionOf, senseOf, zeroOf } from "./start.js";

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
/** Half the mean squared error of angles below which a position is accepted, and below which another one is; by which
 * factor it must be better; and how far others are looked for. */
const [SAME, OTHER, BETTER, REACH] = [5e-4, 2e-3, 0.25, 64];
const turned = new Float64Array(2);

/**
 * The positions by which groups were turned, axis by axis; NaN if no position explains the phases.
 * @param {Subject} subject @param {Model} model @param {number[]} groups
 * @param {readonly Vector[]} vectors of each group to look at
 * @param {number} unit of which positions are multiples; 0 if they are any numbers
 * @returns {Float64Array[]} for each axis, (groups)
 */
export function positionsUsed(subject, model, groups, vectors, unit) {
  const { frequencies, axes, rounding } = model.turns;
  const { lists, each } = model.places;
  const pairs = frequencies.length;
  const sums = subject.sums(model.pairing, pairs, { groups, vectors }, groups.length, (k) => k);
  /** @type {Arrow[]} */
  const arrows = Array.from({ length: pairs }, () => {
    return { frequency: 0, error: 1, phase: 0, phaseError: 0, noise: 0 };
  });
  const sizes = frequencies.map(Math.abs);
  const [zero, sense] = [zeroOf(model.turns), senseOf(model.turns)];
  const narrow = ROUNDINGS * subject.format.roundoff + FINE;
  const relative = rounding ? formats[rounding.format].roundoff : FINE;
  const used = lists.map(() => new Float64Array(groups.length));
  groups.forEach((_, k) => {
    lists.forEach((list, axis) => {
      const at = (/** @type {number} */ n) => list[each ? groups[n] : groups[n] % subject.rows];
      const should = at(k);
      const own = (/** @type {number} */ i) => lists.length === 1 || axes?.[i] === axis;
      /** @param {number} from */
      const near = (from) => {
        for (let i = 0; i < pairs; i++) {
          const to = 6 * (k * pairs + i);
          const [re, im] = [sums[to + 3], sums[to + 4]];
          const lost = !own(i) || (re === 0 && im === 0) || frequencies[i] === 0;
          arrows[i].noise = lost ? 1 : 0;
          const way = frequencies[i] < 0 ? -sense : sense;
          arrows[i].phase = wrapped(way * (arcTangent(im, re) - zero) - sizes[i] * from);
          arrows[i].phaseError = narrow + Math.abs(from) * sizes[i] * relative;
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
      if (rounding) {
        // The continuation of the previous row is likelier than others that rounding makes equal.
        const next = k > 0 ? used[axis][k - 1] + should - at(k - 1) : should;
        const part = sums.subarray(6 * k * pairs, 6 * (k + 1) * pairs);
        best = refined(model.turns, part, own, [next, should, Math.round(best)]);
      }
      const whole = unit > 0 ? unit * Math.round(best / unit) : best;
      const position = Math.abs(best - whole) < WHOLE * unit ? whole + 0 : best;
      used[axis][k] = Math.abs(position) <= LARGEST ? position : Number.NaN;
    });
  });
  return used;
}

/**
 * The position whose rounded angles agree with the arrows, among those near some: an earlier one unless a later one is
 * much better.
 * @param {Model["turns"]} turns @param {Float64Array} sums (pairs, 6) @param {(pair: number) => boolean} own
 * @param {number[]} some
 */
function refined(turns, sums, own, some) {
  const { frequencies, rounding } = turns;
  if (!rounding) return some[0];
  const round = roundings[rounding.format];
  const [zero, sense] = [zeroOf(turns), senseOf(turns)];
  const list = rounding.frequencies ? frequencies.map(round) : frequencies;
  /** @param {number} place */
  const offOf = (place) => {
    const position = rounding.positions ? round(place) : place;
    let [off, size] = [0, 0];
    for (let i = 0; i < list.length; i++) {
      if (!own(i)) continue;
      const [re, im] = [sums[6 * i + 3], sums[6 * i + 4]];
      const angle = position * list[i];
      sineAndCosine(wrapped(zero + sense * (rounding.products ? round(angle) : angle)), turned);
      const length = Math.sqrt(re * re + im * im);
      off += length - re * turned[1] - im * turned[0];
      size += length;
    }
    return size > 0 ? off / size : 0;
  };
  let best = { place: Number.NaN, off: Infinity };
  for (const place of some) {
    if (!Number.isFinite(place)) continue;
    const off = offOf(place);
    if (off < BETTER * best.off) best = { place, off };
  }
  if (best.off < SAME) return best.place;
  let least = best;
  for (const middle of new Set(some.map(Math.round))) {
    const reach = Math.min(REACH, 2 + Math.ceil(Math.abs(middle) / 64));
    for (let place = middle - reach; place <= middle + reach; place++) {
      const off = offOf(place);
      if (off < least.off) least = { place, off };
    }
  }
  return least.off < OTHER && least.off < BETTER * best.off ? least.place : best.place;
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
