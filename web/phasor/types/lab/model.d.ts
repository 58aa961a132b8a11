import type { Encoding } from "./network.js";
import type { Batch, Task } from "./tasks.js";
import { tasks } from "./tasks.js";
/** @import { Batch, Task } from "./tasks.js" */
/** @import { Encoding } from "./network.js" */
/**
 * The encodings that a model can have.
 * @type {readonly ["none", "sinusoidal", "learned", "rope", "alibi", "t5"]}
 */
export declare const encodings: readonly ["none", "sinusoidal", "learned", "rope", "alibi", "t5"];
export type ModelOptions = {
  /**
   * "recent" by default
   */
  task?: keyof typeof tasks | undefined;
  /**
   * "none" by default
   */
  encoding?: Encoding | undefined;
  /**
   * 1 … 4; 1 by default
   */
  layers?: number | undefined;
  /**
   * a multiple of 4, 4 … 256; 32 by default
   */
  dModel?: number | undefined;
  /**
   * dModel/heads must be an even integer; 4 by default
   */
  heads?: number | undefined;
  /**
   * an integer, 0 … 2^53 − 1, of the initial values, the training batches and
   * the test sequences; 1 by default
   */
  seed?: number | undefined;
  /**
   * of the training sequences; 32 by default
   */
  length?: number | undefined;
  /**
   * of a training batch; 32 by default
   */
  sequences?: number | undefined;
  /**
   * of the training; 600 by default
   */
  steps?: number | undefined;
  /**
   * the highest; 0.01 by default
   */
  learningRate?: number | undefined;
  /**
   * steps until the highest learning rate; a twelfth of all by default
   */
  warmup?: number | undefined;
  /**
   * positions that there are; 256 by default
   */
  maxLength?: number | undefined;
};
export type TestOptions = {
  /**
   * multiplies positions by trained length/length (Chen et al. 2023);
   * only with encoding "rope"; false by default
   */
  interpolate?: boolean | undefined;
  /**
   * 64 by default
   */
  sequences?: number | undefined;
};
export type Evaluation = {
  length: number;
  /**
   * over all questions; NaN if there were none
   */
  accuracy: number;
  /**
   * (length); NaN where nothing was asked
   */
  byPosition: Float64Array;
  /**
   * the trained length, and then as far as twice, 4, 8 … times that
   */
  ranges: Range[];
};
export type Range = {
  from: number;
  to: number;
  accuracy: number;
  questions: number;
};
export type Reading = {
  /**
   * of attention, (layers, heads, length, length); query i is row i
   */
  weights: Float32Array;
  /**
   * (length, answers)
   */
  logits: Float32Array;
  /**
   * (length): the answer with the highest logit
   */
  answers: Int32Array;
};
export type Progress = {
  step: number;
  steps: number;
  loss: number;
  learningRate: number;
};
/**
 * A transformer of some 5,000 parameters: one layer of causal attention without a feed-forward network.
 *
 * ```js
 * const model = new TinyModel({ task: "recent", encoding: "alibi", seed: 1 });
 * while (!model.done) model.step();
 * model.evaluate(256).ranges; // accuracy at 1, 2, 4 and 8 times the trained length
 * ```
 *
 * The arithmetic is float32, one rounding an operation, so a seed gives the same weights in every engine.
 * docs/lab.md has the equations.
 */
export declare class TinyModel {
  #private;
  /**
   * @param {ModelOptions} [options]
   * @throws {TypeError | RangeError} naming the option
   */
  constructor(options?: ModelOptions);
  /** The task. */
  get task(): Task;
  /** The encoding. */
  get encoding(): Encoding;
  /** The number of layers. */
  get layers(): number;
  /** The seed. */
  get seed(): number;
  /** The trained length. */
  get length(): number;
  /** Positions that there are. */
  get maxLength(): number;
  /** Steps that were made of the training, or of the fine-tuning that followed. */
  get steps(): number;
  /** Whether the training, or the fine-tuning that followed, is over. */
  get done(): boolean;
  /** The names and shapes of the parameters, in the order of `weights`. */
  get parameters(): {
    name: string;
    shape: number[];
    at: number;
  }[];
  /** A copy of all parameters: tensor `name` begins at entry `at` of `parameters`. */
  get weights(): Float32Array<ArrayBuffer>;
  set weights(weights: Float32Array<ArrayBuffer>);
  /** 16 digits that say which weights these are: FNV-1a over their words, in two lanes. */
  get hash(): string;
  /**
   * One step of training, a few milliseconds: the gradient of a batch's loss, and Adam.
   * @param {Batch} [batch] the next of the model's own if left out
   * @returns {Progress} with the loss before the step
   * @throws {TypeError | RangeError} naming what is wrong with the batch, or that the training is over
   */
  step(batch?: Batch): Progress;
  /**
   * The loss of a batch and its gradient, in the order of `weights`; nothing is changed.
   * @param {Batch} batch
   * @returns {{ loss: number, gradient: Float32Array }}
   * @throws {TypeError | RangeError} naming what is wrong with the batch
   */
  gradient(batch: Batch): {
    loss: number;
    gradient: Float32Array;
  };
  /**
   * Prepares further training on longer sequences, with positions interpolated into the trained length: then
   * call `step` until `done`. This is what Chen et al. 2023 do with models that have RoPE.
   * @param {object} [options]
   * @param {number | undefined} [options.length] 128 by default
   * @param {number | undefined} [options.steps] 60 by default
   * @param {number | undefined} [options.learningRate] 0.003 by default
   * @param {number | undefined} [options.warmup] a twelfth of the steps by default
   * @param {boolean | undefined} [options.interpolate] true by default with encoding "rope", the only one that can
   * @returns {void}
   * @throws {TypeError | RangeError} naming the option
   */
  tune(options?: {
    length?: number | undefined;
    steps?: number | undefined;
    learningRate?: number | undefined;
    warmup?: number | undefined;
    interpolate?: boolean | undefined;
  }): void;
  /**
   * Tests the model on sequences that it has not seen, of any length up to maxLength.
   * @param {number} length
   * @param {TestOptions} [options]
   * @returns {Evaluation}
   * @throws {TypeError | RangeError} naming the argument
   */
  evaluate(length: number, options?: TestOptions): Evaluation;
  /**
   * What the model attends to in a sequence, and what it answers.
   * @param {ArrayLike<number>} tokens ids of the task's symbols
   * @param {object} [options]
   * @param {ArrayLike<number> | undefined} [options.added] as in a batch; nothing is added by default
   * @param {boolean | undefined} [options.interpolate] as for `evaluate`
   * @returns {Reading}
   * @throws {TypeError | RangeError} naming the argument
   */
  attention(
    tokens: ArrayLike<number>,
    options?: {
      added?: ArrayLike<number> | undefined;
      interpolate?: boolean | undefined;
    },
  ): Reading;
}
