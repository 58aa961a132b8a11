import type { ModelOptions, Progress } from "./model.js";
import type { Encoding } from "./network.js";
export type Result = {
  task: string;
  encoding: Encoding;
  layers: number;
  seed: number;
  /**
   * the trained length times 1, 2, 4 … up to maxLength
   */
  lengths: number[];
  /**
   * on sequences of maxLength: from half of each length up to it
   */
  accuracy: number[];
  /**
   * with "rope" on sequences of each length, positions
   * interpolated: in the second half
   */
  interpolated: number[] | undefined;
  /**
   * the same after fine-tuning at half of maxLength
   */
  tuned: number[] | undefined;
  /**
   * the mean of the last tenth of the training
   */
  loss: number;
  /**
   * of the trained weights, before fine-tuning
   */
  hash: string;
};
/** @import { Encoding } from "./network.js" */
/** @import { ModelOptions, Progress } from "./model.js" */
/**
 * Accuracies at 2, 4, 8 … times the trained length begin with entry 1; entry 0 is the trained length.
 * @typedef {object} Result
 * @property {string} task
 * @property {Encoding} encoding
 * @property {number} layers
 * @property {number} seed
 * @property {number[]} lengths the trained length times 1, 2, 4 … up to maxLength
 * @property {number[]} accuracy on sequences of maxLength: from half of each length up to it
 * @property {number[] | undefined} interpolated with "rope" on sequences of each length, positions
 *   interpolated: in the second half
 * @property {number[] | undefined} tuned the same after fine-tuning at half of maxLength
 * @property {number} loss the mean of the last tenth of the training
 * @property {string} hash of the trained weights, before fine-tuning
 */
/**
 * Trains a model and tests it. The generator yields after each step, so that you can show what happens, pause, or
 * stop; it returns the result.
 *
 * ```js
 * const run = experiment({ task: "lookup", encoding: "rope", seed: 3 });
 * let next = run.next();
 * while (!next.done) next = run.next(); // next.value: { step, steps, loss, learningRate, phase }
 * next.value.accuracy; // [1, 0.8, 0.6, 0.2]: at 1, 2, 4 and 8 times the trained length
 * ```
 *
 * @param {ModelOptions} [options] as for `TinyModel`
 * @returns {Generator<Progress & { phase: "train" | "tune" }, Result, void>}
 * @throws {TypeError | RangeError} naming the option
 */
export declare function experiment(options?: ModelOptions): Generator<
  Progress & {
    phase: "train" | "tune";
  },
  Result,
  void
>;
