import type { Rounding } from "../arithmetic.js";
import type { Workspace } from "../workspace.js";
import type { Increments } from "./increments.js";
import type { Positions } from "./positions.js";
import type { Division } from "./sections.js";
export type Kind = "_f32" | "_f64";
export declare class Angles {
  #private;
  pairs: number;
  /** The pair of the head that each pair of the groups is, where that is another. */
  order: Int32Array<ArrayBufferLike> | undefined;
  rounding:
    | {
        which: number;
        frequencies: Float32Array<ArrayBuffer>;
      }
    | undefined;
  /**
   * @param {Pick<Increments, "increments" | "cycles">} frequencies pair by pair
   * @param {Division} division
   * @param {Rounding} [rounding] how other implementations round, if the rows are to be theirs
   */
  constructor(
    { increments, cycles }: Pick<Increments, "increments" | "cycles">,
    { groups, order }: Division,
    rounding?: Rounding,
  );
  /** Whether both have the same frequencies, to the bit. @param {Angles} other */
  equals(other: Angles): boolean;
  /**
   * Writes rows of sines and cosines, next to each other, in the order of the groups.
   * @param {Workspace} workspace @param {Kind} kind
   * @param {Positions} positions @param {number} row the first @param {number} count
   * @param {number} to pointer to (count, 2·pairs)
   */
  write(
    workspace: Workspace,
    kind: Kind,
    positions: Positions,
    row: number,
    count: number,
    to: number,
  ): void;
}
