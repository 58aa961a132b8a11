import type { FloatArray } from "../check.js";
import type { Workspace } from "../workspace.js";
import type { Kind } from "./angles.js";
import type { Sizes } from "./positions.js";
import type { Rotary } from "./rotary.js";
export type Caches = {
  cos: FloatArray;
  sin: FloatArray;
  columns: number;
  /**
   * from a pair's column to that of the next
   */
  step: number;
  /**
   * (batches, length): the cache's row for each row; by default
   * the rows in their order
   */
  ids: Int32Array | undefined;
  /**
   * how many times T rows there are
   */
  batches: number;
};
/** @import { FloatArray } from "../check.js" */
/** @import { Sizes } from "./positions.js" */
/** @import { Rotary } from "./rotary.js" */
/** @import { Kind } from "./angles.js" */
/** @import { Workspace } from "../workspace.js" */
/**
 * Caches, read: their columns are the pairs, or the pairs twice.
 * @typedef {object} Caches
 * @property {FloatArray} cos @property {FloatArray} sin
 * @property {number} columns
 * @property {number} step from a pair's column to that of the next
 * @property {Int32Array | undefined} ids (batches, length): the cache's row for each row; by default
 *   the rows in their order
 * @property {number} batches how many times T rows there are
 */
/** The rows of caches. */
export declare class RowsGiven {
  #private;
  kind: Kind;
  pairs: number;
  batches: number;
  length: number;
  /**
   * @param {Rotary} rotary @param {Kind} kind @param {Caches} caches @param {number} length T
   * @param {boolean} inverse @param {boolean} back whether they rotate backwards
   */
  constructor(
    rotary: Rotary,
    kind: Kind,
    caches: Caches,
    length: number,
    inverse: boolean,
    back: boolean,
  );
  /** @param {Workspace} workspace @param {number} row @param {number} count @param {number} to */
  write(workspace: Workspace, row: number, count: number, to: number): void;
}
/**
 * @param {string} where @param {Rotary} rotary @param {unknown} cos @param {unknown} sin
 * @param {unknown} cacheShape @param {unknown} positions @param {Sizes} sizes
 * @returns {Caches}
 */
export declare function readCaches(
  where: string,
  rotary: Rotary,
  cos: unknown,
  sin: unknown,
  cacheShape: unknown,
  positions: unknown,
  sizes: Sizes,
): Caches;
