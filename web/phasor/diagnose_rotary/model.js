// model.js: a model of a rotation: which features form pairs, and the cosines and sines of positions.
import { toBfloat16, toFloat16 } from "../doctor/elements.js";
import { logarithm, sineAndCosine, wrapped } from "../elementary.js";
import { RotaryEmbedding } from "../rope/rope.js";

/** @import { Layout } from "./cache.js" */

/**
 * A feature that turns is `source`·cos + `sign`·`partner`·sin, with the cosine and sine of `pair`.
 * @typedef {object} Pairing
 * @property {Int32Array} source @property {Int32Array} partner @property {Int8Array} sign
 * @property {Int32Array} pair @property {Int32Array} target where the feature comes out
 * @property {Int32Array} copied features that do not turn
 */
/**
 * @typedef {object} Shape
 * @property {number} width of the vectors @property {number} start first feature that turns
 * @property {number} pairs
 * @property {Layout} layout
 * @property {number} [gap] distance of the features of a pair in halves, by default `pairs`
 */

/**
 * @typedef {object} PairingMistake
 * @property {boolean} [reordered] pairs (2i, 2i + 1) come out as (i, i + r/2)
 * @property {boolean} [mixed] cosines and sines are doubled as for the other layout
 * @property {boolean} [positive] the minus is missing
 * @property {boolean} [joined] neighbours, but their rotated partners are put together as halves
 * @property {boolean} [overwritten] second features take the cells of overwritten pairs, see `Turns`
 */
/** @param {Shape} shape @param {PairingMistake} [mistake] @returns {Pairing} */
export function pairingOf({ width, start, pairs, layout, gap = pairs }, mistake = {}) {
  const r = 2 * pairs;
  const halves = layout === "half";
  const featureOf = (/** @type {number} */ i, /** @type {number} */ second) =>
    start + (halves ? i + second * gap : 2 * i + second);
  const [source, partner, pair, target] = [1, 1, 1, 1].map(() => new Int32Array(r));
  const sign = new Int8Array(r);
  for (let c = 0; c < r; c++) {
    const [i, second] = halves ? [c % pairs, c < pairs ? 0 : 1] : [c >> 1, c & 1];
    source[c] = featureOf(i, second);
    partner[c] = featureOf(i, 1 - second);
    sign[c] = second || mistake.positive ? 1 : -1;
    pair[c] = mistake.mixed ? (halves ? c >> 1 : c % pairs) : i;
    if (mistake.overwritten && second) pair[c] += pairs;
    target[c] = mistake.reordered ? start + i + second * pairs : source[c];
    if (mistake.joined) {
      partner[c] = c < pairs ? start + 2 * c + 1 : start + 2 * (c - pairs);
      sign[c] = c < pairs ? -1 : 1;
    }
  }
  const turns = new Set(source);
  const copied = Int32Array.from([...Array(width).keys()].filter((c) => !turns.has(c)));
  return { source, partner, sign, pair, target, copied };
}

/** The pair of each feature, −1 for features that do not turn. @param {Pairing} pairing
 * @param {number} width */
export function pairsByFeature({ target, pair }, width) {
  const list = new Int32Array(width).fill(-1);
  target.forEach((feature, c) => {
    list[feature] = pair[c] % (pair.length / 2);
  });
  return list;
}

/**
 * Positions of groups of vectors: one list for all pairs, or one for each axis.
 * @typedef {object} Places
 * @property {Float64Array[]} lists (T), or (B, T) if `byBatch`
 * @property {boolean} byBatch whether each batch element has its own positions
 */
/**
 * What is rounded to 16 bits.
 * @typedef {object} Rounding
 * @property {"bfloat16" | "float16"} format
 * @property {boolean} frequencies @property {boolean} positions @property {boolean} products
 */
/**
 * The angles of a rotation, and the factor of cosines and sines.
 * @typedef {object} Turns
 * @property {Float64Array} frequencies (pairs) in radians per position
 * @property {ArrayLike<number> | null} axes (pairs) the axis of the positions of each pair
 * @property {number} attentionFactor
 * @property {1 | -1} direction
 * @property {boolean} [swapped] whether cosines and sines are exchanged
 * @property {boolean} [negated] whether both have the wrong sign
 * @property {boolean} [overwritten] whether a second feature is x₂c + y₁s = x₂(c − s²) + x₁cs, with y₁ = x₁c − x₂s in
 *   place of x₁: as many pairs follow, with the cells c − s² and cs
 * @property {Float64Array} [phases] (pairs) added to the angles
 * @property {Float64Array} [gains] (T) factors of the rows
 * @property {Rounding} [rounding] of frequencies, positions and products
 * @property {"bfloat16" | "float16"} [entries] the type to which cosines and sines are rounded
 * @property {object} [factors] options of a RotaryEmbedding that change lengths (xPos, query scaling)
 * @property {"query" | "key"} [role]
 */
