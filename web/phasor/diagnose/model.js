// model.js: models of sinusoidal tables, both correct ones and those with typical mistakes.
//
// Two columns make a pair; member 0 comes first. Column (pair i, member m) holds the sine or the
// cosine of
//
//     (row + start)·rate·e^(−step·n)       n = exponents[form](i, m, pairs)
//
// times an amplitude. The paper's table has n = 2i for both members, step = ln(base)/d, rate 1.

import { exponential } from "../elementary.js";

/** @typedef {"interleaved" | "concatenated"} Layout */
/** @typedef {"sin-cos" | "cos-sin"} Order */
/** @typedef {"sin-sin" | "cos-cos"} OneSided without the other function */
/** @typedef {keyof typeof exponents} Form */

/**
 * @typedef {object} Model
 * @property {Layout} layout
 * @property {Order | OneSided} order
 * @property {Form} form
 * @property {number} step
 * @property {number} start
 * @property {number} rate radians per position in the first pair; negative: backwards
 * @property {number} amplitude
 * @property {{ base: number, denominator: number }} [exact] the step is ln(base)/denominator
 *   without rounding
 */

/** The exponent of a column. In all forms but the first, some sines lack the cosines of their
 * angles. */
export const exponents = {
  /** The correct form. */
  paired: (/** @type {number} */ i) => 2 * i,
  /** The column index. */
  column: (/** @type {number} */ i, /** @type {number} */ m) => 2 * i + m,
  /** The second member has the exponent of the next pair. */
  next: (/** @type {number} */ i, /** @type {number} */ m) => 2 * i + 2 * m,
  /** The column index in the concatenated layout. */
  running: (/** @type {number} */ i, /** @type {number} */ m, /** @type {number} */ pairs) =>
    i + m * pairs,
  /** The second member has twice the exponent of the first. */
  doubled: (/** @type {number} */ i, /** @type {number} */ m) => (m === 1 ? 4 * i : 2 * i),
  /** The second member has half the exponent of the first. */
  halved: (/** @type {number} */ i, /** @type {number} */ m) => (m === 1 ? i : 2 * i),
  /** n/d truncated to an integer: 0 in the first half of the columns, 1 in the second. */
  floored: (/** @type {number} */ i, /** @type {number} */ m, /** @type {number} */ pairs) =>
    2 * i + m >= pairs ? 2 * pairs : 0,
};

/** All forms but the correct one. */
export const wrongForms = /** @type {Form[]} */ (Object.keys(exponents).slice(1));
export const oneSided = /** @type {const} */ (["sin-sin", "cos-cos"]);

export const layouts = /** @type {const} */ (["interleaved", "concatenated"]);
export const orders = /** @type {const} */ (["sin-cos", "cos-sin"]);

/** The number of pairs; the last may lack its second member. @param {number} width
 * @param {boolean} padded */
export function pairsOf(width, padded) {
  return padded ? (width - 1) / 2 : Math.ceil(width / 2);
}

/**
 * The column of a member; −1 if the table ends before it.
 * @param {Layout} layout @param {number} pair @param {number} member @param {number} pairs
 * @param {number} width
 */
export function columnOf(layout, pair, member, pairs, width) {
  const column = layout === "interleaved" ? 2 * pair + member : pair + member * pairs;
  return column < width ? column : -1;
}

/** The pair and the member of a column. @param {Layout} layout @param {number} column @param {number} pairs */
export const placeOf = (layout, column, pairs) =>
  layout === "interleaved"
    ? { pair: column >> 1, member: column & 1 }
    : { pair: column % pairs, member: column < pairs ? 0 : 1 };

/** Whether a member is a cosine. @param {Order | OneSided} order @param {number} member */
export function isCosine(order, member) {
  if (order === "sin-sin" || order === "cos-cos") return order === "cos-cos";
  return (order === "sin-cos") === (member === 1);
}

/** ω of a column. @param {Model} model @param {number} pair @param {number} member
 * @param {number} pairs */
export function omega(model, pair, member, pairs) {
  return model.rate * exponential(-model.step * exponents[model.form](pair, member, pairs));
}
