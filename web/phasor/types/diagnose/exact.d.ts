import { Workspace } from "../workspace.js";
import type { Sample } from "./fit.js";
import type { Model } from "./model.js";
/**
 * ω/2π of a column as a 128-bit fraction of a turn, see csrc/phasor.h: to 2^-128 where the model
 * says its base, else to a double.
 * @param {Workspace} workspace @param {Model} model @param {number} pairs
 * @returns {(pair: number, member: number) => bigint}
 */
export declare function turnsOfModel(
  workspace: Workspace,
  model: Model,
  pairs: number,
): (pair: number, member: number) => bigint;
/** @param {Workspace} workspace @param {bigint[]} turns @returns {number} a pointer */
export declare function putIncrements(workspace: Workspace, turns: bigint[]): number;
/**
 * Sine and cosine of the angles of a sample, exact where the model says its base.
 * @param {Sample} sample @param {Model} model
 * @returns {(k: number, m: number, r: number, both: Float64Array) => void}
 */
export declare function exactWaves(
  { rows, pairs, all }: Sample,
  model: Model,
): (k: number, m: number, r: number, both: Float64Array) => void;
/** The angle of row 0, in turns within ±½. @param {bigint} turn of a position @param {number} start
 * an integer */
export declare function phaseOf(turn: bigint, start: number): number;
/** A base whose logarithm is larger by a little. @param {number} base @param {number} by */
export declare function baseMoved(base: number, by: number): number;
