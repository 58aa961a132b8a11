import type { Model } from "./model.js";
import type { Statistics } from "./statistics.js";
export type Phases = {
  /**
   * its base; starting so that the middle is position 0
   */
  model: Model;
  /**
   * a row
   */
  middle: number;
  pairs: number[];
  /**
   * in turns, within ±½
   */
  angles: number[];
  /**
   * of an angle, in turns
   */
  error: number;
  stepError: number;
};
/**
 * The angles of a table's pairs in the middle of its rows.
 * @typedef {object} Phases
 * @property {Model} model its base; starting so that the middle is position 0
 * @property {number} middle a row
 * @property {number[]} pairs
 * @property {number[]} angles in turns, within ±½
 * @property {number} error of an angle, in turns
 * @property {number} stepError
 */
/**
 * @param {Statistics} statistics @param {Model} model whose base is about right, and whose start is unknown
 * @returns {Phases | undefined}
 */
export declare function phasesOf(statistics: Statistics, model: Model): Phases | undefined;
/**
 * Models with the start, and the base that goes with it if exponents are divided by d, or by d − 2.
 * @param {Statistics} statistics @param {Phases} phases @param {Model} model
 * @returns {{ models: Model[], alone: boolean } | undefined} alone: whether chance would find no other
 */
export declare function startFrom(
  statistics: Statistics,
  phases: Phases,
  model: Model,
):
  | {
      models: Model[];
      alone: boolean;
    }
  | undefined;
export type Asked = {
  n: number;
  angle: number;
  turn: bigint;
};