/** Roundoff of float32, in which angles and products may be computed. */
const ROUNDOFF_OF_FLOAT32 = 2 ** -24;
/**
 * Errors of a frequency in units of SINGLE: of a power and its reciprocal, and of the exponent. A
 * running product adds two for each pair.
 */
const POWER = 8;
const EXPONENT = 2;
const PRODUCT = 2;

/** Rounding to 16 bits. */
export const roundings = { bfloat16: toBfloat16, float16: toFloat16 };
const turned = new Float64Array(2);

/**
 * Cosines and sines of the groups, and the possible errors of their angles: (groups, 3, pairs), or with twice the pairs
 * if features are overwritten.
 * @param {Turns} turns @param {Places} places @param {number} rows T
 * @param {ArrayLike<number>} [groups] by default as many as there are positions
 * @param {number} [roundoff] of features that are overwritten, which is an error of the angles of the others
 */
export function cellsOf(turns, { lists: all, byBatch }, rows, groups, roundoff = 0) {
  const { axes, swapped, negated, phases, attentionFactor, direction, rounding } = turns;
  const round = rounding ? roundings[rounding.format] : undefined;
  const frequencies =
    round && rounding?.frequencies ? turns.frequencies.map(round) : turns.frequencies;
  const pairs = frequencies.length;
  const selected = groups
    ? all.map((list) => Float64Array.from(groups, (group) => list[byBatch ? group : group % rows]))
    : all;
  const lists = round && rounding?.positions ? selected.map((list) => list.map(round)) : selected;
  const count = lists[0].length;
  const several = axes && lists.length > 1;
  const unit = new Float64Array(2 * pairs * count);
  for (let at = 0; at < unit.length; at += 2) unit[at] = 1;
  if (unit.length > 0) {
    const usedAxes = several ? [...new Set(Array.from(axes))] : [0];
    const rotary = new RotaryEmbedding(2 * pairs, {
      ...{ frequencies, attentionFactor, direction, ...turns.factors },
      sections: several ? { axes: Array.from(axes, (axis) => usedAxes.indexOf(axis)) } : undefined,
    });
    const positions =
      usedAxes.length > 1 ? usedAxes.map((axis) => lists[axis]) : lists[usedAxes[0]];
    rotary.apply(unit, [count, 2 * pairs], { positions, role: turns.role, out: unit });
  }
  const cellCount = turns.overwritten ? 2 * pairs : pairs;
  const cells = new Float64Array(3 * cellCount * count);
  const errors = frequencies.map((w, i) => errorOf(Math.abs(w), i));
  const [zero, one] = swapped ? [1, 0] : [0, 1];
  const narrow = turns.entries && roundings[turns.entries];
  for (let row = 0, from = 0; row < count; row++) {
    const gain = (negated ? -1 : 1) * (turns.gains?.[(groups ? groups[row] : row) % rows] ?? 1);
    for (let i = 0; i < pairs; i++, from += 2) {
      const position = lists[several ? axes[i] : 0][row];
      if (round && rounding?.products) {
        sineAndCosine(wrapped(direction * round(position * frequencies[i])), turned);
        unit[from] = attentionFactor * turned[1];
        unit[from + 1] = attentionFactor * turned[0];
      }
      let c = gain * unit[from + zero];
      let s = gain * unit[from + one];
      if (narrow) [c, s] = [narrow(c), narrow(s)];
      if (phases) {
        sineAndCosine(phases[i], turned);
        [c, s] = [c * turned[1] - s * turned[0], s * turned[1] + c * turned[0]];
      }
      const error = Math.abs(position) * errors[i];
      const to = 3 * row * cellCount + i;
      [cells[to], cells[to + cellCount], cells[to + 2 * cellCount]] = [c, s, error];
      if (!turns.overwritten) continue;
      const next = to + pairs;
      [cells[next], cells[next + cellCount], cells[next + 2 * cellCount]] = [
        c - s * s,
        c * s,
        2 * (error + roundoff),
      ];
    }
  }
  return cells;
}

/** The error of a pair's angle per position if it is computed in float32.
 * @param {number} frequency @param {number} pair */
function errorOf(frequency, pair) {
  if (frequency === 0) return 0;
  if (frequency === 1) return ROUNDOFF_OF_FLOAT32;
  const exponent = Math.abs(logarithm(frequency));
  return frequency * ROUNDOFF_OF_FLOAT32 * (POWER + EXPONENT * exponent + PRODUCT * pair);
}
