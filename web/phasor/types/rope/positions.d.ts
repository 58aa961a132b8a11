import type { TurnOptions } from "./options.js";
import type { Rotary } from "./rotary.js";
export type Sizes = {
  shape: readonly number[];
  /**
   * T
   */
  length: number;
  /**
   * the size of the first axis, or 1 if that is T
   */
  batch: number;
  /**
   * the product of the axes before T
   */
  blocks: number;
  /**
   * that of the axes between T and dHead
   */
  heads: number;
  size: number;
};
export type Positions = {
  /**
   * of the first row, the others following, where there are no lists
   */
  offset: number;
  /**
   * none, one for all axes, or one for each axis
   */
  lists: Float64Array[];
  /**
   * whether the lists are (B, T), with a row for each batch element, or (T)
   */
  each: boolean;
};
/** 0, 1, 2, … @type {Positions} */
export declare const FROM_ZERO: Positions;
/**
 * @param {string} where @param {Rotary} rotary @param {string} name @param {unknown} shape
 * @param {number} [tokenAxis]
 * @returns {Sizes}
 */
export declare function readSizes(
  where: string,
  { dHead }: Rotary,
  name: string,
  shape: unknown,
  tokenAxis?: number,
): Sizes;
/**
 * The positions of a call's rows.
 * @param {string} where @param {Rotary} rotary @param {TurnOptions} options @param {Sizes} sizes
 */
export declare function rowPositions(
  where: string,
  rotary: Rotary,
  { offset, positions }: TurnOptions,
  sizes: Sizes,
): Positions;
/**
 * @param {string} where @param {string} name @param {unknown} value a number or lists
 * @param {Rotary} rotary @param {Sizes} sizes
 * @returns {Positions}
 */
export declare function readPositions(
  where: string,
  name: string,
  value: unknown,
  { maxLength, division }: Rotary,
  { length, batch }: Sizes,
): Positions;
/**
 * The position of a row on an axis; rows are numbered through all batch elements.
 * @param {Positions} positions @param {number} axis @param {number} row
 */
export declare function positionAt({ offset, lists }: Positions, axis: number, row: number): number;
/**
 * The positions of all batch elements, if those of one are the same for each.
 * @param {Positions} positions @param {number} batches @param {number} length T
 * @returns {Positions}
 */
export declare function repeated(positions: Positions, batches: number, length: number): Positions;
