import type { Workspace } from "../workspace.js";
import type { Kind } from "./angles.js";
import type { Positions } from "./positions.js";
import type { Rotary } from "./rotary.js";
import { RowsAt } from "./rows.js";
export type Stand = {
  rotary: Rotary;
  positions: Positions;
};
/** An embedding and positions. @typedef {{ rotary: Rotary, positions: Positions }} Stand */
/** The rows that lead from one embedding at some positions to another at others. */
export declare class RowsBetween extends RowsAt {
  #private;
  /**
   * @param {string} where @param {Stand} from @param {Stand} to @param {Kind} kind
   * @param {number} batches @param {number} length
   */
  constructor(where: string, from: Stand, to: Stand, kind: Kind, batches: number, length: number);
  /**
   * @override
   * @param {Workspace} workspace @param {number} row @param {number} count @param {number} to
   */
  write(workspace: Workspace, row: number, count: number, to: number): void;
  /**
   * @override
   * @param {Workspace} workspace @param {number} row @param {number} count @param {number} to
   */
  angles(workspace: Workspace, row: number, count: number, to: number): void;
}
