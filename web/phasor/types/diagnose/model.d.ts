export type Layout = "interleaved" | "concatenated";
export type Order = "sin-cos" | "cos-sin";
export type OneSided = "sin-sin" | "cos-cos";
export type Form = keyof typeof exponents;
export type Model = {
  layout: Layout;
  order: Order | OneSided;
  form: Form;
  step: number;
  start: number;
  /**
   * radians that the first pair turns a position; negative: backwards
   */
  rate: number;
  amplitude: number;
  /**
   * step is ln(base)/denominator, without
   * the rounding of either
   */
  exact?: {
    base: number;
    denominator: number;
  };
};
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
 * @property {number} rate radians that the first pair turns a position; negative: backwards
 * @property {number} amplitude
 * @property {{ base: number, denominator: number }} [exact] step is ln(base)/denominator, without
 *   the rounding of either
 */
/** How the exponent of a column goes; all but the first have sines without their cosines. */
export declare const exponents: {
  /** The right one. */
  paired: (/** @type {number} */ i: number) => number;
  /** The column's own number. */
  column: (/** @type {number} */ i: number, /** @type {number} */ m: number) => number;
  /** The second of a pair has the next pair's. */
  next: (/** @type {number} */ i: number, /** @type {number} */ m: number) => number;
  /** The column's own number where pairs are half a table apart. */
  running: (
    /** @type {number} */ i: number,
    /** @type {number} */ m: number,
    /** @type {number} */ pairs: number,
  ) => number;
  /** The second of a pair has twice the first's. */
  doubled: (/** @type {number} */ i: number, /** @type {number} */ m: number) => number;
  /** The second of a pair has half the first's. */
  halved: (/** @type {number} */ i: number, /** @type {number} */ m: number) => number;
  /** Cut off to an integer: 0 in the first half of the columns, 1 in the second. */
  floored: (
    /** @type {number} */ i: number,
    /** @type {number} */ m: number,
    /** @type {number} */ pairs: number,
  ) => number;
};
/** All but the right one. */
export declare const wrongForms: Form[];
export declare const oneSided: readonly ["sin-sin", "cos-cos"];
export declare const layouts: readonly ["interleaved", "concatenated"];
export declare const orders: readonly ["sin-cos", "cos-sin"];
/** How many columns of a table of this width are the first of a pair. @param {number} width
 * @param {boolean} padded */
export declare function pairsOf(width: number, padded: boolean): number;
/**
 * The column of a member; −1 if the table ends before it.
 * @param {Layout} layout @param {number} pair @param {number} member @param {number} pairs
 * @param {number} width
 */
export declare function columnOf(
  layout: Layout,
  pair: number,
  member: number,
  pairs: number,
  width: number,
): number;
/** Whether a member is a cosine. @param {Order | OneSided} order @param {number} member */
export declare function isCosine(order: Order | OneSided, member: number): boolean;
/** ω of a column. @param {Model} model @param {number} pair @param {number} member
 * @param {number} pairs */
export declare function omega(model: Model, pair: number, member: number, pairs: number): number;
