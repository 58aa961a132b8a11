// pairing.js: which features form pairs, and where they come out: right, and with known mistakes.

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
 * @typedef {object} Slip
 * @property {boolean} [reordered] pairs (2i, 2i + 1) come out as (i, i + r/2)
 * @property {boolean} [mixed] cosines and sines are doubled as for the other layout
 * @property {boolean} [positive] the minus is missing
 * @property {boolean} [joined] neighbours, but their rotated partners are put together as halves
 */
/** @param {Shape} shape @param {Slip} [slip] @returns {Pairing} */
export function pairingOf({ width, start, pairs, layout, gap = pairs }, slip = {}) {
  const r = 2 * pairs;
  const halves = layout === "half";
  const of = (/** @type {number} */ i, /** @type {number} */ second) =>
    start + (halves ? i + second * gap : 2 * i + second);
  const [source, partner, pair, target] = [1, 1, 1, 1].map(() => new Int32Array(r));
  const sign = new Int8Array(r);
  for (let c = 0; c < r; c++) {
    const [i, second] = halves ? [c % pairs, c < pairs ? 0 : 1] : [c >> 1, c & 1];
    source[c] = of(i, second);
    partner[c] = of(i, 1 - second);
    sign[c] = second || slip.positive ? 1 : -1;
    pair[c] = slip.mixed ? (halves ? c >> 1 : c % pairs) : i;
    target[c] = slip.reordered ? start + i + second * pairs : source[c];
    if (slip.joined) {
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
    list[feature] = pair[c];
  });
  return list;
}
