import type { FloatArray } from "../check.js";
import type { Workspace } from "../workspace.js";
import type { Rotary } from "./rotary.js";
import type { Rows } from "./rows.js";
export type Tensor = {
  x: FloatArray;
  out: FloatArray;
  blocks: number;
  heads: number;
  factors?: Float64Array | undefined;
};
/**
 * What is rotated: (blocks, length, heads, width), into another array or into itself. Where rows differ
 * by batch, the blocks of one follow those of the other. Factors (batches, length) multiply rows.
 * @typedef {{ x: FloatArray, out: FloatArray, blocks: number, heads: number,
 *   factors?: Float64Array | undefined }} Tensor
 */
/** How many rows make a tile. @param {Rows} rows */
export declare function tileRows({ kind, pairs, length }: Rows): number;
/**
 * Rotates tensors, all by the same rows.
 * @param {Workspace} workspace @param {Rotary} rotary @param {Rows} rows @param {Tensor[]} tensors
 */
export declare function rotate(
  workspace: Workspace,
  rotary: Rotary,
  rows: Rows,
  tensors: Tensor[],
): void;
