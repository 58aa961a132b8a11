import type { FloatArray } from "../check.js";
import type { Workspace } from "../workspace.js";
import type { Kind } from "./angles.js";
import type { Role, TurnOptions } from "./options.js";
import type { Positions, Sizes } from "./positions.js";
import type { Rotary } from "./rotary.js";
export type Rows = {
  kind: Kind;
  pairs: number;
  /**
   * 1, or B if each batch element has its own rows
   */
  batches: number;
  /**
   * T
   */
  length: number;
  /**
   * writes
   * sines and cosines, next to each other, to a pointer to (count, 2·pairs)
   */
  write: (workspace: Workspace, row: number, count: number, to: number) => void;
};
export type Kept = {
  kind: Kind;
  sinFactor: number;
  sign: number;
  start: number;
  count: number;
  lists: Float64Array[];
  made: FloatArray;
};
/** The rows of an embedding at positions. */
export declare class RowsAt {
  #private;
  kind: Kind;
  pairs: number;
  positions: Positions;
  batches: number;
  length: number;
  cosFactor: number;
  sinFactor: number;
  sign: -1 | 1;
  /** Of xPos. @type {Float64Array | undefined} */
  rates: Float64Array | undefined;
  /** (batches, length), of xPos. @type {Float64Array | undefined} */
  exponents: Float64Array | undefined;
  /**
   * @param {Rotary} rotary @param {Kind} kind @param {Positions} positions
   * @param {number} batches @param {number} length
   * @param {number} factor of sines and cosines
   * @param {boolean} back whether they rotate backwards
   * @param {1 | -1} sign with xPos: 1 for keys, and queries that are rotated back; −1 for the others
   */
  constructor(
    rotary: Rotary,
    kind: Kind,
    positions: Positions,
    batches: number,
    length: number,
    factor: number,
    back: boolean,
    sign: 1 | -1,
  );
  /** @param {Workspace} workspace @param {number} row @param {number} count @param {number} to */
  write(workspace: Workspace, row: number, count: number, to: number): void;
  /**
   * Computes rows.
   * @param {Workspace} workspace @param {number} row @param {number} count
   * @param {number} to pointer to (count, 2·pairs)
   */
  make(workspace: Workspace, row: number, count: number, to: number): void;
  /**
   * Writes sines and cosines in the order of the angles, without factors.
   * @param {Workspace} workspace @param {number} row @param {number} count @param {number} to
   */
  angles(workspace: Workspace, row: number, count: number, to: number): void;
}
/**
 * The rows of a call.
 * @param {string} where @param {Rotary} rotary @param {Kind} kind
 * @param {TurnOptions} options @param {Role | undefined} role
 * @param {Positions} positions @param {Sizes} sizes
 */
export declare function rowsOf(
  where: string,
  rotary: Rotary,
  kind: Kind,
  options: TurnOptions,
  role: Role | undefined,
  positions: Positions,
  sizes: Sizes,
): RowsAt;
/**
 * Which way a call rotates: back is true if that is against the positions' direction.
 * @param {string} where @param {Rotary} rotary @param {TurnOptions} options
 */
export declare function readWay(
  where: string,
  rotary: Rotary,
  { inverse, gradient }: TurnOptions,
): {
  inverse: boolean;
  back: boolean;
};
