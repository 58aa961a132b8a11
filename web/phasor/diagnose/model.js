// model.js: models of sinusoidal tables, both correct ones and those with typical mistakes.
//
// Two columns make a pair; member 0 comes first. Column (pair i, member m) holds the sine or the
// cosine of
//
//     (row + start)·rate·e^(−step·n)       n = exponents[form](i, m, pairs)
//
// times an amplitude. The paper's table has n = 2i for both members, step = ln(base)/d, rate 1.
//
// The position multiplies an error of ω: from about position 2^20, frequencies in doubles no longer tell a right model
// from a wrong one. So those of a model with an exact base have 128 bits.

import { LARGEST_POSITION } from "../check.js";
import { exponential } from "../elementary.js";
import { incrementsOf } from "../frequencies.js";
import { INCREMENTS_LENGTH } from "../kernels/constants.js";
import { sinusoidalKernels } from "../kernels/sinusoidal.js";
import { copyIn } from "../workspace.js";

/** @import { Workspace } from "../workspace.js" */

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

/** Bases used in practice; the first is the paper's. */
export const knownBases = [
  1e4, 1e6, 5e5, 1e5, 1e3, 1e2, 1e8, 2e4, 4e4, 5e4, 2e3, 5e3, 1.5e5, 1.6e5, 2e5, 2.5e5, 1e7, 5e6,
  8e6, 1e9, 2, 10, 20, 50, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
];

/** The denominators of the exponents: d and d − 2. @param {number} pairs */
export const denominators = (pairs) => (pairs > 1 ? [2 * pairs, 2 * pairs - 2] : [2]);

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

/** @typedef {{ pair: number, member: number }} Place */

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

/** Maximum number of frequencies with 128 bits. */
const MAX_FREQUENCIES = 32768;
export const MAX_BASE = 1e18;

/**
 * ω/2π of a column in units of 2^-128 turns, see phasor_at in csrc/phasor.h: precise to such a unit if the model has
 * an exact base, otherwise to double precision.
 * @param {Workspace} workspace @param {Model} model @param {number} pairs
 * @returns {(place: Place) => bigint}
 */
export function turnsOfModel(workspace, model, pairs) {
  const { exact, form, rate, step } = model;
  const exponent = exponents[form];
  const paired = form === "paired";
  const count = paired ? pairs : 1 + Math.max(...[0, 1].map((m) => exponent(pairs - 1, m, pairs)));
  const isPrecise = exact && step > 0 && exact.base > 1 && exact.base <= MAX_BASE;
  if (!isPrecise || count > MAX_FREQUENCIES) {
    return ({ pair, member }) => {
      const turn = omega(model, pair, member, pairs) / (2 * Math.PI);
      return Math.abs(turn) < 2 ** 62 ? BigInt(Math.round(turn * 2 ** 100)) << 28n : 0n;
    };
  }
  const { base, denominator } = exact;
  const series = { base, numerator: paired ? 2 : 1, denominator, pairs: count };
  const pointer = incrementsOf(workspace.memory, series);
  const turns = new BigUint64Array(workspace.memory.buffer, pointer, 2 * count).slice();
  return ({ pair, member }) => {
    const n = paired ? pair : exponent(pair, member, pairs);
    const turn = (turns[2 * n] << 64n) | turns[2 * n + 1];
    if (Math.abs(rate) === 1) return turn * BigInt(rate);
    return (turn * BigInt(Math.round(rate * 2 ** 52))) >> 52n;
  };
}

/** Sines and cosines of some columns of a model, in the memory of a workspace. */
export class Waves {
  #workspace;
  #increments;
  #cycles;
  #start;
  #count;

  /** @param {Workspace} workspace @param {Model} model @param {number} pairs @param {Place[]} columns */
  constructor(workspace, model, pairs, columns) {
    const turnOf = turnsOfModel(workspace, model, pairs);
    /** @type {bigint[]} */
    const turns = [];
    const places = columns.map((column) => {
      const turn = turnOf(column);
      // Neighbours of one pair usually have one frequency.
      if (turn !== turns.at(-1)) turns.push(turn);
      return 2 * turns.length - 2 + (isCosine(model.order, column.member) ? 1 : 0);
    });
    this.#workspace = workspace;
    this.#start = model.start;
    this.#count = turns.length;
    /** Length of a row of `at`. */
    this.stride = 2 * turns.length;
    /** A pointer to the place of each column in such a row. */
    this.places = workspace.reserve(4 * columns.length);
    new Int32Array(workspace.memory.buffer, this.places, columns.length).set(places);
    /** @param {bigint[]} words */
    const copyWords = (words) => {
      const pointer = workspace.reserve(8 * INCREMENTS_LENGTH(turns.length));
      new BigUint64Array(workspace.memory.buffer, pointer, words.length).set(words);
      return pointer;
    };
    // Words of 64 bits: a BigUint64Array leaves out those above.
    this.#increments = copyWords(turns.flatMap((turn) => [turn >> 64n, turn]));
    this.#cycles = copyWords(turns.map((turn) => turn >> 128n));
  }

  /**
   * Makes the sines and cosines of some rows, or NaN if their positions are too large.
   * @param {readonly number[]} rows @returns {number} a pointer
   */
  at(rows) {
    const workspace = this.#workspace;
    const table = workspace.reserve(8 * this.stride * rows.length);
    const positions = Float64Array.from(rows, (row) => row + this.#start);
    if (!positions.every((position) => Math.abs(position) <= LARGEST_POSITION)) {
      workspace.doubles(table, this.stride * rows.length).fill(NaN);
      return table;
    }
    const at = copyIn(workspace, positions, 0, rows.length);
    workspace
      .use(sinusoidalKernels)
      .phasor_at_f64(
        ...[table, this.stride, this.#increments, this.#cycles, at, rows.length, this.#count],
      );
    return table;
  }
}
